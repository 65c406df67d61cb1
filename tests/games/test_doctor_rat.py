"""What scenarios cannot say of Doctor Rat: counts, odds, beliefs, and how well its heuristics play."""

from __future__ import annotations

import json
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import mischief
from mischief.engine.chance import Rng
from mischief.engine.errors import BadCards, BadOption
from mischief.engine.invariants import plain
from mischief.engine.playout import play_out_by, walk
from mischief.engine.seats import DEALER, WATCHER
from mischief.engine.state import State
from mischief.games.doctor_rat.cards import read_cards
from mischief.games.doctor_rat.contents import contents
from mischief.games.doctor_rat.game import DoctorRatGame
from mischief.games.doctor_rat.heuristic import Sensible
from mischief.games.doctor_rat.numbers import CANDIDATES, CODES, IDENTITIES
from mischief.games.doctor_rat.rules_candidates import DietBook
from mischief.games.doctor_rat.setup_supply import Supply

Restriction = tuple[int, int, int]
EXAMPLE_ONE = [("CR2", "good"), ("LR2", "bad"), ("LY4", "good")]


def table(seats: int = 2, **options: Any) -> DoctorRatGame:
    game = mischief.game("doctor-rat", seats, **options)
    assert isinstance(game, DoctorRatGame)
    return game


def book(**options: Any) -> DietBook:
    return table(4, **options).house.book


def restrictions(diets: DietBook, who: int) -> list[Restriction]:
    places = range(who * int(CANDIDATES), who * int(CANDIDATES) + int(diets.counts[who]))
    return [(int(diets.kinds[p]), int(diets.firsts[p]), int(diets.seconds[p])) for p in places]


def group(identity: str, diet: dict[str, Any], row: list[tuple[str, str]]) -> dict[str, Any]:
    return {"identity": identity, "diet": diet, "row": [{"card": card, "mark": mark} for card, mark in row]}


def example_one(row_of_first: list[tuple[str, str]]) -> dict[str, Any]:
    """Two groups choose in meal 4; the second has eaten the cards of example 1."""
    return {
        "meal": 4,
        "phase": "C_propose",
        "centre": ["LB1", "LB2"],
        "trash": ["LG1", "LG2"],
        "groups": [
            group("VG2", {"kind": "plus_minus"}, row_of_first),
            group("CR3", {"kind": "identical", "category": "type"}, EXAMPLE_ONE),
        ],
    }


def diet_of(state: State, number: int) -> str:
    diet = state.position()["groups"][number]["diet"]  # type: ignore[index]
    return " ".join([diet["kind"], *map(str, diet.get("specs", [])), diet.get("category", "")]).strip()


def shares(state: State, seat: int, what: Callable[[State], str], draws: int) -> dict[str, float]:
    rng = Rng(20)
    found = Counter(what(state.imagine(seat, rng)) for _ in range(draws))
    return {key: count / draws for key, count in found.items()}


# Counts and odds


@pytest.mark.parametrize(("families", "total", "alternating"), [("any", 237, 96), ("same", 182, 41)])
def test_each_identity_has_the_counted_restrictions(families: str, total: int, alternating: int) -> None:
    """DR-14.3."""
    diets = book(alternating_families=families)
    for who in range(int(IDENTITIES)):
        kinds = Counter(kind for kind, _, _ in restrictions(diets, who))
        assert kinds == {0: 87, 1: 47, 2: alternating, 3: 3, 4: 3, 5: 1}
        assert int(diets.counts[who]) == total


def test_each_identity_has_209_behaviours() -> None:
    """DR-14.4: by what they say of every food after every food, in odd and even places."""
    diets = book()
    for who in range(int(IDENTITIES)):
        behaviours = {
            tuple(int(diets.good_foods(kind, a, b, before, odd)) for odd in (0, 1) for before in range(60))
            for kind, a, b in restrictions(diets, who)
        }
        assert len(behaviours) == 209


