"""A driver that deals by itself from a seed, so that games feel as if chance were inside; and writes the game down."""

from __future__ import annotations

from typing import SupportsIndex

from mischief.engine.chance import Rng
from mischief.engine.events import Listener
from mischief.engine.game import Game
from mischief.engine.seats import DEALER
from mischief.engine.whole import whole


class Table:
    """A game being played, with its Dealer and its record.

    `log` holds every decision as (seat, action), the Dealer's included: `game.replay(table.log)` rebuilds the state.
    Equal tables have had the same moves, and will be dealt the same. Pickled and copied without the listener.
    """

    def __init__(self, game: Game, seed: SupportsIndex, listener: Listener | None = None) -> None:
        self.game = game
        self.rng = Rng(seed)
        self.state = game.begin()
        self.state.listener = listener
        self.log: list[tuple[int, int]] = []
        self._deal()

    def play(self, seat: SupportsIndex, action: SupportsIndex | str) -> None:
        """Make a move (a number, or a text) and let the Dealer answer."""
        actions = self.game.command(action, whole(seat) or 0, self.state) if isinstance(action, str) else [action]
        self.state.play_all(seat, actions)
        self.log += [(int(seat), int(a)) for a in actions]
        self._deal()

    def info_key(self, seat: SupportsIndex) -> str:
        """What `state.info_key` says."""
        return self.state.info_key(seat)

    def _deal(self) -> None:
        while self.state.actor() == DEALER:
            outcome = int(self.state.sample(self.rng))
            self.state.step(outcome)
            self.log.append((int(DEALER), outcome))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        return self.game == other.game and self.log == other.log and self.rng == other.rng

    def __hash__(self) -> int:
        return hash((self.game, tuple(self.log)))
