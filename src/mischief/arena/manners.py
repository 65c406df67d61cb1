"""Whether bots behave: over thousands of games of every kind no illegal move, no exception, and answers in time.

In a match a bot that fails is replaced and the game goes on; here nothing is forgiven. Every answer is held against the
legal moves, whatever is wrong with it is written down with the game in which it can be seen again, and a legal move is
played in its place.
"""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Generator, Iterator, Sequence

import msgspec

from mischief.bots.bot import Bot, Perspective
from mischief.bots.levels import make_bot
from mischief.engine.chance import Rng
from mischief.engine.game import Game
from mischief.engine.seats import DEALER
from mischief.engine.state import State
from mischief.engine.variants import variants
from mischief.games.shelf import rulebook
from mischief.processes import fresh_pool, ignore_ctrl_c

PORTION = 50
"""Games that are played and written down in one go."""


class Answer(msgspec.Struct):
    """One answer of a bot at a table as it stood. `seconds` is the processor's time, `wall` the clock's; `fault` says
    what was wrong with it, if anything."""

    state: State
    seat: int
    seconds: float
    wall: float
    fault: str = ""


class Portion(msgspec.Struct, frozen=True):
    """Some games of one bot at one game: those with the numbers from `first` on."""

    game: str
    bot: str
    first: int
    games: int


class Conduct(msgspec.Struct, frozen=True, kw_only=True):
    """How a bot behaved in a portion: a line of the file. `slowest` is in seconds of the processor."""

    portion: Portion
    decisions: int
    faults: list[str]
    slowest: float


def answers(game: Game, bot: Bot, seed: int) -> Iterator[Answer]:
    """A whole game in which one bot plays every seat, answer by answer. Seats that decide together are all asked
    before anything is played."""
    chance = Rng(seed)
    thoughts = chance.fork()
    state = game.begin()
    while not state.over:
        if state.actor() == DEALER:
            state.apply(DEALER, state.sample(chance))
            continue
        moves = []
        for seat in state.actors():
            perspective = Perspective(state, seat)
            fault, action = "", -1
            wall, processor = time.perf_counter(), time.thread_time()
            try:
                action = bot.choose(perspective, thoughts)
            except Exception as error:  # whatever a bot does wrong is to be told, and the next game to be played
                fault = f"{type(error).__name__}: {error}"
            seconds, passed = time.thread_time() - processor, time.perf_counter() - wall
            legal = state.legal(seat)
            if action not in legal:
                fault = fault or f"proposed {action!r}, which is not legal"
                action = legal[0]
            yield Answer(state, seat, seconds, passed, fault)
            moves.append((seat, action))
        for seat, action in moves:
            state.play(seat, action)


def watch(portion: Portion, tables: Sequence[Game]) -> Conduct:
    """Play a portion. Its games go through all variants in turn, each game with its number as seed."""
    decisions, slowest = 0, 0.0
    faults: list[str] = []
    for number in range(portion.first, portion.first + portion.games):
        game = tables[number % len(tables)]
        for answer in answers(game, make_bot(portion.bot, game), number):
            decisions += 1
            slowest = max(slowest, answer.seconds)
            if answer.fault:
                faults.append(f"{game!r}, game {number}, decision {decisions}, seat {answer.seat}: {answer.fault}")
    return Conduct(portion=portion, decisions=decisions, faults=faults, slowest=slowest)


def portions(names: Sequence[str], bots: Sequence[str], games: int) -> list[Portion]:
    """The work: so many games for each bot at each game."""
    return [
        Portion(name, bot, first, min(PORTION, games - first))
        for name in names
        for bot in bots
        for first in range(0, games, PORTION)
    ]


def watch_all(work: Sequence[Portion], workers: int | None = None) -> Generator[Conduct, None, None]:
    """Play all portions, in parallel processes if there are several; closing the generator ends them."""
    workers = min(workers or os.cpu_count() or 1, max(1, len(work)))
    if workers == 1:
        _settle()
        yield from map(_watch, work)
        return
    with fresh_pool(workers, _begin) as pool:
        yield from pool.imap_unordered(_watch, work)


class Shelf:
    """The variants of each game, made once per process."""

    tables: dict[str, list[Game]] = {}


def _begin() -> None:
    ignore_ctrl_c()
    _settle()


def _settle() -> None:
    """The garbage collector leaves out what is here to stay: going through it would count as some bot's time."""
    gc.collect()
    gc.freeze()


def _watch(portion: Portion) -> Conduct:
    if portion.game not in Shelf.tables:
        Shelf.tables[portion.game] = list(variants(rulebook(portion.game)))
    return watch(portion, Shelf.tables[portion.game])