def test_joint_restrictions_are_counted() -> None:
    """DR-14.5: pairs one by one; for the third, what the first two have used up or taken."""
    diets = book()
    legal = [set(restrictions(diets, who)) for who in range(3)]
    foods = [int(food) for food in diets.identity_foods]

    def cards(r: Restriction) -> set[tuple[str, int]]:
        return {("category" if r[0] in (3, 4) else "spec", card) for card in r[1:] if card >= 0}

    users: dict[frozenset[tuple[str, int]], set[Restriction]] = {}

    def third(one: Restriction, other: Restriction) -> int:
        gone = frozenset(cards(one) & cards(other))
        if gone not in users:
            users[gone] = {r for r in legal[2] if cards(r) & gone}
        return len(legal[2]) - len(users[gone] | ({one, other} & legal[2]))

    for a, b in ((0, 1), (0, 2), (1, 2)):
        pairs = triples = 0
        for one in legal[a]:
            supply = Supply(diets)
            supply.take(*one)
            for other in legal[b]:
                if supply.diets[other[0]] > 0 and supply.legal(other[0], foods[b], other[1], other[2]):
                    pairs += 1
                    triples += third(one, other) if (a, b) == (0, 1) else 0
        assert pairs == 56087
        assert triples in (0, 12992058)


def test_the_dealer_gives_restrictions_with_their_exact_odds() -> None:
    """DR-2.14, on the fractions that were worked out by hand."""
    supply = Supply(book())
    assert supply.chance(1, 0, 1, -1) == pytest.approx(15 / 968)
    assert supply.chance(0, 0, 0, -1) == pytest.approx(15 / 472)
    assert supply.chance(2, 0, 0, 1) == pytest.approx(399 / 45112)
    assert supply.chance(3, 0, 0, -1) == pytest.approx(1 / 16)
    assert supply.chance(5, 0, -1, -1) == pytest.approx(1 / 16)


@pytest.mark.parametrize("options", [{}, {"spec_count": 1}, {"spec_count": 2}, {"alternating_families": "same"}])
def test_the_chances_of_all_restrictions_are_certainty(options: dict[str, Any]) -> None:
    diets = book(**options)
    supply = Supply(diets)
    supply.take(1, 1, -1)
    for who in range(3):
        food = int(diets.identity_foods[who])
        assert sum(supply.chance(kind, food, a, b) for kind, a, b in restrictions(diets, who)) == pytest.approx(1)
        assert sum(int(w) for w in diets.priors[who * 240 : who * 240 + 240]) == pytest.approx(2**30, rel=1e-6)


def test_single_steps_of_the_dealer_multiply_to_the_chance_of_the_whole() -> None:
    """The odds of Diet, Specification and Specification, step by step, against the formula."""
    game = table(4)
    diets = game.house.book
    found: dict[str, float] = {}

    def walk(state: State, chance: float) -> None:
        if state.position()["groups"][0]["diet"] is not None:  # type: ignore[index]
            found[diet_of(state, 0)] = found.get(diet_of(state, 0), 0.0) + chance
            return
        odds = state.odds()
        for outcome, weight in odds.items():
            child = state.clone()
            child.apply(DEALER, outcome)
            walk(child, chance * weight / sum(odds.values()))

    walk(game.begin(), 1.0)
    assert len(found) == 237
    assert sum(found.values()) == pytest.approx(1)
    assert found["forbidden V"] == pytest.approx(15 / 968)
    assert found["alternating L V"] == pytest.approx(Supply(diets).chance(2, 0, 0, 1))


# Beliefs


def test_a_colleague_imagines_its_own_diet_in_the_right_proportions() -> None:
    """DR-14.10 (DR-S.44)."""
    game = table(2, variant="colleagues", identities=["CR3", "VG2"])
    position = {
        "meal": 4,
        "phase": "C_propose",
        "centre": ["LB1", "LB2", "LB3"],
        "trash": ["LG1"],
        "groups": [
            group("CR3", {"kind": "identical", "category": "type"}, EXAMPLE_ONE),
            group("VG2", {"kind": "plus_minus"}, []),
        ],
    }
    found = shares(game.load(position), 0, lambda world: diet_of(world, 0), 3000)
    right = {
        "identical type": 0.4599,
        "different quantity": 0.4599,
        "mandatory C 4": 0.0235,
        "alternating C RY": 0.0163,
        "alternating 3 RY": 0.0122,
        "mandatory C BY": 0.0094,
        "mandatory C GY": 0.0094,
        "mandatory C OY": 0.0094,
    }
    assert set(found) == set(right)
    for diet, share in right.items():
        assert found[diet] == pytest.approx(share, abs=0.025)


