"""High Tea, what worked examples cannot say: imagining in exact proportions, what the record remembers, node counts,
and files of components that do not add up."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import mischief
from mischief import DEALER, WATCHER, BadCards, Rng, State
from mischief.games.high_tea.cards import read_cards
from mischief.games.high_tea.imagining import sheets_of
from mischief.games.high_tea.imagining_sheets import PossibleSheets, count_in, nests_of
from mischief.games.high_tea.numbers import SUPPLY_IDS
from mischief.games.high_tea.rules import HighTea

CARDS = Path(mischief.__file__).parent / "games" / "high_tea" / "cards.toml"
Entry = tuple[tuple[int, ...], frozenset[int]]


def high_tea(seats: int, seed: int | None = None, **options: Any) -> HighTea:
    game = mischief.game("high-tea", seats, **options)
    state = game.begin() if seed is None else game.start(seed)
    assert isinstance(state, HighTea)
    return state


def step(state: State, rng: Rng) -> None:
    """One random decision, of a random seat among those that decide together."""
    actors = state.actors()
    seat = actors[int(rng.below(len(actors)))]
    legal = state.legal(seat)
    state.apply(seat, int(state.sample(rng)) if seat == DEALER else legal[int(rng.below(len(legal)))])


def script(state: State, *moves: str) -> None:
    """Moves as `seat: text`, `-: text` for the Dealer."""
    for move in moves:
        who, text = move.split(": ")
        state.play(int(DEALER) if who == "-" else int(who), text)


def spread(state: HighTea, seat: int) -> dict[Entry, float]:
    """Every possible sheet of a rat with its share."""
    sheets = sheets_of(state, seat)
    assert sheets is not None
    whole = sum(sheets.weights[i] for i in range(int(sheets.count)))
    found = {}
    for i in range(int(sheets.count)):
        entry = int(sheets.entries[i])
        nests = int(nests_of(entry))
        sheet = (tuple(int(count_in(entry, k)) for k in range(6)), frozenset(k for k in range(6) if nests >> k & 1))
        found[sheet] = sheets.weights[i] / whole
    return found


class ByTheBook:
    """The same, worked out slowly and exactly from the record in words."""

    def __init__(self, seats: int, seat: int, factor: int, distinct: bool) -> None:
        self.seats, self.seat, self.factor, self.distinct = seats, seat, factor, distinct
        self.shares: dict[Entry, Fraction] = {((0,) * 6, frozenset()): Fraction(1)}

    def split(self, ways: Any) -> None:
        """Every sheet becomes the sheets that `ways` lists for it, equally likely."""
        after: dict[Entry, Fraction] = {}
        for sheet, share in self.shares.items():
            found = ways(sheet)
            for new in found:
                after[new] = after.get(new, Fraction(0)) + share / len(found)
        whole = sum(after.values())
        self.shares = {sheet: share / whole for sheet, share in after.items()}

    def gain(self, amount: int) -> None:
        self.split(lambda e: [(more(e[0], k, amount), e[1]) for k in range(6)])

    def hear(self, told: dict[str, Any]) -> None:
        kind = told["event"]
        if kind == "scavenge_roll":
            a, b = told["d1"], told["d2"]
            ways = [(k, a) for k in range(6)] if a == b else [(a - 1, b), (b - 1, a)]
            self.split(lambda e: [(more(e[0], k, n * (self.factor if k in e[1] else 1)), e[1]) for k, n in ways])
        elif kind == "call":
            self.call(SUPPLY_IDS.index(told["supply"]), told["host"], told["said"])
        elif kind == "request":
            self.request(told)
        elif told["seat"] != self.seat:
            return
        elif kind == "privilege":
            self.split(lambda e: [(tuple(n + 1 for n in e[0]), e[1])])
        elif kind in ("start_pick", "bonus_gain") and self.seats == 2:
            pairs = [(i, j) for i in range(6) for j in range(i + 1 if self.distinct else i, 6)]
            self.split(lambda e: [(more(more(e[0], i, 2), j, 2), e[1]) for i, j in pairs])
        elif kind == "start_draw" and told["number"] == 2 and self.distinct:
            self.split(lambda e: [(more(e[0], k, 2), e[1]) for k in range(6) if e[0][k] == 0])
        elif kind == "nest_built":
            self.split(lambda e: [(e[0], e[1] | {k}) for k in range(6) if k not in e[1]])
        elif kind == "pauper_gain":
            k, h = self.called, self.host_said
            self.split(lambda e: [(more(e[0], s, 1), e[1]) for s in range(6)] if e[0][k] < h else [e])
        else:
            self.gain({"start_pick": 2, "start_draw": 2, "banker_gain": 3, "bauble_gain": 5}[kind])

    def call(self, kind: int, host: int, said: list[int | None]) -> None:
        self.called, self.host_said = kind, said[host] or 0
        over = [s for s in range(self.seats) if s != host and said[s] is not None]
        mine = said[self.seat]
        acts = self.seat in over or (self.seat == host and not over)

        def ways(e: Entry) -> list[Entry]:
            if e[0][kind] != mine if mine is not None else e[0][kind] > self.host_said:
                return []
            return [(more(e[0], kind, -e[0][kind]), e[1])] if acts else [e]

        self.split(ways)

    def request(self, told: dict[str, Any]) -> None:
        k, n, given = SUPPLY_IDS.index(told["supply"]), told["amount"], told["given"]
        if told["seat"] == self.seat:
            self.split(lambda e: [(more(e[0], k, given), e[1])])
        elif told["target"] == self.seat:
            low, high = (given, given) if n == "all" else (n, 1 << 30) if given else (0, n - 1)
            self.split(lambda e: [(more(e[0], k, -given), e[1])] if low <= e[0][k] <= high else [])


def more(counts: tuple[int, ...], kind: int, amount: int) -> tuple[int, ...]:
    return (*counts[:kind], counts[kind] + amount, *counts[kind + 1 :])


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {}),
        (2, {"two_player_kinds": "any", "start_supply": "random", "vocations": True}),
        (3, {"vocations": True}),
        (4, {"vocations": True, "start_supply": "random"}),
        (6, {}),
    ],
)
def test_every_possible_sheet_has_its_exact_share(seats: int, options: dict[str, Any]) -> None:
    """HT-1.8: the possible sheets agree with slow and exact bookkeeping over the record, all through random games."""
    compared = 0
    for seed in range(4):
        state, rng = high_tea(seats, **options), Rng(seed)
        while state.actors() and state.turn <= 2:
            step(state, rng)
        record = state.position()["record"]
        assert isinstance(record, list)
        for seat in range(seats):
            shares = spread(state, seat)
            sheets = sheets_of(state, seat)
            assert sheets is not None
            if sheets.thinned:
                continue
            book = ByTheBook(seats, seat, int(state.house.factor(state.vocation(seat))), bool(state.house.distinct))
            for told in record:
                book.hear(told)
            assert shares.keys() == book.shares.keys()
            assert all(abs(shares[e] - float(book.shares[e])) < 1e-9 for e in shares)
            compared += 1
    assert compared >= 2 * seats


def after_the_request() -> HighTea:
    """HT-S46 and on to the nest of HT-S47."""
    state = high_tea(3, first_host=0)
    script(state, "1: start flowers", "2: start rags", "-: dice 3 4", "-: dice 4 5")
    script(state, "0: take rags", "1: take crumbs", "2: take rags", "-: dice 4 5")
    script(state, "0: take rags", "1: take rags", "2: take rags", "-: dice 4 5")
    script(state, "0: take rags", "1: take rags", "2: take rags", "0: ask 1 for 10 crumbs", "0: gain swords")
    assert state.position()["phase"] == "straw"
    return state


def test_imagining_in_proportion() -> None:
    """HT-S47: the sheets of seat 1 in twelfths, from any other seat; and what the Host's baubles became."""
    state = after_the_request()
    twelfths: dict[tuple[int, ...], int] = {
        (0, 0, 0, 2, 12, 0): 1,
        (0, 0, 0, 0, 14, 0): 1,
        (0, 0, 0, 0, 12, 2): 1,
        (0, 0, 0, 7, 8, 0): 3,
        (0, 0, 0, 5, 10, 0): 3,
        (0, 0, 0, 5, 8, 2): 3,
    }
    exact = {sheet[0]: share for sheet, share in spread(state, 1).items()}
    assert exact.keys() == twelfths.keys()
    assert all(abs(exact[c] * 12 - twelfths[c]) < 1e-9 for c in exact)
    rng = Rng(47)
    for viewer in (0, 2, int(WATCHER)):
        drawn = Counter[tuple[int, ...]]()
        for _ in range(6000):
            world = state.imagine(viewer, rng)
            assert isinstance(world, HighTea)
            drawn[tuple(int(world.held(1, k)) for k in range(6))] += 1
        assert drawn.keys() == twelfths.keys()
        assert all(abs(drawn[c] / 500 - share) < 0.25 for c, share in twelfths.items())
    became = Counter[int]()
    for _ in range(5000):
        world = state.imagine(1, rng)
        assert isinstance(world, HighTea)
        assert world.held(0, 2) == 0
        # Rags came in fours, after the Privilege's one; five more show in the remainder.
        other = 4 if (world.held(0, 4) - 1) % 4 == 1 else 3
        became[0 if world.held(0, 0) else 1 if world.held(0, 1) else 5 if world.held(0, 5) == 6 else other] += 1
    assert set(became) == {0, 1, 3, 4, 5}
    assert all(abs(n / 1000 - 1) < 0.15 for n in became.values())


