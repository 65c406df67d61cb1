"""Piratz: what scenarios cannot say. The odds of the bag, the size of small game trees, card files of one's own."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import mischief
from mischief.engine.chance import Rng
from mischief.engine.errors import BadCards, BadOption, BadPosition
from mischief.engine.events import Event
from mischief.engine.seats import DEALER, WATCHER
from mischief.engine.state import State
from mischief.games.piratz import sets
from mischief.games.piratz.cards import read_deck, standard_deck
from mischief.games.piratz.rules import Piratz

CARD_FILE = mischief.rulebook("piratz").folder / "cards.toml"
CUBES_OF_TWO = {
    "rings": ["silver"],
    "coins": ["wood"],
    "pearls": ["gold"],
    "gems": ["copper"],
    "goblets": ["silver"],
    "shells": ["gold"],
}


def all_but(*cards: str) -> list[str]:
    """The cards of a game for two, without these."""
    skulls = ("pz07", "pz24", "pz25", "pz29", "pz31", "pz32")
    return [f"pz{n:02d}" for n in range(50) if f"pz{n:02d}" not in (*cards, *skulls)]


def table_of_two(**table: Any) -> State:
    """A small table: cards not named lie in pile 0."""
    named = [*table.get("faceup", []), *table.get("draw", []), *table.get("discard", [])]
    named += [card for card, _ in table.get("buried", [])]
    position = {"players": 2, "phase": "turn", "active": 0, "cubes": CUBES_OF_TWO, "piles": [all_but(*named), []]}
    return mischief.game("piratz", 2).load(position | table)


# Sets of cards


@pytest.mark.parametrize("cards", [1, 1 << 49, 0b1011, (1 << 50) - 1, 0x2AAAAAAAAAAAA, 1 << 31 | 1 << 32])
def test_a_set_of_cards_knows_its_members(cards: int) -> None:
    members = sets.members(cards)
    assert sum(1 << card for card in members) == cards
    assert sets.size(cards) == len(members)
    assert sets.first(cards) == members[0]
    assert [sets.nth(cards, n) for n in range(len(members))] == members
    assert sets.several(cards) == (len(members) > 1)
    assert [sets.just(card) for card in members] == [1 << card for card in members]


# Chance


def test_every_card_of_the_bag_is_equally_likely() -> None:
    state = table_of_two(draw=["pz03", "pz17", "pz30", "pz49"])
    state.play(0, "reveal")
    rng = Rng(1)
    drawn = Counter(int(state.sample(rng)) for _ in range(8000))
    assert set(drawn) == set(state.odds()) == {3, 17, 30, 49}
    assert all(abs(times - 2000) < 200 for times in drawn.values())


def test_cubes_are_drawn_by_how_many_are_left() -> None:
    state = mischief.game("piratz", 3).begin()
    for cube in ("cube gold", "cube gold", "cube wood"):
        state.play(int(DEALER), cube)
    rng = Rng(2)
    drawn = Counter(int(state.sample(rng)) for _ in range(9000))
    assert state.odds() == {50: 1, 51: 3, 52: 3, 53: 2}
    assert all(abs(drawn[outcome] - 1000 * weight) < 150 for outcome, weight in state.odds().items())


def test_nothing_is_secret_so_every_imagined_world_is_this_one() -> None:
    state = mischief.game("piratz", 4).start(3)
    rng = Rng(3)
    while not state.over:
        for seat in (0, 3, int(WATCHER)):
            assert state.imagine(seat, rng).position() == state.position()
        views = [state.view(seat) for seat in (0, 1, 2, 3, None)]
        for seat, view in zip((0, 1, 2, 3, None), views, strict=True):
            assert view.seat == seat
            view.seat = None
            assert view == views[-1]
        seat = int(state.actor())
        legal = state.legal(seat)
        state.play(seat, legal[rng.below(len(legal))])


# Small trees, counted in full


def nodes(state: State, depth: int) -> int:
    """The states that can follow in so many decisions, the Dealer's included, counted along every path."""
    if depth == 0 or state.over:
        return 1
    seat = int(state.actor())
    found = 1
    for action in state.legal(seat):
        child = state.clone()
        child.play(seat, action)
        found += nodes(child, depth - 1)
    return found


