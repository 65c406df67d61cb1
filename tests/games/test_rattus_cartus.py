"""What scenarios cannot say about Rattus Cartus: proportions of imagined worlds, the memory, node counts, bad files."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from mischief import game
from mischief.engine.chance import Rng
from mischief.engine.errors import BadCards, BadOption
from mischief.engine.seats import DEALER, WATCHER
from mischief.engine.state import State
from mischief.games.rattus_cartus import numbers as n
from mischief.games.rattus_cartus.cards import BUILDING_IDS, BUILDING_NAMES, KIND_NAMES, read_components
from mischief.games.rattus_cartus.contents import contents
from mischief.games.rattus_cartus.rules import RattusCartus

CARDS = Path(__file__).parents[2] / "src" / "mischief" / "games" / "rattus_cartus" / "cards.toml"
COPIES = (4, 2, 2, 2, 4)
NUN_ROW = ["church-4", "magic-0", "royalty-2", "chivalry-3", "peasantry-1"]


def castle_round(hands: list[dict[str, int]], line: list[int]) -> State:
    """Round 1 with a Castle, a Palace and a Farm; nobody has entered yet."""
    row = ["castle-1", "palace-1", "farm-1"][: 2 if len(hands) < 4 else 3]
    return game("rattus-cartus", len(hands)).load(
        {
            "phase": "C",
            "round": 1,
            "start": line[0],
            "row": row,
            "nun_row": NUN_ROW,
            "seats": [{"hand": hand} for hand in hands],
            "waiting": line,
            "pending": {"what": "D3", "seats": [line[0]]},
        }
    )


def play(state: State, *moves: tuple[int, str]) -> None:
    for seat, text in moves:
        state.play(seat, text)


def swords(state: State, seat: int) -> int:
    assert isinstance(state, RattusCartus)
    return int(state.hand(seat, n.SWORD))


# Imagined worlds in their right proportions


def nearly_everything_seen() -> State:
    """Three seats; all but eight population cards lie in the discard pile. Seat 1 has laid one of its two face down."""
    hidden = [*NUN_ROW, "magic-0", "church-4", "church-0"]
    pile = {name: COPIES[k % 5] for k, name in enumerate(KIND_NAMES[:30])}
    for name in hidden:
        pile[name] -= 1
    return game("rattus-cartus", 3).load(
        {
            "phase": "C",
            "round": 1,
            "row": ["castle-1", "palace-1"],
            "nun_row": NUN_ROW,
            "pop_deck": {"magic-0": 1},
            "pop_discard": pile,
            "seats": [{}, {"hand": {"church-4": 1}}, {}],
            "waiting": [2, 0],
            "entries": [{"seat": 1, "slot": 0, "laid": {"church-0": 1}}],
            "pending": {"what": "D3", "seats": [2]},
        }
    )


def test_unseen_cards_are_dealt_in_exact_proportion() -> None:
    """Against every way in which the eight unseen cards may lie: five nuns, the deck, a hand, a pile."""
    state = nearly_everything_seen()
    unseen = [*NUN_ROW, "magic-0", "church-4", "church-0"]

    def facts(nuns: list[str], deck: str, hand: str, pile: str) -> tuple[int, str, str]:
        return sum(int(name[-1]) for name in nuns), hand, pile

    exact = Counter(facts(list(w[:5]), w[5], w[6], w[7]) for w in permutations(unseen))
    ways, runs = sum(exact.values()), 6_000
    found: Counter[tuple[int, str, str]] = Counter()
    rng = Rng(11)
    for _ in range(runs):
        world = state.imagine(0, rng)
        assert isinstance(world, RattusCartus)
        [deck], [hand], [pile] = (world.cards_at(first, 30) for first in (n.DECK, n.HANDS + n.KINDS, n.LAID + n.KINDS))
        nuns = [KIND_NAMES[kind] for kind in world.figures[n.NUNS : n.NUNS + 5]]
        found[facts(nuns, KIND_NAMES[deck], KIND_NAMES[hand], KIND_NAMES[pile])] += 1
    assert set(found) == set(exact)
    for fact, count in exact.items():
        share = count / ways
        assert abs(found[fact] - runs * share) < 5 * (runs * share * (1 - share)) ** 0.5, fact


def test_a_gift_between_others_moves_swords_by_chance() -> None:
    state = castle_round([{}, {"sword": 2, "magic-4": 2}, {"sword": 1}, {}], [2, 1, 0, 3])
    play(state, (2, "enter 0, sword"), (1, "enter 0, done"), (0, "enter 1"), (3, "enter 2"), (1, "magic-4, sword"))
    rng = Rng(3)
    held = Counter(swords(state.imagine(3, rng), 2) for _ in range(3_000))
    assert sorted(held) == [0, 1, 2]
    assert abs(held[0] - 500) < 100
    assert abs(held[1] - 2_000) < 130
    assert abs(held[2] - 500) < 100
    for seat in (1, 2):
        assert {swords(state.imagine(seat, rng), 2) for _ in range(50)} == {1}


def test_what_a_receiver_shows_later_is_taken_into_account() -> None:
    """Seat 2 received 2 of 4 cards, 2 of them Swords, and then turned up one Sword: it was 1 or 2 that came, in
    proportion 4 to 1, so that one is left with it in a fifth of the worlds."""
    state = castle_round([{}, {"sword": 2, "magic-4": 2}, {"sword": 1}, {}], [2, 1, 0, 3])
    play(state, (2, "enter 0, sword"), (1, "enter 0, done"), (0, "enter 1"), (3, "enter 2"), (1, "magic-4, sword"))
    play(state, (2, "skip"), (1, "skip"), (0, "skip"), (3, "skip"))
    for name in ("castle-2", "palace-2", "farm-4"):
        state.play(int(DEALER), f"building {name}")
    for seat in (3, 0, 1, 2):
        state.play(seat, "supply 2")
    play(state, (3, "enter 2"), (0, "enter 2"), (1, "enter 0, done"), (2, "enter 0, sword, done"))
    assert state.position()["pending"]["what"] == "D6"  # type: ignore[index]
    rng = Rng(5)
    held = Counter(swords(state.imagine(3, rng), 2) for _ in range(1_500))
    assert sorted(held) == [0, 1]
    assert abs(held[1] - 300) < 75


def test_secret_answers_are_imagined_evenly() -> None:
    state = game("rattus-cartus", 3, supply_order="together").start(4)
    state.play(1, "supply 1")
    rng = Rng(8)
    answers: Counter[int] = Counter()
    for _ in range(1_000):
        world = state.imagine(0, rng)
        assert isinstance(world, RattusCartus)
        answers[int(world.answer(1))] += 1
    assert sorted(answers) == [0, 1]
    assert abs(answers[0] - 500) < 80
    assert state.imagine(1, rng).position()["answers"] == {"1": 1}


def test_a_guard_towers_secret_gifts_are_imagined_evenly() -> None:
    state = game("rattus-cartus", 4, buildings="custom", custom_counts=[5, 5, 5, 0, 5, 5]).load(
        {
            "phase": "C",
            "round": 1,
            "row": ["guard_tower-1", "palace-1", "farm-1"],
            "nun_row": NUN_ROW,
            "seats": [{}, {"hand": {"joker": 2, "magic-4": 2}}, {"hand": {"church-0": 4}}, {}],
            "waiting": [0, 1, 2, 3],
            "pending": {"what": "D3", "seats": [0]},
        }
    )
    play(state, (0, "enter 0"), (1, "enter 1, done"), (2, "enter 1, done"), (3, "enter 2"), (0, "perform"))
    state.play(1, "magic-4, joker, joker")
    assert state.actors() == [2]
    rng = Rng(9)
    jokers: Counter[int] = Counter()
    for _ in range(2_000):
        world = state.imagine(3, rng)
        assert isinstance(world, RattusCartus)
        jokers[sum(kind == n.JOKER for kind in world.picks_of(1))] += 1
    assert sorted(jokers) == [1, 2]
    assert abs(jokers[2] - 1_000) < 130


def test_tokens_of_others_are_imagined_from_the_pool() -> None:
    state = castle_round([{}, {}, {}], [0, 1, 2])
    play(state, (0, "enter 1"), (1, "enter 1"), (2, "enter 0"), (2, "skip"), (0, "perform"))
    state.play(int(DEALER), "token 3")
    state.play(int(DEALER), "token 3")
    rng = Rng(2)
    threes = 0
    for _ in range(4_000):
        world = state.imagine(2, rng)
        assert isinstance(world, RattusCartus)
        threes += world.tokens(0, 3) == 2
    assert abs(threes - 4_000 * (3 / 20) * (2 / 19)) < 35
    assert state.imagine(0, rng).position()["seats"][0]["vp"] == [3, 3]  # type: ignore[index]


# The memory


def wander(seed: int, seats: int, steps: int, **options: Any) -> State:
    state, rng = game("rattus-cartus", seats, **options).begin(), Rng(seed)
    for _ in range(steps):
        actors = state.actors()
        if not actors:
            break
        legal = state.legal(actors[0])
        action = state.sample(rng) if actors[0] == DEALER else legal[rng.below(len(legal))]
        state.apply(actors[0], action)
    return state


def test_nobody_imagines_a_nun_that_was_seen_elsewhere() -> None:
    """After reshuffles, no world of any seat has more copies in the Nun-row than were never seen all at once."""
    reshuffled = 0
    for seed in range(6):
        state = wander(seed, 5, 330)
        for seat in [0, 2, 4, int(WATCHER)]:
            view: Any = state.view(None if seat == WATCHER else seat)
            reshuffled += sum(view.deck_made.values()) < 84
            for turn in range(15):
                world: Any = state.imagine(seat, Rng(turn)).position()
                lying = Counter(world["nun_row"])
                for name, count in lying.items():
                    assert count <= COPIES[int(name[-1])] - view.located.get(name, 0)
    assert reshuffled > 0


def test_imagined_tables_write_nothing_down() -> None:
    state = wander(1, 4, 150)
    before = state.position()
    world = state.imagine(0, Rng(1))
    noted = world.position()["memory"]
    rng = Rng(2)
    for _ in range(60):
        seat = world.actor()
        world.apply(seat, world.sample(rng) if seat == DEALER else world.legal(int(seat))[0])
    assert world.position()["memory"] == noted
    assert state.position() == before


def test_a_memory_that_does_not_fit_the_table_is_not_believed() -> None:
    """A position whose memory knows of no Sword taken, and of more cards seen than there can have been: worlds are
    imagined all the same, and nothing is lost in them."""
    state = castle_round([{}, {"sword": 2, "magic-4": 2}, {"sword": 1}, {}], [2, 1, 0, 3])
    position: Any = state.position()
    position["memory"]["trace"] = []
    position["memory"]["seats"][0]["located"] = {name: COPIES[k % 5] for k, name in enumerate(KIND_NAMES[:30])}
    odd = state.game.load(position)
    for seed in range(30):
        world = odd.imagine(0, Rng(seed))
        assert swords(world, 1) + swords(world, 2) == 3
        state.game.load(world.position())


def test_worlds_can_be_imagined_inside_imagined_games() -> None:
    """Such tables have written nothing down; what is dealt afresh still adds up, or the position would be refused."""
    for seed in range(8):
        state = wander(seed, 4, 120, buildings="random_cards")
        world, rng = state.imagine(1, Rng(seed)), Rng(seed)
        for _ in range(150):
            seat = world.actor()
            if world.over:
                break
            legal = world.legal(int(seat))
            world.apply(seat, world.sample(rng) if seat == DEALER else legal[rng.below(len(legal))])
            if rng.below(10) == 0:
                again = world.imagine(2, rng)
                state.game.load(again.position())
                assert again.view(2) == world.view(2)


def test_copies_share_the_past_and_not_the_future() -> None:
    state = castle_round([{"magic-0": 1}, {}, {}], [0, 1, 2])
    copy = state.clone()
    play(copy, (0, "enter 0, magic-0"), (1, "enter 1"), (2, "enter 1"))
    assert copy.view(1).located == {"magic-0": 1}  # type: ignore[attr-defined]
    assert state.view(1).located == {}  # type: ignore[attr-defined]


def test_gifts_are_known_to_giver_and_receiver_only() -> None:
    """Two worlds that differ only in which cards passed from hand to hand look the same to the third seat."""
    views = []
    for cards in ("magic-4, magic-4, joker", "church-0, magic-4, bourgeoisie-4"):
        hand = {"magic-4": 2, "church-0": 1, "joker": 1, "bourgeoisie-4": 3}
        state = castle_round([{"sword": 1}, hand, {}], [0, 1, 2])
        told: list[Any] = []
        state.listener = told.append
        play(state, (0, "enter 0, sword"), (1, "enter 0, done"), (2, "enter 1"), (1, cards))
        views.append((state.view(2), state.view(None), [event.seen_by(2) for event in told]))
    assert views[0] == views[1]


# Node counts


def nodes(state: State, depth: int) -> list[int]:
    """How many nodes each level below a state has, the Dealer's outcomes counted one by one."""
    counts = [0] * depth
    if depth == 0:
        return counts
    seat = int(state.actor())
    for action in state.legal(seat):
        child = state.clone()
        child.apply(seat, action)
        counts[0] += 1
        if child.actors():
            for level, count in enumerate(nodes(child, depth - 1), 1):
                counts[level] += count
    return counts


