"""How a sensible person plays Rattus Cartus.

Everything is weighed in points. A step of influence is worth what it adds to the expected places in its class, the
surer the fewer rounds are left. A rat is worth what it takes from the chance to survive; while rounds are left, some
rats can still be shed, so it weighs little at first and much at the end. A card kept is worth what it may still bring
when a building of its class comes up. With that in mind:

- Supplies: the card of the row that is worth most: cards early, rats late, a look or two in between.
- Entering: for every building, lay the cheapest cards first and as many as pay; add the action, premium or standard as
  the numbers announced so far make likely; go where that is worth most. A Sword joins in where hands are full, a Flute
  where there is somebody to pipe a rat to. A Pass is played to enter late.
- Gifts and the Hospital: part with what is worth least. Targets: the fullest hand for a Sword, the leader for a Flute.
- Actions are performed, unless they would lift a hand into the reach of a Guard Tower still to come.

Only what the seat may know is used: its own cards, the Nun-row slots it has seen, and what lies open.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from mischief.engine.chance import Rng
from mischief.engine.moves import Moves, zeros
from mischief.engine.policy import Policy
from mischief.engine.state import State

from . import numbers as n
from .house import kind_given_by
from .rules import RattusCartus
from .scoring import nuns, token_points
from .sets import all_copies_of, bits_in

LIFE: Final = 30.0
"""Points that a player stakes on surviving the plague."""
SHED: Final = 0.7
"""Rats that can be got rid of in every round still to come."""
CARD: Final = 0.3
"""Points for keeping a card that will meet a building of its class."""
DRAWN: Final = 0.6
"""Points for a card drawn in time to meet one."""
SPARE: Final = 0.05
"""Points for a card in hand that will not."""
GLANCE: Final = 0.9
"""Points for a first look at a card of the Nun-row."""
TOKEN_WORTH: Final = 1.65
JOKER_WORTH: Final = 1.1
SWORD_WORTH: Final = 0.8
FLUTE_WORTH: Final = 0.8
PASS_WORTH: Final = 0.5
GOLD_WORTH: Final = 1.4
BLUR: Final = 0.8
"""How uncertain influence is, by the square root of the rounds to come."""
USUAL_STRENGTH: Final = 2.6
"""Cards that others are expected to lay where they enter."""
MOOD: Final = 0.15
"""Points by which a choice of building may vary from one moment to the next."""


class Sensible(Policy):
    """The vectors are scratch paper for one decision: what each kind of card is worth kept, and which cards of each
    kind to lay, give or discard."""

    def __init__(self) -> None:
        self.worth = vec[float]([0.0] * int(n.KINDS))
        self.want = zeros(n.KINDS)
        self.left: float = 0.0
        self.blur: float = 1.0
        self.praying: float = 10.0
        self.spread: float = 3.5

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, RattusCartus)
        step = state.stage
        if step == n.LOOK_FOR_SUPPLY or step > n.HOSPITAL_DISCARD:
            return self.somewhere_new(state, seat, rng)
        if step == n.SWORD_TARGET:
            return self.fullest_hand(state)
        if step == n.FLUTE_TARGET:
            return self.leader(state, seat)
        self.size_up(state, seat)
        if step == n.CHOOSE_SUPPLY:
            return self.best_supply(state, seat, rng)
        if step == n.ENTER_A_BUILDING:
            return self.best_entry(state, seat, rng)
        if step == n.LAY_CARDS:
            self.plan(state, seat, state.slot_of(seat))
            for kind in range(state.low, n.LAYABLE):
                if self.want[kind] > state.laid(seat, kind):
                    return kind
            return n.DONE
        if step == n.PERFORM_OR_NOT:
            return self.perform_or_not(state, seat)
        if step == n.HOSPITAL_DISCARD:
            return self.next_discard(state, seat)
        return self.next_gift(state, seat)

    # Sizing up

    def size_up(self, state: RattusCartus, seat: i64) -> None:
        self.left = float(state.house.rounds - state.round_number)
        self.blur = 0.3 + BLUR * sqrt(self.left)
        self.count_nuns(state, seat)
        unseen = bits_in(state.unseen)
        coming = self.left * float(state.house.row)
        for which in range(n.CLASSES):
            both = all_copies_of(which * 2) | all_copies_of(which * 2 + 1)
            expected: float = 0.0
            if unseen > 0:
                expected = coming * float(bits_in(state.unseen & both)) / float(unseen)
            value = SPARE + CARD * (1.0 - exp(-0.9 * expected))
            for kind in range(which * 5, which * 5 + 5):
                self.worth[kind] = value
        later = self.left / (self.left + 1.0)
        self.worth[n.JOKER] = SPARE + JOKER_WORTH * later
        self.worth[n.SWORD] = 0.4 + SWORD_WORTH * later
        self.worth[n.FLUTE] = 0.4 + FLUTE_WORTH * later
        self.worth[n.PASS] = 0.5 + PASS_WORTH * later
        self.worth[n.GOLD] = GOLD_WORTH

    def count_nuns(self, state: RattusCartus, seat: i64) -> None:
        """What the Nun-row may amount to: seen slots for sure, the others from the cards that the seat cannot see."""
        known: i64 = 0
        hidden: i64 = 0
        for slot in range(n.NUN_SLOTS):
            if state.has_seen(seat, slot):
                known += state.nun_card(slot) % 5
            else:
                hidden += 1
        if hidden == 0:
            self.praying = float(known)
            self.spread = 0.2
            return
        cards: i64 = 0
        total: i64 = 0
        squares: i64 = 0
        own_pile = state.is_face_down(seat)
        for kind in range(n.POPULATION):
            count = state.house.copies[kind] - state.pile(kind) - state.hand(seat, kind)
            if own_pile:
                count -= state.laid(seat, kind)
            number = kind % 5
            cards += count
            total += count * number
            squares += count * number * number
        mean = float(total) / float(cards)
        self.praying = float(known) + float(hidden) * mean
        self.spread = sqrt(float(hidden) * (float(squares) / float(cards) - mean * mean) + 0.04)

    def survival(self, rats: float) -> float:
        """The chance to be alive with so many rats now, some of which can still be shed."""
        return likely(1.7 * (self.praying - rats + SHED * self.left + 0.5) / self.spread)

    def cost_of_rats(self, state: RattusCartus, seat: i64, more: float) -> float:
        """Points lost with so many rats more (or won, with fewer)."""
        rats = float(state.rats(seat))
        if rats + more < 0.0:
            more = -rats
        return LIFE * (self.survival(rats) - self.survival(rats + more))

    def drawn_card(self) -> float:
        """Points for a card from the deck, of whatever class."""
        return SPARE + DRAWN * (1.0 - exp(-0.5 * (self.left + 0.6)))

    def class_worth(self, state: RattusCartus, seat: i64, which: i64, mine: float) -> float:
        """Points that so much influence is expected to bring at the end: the chances of first, second, third place."""
        if mine <= 0.0:
            return 0.0
        none: float = 1.0
        one: float = 0.0
        two: float = 0.0
        for other in range(state.seats):
            if other == seat:
                continue
            theirs = state.influence(other, which)
            if theirs == 0 and self.left == 0.0:
                continue
            ahead = likely((float(theirs) - mine + 0.3) / self.blur)
            two = two * (1.0 - ahead) + one * ahead
            one = one * (1.0 - ahead) + none * ahead
            none = none * (1.0 - ahead)
        return 10.0 * none + 5.0 * one + (2.0 * two if state.seats > 2 else 0.0)

    # Supplies and looks

    def best_supply(self, state: RattusCartus, seat: i64, rng: Rng) -> i64:
        best: float = -1000.0
        choice: i64 = 0
        for slot in range(state.house.row):
            card = state.row_card(slot)
            value = float(state.house.draw[card]) * self.drawn_card()
            value -= self.cost_of_rats(state, seat, -float(state.house.rats[card]))
            value += float(state.house.look[card]) * self.look_worth(state, seat)
            value += 0.1 * rng.unit()
            if value > best:
                best = value
                choice = slot
        return n.SUPPLY + choice

    def look_worth(self, state: RattusCartus, seat: i64) -> float:
        if state.has_seen_all(seat):
            return 0.0
        return GLANCE * self.spread / 3.5 * (0.4 if self.left == 0.0 else 1.0)

    def somewhere_new(self, state: RattusCartus, seat: i64, rng: Rng) -> i64:
        """A slot not seen yet; with none left but the one just seen, any other."""
        fresh: i64 = 0
        for slot in range(n.NUN_SLOTS):
            if not state.has_seen(seat, slot):
                fresh += 1
        if fresh == 0:
            return n.LOOK + (1 if state.figures[n.BARRED + seat] == 0 else 0)
        skipped = rng.below(fresh)
        for slot in range(n.NUN_SLOTS):
            if not state.has_seen(seat, slot):
                if skipped == 0:
                    return n.LOOK + slot
                skipped -= 1
        return n.LOOK

    # Entering and laying

    def best_entry(self, state: RattusCartus, seat: i64, rng: Rng) -> i64:
        if state.hand(seat, n.PASS) > 0 and state.waiting > 1 and (self.left > 0.0 or state.hand(seat, n.PASS) > 1):
            return n.PLAY_PASS
        best: float = -1000.0
        choice: i64 = 0
        for slot in range(state.house.row):
            value = self.plan(state, seat, slot) + MOOD * rng.unit()
            if value > best:
                best = value
                choice = slot
        return n.ENTER + choice

    def plan(self, state: RattusCartus, seat: i64, slot: i64) -> float:
        """What to lay in a building, into `want`, and what going there is worth: the cheapest cards first, as many as
        pay."""
        which = state.building(slot) // 2
        influence = float(state.influence(seat, which))
        before = self.class_worth(state, seat, which, influence)
        rat = self.cost_of_rats(state, seat, 1.0)
        rivals, strongest = self.rivals(state, seat, slot)
        for kind in range(n.KINDS):
            self.want[kind] = 0
        spent: float = 0.0
        strangers: float = 0.0
        best: float = -1000.0
        laid: i64 = 0
        best_laid: i64 = 0
        people = self.people(state, seat)
        while True:
            premium = self.premium_chance(state, slot, laid, strongest, rivals)
            reached = influence + float(laid) + (premium if self.left == 0.0 else 0.0)
            value = self.class_worth(state, seat, which, reached) - before - spent
            value -= self.cost_of_rats(state, seat, strangers)
            if self.left > 0.0:
                value += self.action_worth(state, seat, slot, premium, laid, rat)
            if value > best + 0.001:
                best = value
                best_laid = laid
            if laid == people:
                break
            kind = self.cheapest(state, seat, which, rat)
            self.want[kind] += 1
            spent += self.worth[kind]
            if kind < n.POPULATION and kind // 5 != which:
                strangers += 1.0
            laid += 1
        self.keep_first(state, seat, which, rat, best_laid)
        best += self.add_specials(state, seat, slot, rat)
        return best

    def people(self, state: RattusCartus, seat: i64) -> i64:
        """Population cards and Jokers in hand."""
        count: i64 = 0
        for kind in range(n.JOKER + 1):
            count += state.hand(seat, kind)
        return count

    def cheapest(self, state: RattusCartus, seat: i64, which: i64, rat: float) -> i64:
        """The next card to lay: what it is worth kept, and the rat that a stranger brings."""
        found: i64 = -1
        least: float = 1000.0
        for kind in range(n.JOKER + 1):
            if state.hand(seat, kind) > self.want[kind]:
                price = self.worth[kind]
                if kind // 5 == which:
                    price -= 0.5
                elif kind < n.POPULATION:
                    price += rat
                if price < least:
                    least = price
                    found = kind
        return found

    def keep_first(self, state: RattusCartus, seat: i64, which: i64, rat: float, number: i64) -> None:
        """Let `want` be the first so many cards in the order in which they would be laid."""
        for kind in range(n.KINDS):
            self.want[kind] = 0
        for _ in range(number):
            self.want[self.cheapest(state, seat, which, rat)] += 1

    def rivals(self, state: RattusCartus, seat: i64, slot: i64) -> tuple[i64, i64]:
        """How many may still come to this building, and the highest number announced in it (of two players: of both,
        wherever they stand)."""
        strongest: i64 = -1
        for place in range(state.entered):
            other = state.entry(place)
            compared = other != seat and (state.slot_of(other) == slot or state.seats == 2)
            if compared and state.figures[n.ANNOUNCED + other] > strongest:
                strongest = state.figures[n.ANNOUNCED + other]
        coming = state.seats - state.entered
        if state.slot_of(seat) < 0:
            coming -= 1
        return coming, strongest

    def premium_chance(self, state: RattusCartus, slot: i64, laid: i64, strongest: i64, coming: i64) -> float:
        if laid <= strongest:
            return 0.25 if laid + 1 >= strongest and strongest > 0 else 0.0
        stays = 1.0 - likely((USUAL_STRENGTH - float(laid)) / 1.2) / (
            1.0 if state.seats == 2 else float(state.house.row)
        )
        chance: float = 1.0
        for _ in range(coming):
            chance *= stays
        return chance

    def action_worth(self, state: RattusCartus, seat: i64, slot: i64, premium: float, laid: i64, rat: float) -> float:
        """The building's action, premium or standard as likely."""
        building = state.building(slot)
        amount = 1.0 + premium
        if building == n.FARM:
            return 2.0 * amount * self.drawn_card()
        if building == n.BREWERY:
            return 0.5 * amount * float(laid) * self.drawn_card()
        if building == n.MONASTERY:
            return -self.cost_of_rats(state, seat, -amount)
        if building == n.HOSPITAL:
            return -0.6 * self.cost_of_rats(state, seat, -1.0 - 2.0 * premium)
        if building == n.PALACE:
            return TOKEN_WORTH * amount if state.pool_size() > 1 else 0.0
        if building == n.TENT:
            return self.look_worth(state, seat) * (0.8 + 0.6 * premium)
        if building == n.GUARD_TOWER:
            return self.tower_worth(state, seat, premium, laid)
        kind = kind_given_by(building)
        return amount * self.worth[kind] if state.supply(kind) > 1 else 0.0

    def tower_worth(self, state: RattusCartus, seat: i64, premium: float, laid: i64) -> float:
        cards: i64 = 0
        hand = state.hand_size(seat) - laid
        for other in range(state.seats):
            if other != seat and not state.is_protected(other) and state.hand_size(other) >= hand:
                cards += 3 if state.hand_size(other) > 3 else state.hand_size(other)
        return premium * 0.6 * float(cards) * self.drawn_card() + 0.3

    def add_specials(self, state: RattusCartus, seat: i64, slot: i64, rat: float) -> float:
        """A Sword where somebody has a full hand, a Flute where there is anybody."""
        fullest: i64 = 0
        others: i64 = 0
        for other in range(state.seats):
            if other != seat and state.slot_of(other) == slot:
                others += 1
                if state.hand_size(other) > fullest:
                    fullest = state.hand_size(other)
        extra: float = 0.0
        if others == 0:
            return extra
        if state.hand(seat, n.SWORD) > 0:
            gain = 0.7 * float(fullest // 2) * self.drawn_card() - self.worth[n.SWORD]
            if gain > 0.0:
                self.want[n.SWORD] = 1
                extra += gain
        if state.hand(seat, n.FLUTE) > 0 and state.rats(seat) > 0:
            gain = 1.3 * rat - self.worth[n.FLUTE]
            if gain > 0.0:
                self.want[n.FLUTE] = 1
                extra += gain
        return extra

    # At the buildings

    def fullest_hand(self, state: RattusCartus) -> i64:
        least = state.fewest(n.SWORD)
        found: i64 = -1
        for other in range(state.seats):
            tied = state.slot_of(other) == state.slot and state.laid(other, n.SWORD) == least
            if tied and (found < 0 or state.hand_size(other) > state.hand_size(found)):
                found = other
        return n.TARGET + found

    def leader(self, state: RattusCartus, seat: i64) -> i64:
        """Of those who may receive a rat, the one whose influence is worth most."""
        self.left = float(state.house.rounds - state.round_number)
        self.blur = 0.3 + BLUR * sqrt(self.left)
        least = state.fewest(n.FLUTE)
        found: i64 = -1
        best: float = -1.0
        for other in range(state.seats):
            if state.slot_of(other) == state.slot and state.laid(other, n.FLUTE) == least:
                value = self.influence_worth(state, other)
                if value > best:
                    best = value
                    found = other
        return n.TARGET + found

    def influence_worth(self, state: RattusCartus, seat: i64) -> float:
        total: float = 0.0
        for which in range(n.CLASSES):
            total += self.class_worth(state, seat, which, float(state.influence(seat, which)))
        return total

    def perform_or_not(self, state: RattusCartus, seat: i64) -> i64:
        """Decline cards that would bring the hand into the reach of a Guard Tower still to be resolved, where they are
        fewer than it would take."""
        building = state.building(state.slot)
        gain: i64 = 2 if seat == state.premium_holder(state.slot) else 1
        if building == n.FARM:
            gain *= 2
        elif building == n.BREWERY:
            gain = state.brewed(seat, gain == 2)
        elif kind_given_by(building) < 0:
            return n.PERFORM
        if state.is_protected(seat):
            return n.PERFORM
        hand = state.hand_size(seat)
        for place in range(state.entered):
            other = state.entry(place)
            slot = state.slot_of(other)
            if other != seat and slot > state.slot and state.building(slot) == n.GUARD_TOWER:
                reach = state.hand_size(other)
                taken: i64 = 3 if hand + gain > 3 else hand + gain
                if hand < reach and hand + gain >= reach and gain < taken:
                    return n.SKIP
        return n.PERFORM

    def next_gift(self, state: RattusCartus, seat: i64) -> i64:
        """Of the cards that must be given, the least worth; the lowest kind of them next. Where the picks so far were
        not ours, it is what the rules still allow."""
        self.mark_least(state, seat, state.demand(seat) if state.stage == n.TOWER_GIFT else state.due, 1000.0)
        moves = Moves()
        state.list_moves(seat, moves)
        for i in range(moves.count):
            kind = moves.items[i]
            if self.want[kind] > state.set_aside(seat, kind):
                return kind
        return moves.items[0]

    def next_discard(self, state: RattusCartus, seat: i64) -> i64:
        """Cards worth less than the rat that they rid us of."""
        rat = -self.cost_of_rats(state, seat, -1.0)
        self.mark_least(state, seat, state.due, rat)
        for kind in range(state.low, n.KINDS):
            if self.want[kind] > state.gift(kind):
                return kind
        return n.DONE

    def mark_least(self, state: RattusCartus, seat: i64, number: i64, limit: float) -> None:
        """Into `want`, up to so many cards of the hand, the least worth first, none above the limit."""
        for kind in range(n.KINDS):
            self.want[kind] = 0
        for _ in range(number):
            found: i64 = -1
            for kind in range(n.KINDS):
                if state.hand(seat, kind) > self.want[kind] and (found < 0 or self.worth[kind] < self.worth[found]):
                    found = kind
            if found < 0 or self.worth[found] > limit:
                break
            self.want[found] += 1

    # A guess at the end

    def outlook(self, state: State, seat: i64) -> float:
        """Who is likely to survive, and of those who is ahead, in a world where everything is known."""
        assert isinstance(state, RattusCartus)
        self.left = float(state.house.rounds - state.round_number) + 0.5
        self.blur = 0.3 + BLUR * sqrt(self.left)
        self.praying = float(nuns(state))
        self.spread = 0.5 + 0.9 * sqrt(self.left)
        sharpness = 0.10 + 0.35 / (self.left + 0.7)
        mine: float = 0.0
        total: float = 0.0
        nobody: float = 1.0
        for other in range(state.seats):
            points = self.influence_worth(state, other) + 0.4 * float(state.hand_size(other))
            points += float(token_points(state, other))
            points += GOLD_WORTH * float(state.hand(other, n.GOLD))
            alive = self.survival(float(state.rats(other)))
            weight = alive * exp(sharpness * (points - 25.0))
            total += weight
            nobody *= 1.0 - alive
            if other == seat:
                mine = weight
        if total <= 0.0:
            return 0.0
        return mine / total * (1.0 - nobody if state.house.all_lose else 1.0)


def likely(x: float) -> float:
    """From 0 to 1, one half at 0."""
    if x > 30.0:
        return 1.0
    if x < -30.0:
        return 0.0
    return 1.0 / (1.0 + exp(-x))
