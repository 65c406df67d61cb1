"""What a ruling of ours does to the game: the figures that the rulebooks give as reasons, by playing.

    python benchmarks/rulings.py piratz --games 5000

piratz: how often a cube is won by a seat with none of its treasure (PZ-R.15), and whether that changes who wins.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator

from rich.console import Console
from rich.table import Table

import mischief
from mischief.engine.chance import Rng
from mischief.engine.events import Event
from mischief.engine.game import Game, Result
from mischief.engine.playout import play_out_by
from mischief.engine.policy import AnyMove


def games(game: Game, count: int, sensible: bool = True) -> Iterator[tuple[list[Event], Result]]:
    """So many whole games, by sensible players or by chance: what was told, and how each ended."""
    policy = game.heuristic() if sensible else AnyMove()
    for seed in range(count):
        told: list[Event] = []
        state = game.begin()
        state.listener = told.append
        play_out_by(state, policy, Rng(seed))
        result = state.result()
        assert result is not None
        yield told, result


def piratz(count: int, console: Console) -> None:
    values = {"gold": 4, "silver": 3, "copper": 2, "wood": 1}
    grid = Table(title=f"Cubes for nothing, {count:,} games each (PZ-R.15)", title_justify="left")
    for column in ("seats", "players", "games with such a cube", "winner changed by it"):
        grid.add_column(column, justify="right")
    for sensible in (True, False):
        for seats in (2, 3, 4):
            seen: Counter[str] = Counter()
            for told, result in games(mischief.game("piratz", seats), count, sensible):
                counts = {e.facts["treasure"]: e.facts["counts"] for e in told if e.kind == "treasure_scored"}
                won = [e.facts for e in told if e.kind == "cube_won"]
                for_nothing = [cube for cube in won if counts[cube["treasure"]][cube["seat"]] == 0]
                scores = list(result.scores)
                for cube in for_nothing:
                    scores[cube["seat"]] -= values[cube["cube"]]
                best = tuple(seat for seat in range(seats) if scores[seat] == max(scores))
                seen.update(games=bool(for_nothing), changed=best != result.winners)
            players = "sensible" if sensible else "at random"
            grid.add_row(str(seats), players, str(seen["games"]), str(seen["changed"]))
    console.print(grid)


STUDIES: dict[str, Callable[[int, Console], None]] = {"piratz": piratz}


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__).split("\n", 1)[0])
    parser.add_argument("games", nargs="*", default=list(STUDIES), choices=list(STUDIES), metavar="GAME")
    parser.add_argument("--games", dest="count", type=int, default=5000, metavar="COUNT")
    asked = parser.parse_args()
    for name in asked.games:
        STUDIES[name](asked.count, Console(highlight=False))


if __name__ == "__main__":
    main()