def test_choices_already_in_are_imagined_by_their_prior() -> None:
    """HT-3.4: who has chosen keeps a choice, any of the two being as likely; who has not has none."""
    state = high_tea(3, first_host=0)
    script(state, "1: start flowers", "2: start rags", "-: dice 3 4", "-: dice 2 5", "0: take rags")
    rng, seen = Rng(3), Counter[str]()
    for _ in range(2000):
        chosen = state.imagine(1, rng).position()["chosen"]
        assert isinstance(chosen, list)
        assert chosen[1:] == [[], []]
        seen[chosen[0][0]] += 1
    assert set(seen) == {"scavenge:2", "scavenge:5"}
    assert abs(seen["scavenge:2"] - 1000) < 150


def test_without_a_record_only_the_bounds_speak() -> None:
    """HT-5.4: a position without its record imagines every count evenly between its bounds, up to 10 above the least
    where there is no bound."""
    known = [[[0, 0]] * 6, [[2, 4], [0, None], [0, 0], [0, 0], [0, 0], [0, 0]]]
    position = {"game": "high-tea", "players": 2, "turn": 2, "phase": "goal_roll", "host": 0, "goals": [7]}
    seats = [{}, {"supplies": [3, 30, 0, 0, 0, 0], "nests": [2]}]
    state = mischief.load({**position, "seats": seats, "known": known})
    rng, swords, baubles, nests = Rng(5), Counter[int](), Counter[int](), Counter[int]()
    for _ in range(3000):
        world = state.imagine(0, rng)
        assert isinstance(world, HighTea)
        swords[int(world.held(1, 0))] += 1
        baubles[int(world.held(1, 1))] += 1
        nests[int(world.nests(1))] += 1
    assert set(swords) == {2, 3, 4}
    assert set(baubles) == set(range(11))
    assert set(nests) == {1, 2, 4, 8, 16, 32}
    assert all(abs(n - 1000) < 130 for n in swords.values())
    assert all(abs(n - 500) < 110 for n in nests.values())


