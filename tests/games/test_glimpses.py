"""What others see of an action while it is taken: what is laid open, and what is dealt or chosen face down."""

from __future__ import annotations

from typing import Any

import pytest

import mischief
from mischief.engine.chance import Rng
from mischief.engine.seats import DEALER, NOBODY, WATCHER
from mischief.engine.state import State

pytestmark = pytest.mark.rules
EVERYBODY = [int(WATCHER), 0, 1, 2]


def see_it(state: State, seat: int, text: str) -> list[int]:
    """Who sees which action it is: the others see the same whatever it is."""
    first, *_ = state.game.parse(text, seat, state)
    sees = [viewer for viewer in EVERYBODY if int(state.glimpse(viewer, seat, first)) == first]
    for viewer in set(EVERYBODY) - set(sees):
        assert {int(state.glimpse(viewer, seat, action)) for action in state.legal(seat)} == {-1}
    return sees


CASES: list[tuple[str, dict[str, Any], list[tuple[int, str, list[int]]]]] = [
    (  # Supplies that are drawn are as secret as chosen ones (HT-1.7); the dice of a goal lie open (HT-2.1)
        "high-tea",
        {"first_host": 0, "start_supply": "random"},
        [(DEALER, "draw rags", [1]), (DEALER, "draw rags", [2]), (DEALER, "dice 1 3", EVERYBODY)],
    ),
    (  # What is chosen to begin with is secret (HT-1.6)
        "high-tea",
        {"first_host": 0},
        [(1, "start rags", [1]), (2, "start straw", [2]), (DEALER, "dice 1 3", EVERYBODY)],
    ),
    (  # Hands are dealt face down (PR-1.5), Pies are revealed to all (PR-3.1)
        "pie-rats",
        {"lead": 0, "captains": [0, 1, 2]},
        [(DEALER, f"deal c{card:02d}", [card // 3]) for card in range(9)] + [(DEALER, "reveal p05", EVERYBODY)],
    ),
]


@pytest.mark.parametrize(("game", "options", "course"), CASES)
def test_an_action_is_seen_by_those_who_may_know_it(
    game: str, options: dict[str, Any], course: list[tuple[int, str, list[int]]]
) -> None:
    state = mischief.game(game, 3, **options).begin()
    for seat, text, sees in course:
        assert see_it(state, seat, text) == sees, text
        state.play(seat, text)


def test_what_captains_set_aside_is_seen_by_nobody_else() -> None:
    """PR-9.3: getting ready is secret, and open again is what follows."""
    state = mischief.game("pie-rats", 3).load(
        {"n": 3, "phase": "READY", "lead": 0, "sill": ["p14"], "hands": [["c00", "c01"], ["c02"], []]}
    )
    assert see_it(state, 0, "toss c01") == [0]
    assert see_it(state, 1, "pass") == [1]


SECRET = {
    "high-tea": {"start", "scavenge", "pauper", "baubles", "straw", "crumbs", "rags", "flowers", "banker", "bonus"},
    "pie-rats": {"READY"},
}
"""The decisions of a seat that it takes in secret; all others are made aloud."""


@pytest.mark.parametrize(
    ("name", "options"),
    [("high-tea", {}), ("high-tea", {"vocations": True}), ("high-tea", {"seats": 2}), ("pie-rats", {})],
)
def test_decisions_are_made_aloud_but_for_those_that_are_secret(name: str, options: dict[str, Any]) -> None:
    seats = options.pop("seats", 3)
    game = mischief.game(name, seats, **options)
    met: set[str] = set()
    for seed in range(4):
        state, rng = game.start(seed), Rng(seed)
        while state.actor() != NOBODY:
            seat = state.actor()
            legal = state.legal(int(seat))
            action = int(state.sample(rng)) if seat == DEALER else legal[int(rng.below(len(legal)))]
            if seat != DEALER:
                phase = str(state.position()["phase"])
                met.add(phase)
                told = -1 if phase in SECRET[name] else action
                seen = {viewer: int(state.glimpse(viewer, seat, action)) for viewer in (WATCHER, *range(seats))}
                assert seen == {viewer: action if viewer == seat else told for viewer in seen}, phase
            state.apply(seat, action)
    assert met & SECRET[name]
    assert met - SECRET[name]
