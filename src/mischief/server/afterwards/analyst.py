"""The analyst looks at finished games again, decision by decision, when the workers have nothing better to do.

Each decision is judged from the perspective of its seat: worlds are imagined from what that seat knew, so that nobody
is blamed for what they could not know. What seems to have been costly is thought about once more and for longer, with
fresh luck; only what still seems costly is told.

All analyses together stand in the thinking line as one table that nobody watches: live tables come first, and the
longest that one of them can wait for us is one short thought.
"""

from __future__ import annotations

import asyncio
import logging
import math
import os
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import msgspec

from mischief.server.keeping import analyses
from mischief.server.keeping.store import Job, Outcome, Store
from mischief.server.protocol.bodies import Analysis, ChancePoint, Costly, Progress
from mischief.server.tables.fold import Fold
from mischief.server.tables.refusing import Denied
from mischief.server.thinking.accounts import Accounts
from mischief.server.thinking.line import Looked
from mischief.server.thinking.pool import Thinker
from mischief.server.thinking.worker import Opinion, choices, judge

log = logging.getLogger("mischief.analyst")

IN_LINE = " analysis"
"""Our place in the thinking line; no table has such a name."""
WHOLE = 20.0
"""Seconds of thinking for all decisions of a game, at first sight."""
LONGEST, SHORTEST = 0.2, 0.04
"""Seconds for one of them."""
SECOND_LOOK, SECOND_LOOKS = 0.5, 5
"""Seconds for a decision that seems to have been costly, and how many of each person's are looked at again."""
TOLD, LEAST = 3, 0.03
"""Costly decisions that are told of each person, and what one must have cost at least."""
MOST_CHOICES, MOST_OF_BOTS = 300, 60
"""Decisions that are judged: in all, and of those whose seats are bots', which are looked at for their chances only."""
RATE, BURST = 0.25, 60.0
"""Seconds of thinking for one address: in each second, and at once."""
MOST_WAITING = 30
"""Games that wait, of everybody."""
REST = 0.25
"""Seconds to step aside while tables wait."""

Answer = TypeVar("Answer")


class Kept(msgspec.Struct):
    """An analysis as it is written down: moves by their numbers, so that it is read in the words of the day."""

    points: list[ChancePoint]
    costly: list[tuple[int, int, int, int, float, float]]
    """Step, seat, played, better, chance, lost."""
    seconds: float


class Choice(msgspec.Struct):
    """A decision to be judged: which frame of the replay it is in, and how many moves came before it."""

    step: int
    before: int
    seat: int
    action: int


class Task(msgspec.Struct):
    """A game that waits, or is being looked at."""

    fold: Fold
    asker: str
    done: int = 0
    total: int = 0


