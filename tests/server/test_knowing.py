"""What a move would tell, found out by imagining."""

from __future__ import annotations

import asyncio
import random
from typing import Any

from harness import Served, crumbs, started

from mischief.engine.chance import Rng
from mischief.engine.seats import WATCHER
from mischief.engine.state import State
from mischief.server.tables.knowing import may_pass, no_choice, quiet


def test_a_forced_move_is_one_that_everybody_knows_to_be_forced(server: Served) -> None:
    """Piratz: with no card in the line one can only reveal. Pie Rats: who can only pass keeps an empty hand secret."""
    library = crumbs()
    forced: dict[str, set[bool]] = {}
    for name in ("piratz", "pie-rats"):
        game = library.rulebook(name, None, {}).game
        state, rng, choose = game.start(5), Rng(5), random.Random(5)
        for _ in range(250):
            seat = int(state.actor())
            if seat < 0:
                if state.over:
                    break
                state.apply(seat, state.sample(rng))
                continue
            legal = state.legal(seat)
            if len(legal) == 1 and game.form(state) == "turn":
                what = f"{name} {game.view(state, seat).phase} {game.move(legal[0]).text}"
                forced.setdefault(what, set()).add(no_choice(state, seat, 7))
            assert len(legal) == 1 or not no_choice(state, seat, 7)
            state.apply(seat, choose.choice(legal))
    assert forced["piratz turn reveal"] == {True}
    assert False in forced["pie-rats P2 pass"]

    async def scene() -> None:
        players = await started(server.url, "piratz", 2, seats=2)
        asked: dict[bool, str] = {}
        choose = random.Random(5)
        while len(asked) < 2:
            mover = next(p for p in players if p.legal())
            answer = await mover.do({"type": "check", "forced": True})
            asked[len(mover.legal()) == 1] = answer.get("code", "ok")
            played = await mover.do({"type": "play", "actions": [choose.choice(mover.legal())]})
            for player in players:
                await player.until(lambda p=player, seq=played["seq"]: p.seq >= seq)  # type: ignore[misc]
        assert asked == {True: "ok", False: "not_now"}

    asyncio.run(scene())


def test_whether_a_window_goes_by_by_itself_does_not_depend_on_what_the_seat_holds() -> None:
    """A Pauper that is level with the Host can only carry on, one below must beg, and nobody may know which (HT-13.12).
    Let a game be so careless as to let the level one pass by itself: the server sees to it that it does not."""
    game = crumbs().rulebook("high-tea", 5, {"vocations": True}).game
    carry_on = game.parse("carry on")[0]
    careless: Any = game
    careless.window_pass = lambda state, seat: carry_on if carry_on in state.legal(seat) else None
    asked = unlike = 0
    for start in range(20):
        state, rng, choose = game.start(start), Rng(start), random.Random(start)
        while not state.over:
            seat = int(state.actor())
            if seat >= 0 and game.form(state) == "window":
                asked += 1
                worlds = _worlds(state, rng)
                unlike += len({game.window_pass(world, seat) for world in worlds}) > 1
                assert len({may_pass(world, seat, 7) for world in worlds}) == 1
            state.apply(seat, state.sample(rng) if seat < 0 else choose.choice(state.legal(seat)))
    assert asked > unlike > 3
    del careless.window_pass


def _worlds(state: State, rng: Rng) -> list[State]:
    return [state, *(state.imagine(int(WATCHER), rng) for _ in range(8))]


def test_choosing_in_secret_is_quiet_until_it_is_compared() -> None:
    game = crumbs().rulebook("last-crumb", 2, {}).game
    state = game.start(3)
    assert quiet(state, 0, [4], 1)
    state.apply(0, 4)
    assert not quiet(state, 1, [2], 1), "the other paw is shown"
