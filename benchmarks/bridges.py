"""Our games through the bridges to other libraries, as those libraries loop over their own."""

from __future__ import annotations

from collections.abc import Sequence

from clock import Job

LIBRARIES = ("PettingZoo", "Gymnasium", "OpenSpiel")


def jobs(games: Sequence[str]) -> dict[str, Job]:
    return {}
