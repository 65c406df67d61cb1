"""What stays the same all game long: who sits where, eats with whom, speaks for whom; diet cards and house rules.

`house_of` makes it from the options, and names the option that is wrong where they do not go together.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NoReturn, final

from mypy_extensions import i64

from mischief.engine.errors import BadOption
from mischief.engine.moves import flat

from . import numbers as n
from .cards import Cards
from .rules_candidates import DietBook

MODES = {
    "random": n.RANDOM,
    "draw_diet": n.DRAW_DIET,
    "choose": n.CHOOSE,
    "first_game": n.FIRST_GAME,
    "draw_specs": n.DRAW_SPECS,
}
FIRST_IDENTITIES = ["LB1", "VG2", "CR3"]
"""The easy diets of a first game are written for these."""


@final
class House:
    """What the options have fixed before the first card; all tables of a game share it."""

    def __init__(
        self,
        book: DietBook,
        colony: bool,
        groups: i64,
        seats: i64,
        doctor: i64,
        order: list[int],
        members: list[int],
        speakers: list[int],
        youngest: i64,
        consensus: bool,
        complications: bool,
        yuck_tokens: i64,
        diet_mode: i64,
        identities: list[int],
    ) -> None:
        self.book = book
        self.colony = colony
        self.groups = groups
        self.seats = seats
        self.doctor = doctor
        """Of Colony; NONE in Colleagues."""
        self.order = flat(order)
        """The eating seats clockwise: from the Doctor's left, or from seat 0 (DR-1.7)."""
        self.members = flat(members)
        """For each group its seats, as bits."""
        self.speakers = flat(speakers)
        self.youngest = youngest
        self.consensus = consensus
        self.complications = complications
        self.yuck_tokens = yuck_tokens
        self.diet_mode = diet_mode
        self.identities = flat(identities)
        """For each group its Identity, where the options name it; otherwise NONE."""

    def group_of(self, seat: i64) -> i64:
        """The first group of a seat; NONE for the Doctor and for watchers."""
        if seat >= 0:
            for group in range(self.groups):
                if (self.members[group] >> seat) & 1 == 1:
                    return group
        return n.NONE

    def giver_sees(self, seat: i64, group: i64) -> bool:
        """Whether a seat sees this group's restriction: the Doctor all, a colleague the other team's (DR-11.6)."""
        if self.colony:
            return seat == self.doctor
        return seat >= 0 and (self.members[1 - group] >> seat) & 1 == 1


@cache
def _book(cards: Cards, spec_count: int, same_families: bool) -> DietBook:
    """The book is the same for all games with these cards and house rules."""
    return DietBook(cards, spec_count, same_families)


def _wrong(option: str, sentence: str) -> NoReturn:
    raise BadOption(f"doctor-rat: option {option} {sentence}")


def house_of(cards: Cards, seats: int, options: dict[str, Any]) -> House:
    """The house of a game with these options. Raises BadOption where they do not go together."""
    colony = options["variant"] == "colony"
    _check_together(options, colony)
    doctor = options["doctor_seat"] if colony else -1
    order = [(doctor + 1 + i) % seats for i in range(seats - 1)] if colony else list(range(seats))
    groups = (options["groups"] if options["groups"] != "auto" else 2 if seats <= 3 else 3) if colony else 2
    members = _seat_groups(options["seat_groups"], order, groups) if colony else _teams(options["teams"], seats)
    youngest = options["youngest"]
    if youngest != "auto" and youngest not in order:
        _wrong("youngest", f"names seat {youngest}, the Doctor; the last word is a rat's")
    counted = {"random": 0, 1: 1, 2: 2}[options["spec_count"]]
    if options["diet_mode"] == "first_game" and [n.CODES[food] for food in cards.identities] != FIRST_IDENTITIES:
        _wrong("diet_mode", f"first_game is written for the Identities {', '.join(FIRST_IDENTITIES)}")
    return House(
        _book(cards, counted, options["alternating_families"] == "same"),
        colony,
        groups,
        seats,
        doctor,
        order,
        [sum(1 << seat for seat in group) for group in members],
        _speakers(options["speakers"], members, order),
        -1 if youngest == "auto" else youngest,
        options["agreement"] == "consensus",
        options["complications"],
        options["yuck_tokens"],
        MODES[options["diet_mode"]],
        _identities(options["identities"], cards, colony, groups),
    )


