"""Pie Rats: what scenarios cannot say. Shares of imagined worlds, sizes of small game trees, other card files."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import pytest

import mischief
from mischief.engine.chance import Rng
from mischief.engine.errors import BadCards, BadOption
from mischief.engine.policy import AnyMove
from mischief.engine.seats import DEALER, NOBODY, WATCHER
from mischief.engine.state import State
from mischief.games.pie_rats import sets
from mischief.games.pie_rats.cards import read_deck
from mischief.games.pie_rats.contents import contents
from mischief.games.pie_rats.game import PieRatsGame
from mischief.games.pie_rats.rules import PieRats

CARD_FILE = mischief.rulebook("pie-rats").folder / "cards.toml"
GOODS = {
    **{"doubloons": 5, "hooked_hand": 3, "parrot": 2, "cutlass": 3, "spyglass": 2, "charm": 3},
    **{"carob_bean": 4, "kidnapping": 3, "mirror": 2, "spinach": 3, "charisma_theft": 2},
}


def all_but(*cards: str) -> list[str]:
    """The whole deck without these cards."""
    deck = [f"c{n:02d}" for n in range(48)] + [name for name, copies in GOODS.items() for _ in range(copies)]
    for card in cards:
        deck.remove(card)
    return deck


def load(seats: int, options: dict[str, Any] | None = None, **position: Any) -> State:
    return mischief.game("pie-rats", seats, **(options or {})).load({"n": seats, **position})


# Sets of rats and bags of goods


@pytest.mark.parametrize("rats", [1, 1 << 47, 0b1011, (1 << 48) - 1, 0xAAAAAAAAAAAA, 1 << 31 | 1 << 32, 1 << 24])
def test_a_set_of_rats_knows_its_members(rats: int) -> None:
    assert sum(1 << rat for rat in sets.members(rats)) == rats
    assert sets.size(rats) == rats.bit_count()
    assert sets.first(rats) == (rats & -rats).bit_length() - 1
    assert [sets.just(n) for n in range(48)] == [1 << n for n in range(48)]


def test_the_deck_adds_up() -> None:
    deck = read_deck(CARD_FILE)
    assert sum(rat.strength for rat in deck.crew) == 132
    assert sum(pie.weight for pie in deck.pies) == 142
    assert sum(pie.points for pie in deck.pies) == 72
    assert Counter(int(price) for price in PieRatsGame(2).house.price) == {3: 14, 4: 17, 5: 12, 6: 5}
    assert all(a.points <= b.points for a in deck.pies for b in deck.pies if a.weight < b.weight)


def test_what_is_in_the_box_is_what_is_in_the_card_file() -> None:
    deck, box = read_deck(CARD_FILE), contents(PieRatsGame(2))
    assert all(len(row) == len(rows[0]) for rows in box.values() for row in rows)
    listed = [(name, row[0], row[1]) for row in box["crew"][1:] for name in str(row[2]).split(", ")]
    signs = {-1: "-1", 0: "0", 1: "+1", 2: "+2"}
    assert sorted(listed) == sorted((rat.name, rat.strength, signs[rat.loyalty]) for rat in deck.crew)
    assert [row[0] for row in box["pies"][1:]] == [pie.name for pie in deck.pies]
    assert [row[-1] for rows in (box["charisma"], box["action_items"]) for row in rows[1:]] == list(GOODS.values())
    assert box["loyalty"][1:] == [("-1", 3, 14), ("0", 4, 17), ("+1", 5, 12), ("+2", 6, 5)]


def test_the_captains_of_the_options_are_those_of_the_card_file() -> None:
    option = next(o for o in PieRatsGame.option_list if o.name == "captains")
    assert option.pick_means[1:] == tuple(captain.id for captain in read_deck(CARD_FILE).captains)
    assert option.picks == (None, *range(len(option.pick_means) - 1))


def test_a_printed_table_shows_what_lies_on_it() -> None:
    state = load(
        2,
        phase="P5_PAY",
        lead=0,
        turn=0,
        sill=["p14"],
        hands=[["c00"], ["mirror"]],
        crews=[["c46"], ["c22", "c26"]],
        spinach=["c46"],
        sideways=["c46"],
        charisma=[["charm", "cutlass", "doubloons"], []],
        pending={"kind": "lure", "seat": 0, "targets": ["c26"], "pay": []},
    )
    told = str(state)
    for words in (
        "Phase: 5, paying",
        "> Seat 0, hook",
        "c46 Mighty Myrtle 0/10 Spinach sideways",
        "p14 Harvest Mincemeat (weight 13, 10 points)",
        "hand: mirror",
        "Seat 0 lures c26 for nothing",
    ):
        assert words in told


# What cannot be known


def test_imagined_hands_have_their_exact_shares() -> None:
    """Cards change places within their age only; the newest age shares with the draw pile (PR-9.6)."""
    hands = [["c00"], ["mirror", "c01"], ["kidnapping", "c02"]]
    draw = ["c03", "doubloons", "doubloons"]
    state = load(
        3,
        phase="P2",
        lead=0,
        turn=0,
        sill=["p14"],
        hands=hands,
        ages=[[0], [0, 1], [0, 1]],
        reshuffles=1,
        draw=draw,
        discard=all_but(*(card for hand in hands for card in hand), *draw),
    )
    expected: Counter[tuple[str, ...]] = Counter()
    for old in permutations(["mirror", "kidnapping"]):
        for new in permutations(["c01", "c02", *draw], 2):
            expected[old[0], new[0], old[1], new[1]] += 1
    rng = Rng(3)
    games = 8000
    found: Counter[tuple[str, ...]] = Counter()
    for _ in range(games):
        world = state.imagine(0, rng).position()
        assert world["ages"] == [[0], [0, 1], [0, 1]]
        found[tuple(world["hands"][1] + world["hands"][2])] += 1  # type: ignore[index]
    assert set(found) == set(expected)
    for world_hands, ways in expected.items():
        share = games * ways / sum(expected.values())
        assert abs(found[world_hands] - share) < 5 * share**0.5


def test_a_spectator_imagines_every_hand() -> None:
    draw = ["c02"]
    state = load(
        2,
        phase="P2",
        lead=0,
        turn=0,
        sill=["p14"],
        hands=[["c00"], ["c01"]],
        draw=draw,
        discard=all_but("c00", "c01", *draw),
    )
    rng = Rng(4)
    found = Counter(str(state.imagine(WATCHER, rng).position()["hands"]) for _ in range(3000))
    assert len(found) == 6
    assert all(abs(times - 500) < 110 for times in found.values())


def test_choices_of_getting_ready_are_forgotten_but_for_ones_own() -> None:
    """PR-9.3: what others set aside, and that they are done, is not known."""
    state = load(3, phase="READY", lead=0, sill=["p14"], hands=[["c00", "c01"], ["c02", "c03"], []])
    state.play(0, "toss c01")
    state.play(1, "toss c02, pass")
    pending: Any = state.imagine(0, Rng(1)).position()["pending"]
    assert pending == {"kind": "ready", "aside": [["c01"], [], []], "done": [False, False, True]}
    pending = state.imagine(1, Rng(1)).position()["pending"]
    assert [len(cards) for cards in pending["aside"]] == [0, 1, 0]
    assert pending["done"] == [False, True, True]


def test_whom_a_window_asks_never_depends_on_hidden_cards() -> None:
    """PR-10.8: in any world that a spectator cannot tell from the true one, the same seats are asked in the same order
    as long as all pass."""
    game = mischief.game("pie-rats", 4, phase6="never")
    rng = Rng(11)
    windows = 0
    for _ in range(4):
        state = game.begin()
        while state.actor() != NOBODY:
            seat = state.actor()
            if game.form(state) == "window":
                windows += 1
                assert asked_while_passing(state.clone()) == asked_while_passing(state.imagine(WATCHER, rng))
            moves = state.legal(int(seat))
            state.apply(seat, state.sample(rng) if seat == DEALER else moves[rng.below(len(moves))])
    assert windows > 100


def asked_while_passing(state: State) -> list[int]:
    asked = []
    while state.game.form(state) == "window":
        asked.append(int(state.actor()))
        assert state.game.window_pass(state, asked[-1]) == 0
        state.play(asked[-1], "pass")
    return asked


def test_whatever_is_tossed_lies_on_the_discard_pile() -> None:
    """PR-9.3, PR-1.7."""
    for card in [*(f"c{n:02d}" for n in range(48)), *GOODS]:
        state = load(3, phase="READY", lead=0, sill=["p14"], hands=[[card], [], []])
        state.play(0, f"toss {card}")
        assert state.position()["discard"] == [card]
    for good, copies in GOODS.items():
        twice = load(3, phase="READY", lead=0, sill=["p14"], hands=[[good], [good], []])
        twice.play(0, f"toss {good}")
        twice.play(1, f"toss {good}")
        assert copies > 1
        assert twice.position()["discard"] == [good, good]


def test_a_card_is_drawn_without_chance_where_all_that_are_left_are_alike() -> None:
    """One look at the pile says so for every pair of kinds, and for three of one."""
    piles = [list(pair) for pair in combinations(["c00", "c47", *GOODS], 2)]
    piles += [[kind] * copies for kind, copies in GOODS.items()] + [["c00"], ["c31", "c47"], ["c12", "mirror"]]
    for pile in piles:
        hands, rest = [["c20"], [], []], all_but("c20", *pile)
        state = load(3, phase="READY", lead=0, sill=["p14"], hands=hands, draw=pile, discard=rest)
        assert isinstance(state, PieRats)
        assert state.one_kind_left() == (len(set(pile)) == 1), pile


def test_rats_straighten_up_only_where_some_lay_sideways() -> None:
    """PR-9.1: a round without a rat on its side says nothing of it."""
    told: list[Any] = []
    game = mischief.game("pie-rats", 3)
    rounds = 0
    for seed in range(3):
        state, rng = game.start(seed), Rng(seed)
        state.listener = lambda event: told.append(event.facts["crew"]) if event.kind == "straightened" else None
        while state.actor() != NOBODY:
            seat = state.actor()
            moves = state.legal(int(seat))
            state.apply(seat, state.sample(rng) if seat == DEALER else moves[rng.below(len(moves))])
        assert isinstance(state, PieRats)
        rounds += int(state.round_number)
    assert 0 < len(told) < rounds
    assert all(told)


# Sizes of small game trees


def nodes(state: State, depth: int) -> int:
    """How many sequences of so many decisions there are, the Dealer's included."""
    actors = state.actors()
    if depth == 0 or not actors:
        return 1
    total = 0
    for action in state.legal(actors[0]):
        child = state.clone()
        child.apply(actors[0], action)
        total += nodes(child, depth - 1)
    return total