def test_thinned_sheets_begin_again_when_none_is_left() -> None:
    for seed in range(12):
        state, rng = high_tea(3, vocations=True), Rng(seed)
        while state.actors() and state.turn < 4:
            step(state, rng)
        assert state.record is not None
        for seat in range(3):
            sheets = PossibleSheets(state.house, seat, state.vocation(seat), 8)
            sheets.follow(state.record.log, state.heard)
            assert not sheets.lost
            assert sheets.count >= 1
            assert sheets.limit == 8


def test_an_older_copy_remembers_only_its_own_past() -> None:
    state, rng = high_tea(3, seed=8), Rng(8)
    for _ in range(30):
        step(state, rng)
    older = state.clone()
    assert isinstance(older, HighTea)
    before, shares = older.position(), spread(older, 1)
    for _ in range(40):
        step(state, rng)
        state.imagine(0, rng)
    assert older.position() == before
    assert older.imagine(0, rng).view(0) == older.view(0)
    assert spread(older, 1) == shares


def test_what_a_request_moved_is_known_to_all_on_both_sheets() -> None:
    """HT-5.4: bounds follow what was said aloud, and come no wider than that."""
    state = high_tea(3, first_host=0)
    script(state, "1: start swords", "2: start straw", "-: dice 1 3")
    for _ in range(3):
        script(state, "-: dice 1 3", "0: take straw", "1: take straw", "2: take straw")
    straw = SUPPLY_IDS.index("straw")
    view: Any = state.view(2)
    assert [tuple(rat.known[straw]) for rat in view.rats] == [(1, 4), (0, 5), (0, 5)]
    script(state, "1: ask 2 for 2 straw")
    view = state.view(2)
    assert [tuple(rat.known[straw]) for rat in view.rats] == [(1, 4), (2, 7), (0, 3)]


