"""Another way to learn, for games without secrets: what a table is worth, rather than which move went well.

Whoever plays makes the move after which its chances look best (`Foresight`). The net learns from whole games how tables
like those turned out, each seeing a bit of the way ahead by what it says of later ones (temporal differences), and
learns to name the move at sight, which is quicker than to look at all of them. One game teaches it something about
every table on the way and for every seat, so it needs far fewer games than one that is told how its own moves
went.
"""

from __future__ import annotations

import random

from mischief.bots.search_net import Foresight
from mischief.engine.chance import Rng
from mischief.engine.game import Game
from mischief.engine.policy import Policy
from mischief.engine.seats import DEALER, NOBODY
from mischief.learning.copies import Copy
from mischief.learning.learners import Lesson
from mischief.learning.stories import Moment, Story, in_play
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


class Weighing:
    """The games of one process."""

    def __init__(self, seed: int, against: float, carry: float) -> None:
        self.against, self.carry = against, carry
        self.dice = random.Random(seed)
        self.rng = Rng(self.dice.getrandbits(60))

    def fill(self, stretch: Lesson, copy: Copy, name: str, counts: tuple[int, ...], following: bool) -> None:
        """Play games until there are enough moments to learn from, and write those down. While it follows, everybody
        plays by the heuristic, and only the end of a game counts."""
        wanted = stretch.actions.size
        net = None if following else in_play(copy)
        story = Story()
        played = 0
        while len(story.moments) < wanted:
            if played % GAMES == 0:
                game = draw_table(name, self.dice, counts)
                heuristic = game.heuristic()
                player = heuristic if net is None else Foresight(net, game.insight())
            played += 1
            story.add(*self.play(game, player, heuristic))
        story.write(stretch, copy, 1.0 if following else self.carry)

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
                    told.append(Moment(seat, row, state.legal_mask(seat), [(action, 1.0)]))
                state.apply(seat, action)
            if dice.random() < MOMENTS and not state.over:
                told += [Moment(other, game.insight().row(state, other)) for other in range(game.seats)]
        return told, [float(state.share(seat)) for seat in range(game.seats)]
