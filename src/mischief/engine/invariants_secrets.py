"""Whether a game keeps its secrets, asked of its four witnesses.

What a seat learns of a move it learns by its view, by what is told (`tell`), by what it sees at the moment (`glimpse`);
and what it knows shows in the worlds that `imagine` deals for it. So two moves of somebody else are tried side by side.
Where a seat's view is the same after both although the tables differ, something is hidden from it, and then the other
three must not tell the moves apart either: they would give away what the view keeps.
"""

from __future__ import annotations

from typing import Any

from mischief.engine.chance import Rng
from mischief.engine.events import Event
from mischief.engine.game import Game
from mischief.engine.invariants import Broken, plain
from mischief.engine.moves import Moves
from mischief.engine.policy import Policy
from mischief.engine.seats import DEALER, WATCHER
from mischief.engine.state import State

WORLDS = 2
"""Imagined worlds that are compared for every pair of moves."""
SURELY = 16
"""Worlds in which a secret must stand as it truly is before we say that imagine knows it."""


def check_pair(state: State, rng: Rng) -> int:
    """Try two moves of one seat (or the Dealer) side by side, and compare what every other viewer learns of them.
    Returns for how many viewers something was hidden: only there anything could be found out."""
    actors = state.actors()
    seat = actors[rng.below(len(actors))]
    legal = state.legal(seat)
    if len(legal) < 2:
        return 0
    place = int(rng.below(len(legal)))
    moves = (legal[place], legal[(place + 1 + rng.below(len(legal) - 1)) % len(legal)])
    tables, told = _try(state, seat, moves)
    if _without_notes(tables[0]) == _without_notes(tables[1]) or _far(tables[0], seat) != _far(tables[1], seat):
        return 0
    hidden = 0
    for viewer in (*range(int(state.seats)), int(WATCHER)):
        if viewer != seat and _looks_alike(tables, viewer):
            hidden += 1
            _compare(state, seat, moves, tables, told, viewer, rng)
    return hidden


def _try(state: State, seat: int, moves: tuple[int, int]) -> tuple[list[State], list[list[Event]]]:
    tables: list[State] = []
    told: list[list[Event]] = []
    for move in moves:
        heard: list[Event] = []
        table = state.clone()
        table.listener = heard.append
        table.apply(seat, move)
        table.listener = None
        tables.append(table)
        told.append(heard)
    return tables, told


def _far(table: State, seat: int) -> tuple[list[int], str]:
    """How far a seat has come with a choice made in small steps: imagined worlds may keep that."""
    return table.actors(), table.game.view(table, seat if seat >= 0 else int(WATCHER)).phase


def _looks_alike(tables: list[State], viewer: int) -> bool:
    game = tables[0].game
    if plain(game.view(tables[0], viewer)) != plain(game.view(tables[1], viewer)):
        return False
    return viewer == WATCHER or tables[0].legal(viewer) == tables[1].legal(viewer)


def _compare(
    state: State,
    seat: int,
    moves: tuple[int, int],
    tables: list[State],
    told: list[list[Event]],
    viewer: int,
    rng: Rng,
) -> None:
    game = state.game
    who = "a spectator" if viewer == WATCHER else f"seat {viewer}"
    what = " and ".join(repr((game.outcome if seat == DEALER else game.move)(move).text) for move in moves)
    by = "of the Dealer" if seat == DEALER else f"of seat {seat}"
    pair = f"{what} {by} leave the same view to {who}"
    fact = _fact_that_differs(told, viewer)
    seed = int(rng.below(2**30))
    worlds = [[_imagined(table, viewer, seed + n) for n in range(WORLDS)] for table in tables]
    seen_apart = state.glimpse(viewer, seat, moves[0]) != state.glimpse(viewer, seat, moves[1])
    if fact is None:
        if known := _known(tables, worlds, viewer, seed):
            raise Broken(f"imagine {known} ({pair}, and nothing is told of the difference)", state)
        if seen_apart:
            raise Broken(f"glimpse leaks: {pair}, but glimpse({viewer}, {seat}, ...) tells them apart", state)
    elif not seen_apart and worlds[0] == worlds[1]:
        raise Broken(f"{fact} tells a secret: {pair}, and neither glimpse nor imagine knows more", state)