def test_a_charm_lure_has_so_many_courses() -> None:
    """Seat 0 passes, or lures c22 (alone, or with c26), or c26 (alone, or with c22), or c31 alone for either card;
    the first three numbers are counted by hand."""
    state = load(
        3,
        phase="P5",
        lead=0,
        turn=0,
        sill=["p14"],
        hands=[["c00"], ["mirror"], ["carob_bean"]],
        crews=[[], ["c22", "c26", "c31"], []],
        charisma=[["charm", "cutlass"], [], []],
    )
    assert [nodes(state, depth) for depth in range(6)] == [1, 4, 7, 15, 46, 74]


def test_a_loot_has_so_many_courses() -> None:
    """To pass, two Pies, or Spinach for one of four; then 5 answers, 4 and 3 rats, 5 answers to each Spinach."""
    state = load(
        2,
        {"phase6": "never"},
        phase="P6",
        lead=0,
        turn=0,
        sill=["p02", "p06"],
        hands=[["spinach"], ["kidnapping"]],
        crews=[["c11", "c22", "c26", "c43"], ["c12"]],
    )
    assert [nodes(state, depth) for depth in range(5)] == [1, 7, 32, 103, 306]


def test_parties_are_exactly_those_without_a_superfluous_rat() -> None:
    state = load(
        2,
        {"phase6": "frozen"},
        phase="P6",
        lead=0,
        turn=0,
        sill=["p06"],
        hands=[["c00"], ["c01"]],
        crews=[["c11", "c22", "c26", "c43"], []],
    )
    strength = {"c11": 2, "c22": 3, "c26": 3, "c43": 5}
    parties = set()

    def explore(here: State) -> None:
        if here.position()["phase"] != "P6_SEND":
            gone: Any = here.position()["discard"]
            parties.add(tuple(rat for rat in gone if rat in strength))
            return
        for action in here.legal(0):
            child = here.clone()
            child.apply(0, action)
            explore(child)

    state.play(0, "loot p06")
    explore(state)
    for party in parties:
        total = sum(strength[rat] for rat in party)
        assert total >= 6
        assert total - strength[party[-1]] < 6
    assert parties == {("c11", "c22", "c26"), ("c11", "c22", "c43"), ("c11", "c26", "c43"), ("c11", "c43")} | {
        ("c22", "c26"),
        ("c22", "c43"),
        ("c26", "c43"),
    }


