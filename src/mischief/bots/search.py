"""Information-set Monte-Carlo tree search: what is best on average over all the worlds that a seat must reckon with.

Every simulation imagines a world afresh from what the seat may know, walks down what is remembered, tries one thing
that is new, and plays the rest out. Each seat has a tree of its own, whose nodes are what *that* seat has seen: in
these thoughts nobody acts on what it cannot know (multiple-observer search after Cowling, Powley and Whitehouse). Each
seat looks for its own best result, so the scheme holds for any number of seats; where the table wins together, the
results are alike and so are the aims.

Where several seats decide together, the best answer is often a mixture. There each seat follows regret matching on
sampled results, whose average tends to an equilibrium in two-seat games; `share` remembers that average.

Typed for mypyc; the same source runs uncompiled with the same results.
"""

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from mischief.bots.search_settings import Settings
from mischief.bots.search_tree import NONE, SEAT_BITS, SEAT_MASK, Tree, key_of
from mischief.bots.search_worlds import Worlds
from mischief.engine.chance import Rng
from mischief.engine.moves import Moves, filled, zeros
from mischief.engine.policy import Policy
from mischief.engine.seats import DEALER, NOBODY
from mischief.engine.state import State

EVERYBODY: Final[i64] = -2
"""Stands in a key where no seat acted: something came to light."""

CURIOSITY: Final[float] = 0.1
CURIOUS: Final[float] = 250.0
"""The part of a mixed choice that is spread evenly, so that every regret is measured now and then. After CURIOUS
choices it fades with the root of their number: others who forever try what is bad for them would make the seat's
prospects look better than they are."""

CAUTION: Final[float] = 0.25
"""How much wider results may lie than seen, where a move was tried little: what looks certain may be untried behind."""

ENOUGH: Final[i64] = 1000
FEW: Final[i64] = 20
SURE: Final[float] = 5.0
"""A search is settled early after ENOUGH simulations, FEW of each move, and a lead of SURE standard errors."""


def empty() -> vec[float]:
    return vec[float]()


