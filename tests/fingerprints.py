"""Fingerprints of whole games: whoever changes the rules without meaning to is told in which game, and where in it.

    python -m tests.golden piratz        # writes tests/golden/piratz.games anew

Games are played at every seat count with every option value, then with options thrown together and with other decks,
and some way on from rare tables and from where each scenario begins and ends; half of them by chance alone and half by
seats that have tastes. A fingerprint is made of all that could be done, of the Dealer's odds and of what was told, and
every few decisions of the whole table, of what a seat may know of it, and of what it would sensibly do.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

import mischief
from mischief.commands.check import make_game
from mischief.engine.chance import Rng
from mischief.engine.decks import named_decks
from mischief.engine.errors import BadOption
from mischief.engine.events import Event
from mischief.engine.game import Game
from mischief.engine.scenarios import Run, read_scenarios
from mischief.engine.seats import DEALER, WATCHER
from mischief.engine.state import State
from mischief.engine.variants import variants
from tests.rare_tables import rare_tables, scarce_decks

FOLDER = Path(__file__).parent / "golden"
APART = 5
"""So many decisions lie between two close looks, and share a letter of a game's trail."""
MIXED = {"doctor-rat": 50, "rattus-cartus": 8, "pie-rats": 6}
"""So many games with options thrown together are tried at each seat count: the shorter a game, the more (else 20)."""
WHOLE = 100_000
FROM_SCENARIO = 40
"""So many decisions a game goes on: to its end, or some way."""
MORE: dict[tuple[str, str], list[Any]] = {
    ("doctor-rat", "identities"): [["LB1", "VG2", "CR3"], ["CY4", "LO1"], ["VB3", "CO2"]],
    ("doctor-rat", "teams"): [["A", "B"], ["B", "A", "A"], ["A", "B", "A", "B"], ["B", "A", "B", "B", "A"]],
    ("doctor-rat", "seat_groups"): [[[1, 0]], [[0], [1, 2]], [[2], [0], [1]], [[1], [0], [0]]],
    ("doctor-rat", "speakers"): [[1, 2], [2, 1, 3], [3, 2, 1], [1, 1]],
    ("pie-rats", "captains"): [[None, 4, 0]],
}
"""Values of lists, which have no examples in the option files since each goes with some seat counts only."""


class Journey(msgspec.Struct):
    """A game to be played: what it is called, where it begins, and how far it goes."""

    title: str
    state: State
    far: int


def journeys(name: str) -> Iterator[Journey]:
    for game in ways(name):
        yield Journey(repr(game), game.begin(), WHOLE)
    for number, table in enumerate(rare_tables(name)):
        yield Journey(f"rare table {number}, {table.game!r}", table, WHOLE)
    for file in sorted((mischief.rulebook(name).folder / "scenarios").glob("*.yaml")):
        for scenario in read_scenarios(file, name):
            if "impossible" in scenario.data:
                continue
            run = Run(scenario, make_game)
            run.set_up()
            yield Journey(f"{scenario.id}, from its beginning", run.state, FROM_SCENARIO)
            failure = run.play()
            assert failure is None, str(failure)
            yield Journey(f"{scenario.id}, from its end", run.state, FROM_SCENARIO)


def ways(name: str) -> Iterator[Game]:
    """Every option value by itself at each seat count, and some of them together."""
    book = mischief.rulebook(name)
    yield from variants(book)
    decks = sorted(named_decks(name, book.folder))
    rng = Rng(5)
    for seats in range(book.info.seats[0], book.info.seats[1] + 1):
        for _ in range(MIXED.get(name, 20)):
            game = book(seats)
            for option in book.option_list:
                values = option.samples(seats) + MORE.get((name, option.name), [])
                values += decks if option.name == "deck" else []
                if rng.below(2) == 0 and values:
                    with suppress(BadOption):
                        game = book(seats, **{**game.options, option.name: values[rng.below(len(values))]})
            yield game


def fingerprints(name: str) -> Iterator[str]:
    """A line for every game: its fingerprint, what it is, and its trail."""
    with scarce_decks():
        for seed, journey in enumerate(journeys(name)):
            trail = Trail(journey, seed)
            while trail.goes_on():
                trail.go_on()
            trail.end()
            yield f"{trail.ink.hexdigest()[:10]} {journey.title}: {trail.letters}"


