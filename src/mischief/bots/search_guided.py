"""Search that is led by a net: it tries first what the net would do, and asks the net how things stand where it stops.

A net has learnt what a seat may hope for when that seat is asked, so a simulation that has left the tree goes on by
policy until the seat that thinks is asked again, and takes the net's word there. Meanwhile the others follow the rules
of thumb, or in a part of the simulations (`nets`) the net: who plays against unlike people should reckon with both.

Typed for mypyc; the same source runs uncompiled with the same results.
"""

import math

from librt.vecs import append, vec
from mypy_extensions import i64

from mischief.bots.search import Search
from mischief.bots.search_net import NetPolicy, doubles
from mischief.bots.search_settings import Settings
from mischief.bots.search_tree import NONE
from mischief.bots.search_worlds import Worlds
from mischief.engine.chance import Rng
from mischief.engine.policy import Policy
from mischief.engine.seats import DEALER, NOBODY
from mischief.engine.state import State


class Guided(Search):
    """The thoughts of one seat at one decision, with a net at its side."""

    def __init__(
        self, worlds: Worlds, actions: i64, policy: Policy, settings: Settings, rng: Rng, net: NetPolicy
    ) -> None:
        super().__init__(worlds, actions, policy, settings, rng)
        self.net = net
        self.priors = vec[float]()
        """Of every node how likely the net would make the move into it, where that was asked."""
        self.likings = doubles([0.0] * int(actions))
        self.by_net: bool = False
        """Whether the net plays for the others in this simulation."""
        self.rested: bool = False

    def simulate(self) -> None:
        nets = self.settings.nets
        self.by_net = nets > 0.0 and (nets >= 1.0 or self.rng.unit() < nets)
        super().simulate()

    def world(self) -> State:
        return self.worlds.believe(self.rng) if self.settings.beliefs else super().world()

    def sensible(self, state: State, seat: i64) -> i64:
        if self.by_net:
            return self.net.choose(state, seat, self.rng)
        return super().sensible(state, seat)

    # Choosing inside the tree

    def untried(self, state: State, seat: i64, known: i64, stamp: i64) -> i64:
        """Of the moves that the node has no child for, the one that the net likes best."""
        if not self.rested:
            self.net.rest_on(state, seat)
            self.rested = True
        moves = self.moves
        count = moves.count
        thumb = self.settings.thumb
        own: i64 = NONE
        if thumb > 0.0 and known == 0:
            own = self.policy.choose(state, seat, self.rng)
        self.net.look(state, seat)
        likings = self.likings
        most = -1.0e300
        for i in range(count):
            liking = self.net.net.liking(moves.items[i])
            likings[i] = liking
            if liking > most:
                most = liking
        whole = 0.0
        for i in range(count):
            likings[i] = math.exp(likings[i] - most)
            whole += likings[i]
        best: i64 = moves.items[0]
        prior = -1.0
        for i in range(count):
            action = moves.items[i]
            if self.marks[action] == stamp:
                part = likings[i] / whole
                if thumb > 0.0:
                    part = (1.0 - thumb) * part + (thumb if action == own else 0.0)
                if part > prior:
                    prior = part
                    best = action
        while len(self.priors) <= self.tree.count:  # the child that is about to grow will have this number
            self.priors = append(self.priors, 0.0)
        self.priors[self.tree.count] = prior
        return best

    def bound(self, child: i64) -> float:
        """Raised by the net's liking while the move was tried little."""
        bound = super().bound(child)
        if child < len(self.priors):
            tree = self.tree
            tried = 1.0 + float(tree.visits[child])
            bound += self.settings.lean * self.priors[child] * math.sqrt(float(tree.offered[child])) / tried
        return bound

    # Playing on

    def play_out(self, state: State) -> None:
        """From the end of the tree to where the seat that thinks is asked again, or the game is over."""
        cutoff = self.settings.cutoff
        asked: i64 = 0
        taken: i64 = 0
        own = self.seat
        while True:
            seat = state.actor()
            if seat == NOBODY:
                self.results[own] = state.share(own)
                break
            if seat == DEALER:
                state.apply(seat, state.sample(self.rng))
                continue
            taken += 1
            if seat == own and cutoff > 0:
                moves = self.moves
                moves.clear()
                state.list_moves(seat, moves)
                if moves.count == 1:
                    state.apply(seat, moves.items[0])
                    continue
                asked += 1
                if asked >= cutoff:
                    self.results[own] = self.judge(state, own)
                    break
            state.apply(seat, self.sensible(state, seat))
        self.decisions += taken

    def judge(self, state: State, seat: i64) -> float:
        """What a seat that is asked may hope for: by the net, which sees what the seat sees, and in part by the rules
        of thumb, which look at the whole imagined table."""
        sight = self.settings.sight
        if sight >= 1.0:
            return self.policy.outlook(state, seat)
        self.net.look(state, seat)
        hope = self.net.net.chances()
        if sight > 0.0:
            hope = (1.0 - sight) * hope + sight * self.policy.outlook(state, seat)
        return hope
