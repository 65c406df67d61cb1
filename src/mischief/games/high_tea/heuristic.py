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

from .house import (
    ASK_ALL,
    ASK_AMOUNT,
    ASK_RAT,
    ASK_SUPPLY,
    AT_BANKER,
    AT_BAUBLES,
    AT_BONUS,
    AT_COIN,
    AT_GOAL,
    AT_HOST_PICK,
    AT_RAFT,
    AT_SCAVENGE,
    AT_START,
    AT_STRAW,
    AT_SWORDS_AMOUNT,
    AT_SWORDS_ORDER,
    AT_SWORDS_RAT,
    AT_SWORDS_SUPPLY,
    AT_VOCATION,
    BANK,
    BAUBLE,
    BAUBLES,
    BEG,
    CARRY_ON,
    CHEAP,
    COMPOSED,
    CRUMBS,
    DAINTY,
    DAPPER,
    DECORATION,
    DISH,
    ELEGANT,
    FLOWERS,
    GENEROUS,
    GIFT,
    GOAL,
    GOALS,
    GRANDIOSE,
    GREEDY,
    HAT,
    KEEP_COIN,
    KINDS,
    MAKE,
    NEST,
    NESTS,
    ORDER,
    OVERRULE_COIN,
    PICKPOCKET,
    PIECE,
    PIECES,
    PLUSH,
    RAFT,
    RAGS,
    REFINED,
    RUFFIAN,
    SCAVENGE,
    SHEET,
    START,
    STRAW,
    SWANKY,
    SWORDS,
    VOCATION,
    House,
)
from .rules import HighTea
from .scoring import OUT, a_piece, measure, nests_in, piece_kind, piece_supply
from .tea_table import is_unbounded

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


def blanks(n: i64) -> vec[float]:
    flat = vec[float]()
    for _ in range(n):
        flat = append(flat, 0.0)
    return flat


def within(x: float) -> float:
    return 0.0 if x < 0.0 else 1.0 if x > 1.0 else x


