"""Golden playthroughs: a seeded random game of each rulebook as readable text, reviewed in the diff when rules change.

    python -m tests.golden piratz        # writes tests/golden/piratz.txt and piratz.games anew

A playthrough says who may do what, what was done, what the table was told, and how it ended. Beside it stand the
fingerprints of many games (`tests/fingerprints.py`).
"""

from __future__ import annotations

import sys
from pathlib import Path
from textwrap import fill

import mischief
from mischief.engine.chance import Rng
from mischief.engine.events import Event
from mischief.engine.game import Game
from mischief.engine.seats import DEALER
from mischief.engine.state import State
from tests.fingerprints import FOLDER, fingerprints, games_file

SEED = 7
WIDTH = 118
MANY = 20
"""From so many choices on, only the first two and the last are written down."""


def golden_file(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def playthrough(game: Game, seed: int = SEED) -> str:
    """A random game from beginning to end, as text."""
    rng = Rng(seed)
    told: list[Event] = []
    state = game.begin()
    state.listener = told.append
    lines = [f"{game!r}, seed {seed}"]
    number = 0
    while not state.over:
        actors = state.actors()
        seat = actors[rng.below(len(actors))] if len(actors) > 1 else actors[0]
        number += 1
        lines += ["", f"{number}. {_who_may(state, seat)}"]
        legal = state.legal(seat)
        action = int(state.sample(rng)) if seat == DEALER else legal[rng.below(len(legal))]
        lines.append(f"   > {(game.outcome if seat == DEALER else game.move)(action).text}")
        state.play(seat, action)
        lines += [_in_words(game, event) for event in told]
        told.clear()
    lines += ["", "The end", "", str(state), "", *_ending(state)]
    return "\n".join(line.rstrip() for line in "\n".join(lines).split("\n")) + "\n"


def _who_may(state: State, seat: int) -> str:
    """The decision pending: a seat's moves, or the Dealer's outcomes with their weights where they differ from 1."""
    if seat != DEALER:
        texts = [state.game.move(action).text for action in state.legal(seat)]
    else:
        odds = [(state.game.outcome(outcome).text, weight) for outcome, weight in state.odds().items()]
        texts = [text if weight == 1 else f"{text} (x{weight})" for text, weight in odds]
    if len(texts) > MANY:
        texts = [texts[0], texts[1], f"... {len(texts) - 3} more", texts[-1]]
    line = f"{'The Dealer' if seat == DEALER else f'Seat {seat}'} may: {' | '.join(texts)}"
    return fill(line, WIDTH, subsequent_indent="      ", break_long_words=False, break_on_hyphens=False)


def _in_words(game: Game, event: Event) -> str:
    """An event as its sentence, with what only some may know."""
    names = [f"Seat {seat}" for seat in range(game.seats)]
    sentence = game.words.say(event.kind, event.facts, names) or "(unsaid)"
    secret = "; ".join(f"{fact} only for {list(seats)}" for fact, seats in event.only.items())
    return f"     {event.kind}: {sentence}{f' [{secret}]' if secret else ''}"


def _ending(state: State) -> list[str]:
    result = state.result()
    assert result is not None
    lines = [f"Scores {result.scores}, places {result.places}, winners {result.winners}"]
    lines.append(f"{result.why} [{result.clause}]")
    return lines + [f"  {row.label} [{row.clause}]: {row.amounts}" for row in result.tally]


def main() -> None:
    for name in sys.argv[1:]:
        FOLDER.mkdir(exist_ok=True)
        golden_file(name).write_text(playthrough(mischief.game(name)), encoding="utf-8")
        games_file(name).write_text("\n".join(fingerprints(name)) + "\n", encoding="utf-8")
        print(f"wrote {golden_file(name)} and {games_file(name)}")


if __name__ == "__main__":
    main()
