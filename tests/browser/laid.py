"""Tables that stand before a certain decision: found by playing in Python, and laid into the server's database as if
they had been played there. So a phase that hardly ever comes up is one page away."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec
from playwright.sync_api import Page

from mischief.engine.chance import Rng
from mischief.engine.coach import read_coach
from mischief.engine.game import Game
from mischief.engine.invariants import plain
from mischief.engine.state import State
from mischief.engine.table import Table
from mischief.engine.variants import variants
from mischief.games.shelf import rulebook
from mischief.server.tables.entries import BotSat, Entry, Played, Sat, Started, key_of, new_table_id, write_entry
from mischief.server.tables.setup import Setup

from .stage import Server

NAMES = ("Ada", "Bertie", "Clementine", "Digory", "Euphemia", "Fitz")
TOKEN = "adas-key-at-tables-of-tests"
STEPS = 1500
"""So many decisions of a game are looked at."""


@dataclass
class Decision:
    """How a game stands when a seat is asked, and how it came there."""

    game: Game
    seat: int
    state: State
    log: list[tuple[int, int]]

    @property
    def phase(self) -> str:
        return self.state.view(self.seat).phase

    @property
    def moves(self) -> list[str]:
        return [self.game.move(action).name for action in self.state.legal(self.seat)]

    @property
    def card(self) -> str | None:
        """The coach's card for it."""
        return read_coach(self.game.folder).key(self.phase, self.moves)


def decisions(game: Game, seed: int, sense: float = 0.7) -> Iterator[Decision]:
    """Every decision of a game in which seats play sensibly most of the time. The table plays on underneath."""
    table, rng, policy = Table(game, seed), Rng(seed), game.heuristic()
    for _ in range(STEPS):
        if table.state.over:
            return
        actors = table.state.actors()
        for seat in actors:
            yield Decision(game, seat, table.state, table.log)
        seat = actors[rng.below(len(actors))]
        legal = table.state.legal(seat)
        sensible = rng.below(100) < 100 * sense
        table.play(seat, policy.choose(table.state, seat, rng) if sensible else legal[rng.below(len(legal))])


def first(wanted: Callable[[Decision], bool], games: Iterable[Game], seeds: int = 20) -> Decision:
    """The first decision of this kind, in any of these games."""
    for game in games:
        for seed in range(seeds):
            for found in decisions(game, seed):
                if wanted(found):
                    return found
    raise AssertionError("no such decision in these games")


def to_enter(cards: int) -> Decision:
    """A seat of Rattus Cartus is to enter a building and has so many cards or more."""

    def fits(found: Decision) -> bool:
        return found.phase == "enter" and len(plain(found.state.view(found.seat))["seats"][found.seat]["hand"]) >= cards

    return first(fits, [rulebook("rattus-cartus")(4)])


def every_card(book: type[Game]) -> dict[str, Decision]:
    """For each card of the coach a decision that it speaks at, at a table as near as can be to the usual one."""
    found: dict[str, Decision] = {}
    games = sorted(enumerate(variants(book)), key=lambda each: abs(each[1].seats - book.info.usual_seats))
    wanted = len(read_coach(book.folder).cards)
    for seed, game in games:
        for sense in (0.9, 0.4):
            for one in decisions(game, seed, sense):
                if one.card is not None and one.card not in found:
                    found[one.card] = Decision(one.game, one.seat, one.state.clone(), list(one.log))
            if len(found) == wanted:
                return found
    return found


def lay(folder: Path, found: Decision) -> str:
    """Put a table into the database of the server that runs there: its id. Ada sits in the seat that is asked."""
    game, seat, now = found.game, found.seat, int(time.time() * 1000)
    names = [name for name in NAMES if name != "Ada"]
    names.insert(seat, "Ada")
    log: list[Entry] = [
        Sat(seat=s, name=names[s], key=key_of(TOKEN)) if s == seat else BotSat(seat=s, name=names[s], level="easy")
        for s in range(game.seats)
    ]
    log += entries(found.log)
    setup = Setup(game.seats, dict(game.options), game.info.rules_version, key_of("the host's"))
    table = new_table_id()
    with sqlite3.connect(folder / "tables.db", timeout=20) as base:
        base.execute(
            "INSERT INTO tables (id, game, setup, status, listed, created) VALUES (?, ?, ?, 'playing', 0, ?)",
            (table, game.info.id, msgspec.json.encode(setup).decode(), now),
        )
        rows = [(table, seq, now, write_entry(entry).decode()) for seq, entry in enumerate(log, 1)]
        base.executemany("INSERT INTO entries (table_id, seq, at, body) VALUES (?, ?, ?, ?)", rows)
    base.close()
    return table


def entries(log: list[tuple[int, int]]) -> Iterator[Entry]:
    """A game's decisions as a table's log has them: each with what the Dealer did upon it."""
    begun: list[tuple[int, int]] = []
    written: Started | Played = Started(moves=begun)
    for seat, action in log:
        if seat >= 0:
            yield written
            written = Played(seat=seat, moves=[])
        written.moves.append((seat, action))
    yield written


def sit_down_at(page: Page, server: Server, found: Decision, confirming: str = "always", coach: bool = True) -> None:
    """Come to such a table as Ada. Whoever always confirms is asked everything: no move plays itself. The page is not
    loaded again between two tables."""
    table = lay(server.folder, found)
    key = {"table": table, "token": TOKEN, "seat": found.seat, "name": "Ada", "at": int(time.time() * 1000)}
    keys, path = json.dumps([key]), f"/t/{table}"
    if page.url == "about:blank":
        prefs = json.dumps({"pace": "off", "confirming": confirming, "coach": coach})
        page.context.add_init_script(
            f"localStorage['mischief:prefs'] = '{prefs}'; localStorage['mischief:keys'] ??= '{keys}'"
        )
        page.goto(server.url(path))
    else:
        page.evaluate("(keys) => (localStorage['mischief:keys'] = keys)", keys)
        page.evaluate("(path) => (history.pushState({}, '', path), dispatchEvent(new Event('popstate')))", path)
    page.wait_for_selector("[data-seat]")
