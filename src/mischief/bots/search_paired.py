"""Search with a net at its side, which weighs moves in pairs: the net's own move, and those that may be better, in the
same worlds and with the same luck.

Most of what a game brings hangs on what was dealt, and that is alike for all moves that are tried in one world. So the
difference of two moves there says far more than their results in worlds of their own. What the net thinks of a move is
where the belief about it begins, trials move it, and the less they leave in doubt the more they count. Tried is what
may yet turn out best, played is what is believed best: with little time that is the net's own move.

After the move everybody follows the net (in a part of the trials the others follow the rules of thumb: `nets`), until
the seat that thinks has been asked a few times more; there the net says how things stand. It sees what that seat may
see. Its word alone, at once, would be too rough: what differs between two moves is often less than what it errs by.

Typed for mypyc; the same source runs uncompiled with the same results.
"""

import math
from typing import Final

from mypy_extensions import i64

from mischief.bots.search import Search
from mischief.bots.search_net import NetPolicy, doubles
from mischief.bots.search_settings import Settings
from mischief.bots.search_worlds import Worlds
from mischief.engine.chance import Rng
from mischief.engine.moves import zeros
from mischief.engine.policy import Policy
from mischief.engine.seats import DEALER, NOBODY
from mischief.engine.state import State

RIVALS: Final[i64] = 3
"""So many moves at most are tried beside the net's own in one world."""

USUAL: Final[float] = 0.04
USUALLY: Final[float] = 4.0
"""The variance of differences before any was seen, and how many trials that counts for."""

FAINT: Final[float] = -9.0
"""The net may like a move less than its own by a factor of e to this at most."""

HOPELESS: Final[float] = 2.5
"""A move is given up that would have to be so many standard deviations better than believed."""

SOON: Final[i64] = 64
"""So many trials are made before a search may be settled."""

MIXING: Final[i64] = 4
"""So many numbers of a fresh stream of luck are thrown away."""


