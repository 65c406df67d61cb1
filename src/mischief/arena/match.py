"""One match: a line-up, the plan of its games, and the playing of one of them.

Every seed is played once from each rotation of the line-up that seats anybody otherwise, so that luck and the order of
seats fall on all alike, and no game is played twice: where a bot plays itself, every game has a seed of its own. Where
the table wins together, each member of the line-up is a team that fills all seats, and all teams meet the same seeds:
`heuristic` in every seat, `search:1s+heuristic` a searching seat 0 and sensible others, `search:1s@heuristic` one who
searches as the guest of sensible others, in another seat from deal to deal.
"""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from typing import Any

import msgspec

from mischief.bots.bot import Perspective
from mischief.bots.fallback import Steady
from mischief.bots.levels import BadBot, make_bot, steady_bot, tidy
from mischief.engine.chance import Rng
from mischief.engine.game import Game
from mischief.engine.table import Table
from mischief.games.shelf import game as make_game
from mischief.games.shelf import rulebook

FORMAT = 2


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """What is played: the first line of a results file. `bots` has one word per seat, or one per team."""

    arena: int = FORMAT
    game: str
    seats: int
    options: dict[str, Any]
    bots: list[str]
    seed: int
    teams: bool
    rules_version: int

    def make(self) -> Game:
        return make_game(self.game, self.seats, **self.options)

    def seating(self, index: int) -> list[int]:
        """Which bot of the line-up sits in each seat in game number `index`."""
        if self.teams:
            return [index % len(self.bots)] * self.seats
        turn = index % self.turns
        return [(seat + turn) % self.seats for seat in range(self.seats)]

    def seed_of(self, index: int) -> int:
        """The seed of the Dealer: the same for all rotations (or all teams) of one round."""
        return self.seed + index // self.turns

    @property
    def turns(self) -> int:
        """How many games one seed is played: the rotations of the line-up that differ, or the teams."""
        if self.teams:
            return len(self.bots)
        return next(n for n in range(1, self.seats + 1) if self.bots[n:] + self.bots[:n] == self.bots)

    @property
    def mirror(self) -> bool:
        """Whether one bot plays itself."""
        return self.turns == 1


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """One finished game: a line of a results file. `payoffs`, `scores` and `places` are per seat; `seating` says which
    bot of the line-up sat there; `replaced` names bots that failed and were replaced, per seat."""

    index: int
    seed: int
    seating: list[int]
    payoffs: list[float]
    scores: list[int]
    places: list[int]
    decisions: int
    seconds: float
    replaced: dict[int, list[str]] = {}
    log: list[tuple[int, int]] | None = None


def plan(
    name: str, bots: Sequence[str], seats: int | None = None, options: dict[str, Any] | None = None, seed: int = 1
) -> Match:
    """Check a line-up and fill it up: the last bot named takes the seats that are left."""
    book = rulebook(name)
    if not bots:
        raise BadBot("A match needs at least one bot, such as: heuristic random.")
    teams = book.info.cooperative
    low, _ = book.info.seats
    if seats is None:
        seats = book.info.usual_seats if teams else max(low, len(bots))
    game = book(seats, **(options or {}))
    if not teams and len(bots) > seats:
        raise BadBot(f"{len(bots)} bots cannot sit on {seats} seats.")
    for word in bots:
        for part in members(word):
            make_bot(part, game)
        if len(members(word)) > 1 and not teams:
            raise BadBot(f"{word!r}: only a team, where the table wins together, is written with '+' or '@'.")
        if word.count("@") > 1 or ("@" in word and "+" in word):
            raise BadBot(f"{word!r}: a guest is one bot at a table of another, such as search:1s@heuristic.")
    line_up = [re.sub(r"[^+@]+", lambda part: tidy(part[0]), word) for word in bots]
    if teams:
        line_up = list(dict.fromkeys(line_up))
    else:
        line_up += [line_up[-1]] * (seats - len(line_up))
    return Match(
        game=name,
        seats=seats,
        options=dict(game.options),
        bots=line_up,
        seed=seed,
        teams=teams,
        rules_version=book.info.rules_version,
    )


def members(word: str) -> list[str]:
    """The bots of a team."""
    return re.split("[+@]", word)


def team_of(word: str, seats: int, deal: int = 0) -> list[str]:
    """The bot of each seat of a team, at the so-manieth deal."""
    if "@" in word:
        guest, host = members(word)
        return [guest if seat == deal % seats else host for seat in range(seats)]
    parts = members(word)
    return [parts[min(seat, len(parts) - 1)] for seat in range(seats)]


def play(match: Match, game: Game, index: int, keep_log: bool = False) -> Played:
    """Play game number `index` of a match."""
    seating = match.seating(index)
    if match.teams:
        words = team_of(match.bots[seating[0]], match.seats, index // match.turns)
    else:
        words = [match.bots[bot] for bot in seating]
    sitting = [steady_bot(word, game, clock=time.thread_time) for word in words]
    seed = match.seed_of(index)
    thoughts = [Rng((seed << 8) + 17 * seat + 5).fork() for seat in range(match.seats)]
    began = time.perf_counter()
    table = Table(game, seed)
    decisions = play_on(table, sitting, thoughts)
    result = table.state.result()
    assert result is not None
    return Played(
        index=index,
        seed=seed,
        seating=seating,
        payoffs=[float(table.state.payoff(s)) for s in range(match.seats)],
        scores=list(result.scores),
        places=list(result.places),
        decisions=decisions,
        seconds=round(time.perf_counter() - began, 3),
        replaced={s: bot.replaced for s, bot in enumerate(sitting) if bot.replaced},
        log=table.log if keep_log else None,
    )


def play_on(table: Table, sitting: Sequence[Steady], thoughts: Sequence[Rng]) -> int:
    """Let the bots finish a game; returns how many decisions they made. Seats that decide together are all asked before
    any answer is played, as if they had chosen at the same moment."""
    state = table.state
    decisions = 0
    while True:
        actors = state.actors()
        if not actors:
            return decisions
        answers = [(seat, sitting[seat].choose(Perspective(state, seat), thoughts[seat])) for seat in actors]
        for seat, action in answers:
            table.play(seat, action)
            decisions += 1
