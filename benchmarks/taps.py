"""How often a person is asked in a game among bots, and how often they have to tap.

    python benchmarks/taps.py [--games 20] [GAME ...]

The person plays by the game's rules of thumb, and everything is counted over the record: a *prompt* is a run of
decisions of theirs with nobody else's in between, in one phase; a *tap* is one thing pressed for it. Small decisions of
one prompt are tapped one by one, and confirmed with the last (passing included).

`once` is a page that asks every question but those that everybody knows to have one answer. `now` is the page as it is:
among bots it answers whatever has nothing to choose (`emptyMove` in web/src/lib/table/forced.ts), lets go by what can
be done as well later (`idle` of a board), and has the usual choice picked already (`propose` in Pie Rats), so that only
what is to be changed about it is tapped, and then the one button.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import mischief
from mischief.bots.bot import Perspective
from mischief.bots.levels import make_bot
from mischief.engine.chance import Rng
from mischief.engine.families import Move
from mischief.engine.game import Game
from mischief.engine.state import State
from mischief.engine.table import Table
from mischief.games.pie_rats.cards import standard_deck
from mischief.games.shelf import BOXES
from mischief.server.tables.knowing import no_choice

SEATS = {"piratz": 4, "high-tea": 4, "rattus-cartus": 4, "doctor-rat": 4, "pie-rats": 4}
ANY_TIME = {"bean", "kidnap", "spinach"}
LATER = {"P2": {*ANY_TIME, "steal"}, "P3": ANY_TIME, "P5": ANY_TIME, "W5B": {"spinach"}}
AIMED = {"bean", "kidnap", "spinach", "steal"}
PICKED = {"P2": "table", "P3": "place"}
WINDOWS = {"W2", "W5", "W5B", "W6"}


@dataclass
class Prompt:
    """A run of decisions of the person's: what could be done at its beginning, and what was."""

    phase: str
    could: list[str]
    texts: list[str]
    known: bool
    usual: set[str] = field(default_factory=set)  # moves that the page proposes
    did: list[str] = field(default_factory=list)
    did_texts: list[str] = field(default_factory=list)
    other: int = 0  # a tap for another rat than the one proposed
    promised: bool = False  # the crew was named with the Charisma

    def once(self, game: str) -> int:
        if self.known:
            return 0
        return self.pressed() if game == "pie-rats" else len(self.did)

    def now(self, game: str) -> int:
        if self.known or len(self.could) == 1:
            return 0
        return self.pressed_now() if game == "pie-rats" else len(self.did)

    # Pie Rats: a rat to protect, to lure or to lose is tapped and confirmed, a card is tapped, aimed and played, a loot
    # is begun and confirmed; payments and parties are worked out by the page.

    def pressed(self) -> int:
        if self.phase in PICKED or self.phase == "READY":
            return len(self.did) + ("pass" not in self.did)
        aimed = 2 * sum(name in AIMED for name in self.did) + self.did.count("mirror")
        return aimed + (2 if {"lure", "loot", "call", "pick"} & set(self.did) else len(self.did))

    # Now: a card that is played on what is usually meant is one press in a window, tapped and played in a turn.

    def pressed_now(self) -> int:
        others = set(self.could) - {"pass"}
        idle = others <= LATER.get(self.phase, set()) or (self.phase == "P6" and others == {"call"})
        if idle and self.did == ["pass"]:
            return 0
        if self.phase in PICKED:
            return self.aimed_now() + (0 if self.promised else 1 + len(self.changed()))
        if self.phase == "READY":
            return self.pressed()
        if self.phase == "P5" and "lure" in self.did:
            return 0  # the rat was named with the declaration
        if self.phase == "P4":
            return 1 + (self.other if "will_lure" in self.did else int(self.did_texts[0] not in self.usual))
        if {"loot", "call"} & set(self.did):
            return self.aimed_now() + 1
        picked = sum(name == "pick" and text not in self.usual for name, text in self.moves())
        return self.aimed_now() + picked + sum(name not in AIMED for name in self.did)

    def moves(self) -> list[tuple[str, str]]:
        return list(zip(self.did, self.did_texts, strict=True))

    def changed(self) -> set[str]:
        """Cards that were to be picked and were not."""
        name = PICKED[self.phase]
        usual = {t for t, n in zip(self.texts, self.could, strict=True) if n == name}
        return usual ^ {t for n, t in self.moves() if n == name}

    def aimed_now(self) -> int:
        quick = 1 if self.phase in WINDOWS else 2
        return sum(quick if text in self.usual else 3 for name, text in self.moves() if name in AIMED)