def test_node_counts_from_a_small_position() -> None:
    """By hand: two buildings; then a card, a Sword or nothing; then what may follow each."""
    state = castle_round([{"magic-0": 1, "sword": 1}, {}], [0, 1])
    assert nodes(state, 3) == [2, 6, 10]
    assert nodes(state, 6) == [2, 6, 10, 20, 41, 327]


# Bad input


def test_a_custom_choice_of_buildings_must_be_five_of_each_class() -> None:
    second = [name for place, name in enumerate(BUILDING_IDS) if place // 5 % 2]
    for cards, says in (
        (["farm-1", *second[:29]], "6 cards of peasantry"),
        (second[:29], "4 cards of royalty"),
        ([second[0], *second[:29]], "names brewery-1 twice"),
        (["farm-6", *second[:29]], "no building card 'farm-6'"),
    ):
        with pytest.raises(BadOption, match=says):
            game("rattus-cartus", 4, buildings="custom", custom_cards=cards)
    for counts in ([5, 5, 5], [5, 5, 5, 5, 5, 6], [True] * 6):
        with pytest.raises(BadOption, match="six whole numbers from 0 to 5"):
            game("rattus-cartus", 4, buildings="custom", custom_counts=counts)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"church-4", class = "church", person = "Monk", nuns = 4, copies = 4', None, "population cards of church"),
        ('id = "farm-3"', 'id = "farm-9"', "buildings row 3: found 'farm-9' where 'farm-3' should stand"),
        ('kind = 31, id = "sword", copies = 12', 'kind = 31, id = "sword", copies = 11', "sword cards should be 12"),
        ("value = 2, copies = 7", "value = 2, copies = 8", "tokens in vp_tokens_mixed should be 20"),
        ("value = 3, copies = 10", "value = 3, copies = 9", "rat tokens should be 50"),
        (
            "players = 3, row = 2, replacement = 12",
            "players = 3, row = 2, replacement = 11",
            "for 3 players should be 30",
        ),
        ('source = "rulebook" },\n  { kind = 31', 'source = "hearsay" },\n  { kind = 31', "other_cards row 1: source"),
        ("draw = 4, rats = 0, look = 0", "draw = -4, rats = 0, look = 0", "buildings farm-1: draw should be"),
        ('first_game = ["farm"', 'first_game = ["castle"', "first_game entry 1"),
        ("population = [", "population = {", "cards.toml"),
    ],
)
def test_a_components_file_that_does_not_add_up(tmp_path: Path, old: str, new: str | None, says: str) -> None:
    text = CARDS.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "cards.toml"
    path.write_text(text.replace(old, new or old.replace("copies = 4", "copies = 5"), 1), encoding="utf-8")
    with pytest.raises(BadCards, match=says):
        read_components(path)


