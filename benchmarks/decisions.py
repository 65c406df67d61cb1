"""Decisions out of games that a net plays against itself, to look at what bots make of them."""

from __future__ import annotations

import random
from collections.abc import Iterator

from mischief.bots.search_net import NetPolicy
from mischief.engine.chance import Rng
from mischief.engine.game import Game
from mischief.engine.seats import DEALER
from mischief.engine.state import State


def decisions(game: Game, net: NetPolicy, rng: Rng, lots: random.Random, count: int) -> Iterator[tuple[State, int]]:
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
            state.apply(seat, net.choose(state, seat, rng))