class Search:
    """The thoughts of one seat at one decision. `run` adds simulations; the answers can be read at any time between.

    It knows the table only by the worlds that its seat imagines.
    """

    def __init__(self, worlds: Worlds, actions: i64, policy: Policy, settings: Settings, rng: Rng) -> None:
        self.worlds = worlds
        self.seat = worlds.seat
        self.policy = policy
        self.settings = settings
        self.rng = rng
        self.seats = worlds.seats
        self.tree = Tree()
        self.roots = zeros(self.seats)
        for s in range(self.seats):
            self.roots[s] = self.tree.root()
        self.at = zeros(self.seats)
        self.simulations: i64 = 0
        self.decisions: i64 = 0
        self.moves = Moves()
        self.stamp: i64 = 0
        self.marks = filled(actions, 0)
        # The path of the present simulation: nodes of moves, whose they are, and what regret matching must remember.
        self.path = vec[i64]()
        self.movers = vec[i64]()
        self.mixed = vec[i64]()
        self.chances = empty()
        self.first_offer = vec[i64]()
        self.length: i64 = 0
        self.offers = vec[i64]()
        self.offer_count: i64 = 0
        # Results per seat: the latest, and the sum of all.
        self.results = empty()
        self.sums = empty()
        for _ in range(self.seats):
            self.results = append(self.results, 0.0)
            self.sums = append(self.sums, 0.0)
        self.together: i64 = 0
        self.open: i64 = 0
        self.new_node: bool = False
        self.first_thought: i64 = NONE
        """The policy's own move at the root."""

    def run(self, simulations: i64) -> None:
        """Think for so many simulations more."""
        for _ in range(simulations):
            self.simulate()

    # One simulation

    def simulate(self) -> None:
        state = self.world()
        for s in range(self.seats):
            self.at[s] = self.roots[s]
        self.length = 0
        self.offer_count = 0
        self.together = 0
        self.open = state.laid_open()
        # The searching seat goes first where several decide together, so that its decision is the root of its tree.
        growing = self.step(state, self.seat)
        while growing:
            growing = self.look(state)
            seat = state.actor()
            if seat == NOBODY:
                break
            growing = growing and self.step(state, seat)
        self.play_out(state)
        self.learn()

    def world(self) -> State:
        """Another world that the seat cannot tell from the true one."""
        return self.worlds.imagine(self.rng)

    def step(self, state: State, seat: i64) -> bool:
        """One decision or deal inside the tree; returns whether the tree goes on behind it."""
        if seat == DEALER:
            self.together = 0
            outcome = state.sample(self.rng)
            growing = self.watch(state, seat, outcome, NONE)
            state.apply(seat, outcome)
            return growing
        self.decisions += 1
        if not self.settings.others and seat != self.seat:
            action = self.sensible(state, seat)
            growing = self.watch(state, seat, action, NONE)
            state.apply(seat, action)
            return growing
        self.moves.clear()
        state.list_moves(seat, self.moves)
        own: i64 = NONE
        fresh = False
        if self.moves.count == 1:
            action = self.moves.items[0]
        else:
            self.note_together(state, seat)
            own = self.select(state, seat)
            if own == NONE:
                action = self.sensible(state, seat)
                state.apply(seat, action)
                return False
            fresh = self.new_node
            action = self.tree.key[own] >> SEAT_BITS
        growing = self.watch(state, seat, action, own)
        state.apply(seat, action)
        return growing and not fresh

    def note_together(self, state: State, seat: i64) -> None:
        """Keep in mind who decides together with whom, also when the last of them is asked."""
        if not self.settings.regret or not self.settings.others:
            return
        pending: i64 = 0
        count: i64 = 0
        for s in range(self.seats):
            if state.waits_for(s):
                pending |= i64(1) << s
                count += 1
        if count > 1:
            self.together |= pending
        elif not (self.together >> seat) & 1:
            self.together = 0

    def watch(self, state: State, seat: i64, action: i64, own: i64) -> bool:
        """Move every seat's tree on by what it sees of an action; returns False when the pool of nodes is full."""
        for s in range(self.seats):
            if s == seat and own != NONE:
                self.at[s] = own
                continue
            if not self.settings.others and s != self.seat:
                continue
            if not self.move_on(s, key_of(seat, state.glimpse(s, seat, action))):
                return False
        return True

    def look(self, state: State) -> bool:
        """Move every seat's tree on by what has come to light for all."""
        now = state.laid_open()
        if now == self.open:
            return True
        self.open = now
        for s in range(self.seats):
            if (self.settings.others or s == self.seat) and not self.move_on(s, key_of(EVERYBODY, now)):
                return False
        return True

    def move_on(self, s: i64, key: i64) -> bool:
        """Step down one seat's tree, growing it where needed; False when the pool of nodes is full."""
        tree = self.tree
        node = tree.find(self.at[s], key)
        if node == NONE:
            if tree.count >= self.settings.nodes:
                return False
            node = tree.grow(self.at[s], key)
        self.at[s] = node
        return True

    # Choosing inside the tree

    def select(self, state: State, seat: i64) -> i64:
        """The node of the move to try, newly grown or known; NONE when the pool is full. Moves are in self.moves."""
        tree = self.tree
        moves = self.moves
        node = self.at[seat]
        self.stamp += 1
        stamp = self.stamp
        marks = self.marks
        for i in range(moves.count):
            marks[moves.items[i]] = stamp
        mover = seat + 3
        first = self.offer_count
        known: i64 = 0
        child = tree.child[node]
        while child != NONE:
            key = tree.key[child]
            if key & SEAT_MASK == mover:
                action = key >> SEAT_BITS
                if marks[action] == stamp:
                    marks[action] = 0
                    tree.offered[child] += 1
                    self.offer(child)
                    known += 1
            child = tree.sibling[child]
        tree.asked[node] += 1
        self.new_node = False
        if known < moves.count and known < self.breadth(node):
            if tree.count >= self.settings.nodes:
                self.offer_count = first
                return NONE
            action = self.untried(state, seat, known, stamp)
            child = tree.grow(node, key_of(seat, action))
            tree.offered[child] = 1
            if self.first_thought == NONE and node == self.roots[self.seat]:
                self.first_thought = action
            self.new_node = True
            self.offer_count = first
            self.remember(child, seat, first, 0, 1.0)
            return child
        if (self.together >> seat) & 1:
            return self.mix(seat, first)
        return self.climb(seat, first)

    def breadth(self, node: i64) -> i64:
        """How many moves a node tries at present."""
        widen = self.settings.widen_root if node == self.roots[self.seat] else self.settings.widen
        if widen == 0.0:
            return 1000000
        return 1 + i64(widen * math.sqrt(float(self.tree.asked[node] - 1)))

    def untried(self, state: State, seat: i64, known: i64, stamp: i64) -> i64:
        """A move that the node has no child for: the policy's if possible, else any."""
        if known == 0 or self.rng.below(2) == 0:
            action = self.policy.choose(state, seat, self.rng)
            if self.marks[action] == stamp:
                return action
        left = self.rng.below(self.moves.count - known)
        for i in range(self.moves.count):
            action = self.moves.items[i]
            if self.marks[action] == stamp:
                if left == 0:
                    return action
                left -= 1
        return self.moves.items[0]

    def climb(self, seat: i64, first: i64) -> i64:
        """The move with the highest upper confidence bound, among those on offer in this world."""
        best: i64 = NONE
        highest = -1.0e9
        for i in range(first, self.offer_count):
            child = self.offers[i]
            if self.tree.visits[child] == 0:  # known only as the forced move of another world
                best = child
                break
            bound = self.bound(child)
            if bound > highest:
                highest = bound
                best = child
        self.offer_count = first
        self.remember(best, seat, first, 0, 1.0)
        return best

    def bound(self, child: i64) -> float:
        """How good a move that was tried may yet turn out to be."""
        tree = self.tree
        visits = float(tree.visits[child])
        rarity = math.log(float(tree.offered[child])) / visits
        spread = tree.variance(child) + CAUTION * math.sqrt(rarity)
        doubt = math.sqrt(rarity * (spread if spread < 0.25 else 0.25))
        return tree.total[child] / visits + self.settings.explore * doubt

    def mix(self, seat: i64, first: i64) -> i64:
        """A move drawn by regret matching, with a little curiosity."""
        tree = self.tree
        count = self.offer_count - first
        positive = 0.0
        for i in range(first, self.offer_count):
            regret = tree.regret[self.offers[i]]
            if regret > 0.0:
                positive += regret
        even = 1.0 / float(count)
        asked = float(tree.asked[self.at[seat]])
        curious = CURIOSITY if asked <= CURIOUS else CURIOSITY * math.sqrt(CURIOUS / asked)
        left = self.rng.unit()
        chosen: i64 = NONE
        chance = 0.0
        for i in range(first, self.offer_count):
            child = self.offers[i]
            share = even
            if positive > 0.0:
                regret = tree.regret[child]
                share = regret / positive if regret > 0.0 else 0.0
            tree.share[child] += share
            part = (1.0 - curious) * share + curious * even
            left -= part
            if chosen == NONE and (left < 0.0 or i == self.offer_count - 1):
                chosen = child
                chance = part
        self.remember(chosen, seat, first, count, chance)
        return chosen

    def offer(self, child: i64) -> None:
        if self.offer_count < len(self.offers):
            self.offers[self.offer_count] = child
        else:
            self.offers = append(self.offers, child)
        self.offer_count += 1

    def remember(self, node: i64, seat: i64, first: i64, count: i64, chance: float) -> None:
        """Put a move on the path of this simulation; `count` offers from `first` on were mixed over (0: not mixed)."""
        if self.length < len(self.path):
            self.path[self.length] = node
            self.movers[self.length] = seat
            self.first_offer[self.length] = first
            self.mixed[self.length] = count
            self.chances[self.length] = chance
        else:
            self.path = append(self.path, node)
            self.movers = append(self.movers, seat)
            self.first_offer = append(self.first_offer, first)
            self.mixed = append(self.mixed, count)
            self.chances = append(self.chances, chance)
        self.length += 1

    # Playing out, and learning from it

    def sensible(self, state: State, seat: i64) -> i64:
        """What the policy does, now and then something wild."""
        wild = self.settings.wild
        if wild > 0.0 and (wild >= 1.0 or self.rng.unit() < wild):
            moves = self.moves
            moves.clear()
            state.list_moves(seat, moves)
            return moves.items[self.rng.below(moves.count)] if moves.count > 1 else moves.items[0]
        return self.policy.choose(state, seat, self.rng)

    def play_out(self, state: State) -> None:
        """From the end of the tree to a result for every seat."""
        cutoff = self.settings.cutoff
        taken: i64 = 0
        while True:
            seat = state.actor()
            if seat == NOBODY:
                for s in range(self.seats):
                    self.results[s] = state.share(s)
                break
            if seat == DEALER:
                state.apply(seat, state.sample(self.rng))
                continue
            if cutoff > 0 and taken >= cutoff:
                for s in range(self.seats):
                    self.results[s] = self.policy.outlook(state, s)
                break
            state.apply(seat, self.sensible(state, seat))
            taken += 1
        self.decisions += taken

    def learn(self) -> None:
        """Carry the results back to every move on the path."""
        self.simulations += 1
        for s in range(self.seats):
            self.sums[s] += self.results[s]
        tree = self.tree
        for i in range(self.length):
            node = self.path[i]
            result = self.results[self.movers[i]]
            if self.mixed[i] > 0:
                self.learn_regret(i, node, result)
            tree.visits[node] += 1
            tree.total[node] += result
            tree.squares[node] += result * result

    def learn_regret(self, step: i64, node: i64, result: float) -> None:
        """What each other move would have brought, as far as known, against what the mixture brings.

        A move's worth is its mean so far; the one that was tried is corrected by what came out, in proportion to how
        seldom it is tried, which keeps the estimate unbiased.
        """
        tree = self.tree
        first = self.first_offer[step]
        last = first + self.mixed[step]
        correction = (result - tree.mean(node)) / self.chances[step]
        positive = 0.0
        worth = 0.0
        mean_of_all = 0.0
        for i in range(first, last):
            child = self.offers[i]
            regret = tree.regret[child] if tree.regret[child] > 0.0 else 0.0
            value = tree.mean(child) + (correction if child == node else 0.0)
            positive += regret
            worth += regret * value
            mean_of_all += value
        worth = worth / positive if positive > 0.0 else mean_of_all / float(self.mixed[step])
        for i in range(first, last):
            child = self.offers[i]
            value = tree.mean(child) + (correction if child == node else 0.0)
            tree.regret[child] += value - worth

    # What the searching seat has found out

    def mean_result(self) -> float:
        """The seat's mean result over all simulations."""
        return self.sums[self.seat] / float(self.simulations) if self.simulations > 0 else 0.0

    def findings(self) -> list[tuple[int, int, float, float, float]]:
        """Of every move tried at the root: action, visits, mean result, the variance of its results, and its part of a
        mixed choice (0 if none)."""
        tree = self.tree
        found: list[tuple[int, int, float, float, float]] = []
        mixed = 0.0
        child = tree.child[self.roots[self.seat]]
        while child != NONE:
            mixed += tree.share[child]
            child = tree.sibling[child]
        child = tree.child[self.roots[self.seat]]
        while child != NONE:
            visits = tree.visits[child]
            if visits > 0:
                share = tree.share[child] / mixed if mixed > 0.0 else 0.0
                action = int(tree.key[child] >> SEAT_BITS)
                found.append((action, int(visits), float(tree.mean(child)), float(tree.variance(child)), float(share)))
            child = tree.sibling[child]
        found.sort()
        return found

    def settled(self, to_come: float) -> bool:
        """Whether thinking on for so many simulations would hardly change the answer: the most visited move cannot be
        overtaken, or is better than every other by more than chance can have made it look. Never where the choice is
        mixed."""
        tree = self.tree
        best: i64 = NONE
        second: i64 = 0
        child = tree.child[self.roots[self.seat]]
        while child != NONE:
            if tree.share[child] > 0.0:
                return False
            if best == NONE or tree.visits[child] > tree.visits[best]:
                if best != NONE:
                    second = tree.visits[best]
                best = child
            elif tree.visits[child] > second:
                second = tree.visits[child]
            child = tree.sibling[child]
        if best == NONE:
            return False
        if float(tree.visits[best] - second) > to_come:
            return True
        if self.simulations < ENOUGH:
            return False
        child = tree.child[self.roots[self.seat]]
        while child != NONE:
            if child != best:
                doubt = tree.variance(best) / float(tree.visits[best])
                if tree.visits[child] > 0:
                    doubt += tree.variance(child) / float(tree.visits[child])
                if tree.visits[child] < FEW or tree.mean(best) - tree.mean(child) < SURE * math.sqrt(doubt):
                    return False
            child = tree.sibling[child]
        return True