def spread_of(goal: i64) -> float:
    """How far apart two rats must be on a goal for one to be sure of the other."""
    if goal == GREEDY or goal == GRANDIOSE:
        return 6.4
    if goal == REFINED or goal == DAPPER:
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
        self.sheet: vec[i64] = zeros(SHEET)
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
        if phase == AT_VOCATION:
            return self.pick_vocation(moves, rng)
        if phase == AT_COIN:
            return KEEP_COIN if state.coin == 1 else OVERRULE_COIN
        if phase == AT_RAFT:
            return RAFT + seat if moves.has(RAFT + seat) else moves.items[rng.below(moves.count)]
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
            vocation = moves.items[i] - VOCATION + 1
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
        to_circle = self.later + (1 if state.phase <= AT_GOAL else 0)
        for goal in range(CHEAP, CHEAP + GOALS):
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
        for i in range(SHEET):
            self.sheet[i] = state.cells[seat * SHEET + i]
        for goal in range(CHEAP, CHEAP + GOALS):
            self.base[goal] = self.standing(goal)
        self.unit = 0.1 * (self.piece_worth(DISH, 5) + self.piece_worth(DECORATION, 5))

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
            if covered or piece_kind(piece) == DISH:
                dishes += part
                dish_sum += part * value
                if value * (0.8 if covered else 1.0) > dish_top:
                    dish_top = value * (0.8 if covered else 1.0)
            if covered or piece_kind(piece) == DECORATION:
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
        rivals[row + CHEAP] = float(count)
        rivals[row + COMPOSED] = alike if alike > 0.0 else -1.0
        rivals[row + GREEDY] = dish_top
        rivals[row + REFINED] = dish_sum if dish_sum > 0.0 else -1.0
        rivals[row + GENEROUS] = dishes if dishes > 0.0 else -1.0
        nests = nests_in(state.nests(seat))
        rivals[row + PLUSH] = float(nests) if nests > 0 else -1.0
        rivals[row + SWANKY] = decorations if decorations > 0.0 else -1.0
        rivals[row + DAPPER] = decoration_sum if decoration_sum > 0.0 else -1.0
        rivals[row + GRANDIOSE] = decoration_top
        rivals[row + ELEGANT] = run if run > 1.0 else -1.0
        rivals[row + DAINTY] = little if little > 0.0 else -1.0

    def standing(self, goal: i64) -> float:
        """The awards that this goal promises the sheet as it is, 0 to 3."""
        house = self.house
        assert house is not None
        mine = measure(house, self.sheet, 0, goal)
        if mine == OUT:
            return 0.0
        beaten = 0.0
        spread = spread_of(goal) * self.looseness
        for rival in range(self.rival_count):
            theirs = self.rivals[rival * ROW + goal]
            ahead = theirs - float(mine) if goal == CHEAP else float(mine) - theirs
            if theirs < 0.0:
                ahead -= 0.3 * spread  # a rival without anything yet is seldom without at the end
            beaten += within(0.5 + ahead / (2.0 * spread))
        return 1.0 + 2.0 * beaten / float(self.rival_count)

    def piece_worth(self, kind: i64, value: i64) -> float:
        """What another piece adds to the promised awards."""
        at = self.sheet[PIECES]
        self.sheet[PIECE + at] = a_piece(value, CRUMBS, kind)
        self.sheet[PIECES] = at + 1
        gained = 0.0
        for goal in range(CHEAP, CHEAP + GOALS):
            if goal != PLUSH and self.weight[goal] > 0.0:
                gained += self.weight[goal] * (self.standing(goal) - self.base[goal])
        self.sheet[PIECES] = at
        return gained

    def nest_worth(self) -> float:
        """A nest for Plush, and for the takings of the turns to come."""
        nests = self.sheet[NESTS]
        free: i64 = 0
        while free < KINDS - 1 and (nests >> free) & 1 == 1:
            free += 1
        self.sheet[NESTS] = nests | (i64(1) << free)
        gained = self.weight[PLUSH] * (self.standing(PLUSH) - self.base[PLUSH])
        self.sheet[NESTS] = nests
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
        if kind == SWORDS:
            return SWORDS_WORTH
        if kind == BAUBLES:
            return 0.9 * self.unit * 2.0 * float(house.bauble_gain)
        if kind == STRAW:
            return self.nest_worth()
        dish = self.piece_worth(DISH, count)
        decoration = self.piece_worth(DECORATION, count)
        trickster = state.vocation(self.seat) == PICKPOCKET
        if kind == CRUMBS:
            other = self.piece_worth(DECORATION, count + house.pickpocket_bonus) if trickster else dish
            return dish if dish > other else other
        if kind == RAGS:
            other = self.piece_worth(DISH, count + house.pickpocket_bonus) if trickster else decoration
            return decoration if decoration > other else other
        hat = HAT_WORTH if self.later > 0 else LAST_HAT_WORTH
        top = 1.0
        for rival in range(state.seats):
            if rival != self.seat and rival != state.host:
                top *= self.chance_above(state, rival, FLOWERS, count)
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
        if phase == AT_SCAVENGE:
            kind = action - SCAVENGE
            amount: i64 = state.base_amount(kind)
            if (state.nests(self.seat) >> kind) & 1 == 1:
                amount *= house.factor(state.vocation(self.seat))
            return self.gain_worth(state, kind, amount)
        if phase == AT_SWORDS_RAT:
            return self.best_request(state, action - ASK_RAT)
        if phase == AT_SWORDS_SUPPLY:
            return self.best_amount(state, state.target, action - ASK_SUPPLY + 1)
        if phase == AT_SWORDS_AMOUNT:
            return self.request_worth(
                state, state.target, state.wanted, 0 if action == ASK_ALL else action - ASK_AMOUNT + 1
            )
        if action >= BEG and action < CARRY_ON:
            return self.gain_worth(state, action - BEG, house.pauper_gain)
        if phase == AT_BAUBLES:
            return self.gain_worth(state, action - BAUBLE, house.bauble_gain)
        if phase == AT_STRAW:
            return self.place_worth(state, action - NEST)
        if action == MAKE + DISH or action == MAKE + DECORATION:
            return self.make_worth(state, action - MAKE)
        if phase == AT_START:
            if action >= BANK:
                return self.gain_worth(state, action - BANK, house.banker_gain)
            return self.gain_worth(state, action - START, house.start_amount)
        if phase == AT_BANKER:
            return self.gain_worth(state, action - BANK, house.banker_gain)
        if phase == AT_BONUS:
            return self.gain_worth(state, action - GIFT, house.start_amount)
        if phase == AT_GOAL:
            return self.base[action - GOAL + CHEAP]
        if phase == AT_HOST_PICK:
            return -self.promise(state, action - HAT)
        if phase == AT_SWORDS_ORDER:
            return -self.promise(state, action - ORDER)
        return 0.0

    def place_worth(self, state: HighTea, kind: i64) -> float:
        """Beside what is wanted most: whatever a further handful would be worth."""
        return self.gain_worth(state, kind, 6)

    def make_worth(self, state: HighTea, kind: i64) -> float:
        value = state.said(self.seat)
        usual = DISH if state.called == CRUMBS else DECORATION
        if state.called != FLOWERS and kind != usual:
            value += state.house.pickpocket_bonus
        return self.piece_worth(kind, value)

    def best_request(self, state: HighTea, target: i64) -> float:
        best = -1.0
        for kind in range(BAUBLES, KINDS):
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
        if state.vocation(self.seat) == RUFFIAN:
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
        for goal in range(CHEAP, CHEAP + GOALS):
            if self.weight[goal] > 0.0:
                theirs = self.rivals[row + goal]
                if theirs >= 0.0:
                    found += self.weight[goal] * (1.0 - theirs if goal == CHEAP else theirs) / spread_of(goal)
        return found

    # How a game will end

    def outlook(self, state: State, seat: i64) -> float:
        """The share of the raft that a seat can hope for, from the whole of an imagined table."""
        assert isinstance(state, HighTea)
        if state.winner >= 0:
            return 1.0 if state.winner == seat else 0.0
        if state.phase >= AT_RAFT:
            leads = (state.leaders() >> seat) & 1 == 1
            if state.phase == AT_RAFT and (state.leaders() >> state.host) & 1 == 1:
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
        for goal in range(CHEAP, CHEAP + GOALS):
            found += self.weight[goal] * self.base[goal]
        for kind in range(KINDS):
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