def test_a_first_turn_of_two_has_so_many_continuations() -> None:
    """Reveal or pass; 44 cards to draw; then stay, leave with nothing, or with one of the kinds on the card."""
    state = mischief.game("piratz", 2).start(1)
    kinds = sum(sum(count > 0 for count in card.counts) for card in standard_deck().cards if not card.skull)
    assert kinds == 10 + 12 + 13 + 14 + 15 + 16
    # the root; reveal, pass empty; 44 cards after the reveal, seat 1 reveals after the pass
    assert nodes(state, 2) == 1 + 2 + (44 + 1)
    # after a card: stay, pass empty and the kinds on it; after seat 1's wish: 44 cards
    assert nodes(state, 3) == 1 + 2 + (44 + 1) + (2 * 44 + kinds + 44)


def test_the_last_card_of_a_game_has_so_many_endings() -> None:
    """Seat 0 alone, one rat face up and one in the bag. Reveal leads to an alert with three answers, of which only
    declining leaves a burial to choose; leaving at once takes the ring or nothing."""
    state = table_of_two(faceup=["pz00"], draw=["pz01"], final_round=True, middle=[1])
    assert state.legal(0) == [0, 2, 8]
    assert nodes(state, 10) == 1 + 2 + 1 + 1 + 3 + 2


# Words and events


def test_the_events_of_a_turn_come_in_their_order() -> None:
    state = table_of_two(faceup=["pz00", "pz21"], draw=["pz05"], discard=["pz12", "pz20"])
    told: list[Event] = []
    state.listener = told.append
    state.play(0, "reveal")
    state.play(int(DEALER), "deal pz05")
    assert [event.kind for event in told] == ["card_revealed", "final_round", "rat_alert"]
    told.clear()
    state.play(0, "take pz05, bury pz21")
    expected = ["passed", "rat_taken", "card_buried", "reshuffled", "last_spade", "turn_started"]
    assert [event.kind for event in told] == expected
    assert all(not event.only for event in told)


def test_running_scores_are_those_of_a_scoring_now() -> None:
    state = table_of_two(faceup=["pz12"], piles=[["pz18"], ["pz19", "pz01"]], draw="rest")
    # rings 2:0; coins 0:3; nothing of the others: seat 1 has the only rat
    assert state.game.running_scores(state) == (3, 1 + 4 + 2 + 3 + 4)
    assert state.position()["won"] == [[], []]


def test_a_position_of_other_house_rules_is_refused() -> None:
    game = mischief.game("piratz", 2)
    position = game.start(1).position()
    with pytest.raises(BadPosition, match=r"options\.zero_scores: this table plays with True, not False"):
        game.load(position | {"options": {"zero_scores": False}})
    with pytest.raises(BadPosition, match=r"options\.parrots"):
        game.load(position | {"options": {"parrots": 3}})
    with pytest.raises(BadPosition, match="players"):
        game.load(position | {"players": 3})
    with pytest.raises(BadOption, match="cube_pick"):
        mischief.load(position | {"options": {"cube_pick": "low"}})


# Card files of one's own


def changed(tmp_path: Path, *changes: tuple[str, str]) -> Path:
    """A copy of our card file with some rows changed."""
    text = CARD_FILE.read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


