"""Pie Rats of the Carob Bean Farm: the rules.

Two to six rat captains covet the pies that cool on the farm's window sill. A round has six phases: a Pie is revealed
(1), captains table Charisma cards (2) and crew (3), each declares whether to protect one rat or to lure (4), lurers
entice rats away from each other (5), and in turn each captain may carry off a Pie with captain and crew (6); the crew
sent is gone, and a captain who could lift nothing loses the strongest rat. Then hands are weeded and filled, and the
Lead passes on. When the last Pie is gone, the most points win.

How the file runs: `apply` makes one small decision and then `settle` carries on through everything that needs no
question, until the next decision of a seat or of the Dealer. What lies between the turns, from the captains' pick to
getting ready, is in rounds.py. Rulings that bent the text:

- Any-time cards are played in one's own turns and in windows (PR-10.1): W5 when a lure spends Charm, W5B after phase
  5, W6 in phase 6; W2 after phase 2 is for late thefts. A window asks by public facts only (PR-10.8).
- Payments and parties are named in rising order and stop when they suffice (PR-7.10, PR-8.5).
- A rat that leaves while it is a declared target, or while it is announced for a loot, drops out at that moment; what
  follows from it (PR-7.18 to 7.20, PR-8.15) is settled when the window closes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from mischief.engine.chance import Rng
from mischief.engine.moves import zeros
from mischief.engine.seats import DEALER
from mischief.engine.state import State

from .deck import Deck, House
from .imagining import deal_afresh
from .numbering import (
    BEAN,
    CALL,
    CALL_MODE,
    CAPTAIN,
    CHARM,
    CREW,
    DEAL,
    DECLARE_LURE,
    DRAW,
    FACE,
    FACE_OF,
    FAIL_ALWAYS,
    FAIL_CALLED,
    FAIL_PIE,
    FROZEN_MODE,
    HAND,
    LEAD,
    LEAD_TO,
    LOOT,
    LURE,
    MINE,
    MIRROR,
    NICE_MODE,
    P2,
    P3,
    P4,
    P5,
    P5_PAY,
    P5_SECOND,
    P6,
    P6_LOSE,
    P6_PIE,
    P6_SEND,
    PASS,
    PAY,
    PHASE_NAMES,
    PICK_CAPTAIN,
    PIE,
    PIES,
    PLACE,
    PLAY_MIRROR,
    READY,
    REVEAL,
    SINGLE,
    TABLE,
    THEFT,
    W2,
    W5,
    W5B,
    W6,
    bit,
)
from .rounds import PieRounds
from .table import NONE, SLOTS, copies_in, goods_in, lowest

if TYPE_CHECKING:
    from mischief.engine.game import Game


class PieRats(PieRounds):
    """A table of Pie Rats in the middle of a game."""

    def clone(self) -> State:
        return self.copy()

    def copy(self) -> PieRats:
        return PieRats(
            self.game,
            self.seats,
            self.deck,
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

    def imagine(self, seat: i64, rng: Rng) -> State:
        world = self.copy()
        deal_afresh(world, seat, rng)
        return world

    # What happens

    def apply(self, seat: i64, action: i64) -> None:
        phase = self.phase
        if seat == DEALER:
            self.deal(action)
        elif phase == P2 or phase == P3 or phase == P5:
            self.act_in_turn(seat, action)
        elif phase == P6:
            self.act_in_phase_6(seat, action)
        elif phase == W2 or phase == W5 or phase == W5B or phase == W6:
            self.answer(seat, action)
        elif phase == READY:
            self.weed(seat, action)
        elif phase == P4:
            self.declare(seat, NONE if action == DECLARE_LURE else action - MINE)
        elif phase == P5_SECOND:
            self.name_second(seat, NONE if action == SINGLE else action - LURE)
        elif phase == P5_PAY:
            self.pay += bit(4 * (action - PAY))
        elif phase == P6_PIE:
            self.loot_pie = action - LOOT
            self.phase = P6_SEND
        elif phase == P6_SEND:
            self.sent |= bit(action - MINE)
        elif phase == P6_LOSE:
            self.lose(seat, action - MINE)
        else:
            self.take_captain(seat, action - PICK_CAPTAIN)
        self.settle()

    def settle(self) -> None:
        """Go on through all that needs no question."""
        while self.resolves_itself():
            pass

    def resolves_itself(self) -> bool:
        """Take one step that nobody has to be asked about; False at a real decision."""
        phase = self.phase
        seat = self.turn
        if phase == P2 or phase == P3:
            if self.hand_size(seat) > 0:
                return False
            self.pass_turn(seat)
        elif phase == W2 or phase == W5 or phase == W5B or phase == W6:
            return self.asks_on()
        elif phase == P4:
            if self.crews[seat] & ~self.sideways != 0:
                return False
            self.declare(seat, NONE)
        elif phase == P5:
            if (self.protecting >> seat) & 1 == 1:
                self.next_turn()
            elif self.hand_size(seat) > 0 or self.lure_targets(seat) != 0:
                return False
            else:
                self.pass_turn(seat)
        elif phase == P6:
            if not self.must_pass_phase_6(seat):
                return False
            self.give_up(seat)
        elif phase == READY:
            for other in range(self.seats):
                if not self.is_done(other):
                    return False
            self.toss_all()
        elif phase == DRAW or phase == HAND:
            return self.draws_on()
        elif phase == P5_SECOND:
            if self.second_targets(seat) != 0:
                return False
            self.name_second(seat, NONE)
        elif phase == P5_PAY:
            return self.pays_on(seat)
        elif phase == P6_PIE:
            pies = self.liftable(seat)
            if pies & (pies - 1) != 0:
                return False
            self.loot_pie = lowest(pies)
            self.phase = P6_SEND
        elif phase == P6_SEND:
            if self.lacking() <= 0:
                self.announce_loot(seat)
            else:
                rats = self.sendable()
                if rats & (rats - 1) != 0:
                    return False
                self.sent |= rats
        elif phase == P6_LOSE:
            rats = self.strongest(seat)
            if rats & (rats - 1) != 0:
                return False
            self.lose(seat, NONE if rats == 0 else lowest(rats))
        elif phase == PIE:
            pies = self.unseen_pies()
            if pies & (pies - 1) != 0:
                return False
            self.reveal(lowest(pies))
        elif phase == FACE or phase == CAPTAIN:
            return self.captains_settle()
        else:
            return False
        return True

    # Chance

    def deal(self, outcome: i64) -> None:
        phase = self.phase
        if phase == HAND or phase == DRAW:
            self.draw_card(outcome - DEAL)
        elif phase == PIE:
            self.reveal(outcome - REVEAL)
        elif phase == LEAD:
            self.hand_lead_to(outcome - LEAD_TO)
        else:
            self.take_captain(self.turn, outcome - FACE_OF)

    # Turns in clockwise order (PR-2)

    def next_turn(self) -> None:
        """Clockwise; when all have had their turn, the phase ends (PR-2.2, 2.3)."""
        self.turn = self.after(self.turn)
        if self.turn != self.lead:
            return
        phase = self.phase
        if phase == P2:
            self.open_window(W2, NONE, self.lead)
        elif phase == P3:
            self.start_phase(P4)
        elif phase == P4:
            self.start_phase(P5)
        elif phase == P5:
            self.open_window(W5B, NONE, self.lead)
        else:
            self.end_phase_6()

    def pass_turn(self, seat: i64) -> None:
        self.tell_pass(seat)
        self.next_turn()

    def act_in_turn(self, seat: i64, action: i64) -> None:
        """A turn of phase 2, 3 or 5."""
        if action == PASS:
            self.pass_turn(seat)
        elif action >= BEAN:
            self.play_anytime(seat, action)
        elif action >= LURE:
            self.target_a = action - LURE
            self.phase = P5_SECOND
        elif action >= PLACE:
            self.place(seat, action - PLACE)
        elif action >= THEFT:
            self.steal(seat, action - THEFT)
        else:
            self.table_charisma(seat, action - TABLE)

    # Phase 4 (PR-6)

    def declare(self, seat: i64, c: i64) -> None:
        """Protect a rat, or lure (NONE). A protected rat turns sideways at once (PR-6.2)."""
        if c == NONE:
            self.luring |= bit(seat)
            if self.listener is not None:
                self.tell("declared", {"seat": int(seat), "choice": "lure"})
        else:
            self.protecting |= bit(seat)
            self.sideways |= bit(c)
            if self.listener is not None:
                self.tell("declared", {"seat": int(seat), "choice": "protect", "crew": self.deck.ids[c]})
        self.next_turn()

    # Phase 5 (PR-7)

    def name_second(self, seat: i64, c: i64) -> None:
        """A second target puts one Charm in by itself (PR-7.11)."""
        if c != NONE:
            self.target_b = c
            self.pay += bit(4 * CHARM)
        self.phase = P5_PAY

    def pays_on(self, seat: i64) -> bool:
        """Nothing left to pay ends the declaration; a single kind that can still serve is paid by itself."""
        if self.need() <= 0:
            self.declare_lure(seat)
            return True
        kinds = self.payable_kinds(seat)
        if kinds & (kinds - 1) != 0:
            return False
        self.pay += bit(4 * lowest(kinds))
        return True

    def declare_lure(self, seat: i64) -> None:
        """All is declared before anything moves; with Charm, others may answer (PR-7.15)."""
        if self.listener is not None:
            self.tell_lure(seat)
        if copies_in(self.pay, CHARM) > 0:
            self.open_window(W5, seat, self.after(seat))
        else:
            self.carry_out_lure(seat)

    def carry_out_lure(self, seat: i64) -> None:
        """The targets that are left come over and the cards are spent (PR-7.19); with no target left the turn resumes
        and nothing is spent (PR-7.20)."""
        self.phase = P5
        if self.target_a == NONE:
            self.pay = 0
            if self.listener is not None:
                self.tell("lure_void", {"seat": int(seat)})
            return
        self.bring_over(seat, self.target_a)
        if self.target_b != NONE:
            self.bring_over(seat, self.target_b)
        if self.pay != 0 and self.listener is not None:
            self.tell("charisma_spent", {"seat": int(seat), "kinds": self.name_goods(self.pay)})
        self.spend(seat)
        self.next_turn()

    def mirror(self, seat: i64) -> None:
        """The whole declaration is cancelled and paid for all the same; the window closes at once (PR-7.16, 10.9)."""
        victim = self.turn
        age = self.take_from_hand(seat, CREW + MIRROR)
        self.discard(CREW + MIRROR)
        if self.listener is not None:
            lost = self.name_goods(self.pay)
            self.tell("mirror", {"seat": int(seat), "victim": int(victim), "cards_lost": lost, "age": int(age)})
        self.tell_close()
        self.passed = 0
        self.window_next = NONE
        self.spend(victim)
        self.phase = P5
        self.next_turn()

    # Windows, in which others may answer (PR-10)

    def open_window(self, window: i64, by: i64, start: i64) -> None:
        """`by` is the seat whose act opened it (NONE for W2 and W5B); asking begins with `start` (PR-10.3)."""
        self.phase = window
        self.turn = by
        self.window_next = start
        self.passed = 0
        if self.listener is not None:
            asked = [s for s in range(int(self.seats)) if self.is_askable(s)]
            if asked:
                self.tell("window_open", {"kind": PHASE_NAMES[window], "seats": asked})

    def asks_on(self) -> bool:
        """Find the next seat to ask; when there is none the window closes (PR-10.3, 10.10). False if the seat that is
        next is indeed to be asked."""
        seat = self.window_next
        for _ in range(self.seats):
            if (self.passed >> seat) & 1 == 0 and self.is_askable(seat):
                if seat == self.window_next:
                    return False
                self.window_next = seat
                return True
            seat = self.after(seat)
        self.close_window()
        return True

    def answer(self, seat: i64, action: i64) -> None:
        if action == PLAY_MIRROR:
            self.mirror(seat)
            return
        if action == PASS:
            self.passed |= bit(seat)
            self.tell_pass(seat)
        else:
            if action >= BEAN:
                self.play_anytime(seat, action)
            else:
                self.steal(seat, action - THEFT)
            self.passed = 0
        self.window_next = self.after(seat)

    def close_window(self) -> None:
        if self.passed != 0:
            self.tell_close()
        window = self.phase
        self.passed = 0
        self.window_next = NONE
        if window == W2:
            self.start_phase(P3)
        elif window == W5:
            self.carry_out_lure(self.turn)
        elif window == W5B:
            self.start_phase(P6)
        elif self.loot_pie != NONE:
            self.carry_out_loot(self.turn)
        else:
            self.phase = P6

    # Phase 6 (PR-8)

    def act_in_phase_6(self, seat: i64, action: i64) -> None:
        if action == PASS:
            self.give_up(seat)
        elif action == CALL:
            self.call(seat)
        elif action < PLACE:
            self.loot_pie = action - LOOT
            self.phase = P6_SEND
        else:
            self.play_anytime(seat, action)
            if self.house.mode != NICE_MODE:
                self.open_window(W6, seat, self.after(seat))

    def must_pass_phase_6(self, seat: i64) -> bool:
        """Where there is nothing to decide, and everybody can see it (PR-8.24)."""
        if self.sill == 0:
            return True
        mode = self.house.mode
        if mode == CALL_MODE and self.house.fail_discard == FAIL_CALLED:
            return False
        if self.liftable(seat) != 0:
            return False
        if self.hand_size(seat) == 0 or mode == FROZEN_MODE:
            return True
        return mode == NICE_MODE and self.crews[seat] & ~self.spinach == 0

    def give_up(self, seat: i64) -> None:
        """A captain who was able loses nothing by passing; the others lose a rat (PR-8.9, 8.17)."""
        self.tell_pass(seat)
        fail = self.house.fail_discard
        if (fail == FAIL_ALWAYS or (fail == FAIL_PIE and self.sill != 0)) and self.liftable(seat) == 0:
            self.phase = P6_LOSE
        else:
            self.next_turn()

    def call(self, seat: i64) -> None:
        """ "I'm looting a Pie!" Nobody plays a card until this turn is over (PR-8.10 to 8.13)."""
        self.called = True
        if self.listener is not None:
            self.tell("call", {"seat": int(seat)})
        if self.liftable(seat) != 0:
            self.phase = P6_PIE
            return
        if self.listener is not None:
            self.tell("call_failed", {"seat": int(seat)})
        self.phase = P6_LOSE

    def announce_loot(self, seat: i64) -> None:
        """Without a call, others may answer before it is carried out (PR-8.14, 8.19)."""
        mode = self.house.mode
        if self.called or mode == FROZEN_MODE or mode == NICE_MODE:
            self.carry_out_loot(seat)
            return
        if self.listener is not None:
            pie = self.deck.pie_ids[self.loot_pie]
            self.tell("loot_announced", {"seat": int(seat), "pie": pie, "crew": self.name_crew(self.sent)})
        self.open_window(W6, seat, self.after(seat))

    def carry_out_loot(self, seat: i64) -> None:
        """The Pie is carried off if the party is still strong enough; else the turn resumes (PR-8.3, 8.6, 8.15)."""
        pie = self.loot_pie
        party = self.sent
        self.phase = P6
        self.loot_pie = NONE
        self.sent = 0
        self.called = False
        strength = self.party_strength(party)
        weight = self.deck.weight[pie]
        if strength < weight:
            if self.listener is not None:
                facts: dict[str, object] = {"seat": int(seat), "pie": self.deck.pie_ids[pie]}
                facts["strength_left"] = int(strength)
                self.tell("loot_void", facts)
            return
        spinach = self.dismiss(seat, party)
        self.sill &= ~bit(pie)
        self.loots[self.looted] = self.round_number * 128 + pie * 8 + seat
        self.looted += 1
        if self.listener is not None:
            self.tell_loot(seat, pie, party, strength, spinach)
        if self.sill == 0 and self.pie_pile == 0:
            self.end("last_pie")
        else:
            self.next_turn()

    def lose(self, seat: i64, c: i64) -> None:
        """The strongest rat goes, if there is one (PR-8.16)."""
        reason = "call" if self.called else "unable"
        self.called = False
        if c != NONE:
            spinach = self.dismiss(seat, bit(c))
            if self.listener is not None:
                facts: dict[str, object] = {"seat": int(seat), "crew": self.deck.ids[c]}
                facts["spinach_lost"] = spinach > 0
                facts["reason"] = reason
                self.tell("crew_lost", facts)
        self.phase = P6
        self.next_turn()

    def end_phase_6(self) -> None:
        """Count lootless rounds once the pile is empty (PR-12.2); then get ready."""
        lootless = self.looted == 0 or self.loot_round(self.looted - 1) != self.round_number
        if self.pie_pile == 0 and lootless:
            self.stall += 1
            if self.listener is not None:
                self.tell("stall", {"counter": int(self.stall)})
            if self.stall >= self.house.stall_rounds:
                self.end("stall")
                return
        else:
            self.stall = 0
        self.start_getting_ready()

    # The end (PR-12)

    def payoff(self, seat: i64) -> float:
        mine = self.rank(seat)
        sharing: i64 = 0
        for other in range(self.seats):
            theirs = self.rank(other)
            if theirs > mine:
                return 0.0
            if theirs == mine:
                sharing += 1
        return 1.0 / float(sharing)


def new_table(game: Game, seats: i64, deck: Deck, house: House, pies: i64, lead: i64, captains: i64) -> PieRats:
    """Before anything is dealt. `lead` is NONE where chance is to choose it; `captains` those supplied, packed."""
    state = PieRats(
        game,
        seats,
        deck,
        house,
        LEAD,
        lead,
        NONE,
        0,
        captains,
        0,
        zeros(seats * SLOTS),
        zeros(seats),
        0,
        0,
        zeros(seats),
        0,
        0,
        bit(CREW) - 1,
        deck.all_goods(),
        CREW + goods_in(deck.all_goods()),
        0,
        0,
        pies,
        0,
        0,
        zeros(PIES),
        0,
        0,
        NONE,
        NONE,
        0,
        NONE,
        0,
        False,
        NONE,
        0,
        0,
        0,
    )
    if lead != NONE:
        state.find_captains()
        state.settle()
    return state
