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
from mischief.engine.game import Game
from mischief.engine.state import State
from mischief.engine.table import Table
from mischief.games.shelf import BOXES
from mischief.server.tables.knowing import no_choice

SEATS = {"piratz": 4, "high-tea": 4, "rattus-cartus": 4, "doctor-rat": 4, "pie-rats": 4}
ANY_TIME = {"bean", "kidnap", "spinach"}
LATER = {"P2": {*ANY_TIME, "steal"}, "P3": ANY_TIME, "P5": ANY_TIME}
AIMED = {"bean", "kidnap", "spinach", "steal", "mirror"}
PICKED = {"P2": "table", "P3": "place"}


@dataclass
class Prompt:
    """A run of decisions of the person's: what could be done at its beginning, and what was."""

    phase: str
    could: list[str]
    texts: list[str]
    known: bool
    did: list[str] = field(default_factory=list)
    did_texts: list[str] = field(default_factory=list)
    other: int = 0  # a tap for another rat than the one proposed

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
        if self.phase in PICKED:
            return len(self.did) + ("pass" not in self.did)
        aimed = 2 * sum(name in AIMED for name in self.did)
        return aimed + (2 if {"lure", "loot", "call", "pick"} & set(self.did) else len(self.did))

    def pressed_now(self) -> int:
        others = set(self.could) - {"pass"}
        idle = others <= LATER.get(self.phase, set()) or (self.phase == "P6" and others == {"call"})
        if idle and self.did == ["pass"]:
            return 0
        if self.phase in PICKED:
            name = PICKED[self.phase]
            usual = {t for t, n in zip(self.texts, self.could, strict=True) if n == name}
            chosen = {t for t, n in zip(self.did_texts, self.did, strict=True) if n == name}
            return 1 + len(usual ^ chosen)
        if self.phase == "P5" and "lure" in self.did:
            return 0  # the rat was named with the declaration
        if self.phase == "P4" and "will_lure" in self.did:
            return 1 + self.other
        if {"loot", "call"} & set(self.did):
            return 1
        return self.pressed() - sum(name in AIMED for name in self.did)  # aimed at what is usually meant


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
            prompts[-1].did.append(move.name)
            prompts[-1].did_texts.append(move.text)
            table.play(seat, action)
            last = (phase.split("_")[0], len(table.log))
        else:
            table.play(seat, action)
    return prompts


def strongest(view: Any) -> str:
    """The rat that the page proposes to lure."""
    means = view.charisma_totals[0]
    rats = [r for s, crew in enumerate(view.crews) if s for r in crew if not r.sideways and r.price <= means]
    return str(max(rats, key=lambda r: r.strength).id) if rats else ""


def ask(game: Game, state: State, phase: str, seed: int) -> Prompt:
    moves = [game.move(a) for a in state.legal(0)]
    known = len(moves) == 1 and game.form(state) == "turn" and no_choice(state, 0, seed)
    return Prompt(phase, [m.name for m in moves], [m.text for m in moves], known)


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
