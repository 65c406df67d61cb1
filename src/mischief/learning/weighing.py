"""Another way to learn, for games without secrets: what a table is worth, rather than which move went well.

Whoever plays makes the move after which its chances look best (`Foresight`). The net learns from whole games how tables
like those turned out, each seeing a bit of the way ahead by what it says of later ones (temporal differences), and
learns to name the move at sight, which is quicker than to look at all of them. One game teaches it something about
every table on the way and for every seat, so it needs far fewer games than one that is told how its own moves
went.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from mischief.bots.search_net import Foresight, Net
from mischief.engine.chance import Rng
from mischief.engine.game import Game
from mischief.engine.policy import Policy
from mischief.engine.seats import DEALER, NOBODY
from mischief.learning.copies import Copy
from mischief.learning.learners import Lesson
from mischief.learning.tables import draw_table

MOMENTS = 0.25
"""Which part of the moments of a game are learnt from, by every seat."""
CHOICES = 0.5
"""Which part of the choices are learnt as examples."""
SLIPPING = 0.4
"""In which part of the games moves are slipped in that nobody would make: what comes after them is learnt, too, ..."""
SLIPS = 0.03
"""... and how often."""
GAMES = 25
"""So many games are played at a table before another one is drawn."""

NO_CHOICE = -1


class Moment:
    """What a seat saw at some moment of a game, and what it chose there, if that is an example."""

    def __init__(self, seat: int, row: bytes, mask: bytes = b"", action: int = NO_CHOICE) -> None:
        self.seat = seat
        self.row = row
        self.mask = mask
        self.action = action


class Weighing:
    """The games of one process."""

    def __init__(self, length: int, seed: int, against: float, carry: float) -> None:
        self.length = length
        self.against, self.carry = against, carry
        self.dice = random.Random(seed)
        self.rng = Rng(self.dice.getrandbits(60))

    def fill(self, stretch: Lesson, copy: Copy, name: str, counts: tuple[int, ...], following: bool) -> None:
        """Play games until there are enough moments to learn from, and write those down. While it follows, everybody
        plays by the heuristic, and only the end of a game counts."""
        wanted = stretch.actions.size
        net = None if following else in_play(copy)
        story: list[Moment] = []
        ends: list[tuple[int, list[float]]] = []
        played = 0
        while len(story) < wanted:
            if played % GAMES == 0:
                game = draw_table(name, self.dice, counts)
                heuristic = game.heuristic()
                player = heuristic if net is None else Foresight(net, game.insight())
            played += 1
            told, shares = self.play(game, player, heuristic)
            story += told
            ends.append((len(story), shares))
        self.write(stretch, copy, story, ends, 1.0 if following else self.carry)

    def play(self, game: Game, player: Policy, heuristic: Policy) -> tuple[list[Moment], list[float]]:
        """A game: the moments to learn from, and what everybody got. Before a slip nothing counts."""
        dice, rng, state = self.dice, self.rng, game.begin()
        slips = SLIPS if dice.random() < SLIPPING else 0.0
        players = [heuristic if dice.random() < self.against else player for _ in range(game.seats)]
        told: list[Moment] = []
        while (seat := int(state.actor())) != NOBODY:
            if seat == DEALER:
                state.apply(seat, state.sample(rng))
            elif dice.random() < slips:
                state.apply(seat, dice.choice(state.legal(seat)))
                told = []
            else:
                action = int(players[seat].choose(state, seat, rng))
                if players[seat] is player and dice.random() < CHOICES and len(state.legal(seat)) > 1:
                    row = game.insight().row(state, seat)
                    told.append(Moment(seat, row, state.legal_mask(seat), action))
                state.apply(seat, action)
            if dice.random() < MOMENTS and not state.over:
                told += [Moment(other, game.insight().row(state, other)) for other in range(game.seats)]
        return told, [float(state.share(seat)) for seat in range(game.seats)]

    def write(
        self, stretch: Lesson, copy: Copy, story: list[Moment], ends: list[tuple[int, list[float]]], carry: float
    ) -> None:
        """Write down as many moments as there is room for, with what each of them was worth."""
        rows = np.frombuffer(b"".join(moment.row for moment in story), np.uint8).reshape(-1, self.length)
        worth = np.array(looking_back(story, ends, copy.worth(rows).tolist(), carry), np.float32)
        size = stretch.actions.size
        stretch.observations.reshape(size, -1)[:] = rows[:size]
        stretch.targets.reshape(-1)[:] = worth[:size]
        stretch.weights[:] = 1
        stretch.was[:] = np.nan
        masks, actions = stretch.masks.reshape(size, -1), stretch.actions.reshape(-1)
        credit = stretch.credit.reshape(-1)
        masks[:], actions[:], credit[:] = 0, 0, 0
        masks[:, 0] = 1  # where nothing was chosen there is one move, from which nothing is learnt
        for place, moment in enumerate(story[:size]):
            if moment.action != NO_CHOICE:
                masks[place, : len(moment.mask)] = np.frombuffer(moment.mask, np.uint8)
                actions[place], credit[place] = moment.action, 1


def looking_back(
    story: list[Moment], ends: list[tuple[int, list[float]]], values: list[float], carry: float
) -> list[float]:
    """What each moment was worth to its seat: what it got in the end, and what the net said of its moments on the way
    there, the nearest ones most. The more `carry`, the further it looks (1: the end alone counts). `ends` has where
    each game ends in the story, and what everybody got."""
    worth = values[:]
    begin = 0
    for end, shares in ends:
        later, said = shares[:], shares[:]
        for place in range(end - 1, begin - 1, -1):
            seat = story[place].seat
            worth[place] = (1 - carry) * said[seat] + carry * later[seat]
            later[seat], said[seat] = worth[place], values[place]
        begin = end
    return worth


def in_play(copy: Copy) -> Net:
    """A copy of the net as it is in play."""
    parts: list[Any] = [copy.first, copy.first_bias, copy.second, copy.second_bias]
    parts += [copy.policy, copy.policy_bias, copy.value, copy.value_bias]
    (inputs, hidden), (actions, narrow) = copy.first.shape, copy.policy.shape
    return Net(inputs, hidden, narrow, actions, *(part.ravel().tolist() for part in parts))
