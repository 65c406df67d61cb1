"""Reads the record of a position from words (writing_record.py); works out the public bounds that follow from it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mischief.engine.reading import Reader

from . import numbers as n
from .house import House
from .memory import note, note_length
from .reading_sheets import MOST_HELD, is_whole
from .writing_record import OF_ONE_RAT

KINDS_OF_NOTES = (*OF_ONE_RAT, "start_draw", "scavenge_roll", "call", "request")


def read_record(entries: Sequence[Any], seats: int) -> list[int]:
    """The record from JSON. Raises BadPosition with the number of the entry that is wrong."""
    log: list[int] = []
    for number, data in enumerate(entries):
        entry = Reader(data, f"record[{number}]", "HT-1.8")
        name = entry.word("event", KINDS_OF_NOTES)
        if name == "scavenge_roll":
            low, high = sorted((entry.whole("d1", low=1, high=6), entry.whole("d2", low=1, high=6)))
            log.append(int(note(n.HEARD_ROLL, low, high)))
        elif name == "call":
            supply = n.SUPPLY_IDS.index(entry.word("supply", n.SUPPLY_IDS))
            host = entry.whole("host", high=seats - 1)
            said = entry.many("said", seats)
            _check_said(entry, said, host)
            log += [int(note(n.HEARD_CALL, supply, host)), *(int(n.RATS) if count is None else count for count in said)]
        elif name == "request":
            seat, target = entry.whole("seat", high=seats - 1), entry.whole("target", high=seats - 1)
            supply = n.SUPPLY_IDS.index(entry.word("supply", n.SUPPLY_IDS[1:]))
            given = entry.whole("given")
            amount = 0 if entry.raw("amount") == "all" else entry.whole("amount", low=1)
            if amount and given not in (0, amount):
                entry.fail(f"a request for {amount} is answered with {amount} or with 0, not {given}", "given")
            log += [int(note(n.HEARD_REQUEST, seat, target, supply)), amount, given or (int(n.RATS) if amount else 0)]
        elif name == "start_draw":
            which = entry.whole("number", low=1, high=2)
            log.append(int(note(n.HEARD_DRAW, entry.whole("seat", high=seats - 1), which - 1)))
        else:
            log.append(int(note(OF_ONE_RAT[name], entry.whole("seat", high=seats - 1))))
        entry.done()
    return log


def _check_said(entry: Reader, said: Sequence[Any], host: int) -> None:
    if not is_whole(said[host]) or not 0 <= said[host] <= MOST_HELD:
        entry.fail(f"the Host, seat {host}, says its count, not {said[host]!r}", "said", "HT-4.2")
    for seat, count in enumerate(said):
        if seat != host and count is not None and (not is_whole(count) or not said[host] < count <= MOST_HELD):
            entry.fail(
                f"seat {seat} says a count above {said[host]}, or null for RATS, not {count!r}", "said", "HT-4.3"
            )


class PublicBounds:
    """What follows from a record for everybody: the bounds of every count and the number of nests (HT-5.4)."""

    def __init__(self, house: House, vocations: Sequence[int], log: Sequence[int]) -> None:
        self.house = house
        self.seats = range(int(house.seats))
        self.factors = [int(house.factor(v)) for v in vocations]
        self.least = [[0] * int(n.KINDS) for _ in self.seats]
        self.most = [[0] * int(n.KINDS) for _ in self.seats]
        self.nests = [0 for _ in self.seats]
        self.rolls = 0
        self.calls = 0
        self.said: list[int] = []
        at = 0
        while at < len(log):
            length = int(note_length(log[at], len(self.seats)))
            self._hear(log[at], log[at + 1 : at + length])
            at += length

    def _hear(self, head: int, rest: Sequence[int]) -> None:
        kind, first, second, third = head & 255, head >> 8 & 255, head >> 16 & 255, head >> 24 & 255
        house = self.house
        if kind == n.HEARD_PRIVILEGE:
            each = int(house.privilege_each)
            self.least[first] = [count + each for count in self.least[first]]
            self._widen(first, each)
        elif kind == n.HEARD_START or kind == n.HEARD_GIFT:
            twice = len(self.seats) == 2 and not house.distinct
            self._widen(first, int(house.start_amount) * (2 if twice else 1))
        elif kind == n.HEARD_DRAW:
            self._widen(first, int(house.start_amount) if second == 0 or not house.distinct else 0)
        elif kind == n.HEARD_BANKER:
            self._widen(first, int(house.banker_gain))
        elif kind == n.HEARD_BAUBLE:
            self._widen(first, int(house.bauble_gain))
        elif kind == n.HEARD_NEST:
            self.nests[first] += 1
        elif kind == n.HEARD_PAUPER:
            if self.least[first][self.called] < self.said[self.host]:
                self._widen(first, int(house.pauper_gain))
        elif kind == n.HEARD_ROLL:
            self._scavenge(first, second)
        elif kind == n.HEARD_CALL:
            self._call(first, second, list(rest))
        else:
            self._request(first, second, third, rest[0], rest[1])

    def _widen(self, seat: int, amount: int) -> None:
        self.most[seat] = [count + amount for count in self.most[seat]]

    def _scavenge(self, low: int, high: int) -> None:
        self.rolls += 1
        for seat in self.seats:
            factor = self.factors[seat] if self.nests[seat] else 1
            if low == high:
                self._widen(seat, low * factor)
            else:
                self.most[seat][low - 1] += high * factor
                self.most[seat][high - 1] += low * factor

    def _call(self, supply: int, host: int, said: list[int]) -> None:
        self.calls += 1
        self.called, self.host, self.said = supply, host, said
        over = [s for s in self.seats if s != host and said[s] != n.RATS]
        acting = over or ([host] if said[host] > 0 else [])
        for seat in self.seats:
            if said[seat] == n.RATS:
                self.most[seat][supply] = min(self.most[seat][supply], said[host])
            else:
                known = 0 if seat in acting else said[seat]
                self.least[seat][supply] = self.most[seat][supply] = known

    def _request(self, seat: int, target: int, supply: int, amount: int, given: int) -> None:
        if given > 0:
            self.least[seat][supply] += given
            self.most[seat][supply] += given
            self.least[target][supply] = max(self.least[target][supply] - given, 0)
            self.most[target][supply] -= given
        if amount == 0:
            self.least[target][supply] = self.most[target][supply] = 0
        elif given <= 0:
            self.most[target][supply] = min(self.most[target][supply], amount - 1)
