"""Whether bots get on with partners unlike themselves, where the table wins together.

Each bot is the guest at tables of each partner, in another seat from deal to deal, and plays with its like. All bots
meet the same deals in the same seats, so that they can be compared deal by deal.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from mischief.arena.match import Match, Played, plan
from mischief.arena.shares import Z95, Share
from mischief.engine.errors import BadOption
from mischief.games.shelf import rulebook

OWN = "its like"
"""The table at which a bot sits in every seat."""
GUESTS = "all as a guest"
"""All other tables together."""


class Found(NamedTuple):
    """A part of games, or by how much two such parts differ, with its 95 % interval."""

    rate: float
    low: float
    high: float


class Company(NamedTuple):
    """How the bots fared with one partner, in the order in which they were named: what each won, and by how much it is
    ahead of the first. `deals` is how many tables that was for each."""

    partner: str
    deals: int
    won: list[Found]
    leads: list[Found]


def usual_partners(name: str) -> list[str]:
    """Everybody with whom a bot should get on: its like, sensible ones, and those with the habits that the game
    knows."""
    return [OWN, "heuristic", *(f"partner:{word}" for word in rulebook(name).parts.partners)]


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
    return _told(partner, [_by_deal(match, played)])


def all_guests(results: Sequence[tuple[str, Match, Sequence[Played]]]) -> Company:
    """All tables at which the bots were guests, taken together. The tables of one deal count as the one they are."""
    return _told(GUESTS, [_by_deal(match, played) for partner, match, played in results if partner != OWN])


def _by_deal(match: Match, played: Sequence[Played]) -> dict[int, list[float]]:
    """What each bot got, of every deal that all have played."""
    teams = len(match.bots)
    found: dict[int, dict[int, float]] = {}
    for game in played:
        found.setdefault(game.index // teams, {})[game.index % teams] = game.payoffs[0]
    return {deal: [got[team] for team in range(teams)] for deal, got in found.items() if len(got) == teams}


def _told(partner: str, tables: Sequence[dict[int, list[float]]]) -> Company:
    deals: dict[int, list[list[float]]] = {}
    for table in tables:
        for deal, got in table.items():
            deals.setdefault(deal, []).append(got)
    whole = list(deals.values())
    if not whole:
        return Company(partner, 0, [], [])
    won, leads = [], []
    for team in range(len(whole[0][0])):
        share = Share()
        for rows in whole:
            share.add(sum(got[team] for got in rows), len(rows))
        won.append(Found(share.rate, *share.interval()))
        leads.append(lead([[got[team] - got[0] for got in rows] for rows in whole]))
    return Company(partner, sum(map(len, whole)), won, leads)


def lead(deals: Sequence[Sequence[float]]) -> Found:
    """The mean of differences, those of one deal together. Two deals are added, one ahead and one behind by half: a
    handful of deals that end alike prove little (so, where a deal is one table, Agresti and Min do it)."""
    tables = sum(map(len, deals))
    sums = [*map(sum, deals), math.sqrt(0.5), -math.sqrt(0.5)]
    usual = tables / len(deals)
    scatter = sum(x * x for x in sums) - sum(sums) ** 2 / len(sums)
    half = Z95 * math.sqrt(max(0.0, scatter)) / (tables + 2 * usual)
    middle = sum(sums) / (tables + 2 * usual)
    return Found(sum(sums) / tables, max(-1.0, middle - half), min(1.0, middle + half))


def as_markdown(bots: Sequence[str], table: Sequence[Company]) -> str:
    """The table as docs/bots.md shows it."""
    ahead = [f"`{bot}` ahead by" for bot in bots[1:]]
    lines = [
        "| with | deals | " + " | ".join([*(f"`{bot}`" for bot in bots), *ahead]) + " |",
        "| --- |" + " --- |" * (1 + len(bots) + len(ahead)),
    ]
    for row in table:
        cells = [say_won(share) for share in row.won] + [say_lead(found) for found in row.leads[1:]]
        partner = row.partner if row.partner in (OWN, GUESTS) else f"`{row.partner}`"
        lines.append(f"| {partner} | {row.deals} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def say_won(share: Found) -> str:
    return f"{share.rate:.0%} ({100 * share.low:.0f}–{100 * share.high:.0f})"


def say_lead(found: Found) -> str:
    return f"{round(100 * found.rate):+d} ({round(100 * found.low):+d} to {round(100 * found.high):+d})"
