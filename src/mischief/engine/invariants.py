"""The promises that every game keeps, checked on a state in the middle of a game.

`mischief selfplay --check` and the test suite run on these, so that adding a game adds no test code.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec

from mischief.engine.chance import Rng
from mischief.engine.errors import MischiefError, Refused
from mischief.engine.game import Game
from mischief.engine.seats import DEALER, WATCHER
from mischief.engine.state import State


class Broken(MischiefError):
    """A promise that a game did not keep, with the position in which it did not."""

    def __init__(self, promise: str, state: State) -> None:
        self.promise = promise
        try:
            where = json.dumps(state.position())
        except Exception as error:  # a broken state may not even be writable; the promise is still worth telling
            where = f"(no position: {error})"
        super().__init__(f"{promise}\n  position: {where}")


def plain(value: Any) -> Any:
    return msgspec.to_builtins(value)


def check_choices(state: State) -> None:
    """There is always somebody to act or a result; choices are there, sorted, each once (cheap: every state)."""
    actors = state.actors()
    if not actors:
        if not state.over or state.result() is None:
            raise Broken("a game with nobody to act has no result", state)
        return
    for seat in actors:
        legal = state.legal(seat)
        if not legal:
            raise Broken(f"seat {seat} is to act and has no legal move", state)
        if legal != sorted(set(legal)):
            raise Broken(f"the legal moves of seat {seat} are not sorted: {legal}", state)
        size = state.game.num_outcomes if seat == DEALER else state.game.num_actions
        if legal[0] < 0 or legal[-1] >= size:
            raise Broken(f"a legal move of seat {seat} is outside 0 to {size - 1}", state)
    if actors == [DEALER] and min(state.odds().values()) < 1:
        raise Broken("an outcome of the Dealer has no weight", state)


def check_state(state: State, rng: Rng) -> None:
    """All the promises that can be seen on one state (dear: samples)."""
    check_choices(state)
    check_copies(state)
    check_moves(state, rng)
    check_knowledge(state, rng)
    check_words(state)


def check_copies(state: State) -> None:
    """clone and position rebuild the same table; components are conserved, or the position would be refused."""
    position = state.position()
    if json.loads(json.dumps(position)) != plain(position):
        raise Broken("the position is not plain JSON", state)
    if plain(state.clone().position()) != plain(position):
        raise Broken("a clone has another position", state)
    try:
        again = state.game.load(json.loads(json.dumps(position)))
    except MischiefError as error:
        raise Broken(f"the state's own position is refused: {error}", state) from error
    if plain(again.position()) != plain(position):
        raise Broken(f"the position reads back as another: {json.dumps(plain(again.position()))}", state)
    if again.actors() != state.actors() or [again.legal(s) for s in state.actors()] != [
        state.legal(s) for s in state.actors()
    ]:
        raise Broken("the position reads back with other choices", state)
    for seat in [*range(int(state.seats)), None]:
        if plain(again.view(seat)) != plain(state.view(seat)):
            raise Broken(f"the position reads back with another view for {seat}", state)


def check_moves(state: State, rng: Rng) -> None:
    """Every listed move can be played and touches no other copy; what is not listed is refused and changes nothing."""
    before = plain(state.position())
    game = state.game
    for seat in state.actors():
        legal = state.legal(seat)
        tries = legal if len(legal) <= 6 else [legal[rng.below(len(legal))] for _ in range(6)]
        for action in tries:
            child = state.clone()
            child.play(seat, action)
            if plain(state.position()) != before:
                raise Broken(f"playing {action} on a clone changed its parent", state)
        size = game.num_outcomes if seat == DEALER else game.num_actions
        for _ in range(2):
            action = int(rng.below(size + 2)) - 1
            if action not in legal:
                _refuses(state, seat, action, before)
    for seat in range(int(state.seats)):
        if seat not in state.actors():
            _refuses(state, seat, int(rng.below(game.num_actions)), before)


def _refuses(state: State, seat: int, action: int, before: Any) -> None:
    try:
        state.play(seat, action)
    except Refused as refusal:
        if not refusal.sentence:
            raise Broken(f"the refusal of {action} by seat {seat} says nothing", state) from refusal
    else:
        raise Broken(f"seat {seat} could play {action}, which is not listed", state)
    if plain(state.position()) != before:
        raise Broken(f"the refused {action} of seat {seat} changed the table", state)


def check_knowledge(state: State, rng: Rng) -> None:
    """What a seat cannot know is not in its view: a world imagined afresh looks the same to it."""
    for seat in [*range(int(state.seats)), int(WATCHER)]:
        viewer = None if seat == WATCHER else seat
        seen = plain(state.view(viewer))
        for world in (state.imagine(seat, rng), state.suppose(seat, rng)):
            if plain(world.view(viewer)) != seen:
                raise Broken(f"the view of {viewer} changes when what it cannot know is imagined afresh", state)
            if viewer is not None and world.legal(viewer) != state.legal(viewer):
                raise Broken(f"the legal moves of {viewer} depend on what it cannot know", state)
            if world.over != state.over:
                raise Broken(f"a world imagined by {viewer} disagrees on whether the game is over", state)


def check_words(state: State) -> None:
    """Every legal move has a text that parses back to it, and every question is in the catalogue."""
    game = state.game
    lets_go_by = any(game.window_pass(state, seat) is not None for seat in state.actors())
    if lets_go_by and plain(state.view(None))["phase"] not in game.words.windows:
        raise Broken(f"words.toml does not name the window {plain(state.view(None))['phase']!r}", state)
    for seat in state.actors():
        for action in state.legal(seat):
            move = game.outcome(action) if seat == DEALER else game.move(action)
            if game.parse(move.text, seat, state) != [action]:
                raise Broken(f"the text {move.text!r} of action {action} does not parse back", state)
            if seat != DEALER and move.name not in game.words.moves:
                raise Broken(f"words.toml has no button words for the move {move.name!r}", state)
        if seat != DEALER and plain(state.view(seat))["phase"] not in game.words.asks:
            raise Broken(f"words.toml asks nothing in phase {plain(state.view(seat))['phase']!r}", state)


def check_components(state: State, at_first: Mapping[str, int]) -> None:
    """Nothing leaves the box or comes into it: what the game counts as its components stays the same all game long."""
    now = state.game.components_of(state)
    for name in (*at_first, *now):
        before, after = at_first.get(name, 0), now.get(name, 0)
        if before != after:
            raise Broken(f"components are not conserved: there were {before} {name}, now there are {after}", state)


def check_end(state: State) -> None:
    """Of a game that is over: payoffs add up and agree with the winners, places with the scores, scores with their
    lines."""
    result = state.result()
    if result is None:
        raise Broken("a game that is over has no result", state)
    seats = range(int(state.seats))
    payoffs = [state.payoff(seat) for seat in seats]
    told = ", ".join(f"{payoff:g}" for payoff in payoffs)
    if state.game.info.cooperative:
        if payoffs != [1.0 if result.winners else 0.0] * len(payoffs):
            raise Broken(f"the table wins or loses together, but the payoffs are {told}", state)
    else:
        if abs(sum(payoffs) - (1.0 if result.winners else 0.0)) > 1e-9:
            raise Broken(f"the payoffs do not add up: {told} make {sum(payoffs):g}, not 1", state)
        if [seat for seat in seats if payoffs[seat] > 0] != sorted(result.winners):
            raise Broken(f"the payoffs {told} are not those of the winners {list(result.winners)}", state)
        lines = [line.amounts for line in result.tally if not line.tie_break]
        if lines and [sum(amounts) for amounts in zip(*lines, strict=True)] != list(result.scores):
            raise Broken(f"the lines of the result do not add up to the scores {list(result.scores)}", state)
    if any(result.places[seat] != 1 for seat in result.winners):
        raise Broken(f"the winners {list(result.winners)} are not at place 1: {list(result.places)}", state)


def check_replay(game: Game, log: list[tuple[int, int]], state: State) -> None:
    """A recorded game replays to the same table."""
    if plain(game.replay(log).position()) != plain(state.position()):
        raise Broken("the recorded game replays to another table", state)
