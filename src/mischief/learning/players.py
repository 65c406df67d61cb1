"""Processes that play: each has batches of tables and a copy of the net, and writes whole stretches of play into shared
memory while the learner learns from those before. Nobody waits for anybody but when two stretches are full."""

from __future__ import annotations

import functools
import itertools
import mmap
import multiprocessing as mp
import os
import random
import shutil
import tempfile
from collections.abc import Callable
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from mischief.bots.nets import net_policy
from mischief.engine.batch import Batch
from mischief.engine.errors import BadBatch, MischiefError
from mischief.engine.game import Game
from mischief.engine.policy import Policy
from mischief.files import CannotWrite, writing
from mischief.learning.copies import Copy, numbers_in
from mischief.learning.diary import Plan
from mischief.learning.learners import Lesson
from mischief.learning.rollouts import Rollout, even_out, lessons_of
from mischief.learning.tables import draw_table, most_seats, observer_of
from mischief.learning.weighing import Weighing
from mischief.processes import deaf, ignore_ctrl_c

END = -1
"""A process that is bid this instead of the number of a stretch stops."""

STRETCHES = 2
"""So many stretches a process has: one is played while another is learnt from."""

RIVALRY = 0.5
"""How warm a fixed net plays: mostly its likeliest moves, so that a rival meets more than one line of play."""

KINDS = 8
"""So many kinds of tables a process plays at once (seat counts, options, opponents); after LIVES stretches one of them
makes way for another."""
LIVES = 8

FOLLOW, PLAY = 0, 1
"""The two stages: as the teacher would, or by the net."""


class PlayersGone(MischiefError):
    """A playing process has ended before the run did."""


class Shape(msgspec.Struct, frozen=True):
    """How large everything is: processes, tables a process, steps a stretch, numbers a row, cells, actions, and seats
    at most."""

    game: str
    processes: int
    tables: int
    steps: int
    length: int
    hidden: int
    narrow: int
    actions: int
    seats: int
    weigh: bool = False
    """Whether the players look at where each move leads (`weighing.py`)."""
    reckons: bool = False
    """Whether rows are what a player reckons."""

    @property
    def rows(self) -> int:
        """Decisions in a stretch of every process."""
        return self.processes * self.tables * self.steps

    def net_of(self, numbers: Any, kind: Callable[..., Copy] = Copy) -> Copy:
        """The net that these numbers make."""
        return kind(numbers, self.length, self.hidden, self.narrow, self.actions)


def shape_of(plan: Plan) -> Shape:
    """The shape of a training run."""
    games = [draw_table(plan.game, random.Random(seed)) for seed in range(40)]
    length, actions = int(observer_of(games[0], plan.reckons).length), max(game.num_actions for game in games)
    sizes = (plan.processes, plan.tables, plan.steps, length, plan.hidden, plan.narrow, actions)
    return Shape(plan.game, *sizes, most_seats(plan.game), plan.weigh, plan.reckons)


class Room:
    """Memory that all processes share: the net's numbers, the stage, and the stretches. It is a file, in memory where
    there is room for it; who is given no path makes it."""

    def __init__(self, shape: Shape, path: Path | None = None) -> None:
        self.shape = shape
        size = (shape.steps, shape.tables)
        one: list[tuple[str, tuple[int, ...], Any]] = [
            ("observations", (*size, shape.length), np.uint8),
            ("masks", (*size, shape.actions), np.uint8),
            ("actions", size, np.int32),
            ("credit", size, np.float32),
            ("targets", size, np.float32),
            ("was", size, np.float32),
            ("weights", size, np.float32),
        ]
        numbers = numbers_in(shape.length, shape.hidden, shape.narrow, shape.actions)
        whole = shape.processes * STRETCHES * sum(map(_bytes, one)) + 8 * numbers + 128
        self.path = path or _new_file(whole)
        with self.path.open("r+b") as file:
            memory = mmap.mmap(file.fileno(), whole)
        self.stage = np.frombuffer(memory, np.int64, 2)
        """The stage, and which of the two sets of numbers is the present one."""
        at = 64
        self.numbers = np.frombuffer(memory, np.float32, 2 * numbers, at).reshape(2, numbers)
        at += (8 * numbers + 63) // 64 * 64
        self.stretches: list[Lesson] = []
        for _ in range(shape.processes * STRETCHES):
            found: list[Any] = []
            for name, dims, kind in one:
                found.append(np.frombuffer(memory, kind, int(np.prod(dims)), at).reshape(dims))
                at += _bytes((name, dims, kind))
            self.stretches.append(Lesson(*found))

    def publish(self, parts: list[Any]) -> None:
        """Let the players play by these numbers from their next stretch on."""
        fresh = 1 - int(self.stage[1])
        np.concatenate(parts, out=self.numbers[fresh])
        self.stage[1] = fresh

    def copy(self, kind: Callable[..., Copy] = Copy) -> Copy:
        """The net as it is now."""
        return self.shape.net_of(self.numbers[int(self.stage[1])].copy(), kind)