# Sensible play


def test_sensible_captains_beat_careless_ones() -> None:
    game = mischief.game("pie-rats", 2)
    sensible, careless = game.heuristic(), AnyMove()
    won = 0.0
    for number in range(20):
        state, rng = game.begin(), Rng(number)
        while not state.over:
            seat = state.actor()
            if seat == DEALER:
                state.apply(seat, state.sample(rng))
            else:
                state.apply(seat, (sensible if seat == number % 2 else careless).choose(state, seat, rng))
        won += state.payoff(number % 2)
    assert won >= 17


def test_the_outlook_is_shared_out_and_follows_the_points() -> None:
    ahead = load(3, phase="P2", lead=0, turn=0, round=2, sill=["p00"], loots=[[1, "p14", 1]], hands=[["c00"], [], []])
    policy = ahead.game.heuristic()
    outlooks = [policy.outlook(ahead, seat) for seat in range(3)]
    assert sum(outlooks) == pytest.approx(1.0)
    assert outlooks[1] > 1 / 3


# Bad files and options


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('id = "c07", index = 7', 'id = "c07", index = 8', "crew c07: its index should be 7"),
        ("strength = 1, loyalty = -1", "strength = 1, loyalty = -9", "crew c00: its loyalty"),
        ('name = "Thimble Thom"', 'name = "Crumb-Bum Carl"', "two cards have the name 'Crumb-Bum Carl'"),
        ('"Parrot", charisma = 2, double_lure = false', '"Parrot", charisma = 2, double_lure = true', "double_lure"),
        ('id = "mirror"', 'id = "looking_glass"', "its id should be mirror"),
        ('timing = "phase2"', 'timing = "anytime"', "its timing is phase2"),
        ("copies = 5", "copies = 6", "totals.charisma: the rows make 19 cards, but the total says 18"),
        ("main_deck = 80", "main_deck = 81", "totals.main_deck"),
        ('source = "outside"', 'source = "hearsay"', "its source should be one of"),
        ("weight = 13", 'weight = "13"', "pie p14: its weight"),
        ("[captain_stats]\ncharisma = 3", "[captain_stats]\ncharisma = -3", "captain_stats: its charisma"),
        ("crew = [", "crew = ", "cards.toml"),
    ],
)
def test_a_card_file_that_does_not_add_up_is_refused(tmp_path: Path, old: str, new: str, says: str) -> None:
    text = CARD_FILE.read_text(encoding="utf-8")
    assert old in text
    broken = tmp_path / "cards.toml"
    broken.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadCards, match=says.replace("[", r"\[")):
        read_deck(broken)


@pytest.mark.parametrize("captains", [[0, 0], [6], [True], ["hook"], [0, 1, 2]])
def test_captains_that_cannot_be_are_refused(captains: list[Any]) -> None:
    with pytest.raises(BadOption, match="captains"):
        mischief.game("pie-rats", 2, captains=captains)


def test_own_rats_may_be_picked_in_four_words() -> None:
    game = mischief.game("pie-rats", 2)
    assert [game.parse(f"{word} c22") for word in ("pick", "protect", "send", "lose")] == [[144]] * 4
