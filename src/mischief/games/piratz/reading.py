"""Reads positions of Piratz: the whole table from JSON (PZ-13.1). What cannot lie on a table is refused with
the cause (PZ-13.2); the letters in the comments are that clause's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from mischief.engine.reading import Reader, lay_out
from mischief.engine.seats import NOBODY

from . import numbers as n
from .cards import COLOURS, CUBES, TREASURES, card_id
from .house import House
from .rules import Piratz, new_table
from .sets import members, size

if TYPE_CHECKING:
    from .game import PiratzGame

CARD_NUMBERS = {card_id(number): number for number in range(int(n.CARDS))}


def read(game: PiratzGame, data: Mapping[str, Any]) -> Piratz:
    """The table that a position describes; raises BadPosition, saying what is wrong and where."""
    return _Table(game, data).state


class _Table:
    """A position being read, step by step; `state` is the table it describes."""

    def __init__(self, game: PiratzGame, data: Mapping[str, Any]) -> None:
        self.game = game
        self.house: House = game.house
        self.seats = game.seats
        self.reader = Reader(data, clause="PZ-13.2")
        self.where_is: dict[int, str] = {}
        self.check_game()
        self.phase = n.PHASES.index(self.reader.word("phase", n.PHASES))
        self.active = self.read_active()
        self.final_round = self.reader.flag("final_round")
        self.idle = self.reader.flag("idle")
        faceup = self.read_cards("faceup", self.reader.many("faceup"))
        self.read_spades()
        piles = [self.read_cards(f"piles[{s}]", pile) for s, pile in enumerate(self.read_by_seat("piles"))]
        discard = self.read_cards("discard", self.reader.many("discard"))
        bag = self.read_draw()
        self.read_cubes()
        revealed_at = [0] * int(n.CARDS)
        for number, card in enumerate(faceup):
            revealed_at[card] = number
        self.state = state = new_table(game, self.seats, self.house)
        state.phase, state.active = self.phase, self.active
        state.round_number = self.reader.whole("round", 1, 1)
        state.final_round, state.idle = self.final_round, self.idle
        state.bag, state.faceup, state.discard = _heap(bag), _heap(faceup), _heap(discard)
        lay_out(state.piles, [_heap(pile) for pile in piles])
        state.reveals = len(faceup)
        lay_out(state.revealed_at, revealed_at)
        lay_out(state.spade, self.spade)
        state.passed = len(self.placed)
        lay_out(state.placed, self.placed)
        lay_out(state.boxes, self.boxes)
        for cube in self.won:
            state.keep_cube(*divmod(cube, int(n.CUBE_COLOURS)))
        state.kind = self.read_treasure()
        last = self.reader.raw("last_revealed")
        self.reader.done()
        self.check_bag()
        self.check_phase(last, faceup)

    def check_game(self) -> None:
        """The position is of this game, at this number of seats and with these house rules (t)."""
        reader, options = self.reader, self.game.options
        reader.word("game", [self.game.info.id], self.game.info.id)
        reader.whole("players", self.seats, self.seats, self.seats)
        given = reader.part("options")
        for option in self.game.option_list:
            value = given.raw(option.name, options[option.name])
            if not option.display and (value != options[option.name] or type(value) is not type(options[option.name])):
                given.fail(f"this table plays with {options[option.name]!r}, not {value!r}", option.name)
        given.done()

    def read_active(self) -> int:
        if self.phase in (n.SETUP, n.OVER):
            if self.reader.has("active"):
                self.reader.fail(f"nobody is on turn in phase {n.PHASES[self.phase]}", "active")
            return int(NOBODY)
        return self.reader.whole("active", None, 0, self.seats - 1)

    def read_by_seat(self, key: str) -> list[Any]:
        """A list with one entry for every seat (c); where the key is absent, nobody has anything."""
        return self.reader.many(key, self.seats) if self.reader.has(key) else [[]] * self.seats

    # Cards

    def read_cards(self, where: str, ids: Any) -> list[int]:
        """Cards that lie in one place: known (a), in play (b) and nowhere else (a)."""
        if not isinstance(ids, list | tuple):
            self.reader.fail(f"should be a list of cards, not {ids!r}", where)
        cards = []
        for name in ids:
            card = CARD_NUMBERS.get(name) if isinstance(name, str) else None
            if card is None:
                self.reader.fail(f"there is no card {name!r}; the cards are pz00 to pz49", where)
            if card in self.where_is:
                self.reader.fail(f"{name} is here and in {self.where_is[card]}", where)
            if not self.house.deck >> card & 1:
                self.reader.fail(f"{name} is a skull card, which is out of the game with 2 seats", where)
            self.where_is[card] = where
            cards.append(card)
        return cards

    def read_draw(self) -> list[int]:
        """The draw pile: a list in which no card is missing (a), or the word "rest"."""
        draw = self.reader.raw("draw", "rest")
        missing = [card for card in members(int(self.house.deck)) if card not in self.where_is]
        if draw == "rest":
            return missing
        cards = self.read_cards("draw", draw)
        for card in missing:
            if card not in cards:
                self.reader.fail(f"{card_id(card)} is nowhere: it should be here or in another place", "draw")
        return cards

    # Spades

    def read_spades(self) -> None:
        """Every placed spade lies on one card or in the middle, every other one nowhere (c, d). Where `spades` is
        absent, all that lie nowhere are in hand."""
        reader = self.reader
        self.spade = [int(n.IN_HAND)] * self.seats
        self.placed: list[int] = []
        for number, pair in enumerate(reader.many("buried")):
            where = f"buried[{number}]"
            if not isinstance(pair, list | tuple) or len(pair) != 2:
                reader.fail(f"should be a card and the seat whose spade is on it, not {pair!r}", where)
            (card,) = self.read_cards(where, pair[:1])
            self.put_spade(pair[1], card, where)
        for number, seat in enumerate(reader.many("middle")):
            self.put_spade(seat, int(n.BARE), f"middle[{number}]")
        if not reader.has("spades"):
            return
        for seat, held in enumerate(reader.many("spades", self.seats)):
            if not isinstance(held, bool):
                reader.fail(f"should be true or false, not {held!r}", f"spades[{seat}]")
            if held and seat in self.placed:
                reader.fail(f"seat {seat} has its spade in hand and on the table", "spades")
            if not held and seat not in self.placed:
                reader.fail(f"seat {seat} has placed its spade, but it is neither in buried nor in middle", "spades")

    def put_spade(self, seat: Any, spot: int, where: str) -> None:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.seats:
            self.reader.fail(f"should name a seat from 0 to {self.seats - 1}, not {seat!r}", where)
        if seat in self.placed:
            self.reader.fail(f"the spade of seat {seat} lies in two places", where)
        self.spade[seat] = spot
        self.placed.append(seat)

    # Cubes

    def read_cubes(self) -> None:
        """All cubes, on the score card and won: the right number, none more often than in the mix (j, k)."""
        reader, each = self.reader, int(self.house.boxes_each)
        card = reader.part("cubes")
        self.boxes: list[int] = []
        on_card = [0] * len(COLOURS)
        for treasure in TREASURES:
            colours = sorted(self.read_colour(c, f"cubes.{treasure}") for c in card.many(treasure))
            if len(colours) > each:
                card.fail(f"{len(colours)} cubes are too many; the score card has boxes for {each}", treasure)
            for colour in colours:
                on_card[colour] += 1
            self.boxes += colours + [int(n.EMPTY)] * (each - len(colours))
        card.done()
        self.won: list[int] = []
        for seat, cubes in enumerate(self.read_by_seat("won")):
            if not isinstance(cubes, list | tuple):
                reader.fail(f"should be a list of colours, not {cubes!r}", f"won[{seat}]")
            for name in cubes:
                self.won.append(seat * int(n.CUBE_COLOURS) + self.read_colour(name, f"won[{seat}]"))
        if self.won and self.phase < n.CHOOSE_CUBE:
            reader.fail("cubes are won only at the end of the game", "won")
        count = [lying + sum(w % n.CUBE_COLOURS == c for w in self.won) for c, lying in enumerate(on_card)]
        for colour, copies in enumerate(count):
            if copies > self.house.mix[colour]:
                reader.fail(f"{copies} {COLOURS[colour]} cubes; there are only {self.house.mix[colour]}", "cubes")
        if self.phase == n.SETUP:
            self.check_boxes_in_order()
            return
        right = CUBES if each == 2 else len(TREASURES)
        if sum(count) != right:
            reader.fail(f"{sum(count)} cubes on the score card and won; there should be {right}", "cubes")
        if self.phase < n.CHOOSE_CUBE and n.EMPTY in self.boxes:
            kind = self.boxes.index(int(n.EMPTY)) // each
            card.fail("a box is empty before the scoring", TREASURES[kind])

    def read_colour(self, name: Any, where: str) -> int:
        if name not in COLOURS:
            self.reader.fail(f"there is no {name!r} cube; the colours are {', '.join(COLOURS)}", where)
        return COLOURS.index(name)

    def check_boxes_in_order(self) -> None:
        """In set-up the boxes are filled one after the other (j); with all filled, only a random first seat is left to
        be named (s)."""
        filled = [box for box, colour in enumerate(self.boxes) if colour != n.EMPTY]
        if filled != list(range(len(filled))):
            box = next(box for box, colour in enumerate(self.boxes) if colour == n.EMPTY)
            treasure = TREASURES[box // int(self.house.boxes_each)]
            self.reader.fail("a box before the last filled one is empty", f"cubes.{treasure}")
        if len(filled) == len(self.boxes) and self.house.first_player != n.RANDOM_SEAT:
            self.reader.fail("every box is filled, so the game would have begun", "phase")

    def read_treasure(self) -> int:
        if self.phase != n.CHOOSE_CUBE:
            if self.reader.has("treasure"):
                self.reader.fail("only phase cube has a treasure that waits", "treasure")
            return 0
        return self.reader.whole("treasure", None, 0, len(TREASURES) - 1)

    # What fits together

    def check_bag(self) -> None:
        state, fail = self.state, self.reader.fail
        holders = self.seats - len(self.placed)
        if not state.bag and not self.final_round and holders:
            fail("it is empty, so this is the final round; final_round should be true", "draw")  # l
        if self.final_round and state.discard and (state.bag or self.phase in (n.TURN, n.DRAW, n.AFTER_REVEAL)):
            fail("in the final round the discard pile is reshuffled as soon as the draw pile is empty", "discard")  # m
        if self.idle:
            if self.final_round:
                fail("a card was revealed in the final round, so it is not idle", "idle")  # r
            if state.buried():
                fail("a card was buried, so the round is not idle", "idle")  # r
            if self.placed and state.faceup:
                fail("a seat has passed with a card face up and must have buried one: not idle", "idle")  # r
            if self.phase in (n.AFTER_REVEAL, n.ALERT, n.CHOOSE_CUBE, n.OVER):
                fail(f"a round is not idle in phase {n.PHASES[self.phase]}", "idle")  # r

    def check_phase(self, last: Any, faceup: list[int]) -> None:
        state, fail = self.state, self.reader.fail
        if self.phase in (n.TURN, n.DRAW, n.AFTER_REVEAL, n.ALERT, n.BURY) and self.active in self.placed:
            fail(f"seat {self.active} is on turn but has placed its spade", "active")  # e
        if self.phase in (n.AFTER_REVEAL, n.ALERT):
            self.check_last_revealed(last, faceup)
        elif last is not None:
            fail(f"there is none in phase {n.PHASES[self.phase]}", "last_revealed")  # t
        if self.phase == n.AFTER_REVEAL and state.is_last_holder():
            fail("the last holder goes on in phase turn after a reveal", "phase")  # f
        if self.phase == n.BURY and len(faceup) < 2:
            fail(f"{len(faceup)} cards are face up, so nothing is asked", "phase")  # i, o
        if self.phase == n.DRAW and not state.bag:
            fail("the draw pile is empty: there is nothing to reveal", "phase")  # n
        if self.phase == n.TURN and not state.bag and not state.faceup:
            fail("nothing can be revealed or taken, so nothing is asked", "phase")  # o
        if self.phase in (n.CHOOSE_CUBE, n.OVER) and (len(self.placed) < self.seats or not self.final_round):
            fail("scoring comes when all spades of the final round are placed", "phase")  # q
        if self.phase == n.CHOOSE_CUBE:
            self.check_choice()
        if self.phase == n.SETUP and (self.placed or self.final_round or state.bag != self.house.deck):
            fail("before the game all cards are in the draw pile and all spades in hand", "phase")  # s

    def check_last_revealed(self, last: Any, faceup: list[int]) -> None:
        """The card just revealed is the last one face up, and has caused an alert or has not (g, h)."""
        fail = self.reader.fail
        if not faceup or last != card_id(faceup[-1]):
            fail(f"should be the last face-up card, not {last!r}", "last_revealed")
        is_rat = bool(self.house.rats >> faceup[-1] & 1)
        alert = is_rat and size(self.state.faceup & self.house.rats) > 1
        if self.phase == n.AFTER_REVEAL and alert:
            fail(f"{last} is a rat and another rat is face up: that is an alert", "last_revealed")
        if self.phase == n.ALERT and not alert:
            fail("an alert needs a rat just revealed and another one face up", "last_revealed")

    def check_choice(self) -> None:
        """The treasure that waits and the later ones have all their cubes (j), and its first-placed seat has a choice
        (p)."""
        state, fail = self.state, self.reader.fail
        for kind in range(int(state.kind), len(TREASURES)):
            if len(state.cubes_on(kind)) < self.house.boxes_each:
                fail("a box is empty, but this treasure has not been scored yet", f"cubes.{TREASURES[kind]}")
        winner = int(state.in_place(state.kind, 1))
        if winner != self.active:
            place = f"seat {winner}" if winner >= 0 else "nobody"
            fail(f"{place} is in first place for {TREASURES[state.kind]}, not seat {self.active}", "active")
        if not state.has_choice(state.kind):
            fail("there is nothing to choose: one cube, equal cubes, or cube_pick is auto_high", "phase")


def _heap(cards: list[int]) -> int:
    return sum(1 << card for card in cards)
