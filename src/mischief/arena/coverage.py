"""Whether the intervals of matches are right: matches whose true strengths are known, simulated by the thousand.

Each simulated match has bots of random strength and is played and reckoned like a real one: every seed from every
rotation. In the kinds with luck, a seed deals some seats better cards, and some seats are better whatever is dealt. An
interval that is right contains the truth in 95 of 100 matches.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

import msgspec

from mischief.arena.match import Match, Played
from mischief.arena.ratings import POINTS
from mischief.arena.standings import entrants, own_seats, standings

DEALS = 1500
"""Seeds over which the true share of wins is averaged where the deal matters."""


class Kind(msgspec.Struct, frozen=True):
    """A kind of match: its line-up, how many games, and how much the deal and the seat weigh against strength."""

    title: str
    bots: list[str]
    games: int
    luck: float = 0.0
    edge: float = 0.0
    spread: float = 0.6
    """How far apart the bots are: a standard deviation of their log odds."""


KINDS = (
    Kind("two bots, 60 games", ["a", "b"], 60),
    Kind("two bots, 400 games", ["a", "b"], 400),
    Kind("two bots, one much better", ["a", "b"], 200, spread=2.0),
    Kind("two bots, lucky deals and a good seat", ["a", "b"], 200, luck=1.0, edge=0.5),
    Kind("one bot among three others", ["a", "b", "b", "b"], 200, luck=0.7, edge=0.3),
    Kind("four bots", ["a", "b", "c", "d"], 200),
    Kind("a bot against itself", ["a", "a", "a"], 300, luck=0.7, edge=0.5),
)


class Covered(msgspec.Struct):
    """How many intervals contained the truth."""

    rates: int = 0
    rates_right: int = 0
    ratings: int = 0
    ratings_right: int = 0


def simulate(kind: Kind, matches: int, seed: int = 1, squeeze: float = 1.0) -> Iterator[Covered]:
    """Simulated matches of a kind, one after the other. Of each match one entrant, chosen by lot, is asked about: those
    of one match share their luck. With `squeeze` the intervals are made narrower by hand, to see that it is noticed."""
    chance = random.Random(seed)
    for _ in range(matches):
        yield _one(kind, chance, squeeze)


def _one(kind: Kind, chance: random.Random, squeeze: float) -> Covered:
    seats = len(kind.bots)
    match = Match(game="", seats=seats, options={}, bots=kind.bots, seed=0, teams=False, rules_version=0)
    strength = {bot: chance.gauss(0, kind.spread) for bot in kind.bots}
    edges = [chance.gauss(0, kind.edge) for _ in range(seats)]
    played = []
    luck: list[float] = []
    for index in range(kind.games):
        if index % match.turns == 0:
            luck = [chance.gauss(0, kind.luck) for _ in range(seats)]
        seating = match.seating(index)
        worth = [strength[kind.bots[seating[s]]] + edges[s] + luck[s] for s in range(seats)]
        played.append(_game(match, index, seating, worth, chance))
    found = chance.choice(standings(match, played))
    entrant = next(e for e in entrants(match) if e.name == found.bot)
    truth = 0.0
    deals = DEALS if kind.luck else match.turns
    for index in range(deals):
        luck = [chance.gauss(0, kind.luck) for _ in range(seats)]
        game = _game(match, index, match.seating(index), [0.0] * seats, chance)
        odds = [math.exp(strength[kind.bots[game.seating[s]]] + edges[s] + luck[s]) for s in range(seats)]
        own = own_seats(match, game, entrant)
        truth += sum(odds[s] for s in own) / sum(odds) / len(own) / deals
    low, high = (found.rate + squeeze * (bound - found.rate) for bound in (found.low, found.high))
    covered = Covered(1, int(low <= truth <= high))
    if not kind.luck and found.rating is not None:
        names = list(strength)
        rating = POINTS * (strength[found.bot] - sum(strength.values()) / len(names))
        covered.ratings, covered.ratings_right = 1, int(found.rating.low <= rating <= found.rating.high)
    return covered


def _game(match: Match, index: int, seating: list[int], worth: list[float], chance: random.Random) -> Played:
    """One game by lot: who is worth more by 1 finishes ahead with odds of e to 1."""
    marks = [w - math.log(chance.expovariate(1.0)) for w in worth]
    places = [1 + sum(b > a for b in marks) for a in marks]
    return Played(
        index=index,
        seed=match.seed_of(index),
        seating=seating,
        payoffs=[float(place == 1) for place in places],
        scores=[0] * match.seats,
        places=places,
        decisions=0,
        seconds=0.0,
    )
