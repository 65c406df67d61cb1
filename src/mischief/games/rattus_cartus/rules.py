"""Rattus Cartus: the rules.

The old king is dying and the plague is in town. Two to five players send people of six classes into the buildings of a
medieval town and gain influence in the class of the building, one point a card; a card of any other class brings a rat
along. At the end the six influence tracks pay most of the points, but whoever has more rats than there are nuns on the
five hidden cards of the Nun-row dies and has lost, whatever the points.

A round (RC-2.2) runs through five phases, and this file follows them from top to bottom:
A  a row of two or three buildings is drawn; if all are the same building, the last is replaced (RC-3);
B  everybody chooses one card of the row for its supply action: draw, discard rats, look at the Nun-row (RC-4);
C  in turn everybody enters a building and lays cards face down, saying only how many (RC-5);
D  building by building: cards are turned up, influence and rats, Swords and Flutes (RC-6, RC-7), then the premium
   action for the strongest and the standard action for the others (RC-8, RC-9); laid cards are discarded (RC-10);
E  the starting player card moves on (RC-10.4). In the last round influence takes the place of the actions (RC-8.7).

Rulings that bent the text: the Guard Tower's lost sentences are restored, it strikes everybody with as many cards as
the holder (RC-9.4, Q1); two players turn up their cards together before the first building is resolved, since they
share a single premium (RC-8.6, Q18); the split of the building cards between Building deck and Replacement deck is
never decided, both are drawn from one bag of unseen cards (Q30). The supply actions and token values are ours (Q2, Q3).

Picking several cards is a sequence of single picks in rising order of kind; the cards stay in the hand until the choice
is complete, so that an unfinished choice shows nobody anything (RC-15.7).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from mischief.engine.chance import Odds, Rng
from mischief.engine.moves import Moves, filled, zeros
from mischief.engine.seats import DEALER, NOBODY

from .imagining import imagine_the_rest
from .pieces import (
    BUILDING,
    BUILDING_CARDS,
    COPIES,
    COUNTED,
    D1,
    D2,
    D3,
    D4,
    D5,
    D6,
    D7,
    D8,
    D9,
    D10,
    D11,
    DONE,
    ENDED,
    ENTER,
    FIRST_RATS,
    FLUTE,
    JOKER,
    KINDS,
    LAYABLE,
    LOOK,
    N1,
    N2,
    N3,
    N4,
    N5,
    N6,
    N7,
    N8,
    N9,
    NUN_SLOTS,
    OVER,
    PASS,
    PERFORM,
    PHASE_B,
    PHASE_C,
    PLAY_PASS,
    POPULATION,
    SEATS,
    SETUP,
    SKIP,
    START,
    SUPPLY,
    SWORD,
    TARGET,
    TOKEN,
    TYPE,
    Box,
    all_copies_of,
    bit,
    bits_in,
)
from .resolving import Resolution
from .scoring import share_of_victory, tell_the_scoring
from .table import (
    ANSWER,
    BARRED,
    CARDS,
    CHOICE,
    COUNT,
    DECK,
    ENTERED,
    FIGURES,
    LAID,
    LINE,
    NOT_ASKED,
    NUNS,
    OPEN,
    ORDER,
    PICKS,
    POOL,
    RATS,
    ROW,
    STRENGTH,
    SUPPLIES,
    building_id,
    card_ids,
)

if TYPE_CHECKING:
    from mischief.engine.game import Game
    from mischief.engine.state import State

UNSEEN: Final[i64] = -1
"""What others glimpse of a secret action."""


@final
class RattusCartus(Resolution):
    """The rules of Rattus Cartus over its table."""

    def clone(self) -> State:
        return self.copy(self.dreaming)

    def copy(self, dreaming: bool) -> RattusCartus:
        return RattusCartus(
            self.game,
            self.seats,
            self.box,
            self.cards[:],
            self.figures[:],
            self.phase,
            self.step,
            self.round_number,
            self.start,
            self.seat,
            self.due,
            self.picked,
            self.low,
            self.slot,
            self.winner,
            self.waiting,
            self.entered,
            self.bottom,
            self.deck_size,
            self.pile_size,
            self.unseen,
            self.gone,
            self.clock,
            dreaming,
            self.memory,
        )

    # Whose decision it is

    def actor(self) -> i64:
        if self.step == ENDED:
            return NOBODY
        return DEALER if self.step <= N9 else self.seat

    def waits_for(self, seat: i64) -> bool:
        if seat >= 0 and self.is_together():
            return self.answer(seat) == OPEN
        return self.actor() == seat

    def is_together(self) -> bool:
        """Whether the seats asked now decide at the same time and in secret (RC-4.7, RC-9.13)."""
        return self.step == D9 or (self.box.together and (self.step == D1 or self.step == D2))

    # What may be done

    def list_moves(self, seat: i64, moves: Moves) -> None:
        step = self.step
        if step == D4:
            for kind in range(self.low, LAYABLE):
                if self.hand(seat, kind) > self.laid(seat, kind):
                    moves.add(kind)
            moves.add(DONE)
        elif step == D1:
            for slot in range(self.box.row):
                moves.add(SUPPLY + slot)
        elif step == D3:
            if self.hand(seat, PASS) > 0:
                moves.add(PLAY_PASS)
            for slot in range(self.box.row):
                moves.add(ENTER + slot)
        elif step == D8:
            moves.add(PERFORM)
            moves.add(SKIP)
        elif step == D2 or step == D11:
            for slot in range(NUN_SLOTS):
                if slot != self.figures[BARRED + seat]:
                    moves.add(LOOK + slot)
            if step == D11 and self.box.ask:
                moves.add(SKIP)
        elif step == D5 or step == D7:
            kind = SWORD if step == D5 else FLUTE
            least = self.fewest(kind)
            for other in range(self.seats):
                if self.slot_of(other) == self.slot and self.laid(other, kind) == least:
                    moves.add(TARGET + other)
        elif step == D6:
            self.list_gift(seat, self.low, self.due - self.picked, moves)
        elif step == D9:
            packed = self.figures[PICKS + seat]
            low = i64(0)
            if packed > 0:
                low = self.last_pick(packed) - 1
            self.list_gift(seat, low, self.demand(seat) - self.picks_made(packed), moves)
        elif step == D10:
            for kind in range(self.low, KINDS):
                if self.hand(seat, kind) > self.gift(kind):
                    moves.add(kind)
            moves.add(DONE)

    def list_gift(self, seat: i64, low: i64, need: i64, moves: Moves) -> None:
        """An exact number of cards in rising order: a kind only if enough of it and higher ones are left."""
        left: i64 = 0
        for kind in range(low, KINDS):
            left += self.hand(seat, kind) - self.set_aside(seat, kind)
        for kind in range(low, KINDS):
            here = self.hand(seat, kind) - self.set_aside(seat, kind)
            if here > 0 and left >= need:
                moves.add(kind)
            left -= here

    def set_aside(self, seat: i64, kind: i64) -> i64:
        """Cards of a kind already picked for the gift in progress."""
        if self.step == D6:
            return self.gift(kind)
        count: i64 = 0
        packed = self.figures[PICKS + seat]
        while packed > 0:
            if (packed & 63) - 1 == kind:
                count += 1
            packed >>= 6
        return count

    def list_odds(self, odds: Odds) -> None:
        step = self.step
        if step == N4 or step == N5 or step == N8:
            for kind in range(POPULATION):
                if self.deck(kind) > 0:
                    odds.add(kind, self.deck(kind))
        elif step == N6 or step == N7:
            for card in range(BUILDING_CARDS):
                if (self.unseen >> card) & 1 == 1:
                    odds.add(BUILDING + card, 1)
        elif step == N9:
            for value in range(i64(1), i64(4)):
                if self.pool(value) > 0:
                    odds.add(TOKEN + value - 1, self.pool(value))
        elif step == N1:
            odds.add(TYPE + self.slot * 2, 1)
            odds.add(TYPE + self.slot * 2 + 1, 1)
        elif step == N2:
            counted = self.box.method == COUNTED
            first = self.slot * COPIES if counted else self.slot * COPIES * 2
            for card in range(first, first + (COPIES if counted else COPIES * 2)):
                if (self.unseen >> card) & 1 == 0:
                    odds.add(BUILDING + card, 1)
        elif step == N3:
            for seat in range(self.seats):
                odds.add(START + seat, 1)

    def sample(self, rng: Rng) -> i64:
        step = self.step
        if step == N8 or step == N4 or step == N5:
            left = rng.below(self.deck_size)
            for kind in range(POPULATION):
                left -= self.deck(kind)
                if left < 0:
                    return kind
        if step == N6 or step == N7:
            left = rng.below(bits_in(self.unseen))
            for card in range(BUILDING_CARDS):
                left -= (self.unseen >> card) & 1
                if left < 0:
                    return BUILDING + card
        odds = Odds()
        self.list_odds(odds)
        return odds.pick(rng)

    # What happens

    def apply(self, seat: i64, action: i64) -> None:
        step = self.step
        if seat == DEALER:
            self.deal(action)
        elif step == D4:
            self.lay(seat, action)
        elif step == D1:
            self.choose_supply(seat, action - SUPPLY)
        elif step == D2:
            self.look_for_supply(seat, action - LOOK)
        elif step == D3:
            if action == PLAY_PASS:
                self.play_pass(seat)
            else:
                self.enter(seat, action - ENTER)
        elif step == D5:
            self.demand_half(seat, action - TARGET)
        elif step == D6:
            self.pick_for_sword(seat, action)
        elif step == D7:
            self.pipe_to(seat, action - TARGET)
            self.begin_actions()
        elif step == D8:
            if action == PERFORM:
                self.perform(seat)
            else:
                self.tell_action(seat, False, "declined")
                self.next_action(seat)
        elif step == D9:
            self.pick_for_tower(seat, action)
        elif step == D10:
            self.pick_for_hospital(seat, action)
        elif step == D11:
            self.look_in_tent(seat, action)

    def deal(self, outcome: i64) -> None:
        step = self.step
        if step == N8:
            self.draw(self.seat, outcome)
            self.due -= 1
            self.keep_drawing()
        elif step == N6:
            self.add_to_row(outcome - BUILDING)
        elif step == N9:
            self.take_token(outcome - TOKEN + 1)
        elif step == N5:
            self.deal_hand(outcome)
        elif step == N4:
            self.deal_nun(outcome)
        elif step == N7:
            self.unseen &= ~bit(outcome - BUILDING)
            self.replace_last(outcome - BUILDING)
            self.check_row()
        elif step == N3:
            self.start = outcome - START
            self.begin_dealing()
        elif step == N1:
            self.unseen |= all_copies_of(outcome - TYPE)
            self.choose_class(self.slot + 1)
        elif step == N2:
            self.unseen |= bit(outcome - BUILDING)
            self.due -= 1
            if self.due == 0:
                if self.box.method == COUNTED:
                    self.choose_counted(self.slot + 1)
                else:
                    self.choose_class(self.slot + 1)

    # Phase B: supplies (RC-4)

    def begin_supplies(self) -> None:
        self.phase = PHASE_B
        self.slot = 0
        self.step = D1
        if self.box.together:
            self.ask_everybody()
        else:
            self.seat = self.start
            self.due = 0

    def ask_everybody(self) -> None:
        for seat in range(self.seats):
            self.figures[ANSWER + seat] = OPEN
        self.seat = 0
        self.due = 0

    def choose_supply(self, seat: i64, slot: i64) -> None:
        if self.box.together:
            self.figures[ANSWER + seat] = slot
            if self.next_open():
                return
            for other in range(self.seats):
                self.figures[CHOICE + other] = self.answer(other)
            for turn in range(self.seats):
                self.tell_supply((self.start + turn) % self.seats)
            self.carry_out(self.start)
        else:
            self.figures[CHOICE + seat] = slot
            self.tell_supply(seat)
            self.carry_out(seat)

    def tell_supply(self, seat: i64) -> None:
        if self.listener is not None:
            card = self.row_card(self.figures[CHOICE + seat])
            self.tell(
                "supply_chosen",
                {
                    "seat": int(seat),
                    "slot": int(self.figures[CHOICE + seat]),
                    "building": building_id(card),
                    "draw": int(self.box.draw[card]),
                    "rats": int(self.box.rats[card]),
                    "look": int(self.box.look[card]),
                },
            )

    def carry_out(self, seat: i64) -> None:
        """Draw, then rats, then look (RC-4.3)."""
        self.begin_draw(seat, self.box.draw[self.row_card(self.figures[CHOICE + seat])])

    def finish_supply(self, seat: i64) -> None:
        card = self.row_card(self.figures[CHOICE + seat])
        self.discard_rats(seat, self.box.rats[card], "supply")
        if self.box.together:
            following = self.next_seat(seat)
            if following == self.start:
                self.ask_looks(1)
            else:
                self.carry_out(following)
        else:
            self.figures[BARRED + seat] = -1
            self.due = self.box.look[card]
            self.ask_look(seat)

    def ask_look(self, seat: i64) -> None:
        """Whoever has seen all five cards is not asked again (D2)."""
        while self.due > 0:
            if not self.has_seen_all(seat):
                self.step = D2
                return
            self.look(seat, self.lowest_slot(seat))
            self.due -= 1
        following = self.next_seat(seat)
        if following == self.start:
            self.begin_entering()
        else:
            self.seat = following
            self.step = D1

    def ask_looks(self, number: i64) -> None:
        """All who have a first (or second) look name their slots together (RC-4.7)."""
        self.step = D2
        self.due = number
        asked: i64 = 0
        for seat in range(self.seats):
            self.figures[ANSWER + seat] = NOT_ASKED
            if number == 1:
                self.figures[BARRED + seat] = -1
            if self.box.look[self.row_card(self.figures[CHOICE + seat])] >= number:
                asked += 1
                self.figures[ANSWER + seat] = self.lowest_slot(seat) if self.has_seen_all(seat) else OPEN
        if asked == 0:
            self.begin_entering()
        elif not self.next_open():
            self.see_together()

    def look_for_supply(self, seat: i64, slot: i64) -> None:
        if self.box.together:
            self.figures[ANSWER + seat] = slot
            if not self.next_open():
                self.see_together()
        else:
            self.look(seat, slot)
            self.due -= 1
            self.ask_look(seat)

    def see_together(self) -> None:
        for turn in range(self.seats):
            seat = (self.start + turn) % self.seats
            if self.answer(seat) >= 0:
                self.look(seat, self.answer(seat))
        self.ask_looks(self.due + 1)

    # Phase C: enter and lay (RC-5)

    def begin_entering(self) -> None:
        self.phase = PHASE_C
        for turn in range(self.seats):
            self.figures[LINE + turn] = (self.start + turn) % self.seats
        self.waiting = self.seats
        self.entered = 0
        self.ask_entry()

    def ask_entry(self) -> None:
        self.due = 0
        self.slot = 0
        if self.waiting == 0:
            self.begin_resolution()
        else:
            self.step = D3
            self.seat = self.line(0)

    def play_pass(self, seat: i64) -> None:
        """To the back of the line; the card returns to its supply (RC-5.6 to RC-5.10)."""
        self.change_hand(seat, PASS, -1)
        self.return_card(PASS, 1)
        self.show(seat, filled(1, PASS))
        self.step_out_of_line()
        self.figures[LINE + self.waiting] = seat
        self.waiting += 1
        if self.listener is not None:
            self.tell("pass_played", {"seat": int(seat), "left": int(self.supply(PASS))})
        self.ask_entry()

    def step_out_of_line(self) -> None:
        self.waiting -= 1
        for place in range(self.waiting):
            self.figures[LINE + place] = self.line(place + 1)

    def enter(self, seat: i64, slot: i64) -> None:
        """On the lowest free space: discs of a building stand in the order of entry (RC-5.1, RC-5.11)."""
        self.step_out_of_line()
        self.figures[ENTERED + seat] = slot
        self.figures[ORDER + self.entered] = seat
        self.entered += 1
        if self.listener is not None:
            space, building = int(self.space_of(seat)), building_id(self.row_card(slot))
            self.tell("entered", {"seat": int(seat), "slot": int(slot), "building": building, "space": space})
        self.step = D4
        self.picked = 0
        self.low = 0
        if self.hand_size(seat) == 0:
            self.announce(seat)

    def space_of(self, seat: i64) -> i64:
        space: i64 = 0
        for place in range(self.entered):
            other = self.entry(place)
            if self.slot_of(other) == self.slot_of(seat):
                space += 1
            if other == seat:
                break
        return space

    def lay(self, seat: i64, action: i64) -> None:
        if action == DONE:
            self.announce(seat)
            return
        self.shift(LAID + seat * KINDS + action, 1)
        self.picked += 1
        self.low = action
        if self.picked == self.hand_size(seat):
            self.announce(seat)

    def announce(self, seat: i64) -> None:
        """The cards leave the hand; only their number is told (RC-5.3, RC-5.5)."""
        if self.picked > 0:
            for kind in range(LAYABLE):
                if self.laid(seat, kind) > 0:
                    self.change_hand(seat, kind, -self.laid(seat, kind))
        self.figures[COUNT + seat] = self.picked
        if self.listener is not None:
            cards = card_ids(self.cards_at(LAID + seat * KINDS, KINDS))
            self.tell(
                "laid",
                {"seat": int(seat), "slot": int(self.slot_of(seat)), "count": len(cards), "cards": cards},
                {"cards": [int(seat)]},
            )
        self.picked = 0
        self.low = 0
        self.ask_entry()

    # Phase E: end of round (RC-10.4)

    def end_round(self) -> None:
        for slot in range(self.box.row):
            self.gone |= bit(self.row_card(slot))
            self.figures[ROW + slot] = -1
        self.start = self.next_seat(self.start)
        if self.listener is not None:
            self.tell("round_end", {"round": int(self.round_number), "next": int(self.start)})
        if self.is_final():
            self.phase = OVER
            self.step = ENDED
            self.slot = 0
            self.seat = NOBODY
            self.due = 0
            self.take_back_discs()
            if self.listener is not None:
                tell_the_scoring(self)
        else:
            self.round_number += 1
            self.draw_buildings()

    # What cannot be known

    def imagine(self, seat: i64, rng: Rng) -> State:
        world = self.copy(True)
        imagine_the_rest(world, seat, rng)
        return world

    def glimpse(self, viewer: i64, seat: i64, action: i64) -> i64:
        if seat == viewer:
            return action
        if seat == DEALER:
            if self.step == N4:
                return UNSEEN
            secret = self.step == N5 or self.step == N8 or self.step == N9
            return UNSEEN if secret and viewer != self.seat else action
        if action < DONE or self.is_together():
            return UNSEEN
        return action

    # How it ends

    def payoff(self, seat: i64) -> float:
        return share_of_victory(self, seat)


def new_table(game: Game, seats: i64, box: Box) -> RattusCartus:
    """A table before anything is chosen or dealt."""
    table = blank_table(game, seats, box)
    table.set_up()
    return table


def blank_table(game: Game, seats: i64, box: Box) -> RattusCartus:
    """A table with all that is in the box, before anybody has touched it."""
    cards = vec[u8](bytes(int(CARDS)))
    deck_size: i64 = 0
    for kind in range(POPULATION):
        cards[DECK + kind] = u8(box.copies[kind])
        deck_size += box.copies[kind]
    figures = zeros(FIGURES)
    for seat in range(SEATS):
        figures[ENTERED + seat] = -1
        figures[STRENGTH + seat] = -1
        figures[CHOICE + seat] = -1
        figures[BARRED + seat] = -1
        figures[ANSWER + seat] = NOT_ASKED
    for seat in range(seats):
        figures[RATS + seat] = FIRST_RATS
    for slot in range(NUN_SLOTS):
        figures[NUNS + slot] = -1
    for slot in range(i64(3)):
        figures[ROW + slot] = -1
        figures[POOL + slot] = box.tokens[slot]
    figures[SUPPLIES] = box.copies[JOKER]
    return RattusCartus(
        game,
        seats,
        box,
        cards,
        figures,
        SETUP,
        N1,
        0,
        0,
        NOBODY,
        0,
        0,
        0,
        0,
        -1,
        0,
        0,
        0,
        deck_size,
        0,
        0,
        0,
        0,
        False,
        None,
    )
