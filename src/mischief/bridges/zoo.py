"""PettingZoo: `env` where one seat after the other decides, `parallel_env` where all who decide together do so at once.

>>> from mischief.bridges import zoo
>>> env = zoo.env("piratz", seats=3)
>>> env.reset(seed=7)
>>> env.agent_selection
'seat_0'

The Dealer is inside: what is dealt comes from the seed. A seat's reward is its payoff, when the game is over.
"""

from __future__ import annotations

from typing import Any

from mischief.bridges import rendering
from mischief.bridges.common import Choosing, Looking, Seen, any_seed, known_limit, seen_space
from mischief.engine.errors import MischiefError
from mischief.engine.game import Game
from mischief.engine.seats import NOBODY
from mischief.engine.state import State
from mischief.extras import needs
from mischief.games.shelf import game as find_game

with needs("zoo"):
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv

Asked = dict[str, Any]


def env(
    name: str,
    seats: int | None = None,
    *,
    render_mode: str | None = None,
    illegal: str = "refuse",
    max_cycles: int | None = None,
    **options: Any,
) -> OneByOne:
    """A game as an AEC environment: whoever is to decide is `agent_selection`; of those who decide together, the
    lowest seat comes first and the others do not see what it chose. `illegal="any"` makes a legal move in place of one
    that is not; `max_cycles` cuts a game short after so many moves."""
    return OneByOne(find_game(name, seats, **options), render_mode, illegal, max_cycles)


def parallel_env(
    name: str,
    seats: int | None = None,
    *,
    render_mode: str | None = None,
    illegal: str = "refuse",
    max_cycles: int | None = None,
    **options: Any,
) -> Together:
    """The same as a parallel environment: each step takes the moves of all who are asked. The mask of a seat that is
    not asked is empty, and whatever it answers goes unheard."""
    return Together(find_game(name, seats, **options), render_mode, illegal, max_cycles)


class _Table:
    """What both have: the game, its agents and their spaces."""

    def __init__(self, game: Game, render_mode: str | None, illegal: str, max_cycles: int | None) -> None:
        self.game = game
        self.render_mode = rendering.known_mode(render_mode)
        self.max_cycles = known_limit(max_cycles)
        self.metadata: dict[str, Any] = {
            "name": f"mischief_{game.info.id.replace('-', '_')}_v1",
            "render_modes": list(rendering.MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(game.seats)]
        self.agents: list[str] = []
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: seen_space(game) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(game.num_actions) for agent in self.possible_agents}
        self.look = Looking(game)
        self.choosing = Choosing(illegal)
        self.choosing.sow(any_seed())
        self.table: State | None = None
        self.cycles = 0

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def deal_afresh(self, seed: int | None) -> State:
        """A new game, as far as its first decision."""
        self.choosing.sow(seed)
        self.cycles = 0
        self.agents = self.possible_agents[:]
        self.table = self.game.begin()
        self.table.deal_on(self.choosing.rng)
        return self.table

    def state_now(self) -> State:
        """The table; there is none before the first reset."""
        if self.table is None:
            raise MischiefError("There is no table yet: call reset() first.")
        return self.table

    def observe(self, agent: str) -> Seen:
        """What a seat may know, and what it may do (nothing, unless it is asked)."""
        return self.look(self.state_now(), self._seat(agent))

    def _seat(self, agent: str) -> int:
        seat = self.seat_of.get(agent)
        if seat is None:
            raise MischiefError(f"There is no agent {agent!r}: there are {', '.join(self.possible_agents)}.")
        return seat

    def render(self) -> Any:
        """The table as text, printed, or as pixels. Full information: do not show it to agents."""
        return rendering.render(self.table, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""


class OneByOne(_Table, AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A game as an AEC environment."""

    def __init__(self, game: Game, render_mode: str | None, illegal: str, max_cycles: int | None) -> None:
        AECEnv.__init__(self)
        _Table.__init__(self, game, render_mode, illegal, max_cycles)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. Without a seed it is another one each time."""
        state = self.deal_afresh(seed)
        agents = self.possible_agents
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        self.agent_selection = agents[int(state.actor())]

    def step(self, action: Any) -> None:
        """Make the move of `agent_selection`, and let the Dealer answer."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        state = self.state_now()
        choosing = self.choosing
        if choosing.illegal == "refuse":
            seat = state.step(action, choosing.rng)
        else:
            choosing.seat_moves(state, int(state.actor()), action)
            seat = state.deal_on(choosing.rng)
        self.cycles += 1
        if seat == NOBODY:
            self._end(state.returns())
        elif self.cycles == self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[seat]

    def _end(self, payoffs: list[float]) -> None:
        self.terminations = dict.fromkeys(self.agents, True)
        self.rewards = dict(zip(self.agents, payoffs, strict=True))
        self._cumulative_rewards = dict(self.rewards)
        self.agent_selection = self.agents[0]


class Together(_Table, ParallelEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A game as a parallel environment."""

    def __init__(self, game: Game, render_mode: str | None, illegal: str, max_cycles: int | None) -> None:
        _Table.__init__(self, game, render_mode, illegal, max_cycles)
        self.metadata["is_parallelizable"] = True

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, Asked]]:
        """A new game. Without a seed it is another one each time."""
        state = self.deal_afresh(seed)
        return self._shown(state), self._asked(state)

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Asked]]:
        """Make the moves of all who are asked; those of others go unheard."""
        state, choosing, agents = self.state_now(), self.choosing, self.agents
        asked = state.actors()
        missing = [self.possible_agents[seat] for seat in asked if self.possible_agents[seat] not in actions]
        if missing and agents:
            raise MischiefError(f"{missing[0]} is asked and has no action: actions need one for each who is asked.")
        if choosing.illegal == "refuse":
            for seat in asked:
                state.check(seat, actions[self.possible_agents[seat]])
        for seat in asked:
            if state.waits_for(seat):
                choosing.seat_moves(state, seat, actions[self.possible_agents[seat]])
        state.deal_on(choosing.rng)
        self.cycles += 1
        over, cut = state.over, self.cycles == self.max_cycles
        rewards = dict(zip(self.possible_agents, state.returns(), strict=True))
        shown, infos = self._shown(state), self._asked(state)
        if over or cut:
            self.agents = []
        return shown, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, cut and not over), infos

    def _shown(self, state: State) -> dict[str, Seen]:
        return {agent: self.look(state, seat) for seat, agent in enumerate(self.possible_agents)}

    def _asked(self, state: State) -> dict[str, Asked]:
        """Whether a seat is asked now."""
        waiting = state.actors()
        return {agent: {"asked": seat in waiting} for seat, agent in enumerate(self.possible_agents)}


__all__ = ["OneByOne", "Together", "env", "parallel_env"]
