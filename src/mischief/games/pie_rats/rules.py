"""Pie Rats of the Carob Bean Farm: the rules.

Two to six rat captains covet the pies that cool on the farm's window sill. A round has six phases: a Pie is revealed
(1), captains table Charisma cards (2) and crew (3), each declares whether to protect one rat or to lure (4), lurers
entice rats away from each other (5), and in turn each captain may carry off a Pie with captain and crew (6); the crew
sent is gone, and a captain who could lift nothing loses the strongest rat. Then hands are weeded and filled, and the
Lead passes on. When the last Pie is gone, the most points win.

How the file runs: `apply` makes one small decision and then `settle` carries on through everything that needs no
question, until the next decision of a seat or of the Dealer. What happens then is told by chapters, in setup.py,
rules_rounds.py, rules_cards.py, rules_luring.py, rules_looting.py, rules_windows.py and scoring.py. Rulings that bent
the text:

- Any-time cards are played in one's own turns and in windows (PR-10.1): W5 when a lure spends Charm, W5B after phase
  5, W6 in phase 6; W2 after phase 2 is for late thefts. A window asks by public facts only (PR-10.8).
- Payments and parties are named in rising order and stop when they suffice (PR-7.10, PR-8.5).
- A rat that leaves while it is a declared target, or while it is announced for a loot, drops out at that moment; what
  follows from it (PR-7.18 to 7.20, PR-8.15) is settled when the window closes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from mypy_extensions import i64, mypyc_attr

from mischief.engine.chance import Rng
from mischief.engine.moves import zeros
from mischief.engine.seats import DEALER
from mischief.engine.state import State

from . import numbers as n
from .house import House
from .imagining import deal_afresh
from .rules_windows import PieWindows
from .sets import first, just, one_good, several

if TYPE_CHECKING:
    from mischief.engine.game import Game


@final
@mypyc_attr(free_list_len=1)
class PieRats(PieWindows):
    """A table of Pie Rats in the middle of a game."""

    def clone(self) -> State:
        copy = self.copy()
        copy.keep_past_of(self)
        return copy

    def copy(self) -> PieRats:
        return PieRats(
            self.game,
            self.seats,
            self.house,
            self.phase,
            self.lead,
            self.turn,
            self.round_number,
            self.captains,
            self.reshuffles,
            self.hands[:],
            self.crews[:],
            self.sideways,
            self.spinach,
            self.charisma[:],
            self.protecting,
            self.luring,
            self.draw_crew,
            self.draw_goods,
            self.draw_size,
            self.discard_crew,
            self.discard_goods,
            self.pie_pile,
            self.sill,
            self.seen,
            self.loots[:],
            self.looted,
            self.stall,
            self.target_a,
            self.target_b,
            self.pay,
            self.loot_pie,
            self.sent,
            self.called,
            self.window_next,
            self.passed,
            self.aside,
            self.done,
        )

    def imagine_as(self, seat: i64, rng: Rng) -> State:
        world = self.copy()
        deal_afresh(world, seat, rng)
        return world

    # What happens

    def apply(self, seat: i64, action: i64) -> None:
        phase = self.phase
        if seat == DEALER:
            self.deal(action)
        elif phase == n.P2 or phase == n.P3 or phase == n.P5:
            self.act_in_turn(seat, action)
        elif phase == n.P6:
            self.act_in_phase_6(seat, action)
        elif phase == n.W2 or phase == n.W5 or phase == n.W5B or phase == n.W6:
            self.answer(seat, action)
        elif phase == n.READY:
            self.weed(seat, action)
        elif phase == n.P4:
            self.declare(seat, n.NONE if action == n.DECLARE_LURE else action - n.MINE)
        elif phase == n.P5_SECOND:
            self.name_second(seat, n.NONE if action == n.SINGLE else action - n.LURE)
        elif phase == n.P5_PAY:
            self.pay += one_good(action - n.PAY)
        elif phase == n.P6_PIE:
            self.loot_pie = action - n.LOOT
            self.phase = n.P6_SEND
        elif phase == n.P6_SEND:
            self.sent |= just(action - n.MINE)
        elif phase == n.P6_LOSE:
            self.lose(seat, action - n.MINE)
        else:
            self.take_captain(seat, action - n.PICK_CAPTAIN)
        self.settle()

    def act_in_turn(self, seat: i64, action: i64) -> None:
        """A turn of phase 2, 3 or 5."""
        if action == n.PASS:
            self.pass_turn(seat)
        elif action >= n.BEAN:
            self.play_anytime(seat, action)
        elif action >= n.LURE:
            self.target_a = action - n.LURE
            self.phase = n.P5_SECOND
        elif action >= n.PLACE:
            self.place(seat, action - n.PLACE)
        elif action >= n.THEFT:
            self.steal(seat, action - n.THEFT)
        else:
            self.table_charisma(seat, action - n.TABLE)

    def deal(self, outcome: i64) -> None:
        phase = self.phase
        if phase == n.HAND or phase == n.DRAW:
            self.draw_card(outcome - n.DEAL)
        elif phase == n.PIE:
            self.reveal(outcome - n.REVEAL)
        elif phase == n.LEAD:
            self.hand_lead_to(outcome - n.LEAD_TO)
        else:
            self.take_captain(self.turn, outcome - n.FACE_OF)

    def settle(self) -> None:
        """Go on through all that needs no question."""
        while self.resolves_itself():
            pass

    def resolves_itself(self) -> bool:
        """Take one step that nobody has to be asked about; False at a real decision."""
        phase = self.phase
        seat = self.turn
        if phase == n.P2 or phase == n.P3:
            if self.hand_size(seat) > 0:
                return False
            self.pass_turn(seat)
        elif phase == n.W2 or phase == n.W5 or phase == n.W5B or phase == n.W6:
            return self.asks_on()
        elif phase == n.P4:
            if self.crews[seat] & ~self.sideways != 0:
                return False
            self.declare(seat, n.NONE)
        elif phase == n.P5:
            if (self.protecting >> seat) & 1 == 1:
                self.next_turn()
            elif self.hand_size(seat) > 0 or self.lure_targets(seat) != 0:
                return False
            else:
                self.pass_turn(seat)
        elif phase == n.P6:
            if not self.must_pass_phase_6(seat):
                return False
            self.give_up(seat)
        elif phase == n.READY:
            for other in range(self.seats):
                if not self.is_done(other):
                    return False
            self.toss_all()
        elif phase == n.DRAW or phase == n.HAND:
            return self.draws_on()
        elif phase == n.P5_SECOND:
            if self.second_targets(seat) != 0:
                return False
            self.name_second(seat, n.NONE)
        elif phase == n.P5_PAY:
            return self.pays_on(seat)
        elif phase == n.P6_PIE:
            pies = self.liftable(seat)
            if several(pies):
                return False
            self.loot_pie = first(pies)
            self.phase = n.P6_SEND
        elif phase == n.P6_SEND:
            if self.lacking() <= 0:
                self.announce_loot(seat)
            else:
                rats = self.sendable()
                if several(rats):
                    return False
                self.sent |= rats
        elif phase == n.P6_LOSE:
            rats = self.strongest(seat)
            if several(rats):
                return False
            self.lose(seat, n.NONE if rats == 0 else first(rats))
        elif phase == n.PIE:
            pies = self.unseen_pies()
            if several(pies):
                return False
            self.reveal(first(pies))
        elif phase == n.FACE or phase == n.CAPTAIN:
            return self.captains_settle()
        else:
            return False
        return True


def new_table(game: Game, seats: i64, house: House) -> PieRats:
    """Before anything is dealt: with the captains that were chosen beforehand, and the Lead if an option names one."""
    state = empty_table(game, seats, house)
    state.pie_pile = house.pies
    state.captains = house.captains
    if house.lead != n.NONE:
        state.lead = house.lead
        state.find_captains()
        state.settle()
    return state


def empty_table(game: Game, seats: i64, house: House) -> PieRats:
    """All cards in the draw pile, and nothing else said yet."""
    return PieRats(
        game,
        seats,
        house,
        n.LEAD,
        n.NONE,
        n.NONE,
        0,
        0,
        0,
        zeros(seats * n.SLOTS),
        zeros(seats),
        0,
        0,
        zeros(seats),
        0,
        0,
        just(n.CREW) - 1,
        house.all_goods,
        house.deck_size,
        0,
        0,
        0,
        0,
        0,
        zeros(n.PIES),
        0,
        0,
        n.NONE,
        n.NONE,
        0,
        n.NONE,
        0,
        False,
        n.NONE,
        0,
        0,
        0,
    )