class Paired(Search):
    """The thoughts of one seat at one decision. Moves are known by their place; the net's own has place 0."""

    def __init__(
        self, worlds: Worlds, actions: i64, policy: Policy, settings: Settings, rng: Rng, net: NetPolicy
    ) -> None:
        super().__init__(worlds, actions, policy, settings, rng)
        self.net = net
        self.by_net: bool = True
        """Whether the net plays for the others in this round."""
        self.luck = Rng(0)
        """What is drawn and thrown in a trial, ..."""
        self.whims = [Rng(0) for _ in range(int(worlds.seats))]
        """... and for each seat what its choices hang on. One who chooses otherwise changes no throw by that, and
        nobody else's mind. All begin alike in all trials of a round, with these numbers:"""
        self.fates = zeros(3 * (worlds.seats + 1))
        self.scene: State = self.another_world()
        """The world of this round."""
        self.moves.clear()
        self.scene.list_moves(self.seat, self.moves)
        self.count: i64 = self.moves.count
        count = int(self.count)
        self.choices = zeros(self.count)
        self.hopes = doubles([0.0] * count)
        """How much better than the net's own each move is thought to be before it is tried."""
        self.tried = zeros(self.count)
        self.total = 0.0
        self.squares = 0.0
        """Of what the net's own move brought; of the others, how much more they did:"""
        self.gaps = doubles([0.0] * count)
        self.gap_squares = doubles([0.0] * count)
        self.line_up = zeros(RIVALS + 1)
        """Who is tried in this round, ..."""
        self.lined: i64 = 0
        """... how many they are, ..."""
        self.turn: i64 = 0
        """... and whose turn is next."""
        self.mark = 0.0
        """What the net's own move brought in this round."""
        self.hope()

    def another_world(self) -> State:
        if self.settings.beliefs:
            return self.worlds.believe(self.rng)
        return self.worlds.imagine(self.rng)

    def hope(self) -> None:
        """List the moves with what the net thinks of them."""
        moves, choices, hopes = self.moves, self.choices, self.hopes
        self.net.look(self.scene, self.seat)
        own: i64 = 0
        for i in range(self.count):
            choices[i] = moves.items[i]
            hopes[i] = self.net.net.liking(moves.items[i])
            if hopes[i] > hopes[own]:
                own = i
        most = hopes[own]
        hopes[own] = hopes[0]
        choices[own] = choices[0]
        choices[0] = moves.items[own]
        hopes[0] = 0.0
        for i in range(1, self.count):
            less = hopes[i] - most
            hopes[i] = self.settings.lean * (less if less > FAINT else FAINT)
        self.first_thought = choices[0]

    # Trials

    def simulate(self) -> None:
        if self.turn >= self.lined:
            self.begin_round()
        place = self.line_up[self.turn]
        self.turn += 1
        state = self.scene.clone()
        state.apply(self.seat, self.choices[place])
        self.note(place, self.play_on(state))

    def begin_round(self) -> None:
        """Another world, other luck, and who is tried: the net's move, and those that may be better."""
        rng = self.rng
        self.scene = self.another_world()
        nets = self.settings.nets
        self.by_net = nets > 0.0 and (nets >= 1.0 or rng.unit() < nets)
        self.line_up[0] = 0
        self.lined = 1
        self.turn = 0
        for _ in range(RIVALS):
            rival = self.best_rival()
            if rival < 0:
                break
            self.line_up[self.lined] = rival
            self.lined += 1
        for k in range(i64(len(self.fates))):
            self.fates[k] = rng.next32()

    def best_rival(self) -> i64:
        """The move that may yet turn out best, of those that are not in the line-up; -1 if none is left that may be
        better than the net's own. One is always tried."""
        best: i64 = -1
        highest = 0.0 if self.lined > 1 else -1.0e300
        for i in range(1, self.count):
            bound = self.belief(i) + self.settings.explore * self.doubt(i)
            if bound > highest and not self.stands(i):
                highest = bound
                best = i
        return best

    def stands(self, place: i64) -> bool:
        for k in range(1, self.lined):
            if self.line_up[k] == place:
                return True
        return False

    def play_on(self, state: State) -> float:
        """What the seat that thinks may hope for after its move: the others move, it moves on, and where it has been
        asked often enough the net says how things stand."""
        own, moves, cutoff = self.seat, self.moves, self.settings.cutoff
        luck = self.begin_luck()
        asked: i64 = 0
        while True:
            seat = state.actor()
            if seat == NOBODY:
                return state.share(own)
            if seat == DEALER:
                state.apply(seat, state.sample(luck))
                continue
            self.decisions += 1
            if seat == own:
                moves.clear()
                state.list_moves(seat, moves)
                if moves.count == 1:
                    state.apply(seat, moves.items[0])
                    continue
                asked += 1
                self.net.look(state, seat)
                if asked >= cutoff:
                    return self.net.net.chances()
                state.apply(seat, self.net.pick(moves, self.whims[seat]))
            elif self.by_net:
                state.apply(seat, self.net.choose(state, seat, self.whims[seat]))
            else:
                state.apply(seat, self.policy.choose(state, seat, self.whims[seat]))

    def begin_luck(self) -> Rng:
        self.begin_stream(self.luck, 0)
        for seat in range(i64(len(self.whims))):
            self.begin_stream(self.whims[seat], 3 * (seat + 1))
        return self.luck

    def begin_stream(self, stream: Rng, at: i64) -> None:
        stream.a = self.fates[at]
        stream.b = self.fates[at + 1]
        stream.c = self.fates[at + 2]
        stream.counter = 1
        for _ in range(MIXING):
            stream.next32()

    def note(self, place: i64, result: float) -> None:
        """Remember what a move brought in this round."""
        self.simulations += 1
        self.sums[self.seat] += result
        self.tried[place] += 1
        if place == 0:
            self.mark = result
            self.total += result
            self.squares += result * result
        else:
            gap = result - self.mark
            self.gaps[place] += gap
            self.gap_squares[place] += gap * gap

    # Beliefs about how much better than the net's own a move is

    def error(self, place: i64) -> float:
        """The variance of the mean difference."""
        tried = float(self.tried[place])
        gaps = self.gaps[place]
        scatter = (self.gap_squares[place] - gaps * gaps / tried + USUAL * USUALLY) / (tried + USUALLY)
        return scatter / tried

    def belief(self, place: i64) -> float:
        if place == 0 or self.tried[place] == 0:
            return self.hopes[place]
        scatter = self.settings.scatter
        error, usual = self.error(place), scatter * scatter
        mean = self.gaps[place] / float(self.tried[place])
        return (mean * usual + self.hopes[place] * error) / (usual + error)

    def doubt(self, place: i64) -> float:
        """The standard deviation of a belief."""
        scatter = self.settings.scatter
        if place == 0:
            return 0.0
        if self.tried[place] == 0:
            return scatter
        error, usual = self.error(place), scatter * scatter
        return math.sqrt(usual * error / (usual + error))

    def leader(self) -> i64:
        """The place of the move that is believed best."""
        best: i64 = 0
        most = 0.0
        for i in range(1, self.count):
            if self.tried[i] > 0 and self.belief(i) > most:
                most = self.belief(i)
                best = i
        return best

    # What the searching seat has found out

    def best(self) -> int:
        """The move that is believed best."""
        return int(self.choices[self.leader()])

    def findings(self) -> list[tuple[int, int, float, float, float]]:
        found: list[tuple[int, int, float, float, float]] = []
        if self.count < 2:  # a forced move is not weighed
            return found
        rounds = float(self.tried[0])
        mean = self.total / rounds
        for i in range(self.count):
            tried = float(self.tried[i])
            if tried > 0.0:
                hope = mean + self.belief(i)
                chance = 0.0 if hope < 0.0 else (1.0 if hope > 1.0 else hope)
                doubt = self.doubt(i)
                spread = self.squares / rounds - mean * mean if i == 0 else doubt * doubt * tried
                found.append((int(self.choices[i]), int(tried), chance, spread if spread > 0.0 else 0.0, 0.0))
        found.sort()
        return found

    def settled(self, to_come: float) -> bool:
        """Whether no other move can well be better than the one that is believed best."""
        if self.simulations < SOON:
            return False
        best = self.leader()
        most = self.belief(best)
        for i in range(self.count):
            if i != best and most - self.belief(i) < HOPELESS * math.hypot(self.doubt(i), self.doubt(best)):
                return False
        return True
