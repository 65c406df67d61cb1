"""Processes that play: each has some batches of tables, writes down in shared memory what is asked, and goes on with
the answers that it finds there."""

from __future__ import annotations

import multiprocessing as mp
import random
from multiprocessing.shared_memory import SharedMemory
from typing import Any

import msgspec
import numpy as np

from mischief.engine.batch import Batch
from mischief.engine.game import Game
from mischief.engine.policy import Policy
from mischief.learning.tables import draw_table, most_seats

GO, ADVISE, END = 1, 2, 3
"""What a process is bid to do: answer what is asked, say what the heuristic would answer, or stop."""


class Shape(msgspec.Struct, frozen=True):
    """How large everything is: processes, tables a process, numbers a row, actions, and seats at most."""

    game: str
    processes: int
    tables: int
    length: int
    actions: int
    seats: int

    @property
    def rows(self) -> int:
        return self.processes * self.tables


def shape_of(name: str, processes: int, tables: int) -> Shape:
    """The shape of a training run of this game."""
    games = [draw_table(name, random.Random(seed)) for seed in range(40)]
    length = int(games[0].observer().length)
    return Shape(name, processes, tables, length, max(game.num_actions for game in games), most_seats(name))


class Slate:
    """Shared memory in which the players' questions and the answers stand, one row a table."""

    def __init__(self, shape: Shape, memory: SharedMemory | None = None) -> None:
        rows, at = shape.rows, 0
        plan: list[tuple[str, tuple[int, ...], Any]] = [
            ("observations", (rows, shape.length), np.uint8),
            ("masks", (rows, shape.actions), np.uint8),
            ("seats", (rows,), np.uint8),
            ("ended", (rows,), np.uint8),
            ("payoffs", (rows, shape.seats), np.float32),
            ("answers", (rows,), np.int32),
            ("advice", (rows,), np.int32),
        ]
        size = sum(8 + int(np.prod(dims)) * np.dtype(kind).itemsize for _, dims, kind in plan)
        self.memory = memory or SharedMemory(create=True, size=size)
        self.arrays: dict[str, Any] = {}
        for name, dims, kind in plan:
            self.arrays[name] = np.ndarray(dims, kind, self.memory.buf, at)
            at += (int(np.prod(dims)) * np.dtype(kind).itemsize + 7) // 8 * 8

    def close(self) -> None:
        self.arrays.clear()
        self.memory.close()


class Tables:
    """The batches of one process: `parts` kinds of tables, some of them against the game's heuristic."""

    def __init__(self, shape: Shape, seed: int, against: float, parts: int = 4) -> None:
        rng = random.Random(seed)
        self.batches: list[Batch] = []
        self.policies: list[Policy] = []
        self.starts: list[int] = []
        share = shape.tables // parts
        for part in range(parts):
            game = draw_table(shape.game, rng)
            count = share if part else shape.tables - share * (parts - 1)
            heuristic = game.heuristic()
            others = _others(game, heuristic, rng) if rng.random() < against else {}
            self.starts.append(sum(int(batch.tables) for batch in self.batches))
            self.batches.append(Batch(game, count, rng.getrandbits(60), others, rotate=True))
            self.policies.append(heuristic)

    def show(self, slate: dict[str, Any], first: int) -> None:
        """Write down what is asked."""
        for batch, start in zip(self.batches, self.starts, strict=True):
            look, rows = batch.look(), slice(first + start, first + start + int(batch.tables))
            masks = np.frombuffer(look.masks, np.uint8).reshape(int(batch.tables), -1)
            slate["observations"][rows] = np.frombuffer(look.observations, np.uint8).reshape(int(batch.tables), -1)
            slate["masks"][rows, : masks.shape[1]] = masks
            slate["seats"][rows] = np.frombuffer(look.seats, np.uint8)

    def advise(self, slate: dict[str, Any], first: int) -> None:
        """Write down what the heuristic would answer."""
        for batch, start, policy in zip(self.batches, self.starts, self.policies, strict=True):
            rows = slice(first + start, first + start + int(batch.tables))
            slate["advice"][rows] = np.frombuffer(batch.advise(policy), "<i4")

    def go_on(self, slate: dict[str, Any], first: int) -> None:
        """Take the answers, and write down which games ended how."""
        for batch, start in zip(self.batches, self.starts, strict=True):
            rows = slice(first + start, first + start + int(batch.tables))
            ended = batch.step(slate["answers"][rows].tolist())
            slate["ended"][rows] = 0
            if ended.count:
                tables = np.frombuffer(ended.tables, "<i4") + rows.start
                slate["ended"][tables] = 1
                payoffs = np.frombuffer(ended.payoffs, "<f4").reshape(ended.count, -1)
                slate["payoffs"][tables, : payoffs.shape[1]] = payoffs


def _others(game: Game, heuristic: Policy, rng: random.Random) -> dict[int, Policy]:
    """The heuristic in every seat but one, or in about half of them."""
    mine = rng.randrange(game.seats)
    seats = [seat for seat in range(game.seats) if seat != mine]
    if rng.random() < 0.5:
        seats = [seat for seat in seats if rng.random() < 0.5] or seats[:1]
    return dict.fromkeys(seats, heuristic)


def _play(shape: Shape, number: int, seed: int, against: float, name: str, bid: Any, done: Any) -> None:
    """What a process does until it is bid to stop."""
    memory = SharedMemory(name=name)
    slate = Slate(shape, memory)
    first = number * shape.tables
    tables = Tables(shape, seed, against)
    tables.show(slate.arrays, first)
    done.release()
    while True:
        what = bid.recv()
        if what == END:
            break
        if what == ADVISE:
            tables.advise(slate.arrays, first)
        else:
            tables.go_on(slate.arrays, first)
            tables.show(slate.arrays, first)
        done.release()
    slate.close()


class Players:
    """All processes together. `slate` has what they ask; `go_on` lets them take the answers in it."""

    def __init__(self, shape: Shape, seed: int, against: float) -> None:
        context = mp.get_context("spawn")  # a fork beside threads can copy a lock that nobody will open again
        self.shape = shape
        self.shared = Slate(shape)
        self.slate = self.shared.arrays
        self.done = context.Semaphore(0)
        self.bids: list[Any] = []
        self.processes: list[Any] = []
        for number in range(shape.processes):
            hear, bid = context.Pipe(duplex=False)
            args = (shape, number, seed * 1009 + number, against, self.shared.memory.name, hear, self.done)
            process = context.Process(target=_play, args=args, daemon=True)
            process.start()
            self.bids.append(bid)
            self.processes.append(process)
        self._wait()

    def go_on(self) -> None:
        self._tell(GO)

    def advise(self) -> None:
        self._tell(ADVISE)

    def _tell(self, what: int) -> None:
        for bid in self.bids:
            bid.send(what)
        self._wait()

    def _wait(self) -> None:
        for _ in self.processes:
            while not self.done.acquire(timeout=5):
                dead = [p.pid for p in self.processes if not p.is_alive()]
                if dead:
                    raise RuntimeError(f"the playing process {dead[0]} has ended; its output says why")

    def close(self) -> None:
        for bid, process in zip(self.bids, self.processes, strict=True):
            if process.is_alive():
                bid.send(END)
        for process in self.processes:
            process.join(timeout=10)
        self.shared.memory.unlink()
        self.shared.close()
