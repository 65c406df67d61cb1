"""Studies of nothing: the same variant twice, on different luck. Whatever they find is a false alarm."""

from __future__ import annotations

import msgspec

from mischief.study.figures import Change, Figures, changes_of, sides_of
from mischief.study.plan import Plan
from mischief.study.playing import play_block
from mischief.study.tally import Block
from mischief.study.variants import grid


class Null(msgspec.Struct, frozen=True):
    """A study of nothing: which of how many, of what."""

    game: str
    games: int
    number: int


def false_alarms(null: Null) -> list[Change]:
    """What a study of nothing takes for a change: one study in twenty may find something."""
    variants = grid([(null.game, {})], [])
    first = 1 + 2 * null.number * null.games
    plans = [
        Plan(title="", variants=variants, games=null.games, seed=seed, watched=0)
        for seed in (first, first + null.games)
    ]
    again = msgspec.structs.replace(variants[0], name="the same again")
    both = msgspec.structs.replace(plans[0], variants=[variants[0], again])
    blocks = []
    for number in range(both.blocks):
        tallies = [tally for plan in plans for tally in play_block((plan, number)).tallies]
        blocks.append(Block(number, tallies))
    return [change for change in changes_of(Figures(both, blocks), sides_of(both)) if change.sure]
