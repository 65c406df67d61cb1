"""Keeps a game going whatever a bot does: one that raises, cheats or overruns its time is replaced by a simpler one."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence

from mischief.bots.bot import Bot, Perspective, Stop, never
from mischief.bots.hints import Hint
from mischief.engine.chance import Rng

log = logging.getLogger(__name__)


class Steady(Bot):
    """A chain of bots, the strongest first. The first that fails is left out for the rest of the game.

    With `allowance` (seconds), each has so long for a move. A bot in plain Python that overruns is left behind in its
    thread, and a thinking one is bidden to stop first; compiled code that never returns cannot be interrupted from
    inside its process, so a server also keeps watch over its worker processes.
    """

    def __init__(self, chain: Sequence[Bot], allowance: float | None = None) -> None:
        self.chain = list(chain)
        self.allowance = allowance
        self.word = chain[0].word
        self.replaced: list[str] = []

    def choose(self, perspective: Perspective, rng: Rng, stop: Stop = never) -> int:
        while len(self.chain) > 1:
            try:
                action = self._ask(self.chain[0], perspective, rng.fork(), stop)
                if action in perspective.legal():
                    return action
                why = f"proposed {action!r}, which is not legal"
            except Exception as error:  # whatever a bot does wrong, the game goes on
                why = f"{type(error).__name__}: {error}"
            failed = self.chain.pop(0)
            self.replaced.append(failed.word)
            log.warning(
                "bot %s of seat %d is replaced by %s: %s", failed.word, perspective.seat, self.chain[0].word, why
            )
        return self.chain[0].choose(perspective, rng, stop)

    def explain(self, perspective: Perspective, rng: Rng, stop: Stop = never) -> Hint:
        for bot in self.chain[:-1]:
            try:
                return bot.explain(perspective, rng.fork(), stop)
            except Exception as error:  # the same: a hint from a simpler bot is better than none
                log.warning("bot %s cannot explain: %s: %s", bot.word, type(error).__name__, error)
        return self.chain[-1].explain(perspective, rng, stop)

    def _ask(self, bot: Bot, perspective: Perspective, rng: Rng, stop: Stop) -> int:
        if self.allowance is None:
            return bot.choose(perspective, rng, stop)
        late = threading.Event()
        answers: list[int] = []
        errors: list[Exception] = []

        def think() -> None:
            try:
                answers.append(bot.choose(perspective, rng, lambda: late.is_set() or stop()))
            except Exception as error:  # handed to the thread that asked
                errors.append(error)

        thread = threading.Thread(target=think, daemon=True)
        thread.start()
        thread.join(self.allowance)
        if thread.is_alive():
            late.set()
            thread.join(GRACE)
        if errors:
            raise errors[0]
        if not answers:
            raise TimeoutError(f"no answer within {self.allowance} s")
        return answers[0]


GRACE = 0.1
"""Seconds in which a bot that is bidden to stop must answer."""
