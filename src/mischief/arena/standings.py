"""What the games of a match prove: shares of wins and ratings with 95 % intervals, and mean scores."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

import msgspec

from mischief.arena.match import Match, Played
from mischief.arena.ratings import Rating, rate
from mischief.arena.shares import Share


class Entrant(msgspec.Struct, frozen=True):
    """Somebody who is compared with others: a bot on all its seats, or one seat of a bot that plays itself."""

    name: str
    slots: tuple[int, ...]
    """Its places in the line-up; of a seat, that seat."""


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """One entrant's standing. `rate` is its share of wins (a win shared by two counts half to each), of one seat if it
    sat on several; `low` and `high` bound it with 95 % confidence; `fair` is what it would be among equals (None for
    teams); `rating` is by how many points it is above the average of the match, with its bounds (None where there is
    nobody to compare with)."""

    bot: str
    seats: int
    games: int
    rate: float
    low: float
    high: float
    fair: float | None
    score: float
    rating: Rating | None
    seconds: float


def entrants(match: Match) -> list[Entrant]:
    """Who is compared: the bots; where one bot plays itself, its seats, since that is all such a match can tell."""
    if match.mirror and not match.teams:
        return [Entrant(f"{match.bots[0]}, seat {seat}", (seat,)) for seat in range(match.seats)]
    return [
        Entrant(bot, tuple(slot for slot, word in enumerate(match.bots) if word == bot))
        for bot in dict.fromkeys(match.bots)
    ]


def own_seats(match: Match, game: Played, entrant: Entrant) -> list[int]:
    """The seats of an entrant in a game; of a team the first stands for all."""
    own = [seat for seat, slot in enumerate(game.seating) if slot in entrant.slots]
    return own[:1] if match.teams else own


def rounds(played: Sequence[Played]) -> Iterator[list[Played]]:
    """The games in the order of their numbers, those on one seed together."""
    for _, games in groupby(sorted(played, key=lambda g: g.index), key=lambda g: g.seed):
        yield list(games)


def standings(match: Match, played: Sequence[Played]) -> list[Standing]:
    """The table of a match, the best first."""
    found = []
    rated = ratings(match, played)
    for entrant in entrants(match):
        share, scores, seconds = Share(), 0.0, 0.0
        for games in rounds(played):
            own = [(game, sat) for game in games if (sat := own_seats(match, game, entrant))]
            if own:
                share.add(sum(game.payoffs[s] for game, sat in own for s in sat), len(own))
                scores += sum(sum(game.scores[s] for s in sat) / len(sat) for game, sat in own)
                seconds += sum(game.seconds for game, _ in own)
        if not share.games:
            continue
        seats = 1 if match.teams else len(entrant.slots)
        low, high = share.interval()
        found.append(
            Standing(
                bot=entrant.name,
                seats=seats,
                games=share.games,
                rate=share.rate / seats,
                low=low / seats,
                high=high / seats,
                fair=None if match.teams else 1 / match.seats,
                score=scores / share.games,
                rating=rated.get(entrant.name),
                seconds=seconds / share.games,
            )
        )
    return found if match.mirror else sorted(found, key=lambda s: -s.rate)


def ratings(match: Match, played: Sequence[Played]) -> dict[str, Rating]:
    """The rating of every entrant; nothing where there is only one. Teams are
    ranked by how they fared on the same seed."""
    names = entrants(match)
    if len(names) < 2:
        return {}
    number = {slot: i for i, entrant in enumerate(names) for slot in entrant.slots}
    found = []
    for games in rounds(played):
        if match.teams:
            marks = [(g.payoffs[0], g.scores[0]) for g in games]
            places = [1 + sum(b > a for b in marks) for a in marks]
            found.append([([number[g.seating[0]] for g in games], places)])
        else:
            found.append([([number[slot] for slot in g.seating], list(g.places)) for g in games])
    return {entrant.name: rated for entrant, rated in zip(names, rate(len(names), found), strict=True)}
