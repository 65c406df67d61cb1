"""Pairs of worlds that one viewer cannot tell apart.

The second world is the first with other things done wherever the viewer cannot see them: other hidden cards dealt,
other secret choices made, more or fewer small steps taken towards one. Both then go on side by side; what the viewer
sees in one it must see in the other, by the rules: where that cannot be had, they part.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec

from mischief.engine.chance import Rng
from mischief.engine.events import Event
from mischief.engine.game import Game
from mischief.engine.moves import Moves as MoveList
from mischief.engine.seats import DEALER
from mischief.engine.state import State

Turn = tuple[int, list[int], list[int]]
"""A seat, its actions, and what chance brought upon them."""
Sight = tuple[Any, list[Event], list[int]]
"""What a viewer sees of a turn: the table after it, what was told, its own choices."""

TRIES = 6
"""Ways that are tried for the second world to follow the first."""
LOOKALIKES = 6
"""Actions that look the same to the viewer, of which one may lead to the same sight."""
PATIENCE = 40
"""Turns that the first world goes on for the sake of a moment worth asking in."""
SECRET_STEPS = 12
"""Steps that others may take unnoticed before something is noticed."""


def choices(state: State, seat: int) -> list[int]:
    """What a seat may do, or chance may bring."""
    if seat == DEALER:
        return list(state.odds())
    moves = MoveList()
    state.list_moves(seat, moves)
    return [int(moves.items[i]) for i in range(int(moves.count))]


def sight(state: State, viewer: int, told: list[Event]) -> Sight:
    legal = state.legal(viewer) if viewer >= 0 else []
    return state.game.view(state, viewer), [event.seen_by(viewer) for event in told], legal


def deal(state: State, chance: Rng) -> list[int]:
    """Let chance do what it has to do."""
    outcomes = []
    while state.actor() == DEALER:
        outcomes.append(int(state.sample(chance)))
        state.apply(DEALER, outcomes[-1])
    return outcomes


class Twins:
    """Draws worlds for one viewer of one game."""

    def __init__(self, game: Game, viewer: int, rng: random.Random) -> None:
        self.game = game
        self.viewer = viewer
        self.rng = rng
        self.chance = Rng(rng.getrandbits(60))

    # The first world

    def first(self, length: int) -> list[Turn]:
        """A game played at random for so many turns, or to its end; and mostly on, until others have done something
        that the viewer could not see, and it is the viewer's turn (or anybody's, for a spectator)."""
        state = self.game.begin()
        turns: list[Turn] = [(int(DEALER), [], deal(state, self.chance))]
        patience, secret = self.rng.choice((0, PATIENCE, PATIENCE, PATIENCE)), False
        while not state.over:
            asked = self.viewer < 0 or state.waits_for(self.viewer)
            if len(turns) > length and ((secret and asked) or len(turns) > length + patience):
                break
            seat = self.rng.choice(state.actors())
            action = self.rng.choice(choices(state, seat))
            secret = seat != self.viewer and int(state.glimpse(self.viewer, seat, action)) < 0
            state.apply(seat, action)
            turns.append((seat, [action], deal(state, self.chance)))
        return turns

    # The second

    def second(self, turns: list[Turn], latest: int, boldness: float) -> list[Turn]:
        """The same game for the viewer, with other things done among the latest turns where it cannot see them: boldly,
        or less so where that cannot go on."""
        while boldness > 0.01:
            here, there = self.game.begin(), self.game.begin()
            found: list[Turn] = []
            for number, turn in enumerate(turns):
                bold = boldness if number >= len(turns) - latest else 0.0
                twin = self._twin(here, there, *turn, bold)
                if twin is None:
                    break
                found.append(twin)
            else:
                return found
            boldness, latest = boldness / 3, latest // 2
        return list(turns)

    def _twin(
        self, here: State, there: State, seat: int, actions: list[int], outcomes: list[int], boldness: float
    ) -> Turn | None:
        """Do in `here` what was done, and in `there` what looks the same."""
        done = [(seat, action) for action in actions] + [(int(DEALER), outcome) for outcome in outcomes]
        begun = here.clone()
        told: list[Event] = []
        here.listener = told.append
        for who, what in done:
            here.apply(who, what)
        here.listener = None
        wanted = sight(here, self.viewer, told)
        for attempt in range(TRIES):
            trial = there.clone()
            other = self._look_alike(begun.clone(), trial, done, boldness if attempt < TRIES - 1 else 0.0)
            if other is not None and other[1] == wanted:
                for who, what in other[0]:
                    there.apply(who, what)
                own = [what for who, what in other[0] if who >= 0]
                return seat, own, [what for who, what in other[0] if who < 0]
        return None

    def _look_alike(
        self, here: State, there: State, done: list[tuple[int, int]], boldness: float
    ) -> tuple[list[tuple[int, int]], Sight] | None:
        told: list[Event] = []
        there.listener = told.append
        made: list[tuple[int, int]] = []
        for who, what in done:
            if not there.waits_for(who):
                return None
            seen = int(here.glimpse(self.viewer, who, what))
            alike = [a for a in choices(there, who) if int(there.glimpse(self.viewer, who, a)) == seen]
            if not alike:
                return None
            bold = what not in alike or self.rng.random() < boldness
            made.append((who, self.rng.choice(alike) if bold else what))
            here.apply(who, what)
            there.apply(*made[-1])
        there.listener = None
        if there.actor() == DEALER:
            return None
        return made, sight(there, self.viewer, told)

    # Going on together

    def turn(self, state: State, seat: int, action: int) -> tuple[Turn, State, Sight]:
        """What a turn leads to."""
        after = state.clone()
        told: list[Event] = []
        after.listener = told.append
        after.apply(seat, action)
        outcomes = deal(after, self.chance)
        after.listener = None
        return (seat, [action], outcomes), after, sight(after, self.viewer, told)

    def by_steps(self, state: State, actions: list[int]) -> list[Sight]:
        """What the viewer would see if it made these moves one by one, as far as they go."""
        state, seen = state.clone(), list[Sight]()
        for action in actions:
            if action not in state.legal(self.viewer):
                break
            told: list[Event] = []
            state.listener = told.append
            state.apply(self.viewer, action)
            state.listener = None
            seen.append(sight(state, self.viewer, told))
        return seen

    def is_unnoticed(self, before: State, seen: Sight) -> bool:
        return not seen[1] and seen == sight(before, self.viewer, [])

    def secret_turn(self, state: State) -> tuple[Turn, State] | None:
        """A turn of somebody else that the viewer cannot notice."""
        seats = [seat for seat in state.actors() if seat != self.viewer]
        if not seats:
            return None
        seat = self.rng.choice(seats)
        action = self.rng.choice(choices(state, seat))
        if state.glimpse(self.viewer, seat, action) >= 0:
            return None
        turn, after, seen = self.turn(state, seat, action)
        return (turn, after) if self.is_unnoticed(state, seen) else None

    def follow(self, here: State, there: State, turn: Turn, wanted: Sight) -> list[Turn] | None:
        """Turns in `there` that look to the viewer as this turn looked in `here`: the same seat does something, perhaps
        after secret turns of others; None if none is found."""
        seat, actions, outcomes = turn
        done = [(seat, action) for action in actions] + [(int(DEALER), outcome) for outcome in outcomes]
        for _ in range(TRIES):
            state, path = there, list[Turn]()
            for _ in range(SECRET_STEPS):
                for _ in range(LOOKALIKES if state.waits_for(seat) else 0):
                    found = self._look_alike(here.clone(), state.clone(), done, 0.0 if seat == self.viewer else 0.5)
                    if found is not None and found[1] == wanted:
                        own = [what for who, what in found[0] if who >= 0]
                        return [*path, (seat, own, [what for who, what in found[0] if who < 0])]
                secret = self.secret_turn(state)
                if secret is None:
                    break
                path.append(secret[0])
                state = secret[1]
        return None


def differ(one: State, two: State) -> bool:
    """Whether they are truly different tables."""
    return msgspec.json.encode(one.position()) != msgspec.json.encode(two.position())