def test_a_rat_imagines_all_diets_together() -> None:
    """DR-14.9 (DR-S.45): nothing that the Doctor did matters."""
    game = table(2, identities=["VG2", "CR3"])
    position = example_one([("CG3", "good"), ("VR3", "bad"), ("VY4", "good")]) | {"tokens": {"yuck": 1}}
    for seat in (1, int(WATCHER)):
        both = shares(game.load(position), seat, lambda world: f"{diet_of(world, 0)}/{diet_of(world, 1)}", 2500)
        first: defaultdict[str, float] = defaultdict(float)
        second: defaultdict[str, float] = defaultdict(float)
        for pair, share in both.items():
            first[pair.split("/")[0]] += share
            second[pair.split("/")[1]] += share
        assert first["plus_minus"] == pytest.approx(0.4381, abs=0.03)
        assert first["different quantity"] == pytest.approx(0.2769, abs=0.03)
        assert first["mandatory GY"] == pytest.approx(0.0655, abs=0.02)
        assert second["identical type"] == pytest.approx(0.5753, abs=0.03)
        assert second["different quantity"] == pytest.approx(0.3335, abs=0.03)
        assert "different quantity/different quantity" not in both
        assert len(both) <= 222


def test_the_only_card_is_not_chosen_for_the_doctor_while_yuck_may_sweep_it_away() -> None:
    """DR-9.3, in a position that play does not lead to: a stock of one (DR-4.6)."""
    game = table(2, identities=["VG2", "CR3"])
    groups = [group("VG2", {"kind": "plus_minus"}, []), group("CR3", {"kind": "identical", "category": "type"}, [])]
    state = game.load({"meal": 5, "phase": "B_pick", "stock": ["LB4"], "trash": ["LY1"], "groups": groups})
    state.play(0, "yuck stock")
    state.play(DEALER, state.legal(DEALER)[0])
    assert {game.move(action).name for action in state.legal(0)} == {"card", "yuck_front"}


def test_a_rat_imagines_covered_cards_uniformly() -> None:
    """A rat deals the unseen foods to stock, hidden picks and removed cards alike."""
    game = table(2, identities=["VG2", "CR3"])
    position = {
        "meal": 2,
        "phase": "B_pick",
        "stock": ["LB4", "LG1", "LG2"],
        "picked": ["LB1"],
        "removed": ["CB1", "CB2", "CB3"],
        "trash": ["LY1"],
        "groups": [
            group("VG2", {"kind": "plus_minus"}, []),
            group("CR3", {"kind": "identical", "category": "type"}, []),
        ],
    }
    state = game.load(position)
    rng = Rng(3)
    zones: dict[str, Counter[str]] = {"stock": Counter(), "picked": Counter(), "removed": Counter()}
    for _ in range(1500):
        world = state.imagine(1, rng).position()
        for zone, count in zones.items():
            count.update(world[zone])  # type: ignore[call-overload]
    for zone, cards in (("removed", 3), ("stock", 3)):
        for code in ("VG1", "VY4", "CB1"):
            assert zones[zone][code] / 1500 == pytest.approx(cards / 59, abs=0.02)
    assert zones["picked"]["LB1"] > zones["picked"]["CY4"] == 0


def test_hidden_votes_are_imagined_with_a_fair_coin() -> None:
    game = table(4)
    proposal = [{"group": g, "card": f"LB{g + 1}"} for g in range(3)]
    position = {
        "meal": 2,
        "phase": "C_vote",
        "centre": ["LB1", "LB2", "LB3"],
        "trash": ["LY1", "LY2"],
        "vote": {"chair": 2, "proposal": proposal, "votes": {"1": "accept"}},
        "groups": [
            group("LB1", {"kind": "mandatory", "specs": ["L"]}, []),
            group("VG2", {"kind": "plus_minus"}, []),
            group("CR3", {"kind": "different", "category": "type"}, []),
        ],
    }
    state = game.load(position)
    said: Callable[[State], str] = lambda world: world.position()["vote"]["votes"]["1"]  # type: ignore[index] # noqa: E731
    assert shares(state, 1, said, 50) == {"accept": 1.0}
    assert shares(state, 0, said, 800)["accept"] == pytest.approx(0.5, abs=0.06)
    assert shares(state, 3, said, 800)["accept"] == pytest.approx(0.5, abs=0.06)


def test_the_notebook_is_written_from_the_view() -> None:
    """DR-14.6: the eight diets of example 1, and nothing that the viewer does not know."""
    game = table(2, identities=["VG2", "CR3"])
    state = game.load(example_one([]))
    pages = game.notebook(state.view(1))
    assert [len(page) for page in pages] == [237, 8]
    assert {tuple(p.diet.get("specs", [p.diet.get("category")])) for p in pages[1]} == {
        ("type",),
        ("quantity",),
        ("C", "4"),
        ("C", "BY"),
        ("C", "GY"),
        ("C", "OY"),
        ("C", "RY"),
        ("3", "RY"),
    }
    assert sum(p.share for p in pages[1]) == pytest.approx(1)
    assert [page[0].diet for page in game.notebook(state.view(0))] == [
        {"kind": "plus_minus"},
        {"kind": "identical", "category": "type"},
    ]


