"""OpenSpiel: our games as its own, named `python_mischief_piratz` and so on, once this module was imported.

>>> from mischief.bridges import spiel
>>> game = spiel.load("piratz", seats=2, zero_scores=False)
>>> game.new_initial_state().is_chance_node()
True

The Dealer is a chance node whose outcomes are listed with their true odds. Of those who decide together, one after the
other is asked, and none is shown what the others chose. `information_state_string` is `info_key`: perfect recall.
Tensors are our observations, from 0 to 1: all that a seat may know now, which is less than all it ever saw.
"""

from __future__ import annotations

import json
from typing import Any

from mischief.engine.chance import Rng
from mischief.engine.errors import BadOption, MischiefError
from mischief.engine.game import Game
from mischief.engine.seats import DEALER, NOBODY
from mischief.engine.state import NEVER, Past, State
from mischief.extras import needs
from mischief.games.shelf import BOXES, rulebook

with needs("spiel"):
    import numpy as np
    import pyspiel

LONGEST = 100_000
"""More decisions than any game takes."""
PLAYER_OF = {int(DEALER): int(pyspiel.PlayerId.CHANCE), int(NOBODY): int(pyspiel.PlayerId.TERMINAL)}


def load(name: str, seats: int | None = None, **options: Any) -> Any:
    """One of our games as a `pyspiel.Game`, with house rules as everywhere. `pyspiel.load_game` does the same, with the
    house rules in one text: `python_mischief_piratz(seats=3,options=zero_scores:false|first_player:1)`. A folder with a
    game of one's own is known to OpenSpiel from then on."""
    return _load(rulebook(name), seats, options)


def _load(book: type[Game], seats: int | None, options: dict[str, Any]) -> Any:
    if REGISTERED.get(_short_name(book)) is not book:
        _register(book)
    game = book(seats, **options)
    told = "|".join(f"{name}:{_tell(game.options[name])}" for name in options)
    return pyspiel.load_game(_short_name(book), {"seats": game.seats, **({"options": told} if told else {})})


def load_from(state: State) -> Any:
    """A game that begins with this state, so that algorithms which need small games can have the end of one of ours.
    Its states cannot be serialised: OpenSpiel would begin them from the beginning."""
    default = {option.name: option.default for option in state.game.option_list}
    options = {name: value for name, value in state.game.options.items() if value != default[name]}
    game = _load(type(state.game), state.game.seats, options)
    game.first = state.clone()
    return game


def _short_name(book: type[Game]) -> str:
    return f"python_mischief_{book.info.id.replace('-', '_')}"


def _tell(value: Any) -> str:
    """An option's value in a game's name: as JSON, words without quotes, and no commas in lists, at which OpenSpiel
    would cut the name."""
    return value if isinstance(value, str) else json.dumps(value, separators=(";", ":"))


def _hear(book: type[Game], told: str) -> dict[str, Any]:
    """The options that a game's name tells."""
    known = {option.name: option for option in book.option_list}
    found: dict[str, Any] = {}
    for part in told.split("|") if told else []:
        name, colon, value = part.partition(":")
        if not colon:
            raise BadOption(f"options reads 'name:value|name:value', and {part!r} has no colon.")
        words = name in known and (known[name].kind == "text" or value in known[name].values)
        found[name] = value if words else _plain(value)
    return found


def _plain(value: str) -> Any:
    """A value that is no word."""
    try:
        return json.loads(value.replace(";", ","))
    except ValueError:
        return value


REGISTERED: dict[str, type[Game]] = {}
"""The games that OpenSpiel knows, by the names it knows them by."""


