"""A third way to learn: from what `master` chooses with the net as it is.

A net with a few dozen trials at its side plays much better than at sight. So whole games are played that way; the net
learns to name at once what the trials found, and from how such games ended what positions are worth among players of
that strength. Then the trials start from a better net, and so on. It sees what a seat may see, so it is for games with
secrets as well.
"""

from __future__ import annotations

import math
import random

from mischief.bots.bot import HeuristicBot, Perspective
from mischief.bots.master import masterly
from mischief.bots.search_net import Net, NetPolicy
from mischief.bots.search_paired import Paired
from mischief.engine.chance import Rng
from mischief.engine.game import Game
from mischief.engine.seats import DEALER, NOBODY
from mischief.learning.copies import Copy
from mischief.learning.learners import Lesson
from mischief.learning.stories import Moment, Parts, Story, in_play
from mischief.learning.tables import draw_table

TELLING = 0.02
"""A move that is better by this is made e times as often as before."""
FEW = 4
FAINT = 0.02
"""So many moves at most are learnt to be made sometimes, none of them less often than this."""
STRAYING = 0.03
"""So often a move is made that the net would make now and then, whatever the trials say, so that games differ. What the
trials say is learnt all the same."""
GAMES = 4
"""So many games are played at a table before another one is drawn."""


class Master:
    """Thinks at tables of one kind: trials by the net, and the move that they speak for."""

    def __init__(self, game: Game, net: Net, trials: int) -> None:
        self.trials = trials
        self.settings = masterly(game, {})
        self.policy = game.heuristic()
        self.net = NetPolicy(net, game.observer(), self.settings.warmth)
        self.straying = NetPolicy(net, game.observer(), 1.0)

    def think(self, perspective: Perspective, rng: Rng) -> Paired:
        """What so many trials tell."""
        actions = perspective.game.num_actions
        search = Paired(perspective.worlds, actions, self.policy, self.settings, rng, self.net)
        search.run(self.trials)
        return search

    def advice(self, search: Paired) -> Parts:
        """How often to make which move: as often as the net would, more often the better the trials found it. Where
        they found nothing the net stays as it is; a single choice would teach it what chance alone has made look
        best."""
        lean, hopes = self.settings.lean, search.hopes
        liking = [hopes[i] / lean + (search.belief(i) - hopes[i]) / TELLING for i in range(search.count)]
        most = max(liking)
        parts = [(int(search.choices[i]), math.exp(liking[i] - most)) for i in range(search.count)]
        parts = sorted(parts, key=lambda part: -part[1])[:FEW]
        whole = sum(part for _, part in parts)
        return [(action, part / whole) for action, part in parts if part / whole > FAINT]

    def stray(self, perspective: Perspective, rng: Rng) -> int:
        """A move that the net would make now and then."""
        return int(self.straying.choose(perspective.suppose(rng), perspective.seat, rng))


class Mastering:
    """The games of one process."""

    def __init__(self, seed: int, against: float, carry: float, trials: int) -> None:
        self.against, self.carry, self.trials = against, carry, trials
        self.dice = random.Random(seed)
        self.rng = Rng(self.dice.getrandbits(60))

    def fill(self, stretch: Lesson, copy: Copy, name: str, counts: tuple[int, ...]) -> None:
        """Play games until there are enough moments to learn from, and write those down."""
        net, story, played = in_play(copy), Story(), 0
        while len(story.moments) < stretch.actions.size:
            if played % GAMES == 0:
                game = draw_table(name, self.dice, counts)
                master = Master(game, net, self.trials)
            played += 1
            story.add(*self.play(game, master))
        story.write(stretch, copy, self.carry)

    def play(self, game: Game, master: Master) -> tuple[list[Moment], list[float]]:
        """A game: what the masters among the players chose, and what everybody got. At some tables rules of thumb sit
        in some of the seats."""
        dice, rng, state, observer = self.dice, self.rng, game.begin(), game.observer()
        mixed = dice.random() < self.against
        thumbs = [mixed and dice.random() < 0.5 for _ in range(game.seats)]
        thumb = HeuristicBot(master.policy)
        told: list[Moment] = []
        while (seat := int(state.actor())) != NOBODY:
            if seat == DEALER:
                state.apply(seat, state.sample(rng))
                continue
            legal, perspective = state.legal(seat), Perspective(state, seat)
            if len(legal) == 1:
                action = legal[0]
            elif thumbs[seat]:
                action = thumb.choose(perspective, rng)
            else:
                thoughts = master.think(perspective, rng)
                action = thoughts.best()
                told.append(Moment(seat, observer.row(state, seat), state.legal_mask(seat), master.advice(thoughts)))
                if dice.random() < STRAYING:
                    action = master.stray(perspective, rng)
            state.apply(seat, action)
        return told, [float(state.share(seat)) for seat in range(game.seats)]