def _check_together(options: dict[str, Any], colony: bool) -> None:
    if colony:
        if options["teams"] != "auto":
            _wrong("teams", "belongs to variant colleagues; in colony set seat_groups")
    else:
        if options["complications"]:
            _wrong("complications", "belongs to variant colony; colleagues play without (DR-11.3)")
        if options["diet_mode"] == "first_game":
            _wrong("diet_mode", "cannot be first_game with colleagues, who would know their own diet (DR-2.10)")
        if options["diet_mode"] == "draw_specs":
            _wrong("diet_mode", "cannot be draw_specs with colleagues: the Doctor has Specifications drawn (DR-2.16)")
        for name, default in (("groups", "auto"), ("seat_groups", "auto"), ("doctor_seat", 0)):
            if options[name] != default:
                _wrong(name, "belongs to variant colony; colleagues are two teams (set teams)")
    if options["spec_count"] != "random" and options["diet_mode"] != "random":
        _wrong("spec_count", "belongs to diet_mode random; otherwise the giver decides how many")


def _seat_groups(wanted: Any, order: list[int], groups: int) -> list[list[int]]:
    """The seats of each group (DR-1.6)."""
    rats = len(order)
    if wanted == "auto":
        if rats >= groups:
            return [[order[i] for i in range(rats) if i * groups // rats == g] for g in range(groups)]
        return [[order[g * rats // groups]] for g in range(groups)]
    if len(wanted) != rats:
        _wrong("seat_groups", f"lists {len(wanted)} seats; there are {rats} rat seats, clockwise from the Doctor")
    members: list[list[int]] = [[] for _ in range(groups)]
    for seat, theirs in zip(order, wanted, strict=True):
        if not isinstance(theirs, list) or not theirs or len(set(map(str, theirs))) != len(theirs):
            _wrong("seat_groups", f"should give seat {seat} a list of one or more groups, not {theirs!r} (DR-1.6)")
        for group in theirs:
            if isinstance(group, bool) or not isinstance(group, int) or not 0 <= group < groups:
                _wrong("seat_groups", f"names group {group!r}; groups are 0 to {groups - 1} (DR-1.6)")
            members[group].append(seat)
    for group, seats in enumerate(members):
        if not seats:
            _wrong("seat_groups", f"leaves group {group} without a seat (DR-1.6)")
        if len(seats) > 1:
            for seat in seats:
                if sum(seat in other for other in members) > 1:
                    _wrong("seat_groups", f"lets seat {seat} share group {group} and play another (DR-1.6)")
    return members


def _teams(wanted: Any, seats: int) -> list[list[int]]:
    """The seats of team A and team B (DR-11.2)."""
    if wanted == "auto":
        first = (seats + 1) // 2
        return [list(range(first)), list(range(first, seats))]
    if len(wanted) != seats or any(team not in ("A", "B") for team in wanted):
        _wrong("teams", f"should name A or B for each of the {seats} seats, not {wanted!r} (DR-11.2)")
    members = [[s for s in range(seats) if wanted[s] == team] for team in "AB"]
    if not members[0] or not members[1]:
        _wrong("teams", "should give both teams at least one seat (DR-11.1)")
    return members


def _speakers(wanted: Any, members: list[list[int]], order: list[int]) -> list[int]:
    """Who speaks for each group or team: its first seat in order, or the one named."""
    if wanted == "auto":
        return [next(seat for seat in order if seat in group) for group in members]
    if len(wanted) != len(members):
        _wrong("speakers", f"should name one seat for each of the {len(members)} groups, not {wanted!r}")
    for group, seat in enumerate(wanted):
        if isinstance(seat, bool) or seat not in members[group]:
            _wrong("speakers", f"names {seat!r} for group {group}, whose seats are {members[group]}")
    return list(wanted)


def _identities(wanted: Any, cards: Cards, colony: bool, groups: int) -> list[int]:
    """The Identity of each group; -1 where it is to be dealt (DR-1.5, DR-11.4)."""
    if wanted == "random":
        return [0, 1, 2] if groups == 3 else [-1, -1]
    known = [n.CODES[food] for food in cards.identities]
    if len(wanted) != groups or any(code not in known for code in wanted) or len(set(wanted)) != groups:
        _wrong("identities", f"should list {groups} different ones of {', '.join(known)}, not {wanted!r} (DR-1.4)")
    found = [known.index(code) for code in wanted]
    return sorted(found) if colony else found