def _register(book: type[Game]) -> None:
    """Have OpenSpiel know a game by its name."""
    info = book.info
    kind = pyspiel.GameType(
        short_name=_short_name(book),
        long_name=f"Mischief: {info.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.IDENTICAL if info.cooperative else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=info.seats[1],
        min_num_players=info.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"seats": info.usual_seats, "options": ""},
    )

    class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
        """One of our games, for OpenSpiel."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            told = params or {}
            seats, options = int(told.get("seats", info.usual_seats)), str(told.get("options", ""))
            self.rules = book(seats, **_hear(book, options))
            self.observer = self.rules.observer()
            self.first = self.rules.begin()
            size = pyspiel.GameInfo(
                num_distinct_actions=self.rules.num_actions,
                max_chance_outcomes=max(1, self.rules.num_outcomes),
                num_players=seats,
                min_utility=0.0,
                max_utility=1.0,
                utility_sum=None,
                max_game_length=LONGEST,
            )
            super().__init__(kind, size, {"seats": seats, **({"options": options} if options else {})})

        def new_initial_state(self) -> SpielState:
            return SpielState(self)

        def __reduce__(self) -> tuple[Any, ...]:
            return pyspiel.load_game, (str(self),)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
            if params:
                raise MischiefError(f"Our observers have no parameters; you gave {params!r}.")
            return SpielObserver(self, iig_obs_type is not None and bool(iig_obs_type.perfect_recall))

    pyspiel.register_game(kind, SpielGame)
    REGISTERED[_short_name(book)] = book


class World:
    """What a state of OpenSpiel holds: our state; and for an imagined one, who imagined it and the key they had then.
    Begun when it is first asked for, since OpenSpiel begins one for every clone, only to throw it away."""

    __slots__ = ("key", "seat", "state", "there")

    def __init__(self, state: State, seat: int = int(NOBODY), key: str = "", there: str = "") -> None:
        self.state, self.seat, self.key, self.there = state, seat, key, there

    def __deepcopy__(self, memo: Any) -> World:
        return World(self.state.clone(), self.seat, self.key, self.there)

    def info_key(self, seat: int) -> str:
        """What the seat knows. Whoever imagined this world goes on from what they knew in the true one."""
        key = self.state.info_key(seat)
        if seat != self.seat:
            return key
        return self.key if key == self.there else f"{self.key}, {key}"


class SpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A table, for OpenSpiel."""

    def __init__(self, game: Any, world: World | None = None) -> None:
        super().__init__(game)
        self.world = world

    @property
    def table(self) -> State:
        """Our own state behind it."""
        world = self.world
        if world is None:
            world = self.world = World(self.get_game().first.clone())
        return world.state

    # What OpenSpiel asks

    def current_player(self) -> int:
        seat = int(self.table.actor())
        return seat if seat >= 0 else PLAYER_OF[seat]

    def _legal_actions(self, player: int) -> list[int]:
        return self.table.legal(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes, weights = self.table.chances()
        total = sum(weights)
        return [(outcome, weight / total) for outcome, weight in zip(outcomes, weights, strict=True)]

    def _apply_action(self, action: int) -> None:
        self.table.step(action)

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.table.game
        return (game.outcome(action) if player == PLAYER_OF[int(DEALER)] else game.move(action)).text

    def is_terminal(self) -> bool:
        return self.table.over

    def returns(self) -> list[float]:
        return self.table.returns()

    def information_state_string(self, player: int | None = None) -> str:
        """`info_key`: a text for all that a seat has seen and done, perfect recall."""
        table, seat = self.table, self._seat(player)
        return self.world.info_key(seat) if self.world is not None else table.info_key(seat)

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """A table as it may be for all that this seat knows. It has no history: what led there is not imagined."""
        table = self.table
        key = self.information_state_string(player)
        world = table.imagine(player, Rng(int(sampler() * 2**53)))
        world.past = Past(None, NEVER, world.clone())
        world.age = 0
        return SpielState(self.get_game(), World(world, player, key, world.info_key(player)))

    def _seat(self, player: int | None) -> int:
        return self.current_player() if player is None else int(player)

    def __str__(self) -> str:
        return str(self.table)

    def __reduce__(self) -> tuple[Any, ...]:
        return played, (self.get_game(), self.history())


def played(game: Any, history: list[int]) -> Any:
    """The state that was pickled."""
    state = game.new_initial_state()
    for action in history:
        state.apply_action(action)
    return state


class SpielObserver:
    """What a seat may know, as numbers from 0 to 1 and as text."""

    def __init__(self, game: Any, perfect_recall: bool) -> None:
        self.perfect_recall = perfect_recall
        self.row = game.observer.row
        self.tensor = np.zeros(int(game.observer.length), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor[:] = np.frombuffer(self.row(state.table, player), np.uint8)
        self.tensor /= 255.0

    def string_from(self, state: SpielState, player: int) -> str:
        if self.perfect_recall:
            return state.information_state_string(player)
        return bytes(self.row(state.table, player)).hex()


for _name in BOXES:
    _register(rulebook(_name))
