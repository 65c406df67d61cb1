"""A circle's numbers: strengths, streaks, records, who is ahead of whom. All are made from the list of finished games
and from nothing else, so that they can be made again at any time, by anybody who has the list.

Strength is openskill's (the model of Plackett and Luce): a mean and how unsure it is, after each game drawn towards
what the places say. Only members are weighed against each other; bots and guests at their table are left out of it, for
what is known of them is not theirs to carry from one game to the next. A game that is won or lost together weighs its
members as one team against as many newcomers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from openskill.models import PlackettLuce

from mischief.server.afterwards.replay import zipped
from mischief.server.protocol.circles import (
    Best,
    Duel,
    GameNumbers,
    Numbers,
    PastGame,
    PastSeat,
    Standing,
    Streak,
)
from mischief.server.protocol.messages import Millis
from mischief.server.tables.fold import Fold

SURE = 1.96
"""Standard deviations to each side that hold the truth 19 times of 20."""
MODEL = PlackettLuce()


def past_game(fold: Fold, ended: Millis) -> PastGame:
    """A game that is over, as it is remembered in its circle."""
    info, result = fold.game.info, fold.result
    assert result is not None
    return PastGame(
        table=fold.row.id,
        game=fold.row.game,
        title=info.title,
        ended=ended,
        together=info.cooperative,
        rated=not fold.row.setup.deal_of,
        how=result.how,
        seats=[
            PastSeat(
                name=fold.names[seat],
                member=place.member,
                bot=place.level,
                place=result.places[seat],
                score=result.scores[seat],
                won=seat in result.winners,
            )
            for seat, place in enumerate(fold.places)
        ],
    )


def numbers(games: Sequence[PastGame]) -> Numbers:
    """Everything, from the games alone; in which order they are listed does not matter."""
    games = sorted(games, key=lambda game: (game.ended, game.table))
    kinds = dict.fromkeys(game.game for game in games)
    tables = [_game_numbers([game for game in games if game.game == kind]) for kind in kinds]
    tables.sort(key=lambda found: (-found.games, found.game))
    return Numbers(tables, _streaks(games), _duels(games))


def packed_numbers(bodies: list[str]) -> bytes:
    """The numbers of games as they are kept: `Numbers`, zipped."""
    return zipped(numbers([msgspec.json.decode(body, type=PastGame) for body in bodies]))


def _members(game: PastGame) -> list[PastSeat]:
    return [seat for seat in game.seats if seat.member is not None]


def _game_numbers(games: list[PastGame]) -> GameNumbers:
    last = games[-1]
    ratings: dict[int, Any] = {}
    rated: dict[int, int] = {}
    standings: dict[int, Standing] = {}
    for game in games:
        for seat in _members(game):
            assert seat.member is not None
            mine = standings.setdefault(seat.member, Standing(seat.member, 0.0, 0.0, 0, 0, 0))
            mine.games += 1
            mine.won += seat.won
        for member in _rate(game, ratings):
            rated[member] = rated.get(member, 0) + 1
    for member, mine in standings.items():
        rating = ratings.get(member) or MODEL.rating()
        mine.strength, mine.give = round(rating.mu, 2), round(SURE * rating.sigma, 2)
        mine.rated = rated.get(member, 0)
    surest = sorted(standings.values(), key=lambda s: (not s.rated, s.give - s.strength, s.member))
    won = sum(any(seat.won for seat in game.seats) for game in games)
    records = [] if last.together else _records(games)
    return GameNumbers(last.game, last.title, last.together, len(games), won, surest, records)


def _rate(game: PastGame, ratings: dict[int, Any]) -> list[int]:
    """Take a game into the strengths; returns whose."""
    seats = _members(game)
    if not game.rated or len(seats) < (1 if game.together else 2):
        return []
    who = [seat.member for seat in seats if seat.member is not None]
    now = [ratings.get(member) or MODEL.rating() for member in who]
    if game.together:
        won = seats[0].won
        house = [MODEL.rating() for _ in who]
        after = MODEL.rate([now, house], ranks=[1, 2] if won else [2, 1])[0]
    else:
        after = [team[0] for team in MODEL.rate([[one] for one in now], ranks=[seat.place for seat in seats])]
    ratings.update(zip(who, after, strict=True))
    return who


def _records(games: Iterable[PastGame]) -> list[Best]:
    """The highest score of a member, and the widest lead over the next at the table; whoever was first keeps it."""
    best: dict[str, Best] = {}

    def offer(what: Any, seat: PastSeat, amount: int, game: PastGame) -> None:
        if seat.member is not None and (what not in best or amount > best[what].amount):
            best[what] = Best(what, seat.member, amount, game.table, game.ended)

    for game in games:
        for seat in game.seats:
            offer("score", seat, seat.score, game)
            if seat.won and len(game.seats) > 1:
                lead = seat.score - max(other.score for other in game.seats if other is not seat)
                if lead > 0:
                    offer("margin", seat, lead, game)
    return list(best.values())


def _streaks(games: Iterable[PastGame]) -> list[Streak]:
    found: dict[int, Streak] = {}
    for game in games:
        for seat in _members(game):
            assert seat.member is not None
            mine = found.setdefault(seat.member, Streak(seat.member, 0, 0))
            mine.now = mine.now + 1 if seat.won else 0
            mine.best = max(mine.best, mine.now)
    return sorted(found.values(), key=lambda s: (-s.best, -s.now, s.member))


def _duels(games: Iterable[PastGame]) -> list[Duel]:
    found: dict[tuple[int, int], Duel] = {}
    for game in games:
        if game.together:
            continue
        seats = sorted(_members(game), key=lambda seat: seat.member or 0)
        for i, one in enumerate(seats):
            for other in seats[i + 1 :]:
                assert one.member is not None
                assert other.member is not None
                duel = found.setdefault((one.member, other.member), Duel(one.member, other.member, 0, 0, 0))
                duel.ahead += one.place < other.place
                duel.behind += one.place > other.place
                duel.level += one.place == other.place
    return [found[pair] for pair in sorted(found)]