def play(game: Game, seed: int) -> list[Prompt]:
    """The prompts of the person in seat 0."""
    table, rng, bot = Table(game, seed), Rng(seed + 99), make_bot("normal", game)
    prompts: list[Prompt] = []
    last = ("", -1)
    while not table.state.over:
        state = table.state
        seat = next(s for s in range(int(state.seats)) if state.waits_for(s))
        action = bot.choose(Perspective(state, seat), rng)
        if seat == 0:
            phase = game.view(state, 0).phase
            if last != (phase.split("_")[0], len(table.log)):
                prompts.append(ask(game, state, phase, seed))
            move = game.move(action)
            if move.name == "lure" and not prompts[-1].did:
                told = next((p for p in reversed(prompts[:-1]) if "will_lure" in p.did), None)
                if told is not None:
                    told.other = int(move.args["crew"] != strongest(game.view(state, 0)))
            if phase.startswith("P6_LOSE") and move.name == "pick":
                prompts[-1].usual.add(game.move(state.legal(0)[0]).text)  # all are as strong
            prompts[-1].did.append(move.name)
            prompts[-1].did_texts.append(move.text)
            table.play(seat, action)
            last = (phase.split("_")[0], len(table.log))
        else:
            table.play(seat, action)
    promise(prompts)
    return prompts


def promise(prompts: Sequence[Prompt]) -> None:
    """Pie Rats: whoever tabled Charisma and took all crew on board said both at once."""
    tabled = False
    for prompt in prompts:
        if prompt.phase == "P2":
            tabled = "table" in prompt.did
        elif prompt.phase == "P3":
            prompt.promised = tabled and not prompt.changed()
        elif prompt.phase != "W2":
            tabled = False


def strongest(view: Any) -> str:
    """The rat that the page proposes to lure."""
    means = view.charisma_totals[0]
    rats = [r for s, crew in enumerate(view.crews) if s for r in crew if not r.sideways and r.price <= means]
    return str(max(rats, key=lambda r: r.strength).id) if rats else ""


def proposed(view: Any, moves: Sequence[Move]) -> set[str]:
    """Pie Rats: the targets that the page proposes for cards, and the rat to protect (web/src/boards/pie-rats)."""
    rats = {str(r.id): r for crew in view.crews for r in crew}
    charisma = {card.id: card.charisma for card in standard_deck().charisma}
    found = set()
    for name in AIMED:
        aims = [m for m in moves if m.name == name]
        worth = [rats[m.args["crew"]].strength if "crew" in m.args else charisma[m.args["kind"]] for m in aims]
        if aims:
            found.add(aims[worth.index(max(worth))].text)
    if view.phase == "P4":
        others = [t for s, t in enumerate(view.charisma_totals) if s and view.declared[s] != "protect"]
        guards = [m for m in moves if m.name == "pick" and rats[m.args["crew"]].price <= max(others, default=-1)]
        guards.sort(key=lambda m: (-rats[m.args["crew"]].strength, -rats[m.args["crew"]].loyalty))
        found |= {m.text for m in guards[:1]}
    return found


def ask(game: Game, state: State, phase: str, seed: int) -> Prompt:
    moves = [game.move(a) for a in state.legal(0)]
    known = len(moves) == 1 and game.form(state) == "turn" and no_choice(state, 0, seed)
    usual = proposed(game.view(state, 0), moves) if game.info.id == "pie-rats" else set()
    return Prompt(phase, [m.name for m in moves], [m.text for m in moves], known, usual)


def main(names: Sequence[str], games: int) -> None:
    print(f"a person among bots, means of {games} games\n")
    print(f"{'game':<15}{'prompts once':>14}{'now':>8}{'taps once':>13}{'now':>8}{'share':>8}")
    for name in names:
        game = mischief.game(name, SEATS[name])
        found = [prompt for seed in range(games) for prompt in play(game, seed)]
        asked = [sum(p.once(name) > 0 for p in found) / games, sum(p.now(name) > 0 for p in found) / games]
        taps = [sum(p.once(name) for p in found) / games, sum(p.now(name) for p in found) / games]
        print(f"{name:<15}{asked[0]:>14.1f}{asked[1]:>8.1f}{taps[0]:>13.1f}{taps[1]:>8.1f}{taps[1] / taps[0]:>8.2f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("names", nargs="*", default=list(BOXES), metavar="GAME")
    parser.add_argument("--games", type=int, default=20)
    given = parser.parse_args()
    main(given.names, given.games)