def test_the_sheets_shown_at_the_end_are_those_of_the_table() -> None:
    """HT-11.1."""
    shown: list[Any] = []
    for seed in range(3):
        state, rng = high_tea(4, seed), Rng(seed)
        state.listener = lambda event: shown.append(event.facts["sheets"]) if "sheets" in event.facts else None
        while not state.over:
            step(state, rng)
        written: Any = state.position()["seats"]
        numbers = [(seat["supplies"], seat["nests"], len(seat["dishes"]), len(seat["decorations"])) for seat in written]
        told = [
            (
                s["supplies"],
                [SUPPLY_IDS.index(kind) + 1 for kind in s["nests"]],
                len(s["dishes"]),
                len(s["decorations"]),
            )
            for s in shown[-1]
        ]
        assert told == numbers
        assert any(nests for _, nests, _, _ in told)
    assert len(shown) == 3


def test_two_dice_fall_as_two_dice_do() -> None:
    state = high_tea(3, first_host=0)
    script(state, "1: start swords", "2: start straw")
    rng = Rng(7)
    fallen = Counter(int(state.sample(rng)) for _ in range(7200))
    for outcome, weight in state.odds().items():
        assert abs(fallen.pop(int(outcome)) - 200 * weight) < 90
    assert not fallen


def test_of_two_rats_who_takes_rags_first_is_not_asked_for_flowers() -> None:
    """HT-14.2: kinds differ and are named in rising order, so nothing else is left; of three, each takes one kind."""
    for seats, first, asked in ((2, "straw", [1]), (2, "rags", []), (3, "straw", [2]), (3, "rags", [2])):
        state = high_tea(seats, first_host=0)
        state.apply(1, state.game.parse(f"start {first}", 1, state)[0])
        assert [seat for seat in state.actors() if seat != DEALER] == asked


