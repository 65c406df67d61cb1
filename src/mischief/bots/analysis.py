"""A finished game looked at again, move by move: what a bot would have done, knowing what the seat knew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from mischief.bots.bot import Bot, Perspective, Stop, never
from mischief.bots.hints import Hint
from mischief.engine.chance import Rng
from mischief.engine.game import Game
from mischief.engine.seats import DEALER


class Judgement(msgspec.Struct, frozen=True, kw_only=True):
    """One decision of a finished game. `step` is its place in the log; `lost` is how much win chance the move gave away
    by the bot's estimate (None where the bot has no estimate of it)."""

    step: int
    seat: int
    played: int
    text: str
    hint: Hint
    lost: float | None


def analyse(
    game: Game, log: Sequence[tuple[int, int]], bot: Bot, seed: int = 1, stop: Stop = never
) -> Iterator[Judgement]:
    """Judge every real decision of a recorded game (the Dealer's outcomes included in the log), in order."""
    state = game.begin()
    rng = Rng(seed)
    for step, (seat, action) in enumerate(log):
        if seat != DEALER and len(state.legal(seat)) > 1:
            hint = bot.explain(Perspective(state, seat), rng.fork(), stop)
            own = next((m.chance for m in hint.moves if m.action == action and m.visits), None)
            lost = None if own is None or hint.mark is None else max(0.0, hint.mark - own)
            yield Judgement(step=step, seat=seat, played=action, text=game.move(action).text, hint=hint, lost=lost)
        state.play(seat, action)
