"""Whether bots get on with partners unlike themselves, where the table wins together.

Each bot is the guest at tables of each partner, in another seat from deal to deal, and plays with its like. All bots
meet the same deals in the same seats, so that they can be compared deal by deal.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from mischief.arena.match import Match, Played, plan
from mischief.arena.shares import Z95
from mischief.arena.standings import Standing, standings
from mischief.engine.errors import BadOption
from mischief.games.shelf import rulebook

OWN = "its like"
"""The table at which a bot sits in every seat."""


class Lead(NamedTuple):
    """By how much more of the same deals one bot won than another, with its 95 % interval."""

    rate: float
    low: float
    high: float


class Company(NamedTuple):
    """How the bots fared with one partner, in the order in which they were named: what each won, and by how much it is
    ahead of the first."""

    partner: str
    won: list[Standing]
    leads: list[Lead]


def usual_partners(name: str) -> list[str]:
    """Everybody with whom a bot should get on: its like, sensible and careless ones, and those of the game's own."""
    return [OWN, "heuristic", "easy", *(f"partner:{word}" for word in rulebook(name).parts.partners)]


def draw_up(
    name: str, bots: Sequence[str], partners: Sequence[str], seats: int | None, options: dict[str, Any], seed: int
) -> list[Match]:
    """One match for each partner."""
    info = rulebook(name).info
    if not info.cooperative:
        raise BadOption(f"{info.title} is not won together; who beats whom is what `mischief league` is for.")
    field = list(dict.fromkeys(bots))
    for word in (*field, *partners):
        if "+" in word or "@" in word:
            raise BadOption(f"{word!r} is a team; name single bots and partners.")
    return [
        plan(name, field if partner == OWN else [f"{bot}@{partner}" for bot in field], seats, options, seed)
        for partner in dict.fromkeys(partners)
    ]


def company(partner: str, match: Match, played: Sequence[Played]) -> Company:
    """What the games with one partner say. Only deals that all have played are counted."""
    teams = len(match.bots)
    rounds: dict[int, list[Played]] = {}
    for game in played:
        rounds.setdefault(game.index // teams, []).append(game)
    whole = [sorted(games, key=lambda g: g.index) for games in rounds.values() if len(games) == teams]
    if not whole:
        return Company(partner, [], [])
    table = {standing.bot: standing for standing in standings(match, [g for games in whole for g in games])}
    won = [table[word] for word in match.bots]
    first = [games[0].payoffs[0] for games in whole]
    leads = [lead(first, [games[team].payoffs[0] for games in whole]) for team in range(teams)]
    return Company(partner, won, leads)


def lead(before: Sequence[float], after: Sequence[float]) -> Lead:
    """The difference of two parts of the same deals (Agresti and Min: half a deal is added to each of the four ways in
    which a deal can end for the two)."""
    more = sum(b > a for a, b in zip(before, after, strict=True)) + 0.5
    less = sum(b < a for a, b in zip(before, after, strict=True)) + 0.5
    deals = len(before) + 2
    middle = (more - less) / deals
    half = Z95 * math.sqrt(max(0.0, more + less - (more - less) ** 2 / deals)) / deals
    exact = (more - less) / max(1, len(before))
    return Lead(exact, max(-1.0, middle - half), min(1.0, middle + half))


def as_markdown(bots: Sequence[str], table: Sequence[Company]) -> str:
    """The table as docs/bots.md shows it."""
    ahead = [f"`{bot}` ahead by" for bot in bots[1:]]
    lines = [
        "| with | deals | " + " | ".join([*(f"`{bot}`" for bot in bots), *ahead]) + " |",
        "| --- |" + " --- |" * (1 + len(bots) + len(ahead)),
    ]
    for row in table:
        cells = [say_won(standing) for standing in row.won] + [say_lead(found) for found in row.leads[1:]]
        partner = row.partner if row.partner == OWN else f"`{row.partner}`"
        lines.append(f"| {partner} | {row.won[0].games} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def say_won(standing: Standing) -> str:
    return f"{standing.rate:.0%} ({100 * standing.low:.0f}–{100 * standing.high:.0f})"


def say_lead(found: Lead) -> str:
    return f"{100 * found.rate:+.0f} ({100 * found.low:+.0f} to {100 * found.high:+.0f})"
