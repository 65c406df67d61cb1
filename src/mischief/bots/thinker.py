"""The bot that searches: it plays the game on in its head, over and over, and does what went best."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from mischief.bots.bot import Bot, Perspective, Stop, never
from mischief.bots.hints import Considered, Hint, say_chances
from mischief.bots.search import Search
from mischief.bots.search_settings import Settings
from mischief.engine.chance import Rng
from mischief.engine.game import Game

SLICE = 0.004
"""Seconds between two looks at the clock and at `stop`: compiled thoughts let nobody else in."""

FAINT = 0.12
"""Of a mixed choice, moves with a smaller part than this are left out: they are what is left of trying things."""

FEW = 30
"""Results of a move that say something by themselves."""

Clock = Callable[[], float]
"""What seconds are counted by: for people by the clock on the wall, in the arena by the work of one core, so that a
busy machine makes matches longer and not bots weaker."""


class Budget(msgspec.Struct, frozen=True):
    """How long to think: in seconds, or in simulations (then the answer depends on the seed alone)."""

    seconds: float = 0.0
    simulations: int = 0

    def __str__(self) -> str:
        return f"{self.simulations}it" if self.simulations else f"{round(self.seconds * 1000)}ms"


class SearchBot(Bot):
    """Information-set Monte-Carlo tree search from a seat's perspective, within a budget."""

    def __init__(
        self, game: Game, budget: Budget, word: str = "", clock: Clock = time.perf_counter, **settings: Any
    ) -> None:
        self.budget = budget
        self.clock = clock
        self.word = word or f"search:{budget}"
        self.policy = game.heuristic()
        self.settings = settings_for(game, settings)

    def choose(self, perspective: Perspective, rng: Rng, stop: Stop = never) -> int:
        legal = perspective.legal()
        if len(legal) == 1:
            return legal[0]
        search = self.think(perspective, rng, stop)
        moves = self.weigh(perspective, search)
        mixed = [m for m in moves if m.share is not None and m.share >= FAINT]
        if not mixed:
            return moves[0].action
        left = rng.unit() * sum(m.share or 0.0 for m in mixed)
        for move in mixed:
            left -= move.share or 0.0
            if left < 0:
                return move.action
        return mixed[0].action

    def explain(self, perspective: Perspective, rng: Rng, stop: Stop = never) -> Hint:
        began = time.perf_counter()
        search = self.think(perspective, rng, stop)
        moves = self.weigh(perspective, search)
        return Hint(
            bot=self.word,
            seat=perspective.seat,
            action=moves[0].action,
            text=moves[0].text,
            moves=moves,
            chance=expected(moves),
            simulations=int(search.simulations),
            seconds=time.perf_counter() - began,
            sentence=say_chances(moves, int(search.simulations)),
        )

    def weigh(self, perspective: Perspective, search: Search) -> list[Considered]:
        """The moves that were considered, the best first. The policy's own move stays first unless the most visited one
        is better by more than chance may have made it look."""
        moves = considered(perspective, search)
        first = next((m for m in moves if m.action == search.first_thought), None)
        if first is None or moves[0].share is not None or is_better(moves[0], first, self.settings.trust):
            return moves
        return [first, *(m for m in moves if m is not first)]

    def think(self, perspective: Perspective, rng: Rng, stop: Stop = never) -> Search:
        """Search until the budget is spent, `stop` says so, or nothing can change the answer any more; at least one
        simulation is made, so that there is always an answer."""
        own = rng.fork()
        search = self.begin(perspective, own)
        if self.budget.simulations:
            self._count_down(search, stop)
        else:
            self._watch_the_clock(search, stop)
        return search

    def begin(self, perspective: Perspective, rng: Rng) -> Search:
        """A search that has not thought yet."""
        return Search(perspective.worlds, perspective.game.num_actions, self.policy, self.settings, rng)

    def _count_down(self, search: Search, stop: Stop) -> None:
        left, batch, began = self.budget.simulations, 1, self.clock()
        while left > 0:
            batch = min(batch, left)
            search.run(batch)
            left -= batch
            if stop():
                return
            now = self.clock()
            batch = _next_batch(batch, now - began)
            began = now

    def _watch_the_clock(self, search: Search, stop: Stop) -> None:
        start = began = self.clock()
        batch = 1
        while True:
            search.run(batch)
            now = self.clock()
            spent = now - start
            if spent >= self.budget.seconds or stop():
                return
            to_come = float(search.simulations) * (self.budget.seconds - spent) / spent
            if search.settled(to_come):
                return
            batch = _next_batch(batch, now - began)
            began = now


def _next_batch(batch: int, seconds: float) -> int:
    """Twice as many while there is time for it, fewer when a batch took too long."""
    if seconds < SLICE / 2:
        return batch * 2
    return max(1, batch // 2) if seconds > SLICE else batch


def settings_for(game: Game, changed: Mapping[str, Any]) -> Settings:
    """The game's own search settings, with some changed."""
    return settings_of({**game.search_hints, **changed})


def settings_of(values: Mapping[str, Any]) -> Settings:
    """The usual settings but for these."""
    settings = Settings()
    for name, value in values.items():
        setattr(settings, name, type(getattr(settings, name))(value))
    return settings


def considered(perspective: Perspective, search: Search) -> list[Considered]:
    """The moves that a search has tried, the best first: the most visited, or the largest part of a mixed choice."""
    found = search.findings()
    if not found:  # a forced move is not weighed
        forced = perspective.legal()[0]
        chance = search.mean_result()
        return [
            Considered(
                action=forced, text=perspective.game.move(forced).text, visits=int(search.simulations), chance=chance
            )
        ]
    mixed = any(share > 0 for *_, share in found)
    moves = [
        Considered(
            action=action,
            text=perspective.game.move(action).text,
            visits=visits,
            chance=mean,
            error=math.sqrt(variance / visits),
            share=share if mixed else None,
        )
        for action, visits, mean, variance, share in found
    ]
    moves.sort(key=lambda m: (-(m.share or 0.0), -m.visits, -(m.chance or 0.0), m.action))
    return moves


def is_better(move: Considered, other: Considered, errors: float) -> bool:
    """Whether a move's mean result is above another's by so many standard errors of their difference."""
    lead = (move.chance or 0.0) - (other.chance or 0.0)
    return lead > errors * math.hypot(move.error or 0.0, other.error or 0.0)


def expected(moves: list[Considered]) -> float | None:
    """The win chance of playing as advised. A first thought that was tried seldom is advised because nothing was surely
    better: its own few results tell little, those of the move tried most count with them."""
    first, most = moves[0], max(moves, key=lambda m: m.visits)
    if first.share is None:
        if first.visits >= FEW or first is most or first.chance is None or most.chance is None:
            return first.chance
        tried = first.visits + most.visits
        return (first.chance * first.visits + most.chance * most.visits) / tried
    return sum((m.share or 0.0) * (m.chance or 0.0) for m in moves)
