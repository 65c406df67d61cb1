"""Tables of Rattus Cartus over whole random games: positions keep every figure, what is told adds up to what lies
there, the record says no more than it should, and a victory is shared alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mischief import game, rulebook
from mischief.engine.chance import Rng
from mischief.engine.events import Event
from mischief.engine.seats import DEALER
from mischief.engine.state import State
from mischief.games.rattus_cartus import numbers as n
from mischief.games.rattus_cartus.cards import BUILDING_IDS, CLASS_NAMES, OTHER_NAMES
from mischief.games.rattus_cartus.memory import DREW, GAVE, RESHUFFLED, SHOWED, TOOK, Record, notes
from mischief.games.rattus_cartus.rules import RattusCartus

SECOND_BUILDINGS: dict[str, Any] = {"buildings": "custom", "custom_counts": [0, 0, 0, 0, 0, 0]}
MIXED: dict[str, Any] = {"buildings": "random_cards", "supply_order": "together", "guard_tower_2p": "allow"}
WAYS: list[tuple[int, dict[str, Any]]] = [
    *((seats, SECOND_BUILDINGS) for seats in (2, 3, 4, 5)),
    *((seats, MIXED) for seats in (2, 3, 5)),
    (4, {"optional_actions": "auto", "rat_display": "open"}),
    (3, {"buildings": "random_building", "start_seat": 1}),
]


def played(seats: int, options: dict[str, Any], ear: list[Event] | None = None) -> Iterator[RattusCartus]:
    """A random game, looked at before every decision and at its end."""
    state, rng = game("rattus-cartus", seats, **options).begin(), Rng(seats)
    assert isinstance(state, RattusCartus)
    if ear is not None:
        state.listener = ear.append
    yield state
    while not state.over:
        actors = state.actors()
        seat = actors[rng.below(len(actors))]
        legal = state.legal(seat)
        state.play(seat, int(state.sample(rng)) if seat == DEALER else legal[rng.below(len(legal))])
        yield state


# Positions

SCALARS = (
    *("phase", "stage", "round_number", "start", "seat", "due", "picked", "low", "slot", "winner", "waiting"),
    *("entered", "bottom", "deck_size", "pile_size", "unseen", "gone", "clock", "imagined"),
)


def figures_that_count(state: RattusCartus) -> list[int]:
    """All figures but those that nobody will read again: places behind the end of a line, a look or an answer that is
    over."""
    figures = [int(figure) for figure in state.figures]
    looking = state.stage in (n.LOOK_FOR_SUPPLY, n.TENT_LOOK)
    for seat in range(n.SEATS):
        asked = state.answer(seat) != n.NOT_ASKED if state.is_together() else seat == state.seat
        stale = {
            n.LINE: seat >= state.waiting,
            n.ENTRIES: seat >= state.entered,
            n.BARRED: not looking or not asked,
            n.ANSWER: not state.is_together(),
        }
        for first, is_stale in stale.items():
            if is_stale:
                figures[first + seat] = 0
    return figures


@pytest.mark.parametrize(("seats", "options"), WAYS)
def test_a_table_read_from_its_position_is_the_same_in_every_figure(seats: int, options: dict[str, Any]) -> None:
    """Nothing is left over from a step that is done: what the position does not say is as on a fresh table."""
    for number, state in enumerate(played(seats, options)):
        if number % 3 == 0 or state.over:
            again = state.game.load(state.position())
            assert isinstance(again, RattusCartus)
            assert {name: getattr(again, name) for name in SCALARS} == {name: getattr(state, name) for name in SCALARS}
            assert list(again.cards) == list(state.cards)
            assert figures_that_count(again) == figures_that_count(state)


def test_a_copy_has_the_same_history() -> None:
    for number, state in enumerate(played(3, {})):
        if number == 40:
            assert state.clone().history() == state.history() != []
            return


# The premium


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_nobody_holds_a_premium_before_the_cards_are_turned_up(seats: int) -> None:
    """RC-8.1 counts what was turned up; of cards face down nothing follows."""
    entered = 0
    for state in played(seats, {}):
        if state.phase == n.PHASE_C:
            entered += int(state.entered)
            assert [state.premium_holder(slot) for slot in range(state.house.row)] == [-1] * int(state.house.row)
    assert entered > 0


# What is told


class Listener:
    """Follows a game by ear, and knows what everybody can count."""

    def __init__(self, seats: int) -> None:
        self.rats, self.hands, self.tokens = [10] * seats, [0] * seats, [0] * seats
        self.influence = {(seat, name): 0 for seat in range(seats) for name in CLASS_NAMES}
        self.deck, self.pile, self.pool = 84 - 5, 0, 20
        self.supplies: Counter[str] = Counter()
        self.row: list[str] = []
        self.slots: dict[int, int] = {}
        self.laid: dict[int, Counter[str]] = {}
        self.told_here: list[tuple[str, str]] = []
        self.acted: list[int] = []
        self.premium_of = -1
        self.final = False

    def hears(self, event: Event) -> None:
        method = getattr(self, {"laid": "laid_down", "influence": "influence_gained"}.get(event.kind, event.kind), None)
        if method is not None:
            method(event.facts)

    def setup(self, facts: Any) -> None:
        self.supplies.update(facts["supplies"])

    def dealt(self, facts: Any) -> None:
        self.hands[facts["seat"]] += facts["count"]
        self.deck -= facts["count"]
        assert facts["count"] == len(facts["cards"]) > 0

    drew = dealt

    def reshuffled(self, facts: Any) -> None:
        assert facts["count"] == self.pile > 0
        assert self.deck == 0
        self.deck, self.pile = self.pile, 0

    def took(self, facts: Any) -> None:
        self.hands[facts["seat"]] += facts["count"]
        self.supplies[facts["kind"]] -= facts["count"]
        assert facts["count"] > 0
        assert facts["left"] == self.supplies[facts["kind"]]

    def took_vp(self, facts: Any) -> None:
        self.tokens[facts["seat"]] += facts["count"]
        self.pool -= facts["count"]
        assert facts["left"] == self.pool
        assert facts["count"] == len(facts["values"]) > 0

    def rats_changed(self, facts: Any) -> None:
        delta = facts["delta"]
        self.rats[facts["seat"]] += delta
        assert delta != 0
        assert facts["gained"] == (delta if delta > 0 else None)
        assert facts["lost"] == (-delta if delta < 0 else None)
        assert facts["total"] == self.rats[facts["seat"]]

    def entered(self, facts: Any) -> None:
        self.slots[facts["seat"]] = facts["slot"]
        assert facts["space"] == list(self.slots.values()).count(facts["slot"])

    def pass_played(self, facts: Any) -> None:
        self.hands[facts["seat"]] -= 1
        self.supplies["pass"] += 1
        assert facts["left"] == self.supplies["pass"]

    def revealed(self, facts: Any) -> None:
        self.laid[facts["seat"]] = Counter(facts["cards"])

    def laid_down(self, facts: Any) -> None:
        self.hands[facts["seat"]] -= facts["count"]

    def influence_gained(self, facts: Any) -> None:
        place = facts["seat"], facts["class"]
        assert facts["from"] == self.influence[place] < facts["to"]
        self.influence[place] = facts["to"]
        level = [s for s in self.slots if self.influence[s, facts["class"]] == facts["to"] and s != facts["seat"]]
        assert sorted(facts["below"]) == sorted(level)

    def building_begins(self, _: Any) -> None:
        self.told_here, self.acted, self.premium_of = [], [], -1

    def premium(self, facts: Any) -> None:
        self.premium_of = facts["seat"]

    def action(self, facts: Any) -> None:
        self.acted.append(facts["seat"])
        assert facts["kind"] == ("premium" if facts["seat"] == self.premium_of else "standard")
        assert facts["performed"] == (facts["why_not"] is None)

    def sword(self, facts: Any) -> None:
        self.told_here.append(("sword", "told"))
        self.hands[facts["winner"]] += facts["count"]
        self.hands[facts["giver"]] -= facts["count"]

    def sword_nothing(self, facts: Any) -> None:
        self.told_here.append(("sword", facts["why"]))

    def flute(self, _: Any) -> None:
        self.told_here.append(("flute", "told"))

    def flute_nothing(self, facts: Any) -> None:
        self.told_here.append(("flute", facts["why"]))

    def guard_tower(self, facts: Any) -> None:
        for giver, count in facts["givers"]:
            assert count == len(facts[f"cards_{giver}"]) > 0
            self.hands[giver] -= count
            self.hands[facts["seat"]] += count

    def hospital(self, facts: Any) -> None:
        assert facts["rats"] == len(facts["cards"]) > 0
        self.hands[facts["seat"]] -= len(facts["cards"])
        self.lay_aside(facts["cards"])

    def discarded(self, facts: Any) -> None:
        """Everybody there was called upon once, the premium holder first (RC-8.5, RC-8.7). Swords and Flutes are spoken
        of where any were laid, and nowhere else (RC-7.1 to RC-7.8)."""
        here = [seat for seat, slot in self.slots.items() if slot == facts["slot"]]
        assert self.acted == ([] if self.final else sorted(here, key=lambda seat: seat != self.premium_of))
        assert sum((self.laid[seat] for seat in here), Counter()) == Counter(facts["to_pile"] + facts["to_supplies"])
        self.lay_aside(facts["to_pile"] + facts["to_supplies"])
        for kind, refused in (("sword", "no_cards"), ("flute", "no_rats")):
            counts = [self.laid[seat][kind] for seat in here]
            said = [why for what, why in self.told_here if what == kind]
            if max(counts) == 0:
                assert said == []
            elif max(counts) == min(counts):
                assert said == ["equal"]
            else:
                assert said in (["told"], [refused])

    def lay_aside(self, cards: list[str]) -> None:
        for card in cards:
            if card in OTHER_NAMES:
                self.supplies[card] += 1
            else:
                self.pile += 1

    def row_drawn(self, facts: Any) -> None:
        self.row, self.final = list(facts["ids"]), facts["final"]
        self.slots, self.laid = {}, {}

    def row_replaced(self, facts: Any) -> None:
        assert self.row[-1] == facts["old"]
        self.row[-1] = facts["new"]

    def knows(self) -> dict[str, object]:
        return {
            "rats": self.rats,
            "hands": self.hands,
            "tokens": self.tokens,
            "influence": list(self.influence.values()),
            "deck, pile, pool": [self.deck, self.pile, self.pool],
            "supplies": {kind: self.supplies[kind] for kind in OTHER_NAMES},
            "row": self.row,
        }


def lies_there(state: RattusCartus) -> dict[str, object]:
    seats = range(int(state.seats))
    return {
        "rats": [state.rats(s) for s in seats],
        "hands": [state.hand_size(s) for s in seats],
        "tokens": [state.token_count(s) for s in seats],
        "influence": [state.influence(s, which) for s in seats for which in range(len(CLASS_NAMES))],
        "deck, pile, pool": [state.deck_size, state.pile_size, state.pool_size()],
        "supplies": state.supplies_in_words(),
        "row": state.row_in_words(),
    }


@pytest.mark.parametrize(("seats", "options"), WAYS)
def test_a_game_can_be_followed_by_ear(seats: int, options: dict[str, Any]) -> None:
    """Rats, cards, influence, tokens and supplies, added up from the events alone, are what lies on the table."""
    told: list[Event] = []
    listener = Listener(seats)
    for state in played(seats, options, told):
        for event in told:
            listener.hears(event)
        told.clear()
        if state.actors() != [int(DEALER)] and not state.over:
            assert listener.knows() == lies_there(state)


def test_a_second_look_declined_does_not_undo_the_first() -> None:
    """RC-8.10: in the Tent each look is declined in its place, whichever card the first was at."""
    for slot in range(5):
        state = game("rattus-cartus", 3).load(
            {
                "phase": "C",
                "round": 1,
                "row": ["fortune_tellers_tent-1", "palace-1"],
                "nun_row": ["church-4", "magic-0", "royalty-2", "chivalry-3", "peasantry-1"],
                "seats": [{}, {}, {}],
                "waiting": [0, 1, 2],
                "pending": {"what": "D3", "seats": [0]},
            }
        )
        for seat, move in enumerate(("enter 0", "enter 1", "enter 1")):
            state.play(seat, move)
        told: list[Event] = []
        state.listener = told.append
        state.play(0, f"look {slot}")
        state.play(0, "skip")
        assert [event.kind for event in told][:4] == ["action", "looked", "look_declined", "discarded"]


# A deck with two looks on a card


def town_of_two_looks(folder: Path, order: str, seen: list[int]) -> tuple[State, list[Event]]:
    """Two seats choose supplies; the first card of the row gives two looks, the second two rats. What seat 1 has seen
    already is `seen`."""
    text = (rulebook("rattus-cartus").folder / "cards.toml").read_text(encoding="utf-8")
    one = 'id = "palace-3", type = "palace", class = "royalty", draw = 2, rats = 0, look = 1'
    assert one in text
    deck = folder / "two_looks.toml"
    deck.write_text(text.replace(one, one.replace("draw = 2, rats = 0, look = 1", "draw = 0, rats = 0, look = 2")))
    state = game("rattus-cartus", 2, deck=str(deck), supply_order=order).load(
        {
            "phase": "B",
            "round": 1,
            "row": ["palace-3", "farm-4"],
            "nun_row": ["church-4", "magic-0", "royalty-2", "chivalry-3", "peasantry-1"],
            "seats": [{}, {"seen": seen}],
            "pending": {"what": "D1", "seats": [0, 1] if order == "together" else [0]},
        }
    )
    told: list[Event] = []
    state.listener = told.append
    return state, told


def looks(told: list[Event]) -> list[tuple[object, object]]:
    return [(event.facts["seat"], event.facts["slot"]) for event in told if event.kind == "looked"]


@pytest.mark.parametrize("order", ["turn", "together"])
def test_the_second_look_of_a_supply_is_at_another_card(tmp_path: Path, order: str) -> None:
    """RC-4.5, RC-4.7: one after the other a seat takes both its looks; together all take their first before any takes
    its second."""
    state, told = town_of_two_looks(tmp_path, order, [])
    moves = [(0, "supply 0"), (0, "look 0"), (0, "look 3"), (1, "supply 0"), (1, "look 2"), (1, "look 1")]
    if order == "together":
        moves = [moves[0], moves[3], moves[1], moves[4], moves[2], moves[5]]
    for seat, move in moves:
        state.play(seat, move)
        if move == "look 0" and order == "turn":
            assert [state.game.move(m).text for m in state.legal(0)] == ["look 1", "look 2", "look 3", "look 4"]
    seen = [(0, 0), (0, 3), (1, 2), (1, 1)]
    assert looks(told) == ([seen[0], seen[2], seen[1], seen[3]] if order == "together" else seen)
    assert state.position()["phase"] == "C"


@pytest.mark.parametrize("order", ["turn", "together"])
def test_only_who_has_a_second_look_takes_one(tmp_path: Path, order: str) -> None:
    """And whoever has seen all five cards is asked for neither: the two lowest count as looked at."""
    state, told = town_of_two_looks(tmp_path, order, [0, 1, 2, 3, 4])
    state.play(0, "supply 1")
    state.play(1, "supply 0")
    assert looks(told) == [(1, 0), (1, 1)]
    assert state.position()["phase"] == "C"


# The record

SAID = {
    DREW: {"seat", "kind", "count"},
    TOOK: {"seat", "kind", "count"},
    SHOWED: {"seat", "count"},
    GAVE: {"seat", "other", "count", "before", "laid"},
    RESHUFFLED: {"count"},
}


def test_a_note_says_what_belongs_to_its_kind_and_nothing_else() -> None:
    found = []
    for seats, options in WAYS[2:6]:
        *_, state = played(seats, options)
        assert isinstance(state.memory, Record)
        found += notes(state.memory, state.noted)
    for note in found:
        assert {name for name in ("other", "kind", "before", "laid") if getattr(note, name)} <= SAID[note.what]
        assert note.count == (len(note.cards) if note.what in (SHOWED, GAVE, RESHUFFLED) else note.count) > 0
    assert {note.what for note in found} == set(SAID)


def test_every_card_turned_up_is_noted_even_a_single_one() -> None:
    """Whoever lays one card, and whoever plays a Pass, shows it to all (RC-15.8)."""
    told: list[Event] = []
    shown: list[list[str]] = []
    *_, state = played(5, SECOND_BUILDINGS, told)
    for event in told:
        if event.kind in ("revealed", "hospital") and event.facts["cards"]:
            shown.append(list(event.facts["cards"]))  # type: ignore[call-overload]
        elif event.kind == "pass_played":
            shown.append(["pass"])
    view: Any = state.view(0)
    assert [note.cards for note in view.trace if note.what == "showed"] == shown
    assert {1, 2} <= {len(cards) for cards in shown}


def test_a_table_that_goes_on_writes_into_the_record_it_has() -> None:
    """A copy is taken only by whoever goes on from a point that the record has passed."""
    records = {id(state.memory): state.memory for state in played(4, {}) if state.noted > 0}
    assert len(records) == 1


# Payoffs


def test_winners_share_the_victory_alike_and_nobody_else_has_any_of_it() -> None:
    """Four seats with 10 points or none and rats around the border of the plague (RC-13.2 to RC-13.5)."""
    rng = Rng(4)
    for _ in range(300):
        seats = [
            {"rats": 3 + rng.below(4), "influence": [9 * (place == seat and rng.below(3) > 0) for place in range(6)]}
            for seat in range(4)
        ]
        end = game("rattus-cartus", 4).load(
            {
                "phase": "over",
                "round": 8,
                "building_discard": [name for name in BUILDING_IDS if int(BUILDING_IDS.index(name)) // 5 % 2 == 0][:24],
                "nun_row": ["church-4", "magic-1", "royalty-0", "chivalry-0", "peasantry-0"],
                "seats": seats,
            }
        )
        result = end.result()
        assert result is not None
        assert end.returns() == [(s in result.winners) / max(len(result.winners), 1) for s in range(4)]


def test_what_is_picked_for_a_guard_tower_is_counted_whatever_it_is() -> None:
    """RC-9.4: up to three cards, also of the first kind, in rising order."""
    state = game("rattus-cartus", 2).start(1)
    assert isinstance(state, RattusCartus)
    for one in range(int(n.KINDS)):
        for two in range(one, int(n.KINDS)):
            assert [state.picks_made(one + 1), state.last_pick(one + 1)] == [1, one + 1]
            assert state.picks_made(one + 1 | (two + 1) << 6) == 2
            assert state.last_pick(one + 1 | (two + 1) << 6) == two + 1
