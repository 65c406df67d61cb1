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

The file follows a game from the first cube to the last, and a turn in the order in which it happens at the table.
Heaps of cards are sets of bits: see cardsets.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from mischief.engine.chance import Odds, Rng
from mischief.engine.moves import Moves, filled, zeros
from mischief.engine.seats import DEALER, NOBODY
from mischief.engine.state import State

from .cards import COLOURS, TREASURES, card_id
from .cardsets import NO_CARDS, first, has, just, members, nth, several, size, without_first
from .house import (
    CARDS,
    CUBE,
    CUBE_COLOURS,
    DEAL,
    DECLINE_RAT,
    FIRST,
    KINDS,
    PASS_EMPTY,
    RANDOM_SEAT,
    REVEAL,
    STAY,
    TAKE,
    TAKE_RAT,
    House,
)

if TYPE_CHECKING:
    from mischief.engine.game import Game

# The phases of the game.
SETUP: Final[i64] = 0
TURN: Final[i64] = 1
DRAW: Final[i64] = 2
AFTER_REVEAL: Final[i64] = 3
ALERT: Final[i64] = 4
BURY: Final[i64] = 5
CHOOSE_CUBE: Final[i64] = 6
OVER: Final[i64] = 7

EMPTY: Final[i64] = -1
"""A box of the score card without a cube."""
IN_HAND: Final[i64] = -1
BARE: Final[i64] = -2
"""Where a spade is that lies on no card."""
TIED: Final[i64] = -4
"""Nobody's place, because of a tie that nothing breaks (PZ-11.3)."""


