"""Choices that are sets: a party of rats, the cards of a gift, a dinner.

Underneath they are made member by member in rising order, so that every set can be reached in one way, and a step that
is forced is made by itself. A person who names a set in words names it in any order, and gets what was named: neither
more, because the rest was forced, nor an end of the choosing that nobody asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mischief.engine.errors import Refused
from mischief.engine.events import Event

if TYPE_CHECKING:
    from mischief.engine.game import Game
    from mischief.engine.state import State


@dataclass(frozen=True)
class Gathering:
    """A set that a seat is choosing now."""

    members: range
    """The moves that name a member."""
    named: int
    """How many have been named already."""
    wrong: Callable[[Sequence[int]], str]
    """What these members, with those named already, lack or have too much to be the whole choice; empty if nothing."""
    done: int = -1
    """The move that closes a set of any size."""
    clause: str = ""


def as_gathered(game: Game, state: State, seat: int, actions: Sequence[int]) -> list[int]:
    """The moves of one command as the rules want them: sets in rising order, without what happens by itself. Raises
    Refused where the rules would choose more than was named. What does not fit is left for the rules to refuse."""
    trial = state.clone()
    told: list[Event] = []
    trial.listener = told.append
    made: list[int] = []
    left = list(actions)
    while left:
        gathering = game.gathering(trial, seat) if trial.waits_for(seat) else None
        run = _leading(left, gathering.members) if gathering is not None else []
        if gathering is not None and run:
            left = left[len(run) :]
            taken = _take(game, trial, seat, sorted(run), gathering)
            made += taken
            if _is_open(game, trial, seat, gathering, len(taken)):
                if len(taken) < len(run):
                    rest = sorted(run)[len(taken) :]
                    if gathering.done < 0 and not game.refusal(trial, seat, rest[0]).clause:
                        _complain(gathering, run)  # only a matter of order: say rather what the whole lacks
                    return [*made, *rest, *left]
                continue
            confirmed = left[:1] == [gathering.done]
            left = left[1:] if confirmed else left
            if len(taken) < len(run) and not gathering.wrong(taken):
                more = game.move(sorted(run)[len(taken)]).text
                raise Refused(f"'{more}' is more than is asked for here.", gathering.clause)
            if not confirmed or gathering.done < 0:
                _complain(gathering, run)
        elif trial.waits_for(seat) and left[0] in trial.legal(seat):
            trial.apply(seat, left[0])
            made.append(left.pop(0))
        elif made and game.happened(trial, told, seat, left[0]):
            left.pop(0)
        else:
            return [*made, *left]
    return made


def choices(game: Game, state: State, seat: int) -> list[int]:
    """What a person may name now: legal moves, and members of a set that the numbers reach only after others."""
    found = set(state.legal(seat))
    gathering = game.gathering(state, seat)
    trial = state.clone()
    taken = 0
    while gathering is not None and _is_open(game, trial, seat, gathering, taken):
        legal = [action for action in trial.legal(seat) if action in gathering.members]
        if not legal:
            break
        found.update(legal)
        trial.apply(seat, legal[0])
        taken += 1
    return sorted(found)


def copies(game: Game, state: State, seat: int, action: int) -> int:
    """How often a member can be named in the set that is being chosen: a kind of card as often as it is there."""
    gathering = game.gathering(state, seat)
    trial = state.clone()
    taken = found = 0
    while gathering is not None and _is_open(game, trial, seat, gathering, taken):
        legal = [other for other in trial.legal(seat) if other in gathering.members and other <= action]
        if not legal:
            break
        found += action in legal
        trial.apply(seat, action if action in legal else legal[0])
        taken += 1
    return found


def _complain(gathering: Gathering, run: Sequence[int]) -> None:
    sentence = gathering.wrong(run)
    if sentence:
        raise Refused(sentence, gathering.clause)


def _leading(actions: Sequence[int], members: range) -> list[int]:
    run = []
    for action in actions:
        if action not in members:
            break
        run.append(action)
    return run


def _take(game: Game, trial: State, seat: int, run: Sequence[int], gathering: Gathering) -> list[int]:
    """The members named one by one, as long as they may be and the set is not closed."""
    taken: list[int] = []
    for action in run:
        if not _is_open(game, trial, seat, gathering, len(taken)) or action not in trial.legal(seat):
            break
        trial.apply(seat, action)
        taken.append(action)
    return taken


def _is_open(game: Game, trial: State, seat: int, gathering: Gathering, taken: int) -> bool:
    now = game.gathering(trial, seat) if trial.waits_for(seat) else None
    return now is not None and now.members == gathering.members and now.named == gathering.named + taken
