"""How a sensible rat takes tea.

It asks of everything what it is worth in awards. Every goal, circled or likely to be, has a weight; every rival is
taken for what its public side shows: pieces by what was spent on them, nests by number, stocks by their bounds. A
supply is worth the piece, nest or gain it would become, times the chance of acting with it, or of keeping it for a
later turn. All choices follow from that: what to take, what to ask for, where a nest goes, dish or decoration.

Nothing here reads what the seat cannot know: of other rats only bounds, announcements, numbers of nests and the
public side of pieces are looked at.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from mischief.engine.chance import Rng
from mischief.engine.moves import Moves, zeros
from mischief.engine.policy import Policy
from mischief.engine.state import State

from . import numbers as n
from .house import House
from .rules import HighTea
from .scoring import a_piece, measure, nests_in, piece_kind, piece_supply
from .table import is_unbounded

ROW: Final[i64] = 13
"""Goals are numbered 2 to 12."""
KEEP: Final[float] = 0.2
"""What a supply that is not spent this turn is worth in the next, compared with now."""
SHYNESS: Final[float] = 0.6
"""How far up between its bounds a rival's count is taken to reach."""
NOISE: Final[float] = 0.01
HAT_WORTH: Final[float] = 0.9
LAST_HAT_WORTH: Final[float] = 0.35
SWORDS_WORTH: Final[float] = 0.5
PER_TURN: Final[float] = 3.0
"""What a nest adds to the takings of a turn, where it lies well."""


def blanks(count: i64) -> vec[float]:
    flat = vec[float]()
    for _ in range(count):
        flat = append(flat, 0.0)
    return flat


def within(x: float) -> float:
    return 0.0 if x < 0.0 else 1.0 if x > 1.0 else x


def spread_of(goal: i64) -> float:
    """How far apart two rats must be on a goal for one to be sure of the other."""
    if goal == n.GREEDY or goal == n.GRANDIOSE:
        return 6.4
    if goal == n.REFINED or goal == n.DAPPER:
        return 11.2
    return 2.0