# The tree of small positions


def nodes(state: State, depth: int) -> int:
    if depth == 0 or state.over:
        return 1
    count = 0
    for seat in state.actors():
        for action in state.legal(seat):
            child = state.clone()
            child.apply(seat, action)
            count += nodes(child, depth - 1)
    return count


def test_the_number_of_nodes_from_a_small_position() -> None:
    """Two groups, five open cards, one Yuck!: 5 x 4 ways to choose, then pass or refuse one of two."""
    game = table(2, identities=["LB1", "CR3"], yuck_tokens=1)
    position = {
        "meal": 4,
        "phase": "C_propose",
        "tokens": {"medicine": 0, "strict": 0},
        "stock": ["VB1", "VB2", "VB3", "VB4"],
        "centre": ["LB2", "LB3"],
        "trash": ["LG1", "LG2", "LG3"],
        "groups": [
            group("LB1", {"kind": "mandatory", "specs": ["L"]}, []),
            group("CR3", {"kind": "different", "category": "type"}, []),
        ],
    }
    state = game.load(position)
    assert [nodes(state, depth) for depth in range(4)] == [1, 5, 20, 60]
    # After a pass meal 5 begins: 3 first picks and Yuck! to the stock. After a refusal: 3 other cards.
    assert nodes(state, 4) == 20 * (4 + 3 + 3)


# Options, cards, play


