"""A sample of what `mischief fuzz` does a hundred thousand times."""

from __future__ import annotations

import asyncio

from harness import Served

from mischief.trials.fuzzing import fuzz


def test_nonsense_does_no_harm(server: Served) -> None:
    report = asyncio.run(fuzz(server.url, frames=1500, requests=104))
    assert report.frames == 1500
    assert report.requests > 50
    assert not [status for status in report.statuses if status >= 500]
    assert report.answers["no malformed"] > 200
    assert report.tables_checked == 2
    assert report.moves_played_meanwhile > 3
    for live in server.inside.tables.values():
        moves = live.fold.pairs()
        if live.fold.state is not None:
            assert live.fold.game.position(live.fold.game.replay(moves)) == live.fold.game.position(live.fold.state)
