"""Asks a server everything that a curious seat could ask, in two worlds that the seat cannot tell apart.

Both servers are driven alike and must answer with the same bytes: moves tried singly and in sequences, by number and by
text, allowed, refused and made; whether a move is forced, or can be taken back; hints; automatic passes; the table
fetched anew; the table from outside. Nothing may differ, nor the number, order, size or moments of messages, for as
long as the rules say that the seat cannot tell.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from mischief.engine.errors import BadOption, MischiefError
from mischief.engine.game import Game
from mischief.engine.seats import DEALER, WATCHER
from mischief.engine.state import State
from mischief.engine.variants import variants
from mischief.server.afterwards.clerk import Clerk
from mischief.server.protocol.bodies import Key, Mine
from mischief.server.protocol.messages import AutoPass, ClockRules
from mischief.server.speaking.api import Api
from mischief.server.tables.deeds import UNFORESEEABLE
from mischief.server.tables.entries import Entry, Played, Started
from mischief.server.tables.library import Library, Rulebook
from mischief.server.tables.setup import Setup, TableRow
from mischief.trials.stage import TABLE, World, sit_down, token_of
from mischief.trials.twins import Turn, Twins, differ

LONGEST = 160
"""Turns that a game is played before the asking begins, at most."""
TURNS = 6
"""Turns of a pair, at most."""
QUESTIONS = 8
"""Of each kind, at every stop."""
CLOCK = ClockRules(600, 600)


class Leak(MischiefError):
    """Two worlds that a seat cannot tell apart gave it different answers."""


class SecrecyReport(msgspec.Struct):
    """What was compared. `different`: how many of the single and two-step answers came from tables that truly differ;
    `unforeseeable`: how often the answer was that it depends on what the seat cannot know."""

    games: list[str]
    pairs: int = 0
    single: int = 0
    two_step: int = 0
    longer: int = 0
    texts: int = 0
    plays: int = 0
    played_several: int = 0
    forced: int = 0
    undo: int = 0
    hints: int = 0
    auto_passes: int = 0
    snapshots: int = 0
    cards: int = 0
    updates: int = 0
    taken_back: int = 0
    secret_steps: int = 0
    different: int = 0
    unforeseeable: int = 0
    told_by_the_rules: int = 0


class Pair:
    """Two servers, one game, one viewer."""

    def __init__(self, library: Library, book: Rulebook, viewer: int, seed: str, report: SecrecyReport) -> None:
        self.rng = random.Random(seed)
        self.seed = seed
        self.viewer = viewer
        self.report = report
        self.game: Game = book.game
        self.twins = Twins(book.game, viewer, self.rng)
        turns = self.twins.first(self.rng.randrange(LONGEST))
        others = self.twins.second(turns, self.rng.choice((1, 4, 15, 60, LONGEST)), self.rng.choice((0.2, 1.0)))
        setup = Setup(book.game.seats, book.game.options, book.game.info.rules_version, "", clock=CLOCK)
        row = TableRow(TABLE, book.game.info.id, setup, 0)
        sat = sit_down(book.game.seats)
        self.one = World(library, book, row, viewer, sat + [entry_of(turn) for turn in turns])
        self.two = World(library, book, row, viewer, sat + [entry_of(turn) for turn in others])
        self.pool = list(range(min(3, self.game.num_actions)))
        self.compare("the snapshot on arrival")

    @property
    def here(self) -> State:
        return self.one.state

    @property
    def there(self) -> State:
        return self.two.state

    def run(self) -> None:
        """Ask, go on, ask again; until they part."""
        for _ in range(TURNS):
            if self.one.fold.status != "playing":
                return
            self.ask()
            if not self.go_on():
                self.report.told_by_the_rules += 1
                return

    def compare(self, what: str) -> list[bytes]:
        """What the viewer has been sent in both worlds since last time: the same bytes, in the same order."""
        one, two = self.one.told(), self.two.told()
        if one != two:
            at = next((i for i, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
            shown = [b[at][:1500].decode() if at < len(b) else "(nothing)" for b in (one, two)]
            raise Leak(
                f"{self.game!r}, viewer {self.viewer}, seed {self.seed!r}: {what} gives it away, message {at + 1}:\n"
                f"  in one world   {shown[0]}\n  in another     {shown[1]}"
            )
        return one

    # Going on

    def go_on(self) -> bool:
        """Somebody does something, in both worlds the same to the viewer; False if the rules tell them apart."""
        for world in (self.one, self.two):
            while self.rng.random() < 0.4 and (found := self.twins.secret_turn(world.state)) is not None:
                self.secretly(world, found[0])
                if self.rng.random() < 0.3:
                    world.take_back(found[0][0])
                    self.report.secret_steps += 1
        self.compare("a secret step")
        if self.viewer >= 0 and self.rng.random() < 0.15:
            self.next_moment()
            self.question({"type": "undo"})
            self.report.taken_back += 1
        actors = [seat for seat in self.here.actors() if seat >= 0]
        if self.viewer in actors and self.rng.random() < 0.5:
            return self.play()
        seat = self.rng.choice(actors)
        turn, _, wanted = self.twins.turn(self.here, seat, self.rng.choice(self.here.legal(seat)))
        if seat != self.viewer and self.twins.is_unnoticed(self.here, wanted):
            self.secretly(self.one, turn)
            self.compare("a secret step")
            return True
        path = self.twins.follow(self.here, self.there, turn, wanted)
        if path is None:
            return False
        for secret in path[:-1]:
            self.secretly(self.two, secret)
        self.together(turn, path[-1])
        return True

    def secretly(self, world: World, turn: Turn) -> None:
        """A turn in one of the worlds alone, at a moment of its own."""
        world.stage.moment += self.rng.randrange(100)
        world.act(*turn)
        self.report.secret_steps += 1

    def together(self, turn: Turn, other: Turn) -> None:
        self.next_moment()
        for world, (seat, actions, outcomes) in ((self.one, turn), (self.two, other)):
            if seat == self.viewer:
                world.script(outcomes)
                world.do({"type": "play", "actions": actions})
            else:
                world.act(seat, actions, outcomes)
        self.report.updates += len(self.compare(f"the move {turn[:2]}"))
        if len(self.one.stage.timers) != len(self.two.stage.timers):
            raise Leak(f"{self.game!r}, viewer {self.viewer}, seed {self.seed!r}: something is done later in one world")

    def next_moment(self) -> None:
        moment = max(self.one.stage.moment, self.two.stage.moment) // 1000 * 1000 + 1000
        self.one.stage.moment = self.two.stage.moment = moment
        for world in (self.one, self.two):
            world.stage.timers.clear()

    def play(self) -> bool:
        """The viewer makes several moves at once. Refused in one world and not in the other would be a leak; made in
        both, it may tell what single steps would have told, or chance tells."""
        self.next_moment()
        actions = self.steps(self.rng.choice((2, 2, 3)))
        by_steps = [self.twins.by_steps(state, actions) for state in (self.here, self.there)]
        for world in (self.one, self.two):
            world.script([])
            world.do({"type": "play", "actions": actions})
        made = [world.ear.heard[-1].startswith(b'{"type":"ok"') for world in (self.one, self.two)]
        self.report.plays += 1
        self.report.played_several += all(made)
        if all(made) and (by_steps[0] != by_steps[1] or self.one.dealt_last() or self.two.dealt_last()):
            return False
        self.compare(f"play {actions}")
        return True

    # Asking

    def ask(self) -> None:
        report, rng = self.report, self.rng
        for world in (self.one, self.two):
            world.watch(0)
        self.compare("a snapshot")
        report.snapshots += 1
        self.look_from_outside()
        if self.viewer < 0:
            return
        truly = differ(self.here, self.there)
        for _ in range(QUESTIONS):
            self.question({"type": "check", "actions": self.steps(1)})
            report.single += 1
            self.question({"type": "check", "actions": self.steps(2)})
            report.two_step += 1
            report.different += 2 * truly
        self.question({"type": "check", "actions": self.steps(rng.randrange(3, 6))})
        report.longer += 1
        if texts := [self.game.move(action).text for action in self.steps(2)]:
            self.question({"type": "check", "text": ", ".join(texts)})
            report.texts += 1
        self.question({"type": "check", "forced": True})
        report.forced += 1
        self.question({"type": "check", "undo": True})
        report.undo += 1
        number = self.one.fold.counts.number(self.one.fold.seq, (self.viewer,))
        for what in ({"type": "check", "actions": self.steps(1)}, {"type": "play", "actions": self.wrong()}):
            self.question(what, rng.randrange(number + 2))
            report.plays += 1
        if rng.random() < 0.1:
            self.question({"type": "hint"})
            report.hints += 1
        if rng.random() < 0.1 or self.game.form(self.here) == "window":
            self.auto_pass()

    def question(self, what: dict[str, Any], seen: int | None = None) -> None:
        for world in (self.one, self.two):
            world.do(what, seen)
        if UNFORESEEABLE.encode() in self.compare(json.dumps(what))[-1]:
            self.report.unforeseeable += 1

    def steps(self, count: int) -> list[int]:
        """Moves to try: the first mostly a legal one, the next mostly what would be legal after it in either world, or
        has been before."""
        rng = self.rng
        state = rng.choice((self.here, self.there)).clone()
        found: list[int] = []
        while len(found) < count:
            legal = state.legal(self.viewer)
            self.pool = (self.pool + legal)[-200:]
            pick = rng.random()
            choice = legal if legal and pick < 0.7 else self.pool if pick < 0.9 else range(self.game.num_actions)
            found.append(rng.choice(choice))
            if found[-1] in legal:
                state.apply(self.viewer, found[-1])
                while state.actor() == DEALER:  # what nobody can send in one command, some will try
                    state.apply(DEALER, rng.choice(list(state.odds())))
        return found

    def wrong(self) -> list[int]:
        """A move that is not legal, as the viewer can know."""
        legal = self.here.legal(self.viewer)
        wrong = [
            a for a in self.rng.sample(range(self.game.num_actions), min(20, self.game.num_actions)) if a not in legal
        ]
        return wrong[:1] or [self.game.num_actions]

    def auto_pass(self) -> None:
        """Every seat lets windows go by: whether one does now must not depend on what it holds."""
        self.next_moment()
        for world in (self.one, self.two):
            for seat in range(self.game.seats):
                if seat != self.viewer:
                    world.live.auto_pass[seat] = AutoPass(True)
            world.do({"type": "auto_pass", "on": True})
        self.compare("setting automatic passes")
        if self.one.stage.timers != self.two.stage.timers:
            raise Leak(
                f"{self.game!r}, viewer {self.viewer}, seed {self.seed!r}: a window goes by by itself "
                f"in one world after {self.one.stage.timers}, in another after {self.two.stage.timers}"
            )
        for world in (self.one, self.two):
            world.do({"type": "auto_pass", "on": False})
            world.live.auto_pass.clear()
            world.live.attending.clear()
        self.compare("setting automatic passes")
        self.report.auto_passes += 1

    def look_from_outside(self) -> None:
        """The table's card, and the list of the viewer's own tables."""
        keys = [Key(TABLE, token_of(self.viewer))] if self.viewer >= 0 else []
        seen = []
        for world in (self.one, self.two):
            mine = Api(world.stage, Clerk(False, False), False).mine(None, Mine(keys))  # type: ignore[arg-type]
            try:
                mine.send(None)
            except StopIteration as done:
                seen.append(msgspec.json.encode((world.stage.card(world.fold), done.value)))
        if seen[0] != seen[1]:
            raise Leak(f"{self.game!r}, viewer {self.viewer}, seed {self.seed!r}: the table from outside gives it away")
        self.report.cards += 1


def entry_of(turn: Turn) -> Entry:
    seat, actions, outcomes = turn
    dealt = [(int(DEALER), outcome) for outcome in outcomes]
    return Started(moves=dealt) if seat < 0 else Played(seat=seat, moves=[(seat, action) for action in actions] + dealt)


def try_secrecy(
    library: Library,
    games: list[str],
    answers: int,
    seed: int,
    progress: Callable[[int], None] = lambda done: None,
    ways: Callable[[type[Game]], Iterable[Game]] = variants,
) -> SecrecyReport:
    """At least so many single and so many two-step answers in all, the same number from each game, played in all the
    `ways` there are. Raises Leak at the first difference."""
    report = SecrecyReport(games)
    for number, name in enumerate(games):
        rng = random.Random(f"{seed} {name}")
        tables = list(ways(library.book(name)))
        while report.two_step < answers * (number + 1) // len(games):
            game = rng.choice(tables)
            try:
                book = library.rulebook(name, game.seats, game.options)
            except BadOption:  # names a file, which nobody may choose from afar
                continue
            viewer = rng.choice([*range(game.seats), int(WATCHER)] if rng.random() < 0.2 else range(game.seats))
            Pair(library, book, viewer, f"{seed} {name} {report.pairs}", report).run()
            report.pairs += 1
            progress(report.two_step)
    return report