def test_nobody_can_tell_a_level_pauper_from_one_below() -> None:
    """HT-13.12: what the others see before and after the Pauper's window is the same."""
    seen = []
    for crumbs, answer in ((4, "carry on"), (3, "beg swords")):
        sheets: list[dict[str, Any]] = [
            {"vocation": "ruffian", "supplies": [0, 0, 0, 4, 0, 0]},
            {"vocation": "pauper", "supplies": [0, 0, 0, crumbs, 0, 0]},
            {"vocation": "carpenter", "supplies": [0, 0, 0, 6, 0, 0]},
        ]
        given = {"game": "high-tea", "players": 3, "turn": 3, "phase": "call", "called": 4, "host": 0}
        state = mischief.load({**given, "goals": [4, 7, 9], "options": {"vocations": True}, "seats": sheets})
        told: list[Any] = []
        state.listener = lambda event, told=told: told.append(event.seen_by(0))
        before = state.view(0)
        state.play(1, answer)
        seen.append((before, state.view(0), told))
    assert seen[0] == seen[1]


def nodes(state: State, depth: int) -> int:
    """How many different sequences of decisions lead so deep, each seat in turn deciding for itself."""
    if depth == 0:
        return 1
    total = 0
    for seat in state.actors()[:1]:
        for action in state.legal(seat):
            child = state.clone()
            child.apply(seat, action)
            total += nodes(child, depth - 1)
    return total


@pytest.mark.parametrize(
    ("position", "counts"),
    [
        # doubles: 6 kinds for each of two rats, then 21 rolls
        ({"players": 2, "turn": 2, "phase": "scavenge", "roll": [3, 3], "goals": [7, 8]}, [6, 36, 756]),
        # 9 free goals after a repeat, 21 rolls of which 15 give each of three rats 2 choices and 6 give 6
        ({"players": 3, "turn": 3, "phase": "goal", "roll": [3, 4], "goals": [7, 8]}, [9, 189, 9 * 66]),
        # a setup with a fixed order: one rat picks of 6, the other too; 21 goals and 21 rolls
        ({"players": 3, "turn": 1, "phase": "start", "goals": []}, [6, 36, 756]),
    ],
)
def test_small_positions_have_so_many_futures(position: dict[str, Any], counts: list[int]) -> None:
    privileged = position["phase"] == "start"
    sheets = [{"supplies": [1] * 6} if privileged and seat == 0 else {} for seat in range(position["players"])]
    state = mischief.load({"game": "high-tea", "host": 0, **position, "seats": sheets})
    assert [nodes(state, depth + 1) for depth in range(len(counts))] == counts


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('n = 4\nid = "crumbs"', 'n = 5\nid = "crumbs"', "supply 4"),
        ("bauble_gain = 5", "bauble_gain = -5", "bauble_gain"),
        ("awards = [3, 2, 1]", "awards = [3, 3, 1]", "awards"),
        ('best = "low"', 'best = "high"', "goal 2"),
        ("ask_amount_max = 120", "ask_amount_max = 500", "ask_amount_max"),
        ("sides = 6", "sides = 8", "dice"),
        ("[[coin]]", "[[penny]]", "penny"),
        ("[game]", "[game", "cards.toml"),
    ],
)
def test_components_that_do_not_add_up_are_named(tmp_path: Path, old: str, new: str, says: str) -> None:
    text = CARDS.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "cards.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadCards, match=says.replace("[", "\\[")):
        read_cards(path)


def test_our_components_add_up() -> None:
    cards = read_cards(CARDS)
    assert cards.awards == (3, 2, 1)
    assert len(cards.names) == 6 + 11 + 7


def test_the_ship_is_named_as_on_its_card() -> None:
    """options.toml writes out the name that cards.toml has."""
    assert mischief.game("high-tea").options["ship_name"] == read_cards(CARDS).ship_name


def test_what_is_in_the_box_stands_in_tables() -> None:
    game = mischief.game("high-tea")
    tables = game.parts.contents(game)
    cards = read_cards(CARDS)
    told = [str(cell) for rows in tables.values() for row in rows for cell in row]
    assert set(cards.names.values()) | set(cards.texts.values()) <= set(told)
    assert [row[1] for row in tables["awards"][1:]] == list(cards.awards)
    assert [row[0] for row in tables["goals"][1:]] == list(range(2, 13))
    assert all(len(row) == len(rows[0]) for rows in tables.values() for row in rows)
