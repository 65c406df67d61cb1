"""Piratz: the rules.

Rats dig on a beach at night. In the middle lies a growing row of treasure cards; each seat has one spade. On your turn
you turn up a card from the bag (PZ-2.3) and then stay or pass (PZ-2.5); or you pass at once (PZ-3.2). Passing is how
you earn: name a treasure, take every face-up card that shows it (PZ-3.3), and bury one of the others under your spade
(PZ-6.1). Stay too long, and a rat turns up while another is out: rat alert (PZ-4.1), you leave with one rat card at
best (PZ-4.7). When all spades are placed, a new round begins with what was left lying (PZ-8.3). The round in which the
bag runs out is the last (PZ-9.1); then the seats with most of each treasure win its score cubes (PZ-10.5).

Nothing is secret: the order of the bag is no part of the game, since a card is decided when the Dealer draws it.

Rulings that bent the text: the last holder must reveal in a round in which nothing has happened yet, or the game need
never end (PZ-7.4); naming any treasure that is not there is one action, `pass empty` (PZ-3.7); the reshuffle waits
until the alert of the last card is over (PZ-9.2); a seat with none of a treasure is ranked too (PZ-10.7).

The file follows a game from the first cube to the last, and a turn in the order in which it happens at the table; what
lies there is in table.py, the scoring in scoring.py. Heaps of cards are sets of bits: see sets.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from mischief.engine.chance import Odds, Rng
from mischief.engine.moves import Moves, filled, zeros
from mischief.engine.seats import DEALER, NOBODY
from mischief.engine.state import State

from . import numbers as n
from .cards import TREASURES, card_id
from .house import House
from .scoring import PiratzScoring
from .sets import NO_CARDS, first, has, just, nth, several, size, without_first
from .table import in_words

if TYPE_CHECKING:
    from mischief.engine.game import Game


@final
@mypyc_attr(free_list_len=1)
class Piratz(PiratzScoring):
    """A table of Piratz, and what happens at it."""

    def clone(self) -> State:
        copy = Piratz(
            self.game,
            self.seats,
            self.house,
            self.phase,
            self.active,
            self.round_number,
            self.final_round,
            self.idle,
            self.bag,
            self.faceup,
            self.discard,
            self.piles[:],
            self.reveals,
            self.revealed_at[:],
            self.spade[:],
            self.passed,
            self.placed[:],
            self.boxes[:],
            self.won[:],
            self.kind,
        )
        copy.keep_past_of(self)
        return copy

    def imagine_as(self, seat: i64, rng: Rng) -> State:
        """Nothing is secret, and what the bag will bring is the Dealer's: every world is this one."""
        return self.clone()

    # What a seat may do

    def list_moves(self, seat: i64, moves: Moves) -> None:
        if self.phase == n.TURN:
            if self.bag != NO_CARDS:
                moves.add(n.REVEAL)
            self.list_passes(moves)
        elif self.phase == n.AFTER_REVEAL:
            moves.add(n.STAY)
            self.list_passes(moves)
        elif self.phase == n.ALERT:
            moves.add(n.DECLINE_RAT)
            self.list_cards(self.faceup & self.house.rats, n.TAKE_RAT, moves)
        elif self.phase == n.BURY:
            self.list_cards(self.faceup, self.house.bury, moves)
        elif self.phase == n.CHOOSE_CUBE:
            moves.add(self.house.pick_high)
            moves.add(self.house.pick_low)

    def list_passes(self, moves: Moves) -> None:
        """Name a treasure that is there (PZ-3.3), or one that is not (PZ-3.7)."""
        showing: i64 = 0
        if self.faceup != NO_CARDS:
            house = self.house
            for kind in range(n.KINDS):
                if self.faceup & house.showing(kind) != NO_CARDS:
                    moves.add(n.TAKE + kind)
                    showing += 1
        if showing < n.KINDS and not self.must_reveal():
            moves.add(n.PASS_EMPTY)

    def list_cards(self, cards: i64, action_of_first_card: i64, moves: Moves) -> None:
        while cards != NO_CARDS:
            moves.add(action_of_first_card + first(cards))
            cards = without_first(cards)

    # What the Dealer may do

    def list_odds(self, odds: Odds) -> None:
        if self.phase == n.DRAW:
            bag = self.bag
            while bag != NO_CARDS:
                odds.add(n.DEAL + first(bag), 1)
                bag = without_first(bag)
        elif self.boxes[len(self.boxes) - 1] == n.EMPTY:
            for colour in range(n.CUBE_COLOURS):
                if self.cubes_left(colour) > 0:
                    odds.add(n.CUBE + colour, self.cubes_left(colour))
        else:
            for seat in range(self.seats):
                odds.add(n.FIRST + seat, 1)

    def sample(self, rng: Rng) -> i64:
        if self.phase == n.DRAW:
            return n.DEAL + nth(self.bag, rng.below(size(self.bag)))
        return super().sample(rng)

    # What happens

    def apply(self, seat: i64, action: i64) -> None:
        if seat == DEALER:
            if action < n.CUBE:
                self.turn_up(action - n.DEAL)
            elif action < n.FIRST:
                self.put_cube(action - n.CUBE)
            else:
                self.open_game(action - n.FIRST)
        elif action == n.REVEAL:
            self.phase = n.DRAW
        elif action == n.STAY:
            self.stay()
        elif action < n.PASS_EMPTY:
            self.pass_naming(action - n.TAKE)
        elif action == n.PASS_EMPTY:
            self.pass_empty()
        elif action == n.DECLINE_RAT:
            self.decline_rat()
        elif action < self.house.bury:
            self.take_rat(action - n.TAKE_RAT)
        elif action < self.house.pick_high:
            self.bury(action - self.house.bury)
        else:
            self.choose_cube(action == self.house.pick_high)

    # Set-up

    def put_cube(self, colour: i64) -> None:
        """The next box gets this cube (PZ-1.4, PZ-1.5); the dearer of two lies first, which means nothing."""
        boxes = self.boxes
        box: i64 = 0
        while boxes[box] != n.EMPTY:
            box += 1
        boxes[box] = colour
        if self.house.boxes_each == 2 and box & 1 == 1 and boxes[box - 1] > colour:
            boxes[box] = boxes[box - 1]
            boxes[box - 1] = colour
        if box == len(boxes) - 1 and self.house.first_player != n.RANDOM_SEAT:
            self.open_game(self.house.first_player)

    def open_game(self, seat: i64) -> None:
        """The seat that stands in for the oldest player begins (PZ-1.8)."""
        if self.listener is not None:
            self.tell(
                "game_started",
                {
                    "players": int(self.seats),
                    "options": dict(self.game.options),
                    "cubes": self.cubes_in_words(),
                    "totals": [int(self.house.treasures(self.house.deck, k)) for k in range(n.KINDS)],
                    "seat": int(seat),
                },
            )
        self.begin_round(seat)

    # A round and its turns

    def begin_round(self, seat: i64) -> None:
        self.idle = True
        if self.listener is not None:
            self.tell(
                "round_started",
                {"round": int(self.round_number), "seat": int(seat), "faceup": self.faceup_in_words()},
            )
        self.begin_turn(seat)

    def begin_turn(self, seat: i64) -> None:
        self.active = seat
        self.phase = n.TURN
        if self.listener is not None:
            self.tell("turn_started", {"seat": int(seat), "is_last_holder": self.is_last_holder()})
        if self.bag == NO_CARDS and self.faceup == NO_CARDS:
            self.pass_empty()  # there is nothing to reveal and nothing to take, so nothing is asked (PZ-9.6)

    # Revealing

    def turn_up(self, card: i64) -> None:
        """The card drawn from the bag lies face up (PZ-2.3)."""
        self.bag ^= just(card)
        self.faceup |= just(card)
        self.revealed_at[card] = self.reveals
        self.reveals += 1
        self.idle = False
        rats = self.faceup & self.house.rats
        if self.listener is not None:
            self.tell(
                "card_revealed",
                {
                    "seat": int(self.active),
                    "card": card_id(int(card)),
                    "draw_left": int(size(self.bag)),
                    "rats_face_up": int(size(rats)),
                },
            )
        if self.bag == NO_CARDS:
            self.make_this_round_the_last(card)
        if has(rats, card) and several(rats):
            self.sound_the_alarm(rats)
        else:
            self.reshuffle_if_empty()
            self.phase = n.TURN if self.is_last_holder() else n.AFTER_REVEAL

    def make_this_round_the_last(self, card: i64) -> None:
        """The bag has given its last card (PZ-9.1); it may run out a second time, which changes nothing (PZ-9.6)."""
        if self.final_round:
            return
        self.final_round = True
        if self.listener is not None:
            self.tell("final_round", {"seat": int(self.active), "card": card_id(int(card))})

    def reshuffle_if_empty(self) -> None:
        """An empty bag is filled from the discard pile, if that has any cards (PZ-9.3, PZ-9.6)."""
        if self.bag != NO_CARDS or self.discard == NO_CARDS:
            return
        self.bag = self.discard
        self.discard = NO_CARDS
        if self.listener is not None:
            self.tell("reshuffled", {"count": int(size(self.bag)), "cards": in_words(self.bag)})

    def stay(self) -> None:
        """Keep the spade; the turn goes on clockwise (PZ-2.5)."""
        if self.listener is not None:
            self.tell("stayed", {"seat": int(self.active)})
        self.begin_turn(self.next_holder())

    # Passing by choice

    def pass_naming(self, kind: i64) -> None:
        """Take every face-up card that shows the treasure, whole, rats and all (PZ-3.3 to PZ-3.5)."""
        if self.listener is not None:
            self.tell_of_passing(TREASURES[kind])
        cards = self.faceup & self.house.showing(kind)
        self.store(cards)
        if self.listener is not None:
            pile_size = int(size(self.piles[self.active]))
            self.tell("cards_taken", {"seat": int(self.active), "cards": in_words(cards), "pile_size": pile_size})
        self.place_spade()

    def pass_empty(self) -> None:
        """Name a treasure that no face-up card shows, and take nothing (PZ-3.7)."""
        if self.listener is not None:
            self.tell_of_passing(None)
        self.place_spade()

    def tell_of_passing(self, treasure: str | None) -> None:
        revealed = self.phase == n.AFTER_REVEAL or self.phase == n.ALERT
        self.tell("passed", {"seat": int(self.active), "treasure": treasure, "revealed_this_turn": revealed})

    def store(self, cards: i64) -> None:
        """Cards taken go to the pile and stay there (PZ-5.1)."""
        self.faceup ^= cards
        self.piles[self.active] |= cards
        self.idle = False

    # Rat alert

    def sound_the_alarm(self, rats: i64) -> None:
        """A rat has joined another that was face up: the seat must pass and takes nothing by name (PZ-4.6)."""
        self.phase = n.ALERT
        if self.listener is not None:
            self.tell("rat_alert", {"seat": int(self.active), "rats": in_words(rats)})

    def take_rat(self, card: i64) -> None:
        """One rat card as a consolation, the new one or an older one (PZ-4.7)."""
        if self.listener is not None:
            self.tell_of_passing(None)
            self.tell("rat_taken", {"seat": int(self.active), "card": card_id(int(card))})
        self.store(just(card))
        self.place_spade()

    def decline_rat(self) -> None:
        if self.listener is not None:
            self.tell_of_passing(None)
            self.tell("rat_declined", {"seat": int(self.active)})
        self.place_spade()

    # Placing the spade

    def place_spade(self) -> None:
        """On a face-up card of the seat's choice (PZ-6.1); a single card is no choice, and none leaves the spade bare
        (PZ-6.4)."""
        if self.faceup == NO_CARDS:
            self.leave_spade_bare()
        elif several(self.faceup):
            self.phase = n.BURY
        else:
            self.bury(first(self.faceup))

    def bury(self, card: i64) -> None:
        self.faceup ^= just(card)
        self.idle = False
        if self.listener is not None:
            self.tell("card_buried", {"seat": int(self.active), "card": card_id(int(card))})
        self.put_spade_down(card)

    def leave_spade_bare(self) -> None:
        if self.listener is not None:
            self.tell("spade_in_middle", {"seat": int(self.active)})
        self.put_spade_down(n.BARE)

    def put_spade_down(self, where: i64) -> None:
        """The seat is out of this round; on with the next holder, or with the end of the round (PZ-6.6, PZ-6.7)."""
        self.spade[self.active] = where
        self.placed[self.passed] = self.active
        self.passed += 1
        if self.passed == self.seats:
            self.end_round()
            return
        self.reshuffle_if_empty()
        seat = self.next_holder()
        if self.listener is not None and self.is_last_holder():
            self.tell("last_spade", {"seat": int(seat)})
        self.begin_turn(seat)

    # The end of a round, and of the game

    def end_round(self) -> None:
        """The final round leads to the scoring (PZ-8.2). After any other, buried cards are discarded, face-up cards
        stay, and the seat after the last spade's begins (PZ-8.3, PZ-8.4)."""
        if self.final_round:
            if self.listener is not None:
                self.tell_of_round_end(NO_CARDS, None)
                self.tell("scoring_started", {"piles": [in_words(self.piles[s]) for s in range(self.seats)]})
            self.score_from(0)
            return
        buried = self.buried()
        self.discard |= buried
        for seat in range(self.seats):
            self.spade[seat] = n.IN_HAND
        self.passed = 0
        starter = self.active + 1 if self.active + 1 < self.seats else 0
        if self.listener is not None:
            self.tell_of_round_end(buried, int(starter))
        self.round_number += 1
        self.begin_round(starter)

    def tell_of_round_end(self, discarded: i64, next_seat: int | None) -> None:
        self.tell(
            "round_ended",
            {
                "round": int(self.round_number),
                "discarded": in_words(discarded),
                "faceup": self.faceup_in_words(),
                "next_seat": next_seat,
            },
        )


def new_table(game: Game, seats: i64, house: House) -> Piratz:
    """A table before the first cube is drawn: all cards in the bag, spades in hand (PZ-1.1 to PZ-1.3, PZ-1.7)."""
    return Piratz(
        game,
        seats,
        house,
        n.SETUP,
        NOBODY,
        1,
        False,
        False,
        house.deck,
        NO_CARDS,
        NO_CARDS,
        zeros(seats),
        0,
        zeros(n.CARDS),
        filled(seats, n.IN_HAND),
        0,
        zeros(seats),
        filled(n.KINDS * house.boxes_each, n.EMPTY),
        vec[i64](),
        0,
    )