def _new_file(size: int) -> Path:
    """A new file of this size, all of which is there: a file that only says so ends whoever writes where none is."""
    memory = Path("/dev/shm")
    roomy = memory.is_dir() and shutil.disk_usage(memory).free > 2 * size
    handle, name = tempfile.mkstemp(prefix="mischief-train-", dir=memory if roomy else None)
    try:
        with writing(
            Path(name), f"Players need {size / 1e6:.0f} MB there; fewer --processes, --tables or --steps less."
        ):
            os.truncate(handle, size)
            if hasattr(os, "posix_fallocate"):
                os.posix_fallocate(handle, 0, size)
    except CannotWrite:
        Path(name).unlink()
        raise
    finally:
        os.close(handle)
    return Path(name)


def _bytes(entry: tuple[str, tuple[int, ...], Any]) -> int:
    size = int(np.prod(entry[1])) * int(np.dtype(entry[2]).itemsize)
    return (size + 63) // 64 * 64


class Habits(msgspec.Struct, frozen=True):
    """How the players play: the part of tables against a fixed player (the heuristic, or the net of a file), slips
    while following, how far ends reach back, which net they follow instead of the heuristic."""

    seed: int
    against: float
    slips: float
    carry: float
    rival: str = ""
    teacher: str = ""
    counts: tuple[int, ...] = ()
    """The seat counts at which they play; none: at all of them."""
    card: str = ""
    """The device of torch that answers for them; none: their own processors do."""