BAD_FILES = {
    "not even a file of rows": ([("[card]", "[card")], r"mine\.toml: "),
    "a row without its letters": ([('pz49 = { shows = "KSSS", ', "pz49 = { ")], r"missing required field `shows`"),
    "a card too few": ([('pz49 = { shows = "KSSS", source = "ours" }', "")], r"card pz49: this row is missing"),
    "a card too many": ([("[card]", '[card]\npz50 = { shows = "R", source = "ours" }')], r"card pz50: the cards"),
    "a letter of no treasure": ([('"KSSS"', '"KSSX"')], r"card pz49: no treasure has the letter 'X'"),
    "a bare card": ([('"KSSS"', '""')], r"card pz49: a card shows 1 to 4 treasures, not 0"),
    "a crowded card": ([('"KSSS"', '"KSSSS"')], r"card pz49: a card shows 1 to 4 treasures, not 5"),
    "a rat out of line": ([('"KSSS", ', '"KSSS", rat = true, ')], r"card pz49: rat cards have the lowest numbers"),
    "a skull too many": ([('"KSSS", ', '"KSSS", skull = true, ')], r"there are 7 skull cards; there should be 6"),
    "a total that is off": ([("total = 14, ", "total = 15, ")], r"treasure rings: total is 15, but the cards show 14"),
    "a total for two that is off": ([("total_for_two = 22", "total_for_two = 21")], r"shells: total_for_two is 21"),
    "a cube too many": ([("value = 4, copies = 3", "value = 4, copies = 4")], r"there are 13 cubes; there should"),
    "a cube of another value": ([("value = 4", "value = 5")], r"cube gold: the value should be 4, not 5"),
    "cubes below nought": ([("value = 4, copies = 3", "value = 4, copies = -1")], r"cube gold: copies should be 0"),
    "an unknown colour": ([("gold   =", "lead   =")], r"cube: the rows should be gold, silver, copper, wood"),
    "a letter twice": ([('letter = "C"', 'letter = "R"')], r"every treasure needs a letter of its own"),
    "a letter too long": ([('letter = "C"', 'letter = "CO"')], r"treasure coins: letter should be a single one"),
    "a source from nowhere": ([('"KSSS", source = "ours"', '"KSSS", source = "hearsay"')], r"card pz49: source should"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD_FILES)
def test_a_card_file_that_does_not_add_up_is_refused(name: str, tmp_path: Path) -> None:
    changes, says = BAD_FILES[name]
    with pytest.raises(BadCards, match=says):
        read_deck(changed(tmp_path, *changes))


def test_one_rat_is_too_few(tmp_path: Path) -> None:
    text = CARD_FILE.read_text(encoding="utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(
        text.replace("rat = true, ", "").replace('pz00 = { shows = "R", ', 'pz00 = { shows = "R", rat = true, ')
    )
    with pytest.raises(BadCards, match="there are 1 rat cards; there should be at least 2"):
        read_deck(path)


@pytest.mark.parametrize("name", ["nowhere.toml", "notes.txt", "folder.toml"])
def test_a_path_without_a_card_file(name: str, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("dear diary")
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(BadCards, match=f"{name}: there is no card file here"):
        mischief.game("piratz", 2, deck=str(tmp_path / name))


def test_a_deck_with_other_rats_renumbers_the_moves(tmp_path: Path) -> None:
    path = changed(tmp_path, ('pz12 = { shows = "R", ', 'pz12 = { shows = "R", rat = true, '))
    game = mischief.game("piratz", 2, deck=str(path))
    assert game.num_actions == 75
    assert [game.move(a).text for a in (10, 22, 23, 72, 73, 74)] == [
        "take pz00",
        "take pz12",
        "bury pz00",
        "bury pz49",
        "pick high",
        "pick low",
    ]
    state = game.load({"phase": "turn", "active": 0, "faceup": ["pz00"], "cubes": CUBES_OF_TWO})
    state.play(0, "reveal")
    state.play(int(DEALER), "deal pz12")
    assert [game.move(a).text for a in state.legal(0)] == ["no rat", "take pz00", "take pz12"]
    assert mischief.load(state.position()).position() == state.position()


def test_the_newest_card_is_the_one_that_was_revealed_last() -> None:
    """Whatever its number."""
    there = all_but()
    plain = [n for n, card in enumerate(standard_deck().cards) if not card.rat and f"pz{n:02d}" in there]
    state = mischief.game("piratz", 2).load({"phase": "turn", "active": 0, "cubes": CUBES_OF_TWO})
    assert isinstance(state, Piratz)
    for number, card in enumerate((plain[3], plain[0], plain[5], plain[1])):
        state.play(number % 2, "reveal")
        state.play(int(DEALER), f"deal pz{card:02d}")
        assert state.newest() == card
        state.play(number % 2, "stay")


def test_the_printed_deck_has_its_numbers() -> None:
    """Section by section: PZ-1.2, PZ-1.3, PZ-1.6."""
    deck = standard_deck()
    assert deck.totals == (14, 16, 18, 20, 22, 24)
    assert deck.totals_for_two == (12, 14, 16, 18, 20, 22)
    assert deck.rats == 12
    assert Counter(sum(card.counts) for card in deck.cards) == {1: 12, 2: 18, 3: 14, 4: 6}
    assert len({(card.shows, card.rat) for card in deck.cards}) == 50
    assert sum(copies * value for copies, value in zip(deck.mix, (4, 3, 2, 1), strict=True)) == 30
    assert mischief.game("piratz", 2).num_actions == 74


# Sensible play


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_sensible_play_beats_chance(seats: int) -> None:
    game = mischief.game("piratz", seats)
    sensible = game.heuristic()
    rng = Rng(seats)
    won = 0.0
    for number in range(20):
        state = game.start(number)
        while not state.over:
            seat = int(state.actor())
            if seat == number % seats:
                state.apply(seat, sensible.choose(state, seat, rng))
            else:
                legal = state.legal(seat)
                state.apply(seat, state.sample(rng) if seat == DEALER else legal[rng.below(len(legal))])
        won += state.payoff(number % seats)
    assert won >= 18
