"""Rattus Cartus: the rules.

The old king is dying and the plague is in town. Two to five players send people of six classes into the buildings of a
medieval town and gain influence in the class of the building, one point a card; a card of any other class brings a rat
along. At the end the six influence tracks pay most of the points, but whoever has more rats than there are nuns on the
five hidden cards of the Nun-row dies and has lost, whatever the points.

After the set-up (setup.py) a round (RC-2.2) runs through five phases:
A  a row of two or three buildings is drawn; if all are the same building, the last is replaced (setup.py, RC-3);
B  everybody chooses one card of the row for its supply action: draw, discard rats, look at the Nun-row
   (rules_supplies.py, RC-4);
C  in turn everybody enters a building and lays cards face down, saying only how many (rules_entering.py, RC-5);
D  building by building: cards are turned up, influence and rats, Swords and Flutes (rules_swords.py, RC-6, RC-7), then
   the premium action for the strongest and the standard action for the others; laid cards are discarded
   (rules_buildings.py, RC-8 to RC-10);
E  the starting player card moves on (RC-10.4). In the last round influence takes the place of the actions (RC-8.7).
Each file's class builds on that of the phase after it, so that a phase can lead on to the next; at the bottom are what
may be done (legal.py) and what lies on the table (table.py). Here stands which move leads where, and the end of a
round.

Rulings that bent the text (the end of rulebook.md has them all): the Guard Tower's lost sentences are restored, it
strikes everybody with as many cards as the holder (RC-9.4); two players turn up their cards together before the first
building is resolved, since they share a single premium (RC-8.6); the split of the building cards between Building deck
and Replacement deck is never decided, both are drawn from one bag of unseen cards. The supply actions and token values
are ours.

Picking several cards is a sequence of single picks in rising order of kind; the cards stay in the hand until the choice
is complete, so that an unfinished choice shows nobody anything (RC-15.7).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from mischief.engine.chance import Rng
from mischief.engine.moves import zeros
from mischief.engine.seats import DEALER, NOBODY

from . import numbers as n
from .events import tell_the_scoring
from .house import House
from .imagining import imagine_the_rest
from .scoring import share_of_victory
from .sets import all_copies_of, bit
from .setup import SettingUp

if TYPE_CHECKING:
    from mischief.engine.game import Game
    from mischief.engine.state import State


@final
@mypyc_attr(free_list_len=1)
class RattusCartus(SettingUp):
    """A table of Rattus Cartus, and what happens at it."""

    def clone(self) -> State:
        copy = self.copy(self.imagined)
        copy.keep_past_of(self)
        return copy

    def copy(self, imagined: bool) -> RattusCartus:
        return RattusCartus(
            self.game,
            self.seats,
            self.house,
            self.cards[:],
            self.figures[:],
            self.phase,
            self.stage,
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
            imagined,
            self.memory,
            self.noted,
        )

    def forget(self) -> None:
        self.memory = None
        self.noted = 0

    # What happens

    def apply(self, seat: i64, action: i64) -> None:
        step = self.stage
        if seat == DEALER:
            self.deal(action)
        elif step == n.LAY_CARDS:
            self.lay(seat, action)
        elif step == n.CHOOSE_SUPPLY:
            self.choose_supply(seat, action - n.SUPPLY)
        elif step == n.LOOK_FOR_SUPPLY:
            self.look_for_supply(seat, action - n.LOOK)
        elif step == n.ENTER_A_BUILDING:
            if action == n.PLAY_PASS:
                self.play_pass(seat)
            else:
                self.enter(seat, action - n.ENTER)
        elif step == n.SWORD_TARGET:
            self.demand_half(seat, action - n.TARGET)
        elif step == n.SWORD_GIFT:
            self.pick_for_sword(seat, action)
        elif step == n.FLUTE_TARGET:
            self.pipe_to(seat, action - n.TARGET)
            self.begin_actions()
        elif step == n.PERFORM_OR_NOT:
            if action == n.PERFORM:
                self.perform(seat)
            else:
                self.tell_action(seat, False, "declined")
                self.next_action(seat)
        elif step == n.TOWER_GIFT:
            self.pick_for_tower(seat, action)
        elif step == n.HOSPITAL_DISCARD:
            self.pick_for_hospital(seat, action)
        elif step == n.TENT_LOOK:
            self.look_in_tent(seat, action)

    def deal(self, outcome: i64) -> None:
        step = self.stage
        if step == n.DRAW_CARDS:
            self.draw(self.seat, outcome)
            self.due -= 1
            self.keep_drawing()
        elif step == n.DRAW_ROW:
            self.add_to_row(outcome - n.BUILDING)
        elif step == n.DRAW_TOKENS:
            self.take_token(outcome - n.TOKEN + 1)
        elif step == n.DEAL_HANDS:
            self.deal_hand(outcome)
        elif step == n.DEAL_NUNS:
            self.deal_nun(outcome)
        elif step == n.REPLACE_LAST:
            self.unseen &= ~bit(outcome - n.BUILDING)
            self.replace_last(outcome - n.BUILDING)
            self.check_row()
        elif step == n.PICK_START:
            self.start = outcome - n.START
            self.begin_dealing()
        elif step == n.PICK_TYPE:
            self.unseen |= all_copies_of(outcome - n.TYPE)
            self.choose_class(self.slot + 1)
        elif step == n.PICK_COPY:
            self.unseen |= bit(outcome - n.BUILDING)
            self.due -= 1
            if self.due == 0:
                if self.house.method == n.COUNTED:
                    self.choose_counted(self.slot + 1)
                else:
                    self.choose_class(self.slot + 1)

    # Phase E: end of round (RC-10.4)

    def end_round(self) -> None:
        for slot in range(self.house.row):
            self.gone |= bit(self.row_card(slot))
            self.figures[n.ROW + slot] = -1
        self.start = self.next_seat(self.start)
        if self.listener is not None:
            self.tell("round_end", {"round": int(self.round_number), "next": int(self.start)})
        if self.is_final():
            self.phase = n.OVER
            self.stage = n.ENDED
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

    def imagine_as(self, seat: i64, rng: Rng) -> State:
        world = self.copy(True)
        imagine_the_rest(world, seat, rng)
        return world

    # How it ends

    def share(self, seat: i64) -> float:
        return share_of_victory(self, seat)


def new_table(game: Game, seats: i64, house: House) -> RattusCartus:
    """A table before anything is chosen or dealt."""
    table = blank_table(game, seats, house)
    table.set_up()
    return table


def blank_table(game: Game, seats: i64, house: House) -> RattusCartus:
    """A table with all that is in the box, before anybody has touched it."""
    cards = vec[u8](bytes(int(n.CARDS)))
    deck_size: i64 = 0
    for kind in range(n.POPULATION):
        cards[n.DECK + kind] = u8(house.copies[kind])
        deck_size += house.copies[kind]
    figures = zeros(n.FIGURES)
    for seat in range(n.SEATS):
        figures[n.ENTERED + seat] = -1
        figures[n.STRENGTH + seat] = -1
        figures[n.CHOICE + seat] = -1
        figures[n.BARRED + seat] = -1
        figures[n.ANSWER + seat] = n.NOT_ASKED
    for seat in range(seats):
        figures[n.RATS + seat] = n.FIRST_RATS
    for slot in range(n.NUN_SLOTS):
        figures[n.NUNS + slot] = -1
    for slot in range(i64(3)):
        figures[n.ROW + slot] = -1
        figures[n.POOL + slot] = house.tokens[slot]
    figures[n.SUPPLIES] = house.copies[n.JOKER]
    return RattusCartus(
        game,
        seats,
        house,
        cards,
        figures,
        n.SETUP,
        n.PICK_TYPE,
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
        0,
    )
