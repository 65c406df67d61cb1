"""Decisions out of games that somebody plays against himself, to look at what bots make of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from mischief.bots.bot import Bot, Perspective
from mischief.engine.chance import Rng
from mischief.engine.game import Game
from mischief.engine.seats import DEALER
from mischief.engine.state import State

Chooser = Callable[[State, int, Rng], int]
"""What a seat does at a table."""


def player(bot: Bot) -> Chooser:
    """What a bot does there."""
    return lambda state, seat, rng: bot.choose(Perspective(state, seat), rng)


def decisions(game: Game, choose: Chooser, rng: Rng, lots: random.Random, count: int) -> Iterator[tuple[State, int]]:
    """So many decisions with more than one move, one of eight or so that come up, with the seat whose each is."""
    while count:
        state = game.begin()
        while not state.over and count:
            seat = int(state.actor())
            if seat == DEALER:
                state.apply(seat, state.sample(rng))
                continue
            if len(state.legal(seat)) > 1 and lots.random() < 1 / 8:
                count -= 1
                yield state, seat
            state.apply(seat, choose(state, seat, rng))
