"""A driver that deals by itself from a seed, so that games feel as if chance were inside; and writes the game down."""

from __future__ import annotations

from mischief.engine.chance import Rng
from mischief.engine.events import Listener
from mischief.engine.game import Game
from mischief.engine.seats import DEALER


class Table:
    """A game being played, with its Dealer and its record.

    `log` holds every decision as (seat, action), the Dealer's included: `game.replay(table.log)` rebuilds the state.
    """

    def __init__(self, game: Game, seed: int, listener: Listener | None = None) -> None:
        self.game = game
        self.rng = Rng(seed)
        self.state = game.begin()
        self.state.listener = listener
        self.log: list[tuple[int, int]] = []
        self._deal()

    def play(self, seat: int, action: int | str) -> None:
        """Make a move (a number, or a text) and let the Dealer answer."""
        actions = self.game.command(action, seat, self.state) if isinstance(action, str) else [action]
        self.state.play_all(seat, actions)
        self.log += [(seat, a) for a in actions]
        self._deal()

    def _deal(self) -> None:
        while self.state.actor() == DEALER:
            outcome = self.state.sample(self.rng)
            self.state.apply(DEALER, outcome)
            self.log.append((int(DEALER), int(outcome)))