def _known(tables: list[State], worlds: list[list[Any]], viewer: int, seed: int) -> str:
    """What imagine knows although the viewer cannot: where the two tables differ, and all worlds stand as truly."""
    true = [_without_notes(table) for table in tables]
    places = _places_that_differ(*true)
    for number in range(SURELY):
        found = [
            made[number] if number < len(made) else _imagined(table, viewer, seed + number)
            for table, made in zip(tables, worlds, strict=True)
        ]
        places = [p for p in places if all(_at(w, p) == _at(t, p) for w, t in zip(found, true, strict=True))]
        if not places:
            return ""
    if all(world == table for made, table in zip(worlds, true, strict=True) for world in made):
        return "hides nothing: its worlds are the true table"
    return f"hides too little: {'.'.join(str(step) for step in places[0])} is always as it truly is"


def _places_that_differ(one: Any, other: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        return [place for key in one for place in _places_that_differ(one[key], other[key], (*at, key))]
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return [place for n in range(len(one)) for place in _places_that_differ(one[n], other[n], (*at, n))]
    return [] if one == other else [at]


def _at(value: Any, place: tuple[Any, ...]) -> Any:
    for step in place:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def _imagined(table: State, viewer: int, seed: int) -> Any:
    return _without_notes(table.imagine(viewer, Rng(seed)))


def _without_notes(state: State) -> Any:
    """The position without what seats have noted of each other's cards: that is not for the imagining seat to know."""
    copy = state.clone()
    copy.forget()
    return plain(copy.position())


def _fact_that_differs(told: list[list[Event]], viewer: int) -> str | None:
    """The first difference between what a viewer is told of two moves, in words; None if there is none."""
    first, second = ([event.seen_by(viewer) for event in heard] for heard in told)
    if first == second:
        return None
    for one, other in zip(first, second, strict=False):
        if one.kind != other.kind:
            return f"the event {one.kind!r}"
        for key in (*one.facts, *other.facts):
            if one.facts.get(key) != other.facts.get(key):
                return f"the fact {key!r} of the event {one.kind!r}"
    return f"the event {max(first, second, key=len)[-1].kind!r}"


def check_heuristic(state: State, policy: Policy, rng: Rng) -> bool:
    """The game's heuristic answers with a legal move, and with the same one in every world that its seat cannot tell
    from this one. Returns whether any of these worlds was another than the true one."""
    seat = state.actors()[0]
    seed, chance = int(rng.below(2**30)), int(rng.below(2**30))
    worlds = [state, *(state.imagine(seat, Rng(seed + n)) for n in range(WORLDS)), state.suppose(seat, Rng(seed))]
    choices = [int(policy.choose(world, seat, Rng(chance))) for world in worlds]
    moves = Moves()
    state.list_moves(seat, moves)
    if not moves.has(choices[0]):
        raise Broken(f"the heuristic of seat {seat} chose {choices[0]}, which is not legal", state)
    if not 0.0 <= policy.outlook(state, seat) <= 1.0:
        raise Broken(f"the heuristic's outlook of seat {seat} is not from 0 to 1", state)
    if len(set(choices)) > 1:
        texts = " or ".join(repr(_text(state.game, choice)) for choice in sorted(set(choices)))
        raise Broken(f"the heuristic peeks: seat {seat} chooses {texts} by what it cannot know", state)
    return any(plain(world.position()) != plain(state.position()) for world in worlds[1:])


def _text(game: Game, action: int) -> str:
    return game.move(action).text if 0 <= action < game.num_actions else str(action)
