"""What the games of a match prove: win rates with 95 % intervals, mean scores and ratings."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import groupby

import msgspec
from openskill.models import PlackettLuce

from mischief.arena.match import Match, Played

Z95 = 1.959964


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """One bot's standing. `rate` is its share of wins (a win shared by two counts half to each), of one seat if it sat
    on several; `low` and `high` bound it with 95 % confidence; `fair` is what it would be among equals (None for
    teams); `rating` and `doubt` are openskill's mu and sigma."""

    bot: str
    seats: int
    games: int
    rate: float
    low: float
    high: float
    fair: float | None
    score: float
    rating: float
    doubt: float
    seconds: float


def interval(rate: float, n: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a proportion; with shared wins it is a little too wide, never too narrow."""
    if n == 0:
        return 0.0, 1.0
    z2 = Z95 * Z95
    middle = (rate + z2 / (2 * n)) / (1 + z2 / n)
    half = Z95 / (1 + z2 / n) * math.sqrt(rate * (1 - rate) / n + z2 / (4 * n * n))
    return max(0.0, middle - half), min(1.0, middle + half)


def standings(match: Match, played: Sequence[Played]) -> list[Standing]:
    """The table of a match, the best bot first."""
    rated = ratings(match, played)
    found = []
    for bot in dict.fromkeys(match.bots):
        slots = [i for i, word in enumerate(match.bots) if word == bot]
        games = [g for g in played if any(slot in g.seating for slot in slots)]
        if not games:
            continue
        wins, scores = [], []
        for game in games:
            own = [s for s, slot in enumerate(game.seating) if slot in slots]
            own = own[:1] if match.teams else own
            wins.append(sum(game.payoffs[s] for s in own))
            scores.append(sum(game.scores[s] for s in own) / len(own))
        seats = 1 if match.teams else len(slots)
        low, high = interval(min(1.0, sum(wins) / len(wins)), len(games))
        mu, sigma = rated[bot]
        found.append(
            Standing(
                bot=bot,
                seats=seats,
                games=len(games),
                rate=sum(wins) / len(wins) / seats,
                low=low / seats,
                high=high / seats,
                fair=None if match.teams else 1 / match.seats,
                score=sum(scores) / len(scores),
                rating=mu,
                doubt=sigma,
                seconds=sum(g.seconds for g in games) / len(games),
            )
        )
    return sorted(found, key=lambda s: -s.rate)


def ratings(match: Match, played: Sequence[Played]) -> dict[str, tuple[float, float]]:
    """openskill's mu and sigma of every bot, from the games in the order of their numbers. A bot on several seats is
    rated at each and takes the mean. Teams are ranked by how they fared on the same seed."""
    model = PlackettLuce()
    rated = {bot: model.rating(name=bot) for bot in match.bots}
    for bots, ranks in _contests(match, played):
        if len(bots) < 2:
            continue
        after = model.rate([[rated[bot]] for bot in bots], ranks=[float(r) for r in ranks])
        for bot in dict.fromkeys(bots):
            own = [team[0] for name, team in zip(bots, after, strict=True) if name == bot]
            mu = sum(r.mu for r in own) / len(own)
            rated[bot] = model.create_rating([mu, sum(r.sigma for r in own) / len(own)], name=bot)
    return {bot: (r.mu, r.sigma) for bot, r in rated.items()}


def _contests(match: Match, played: Sequence[Played]) -> list[tuple[list[str], list[int]]]:
    """Who met whom, and the places: one contest per game, or one per seed among teams."""
    ordered = sorted(played, key=lambda g: g.index)
    if not match.teams:
        return [([match.bots[slot] for slot in g.seating], list(g.places)) for g in ordered]
    found = []
    for _, group in groupby(ordered, key=lambda g: g.seed):
        games = list(group)
        marks = [(g.payoffs[0], g.scores[0]) for g in games]
        found.append(([match.bots[g.seating[0]] for g in games], [1 + sum(b > a for b in marks) for a in marks]))
    return found