class Tables:
    """The batches of one process, and how they go on."""

    def __init__(self, shape: Shape, seed: int, habits: Habits) -> None:
        self.shape, self.habits = shape, habits
        self.rng = random.Random(seed)
        self.dice = np.random.default_rng(seed)
        kinds = min(KINDS, shape.tables)
        cuts = [shape.tables * kind // kinds for kind in range(kinds + 1)]
        self.rows = [slice(a, b) for a, b in itertools.pairwise(cuts)]
        self.batches: list[Batch] = []
        self.policies: list[Policy] = []
        for rows in self.rows:
            batch, policy = self._draw(rows)
            self.batches.append(batch)
            self.policies.append(policy)
        self.led = np.arange(shape.tables) % 2 == 0
        """The tables that the teacher leads while the net follows it. At the others it goes its own way and is told
        what the teacher would have done."""
        self.played = 0

    def _draw(self, rows: slice) -> tuple[Batch, Policy]:
        """Tables of some kind. Where the net would never be asked (in Doctor Rat a speaker may decide for all), other
        ones."""
        while True:
            game = draw_table(self.shape.game, self.rng, self.habits.counts)
            heuristic = game.heuristic()
            others = _others(game, self._rival(game) or heuristic, self.rng) if self._meets() else {}
            teacher = self._teacher(game) or heuristic
            size, seed = rows.stop - rows.start, self.rng.getrandbits(60)
            observer = observer_of(game, self.shape.reckons)
            try:
                return Batch(game, size, seed, others, rotate=True, observer=observer), teacher
            except BadBatch:
                continue

    def _meets(self) -> bool:
        return self.rng.random() < self.habits.against

    def _rival(self, game: Game) -> Policy | None:
        """The net that this one learns to beat, if it has such an aim."""
        return net_policy(game, RIVALRY, Path(self.habits.rival)) if self.habits.rival else None

    def _teacher(self, game: Game) -> Policy | None:
        """The net that this one follows at first, if it is to follow one."""
        return net_policy(game, path=Path(self.habits.teacher)) if self.habits.teacher else None

    def fill(self, stretch: Lesson, copy: Copy, stage: int) -> None:
        """Play a stretch, and write down what can be learnt from it."""
        shape = self.shape
        size = (shape.steps, shape.tables)
        seats, values = np.zeros(size, np.uint8), np.zeros(size, np.float32)
        ended, payoffs = np.zeros(size, np.uint8), np.zeros((*size, shape.seats), np.float32)
        for step in range(shape.steps):
            self._show(stretch.observations[step], stretch.masks[step], seats[step])
            found = copy.answer(stretch.observations[step], stretch.masks[step], self.dice)
            answers, stretch.was[step], values[step] = found
            stretch.actions[step] = answers
            if stage == FOLLOW:
                stretch.actions[step] = advice = self._advise()
                answers = np.where(self.led & (self.dice.random(shape.tables) >= self.habits.slips), advice, answers)
            self._go_on(answers, ended[step], payoffs[step])
        last_seats = np.zeros(shape.tables, np.uint8)
        rows, masks = np.empty_like(stretch.observations[0]), np.empty_like(stretch.masks[0])
        self._show(rows, masks, last_seats)
        _, _, last_values = copy.answer(rows, masks, self.dice)
        rollout = Rollout(seats, values, ended, payoffs, last_values, last_seats)
        credit, stretch.targets[:], stretch.weights[:] = lessons_of(
            rollout, self.habits.carry if stage == PLAY else 1.0
        )
        stretch.credit[:] = even_out(credit, stretch.weights)
        if stage == FOLLOW:
            stretch.credit[:] = 1
            stretch.was[:] = np.nan
        self._change()

    def _change(self) -> None:
        """Now and then one kind of tables makes way for another."""
        self.played += 1
        if self.played % LIVES == 0:
            place = self.played // LIVES % len(self.batches)
            self.batches[place], self.policies[place] = self._draw(self.rows[place])

    def _show(self, observations: Any, masks: Any, seats: Any) -> None:
        """Write down what is asked."""
        for batch, rows in zip(self.batches, self.rows, strict=True):
            look, count = batch.look(), rows.stop - rows.start
            there = np.frombuffer(look.masks, np.uint8).reshape(count, -1)
            observations[rows] = np.frombuffer(look.observations, np.uint8).reshape(count, -1)
            masks[rows, : there.shape[1]] = there
            masks[rows, there.shape[1] :] = 0
            seats[rows] = np.frombuffer(look.seats, np.uint8)

    def _advise(self) -> Any:
        """What the teachers would answer."""
        pairs = zip(self.batches, self.policies, strict=True)
        return np.concatenate([np.frombuffer(batch.advise(policy), "<i4") for batch, policy in pairs])

    def _go_on(self, answers: Any, ended: Any, payoffs: Any) -> None:
        """Take the answers, and write down which games ended how."""
        for batch, rows in zip(self.batches, self.rows, strict=True):
            finished = batch.step(answers[rows].tolist())
            if finished.count:
                tables = np.frombuffer(finished.tables, "<i4") + rows.start
                ended[tables] = 1
                got = np.frombuffer(finished.payoffs, "<f4").reshape(finished.count, -1)
                payoffs[tables, : got.shape[1]] = got


def _others(game: Game, fixed: Policy, rng: random.Random) -> dict[int, Policy]:
    """The fixed player in every seat but one, or in about half of them."""
    mine = rng.randrange(game.seats)
    seats = [seat for seat in range(game.seats) if seat != mine]
    if rng.random() < 0.5:
        seats = [seat for seat in seats if rng.random() < 0.5] or seats[:1]
    return dict.fromkeys(seats, fixed)


def _play(shape: Shape, path: Path, habits: Habits, number: int, bids: Any) -> None:
    """What a process does until it is bid to stop. Ctrl-C is for the one that bids, which then lets all of them go."""
    ignore_ctrl_c()
    room, seed = Room(shape, path), habits.seed * 1009 + number
    tables = None if shape.weigh else Tables(shape, seed, habits)
    weighing = Weighing(shape.length, seed, habits.against, habits.carry)
    kind = _copies(habits.card)
    while (which := next_bid(bids)) != END:
        stretch, copy, stage = room.stretches[number * STRETCHES + which], room.copy(kind), int(room.stage[0])
        if tables is None:
            weighing.fill(stretch, copy, shape.game, habits.counts, stage == FOLLOW)
        else:
            tables.fill(stretch, copy, stage)
        if not tell(bids, which):
            break


def _copies(card: str) -> Callable[..., Copy]:
    """How players copy the net. What plays without a card need not load torch."""
    if not card:
        return Copy
    from mischief.learning.on_card import CardCopy

    return functools.partial(CardCopy, device=card)


def next_bid(bids: Any) -> int:
    """What to play next; if whoever bids is gone, nothing."""
    try:
        return int(bids.recv())
    except (EOFError, ConnectionError):
        return END


def tell(bids: Any, which: int) -> bool:
    """Say which stretch to play, or that it is played; whether anybody is there to hear it."""
    try:
        bids.send(which)
    except ConnectionError:
        return False
    return True


class Players:
    """All processes together, from the moment there is a net to play by."""

    def __init__(self, room: Room, habits: Habits) -> None:
        context = mp.get_context("spawn")  # a fork beside threads can copy a lock that nobody will open again
        self.room = room
        self.bids: list[Any] = []
        self.processes: list[Any] = []
        self.to_open: set[int] = set(range(room.shape.processes))
        """The processes of which it is not known yet that they have opened the room."""
        try:
            for number in range(room.shape.processes):
                self._begin(context, habits, number)
        except BaseException:
            self.close()
            raise

    def _begin(self, context: Any, habits: Habits, number: int) -> None:
        ours, theirs = context.Pipe()
        args = (self.room.shape, self.room.path, habits, number, theirs)
        process = context.Process(target=_play, args=args, daemon=True)
        with deaf():
            process.start()
            theirs.close()
            self.bids.append(ours)
            self.processes.append(process)
        for which in range(STRETCHES):
            ours.send(which)

    def gather(self) -> list[tuple[int, int]]:
        """Wait until as many stretches are played as there are processes: whose, and which of theirs."""
        found: list[tuple[int, int]] = []
        while len(found) < len(self.bids):
            for bid in wait(self.bids, timeout=5):
                number = self.bids.index(bid)
                try:
                    found.append((number, self.bids[number].recv()))
                except (EOFError, ConnectionError):
                    pid = self.processes[number].pid
                    raise PlayersGone(
                        f"the playing process {pid} has ended; its output says why, unless the system ended it for "
                        "want of memory. The same command goes on from the last checkpoint."
                    ) from None
                self._has_opened(number)
        return found

    def _has_opened(self, number: int) -> None:
        """Once everybody has opened the room, its file needs no name any more: however the run ends, even if it is
        killed, its memory is free then."""
        self.to_open.discard(number)
        if not self.to_open:
            self.room.path.unlink(missing_ok=True)

    def lessons(self, found: list[tuple[int, int]]) -> list[Lesson]:
        return [self.room.stretches[number * STRETCHES + which] for number, which in found]

    def release(self, found: list[tuple[int, int]]) -> None:
        """These stretches may be played over."""
        for number, which in found:
            tell(self.bids[number], which)

    def close(self) -> None:
        for bid in self.bids:
            tell(bid, END)
        for process in self.processes:
            process.join(timeout=10)
            if process.is_alive():
                process.terminate()
        self.room.path.unlink(missing_ok=True)