class Analyst:
    """One game at a time. `now` is the moment, for what is written down."""

    def __init__(self, thinker: Thinker, store: Store, now: Callable[[], int], limits: bool) -> None:
        self.thinker = thinker
        self.store = store
        self.now = now
        self.limits = limits
        self.accounts = Accounts(RATE, BURST)
        self._tasks: OrderedDict[str, Task] = OrderedDict()
        self._working: asyncio.Task[None] | None = None

    async def look(self, fold: Fold) -> Progress:
        """How far a game's analysis is."""
        body = await self.store.database.read(lambda base: analyses.read(base, fold.row.id))
        if body is not None:
            return Progress("ready", analysis=_in_words(msgspec.json.decode(body, type=Kept), fold))
        task = self._tasks.get(fold.row.id)
        if task is None:
            return Progress("none")
        return Progress("making" if task.total else "waiting", task.done, task.total)

    async def ask(self, fold: Fold, asker: str) -> Progress:
        """Have a game looked at again, if it has not been. Raises Denied if too much is asked from that address."""
        found = await self.look(fold)
        if found.state != "none":
            return found
        if self.limits and (
            self.accounts.left(asker) <= 0 or any(task.asker == asker for task in self._tasks.values())
        ):
            raise Denied("too_fast", "One game at a time: another of yours is still being looked at. Wait a little.")
        if len(self._tasks) >= MOST_WAITING:
            raise Denied("full", "Many games wait to be looked at again. Come back later.")
        self._tasks[fold.row.id] = Task(fold, asker)
        if self._working is None:
            self._working = asyncio.get_running_loop().create_task(self._work())
        return Progress("waiting")

    def close(self) -> None:
        if self._working is not None:
            self._working.cancel()

    async def _work(self) -> None:
        while self._tasks:
            table, task = next(iter(self._tasks.items()))
            try:
                made = await self._analyse(task)
                await self._keep(table, msgspec.json.encode(made).decode())
            except Exception:  # whatever it is: the next game is looked at
                log.exception("a game could not be analysed", extra={"table": table})
            finally:
                del self._tasks[table]
        self._working = None

    async def _keep(self, table: str, body: str) -> None:
        """Write it down; where the store is paused, whoever wants it asks again."""
        done: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        work = partial(analyses.write, table=table, made=self.now(), body=body)
        self.store.write(Job(done.set_result, work=work))
        await done

    async def _analyse(self, task: Task) -> Kept:
        fold = task.fold
        chosen = self._pick(fold, await self._do(choices, fold, fold.moves.tobytes(), task, AT_ONCE))
        people = {seat for seat, place in enumerate(fold.places) if place.kind == "person"}
        seconds = min(LONGEST, max(SHORTEST, WHOLE / max(1, len(chosen))))
        task.total = len(chosen) + SECOND_LOOKS * len(people & {choice.seat for choice in chosen})
        points: list[ChancePoint] = []
        first: list[tuple[float, Choice]] = []
        for choice in chosen:
            opinion = await self._judge(task, choice, seconds)
            if opinion.chance is not None:
                points.append(ChancePoint(choice.step, choice.seat, round(opinion.chance, 3)))
            if choice.seat in people and opinion.lost >= LEAST:
                first.append((opinion.lost, choice))
            task.done += 1
        costly: list[tuple[int, int, int, int, float, float]] = []
        for seat in sorted(people):
            mine = sorted((pair for pair in first if pair[1].seat == seat), key=lambda pair: -pair[0])
            again: list[tuple[int, int, int, int, float, float]] = []
            for _, choice in mine[:SECOND_LOOKS]:
                opinion = await self._judge(task, choice, SECOND_LOOK)
                if opinion.lost >= LEAST and opinion.chance is not None:
                    worth = (round(opinion.chance, 3), round(opinion.lost, 3))
                    again.append((choice.step, seat, choice.action, opinion.better, *worth))
                task.done += 1
            costly += sorted(again, key=lambda told: -told[-1])[:TOLD]
        return Kept(points, costly, round(seconds, 3))

    def _pick(self, fold: Fold, places: list[int]) -> list[Choice]:
        """The decisions to be judged: all of people's, if they are not too many, and some of the bots'."""
        steps: list[int] = []
        for number, (_, _, moves) in enumerate(fold.steps()):
            steps += [number] * len(moves)
        pairs = fold.pairs()
        found = [Choice(steps[place], place, *pairs[place]) for place in places]
        own = [choice for choice in found if fold.places[choice.seat].kind == "person"]
        bots = [choice for choice in found if fold.places[choice.seat].kind != "person"]
        own = own[:: max(1, math.ceil(len(own) / MOST_CHOICES))]
        bots = bots[:: max(1, math.ceil(len(bots) / MOST_OF_BOTS))]
        return sorted([*own, *bots], key=lambda choice: choice.before)

    async def _judge(self, task: Task, choice: Choice, seconds: float) -> Opinion:
        moves = task.fold.moves[: 2 * choice.before].tobytes()
        seed = int.from_bytes(os.urandom(12))
        facts = (choice.seat, choice.action, f"search:{seconds:.3f}s", seed)
        return await self._do(judge, task.fold, moves, task, seconds, *facts)

    async def _do(
        self, job: Callable[..., Answer], fold: Fold, moves: bytes, task: Task, seconds: float, *more: Any
    ) -> Answer:
        """A short piece of work, when nobody else needs the worker."""
        while self.thinker.line.waiting:
            await asyncio.sleep(REST)
        setup = fold.row.setup
        async with self.thinker.line.turn(IN_LINE, 0, seconds, Looked.BY_NOBODY):
            began = time.monotonic()
            try:
                facts = (fold.book.source, setup.seats, msgspec.json.encode(setup.options), moves)
                return await self.thinker.workers.do(job, *facts, *more)
            finally:
                self.accounts.pay(task.asker, time.monotonic() - began)


AT_ONCE = 0.05
"""Seconds that count for work which takes no thought."""


def _in_words(kept: Kept, fold: Fold) -> Analysis:
    told = [
        Costly(
            step,
            seat,
            fold.book.legal_move(played, fold.names),
            fold.book.legal_move(better, fold.names),
            chance,
            lost,
        )
        for step, seat, played, better, chance, lost in kept.costly
    ]
    return Analysis(kept.points, told, kept.seconds)
