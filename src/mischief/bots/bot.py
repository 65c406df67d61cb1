"""What a bot is, and the perspective from which it sees a table: that of its seat, and nothing else.

A perspective shows what a person in that seat could know: the view, the seat's own legal moves, and imagined worlds in
which everything else has been dealt afresh. The true state is not among them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from mischief.bots.hints import Considered, Hint, say_counts
from mischief.bots.search_worlds import Worlds
from mischief.engine.chance import Rng
from mischief.engine.game import Game, View
from mischief.engine.policy import Policy
from mischief.engine.state import State

Stop = Callable[[], bool]
"""Asked now and then by a thinking bot: True bids it answer at once."""


def never() -> bool:
    """Lets a bot think to the end."""
    return False


class Perspective:
    """A table as the player in one seat may know it: all that a bot gets to see."""

    def __init__(self, state: State, seat: int) -> None:
        self.__state = state
        self.seat = seat
        self.game: Game = state.game
        self.worlds = Worlds(state, seat)

    def legal(self) -> list[int]:
        """The actions that this seat may take now, sorted."""
        return self.__state.legal(self.seat)

    def view(self) -> View:
        """All and only what this seat may know."""
        return self.__state.view(self.seat)

    def imagine(self, rng: Rng) -> State:
        """A world that this seat cannot tell from the true one."""
        return self.worlds.imagine(rng)

    def suppose(self, rng: Rng) -> State:
        """Another such world, not in the right proportions but at once: for rules of thumb."""
        return self.worlds.suppose(rng)


class Bot(ABC):
    """Chooses moves for any seat of one game. Keeps nothing between moves: the perspective shows all it needs."""

    word: str
    """How line-ups name it: random, heuristic, search:200ms, ..."""

    @abstractmethod
    def choose(self, perspective: Perspective, rng: Rng, stop: Stop = never) -> int:
        """A legal action for a seat that has a decision pending."""

    @abstractmethod
    def explain(self, perspective: Perspective, rng: Rng, stop: Stop = never) -> Hint:
        """What it would do, what else it considered, and why."""


class RandomBot(Bot):
    """Every legal move equally likely."""

    word = "random"

    def choose(self, perspective: Perspective, rng: Rng, stop: Stop = never) -> int:
        legal = perspective.legal()
        return legal[int(rng.below(len(legal)))]

    def explain(self, perspective: Perspective, rng: Rng, stop: Stop = never) -> Hint:
        choice = self.choose(perspective, rng)
        ordered = sorted(perspective.legal(), key=lambda a: (a != choice, a))
        moves = [Considered(action=a, text=perspective.game.move(a).text) for a in ordered]
        return Hint(
            bot=self.word,
            seat=perspective.seat,
            action=choice,
            text=moves[0].text,
            moves=moves,
            sentence=f"One of {len(moves)} legal moves, all equally likely." if len(moves) > 1 else "The only move.",
        )


class HeuristicBot(Bot):
    """Plays by the game's own rules of thumb, for a world supposed from its perspective.

    With `slips`, that part of its moves is any legal one.
    """

    def __init__(self, policy: Policy, slips: float = 0.0, word: str = "heuristic") -> None:
        self.policy = policy
        self.slips = slips
        self.word = word

    def choose(self, perspective: Perspective, rng: Rng, stop: Stop = never) -> int:
        legal = perspective.legal()
        if len(legal) == 1:
            return legal[0]
        if self.slips and rng.unit() < self.slips:
            return legal[int(rng.below(len(legal)))]
        return int(self.policy.choose(perspective.suppose(rng), perspective.seat, rng))

    def explain(self, perspective: Perspective, rng: Rng, stop: Stop = never) -> Hint:
        """Asks itself a few times: rules of thumb may throw a die."""
        counts = dict.fromkeys(perspective.legal(), 0)
        asked = 0
        while asked < ASKED and not (asked and stop()):
            counts[self.choose(perspective, rng)] += 1
            asked += 1
        moves = [Considered(action=a, text=perspective.game.move(a).text, visits=n) for a, n in counts.items()]
        moves.sort(key=lambda move: (-move.visits, move.action))
        return Hint(
            bot=self.word,
            seat=perspective.seat,
            action=moves[0].action,
            text=moves[0].text,
            moves=moves,
            simulations=asked,
            sentence=say_counts(moves, asked),
        )


ASKED = 15
