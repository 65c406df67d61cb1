"""The strongest bot: search that is led by what a net has learnt."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from mischief.bots.bot import Perspective
from mischief.bots.hints import Considered
from mischief.bots.nets import net_policy
from mischief.bots.putting_right import AS_FOUND, not_certain, numbers_of, put_right
from mischief.bots.search import Search
from mischief.bots.search_paired import Paired
from mischief.bots.thinker import Budget, Clock, SearchBot, considered, is_better, settings_for, settings_of
from mischief.engine.chance import Rng
from mischief.engine.game import Game

MASTERLY = {"explore": 2.0, "cutoff": 8, "warmth": 0.3, "scatter": 0.045, "nets": 0.5, "heed": 0.1}
"""How it thinks where a game does not say otherwise in its `master_hints`. In half of its trials the others follow the
net, in half the rules of thumb: so its moves are good among both."""


class MasterBot(SearchBot):
    """Searches with the game's net. Where there is none for the table (other cards, other rules), it is a search like
    any other."""

    def __init__(
        self,
        game: Game,
        budget: Budget,
        word: str = "",
        clock: Clock = time.perf_counter,
        net: Path | None = None,
        **settings: Any,
    ) -> None:
        super().__init__(game, budget, word or f"master:{budget}", clock)
        many = game.master_hints_of_many if game.seats > 2 else {}
        led = settings_of({**MASTERLY, **game.master_hints, **many, **settings})
        self.net = net_policy(game, led.warmth, net)
        self.settings = settings_for(game, {**settings, "heed": led.heed}) if self.net is None else led

    def begin(self, perspective: Perspective, rng: Rng) -> Search:
        if self.net is None:
            return super().begin(perspective, rng)
        actions = perspective.game.num_actions
        return Paired(perspective.worlds, actions, self.policy, self.settings, rng, self.net)

    def weigh(self, perspective: Perspective, search: Search) -> list[Considered]:
        """With a net, what is believed best comes first."""
        numbers = numbers_of(perspective.game, self.net is not None)
        if isinstance(search, Paired):
            best, moves = search.best(), [put_right(move, numbers) for move in considered(perspective, search)]
            return sorted(moves, key=lambda m: (m.action != best, -(m.chance or 0.0), m.action))
        moves = self._ordered(considered(perspective, search), search)
        if numbers == AS_FOUND:
            return moves
        trials = int(search.simulations)
        return [put_right(not_certain(move, trials), numbers) for move in moves]

    def _ordered(self, moves: list[Considered], search: Search) -> list[Considered]:
        """Without a net it is as in any search, but a first thought that was tried little next to the best move is not
        kept: its few results lie so far apart that hardly anything would be surely better."""
        first = next((m for m in moves if m.action == search.first_thought), None)
        if first is None or moves[0].share is not None or first.visits < self.settings.heed * moves[0].visits:
            return moves
        if is_better(moves[0], first, self.settings.trust):
            return moves
        return [first, *(m for m in moves if m is not first)]
