"""What a move would tell, found out by imagining."""

from __future__ import annotations

import asyncio
import random

from harness import Served, crumbs, started

from mischief.engine.chance import Rng
from mischief.server.tables.knowing import no_choice, quiet


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


def test_choosing_in_secret_is_quiet_until_it_is_compared() -> None:
    game = crumbs().rulebook("last-crumb", 2, {}).game
    state = game.start(3)
    assert quiet(state, 0, [4], 1)
    state.apply(0, 4)
    assert not quiet(state, 1, [2], 1), "the other paw is shown"