class Sensible(Policy):
    """Keeps its notes between moves only to save room; every choice is made from the table alone."""

    def __init__(self) -> None:
        self.moves = Moves()
        self.house: House | None = None
        self.weight: vec[float] = blanks(ROW)
        self.base: vec[float] = blanks(ROW)
        self.rivals: vec[float] = blanks(6 * ROW)
        self.rival_count: i64 = 0
        self.looseness = 1.0
        self.sheet: vec[i64] = zeros(n.SHEET)
        self.seat: i64 = 0
        self.later: i64 = 0
        """How many turns follow this one."""
        self.unit = 0.0
        """What one crumb or rag is worth, roughly."""

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, HighTea)
        moves = self.moves
        moves.clear()
        state.list_moves(seat, moves)
        if moves.count == 1:
            return moves.items[0]
        phase = state.phase
        if phase == n.AT_VOCATION:
            return self.pick_vocation(moves, rng)
        if phase == n.AT_COIN:
            return n.KEEP_COIN if state.coin == 1 else n.OVERRULE_COIN
        if phase == n.AT_RAFT:
            return n.RAFT + seat if moves.has(n.RAFT + seat) else moves.items[rng.below(moves.count)]
        self.look_around(state, seat)
        best = moves.items[0]
        best_worth = -1000.0
        for i in range(moves.count):
            action = moves.items[i]
            worth = self.worth(state, action) + NOISE * rng.unit()
            if worth > best_worth:
                best_worth = worth
                best = action
        return best

    def pick_vocation(self, moves: Moves, rng: Rng) -> i64:
        """The Pauper, the Banker, the Carpenter and the Pickpocket gain the most; a rat has its moods."""
        best = moves.items[0]
        most = -1.0
        for i in range(moves.count):
            vocation = moves.items[i] - n.VOCATION + 1
            liking = 1.0 if vocation == 1 else 0.8 if vocation == 5 else 0.7 if vocation == 3 else 0.6
            if vocation == 2 or vocation >= 6:
                liking = 0.4
            liking += 0.3 * rng.unit()
            if liking > most:
                most = liking
                best = moves.items[i]
        return best

    # What the table looks like from this seat

    def look_around(self, state: HighTea, seat: i64) -> None:
        """Weigh the goals, take note of what rivals show, and of one's own sheet."""
        house = state.house
        self.house = house
        self.seat = seat
        self.later = house.turns - state.turn
        self.looseness = 1.0 + 0.25 * float(self.later)
        to_circle = self.later + (1 if state.phase <= n.AT_GOAL else 0)
        for goal in range(n.CHEAP, n.CHEAP + n.GOALS):
            if (state.goals >> goal) & 1 == 1:
                self.weight[goal] = 1.0
            else:
                away = goal - 7 if goal > 7 else 7 - goal
                self.weight[goal] = within(float((6 - away) * to_circle) / 30.0)
        self.rival_count = 0
        for other in range(state.seats):
            if other != seat:
                self.size_up(state, other, self.rival_count * ROW)
                self.rival_count += 1
        for i in range(n.SHEET):
            self.sheet[i] = state.cells[seat * n.SHEET + i]
        for goal in range(n.CHEAP, n.CHEAP + n.GOALS):
            self.base[goal] = self.standing(goal)
        self.unit = 0.1 * (self.piece_worth(n.DISH, 5) + self.piece_worth(n.DECORATION, 5))

    def size_up(self, state: HighTea, seat: i64, row: i64) -> None:
        """The measures of a rival, as far as its public side tells: a covered piece is half a dish."""
        rivals = self.rivals
        dishes = 0.0
        decorations = 0.0
        dish_sum = 0.0
        decoration_sum = 0.0
        dish_top = -1.0
        decoration_top = -1.0
        little = 0.0
        alike = 0.0
        run = 1.0
        count = state.pieces(seat)
        for i in range(count):
            piece = state.piece(seat, i)
            value = float(state.spent_on(piece))
            covered = state.house.hides(state.vocation(seat), piece_supply(piece))
            part = 0.5 if covered else 1.0
            if covered or piece_kind(piece) == n.DISH:
                dishes += part
                dish_sum += part * value
                if value * (0.8 if covered else 1.0) > dish_top:
                    dish_top = value * (0.8 if covered else 1.0)
            if covered or piece_kind(piece) == n.DECORATION:
                decorations += part
                decoration_sum += part * value
                if value * (0.8 if covered else 1.0) > decoration_top:
                    decoration_top = value * (0.8 if covered else 1.0)
            if value <= float(state.house.dainty_limit):
                little += 1.0
            length = 1.0
            for j in range(count):
                other = float(state.spent_on(state.piece(seat, j)))
                if i != j and other == value:
                    alike += 1.0
                    break
            for j in range(count):
                if float(state.spent_on(state.piece(seat, j))) == value + length:
                    length += 1.0
            if length > run:
                run = length
        rivals[row + n.CHEAP] = float(count)
        rivals[row + n.COMPOSED] = alike if alike > 0.0 else -1.0
        rivals[row + n.GREEDY] = dish_top
        rivals[row + n.REFINED] = dish_sum if dish_sum > 0.0 else -1.0
        rivals[row + n.GENEROUS] = dishes if dishes > 0.0 else -1.0
        nests = nests_in(state.nests(seat))
        rivals[row + n.PLUSH] = float(nests) if nests > 0 else -1.0
        rivals[row + n.SWANKY] = decorations if decorations > 0.0 else -1.0
        rivals[row + n.DAPPER] = decoration_sum if decoration_sum > 0.0 else -1.0
        rivals[row + n.GRANDIOSE] = decoration_top
        rivals[row + n.ELEGANT] = run if run > 1.0 else -1.0
        rivals[row + n.DAINTY] = little if little > 0.0 else -1.0

    def standing(self, goal: i64) -> float:
        """The awards that this goal promises the sheet as it is, 0 to 3."""
        house = self.house
        assert house is not None
        mine = measure(house, self.sheet, 0, goal)
        if mine == n.OUT:
            return 0.0
        beaten = 0.0
        spread = spread_of(goal) * self.looseness
        for rival in range(self.rival_count):
            theirs = self.rivals[rival * ROW + goal]
            ahead = theirs - float(mine) if goal == n.CHEAP else float(mine) - theirs
            if theirs < 0.0:
                ahead -= 0.3 * spread  # a rival without anything yet is seldom without at the end
            beaten += within(0.5 + ahead / (2.0 * spread))
        return 1.0 + 2.0 * beaten / float(self.rival_count)

    def piece_worth(self, kind: i64, value: i64) -> float:
        """What another piece adds to the promised awards."""
        at = self.sheet[n.PIECES]
        self.sheet[n.PIECE + at] = a_piece(value, n.CRUMBS, kind)
        self.sheet[n.PIECES] = at + 1
        gained = 0.0
        for goal in range(n.CHEAP, n.CHEAP + n.GOALS):
            if goal != n.PLUSH and self.weight[goal] > 0.0:
                gained += self.weight[goal] * (self.standing(goal) - self.base[goal])
        self.sheet[n.PIECES] = at
        return gained

    def nest_worth(self) -> float:
        """A nest for Plush, and for the takings of the turns to come."""
        nests = self.sheet[n.NESTS]
        free: i64 = 0
        while free < n.KINDS - 1 and (nests >> free) & 1 == 1:
            free += 1
        self.sheet[n.NESTS] = nests | (i64(1) << free)
        gained = self.weight[n.PLUSH] * (self.standing(n.PLUSH) - self.base[n.PLUSH])
        self.sheet[n.NESTS] = nests
        return gained + float(self.later) * PER_TURN * self.unit

    # What supplies are worth

    def chance_to_act(self, state: HighTea, kind: i64, count: i64) -> float:
        """How likely it is that this many of a kind will act at their call."""
        if count <= 0:
            return 0.0
        if state.host != self.seat:
            return self.chance_above(state, state.host, kind, count - 1)
        likely = 1.0
        for other in range(state.seats):
            if other != self.seat:
                likely *= self.chance_above(state, other, kind, count)
        return likely

    def chance_above(self, state: HighTea, other: i64, kind: i64, count: i64) -> float:
        """How likely another rat has no more than this many, between its public bounds."""
        least = state.least(other, kind)
        most = state.most(other, kind)
        if is_unbounded(most):
            most = least + 10
        return within(float(count - least + 1) / (SHYNESS * float(most - least) + 1.0))

    def becomes(self, state: HighTea, kind: i64, count: i64) -> float:
        """What acting with this many of a kind gives."""
        house = state.house
        if kind == n.SWORDS:
            return SWORDS_WORTH
        if kind == n.BAUBLES:
            return 0.9 * self.unit * 2.0 * float(house.bauble_gain)
        if kind == n.STRAW:
            return self.nest_worth()
        dish = self.piece_worth(n.DISH, count)
        decoration = self.piece_worth(n.DECORATION, count)
        trickster = state.vocation(self.seat) == n.PICKPOCKET
        if kind == n.CRUMBS:
            other = self.piece_worth(n.DECORATION, count + house.pickpocket_bonus) if trickster else dish
            return dish if dish > other else other
        if kind == n.RAGS:
            other = self.piece_worth(n.DISH, count + house.pickpocket_bonus) if trickster else decoration
            return decoration if decoration > other else other
        hat = HAT_WORTH if self.later > 0 else LAST_HAT_WORTH
        top = 1.0
        for rival in range(state.seats):
            if rival != self.seat and rival != state.host:
                top *= self.chance_above(state, rival, n.FLOWERS, count)
        return (dish if dish > decoration else decoration) + hat * top

    def stock_worth(self, state: HighTea, kind: i64, count: i64) -> float:
        """What holding this many of a kind is worth: acting with them this turn, or keeping them for another."""
        if count <= 0:
            return 0.0
        keep = KEEP if self.later > 0 else 0.0
        worth = self.becomes(state, kind, count)
        if state.called >= kind:  # its call is over for this turn
            return keep * worth
        likely = self.chance_to_act(state, kind, count)
        return likely * worth + (1.0 - likely) * keep * worth

    def gain_worth(self, state: HighTea, kind: i64, amount: i64) -> float:
        held = state.held(self.seat, kind)
        return self.stock_worth(state, kind, held + amount) - self.stock_worth(state, kind, held)

    # What each kind of move is worth

    def worth(self, state: HighTea, action: i64) -> float:
        phase = state.phase
        house = state.house
        if phase == n.AT_SCAVENGE:
            kind = action - n.SCAVENGE
            amount: i64 = state.base_amount(kind)
            if (state.nests(self.seat) >> kind) & 1 == 1:
                amount *= house.factor(state.vocation(self.seat))
            return self.gain_worth(state, kind, amount)
        if phase == n.AT_SWORDS_RAT:
            return self.best_request(state, action - n.ASK_RAT)
        if phase == n.AT_SWORDS_SUPPLY:
            return self.best_amount(state, state.target, action - n.ASK_SUPPLY + 1)
        if phase == n.AT_SWORDS_AMOUNT:
            return self.request_worth(
                state, state.target, state.wanted, 0 if action == n.ASK_ALL else action - n.ASK_AMOUNT + 1
            )
        if action >= n.BEG and action < n.CARRY_ON:
            return self.gain_worth(state, action - n.BEG, house.pauper_gain)
        if phase == n.AT_BAUBLES:
            return self.gain_worth(state, action - n.BAUBLE, house.bauble_gain)
        if phase == n.AT_STRAW:
            return self.place_worth(state, action - n.NEST)
        if action == n.MAKE + n.DISH or action == n.MAKE + n.DECORATION:
            return self.make_worth(state, action - n.MAKE)
        if phase == n.AT_START:
            if action >= n.BANK:
                return self.gain_worth(state, action - n.BANK, house.banker_gain)
            return self.gain_worth(state, action - n.START, house.start_amount)
        if phase == n.AT_BANKER:
            return self.gain_worth(state, action - n.BANK, house.banker_gain)
        if phase == n.AT_BONUS:
            return self.gain_worth(state, action - n.GIFT, house.start_amount)
        if phase == n.AT_GOAL:
            return self.base[action - n.GOAL + n.CHEAP]
        if phase == n.AT_HOST_PICK:
            return -self.promise(state, action - n.HAT)
        if phase == n.AT_SWORDS_ORDER:
            return -self.promise(state, action - n.ORDER)
        return 0.0

    def place_worth(self, state: HighTea, kind: i64) -> float:
        """Beside what is wanted most: whatever a further handful would be worth."""
        return self.gain_worth(state, kind, 6)

    def make_worth(self, state: HighTea, kind: i64) -> float:
        value = state.said(self.seat)
        usual = n.DISH if state.called == n.CRUMBS else n.DECORATION
        if state.called != n.FLOWERS and kind != usual:
            value += state.house.pickpocket_bonus
        return self.piece_worth(kind, value)

    def best_request(self, state: HighTea, target: i64) -> float:
        best = -1.0
        for kind in range(n.BAUBLES, n.KINDS):
            if not state.is_taken(target, kind):
                worth = self.best_amount(state, target, kind)
                if worth > best:
                    best = worth
        return best

    def best_amount(self, state: HighTea, target: i64, kind: i64) -> float:
        """Of the amounts worth trying: what the target surely has, and two guesses above."""
        least = state.least(target, kind)
        most = state.most(target, kind)
        if is_unbounded(most):
            most = least + 10
        if most == 0:
            return 0.0
        best = self.request_worth(state, target, kind, least) if least > 0 else 0.0
        for share in range(i64(1), i64(4)):
            amount = least + (most - least) * share // 4
            if amount > 0:
                worth = self.request_worth(state, target, kind, amount)
                if worth > best:
                    best = worth
        if state.vocation(self.seat) == n.RUFFIAN:
            worth = self.request_worth(state, target, kind, 0)
            if worth > best:
                best = worth
        return best

    def request_worth(self, state: HighTea, target: i64, kind: i64, amount: i64) -> float:
        """The gain times the chance of getting it; 0 stands for all."""
        least = state.least(target, kind)
        most = state.most(target, kind)
        if is_unbounded(most):
            most = least + 10
        if amount == 0:
            amount = least + (most - least) // 3
            return self.gain_worth(state, kind, amount) if amount > 0 else 0.0
        likely = 1.0 - self.chance_above(state, target, kind, amount - 1)
        if amount <= least:
            likely = 1.0
        return likely * (self.gain_worth(state, kind, amount) + 0.02 * float(amount)) if amount <= most else 0.0

    def promise(self, state: HighTea, seat: i64) -> float:
        """How well a rival stands on its public side: more is worse for us."""
        row: i64 = 0
        for other in range(seat):
            if other != self.seat:
                row += ROW
        found = 0.0
        for goal in range(n.CHEAP, n.CHEAP + n.GOALS):
            if self.weight[goal] > 0.0:
                theirs = self.rivals[row + goal]
                if theirs >= 0.0:
                    found += self.weight[goal] * (1.0 - theirs if goal == n.CHEAP else theirs) / spread_of(goal)
        return found

    # How a game will end

    def outlook(self, state: State, seat: i64) -> float:
        """The share of the raft that a seat can hope for, from the whole of an imagined table."""
        assert isinstance(state, HighTea)
        if state.winner >= 0:
            return 1.0 if state.winner == seat else 0.0
        if state.phase >= n.AT_RAFT:
            leads = (state.leaders() >> seat) & 1 == 1
            if state.phase == n.AT_RAFT and (state.leaders() >> state.host) & 1 == 1:
                return 1.0 if seat == state.host else 0.0
            return 0.5 if leads else 0.0
        whole = 0.0
        mine = 0.0
        later = state.house.turns - state.turn
        trust = 0.5 if later == 0 else 0.38 if later == 1 else 0.22 if later == 2 else 0.04
        for other in range(state.seats):
            share = grow(self.hope(state, other) * trust)
            whole += share
            if other == seat:
                mine = share
        return mine / whole

    def hope(self, state: HighTea, seat: i64) -> float:
        """Promised awards, and a little for stocks, nests and the hat."""
        self.look_around(state, seat)
        found = 0.0
        for goal in range(n.CHEAP, n.CHEAP + n.GOALS):
            found += self.weight[goal] * self.base[goal]
        for kind in range(n.KINDS):
            found += 0.7 * self.stock_worth(state, kind, state.held(seat, kind))
        if state.host == seat:
            found += 0.2
        return found


def grow(x: float) -> float:
    """e to the x, near enough, without a library."""
    total = 1.0
    part = 1.0
    for i in range(i64(1), i64(40)):
        part *= x / float(i)
        total += part
    return total