@pytest.mark.parametrize(
    ("seats", "options", "name"),
    [
        (4, {"variant": "colleagues", "complications": True}, "complications"),
        (4, {"variant": "colleagues", "diet_mode": "first_game"}, "diet_mode"),
        (4, {"variant": "colleagues", "diet_mode": "draw_specs"}, "diet_mode"),
        (4, {"variant": "colleagues", "groups": 2}, "groups"),
        (4, {"variant": "colleagues", "teams": ["A", "A", "A", "A"]}, "teams"),
        (4, {"teams": ["A", "B", "A", "B"]}, "teams"),
        (4, {"youngest": 0}, "youngest"),
        (4, {"diet_mode": "choose", "spec_count": 1}, "spec_count"),
        (4, {"seat_groups": [[0], [1], [1]]}, "seat_groups"),
        (4, {"seat_groups": [[0, 1], [1], [2]]}, "seat_groups"),
        (4, {"seat_groups": [[0], [1], [3]]}, "seat_groups"),
        (4, {"speakers": [1, 2, 0]}, "speakers"),
        (4, {"identities": ["LB1", "LB1", "CR3"]}, "identities"),
        (2, {"identities": ["LB1", "LB2"]}, "identities"),
        (4, {"doctor_seat": 4}, "doctor_seat"),
    ],
)
def test_options_that_do_not_go_together_are_refused_by_name(seats: int, options: dict[str, Any], name: str) -> None:
    """DR-1.6, DR-2.10, DR-11.3: the error names the option."""
    with pytest.raises(BadOption, match=f"option {name}"):
        table(seats, **options)


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ('code = "LB1", type', 'code = "LB9", type', "food 0: code should be 'LB1'"),
        ('quantity = 4, picture = "plum"', 'quantity = 3, picture = "plum"', "food 23: quantity should be 4"),
        (
            'code = "OY", family = "colour_pair", value = ["orange", "yellow"], copies = 2',
            'code = "OY", copies = 3',
            "35",
        ),
        ("max = 0, copies = 1", "max = 0, copies = 2", "17 Diet cards in all; the box holds 16"),
        ('food = "VG2"', 'food = "VG1"', "three different quantities"),
        ('food = "VG2"', 'food = "XX"', "identity 1: food should be the code"),
        ('code = "paranoia", copies = 1', 'code = "paranoia", copies = 0', "complication 4: copies"),
        ('code = "yuck", copies = 3', 'code = "yuck", copies = 4', "token 0: there are 3"),
        ('code = "colour", copies = 2, source = "ours"', 'code = "colour", copies = 2', "category 2: source"),
        ("food = [", "food = ", "cards.toml"),
    ],
)
def test_a_components_file_that_does_not_add_up_is_refused(tmp_path: Path, before: str, after: str, says: str) -> None:
    text = (DoctorRatGame.folder / "cards.toml").read_text(encoding="utf-8")
    assert before in text
    (tmp_path / "cards.toml").write_text(text.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(BadCards, match=says):
        read_cards(tmp_path / "cards.toml")


def test_the_diet_cards_may_be_split_otherwise(tmp_path: Path) -> None:
    text = (DoctorRatGame.folder / "cards.toml").read_text(encoding="utf-8")
    text = text.replace("max = 0, copies = 1", "max = 0, copies = 2").replace(
        'code = "identical", needs = "category", min = 1, max = 1, copies = 3',
        'code = "identical", needs = "category", min = 1, max = 1, copies = 2',
    )
    (tmp_path / "cards.toml").write_text(text, encoding="utf-8")
    assert read_cards(tmp_path / "cards.toml").diets == (3, 3, 3, 2, 3, 2)


def test_the_tables_of_the_box_have_every_card_of_the_file() -> None:
    """Copies add up to those of cards.toml, food by food and card by card, and the rulebook shows all the tables."""
    game = table(4)
    tables = contents(game)
    file = tomllib.loads((game.folder / "cards.toml").read_text(encoding="utf-8"))
    for name, sections in (
        ("identities", ["identity"]),
        ("diets", ["diet"]),
        ("specifications", ["specification"]),
        ("categories", ["category"]),
        ("complications", ["complication"]),
        ("others", ["token", "other"]),
    ):
        copies = [row["copies"] for section in sections for row in file[section]]
        assert [row[-1] for row in tables[name][1:]] == copies
    foods = ", ".join(str(row[-1]) for row in tables["foods"][1:])
    assert foods == ", ".join(row["code"] for row in file["food"])
    for name, (head, *rows) in tables.items():
        for line in (head, *rows):
            assert "| " + " | ".join(map(str, line)) + " |" in game.rulebook, name


@pytest.mark.parametrize(
    ("seats", "options", "least"),
    [
        (2, {}, 0.68),
        (4, {}, 0.62),
        (4, {"complications": True}, 0.62),
        (2, {"variant": "colleagues"}, 0.25),
    ],
)
def test_heuristic_teams_win(seats: int, options: dict[str, Any], least: float) -> None:
    """A Doctor who foresees and rats who eliminate; random teams win about 3 % and 1 %."""
    game = table(seats, **options)
    policy = Sensible()
    rng = Rng(5)
    games, won = 25, 0.0
    for _ in range(games):
        state = game.begin()
        play_out_by(state, policy, rng)
        won += state.payoff(0)
    assert won / games >= least


def test_the_doctor_hears_nothing_of_the_rats_secrets_because_there_are_none() -> None:
    """DR-12.1: rats have one open channel; only colleagues have one of their own."""
    state = table(4).start(1)
    assert [table(4).channels(state, seat) for seat in range(4)] == [[], [], [], []]
    assert [state.view(seat).speech.channels for seat in range(4)] == [[], ["open"], ["open"], ["open"]]  # type: ignore[attr-defined]
    silence = table(4).silence(state, 0)
    assert silence is not None
    assert silence.clause == "DR-12.3"


def test_a_team_of_colleagues_talks_among_itself_at_any_time() -> None:
    """DR-12.4: to its own seats; a team of one has nobody to talk to."""
    game = table(3, variant="colleagues", teams=["A", "A", "B"])
    state = game.start(1)
    assert [[channel.hears for channel in game.channels(state, seat)] for seat in range(3)] == [[(0, 1)], [(0, 1)], []]
    assert all(game.silence(state, seat) is not None for seat in range(3)), "while restrictions are given"


@pytest.mark.parametrize("complications", [False, True])
def test_a_row_without_room_for_the_meals_to_come_is_refused(complications: bool) -> None:
    """A full row in an early meal was accepted, and played on over its end."""
    game = mischief.game("doctor-rat", 4, complications=complications)
    state = game.begin()
    walk(state, Rng(3), 30, [])
    good = plain(state.position())
    assert good["meal"] < 4
    told = json.dumps(good)
    free = [code for code in CODES if code not in told]
    for code in free:
        row = good["groups"][0]["row"]
        for mark in ("good", "bad"):
            longer = {**good["groups"][0], "row": [*row, {"card": code, "mark": mark}]}
            try:
                read = game.load({**good, "groups": [longer, *good["groups"][1:]]})
            except mischief.BadPosition as refusal:
                if "may still come" in str(refusal):
                    return
                continue
            assert walk(read, Rng(1), 300, []) == ""
            good["groups"][0] = longer
            break
    raise AssertionError("a row of any length is read")
