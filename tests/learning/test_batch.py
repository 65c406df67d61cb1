"""Many tables at once are the same tables as one by one."""

from __future__ import annotations

import sys
from array import array
from collections import Counter
from pathlib import Path
from struct import unpack
from typing import Any

import pytest

import mischief
from mischief.engine.batch import Batch, Look
from mischief.engine.chance import Rng
from mischief.engine.errors import BadBatch, MischiefError
from mischief.engine.game import Game
from mischief.engine.policy import AnyMove, Policy
from mischief.engine.seats import DEALER
from mischief.engine.state import State
from mischief.engine.variants import variants
from mischief.learning.arrays import any_legal
from tests.learning.reaching import OBSERVED
from tests.shelf_of_tests import cached_game, seat_counts, title

each_game = pytest.mark.parametrize("name", OBSERVED, ids=title)


class ByHand:
    """One table of a batch, stepped from Python through the calls that everybody knows."""

    def __init__(self, game: Game, chance: Rng, thoughts: Rng, policies: dict[int, Policy], forced: bool) -> None:
        self.game, self.chance, self.thoughts, self.policies, self.forced = game, chance, thoughts, policies, forced
        self.payoffs: list[list[float]] = []
        self.state = game.begin()
        self.settle()

    def settle(self) -> None:
        while True:
            if self.state.over:
                self.payoffs.append([self.state.payoff(seat) for seat in range(self.game.seats)])
                self.state = self.game.begin()
            seat = self.seat = self.state.actors()[0]
            if seat == DEALER:
                self.state.play(seat, int(self.state.sample(self.chance)))
            elif self.forced and len(self.state.legal(seat)) == 1:
                self.state.play(seat, self.state.legal(seat)[0])
            elif seat in self.policies:
                world = self.state.suppose(seat, self.thoughts)
                self.state.play(seat, int(self.policies[seat].choose(world, seat, self.thoughts)))
            else:
                return


class Turning:
    """Moves turned by their words: the same move about the seat that sits so many further on."""

    def __init__(self, game: Game) -> None:
        self.moves = [game.move(action) for action in range(game.num_actions)]
        self.numbers = {(move.name, str(move.args)): move.action for move in self.moves}
        self.about = {family.name: family.seat for family in game.moves.families}
        self.seats = game.seats

    def turned(self, action: int, by: int) -> int:
        move = self.moves[action]
        seat = self.about[move.name]
        if seat is None or move.args[seat] >= self.seats:
            return action
        return self.numbers[move.name, str({**move.args, seat: (move.args[seat] + by) % self.seats})]

    def mask(self, hand: ByHand) -> bytes:
        """What may be done, by its number as seen from the seat that is asked."""
        legal = {self.turned(action, self.seats - hand.seat) for action in hand.state.legal(hand.seat)}
        return bytes(action in legal for action in range(len(self.moves)))


def by_hand(
    game: Game, tables: int, seed: int, policies: dict[int, Policy], rotate: bool, forced: bool
) -> list[ByHand]:
    streams = Rng(seed)
    found = []
    for table in range(tables):
        sitting = {(seat + table * rotate) % game.seats: policy for seat, policy in policies.items()}
        found.append(ByHand(game, streams.fork(), streams.fork(), sitting, forced))
    return found


def pick(game: Game, look: Look, rng: Rng) -> list[int]:
    """Any legal action for each table."""
    chosen = []
    for start in range(0, len(look.masks), game.num_actions):
        legal = [a for a in range(game.num_actions) if look.masks[start + a]]
        chosen.append(legal[rng.below(len(legal))])
    return chosen


def play_on(batch: Batch, steps: int) -> set[tuple[int, int]]:
    """So many steps; which (table, seat) were asked."""
    asked = set()
    for step in range(steps):
        batch.step(pick(batch.game, batch.look(), Rng(step)))
        asked |= set(enumerate(batch.look().seats))
    return asked


def compare(game: Game, steps: int, games: int = 1_000_000, turned: bool = False, **how: Any) -> Batch:
    """A batch and the same tables by hand, step by step, with the same actions; so many steps, or until so many games
    have ended."""
    settings: dict[str, Any] = {"policies": {}, "rotate": False, "forced": True, **how}
    batch = Batch(game, 5, 77, turned=turned, **settings)
    hands = by_hand(game, 5, 77, **settings)
    turning = Turning(game) if turned else None
    rng = Rng(1)
    for _ in range(steps):
        if batch.games >= games:
            break
        look = batch.look()
        assert list(look.seats) == [hand.seat for hand in hands]
        assert look.observations == b"".join(hand.state.observe(hand.seat) for hand in hands)
        masks = [turning.mask(hand) if turning else hand.state.legal_mask(hand.seat) for hand in hands]
        assert look.masks == b"".join(masks)
        actions = pick(game, look, rng)
        ended = batch.step(actions)
        for hand, action in zip(hands, actions, strict=True):
            hand.payoffs.clear()
            hand.state.play(hand.seat, turning.turned(action, hand.seat) if turning else action)
            hand.settle()
        over = [(table, payoffs) for table, hand in enumerate(hands) for payoffs in hand.payoffs]
        assert ended.count == len(over)
        assert list(unpack(f"<{len(over)}i", ended.tables)) == [table for table, _ in over]
        flat = [payoff for _, payoffs in over for payoff in payoffs]
        assert list(unpack(f"<{len(flat)}f", ended.payoffs)) == pytest.approx(flat)
    return batch


