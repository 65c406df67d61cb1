"""How often a person is asked in a game among bots, and how often they have to tap.

    python benchmarks/taps.py [--games 20] [--person hard] [GAME ...]

The person plays by the game's rules of thumb, or as another bot would, and everything is counted over the record: a
*prompt* is a run of decisions of theirs with nobody else's in between, in one phase; a *tap* is one thing pressed for
it. Small decisions of one prompt are tapped one by one, and confirmed with the last (passing included).

`once` is a page that asks every question but those that everybody knows to have one answer. `now` is the page as it is:
among bots it answers whatever has nothing to choose (`emptyMove` in web/src/lib/table/forced.ts), lets go by what can
be done as well later or loses nothing (`idle` of a board), and has the usual choice picked already (`propose` in Pie
Rats), so that only what is to be changed about it is tapped, and then the one button. Its rules are those of
web/src/boards/pie-rats/usual.ts. They judge much as the person here does; somebody who plays otherwise taps more.
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
    idle: bool = False  # passing is done for the person
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

    # Now: a card that is played on what is usually meant is one press in a window or before looting, else it is tapped
    # and played.

    def pressed_now(self) -> int:
        if self.idle and self.did == ["pass"]:
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
        quick = 1 if self.phase in WINDOWS or self.phase == "P6" else 2
        return sum(quick if text in self.usual else 3 for name, text in self.moves() if name in AIMED)


def play(game: Game, seed: int, person: str = "heuristic") -> list[Prompt]:
    """The prompts of the person in seat 0."""
    table, rng, others = Table(game, seed), Rng(seed + 99), make_bot("heuristic", game)
    own = make_bot(person, game)
    prompts: list[Prompt] = []
    last = ("", -1)
    while not table.state.over:
        state = table.state
        seat = next(s for s in range(int(state.seats)) if state.waits_for(s))
        action = (others if seat else own).choose(Perspective(state, seat), rng)
        if seat == 0:
            phase = game.view(state, 0).phase
            if last != (phase.split("_")[0], len(table.log)):
                prompts.append(ask(game, state, phase, seed))
            move = game.move(action)
            if move.name == "lure" and not prompts[-1].did:
                told = next((p for p in reversed(prompts[:-1]) if "will_lure" in p.did), None)
                if told is not None:
                    told.other = int(move.args["crew"] != worthiest(game.view(state, 0)))
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


# What the page proposes and lets go by in Pie Rats: the same sums as in web/src/boards/pie-rats/usual.ts.


def reach(view: Any, strength: int) -> int:
    """The most points on the sill that this strength lifts."""
    pies = {pie.id: pie for pie in standard_deck().pies}
    return max((pies[id].points for id in view.sill if pies[id].weight <= strength), default=0)


def drops_by(view: Any, strength: int, rat: Any) -> int:
    return reach(view, strength) - reach(view, strength - rat.strength)


def owner_of(view: Any, rat: Any) -> int:
    return next(s for s, crew in enumerate(view.crews) if any(r.id == rat.id for r in crew))


def lure_worth(view: Any, rat: Any) -> int:
    mine, theirs = view.strengths[0], view.strengths[owner_of(view, rat)]
    more = reach(view, mine + rat.strength) - reach(view, mine)
    return 10 * int(rat.strength) + 8 * more + 4 * drops_by(view, theirs, rat) - 7 * int(rat.price - 3)


def worthiest(view: Any) -> str:
    """The rat that the page proposes to lure."""
    means = view.charisma_totals[0]
    rats = [r for s, crew in enumerate(view.crews) if s for r in crew if not r.sideways and r.price <= means]
    return str(max(rats, key=lambda r: lure_worth(view, r)).id) if rats else ""


def aim_worth(view: Any, move: Move) -> int:
    if "crew" not in move.args:
        kind = move.args["kind"]
        charisma = next(card.charisma for card in standard_deck().charisma if card.id == kind)
        return 200 * charisma + (300 if kind == "charm" else 0) + int(view.scores[int(move.args["victim"])])
    rat = next(r for crew in view.crews for r in crew if r.id == move.args["crew"])
    if view.loot is not None and rat.id in view.loot.send:
        return 1000 + int(rat.strength)
    if move.name != "bean":
        return int(rat.strength)
    owner = owner_of(view, rat)
    drops = drops_by(view, view.strengths[owner], rat)
    near = 2 * (place_of(view, owner) < place_of(view, 0)) + 2 * (view.scores[owner] >= view.scores[0])
    return (10 * (drops + near) if drops > 0 else 0) + int(rat.strength)


def fear_for(view: Any, rat: Any) -> float:
    lurers = sum(t >= rat.price for s, t in enumerate(view.charisma_totals) if s and view.declared[s] != "protect")
    return float((1 - 0.7**lurers) * (10 * rat.strength + 8 * drops_by(view, view.strengths[0], rat)))


def proposed(view: Any, moves: Sequence[Move]) -> set[str]:
    """The targets that the page proposes for cards, and the rat to protect."""
    rats = {str(r.id): r for crew in view.crews for r in crew}
    found = set()
    for name in AIMED:
        aims = [m for m in moves if m.name == name]
        if aims:
            found.add(max(aims, key=lambda m: aim_worth(view, m)).text)
    if view.phase == "P4":
        guards = [m for m in moves if m.name == "pick" and fear_for(view, rats[m.args["crew"]]) > 0]
        guards.sort(key=lambda m: (-fear_for(view, rats[m.args["crew"]]), -rats[m.args["crew"]].loyalty))
        found |= {m.text for m in guards[:1]}
    return found


def place_of(view: Any, seat: int) -> int:
    return int((seat - (view.lead or 0)) % len(view.crews))


def waits(view: Any, name: str) -> bool:
    """Whether a card can be played as well a little later."""
    if view.phase in ("P2", "P3", "P5", "W5"):
        return name in ANY_TIME or (view.phase == "P2" and name == "steal")
    if view.phase not in ("W5B", "W6") or name not in ANY_TIME or not view.sill:
        return False
    if name == "spinach":
        return True
    me, now = place_of(view, 0), place_of(view, view.turn) if view.phase == "W6" else 0
    before = [s for s in range(len(view.crews)) if now <= place_of(view, s) < me]
    if view.loot is not None or me < now or any(reach(view, view.strengths[s]) for s in before):
        return False
    return name == "bean" or not any(view.crews[s] for s in before)


def vain(view: Any, name: str) -> bool:
    """In the own turn to loot: what would come to nothing."""
    eaters = [r.strength for r in view.crews[0] if not r.spinach]
    return name == "call" or (name == "spinach" and not reach(view, view.strengths[0] + max(eaters, default=0)))


def goes_by(view: Any, names: set[str]) -> bool:
    """Whether passing is done for the person."""
    if view.phase == "READY":
        return len(view.hand) < 3 and not view.aside
    return all(waits(view, name) for name in names) or (view.phase == "P6" and all(vain(view, name) for name in names))


def ask(game: Game, state: State, phase: str, seed: int) -> Prompt:
    moves = [game.move(a) for a in state.legal(0)]
    known = len(moves) == 1 and game.form(state) == "turn" and no_choice(state, 0, seed)
    prompt = Prompt(phase, [m.name for m in moves], [m.text for m in moves], known)
    if game.info.id == "pie-rats":
        view = game.view(state, 0)
        prompt.usual = proposed(view, moves)
        prompt.idle = goes_by(view, {m.name for m in moves} - {"pass"})
    return prompt


def main(names: Sequence[str], games: int, person: str) -> None:
    print(f"a person who plays like {person} among bots, means of {games} games\n")
    print(f"{'game':<15}{'prompts once':>14}{'now':>8}{'taps once':>13}{'now':>8}{'share':>8}")
    for name in names:
        game = mischief.game(name, SEATS[name])
        found = [prompt for seed in range(games) for prompt in play(game, seed, person)]
        asked = [sum(p.once(name) > 0 for p in found) / games, sum(p.now(name) > 0 for p in found) / games]
        taps = [sum(p.once(name) for p in found) / games, sum(p.now(name) for p in found) / games]
        print(f"{name:<15}{asked[0]:>14.1f}{asked[1]:>8.1f}{taps[0]:>13.1f}{taps[1]:>8.1f}{taps[1] / taps[0]:>8.2f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("names", nargs="*", default=list(BOXES), metavar="GAME")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--person", default="heuristic", help="a bot of the line-ups (docs/bots.md)")
    given = parser.parse_args()
    main(given.names, given.games, given.person)