def first_difference(name: str) -> str:
    """The first game that goes otherwise than it is written, and where in it; empty if there is none."""
    written = games_file(name).read_text(encoding="utf-8").splitlines()
    number = -1
    for number, now in enumerate(fingerprints(name)):
        if number == len(written):
            return f"{now.rpartition(':')[0]} is played, too"
        if now != written[number]:
            return _where(name, number, written[number], now)
    return "" if number + 1 == len(written) else f"{written[number + 1].rpartition(':')[0]} is not played"


def _where(name: str, number: int, before: str, now: str) -> str:
    what, _, letters = before.partition(" ")[2].rpartition(": ")
    what_now, _, letters_now = now.partition(" ")[2].rpartition(": ")
    if what != what_now:
        return f"{what_now} is played instead of {what}"
    same = next((i for i, (a, b) in enumerate(zip(letters, letters_now, strict=False)) if a != b), len(letters))
    with scarce_decks():
        trail = Trail(next(islice(journeys(name), number, None)), number)
    lines = [f"{what} is no longer the same after decision {same * APART}, where it goes on like this:"]
    while trail.goes_on() and trail.number < (same + 1) * APART:
        seat, action = trail.go_on()
        move = (trail.state.game.outcome if seat == DEALER else trail.state.game.move)(action)
        if trail.number > same * APART:
            lines.append(f"{trail.number}. {'The Dealer' if seat == DEALER else f'Seat {seat}'}: {move.text}")
    return "\n".join(lines)


def games_file(name: str) -> Path:
    return FOLDER / f"{name}.games"


class Trail:
    """A game as it goes: every few decisions a letter is added that stands for all that happened until then."""

    def __init__(self, journey: Journey, seed: int) -> None:
        self.state = journey.state
        self.state.listener = self._hear
        self.far = journey.far
        self.policy = journey.state.game.heuristic()
        self.rng, self.seed = Rng(seed), seed
        self.ink = sha256()
        self.letters = ""
        self.number = 0
        self._look()

    def goes_on(self) -> bool:
        return self.number < self.far and not self.state.over

    def go_on(self) -> tuple[int, int]:
        """One decision, and all that can be seen of it."""
        state, rng = self.state, self.rng
        actors = state.actors()
        seat = actors[rng.below(len(actors))]
        self._write(int(state.actor()), actors, [state.legal(who) for who in actors], state.chances())
        action = int(state.sample(rng)) if seat == DEALER else self._choose(seat, state.legal(seat))
        self._write(action, [int(state.glimpse(viewer, seat, action)) for viewer in (WATCHER, *range(state.seats))])
        state.play(seat, action)
        self.number += 1
        if self.number % APART == 0:
            self._look()
            self.letters += urlsafe_b64encode(self.ink.digest()).decode()[0]
        return seat, action

    def end(self) -> None:
        self._look()
        self._write(self.state.result(), self.state.returns())

    def _choose(self, seat: int, legal: Sequence[int]) -> int:
        """By chance; or, in every other game and two times of three, by what this seat likes in it, the same from turn
        to turn: so games go where chance alone seldom comes."""
        if self.seed % 2 == 0 or self.rng.below(3) == 0:
            return legal[self.rng.below(len(legal))]
        return min(legal, key=lambda action: (action * 7919 + seat * 104729 + self.seed * 1299709) % 1009)

    def _look(self) -> None:
        """The whole table, and what one seat may know of it, in this world and in one that looks the same to it."""
        state = self.state
        seat = self.number // APART % state.seats
        world, other = state.imagine(seat, Rng(self.number)), state.suppose(seat, Rng(self.number))
        self._write(state.position(), state.game.running_scores(state), world.position(), other.position())
        self._write(state.view(seat), state.view(None), list(state.observe(seat)), int(state.laid_open()))
        if state.waits_for(seat):
            self._write(int(self.policy.choose(world, seat, Rng(self.number))))

    def _hear(self, event: Event) -> None:
        self._write(event)

    def _write(self, *things: Any) -> None:
        self.ink.update(msgspec.json.encode(things, order="deterministic"))
