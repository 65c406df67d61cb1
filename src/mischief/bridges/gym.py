"""Gymnasium: one seat is yours, policies play the others. `make` is one table, `make_vec` many at once.

>>> from mischief.bridges import gym
>>> env = gym.make("piratz", seats=2, seat=0)
>>> seen, info = env.reset(seed=7)

Both are registered too: `gymnasium.make("mischief/piratz-v1", seats=2)` and `gymnasium.make_vec` know them after this
module was imported. The reward is your seat's payoff, when the game is over.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mischief.bridges import rendering
from mischief.bridges.common import Choosing, Looking, Seen, any_seed, known, seen_space
from mischief.engine.errors import BadBatch, MischiefError
from mischief.engine.game import Game
from mischief.engine.policy import AnyMove, Policy
from mischief.engine.seats import DEALER, NOBODY
from mischief.engine.state import State
from mischief.engine.whole import whole
from mischief.extras import needs
from mischief.games.shelf import BOXES
from mischief.games.shelf import game as find_game
from mischief.learning.arrays import Arrays, any_legal

with needs("zoo"):
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

Others = str | Policy | Mapping[int, Policy]
"""Who plays the other seats: "sensible" (the game's own heuristic), "random", a policy, or one for each seat."""


def make(
    name: str,
    seats: int | None = None,
    *,
    seat: int = 0,
    others: Others = "sensible",
    render_mode: str | None = None,
    illegal: str = "refuse",
    **options: Any,
) -> OneSeat:
    """A table with one seat for you. `illegal="any"` makes any legal move in place of one that is not."""
    return OneSeat(find_game(name, seats, **options), seat, others, render_mode, illegal)


def make_vec(
    name: str,
    num_envs: int = 1,
    seats: int | None = None,
    *,
    seat: int = 0,
    others: Others = "sensible",
    illegal: str = "refuse",
    render_mode: None = None,
    **options: Any,
) -> OneSeatOfMany:
    """Many tables at once in compiled code, at each of which the same seat is yours."""
    return OneSeatOfMany(find_game(name, seats, **options), num_envs, seat, others, illegal)


def _policies(game: Game, seat: object, others: Others) -> tuple[int, dict[int, Policy]]:
    """Your seat, and who plays each of the others."""
    mine = whole(seat)
    if mine is None or not 0 <= mine < game.seats:
        raise MischiefError(f"There is no seat {seat!r}: seats are 0 to {game.seats - 1}.")
    rest = [other for other in range(game.seats) if other != mine]
    if isinstance(others, Policy):
        return mine, dict.fromkeys(rest, others)
    if others == "sensible":
        return mine, dict.fromkeys(rest, game.heuristic())
    if others == "random":
        return mine, dict.fromkeys(rest, AnyMove())
    if isinstance(others, Mapping) and sorted(others) == rest:
        return mine, dict(others)
    raise MischiefError(f'others is "sensible", "random", a policy, or a policy for each of {rest}, not {others!r}.')


class OneSeat(gymnasium.Env[Seen, Any]):
    """One seat of a table."""

    metadata = {"render_modes": list(rendering.MODES), "render_fps": 2}

    def __init__(self, game: Game, seat: int, others: Others, render_mode: str | None, illegal: str) -> None:
        self.game = game
        self.seat, self.policies = _policies(game, seat, others)
        self.render_mode = rendering.known_mode(render_mode)
        self.observation_space: Any = seen_space(game)
        self.action_space: Any = spaces.Discrete(game.num_actions)
        self.look = Looking(game)
        self.choosing = Choosing(illegal)
        self.choosing.sow(any_seed())
        self.table: State | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """A new game, as far as your first decision. Without a seed it is another one each time."""
        super().reset(seed=seed)
        self.choosing.sow(seed)
        self.table = self.game.begin()
        self._others_play(self.table)
        return self.look(self.table, self.seat), {}

    def step(self, action: Any) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Make your move, and go on to your next decision."""
        state = self.table
        if state is None or state.over:
            raise MischiefError("There is no game to play on: call reset() first.")
        self.choosing.seat_moves(state, self.seat, action)
        self._others_play(state)
        over = state.over
        return self.look(state, self.seat), state.payoff(self.seat) if over else 0.0, over, False, {}

    def _others_play(self, state: State) -> None:
        """Until you are asked, or the game is over."""
        rng = self.choosing.rng
        while not state.waits_for(self.seat):
            asked = int(state.actor())
            if asked == NOBODY:
                return
            if asked == DEALER:
                state.deal_on(rng)
            else:
                world = state.suppose(asked, rng)
                state.play(asked, int(self.policies[asked].choose(world, asked, rng)))

    def render(self) -> Any:
        """The table as text, printed, or as pixels. Full information."""
        return rendering.render(self.table, self.render_mode)


class OneSeatOfMany(VectorEnv[Seen, Any, Any]):
    """The same seat of many tables. A table whose game is over has begun its next when the step ends: its row then
    shows the new game, and the end is told by `terminations` and `rewards`."""

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}

    def __init__(self, game: Game, num_envs: int, seat: int, others: Others, illegal: str) -> None:
        count = whole(num_envs)
        if count is None or count < 1:
            raise BadBatch(f"A batch has at least one table, not {num_envs!r}.")
        self.game, self.num_envs = game, count
        self.seat, self.policies = _policies(game, seat, others)
        self.illegal = known(illegal)
        self.single_observation_space: Any = seen_space(game)
        self.single_action_space: Any = spaces.Discrete(game.num_actions)
        self.observation_space: Any = batch_space(self.single_observation_space, count)
        self.action_space: Any = batch_space(self.single_action_space, count)
        self.tables: Arrays | None = None

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """New games at all tables; each has its own chance from the one seed."""
        if isinstance(seed, list):
            seed = None if seed[0] is None else int(seed[0])
        super().reset(seed=seed)
        chosen = any_seed() if seed is None else seed
        self.tables = Arrays(self.game, self.num_envs, chosen, self.policies)
        self.chance = np.random.default_rng(chosen)
        return self._shown(self.tables), {}

    def step(self, actions: Any) -> tuple[Seen, Any, Any, Any, dict[str, Any]]:
        """Make your move at every table. If one of them is not legal, none is made."""
        tables = self.tables
        if tables is None:
            raise MischiefError("There is no game to play on: call reset() first.")
        if self.illegal == "any":
            masks = tables.look().masks
            wanted = np.asarray(actions)
            legal = masks[np.arange(self.num_envs), wanted]
            actions = np.where(legal, wanted, any_legal(masks, self.chance))
        ended = tables.step(actions)
        rewards = np.zeros(self.num_envs)
        over = np.zeros(self.num_envs, np.bool_)
        over[ended.tables] = True
        rewards[ended.tables[::-1]] = ended.payoffs[::-1, self.seat]  # of two games at one table, the first was yours
        return self._shown(tables), rewards, over, np.zeros(self.num_envs, np.bool_), {}

    def _shown(self, tables: Arrays) -> Seen:
        asked = tables.look()
        return {"observation": asked.observations.copy(), "action_mask": asked.masks.astype(np.int8)}

    def close_extras(self, **kwargs: Any) -> None:
        """Nothing is open."""


def _register() -> None:
    for name in BOXES:
        if f"mischief/{name}-v1" not in gymnasium.registry:
            gymnasium.register(
                f"mischief/{name}-v1",
                entry_point="mischief.bridges.gym:make",
                vector_entry_point="mischief.bridges.gym:make_vec",
                kwargs={"name": name},
                disable_env_checker=True,
            )


_register()
