"""What the numbers of Rattus Cartus mean, in words; and several moves as one command."""

from __future__ import annotations

from mischief.engine.families import Families, Family
from mischief.engine.state import State

from . import numbers as n
from .cards import BUILDING_IDS, BUILDING_NAMES, KIND_NAMES

MOVES = Families(
    [
        Family(0, "card", "{card}", {"card": KIND_NAMES}),
        Family(n.DONE, "done", "done"),
        Family(n.PLAY_PASS, "pass", "play pass"),
        Family(n.SUPPLY, "supply", "supply {slot}", {"slot": range(int(n.MOST_IN_A_ROW))}),
        Family(n.ENTER, "enter", "enter {slot}", {"slot": range(int(n.MOST_IN_A_ROW))}),
        Family(n.LOOK, "look", "look {slot}", {"slot": range(int(n.NUN_SLOTS))}),
        Family(n.TARGET, "target", "at S{target}", {"target": range(int(n.SEATS))}, seat="target"),
        Family(n.PERFORM, "perform", "perform"),
        Family(n.SKIP, "skip", "skip"),
    ]
)

OUTCOMES = Families(
    [
        Family(n.DEAL, "deal", "deal {card}", {"card": KIND_NAMES[: int(n.POPULATION)]}),
        Family(n.BUILDING, "building", "building {building}", {"building": BUILDING_IDS}),
        Family(n.TOKEN, "token", "token {value}", {"value": range(1, int(n.TOKEN_VALUES) + 1)}),
        Family(n.START, "start", "start S{seat}", {"seat": range(int(n.SEATS))}),
        Family(n.TYPE, "type", "type {building}", {"building": BUILDING_NAMES}),
    ]
)


def cards_in_order(actions: list[int]) -> list[int]:
    """The same actions with every run of cards in rising order, as the rules want them named."""
    ordered: list[int] = []
    run: list[int] = []
    for action in actions:
        if action < n.KINDS:
            run.append(action)
        else:
            ordered += [*sorted(run), action]
            run = []
    return ordered + sorted(run)


def without_implied_done(state: State, seat: int, actions: list[int]) -> list[int]:
    """The same actions without a last `done` that the one before it has already brought about."""
    if len(actions) < 2 or actions[-1] != n.DONE:
        return actions
    trial = state.clone()
    for action in actions[:-1]:
        if not trial.waits_for(seat) or action not in trial.legal(seat):
            return actions
        trial.apply(seat, action)
    still_asked = trial.waits_for(seat) and n.DONE in trial.legal(seat)
    return actions if still_asked else actions[:-1]
