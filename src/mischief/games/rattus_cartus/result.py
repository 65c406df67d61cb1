"""How a game of Rattus Cartus ended, line by line; and how it would end now."""

from __future__ import annotations

from mischief.engine.game import Result, Tally

from . import numbers as n
from . import scoring
from .cards import CLASS_NAMES
from .rules import RattusCartus

IN_HAND = (
    ("Cards in hand", "RC-12.6", n.JOKER),
    ("Swords", "RC-12.7", n.SWORD),
    ("Flutes", "RC-12.7", n.FLUTE),
    ("Passes", "RC-12.7", n.PASS),
    ("Gold", "RC-12.8", n.GOLD),
)
"""What is counted in hands; the Joker stands for population cards and Jokers."""


def result(state: RattusCartus) -> Result:
    winners = scoring.winners(state)
    why, clause = _why(state, winners)
    return Result(
        scores=running_scores(state),
        places=tuple(scoring.places(state)),
        winners=tuple(winners),
        why=why,
        clause=clause,
        tally=_tally(state),
        how=_how(state, winners),
    )


def running_scores(state: RattusCartus) -> tuple[int, ...]:
    return tuple(scoring.points(state))


def _why(state: RattusCartus, winners: list[int]) -> tuple[str, str]:
    """The sentence and the clause that decided."""
    nuns, alive, totals = int(scoring.nuns(state)), scoring.survivors(state), scoring.points(state)
    if not winners:
        return f"Only {nuns} nuns: the plague has taken everybody, and nobody wins.", "RC-13.6"
    if min(int(state.rats(s)) for s in range(int(state.seats))) > nuns:
        return f"Only {nuns} nuns: the plague has taken everybody; fewest rats, then most points.", "RC-13.7"
    if len(winners) > 1:
        return "Equal points and equal rats: the crown is shared.", "RC-13.5"
    if sum((alive >> s) & 1 and totals[s] == totals[winners[0]] for s in range(int(state.seats))) > 1:
        return "Equal points: fewer rats decide.", "RC-13.4"
    return f"Most points of those whom {nuns} nuns could save.", "RC-13.3"


def _how(state: RattusCartus, winners: list[int]) -> str:
    if not winners:
        return "as the plague took everybody"
    rats = int(state.rats(winners[0]))
    return f"with {scoring.points(state)[winners[0]]} points and {rats} rat{'s' * (rats != 1)}"


def _tally(state: RattusCartus) -> tuple[Tally, ...]:
    classes = [
        Tally(name.capitalize(), "RC-12.2", tuple(scoring.class_points(state, place)))
        for place, name in enumerate(CLASS_NAMES)
    ]
    hands = [Tally(label, clause, tuple(scoring.hand_points(state, kind))) for label, clause, kind in IN_HAND]
    tokens = tuple(int(scoring.token_points(state, s)) for s in range(int(state.seats)))
    return (*classes, *hands, Tally("Tokens", "RC-12.13", tokens))