@each_game
def test_a_batch_is_its_tables_one_by_one_at_every_seat_count(name: str) -> None:
    for seats in seat_counts(name):
        compare(cached_game(name, seats), 60)


@each_game
def test_finished_games_make_way_for_new_ones(name: str) -> None:
    game = cached_game(name, seat_counts(name)[0])
    assert compare(game, 5000, games=3).games >= 3


@each_game
def test_a_batch_is_its_tables_one_by_one_in_every_variant(name: str) -> None:
    for game in variants(mischief.rulebook(name)):
        compare(game, 12)


@each_game
def test_policies_play_the_seats_that_are_theirs(name: str) -> None:
    for seats in (seat_counts(name)[0], seat_counts(name)[-1]):
        game = cached_game(name, seats)
        batch = compare(game, 40, policies={1: game.heuristic()})
        assert 1 not in batch.look().seats
        compare(game, 40, policies={seat: AnyMove() for seat in range(1, seats)}, rotate=True)


@each_game
def test_moves_can_name_seats_from_the_one_that_is_asked(name: str) -> None:
    for seats in (seat_counts(name)[0], seat_counts(name)[-1]):
        compare(cached_game(name, seats), 60, turned=True)


@each_game
def test_forced_moves_can_be_asked_too(name: str) -> None:
    compare(cached_game(name, seat_counts(name)[0]), 60, forced=False)


def test_a_table_plays_the_same_game_alone_or_among_others() -> None:
    game = mischief.game("piratz", 3)
    few, many = Batch(game, 2, 5), Batch(game, 6, 5)
    for _ in range(100):
        assert many.look().observations.startswith(few.look().observations)
        actions = pick(game, many.look(), Rng(3))
        few.step(actions[:2])
        many.step(actions)


def test_actions_come_as_lists_and_as_buffers() -> None:
    game = mischief.game("piratz", 2)
    batches = [Batch(game, 8, 1) for _ in range(8)]
    for step in range(30):
        actions = pick(game, batches[0].look(), Rng(step))
        forms: list[object] = [
            actions,
            tuple(actions),
            array("i", actions),
            array("q", actions),
            array("q", actions).tobytes(),
            array("i", actions).tobytes(),
            bytes(actions),
            memoryview(array("h", actions)),
        ]
        for batch, form in zip(batches, forms, strict=True):
            batch.step(form)
        assert len({batch.look().observations for batch in batches}) == 1


@pytest.mark.parametrize(
    ("actions", "told"),
    [
        ([0, 0, 99], r"Table 2, seat 0: action 99 is not legal\. There is no action 99"),
        ([0, 1, 0], r"Table 1, seat 0: action 1 is not legal\. .*\[PZ-"),
        ([0, -1, 0], "Table 1, seat 0: action -1"),
        ([2**70, 0, 0], "Table 0, seat 0"),
        ([0, 0], "one action for each of 3 tables, not 2"),
        (b"\0" * 7, "one action for each of 3 tables, not 7"),
        ([0, 0.5, 0], "0.5 is none"),
        (array("d", [0, 0, 0]), "0.0 is none"),
        (memoryview(b"\0" * 4).cast("B", (2, 2)), "2 dimensions"),
        (None, "a list or a buffer"),
    ],
)
def test_a_step_with_a_wrong_action_changes_nothing(actions: object, told: str) -> None:
    batch = Batch(mischief.game("piratz", 2), 3, 1)
    before = batch.look().observations
    with pytest.raises(BadBatch, match=told):
        batch.step(actions)
    assert batch.look().observations == before


class Cheat(Policy):
    """Makes a move that no rulebook knows."""

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        return 10_000


def test_a_batch_that_cannot_be_is_refused_in_a_sentence() -> None:
    game = mischief.game("piratz", 2)
    for none in (0, -3, 2.5, None):
        with pytest.raises(BadBatch, match=f"at least one table, and a whole number of them, not {none}"):
            Batch(game, none, 1)  # type: ignore[arg-type]
    with pytest.raises(BadBatch, match="cannot play seat 2: seats are 0 to 1"):
        Batch(game, 1, 1, {2: AnyMove()})
    with pytest.raises(BadBatch, match="policies play every seat"):
        Batch(game, 1, 1, {0: AnyMove(), 1: AnyMove()})
    with pytest.raises(BadBatch, match="Table 0, seat 0: action 10000 is not legal"):
        Batch(game, 1, 1, {0: Cheat()})


