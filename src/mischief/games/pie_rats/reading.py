"""Reads positions of Pie Rats: the whole table from JSON.

What a position leaves out is filled in the plainest way: `draw` with every card that is nowhere else, `pie_pile` with
the Pies that are neither on the sill nor looted, `captains` in the order of their numbers, `declared` with lures.
A position is loaded at its next decision: what would resolve by itself has done so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from mischief.engine.reading import Reader

from . import numbers as n
from . import seeing_words as words
from .rules import PieRats, empty_table
from .sets import copies_in

if TYPE_CHECKING:
    from .game import PieRatsGame

WITHOUT_TURN = (n.LEAD, n.FACE, n.HAND, n.PIE, n.DRAW, n.W2, n.W5B, n.READY, n.END)
"""Phases in which it is nobody's turn."""


def read(game: PieRatsGame, data: Mapping[str, Any]) -> PieRats:
    """The table that a position describes; raises BadPosition, saying what is wrong and where."""
    return _PositionReader(game, data).read()


class _PositionReader:
    """Reads field by field on to a new table, each value checked where it stands."""

    def __init__(self, game: PieRatsGame, data: Mapping[str, Any]) -> None:
        self.game = game
        self.seats = game.seats
        self.house = game.house
        self.reader = Reader(data)
        self.kinds = {name: kind for kind, name in enumerate(self.house.ids)}
        self.pies = {name: pie for pie, name in enumerate(self.house.pie_ids)}
        self.state = empty_table(game, self.seats, self.house)

    def read(self) -> PieRats:
        state, reader = self.state, self.reader
        self.read_frame()
        self.read_captains()
        self.read_cards()
        self.read_pies()
        self.read_declarations()
        if state.phase in n.WINDOWS:
            self.read_window()
        elif reader.has("window"):
            reader.fail(f"there is no window in {n.PHASES[state.phase]}", "window", "PR-10.3")
        self.read_pending()
        reader.done()
        self.find_dealers_place()
        # An imagined draw pile may hold a single kind; the card is still to be dealt there, as everybody else sees it.
        if state.phase not in (n.HAND, n.DRAW) or state.hand_size(state.turn) == n.HAND_SIZE or state.draw_size == 0:
            state.settle()
        return state

    # The frame: who, when, what phase

    def read_frame(self) -> None:
        state, reader = self.state, self.reader
        reader.raw("game")
        if reader.raw("n", self.seats) != self.seats:
            reader.fail(f"this table has {self.seats} seats, the position {reader.raw('n')!r}", "n", "PR-1.3")
        for name, value in reader.part("options").data.items():
            if self.game.options.get(name) != value:
                reader.fail(f"this table has {name} = {self.game.options.get(name)!r}, not {value!r}", "options")
        state.phase = n.PHASES.index(reader.word("phase", n.PHASES))
        setting_up = state.phase in n.SETTING_UP
        state.round_number = reader.whole("round", 0 if setting_up else 1, 0 if setting_up else 1, 10_000)
        if setting_up and state.round_number != 0:
            reader.fail("no round has begun while the table is set up: it should be 0", "round", "PR-2.1")
        if state.phase != n.LEAD:
            state.lead = reader.whole("lead", 0, 0, self.seats - 1)
        elif reader.has("lead"):
            reader.fail("nobody is Lead yet", "lead", "PR-1.9")
        if state.phase not in WITHOUT_TURN:
            state.turn = reader.whole("turn", None, 0, self.seats - 1)
        elif reader.has("turn"):
            reader.fail(f"it is nobody's turn in {n.PHASES[state.phase]}", "turn", "PR-2.2")
        if state.phase == n.W6 and self.house.mode not in (n.CALL_MODE, n.NEVER_MODE):
            reader.fail("phase 6 has no window in this mode", "phase", "PR-8.20")
        state.reshuffles = reader.whole("reshuffles", 0, 0, 10_000)

    def read_captains(self) -> None:
        state, reader = self.state, self.reader
        given = reader.many("captains", self.seats) if reader.has("captains") else list(range(self.seats))
        state.captains = 0
        for seat, captain in enumerate(given):
            if captain is None:
                if state.phase not in (n.LEAD, n.FACE, n.CAPTAIN):
                    reader.fail(f"seat {seat} has no captain", "captains", "PR-1.3")
                captain = int(n.NO_CAPTAIN)
            elif isinstance(captain, bool) or not isinstance(captain, int) or not 0 <= captain < n.CAPTAINS:
                reader.fail(f"{captain!r} should be a captain from 0 to {int(n.CAPTAINS) - 1}", "captains", "PR-1.3")
            elif captain in given[:seat]:
                reader.fail(f"two seats have captain {captain}", "captains", "PR-1.3")
            state.captains |= captain << (4 * seat)

    # Cards

    def read_cards(self) -> None:
        state, reader = self.state, self.reader
        self.used: Counter[int] = Counter()
        self.read_hands()
        for seat, names in enumerate(self.per_seat("crews")):
            state.crews[seat] = self.crew_mask(names, "crews")
        for seat, names in enumerate(self.per_seat("charisma")):
            state.charisma[seat] = self.bag(names, "charisma", 0, int(n.CHARISMA))
        on_table = int(state.all_crew())
        for key in ("sideways", "spinach"):
            mask = 0
            for name in reader.many(key):
                mask |= 1 << self.kind(name, key, 0, int(n.CREW))
            if mask & ~on_table:
                stray = words.crew(state, mask & ~on_table)[0]
                reader.fail(f"{stray} is in no crew", key, "PR-11.10" if key == "spinach" else "PR-7.7")
            if key == "sideways":
                state.sideways = mask
            else:
                state.spinach = mask
                self.used[int(n.CREW + n.SPINACH)] += mask.bit_count()
        if state.sideways and state.phase in (*n.SETTING_UP, n.PIE, n.READY, n.DRAW):
            reader.fail("all rats stand upright after phase 6", "sideways", "PR-9.1")
        discard = reader.many("discard")
        state.discard_crew = self.crew_mask([name for name in discard if self.is_crew(name, "discard")], "discard")
        state.discard_goods = self.bag(
            [name for name in discard if not self.is_crew(name, "discard")], "discard", 0, int(n.GOODS)
        )
        self.read_draw()
        if state.phase in (n.LEAD, n.FACE, n.CAPTAIN) and any(state.hand_size(s) for s in range(self.seats)):
            reader.fail("no hands are dealt before all captains are known", "hands", "PR-1.11")

    def read_hands(self) -> None:
        state, reader = self.state, self.reader
        hands = self.per_seat("hands")
        ages = self.per_seat("ages") if reader.has("ages") else [[int(state.reshuffles)] * len(h) for h in hands]
        for seat, (names, old) in enumerate(zip(hands, ages, strict=True)):
            if len(names) > n.HAND_SIZE:
                reader.fail(f"seat {seat} holds {len(names)} cards; the most is {int(n.HAND_SIZE)}", "hands", "PR-9.4")
            if len(old) != len(names):
                reader.fail(f"seat {seat} has {len(names)} hand cards but {len(old)} ages", "ages", "PR-9.6")
            for age in old:
                if isinstance(age, bool) or not isinstance(age, int) or not 0 <= age <= state.reshuffles:
                    reader.fail(f"an age is a number from 0 to {int(state.reshuffles)}, not {age!r}", "ages", "PR-9.6")
            for age, name in sorted(zip(old, names, strict=True), key=lambda pair: pair[0]):
                kind = self.kind(name, "hands", 0, int(n.KINDS))
                self.used[kind] += 1
                state.add_to_hand(seat, kind, age)

    def read_draw(self) -> None:
        """The draw pile; where it is left out, every card that is nowhere else."""
        state, reader = self.state, self.reader
        copies = Counter(dict.fromkeys(range(int(n.CREW)), 1))
        copies.update({int(n.CREW) + g: int(self.house.copies[g]) for g in range(int(n.GOODS))})
        if reader.has("draw"):
            for name in reader.many("draw"):
                self.used[self.kind(name, "draw", 0, int(n.KINDS))] += 1
        for kind, count in copies.items():
            have, name = self.used[kind], self.house.ids[kind]
            if have > count:
                if kind < n.CREW:
                    reader.fail(f"{name} is in two places", self.last_place(name), "PR-1.5")
                reader.fail(f"there are {have} cards {name}, but the box has {count}", self.last_place(name), "PR-1.5")
            if reader.has("draw") and have < count:
                reader.fail(f"{count - have} of {count} cards {name} are nowhere", "draw", "PR-1.5")
        state.draw_crew = 0
        state.draw_goods = 0
        state.draw_size = 0
        if reader.has("draw"):
            for name in reader.many("draw"):
                state.put_into_draw(self.kinds[name])
        else:
            for kind, count in copies.items():
                for _ in range(count - self.used[kind]):
                    state.put_into_draw(kind)

    def last_place(self, name: str) -> str:
        """The last field that has this card, for saying where it is too many."""
        for key in ("draw", "discard", "spinach", "charisma", "crews", "hands"):
            for entry in self.reader.many(key):
                if name == entry or (isinstance(entry, list) and name in entry):
                    return key
        return "spinach"

    def per_seat(self, key: str) -> list[list[Any]]:
        """A list for each seat; all empty where the field is left out."""
        if not self.reader.has(key):
            return [[] for _ in range(self.seats)]
        lists = self.reader.many(key, self.seats)
        for seat, entry in enumerate(lists):
            if not isinstance(entry, list | tuple):
                self.reader.fail(f"seat {seat} should have a list, not {entry!r}", key)
        return [list(entry) for entry in lists]

    def kind(self, name: Any, key: str, low: int, high: int) -> int:
        kind = self.kinds.get(name) if isinstance(name, str) else None
        if kind is None:
            self.reader.fail(f"there is no card {name!r}", key, "PR-1.5")
        if not low <= kind < high:
            self.reader.fail(f"{name} does not belong here", key)
        return kind

    def is_crew(self, name: Any, key: str) -> bool:
        return self.kind(name, key, 0, int(n.KINDS)) < n.CREW

    def crew_mask(self, names: list[Any], key: str) -> int:
        mask = 0
        for name in names:
            rat = self.kind(name, key, 0, int(n.CREW))
            self.used[rat] += 1
            mask |= 1 << rat
        return mask

    def bag(self, names: list[Any], key: str, low: int, high: int) -> int:
        bag = 0
        for name in names:
            kind = self.kind(name, key, int(n.CREW) + low, int(n.CREW) + high)
            good = kind - int(n.CREW)
            if (bag >> (4 * good)) & 15 >= self.house.copies[good]:
                self.reader.fail(f"there are only {int(self.house.copies[good])} cards {name}", key, "PR-1.5")
            self.used[kind] += 1
            bag += 1 << (4 * good)
        return bag

    # Pies

    def pie(self, name: Any, key: str) -> int:
        if not isinstance(name, str) or name not in self.pies:
            self.reader.fail(f"there is no Pie {name!r}", key, "PR-1.1")
        return self.pies[name]

    def read_pies(self) -> None:
        state, reader = self.state, self.reader
        total = int(self.game.options["pies"])
        for name in reader.many("sill"):
            bit = 1 << self.pie(name, "sill")
            if state.seen & bit:
                reader.fail(f"{name} is in two places", "sill", "PR-3.1")
            state.seen |= bit
            state.sill |= bit
        self.read_loots()
        found = int(state.seen).bit_count()
        if found > total:
            reader.fail(f"{found} Pies lie open or are looted, but the game has {total}", "sill", "PR-1.1")
        state.pie_pile = reader.whole("pie_pile", total - found, 0, int(n.PIES))
        if state.pie_pile + found != total:
            reader.fail(f"pile, sill and looted Pies make {state.pie_pile + found}, not {total}", "pie_pile", "PR-1.1")
        limit = int(self.house.stall_rounds)
        state.stall = reader.whole("stall", 0, 0, limit)
        if state.stall and state.pie_pile:
            reader.fail("lootless rounds count only once the Pie pile is empty", "stall", "PR-12.2")
        nothing_left = state.pie_pile == 0 and state.sill == 0
        if nothing_left and state.phase != n.END:
            reader.fail("the last Pie is gone, so the game is over: it should be END", "phase", "PR-8.23")
        if state.phase == n.END and not nothing_left and state.stall < limit:
            reader.fail("there are Pies left, so the game is not over", "phase", "PR-12.1")
        if state.phase != n.END and state.stall >= limit:
            reader.fail(f"{limit} lootless rounds end the game: it should be END", "phase", "PR-12.2")
        if state.phase in (*n.SETTING_UP, n.PIE) and state.pie_pile == 0:
            reader.fail("there is no Pie to reveal", "phase", "PR-3.3")

    def read_loots(self) -> None:
        state, reader = self.state, self.reader
        before = 1
        done: set[tuple[int, int]] = set()
        for entry in reader.many("loots"):
            if not isinstance(entry, list | tuple) or len(entry) != 3:
                reader.fail(f"a loot is [seat, Pie, round], not {entry!r}", "loots")
            seat, name, number = entry
            if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.seats:
                reader.fail(f"there is no seat {seat!r}", "loots")
            if isinstance(number, bool) or not isinstance(number, int) or not before <= number <= state.round_number:
                reader.fail(f"rounds rise from 1 to {int(state.round_number)}; {number!r} does not", "loots", "PR-8.1")
            if (seat, number) in done:
                reader.fail(f"seat {seat} has looted twice in round {number}", "loots", "PR-8.1")
            pie = self.pie(name, "loots")
            if state.seen >> pie & 1:
                reader.fail(f"{name} is in two places", "loots", "PR-8.7")
            if number == state.round_number and not self.had_turn_6(seat):
                reader.fail(f"seat {seat} has not had its phase-6 turn in round {number} yet", "loots", "PR-8.1")
            done.add((seat, number))
            before = number
            state.seen |= 1 << pie
            state.loots[state.looted] = number * 128 + pie * 8 + seat
            state.looted += 1

    def had_turn_6(self, seat: int) -> bool:
        state = self.state
        if state.phase in n.IN_PHASE_6:
            return self.before_turn(seat)
        return state.phase in (n.READY, n.DRAW, n.END)

    def before_turn(self, seat: int) -> bool:
        """Whether a seat comes before the one in turn, counted from the Lead."""
        lead, turn = int(self.state.lead), int(self.state.turn)
        return (seat - lead) % self.seats < (turn - lead) % self.seats

    # Declarations, windows and what is under way

    def read_declarations(self) -> None:
        state, reader = self.state, self.reader
        phase = state.phase
        early = phase in (*n.SETTING_UP, n.PIE) or n.P2 <= phase < n.P4
        due = [not early and (phase != n.P4 or self.before_turn(s)) for s in range(self.seats)]
        given = reader.many("declared", self.seats) if reader.has("declared") else ["lure" if d else None for d in due]
        for seat, choice in enumerate(given):
            if choice not in ("lure", "protect", None):
                reader.fail(f"seat {seat} declares lure or protect (or null), not {choice!r}", "declared", "PR-6.1")
            if due[seat] and choice is None:
                reader.fail(f"seat {seat} should have declared by now", "declared", "PR-6.1")
            if not due[seat] and choice is not None:
                reader.fail(f"seat {seat} cannot have declared yet", "declared", "PR-6.1")
            if choice == "protect":
                state.protecting |= 1 << seat
            elif choice == "lure":
                state.luring |= 1 << seat
        if phase in n.IN_PHASE_5 and state.protecting >> state.turn & 1:
            reader.fail(f"seat {int(state.turn)} protected a rat and has no turn in phase 5", "turn", "PR-6.3")

    def read_window(self) -> None:
        state = self.state
        part = self.reader.part("window")
        part.word("kind", (n.PHASES[state.phase],))
        state.window_next = part.whole("next", None, 0, self.seats - 1)
        for seat in part.many("passed"):
            if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.seats:
                part.fail(f"there is no seat {seat!r}", "passed")
            if seat in (state.window_next, state.turn):
                part.fail(f"seat {seat} cannot have passed", "passed", "PR-10.3")
            state.passed |= 1 << seat
        if state.window_next == state.turn:
            part.fail(f"seat {int(state.turn)} opened the window and is not asked", "next", "PR-10.3")
        part.done()

    def read_pending(self) -> None:
        state = self.state
        phase = state.phase
        if phase == n.READY:
            self.read_ready()
            return
        if not self.reader.has("pending"):
            if phase in (n.P5_SECOND, n.P5_PAY, n.W5, n.P6_PIE, n.P6_SEND):
                self.reader.fail(f"{n.PHASES[phase]} needs to know what is under way", "pending")
            return
        part = self.reader.part("pending")
        if phase in n.LURE_UNDER_WAY:
            part.word("kind", ("lure",))
            self.read_lure(part)
        elif phase in (n.P6_PIE, n.P6_SEND, n.W6, n.P6_LOSE):
            part.word("kind", ("loot",))
            self.read_loot(part)
        else:
            part.fail(f"nothing can be under way in {n.PHASES[phase]}", "kind")
        if part.whole("seat", int(state.turn), 0, self.seats - 1) != state.turn:
            part.fail(f"it is the turn of seat {int(state.turn)}", "seat", "PR-2.2")
        part.done()

    def read_lure(self, part: Reader) -> None:
        state = self.state
        targets = [self.kind(name, "pending.targets", 0, int(n.CREW)) for name in part.many("targets")]
        most = 1 if state.phase == n.P5_SECOND else 2
        if len(targets) > most or len(set(targets)) < len(targets) or (not targets and state.phase != n.W5):
            part.fail(f"a lure names 1 to {most} different rats here", "targets", "PR-7.6")
        for rat in targets:
            if not state.foreign_crew(state.turn) >> rat & 1 or state.sideways >> rat & 1:
                part.fail(f"{self.house.ids[rat]} is no upright rat of another captain", "targets", "PR-7.7")
        state.target_a = targets[0] if targets else n.NONE
        state.target_b = targets[1] if len(targets) > 1 else n.NONE
        self.used = Counter()
        state.pay = self.bag(part.many("pay"), "pending.pay", 0, int(n.CHARISMA))
        tabled = state.charisma[state.turn]
        for kind in range(int(n.CHARISMA)):
            if copies_in(state.pay, kind) > copies_in(tabled, kind):
                part.fail(f"{self.house.ids[int(n.CREW) + kind]} is not tabled that often", "pay", "PR-7.5")
        if state.need() + state.worth(state.pay) + self.house.captain_charisma > state.charisma_total(state.turn):
            part.fail("the tabled Charisma cards cannot pay for this", "targets", "PR-7.5")
        charmed = copies_in(state.pay, n.CHARM) > 0
        if state.phase == n.P5_SECOND and state.pay != 0:
            part.fail("nothing is paid before the targets are named", "pay", "PR-7.15")
        if (len(targets) > 1 or state.phase == n.W5) and not charmed:
            part.fail("Charm must be among the cards", "pay", "PR-7.15" if state.phase == n.W5 else "PR-7.11")
        if state.phase == n.W5 and state.need() > 0:
            part.fail("a declared lure is fully paid", "pay", "PR-7.15")
        if state.phase == n.P5_PAY and state.need() > 0 and state.payable_kinds(state.turn) == 0:
            part.fail("the cards tabled beside these, named in rising order, cannot pay the rest", "pay", "PR-7.10")

    def read_loot(self, part: Reader) -> None:
        state = self.state
        phase = state.phase
        state.called = part.flag("called")
        if state.called and (self.house.mode != n.CALL_MODE or phase == n.W6):
            part.fail("nobody can have called here", "called", "PR-8.11" if phase == n.W6 else "PR-8.10")
        if phase in (n.P6_PIE, n.P6_LOSE):
            if part.has("pie") or part.many("send") or not state.called:
                part.fail("here a call has been made and no Pie named", "pie", "PR-8.12")
            able = state.liftable(state.turn) != 0
            if able != (phase == n.P6_PIE):
                told = "could lift a Pie, so it loses no rat" if able else "can lift no Pie, so it has none to name"
                self.reader.fail(f"seat {int(state.turn)} called and {told}", "phase", "PR-8.13")
            return
        if not part.has("pie"):
            part.fail("the Pie has been named", "pie", "PR-8.14")
        state.loot_pie = self.pie(part.raw("pie"), "pending.pie")
        if not state.sill >> state.loot_pie & 1:
            part.fail(f"{part.raw('pie')} is not on the sill", "pie", "PR-8.3")
        for name in part.many("send"):
            rat = self.kind(name, "pending.send", 0, int(n.CREW))
            if not state.crews[state.turn] >> rat & 1 or state.sent >> rat & 1:
                part.fail(f"{name} is not in the crew of seat {int(state.turn)}", "send", "PR-8.4")
            state.sent |= 1 << rat
        if phase == n.P6_SEND and state.lacking() > 0 and state.sendable() == 0:
            part.fail("the rest of the crew cannot lift this Pie", "send", "PR-8.5")

    def read_ready(self) -> None:
        state = self.state
        part = self.reader.part("pending")
        part.word("kind", ("ready",), "ready")
        aside = part.many("aside", self.seats) if part.has("aside") else [[] for _ in range(self.seats)]
        done = part.many("done", self.seats) if part.has("done") else [False] * self.seats
        part.done()
        for seat in range(self.seats):
            if not isinstance(aside[seat], list | tuple) or not isinstance(done[seat], bool):
                part.fail(f"seat {seat} needs a list in aside, and true or false in done", "aside", "PR-9.3")
            for name in aside[seat]:
                self.set_aside(part, seat, name)
            if done[seat] or state.aside_of(seat) == (1 << int(state.hand_size(seat))) - 1:
                state.done |= 1 << seat

    def set_aside(self, part: Reader, seat: int, name: Any) -> None:
        state = self.state
        kind = self.kind(name, "pending.aside", 0, int(n.KINDS))
        for slot in range(int(state.hand_size(seat))):
            if state.kind_at(seat, slot) == kind and not state.is_aside(seat, slot):
                state.aside |= 1 << (3 * seat + slot)
                return
        part.fail(f"seat {seat} does not hold {name}", "aside", "PR-9.3")

    def find_dealers_place(self) -> None:
        """Whom the Dealer serves next, which positions do not say."""
        state = self.state
        if state.phase in (n.FACE, n.CAPTAIN):
            phase, turn = state.phase, state.turn
            state.find_captains()
            if state.phase != phase or (phase == n.CAPTAIN and state.turn != turn):
                self.reader.fail("this is not how captains are handed out here", "phase", "PR-1.11")
        elif state.phase in (n.HAND, n.DRAW):
            state.turn = state.lead
            while state.hand_size(state.turn) == n.HAND_SIZE and state.after(state.turn) != state.lead:
                state.turn = state.after(state.turn)
