"""The rats' notebook: which diets are still possible for each group, from what a seat may see and nothing else."""

from __future__ import annotations

from typing import Any

import msgspec

from . import numbers as n
from .rules_candidates import DietBook
from .rules_diets import restriction
from .view import DoctorRatView


class Possible(msgspec.Struct, frozen=True):
    """A diet that fits every mark, and its share of the belief in its group's diets."""

    diet: dict[str, Any]
    share: float


def notebook(book: DietBook, view: DoctorRatView) -> list[list[Possible]]:
    """For each group its possible diets, the likeliest first (DR-14.6, weighed by DR-14.7). A diet that the viewer
    knows is the only one."""
    pages = []
    for group in view.groups:
        if group.diet is not None:
            pages.append([Possible(group.diet, 1.0)])
        elif group.identity is None:
            pages.append([])
        else:
            pages.append(_page(book, group.identity, group.row, group.ghosts))
    return pages


def _page(book: DietBook, code: str, row: list[dict[str, Any]], ghosts: list[dict[str, Any]]) -> list[Possible]:
    foods = [n.CODES.index(code)]
    identity = list(book.identity_foods).index(foods[0])
    verdicts: list[tuple[int, int, int, bool]] = []
    for entry in row:
        if "card" in entry:
            food = n.CODES.index(entry["card"])
            verdicts.append((foods[-1], len(foods) - 1, food, entry["mark"] == "good"))
            foods.append(food)
    for ghost in ghosts:
        before, eaten = foods[ghost["after"]], ghost["after"]
        if ghost["via"] is not None:
            before, eaten = n.CODES.index(ghost["via"]), eaten + 1
        verdicts.append((before, eaten, n.CODES.index(ghost["card"]), ghost["good"]))
    places = book.fitting(identity, verdicts)
    total = sum(int(book.priors[at]) for at in places)
    found = []
    for at in places:
        diet = restriction(int(book.kinds[at]), int(book.firsts[at]), int(book.seconds[at]))
        assert diet is not None
        found.append(Possible(diet, int(book.priors[at]) / total if total else 0.0))
    return sorted(found, key=lambda possible: -possible.share)
