"""Plays the games of a study and writes down what they come to.

Two variants differ in nothing but what was changed: every game has a stream of chance for the Dealer and one for the
thoughts of each seat, all from its number, so as long as both variants go the same way they see the same cards and
think the same thoughts.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise

import msgspec

from mischief.arena.match import team_of
from mischief.bots.bot import Bot, HeuristicBot, Perspective
from mischief.bots.levels import make_bot
from mischief.engine.chance import Rng
from mischief.engine.game import Game
from mischief.engine.moves import Moves
from mischief.engine.playout import play_out_by
from mischief.engine.policy import Policy
from mischief.engine.seats import DEALER, NOBODY
from mischief.engine.state import State
from mischief.study.plan import Plan
from mischief.study.subjects import Ear
from mischief.study.tally import STAGES, Block, Tally
from mischief.study.variants import Variant

PLAYOUTS = 16
"""Games played to the end from one point to reckon the chances there."""
DECIDED = 0.9
"""A game is decided once its outcome has this chance and never loses it again."""
LONGEST = 100_000

Choose = Callable[[State, int, Rng], int]


def chooser(bot: Bot) -> Choose:
    """How a bot is asked. Rules of thumb are asked without a detour: most games of most studies are theirs."""
    if isinstance(bot, HeuristicBot) and not bot.slips:
        policy, moves = bot.policy, Moves()

        def choose(state: State, seat: int, rng: Rng) -> int:
            moves.clear()
            state.list_moves(seat, moves)
            if moves.count == 1:
                return int(moves.items[0])
            return int(policy.choose(state.suppose(seat, rng), seat, rng))

        return choose
    return lambda state, seat, rng: bot.choose(Perspective(state, seat), rng)


class Desk:
    """Everything a process needs to play one variant."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.game: Game = variant.make()
        self.together = self.game.info.cooperative
        self.ear = Ear(self.game)
        self.guide: Policy = self.game.heuristic()
        self.asks: dict[str, Choose] = {}
        self.mixed = len(set(variant.bots)) > 1 and not self.together

    def line_up(self, number: int) -> list[str]:
        if self.together:
            return team_of(self.variant.bots[number % len(self.variant.bots)], self.variant.seats)
        return self.variant.line_up(number % self.variant.seats)

    def play(self, number: int, seed: int, watched: bool, tally: Tally) -> None:
        """One game, from its deal to what it adds to the tally."""
        line_up = self.line_up(number)
        for word in line_up:
            if word not in self.asks:
                self.asks[word] = chooser(make_bot(word, self.game))
        asked = [self.asks[word] for word in line_up]
        chance = Rng(seed)
        thoughts = [Rng((seed << 8) + 17 * seat + 5).fork() for seat in range(self.game.seats)]
        state = self.game.begin()
        self.ear.begin()
        state.listener = self.ear.hear
        course = Course(self.game, keep=watched)
        for _ in range(LONGEST):
            seat = int(state.actor())
            if seat == NOBODY:
                break
            if seat == DEALER:
                state.apply(seat, state.sample(chance))
            else:
                course.note(state)
                state.apply(seat, asked[seat](state, seat, thoughts[seat]))
        result = state.result()
        if result is None:
            raise RuntimeError(f"{self.variant.name}: game {number} did not end within {LONGEST} decisions")
        payoffs = [float(state.payoff(s)) for s in range(self.game.seats)]
        tally.games += 1
        self._who_won(tally, payoffs, line_up)
        self._scores(tally, result.scores, payoffs)
        tally.add("length", course.decisions)
        tally.count("length", course.decisions)
        tally.add_pieces(self.ear.seen, payoffs)
        if not self.together:
            course.close(tally, payoffs)
        if watched:
            self._chances(tally, course.states, payoffs, seed)

    def _who_won(self, tally: Tally, payoffs: Sequence[float], line_up: Sequence[str]) -> None:
        if self.together:
            tally.add("wins", payoffs[0])
            return
        for seat, payoff in enumerate(payoffs):
            tally.add(f"wins|seat {seat}", payoff)
            if self.mixed:
                tally.add(f"wins|{line_up[seat]}", payoff)
        tally.add("shared", sum(p > 0 for p in payoffs) > 1)
        tally.add("nobody", sum(payoffs) == 0)

    def _scores(self, tally: Tally, scores: Sequence[int], payoffs: Sequence[float]) -> None:
        if self.together:
            tally.add("score", scores[0])
            tally.count("score", scores[0])
            return
        for seat, score in enumerate(scores):
            tally.add(f"score|seat {seat}", score)
            tally.count("score", score)
        tally.add("score", sum(scores), len(scores))
        best = sorted(scores, reverse=True)
        tally.add("margin", best[0] - best[1])
        tally.count("margin", best[0] - best[1])
        for seat, payoff in enumerate(payoffs):
            if payoff > 0:
                tally.add("winning score", scores[seat])

    def _chances(self, tally: Tally, states: Sequence[State], payoffs: Sequence[float], seed: int) -> None:
        """The chance of what came out in the end, at evenly spread points of the game."""
        won = [seat for seat, payoff in enumerate(payoffs) if payoff > 0]
        chances = []
        for stage in range(1, STAGES + 1):
            start = states[stage * len(states) // (STAGES + 1)]
            total = 0.0
            for playout in range(PLAYOUTS):
                end = start.clone()
                play_out_by(end, self.guide, Rng((seed << 16) + (stage << 8) + playout))
                if self.together:
                    total += end.payoff(0) == payoffs[0]
                else:
                    total += sum(end.payoff(seat) for seat in won) if won else 1.0
            chances.append(min(1.0, total / PLAYOUTS))
            tally.add(f"chance|{stage}", chances[-1])
        late = [stage for stage, chance in enumerate(chances, 1) if chance < DECIDED]
        tally.add("decided", (late[-1] + 1 if late else 1) / (STAGES + 1))


class Course:
    """How a game went, decision by decision: who led, and the table itself where it is looked at closely."""

    def __init__(self, game: Game, keep: bool) -> None:
        self.game = game
        self.keep = keep
        self.decisions = 0
        self.leaders: list[int] = []
        self.states: list[State] = []

    def note(self, state: State) -> None:
        self.decisions += 1
        if not self.game.info.cooperative:
            scores = self.game.running_scores(state)
            best = max(scores)
            self.leaders.append(scores.index(best) if scores.count(best) == 1 else -1)
        if self.keep:
            self.states.append(state.clone())

    def close(self, tally: Tally, payoffs: Sequence[float]) -> None:
        """How close it was: how often the lead changed hands, and whether the winner came from behind."""
        alone = [leader for leader in self.leaders if leader >= 0]
        tally.add("leads", sum(a != b for a, b in pairwise(alone)))
        if self.leaders and max(payoffs) > 0:
            middle = self.leaders[len(self.leaders) // 2]
            tally.add("behind", middle >= 0 and payoffs[middle] == 0)


@lru_cache(maxsize=64)
def _desk(variant: bytes) -> Desk:
    return Desk(msgspec.json.decode(variant, type=Variant))


def play_block(work: tuple[Plan, int]) -> Block:
    """Play a block: the same seeds with every variant."""
    plan, block = work
    began = time.process_time()
    tallies = []
    for variant in plan.variants:
        desk = _desk(msgspec.json.encode(variant))
        tally = Tally(sums={}, pieces={}, counts={})
        for number in plan.numbers(block):
            desk.play(number, plan.seed + number, plan.is_watched(number), tally)
        tallies.append(tally)
    return Block(block, tallies, round(time.process_time() - began, 3))
