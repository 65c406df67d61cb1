"""Ratings: how likely one entrant is to finish ahead of another, on the scale that chess players know.

A hundred points more mean finishing ahead in 64 % of the games, four hundred in 91 %. The ratings are those under which
the results are most likely (Bradley and Terry's model on all pairs of a table), so they do not hang on the order of the
games and come to rest as games are added; the average of a match is 0. Every pair that met is given one drawn game
more, so that a bot which lost every game still has a rating. An interval holds the ratings that the results do not
speak against (their profile likelihood); how loudly results speak is reckoned from the scatter between rounds, since
games on one seed are no independent witnesses.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from mischief.arena.shares import TRUST, student95

Contest = tuple[Sequence[int], Sequence[int]]
"""Who sat at a table (numbers of entrants, by seats), and the places they took."""
Rows = list[list[float]]
POINTS = 400 / math.log(10)
"""Points on the scale of chess for one unit of log odds."""
FAR = 20.0
"""No rating is farther off, in units of log odds."""


class Rating(NamedTuple):
    """Points above the average of a match, and the bounds of its 95 % interval."""

    points: float
    low: float
    high: float

    def in_words(self) -> str:
        """In whole points; what is next to nothing is +0, from whichever side."""
        return f"{round(self.points):+d} ({round(self.low):+d} to {round(self.high):+d})"


def rate(entrants: int, rounds: Sequence[Iterable[Contest]]) -> list[Rating]:
    """The rating of every entrant."""
    tables = [_ahead(entrants, contests) for contests in rounds]
    wins = [[sum(t[i][j] for t in tables) for j in range(entrants)] for i in range(entrants)]
    for i in range(entrants):
        for j in range(i):
            if wins[i][j] + wins[j][i] > 0:
                wins[i][j] += 0.5
                wins[j][i] += 0.5
    best = _most_likely(wins)
    inverse = _inverse(_information(wins, best))
    loudness = _loudness(tables, wins, best, inverse)
    top = _likelihood(wins, best)
    z = student95(len(tables) - 1 + TRUST)
    found = []
    for i in range(entrants):
        enough = loudness[i] * z * z / 2
        low, high = (_bound(wins, best, i, way, top - enough) for way in (-1.0, 1.0))
        found.append(Rating(POINTS * best[i], POINTS * low, POINTS * high))
    return found


def _loudness(tables: Sequence[Rows], wins: Rows, best: list[float], inverse: Rows) -> list[float]:
    """For each entrant, how many times the variance is what it would be if all pairs were independent witnesses. Rounds
    that end as everybody expects show no scatter: only as many are trusted as there were upsets."""
    n, rounds = len(best), len(tables)
    if rounds < 2:
        return [1.0] * n
    spread = _product(_product(inverse, _scatter(tables, best, rounds / (rounds - 1))), inverse)
    found = []
    for i in range(n):
        upsets = sum(min(wins[i][j], wins[j][i]) - 0.5 for j in range(n) if wins[i][j] > 0)
        trusted = min(rounds - 1.0, max(0.0, upsets))
        found.append((trusted * spread[i][i] / inverse[i][i] + TRUST) / (trusted + TRUST))
    return found


def _bound(wins: Rows, best: list[float], i: int, way: float, enough: float) -> float:
    """How far the rating of i can go one way before even the best ratings for all others make the results too
    unlikely."""
    inside, step, strengths = best[i], 0.1, best
    while True:
        strengths = _most_likely(wins, strengths, i, best[i] + way * step)
        if _likelihood(wins, strengths) < enough or step > FAR:
            break
        inside, step = best[i] + way * step, 2 * step
    outside = best[i] + way * step
    for _ in range(24):
        middle = (inside + outside) / 2
        strengths = _most_likely(wins, strengths, i, middle)
        if _likelihood(wins, strengths) < enough:
            outside = middle
        else:
            inside = middle
    return inside


def _ahead(entrants: int, contests: Iterable[Contest]) -> Rows:
    """How often each finished ahead of each other one in a round; equal places count half."""
    table = [[0.0] * entrants for _ in range(entrants)]
    for who, places in contests:
        for a, place in zip(who, places, strict=True):
            for b, other in zip(who, places, strict=True):
                if a != b:
                    table[a][b] += 1.0 if place < other else 0.5 if place == other else 0.0
    return table


def _expected(strengths: Sequence[float], i: int, j: int) -> float:
    return 1 / (1 + math.exp(strengths[j] - strengths[i]))


def _push(table: Rows, strengths: Sequence[float]) -> list[float]:
    """How much more each won than its strength says."""
    n = len(strengths)
    return [
        sum(table[i][j] - (table[i][j] + table[j][i]) * _expected(strengths, i, j) for j in range(n) if j != i)
        for i in range(n)
    ]


def _information(wins: Rows, strengths: Sequence[float]) -> Rows:
    """How sharply the results tell strengths apart."""
    n = len(strengths)
    rows = [[0.0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            if i != j:
                p = _expected(strengths, i, j)
                weight = (wins[i][j] + wins[j][i]) * p * (1 - p)
                rows[i][i] += weight
                rows[i][j] -= weight
    return rows


def _likelihood(wins: Rows, strengths: Sequence[float]) -> float:
    """The logarithm of how likely the results are with these strengths."""
    n = len(strengths)
    return -sum(
        wins[i][j] * math.log1p(math.exp(strengths[j] - strengths[i])) for i in range(n) for j in range(n) if i != j
    )


def _most_likely(wins: Rows, start: list[float] | None = None, held: int = -1, at: float = 0.0) -> list[float]:
    """Newton's way uphill, in steps short enough not to overshoot; one strength may be held at a value."""
    n = len(wins)
    strengths = list(start) if start else [0.0] * n
    if held >= 0:
        shift = at - strengths[held]
        strengths = [at if k == held else s - shift / (n - 1) for k, s in enumerate(strengths)]
    for _ in range(60):
        inverse = _inverse(_information(wins, strengths))
        push = _push(wins, strengths)
        step = [sum(a * b for a, b in zip(row, push, strict=True)) for row in inverse]
        if held >= 0:
            back = step[held] / inverse[held][held]
            step = [d - back * inverse[k][held] for k, d in enumerate(step)]
        longest = max(map(abs, step), default=0.0)
        strengths = [s + d * min(1.0, 1.0 / max(longest, 1e-12)) for s, d in zip(strengths, step, strict=True)]
        if longest < 1e-7:
            break
    return strengths


def _scatter(tables: Sequence[Rows], strengths: Sequence[float], factor: float) -> Rows:
    """How the rounds differ from what was expected of them."""
    n = len(strengths)
    rows = [[0.0] * n for _ in range(n)]
    for table in tables:
        push = _push(table, strengths)
        for i in range(n):
            for j in range(n):
                rows[i][j] += factor * push[i] * push[j]
    return rows


def _product(a: Rows, b: Rows) -> Rows:
    return [[sum(x * b[k][j] for k, x in enumerate(row)) for j in range(len(b[0]))] for row in a]


def _inverse(rows: Rows) -> Rows:
    """Of a matrix of differences, in which only the average is unknown: that is held at 0."""
    n = len(rows)
    work = [[x + 1 / n for x in row] + [float(i == j) for j in range(n)] for i, row in enumerate(rows)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda r: abs(work[r][i]))
        work[i], work[pivot] = work[pivot], work[i]
        work[i] = [x / work[i][i] for x in work[i]]
        for r in range(n):
            if r != i and work[r][i]:
                work[r] = [x - work[r][i] * y for x, y in zip(work[r], work[i], strict=True)]
    return [[x - 1 / n for x in row[n:]] for row in work]