def test_a_seat_that_is_never_asked_is_named_instead_of_waited_for() -> None:
    """Where a speaker decides for its group, the others are never asked; games would follow upon games for ever."""
    game = mischief.game("doctor-rat", 7, agreement="speaker")
    heuristic = game.heuristic()
    with pytest.raises(BadBatch, match=r"games in a row ended without a question to seat [0-6]\."):
        Batch(game, 7, 1, dict.fromkeys(range(1, 7), heuristic), rotate=True)


def test_a_batch_broken_off_by_a_policy_says_so() -> None:
    batch = Batch(mischief.game("piratz", 2), 1, 1)
    batch.sit(0, 1, Cheat())
    with pytest.raises(BadBatch, match="action 10000"):
        play_on(batch, 50)
    with pytest.raises(BadBatch, match="begin a new one"):
        batch.look()


def test_who_plays_can_change_while_tables_go_on() -> None:
    game = mischief.game("piratz", 2)
    batch = Batch(game, 2, 1)
    batch.sit(1, 0, game.heuristic())
    with pytest.raises(BadBatch, match="nobody would be left to ask"):
        batch.sit(1, 1, AnyMove())
    with pytest.raises(BadBatch, match="no seat 3"):
        batch.sit(0, 3, AnyMove())
    assert play_on(batch, 60) == {(0, 0), (0, 1), (1, 1)}
    batch.sit(1, 0, None)
    assert (1, 0) in play_on(batch, 60)


def test_without_an_observer_there_is_no_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    book = mischief.rulebook("piratz")
    monkeypatch.setattr(book, "parts", replace(book.parts, observer=None))
    with pytest.raises(MischiefError, match="no observer"):
        Batch(book(2), 1, 1)


def test_numpy_numbers_are_numbers_to_a_batch() -> None:
    np = pytest.importorskip("numpy")
    game = mischief.game("piratz", 2)
    one = Batch(game, 3, 7, {1: AnyMove()})
    other = Batch(game, np.int64(3), np.uint8(7), {np.int32(1): AnyMove()})
    assert one.look().observations == other.look().observations


def test_arrays_show_what_the_batch_shows() -> None:
    np = pytest.importorskip("numpy")
    arrays = mischief.batch("piratz", 6, 3, seed=9, zero_scores=False)
    plain = Batch(mischief.game("piratz", 3, zero_scores=False), 6, 9)
    rng = np.random.default_rng(1)
    ended = 0
    for _ in range(150):
        observations, masks, seats = arrays.look()
        look = plain.look()
        assert observations.shape == (6, plain.length)
        assert observations.tobytes() == look.observations
        assert masks.shape == (6, plain.num_actions)
        assert masks.tobytes() == look.masks
        assert seats.tolist() == list(look.seats)
        actions = any_legal(masks, rng)
        assert masks[range(6), arrays.any_legal(Rng(2))].all()
        tables, payoffs = arrays.step(actions)
        finished = plain.step(actions.tolist())
        assert tables.tobytes() == finished.tables
        assert payoffs.shape == (finished.count, 3)
        assert payoffs.tobytes() == finished.payoffs
        assert payoffs.sum(axis=1) == pytest.approx(1)
        ended += len(tables)
    assert ended > 0


def test_the_lengths_in_the_docs_are_true() -> None:
    page = (Path(__file__).parents[2] / "docs/learning.md").read_text(encoding="utf-8")
    for name in mischief.BOXES:
        game = mischief.game(name)
        assert f"| {name} ({game.seats}) | {game.observer().length} | {game.num_actions} |" in page


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("name", mischief.BOXES)
def test_a_batch_picks_any_legal_move_of_every_table_alike(name: str, turned: bool) -> None:
    """Of each table every move, as often as any other, and no other moves; `step` takes them as they come."""
    batch = Batch(mischief.game(name), 5, 3, turned=turned)
    rng = Rng(1)
    for _ in range(20):
        masks, there = batch.look().masks, int(batch.num_actions)
        picked = [array("i", batch.any_legal(rng)) for _ in range(60)]
        for table in range(5):
            offered = {action for action in range(there) if masks[table * there + action]}
            assert {pick[table] for pick in picked} <= offered
        batch.step(batch.any_legal(rng))
    masks = batch.look().masks[: int(batch.num_actions)]
    counts = Counter(array("i", batch.any_legal(rng))[0] for _ in range(400 * sum(masks)))
    assert set(counts) == {action for action, may in enumerate(masks) if may}
    assert all(count == pytest.approx(400, rel=0.3) for count in counts.values())


def test_any_legal_is_fair() -> None:
    np = pytest.importorskip("numpy")
    masks = np.array([[0, 1, 0, 1, 1, 0]] * 9000, dtype=bool)
    chosen = np.bincount(any_legal(masks, np.random.default_rng(5)), minlength=6)
    assert chosen[[0, 2, 5]].sum() == 0
    assert chosen[[1, 3, 4]] == pytest.approx([3000] * 3, rel=0.06)


def test_without_numpy_arrays_are_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(MischiefError, match=r"mischief\[learn\]"):
        mischief.batch("piratz", 1, seed=1)