class Piratz(State):
    """A table of Piratz.

    `active` is the seat on turn, NOBODY before the game and after it. `bag`, `faceup`, `discard` and `piles[seat]` are
    sets of cards; `revealed_at[card]` is the number of the reveal that last turned a card up, so that the face-up cards
    have their order. `spade[seat]` is a card, IN_HAND or BARE, and the first `passed` entries of `placed` are the seats
    in the order in which they placed theirs. `boxes` holds the colours of the cubes on the score card, the boxes of a
    treasure side by side; `won` the cubes won so far, in order, each as seat * CUBE_COLOURS + colour. `kind` is the
    treasure whose cubes wait to be chosen.
    """

    def __init__(
        self,
        game: Game,
        seats: i64,
        house: House,
        phase: i64,
        active: i64,
        round_number: i64,
        final_round: bool,
        idle: bool,
        bag: i64,
        faceup: i64,
        discard: i64,
        piles: vec[i64],
        reveals: i64,
        revealed_at: vec[i64],
        spade: vec[i64],
        passed: i64,
        placed: vec[i64],
        boxes: vec[i64],
        won: vec[i64],
        kind: i64,
    ) -> None:
        super().__init__(game, seats)
        self.house = house
        self.phase = phase
        self.active = active
        self.round_number = round_number
        self.final_round = final_round
        self.idle = idle
        self.bag = bag
        self.faceup = faceup
        self.discard = discard
        self.piles = piles
        self.reveals = reveals
        self.revealed_at = revealed_at
        self.spade = spade
        self.passed = passed
        self.placed = placed
        self.boxes = boxes
        self.won = won
        self.kind = kind

    def clone(self) -> State:
        return Piratz(
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

    def imagine(self, seat: i64, rng: Rng) -> State:
        """Nothing is secret, and what the bag will bring is the Dealer's: every world is this one."""
        return self.clone()

    # Whose decision it is

    def actor(self) -> i64:
        if self.phase == SETUP or self.phase == DRAW:
            return DEALER
        if self.phase == OVER:
            return NOBODY
        return self.active

    def holds_spade(self, seat: i64) -> bool:
        return self.spade[seat] == IN_HAND

    def is_last_holder(self) -> bool:
        """Whether a single spade is left in hand (PZ-7.1, PZ-7.5)."""
        return self.passed == self.seats - 1

    def next_holder(self) -> i64:
        """The next seat clockwise whose spade is in hand (PZ-2.1); only called while there is one."""
        seat = self.active
        while True:
            seat = seat + 1 if seat + 1 < self.seats else 0
            if self.spade[seat] == IN_HAND:
                return seat

    # What a seat may do

    def list_moves(self, seat: i64, moves: Moves) -> None:
        if self.phase == TURN:
            if self.bag != NO_CARDS:
                moves.add(REVEAL)
            self.list_passes(moves)
        elif self.phase == AFTER_REVEAL:
            moves.add(STAY)
            self.list_passes(moves)
        elif self.phase == ALERT:
            moves.add(DECLINE_RAT)
            self.list_cards(self.faceup & self.house.rats, TAKE_RAT, moves)
        elif self.phase == BURY:
            self.list_cards(self.faceup, self.house.bury, moves)
        elif self.phase == CHOOSE_CUBE:
            moves.add(self.house.pick_high)
            moves.add(self.house.pick_low)

    def list_passes(self, moves: Moves) -> None:
        """Name a treasure that is there (PZ-3.3), or one that is not (PZ-3.7)."""
        showing: i64 = 0
        if self.faceup != NO_CARDS:
            house = self.house
            for kind in range(KINDS):
                if self.faceup & house.showing(kind) != NO_CARDS:
                    moves.add(TAKE + kind)
                    showing += 1
        if showing < KINDS and not self.must_reveal():
            moves.add(PASS_EMPTY)

    def must_reveal(self) -> bool:
        """The last holder may not let a round go by in which nothing has happened at all (PZ-7.4)."""
        return self.idle and self.is_last_holder()

    def list_cards(self, cards: i64, action_of_first_card: i64, moves: Moves) -> None:
        while cards != NO_CARDS:
            moves.add(action_of_first_card + first(cards))
            cards = without_first(cards)

    # What the Dealer may do

    def list_odds(self, odds: Odds) -> None:
        if self.phase == DRAW:
            bag = self.bag
            while bag != NO_CARDS:
                odds.add(DEAL + first(bag), 1)
                bag = without_first(bag)
        elif self.boxes[len(self.boxes) - 1] == EMPTY:
            for colour in range(CUBE_COLOURS):
                if self.cubes_left(colour) > 0:
                    odds.add(CUBE + colour, self.cubes_left(colour))
        else:
            for seat in range(self.seats):
                odds.add(FIRST + seat, 1)

    def sample(self, rng: Rng) -> i64:
        if self.phase == DRAW:
            return DEAL + nth(self.bag, rng.below(size(self.bag)))
        return super().sample(rng)

    def cubes_left(self, colour: i64) -> i64:
        """How many cubes of a colour have not been put on the score card yet."""
        left = self.house.mix[colour]
        for box in range(i64(len(self.boxes))):
            if self.boxes[box] == colour:
                left -= 1
        return left

    # What happens

    def apply(self, seat: i64, action: i64) -> None:
        if seat == DEALER:
            if action < CUBE:
                self.turn_up(action - DEAL)
            elif action < FIRST:
                self.put_cube(action - CUBE)
            else:
                self.open_game(action - FIRST)
        elif action == REVEAL:
            self.phase = DRAW
        elif action == STAY:
            self.stay()
        elif action < PASS_EMPTY:
            self.pass_naming(action - TAKE)
        elif action == PASS_EMPTY:
            self.pass_empty()
        elif action == DECLINE_RAT:
            self.decline_rat()
        elif action < self.house.bury:
            self.take_rat(action - TAKE_RAT)
        elif action < self.house.pick_high:
            self.bury(action - self.house.bury)
        else:
            self.choose_cube(action == self.house.pick_high)

    # Set-up

    def put_cube(self, colour: i64) -> None:
        """The next box gets this cube (PZ-1.4, PZ-1.5); the dearer of two lies first, which means nothing."""
        boxes = self.boxes
        box: i64 = 0
        while boxes[box] != EMPTY:
            box += 1
        boxes[box] = colour
        if self.house.boxes_each == 2 and box & 1 == 1 and boxes[box - 1] > colour:
            boxes[box] = boxes[box - 1]
            boxes[box - 1] = colour
        if box == len(boxes) - 1 and self.house.first_player != RANDOM_SEAT:
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
                    "totals": [int(self.house.treasures(self.house.deck, k)) for k in range(KINDS)],
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
        self.phase = TURN
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
            self.phase = TURN if self.is_last_holder() else AFTER_REVEAL

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
        revealed = self.phase == AFTER_REVEAL or self.phase == ALERT
        self.tell("passed", {"seat": int(self.active), "treasure": treasure, "revealed_this_turn": revealed})

    def store(self, cards: i64) -> None:
        """Cards taken go to the pile and stay there (PZ-5.1)."""
        self.faceup ^= cards
        self.piles[self.active] |= cards
        self.idle = False

    # Rat alert

    def sound_the_alarm(self, rats: i64) -> None:
        """A rat has joined another that was face up: the seat must pass and takes nothing by name (PZ-4.6)."""
        self.phase = ALERT
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
            self.phase = BURY
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
        self.put_spade_down(BARE)

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

    def buried(self) -> i64:
        """The cards under spades: never taken, and silent if they are rats (PZ-3.6, PZ-4.3)."""
        cards = NO_CARDS
        for seat in range(self.seats):
            if self.spade[seat] >= 0:
                cards |= just(self.spade[seat])
        return cards

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
            self.spade[seat] = IN_HAND
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

    # Scoring

    def score_from(self, kind: i64) -> None:
        """Give out the cubes, treasure by treasure from this one on, until a seat has to choose (PZ-10.2)."""
        while kind < KINDS:
            if self.listener is not None:
                self.tell_of_ranking(kind)
            winner = self.in_place(kind, 1)
            if winner < 0:
                self.lose_cubes(kind, winner)
            elif self.has_choice(kind):
                self.kind = kind
                self.active = winner
                self.phase = CHOOSE_CUBE
                return
            else:
                self.award(kind, winner, True)
            kind += 1
        self.phase = OVER
        self.active = NOBODY
        if self.listener is not None:
            self.tell("game_over", {"scores": self.all_scores(), "winners": self.winners()})

    def standing(self, seat: i64, kind: i64) -> i64:
        """A seat's standing for one treasure: more treasures, then more rats, then fewer cards (PZ-10.4, PZ-11.1,
        PZ-11.2) make the higher number; NOBODY's if it has no place at all (PZ-10.7)."""
        pile = self.piles[seat]
        count = self.house.treasures(pile, kind)
        if count == 0 and not self.house.zero_scores:
            return NOBODY
        return (count << 12) + (size(pile & self.house.rats) << 6) + CARDS - size(pile)

    def in_place(self, kind: i64, place: i64) -> i64:
        """The seat in first or second place for one treasure; TIED where a tie is left over at this place or above it
        (PZ-11.3), NOBODY where no seat is ranked."""
        ceiling: i64 = 1 << 30
        seat: i64 = NOBODY
        for _ in range(place):
            best: i64 = NOBODY
            sharing: i64 = 0
            for other in range(self.seats):
                standing = self.standing(other, kind)
                if standing > best and standing < ceiling:
                    best = standing
                    seat = other
                    sharing = 1
                elif standing == best:
                    sharing += 1
            if best == NOBODY:
                return NOBODY
            if sharing > 1:
                return TIED
            ceiling = best
        return seat

    def has_choice(self, kind: i64) -> bool:
        """Whether the first-placed seat is asked: not about one cube, nor about equal ones (PZ-10.6, PZ-10.9)."""
        if self.house.boxes_each == 1 or self.house.auto_high:
            return False
        return self.boxes[2 * kind] != self.boxes[2 * kind + 1]

    def choose_cube(self, dearer: bool) -> None:
        self.award(self.kind, self.active, dearer)
        self.score_from(self.kind + 1)

    def award(self, kind: i64, winner: i64, dearer: bool) -> None:
        """First place takes its cube; the other goes to second place (PZ-10.5), or to nobody (PZ-10.8, PZ-11.4)."""
        box = kind * self.house.boxes_each
        if self.house.boxes_each == 1:
            self.win_cube(kind, box, winner, 1)
            return
        self.win_cube(kind, box if dearer else box + 1, winner, 1)
        second = self.in_place(kind, 2)
        if second < 0:
            self.lose_cubes(kind, second)
        else:
            self.win_cube(kind, box + 1 if dearer else box, second, 2)

    def win_cube(self, kind: i64, box: i64, seat: i64, place: i64) -> None:
        colour = self.boxes[box]
        self.boxes[box] = EMPTY
        self.keep_cube(seat, colour)
        if self.listener is not None:
            self.tell(
                "cube_won",
                {"treasure": TREASURES[kind], "seat": int(seat), "cube": COLOURS[colour], "place": int(place)},
            )

    def keep_cube(self, seat: i64, colour: i64) -> None:
        self.won = append(self.won, seat * CUBE_COLOURS + colour)

    def lose_cubes(self, kind: i64, why: i64) -> None:
        """What nobody wins stays on the score card (PZ-10.8)."""
        if self.listener is not None:
            reason = "tie" if why == TIED else "nobody"
            self.tell("cube_lost", {"treasure": TREASURES[kind], "cubes": self.cubes_on(kind), "reason": reason})

    def score(self, seat: i64) -> i64:
        """The value of a seat's cubes: gold 4, silver 3, copper 2, wood 1 (PZ-12.1)."""
        points: i64 = 0
        for i in range(i64(len(self.won))):
            if self.won[i] // CUBE_COLOURS == seat:
                points += CUBE_COLOURS - self.won[i] % CUBE_COLOURS
        return points

    def payoff(self, seat: i64) -> float:
        """The highest score wins; equals share (PZ-12.2, PZ-12.3)."""
        mine = self.score(seat)
        sharing: i64 = 0
        for other in range(self.seats):
            theirs = self.score(other)
            if theirs > mine:
                return 0.0
            if theirs == mine:
                sharing += 1
        return 1.0 / float(sharing)

    # The table in words, for events, positions and views

    def faceup_in_order(self) -> list[int]:
        """The face-up cards in the order in which they were revealed."""
        dated = [(int(self.revealed_at[card]), card) for card in members(int(self.faceup))]
        dated.sort()
        return [card for _, card in dated]

    def faceup_in_words(self) -> list[str]:
        return [card_id(card) for card in self.faceup_in_order()]

    def cubes_on(self, kind: i64) -> list[str]:
        """The colours that still lie on a treasure, the dearer one first."""
        each = self.house.boxes_each
        found = [self.boxes[box] for box in range(kind * each, kind * each + each)]
        return [COLOURS[colour] for colour in found if colour != EMPTY]

    def cubes_in_words(self) -> dict[str, list[str]]:
        return {TREASURES[kind]: self.cubes_on(kind) for kind in range(KINDS)}

    def all_scores(self) -> list[int]:
        return [int(self.score(seat)) for seat in range(self.seats)]

    def winners(self) -> list[int]:
        scores = self.all_scores()
        return [seat for seat in range(len(scores)) if scores[seat] == max(scores)]

    def tell_of_ranking(self, kind: i64) -> None:
        """Counts, rats and pile sizes of all seats; the seats ranked for this treasure, best first; and the ties that
        nothing breaks."""
        standings = [(-int(self.standing(seat, kind)), int(seat)) for seat in range(self.seats)]
        ranked = sorted([(low, seat) for low, seat in standings if low != -int(NOBODY)])
        groups = [[seat for same, seat in ranked if same == low] for low in sorted({low for low, _ in ranked})]
        self.tell(
            "treasure_scored",
            {
                "treasure": TREASURES[kind],
                "counts": [int(self.house.treasures(self.piles[seat], kind)) for seat in range(self.seats)],
                "rats": [int(size(self.piles[seat] & self.house.rats)) for seat in range(self.seats)],
                "pile_sizes": [int(size(self.piles[seat])) for seat in range(self.seats)],
                "ranking": [seat for _, seat in ranked],
                "ties": [group for group in groups if len(group) > 1],
            },
        )


def in_words(cards: i64) -> list[str]:
    """A heap of cards, by card id."""
    return [card_id(card) for card in members(int(cards))]


def new_table(game: Game, seats: i64, house: House) -> Piratz:
    """A table before the first cube is drawn: all cards in the bag, spades in hand (PZ-1.1 to PZ-1.3, PZ-1.7)."""
    return Piratz(
        game,
        seats,
        house,
        SETUP,
        NOBODY,
        1,
        False,
        False,
        house.deck,
        NO_CARDS,
        NO_CARDS,
        zeros(seats),
        0,
        zeros(CARDS),
        filled(seats, IN_HAND),
        0,
        zeros(seats),
        filled(KINDS * house.boxes_each, EMPTY),
        vec[i64](),
        0,
    )
