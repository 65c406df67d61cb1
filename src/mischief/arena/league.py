"""A league: everybody against everybody, two at a time, and how each fares against the field and against whom it fares
worst.

A bot is as good as it is against players unlike itself, so the worst pairing stands beside the mean. Every pairing is a
match of its own on the same seeds; where the table wins together, all teams play one match on the same deals.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from mischief.arena.match import Match, Played, plan
from mischief.arena.plot import INKS, easel, hang
from mischief.arena.ratings import Contest, Rating, rate
from mischief.arena.shares import Share
from mischief.arena.standings import rounds, standings
from mischief.bots.levels import BadBot
from mischief.bots.nets import net_for
from mischief.engine.errors import BadOption
from mischief.games.shelf import rulebook

FIELD = (
    "easy",
    "heuristic",
    "net",
    "search:50ms",
    "search:50ms,others=1",
    "search:50ms,wild=0.3",
    "master:50ms",
)
"""Who plays if nobody is named: rules of thumb, what was learnt, and searches that take the others for different
people."""


class Pairing(NamedTuple):
    """What one bot got against another: its part of the wins, with the 95 % interval."""

    other: str
    rate: float
    low: float
    high: float
    games: int


class Place(NamedTuple):
    """How a bot stands in a league: on average over its opponents, at worst, and on the scale of chess. In a game that
    the table wins together there are no opponents, and `mean` is what the team won."""

    bot: str
    mean: float
    worst: Pairing | None
    rating: Rating
    pairings: list[Pairing]


Results = Sequence[tuple[Match, Sequence[Played]]]


def draw_up(name: str, bots: Sequence[str], options: dict[str, Any], seed: int) -> list[Match]:
    """The matches of a league."""
    book = rulebook(name)
    low, _ = book.info.seats
    seats = None if book.info.cooperative else low
    table = book(seats, **options)
    field = list(dict.fromkeys(bots or [word for word in FIELD if word != "net" or net_for(table)]))
    if len(field) < 2:
        raise BadOption("A league needs two bots at least; name them, or none for the usual field.")
    if book.info.cooperative:
        return [plan(name, field, None, options, seed)]
    if low != 2:
        raise BadOption(f"A league plays at two seats; {book.info.title} needs {low}.")
    return [plan(name, pair, 2, options, seed) for pair in itertools.combinations(field, 2)]


def file_of(match: Match) -> str:
    """The file of a match in the folder of its league."""
    return re.sub(r"[^a-z0-9.=+]+", "-", "--".join(match.bots).lower()) + ".jsonl"


def places(results: Results) -> list[Place]:
    """The table of a league, the best first."""
    if results[0][0].teams:
        return _teams(*results[0])
    names = list(dict.fromkeys(bot for match, _ in results for bot in match.bots))
    contests = [found for match, played in results for found in _contests(match, played, names)]
    found = []
    for bot, rating in zip(names, rate(len(names), contests), strict=True):
        pairings = [_pairing(match, played, bot) for match, played in results if bot in match.bots]
        mean = sum(p.rate for p in pairings) / len(pairings)
        found.append(Place(bot, mean, min(pairings, key=lambda p: p.rate), rating, pairings))
    return sorted(found, key=lambda place: -place.rating.points)


def _teams(match: Match, played: Sequence[Played]) -> list[Place]:
    table = standings(match, played)
    return [Place(s.bot, s.rate, None, s.rating or Rating(0.0, 0.0, 0.0), []) for s in table]


def _contests(match: Match, played: Sequence[Played], names: Sequence[str]) -> list[list[Contest]]:
    numbers = [names.index(bot) for bot in match.bots]
    return [[([numbers[slot] for slot in g.seating], list(g.places)) for g in games] for games in rounds(played)]


def _pairing(match: Match, played: Sequence[Played], bot: str) -> Pairing:
    share, slot = Share(), match.bots.index(bot)
    for games in rounds(played):
        share.add(sum(game.payoffs[game.seating.index(slot)] for game in games), len(games))
    return Pairing(match.bots[1 - slot], share.rate, *share.interval(), share.games)


def as_markdown(table: Sequence[Place]) -> str:
    """The table as docs/bots.md shows it: everybody against everybody, in percent."""
    names = [place.bot for place in table]
    if table[0].worst is None:
        rows = [f"| `{p.bot}` | {p.mean:.0%} | {round(p.rating.points):+d} |" for p in table]
        return "\n".join(["| team | won | rating |", "| --- | --- | --- |", *rows]) + "\n"
    lines = [
        "| | " + " | ".join(f"`{name}`" for name in names) + " | mean | worst | rating |",
        "| --- |" + " --- |" * (len(names) + 3),
    ]
    for place in table:
        by_name = {pairing.other: pairing for pairing in place.pairings}
        cells = [f"{by_name[name].rate:.0%}" if name in by_name else "" for name in names]
        worst = place.worst
        assert worst is not None
        lines.append(
            f"| `{place.bot}` | {' | '.join(cells)} | {place.mean:.0%} | "
            f"{worst.rate:.0%} ({worst.low:.0%}–{worst.high:.0%}) | {place.rating.in_words()} |"
        )
    return "\n".join(lines) + "\n"


def draw_league(title: str, table: Sequence[Place], path: Path) -> None:
    """Ratings with their intervals, and beside them what each got in the mean and at worst."""
    pyplot = easel(path)
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(10, 1.2 + 0.42 * len(table)), layout="constrained")
    figure.suptitle(title, fontsize=11)
    rows = range(len(table))
    error = [[p.rating.points - p.rating.low for p in table], [p.rating.high - p.rating.points for p in table]]
    left.errorbar(
        [p.rating.points for p in table], rows, xerr=error, fmt="o", color=INKS[0], ecolor="#333333", capsize=3
    )
    left.axvline(0, color="#333333", linestyle=":", linewidth=1)
    left.set_yticks(rows, [p.bot for p in table])
    left.set_xlabel("rating, with 95 % interval (0: the mean of the league)")
    right.plot([p.mean for p in table], rows, "o", color=INKS[1], label="mean")
    if table[0].worst is not None:
        right.plot([p.worst.rate for p in table if p.worst], rows, "x", color=INKS[0], label="worst pairing")
    right.set_yticks(rows, [""] * len(table))
    right.set_xlim(0, 1)
    right.axvline(0.5, color="#333333", linestyle=":", linewidth=1)
    right.set_xlabel("part of the games won")
    right.legend(frameon=False)
    for axes in (left, right):
        axes.invert_yaxis()
    hang(figure, path)


def check_field(matches: Sequence[Match]) -> None:
    """Raises BadBot where two pairings would share a file."""
    files = [file_of(match) for match in matches]
    if len(set(files)) < len(files):
        raise BadBot("Two of these bots have names that a file cannot tell apart; leave one out.")
