"""How long a heuristic bot takes to answer, in every game at every seat count with every option value:

    python benchmarks/answer_time.py [GAME ...] [--games N] [--bot WORD]

Processor time is the thread's own: what a shared machine does meanwhile does not count. Wall time is told beside it.
"""

from __future__ import annotations

import argparse

import mischief
from mischief.arena.manners import answers
from mischief.bots.levels import make_bot
from mischief.engine.variants import variants

LIMIT = 0.002


def measure(name: str, games: int, word: str) -> None:
    processor: list[float] = []
    wall: list[float] = []
    worst, where = 0.0, ""
    for number, game in enumerate(variants(mischief.rulebook(name))):
        bot = make_bot(word, game)
        for seed in range(games):
            for answer in answers(game, bot, 1000 * number + seed):
                processor.append(answer.seconds)
                wall.append(answer.wall)
                if answer.seconds > worst:
                    worst, where = answer.seconds, f"{game!r}, {answer.state.view(answer.seat).phase}"
    processor.sort()
    wall.sort()
    print(
        f"{name}: {len(processor):,} answers, above 2 ms: {sum(spent > LIMIT for spent in processor)}; µs of processor:"
        f" median {_us(processor, 0.5)}, 99.9 % {_us(processor, 0.999)}, worst {_us(processor, 1.0)} ({where});"
        f" µs of wall: median {_us(wall, 0.5)}, 99.9 % {_us(wall, 0.999)}, worst {_us(wall, 1.0)}",
        flush=True,
    )


def _us(ordered: list[float], share: float) -> str:
    return f"{1e6 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]:,.0f}"


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("game", nargs="*", default=list(mischief.BOXES))
    asked.add_argument("--games", type=int, default=20, help="games of each variant")
    asked.add_argument("--bot", default="heuristic")
    words = asked.parse_args()
    print(f"compiled: {mischief.COMPILED}; {words.bot}, {words.games} games of each variant")
    for name in words.game:
        measure(name, words.games, words.bot)


if __name__ == "__main__":
    main()