# What is written out elsewhere, and could go stale


def test_the_options_name_the_buildings_of_the_box() -> None:
    """options.toml writes out which building is the first of each class, and a choice of all the second ones."""
    options = {option.name: option for option in game("rattus-cartus").option_list}
    assert options["custom_counts"].each == BUILDING_NAMES[::2]
    assert options["custom_counts"].picks == tuple(range(int(n.COPIES) + 1))
    assert options["custom_cards"].examples == ([name for card, name in enumerate(BUILDING_IDS) if card // 5 % 2],)


def test_the_option_says_what_the_tokens_are_worth() -> None:
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    worth = next(option for option in game("rattus-cartus").option_list if option.name == "vp_tokens").means[0]
    mixed = read_components(CARDS).tokens_mixed
    assert worth == ", ".join(f"{words[copies]} of {value}" for value, copies in enumerate(mixed, 1))


def test_the_tables_of_the_rulebook_come_from_the_card_file(tmp_path: Path) -> None:
    """Every card is in them, and whoever corrects a row of the file reads the corrected one."""
    book: Any = game("rattus-cartus")
    tables = contents(book)
    assert [len({len(row) for row in rows}) for rows in tables.values()] == [1] * len(tables)
    assert tables["people"][-1][-1] == 84
    assert sum(int(str(row[1])) for row in tables["other_cards"][1:]) == sum(book.components.copies[30:])
    supplies = [supply for row in tables["buildings"][1:] for supply in str(row[3]).split("; ")]
    assert len(supplies) == len(BUILDING_IDS)
    corrected = CARDS.read_text(encoding="utf-8").replace(
        "draw = 4, rats = 0, look = 0", "draw = 0, rats = 1, look = 2", 1
    )
    (tmp_path / "cards.toml").write_text(corrected, encoding="utf-8")
    book.components = read_components(tmp_path / "cards.toml")
    assert str(contents(book)["buildings"][1][3]).startswith("lose 1 rat, 2 looks; ")
