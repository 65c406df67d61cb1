"""What a ruling of ours does to the game: the figures that the rulebooks give as reasons, by playing.

    python benchmarks/rulings.py piratz --games 5000
    python benchmarks/rulings.py pie-rats --games 1500
    MISCHIEF_PURE=1 python benchmarks/rulings.py rattus-cartus --games 600

piratz: how often a cube is won by a seat with none of its treasure (PZ-R.15), and whether that changes who wins.
pie-rats: what the three ways of losing a rat for not looting do (PR-R.9), and the gentler one with heavier Pies.
rattus-cartus: what it is worth to know the chance to survive exactly (RC-R.25). Uncompiled, since it bends a bot.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator
from math import sqrt
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

import mischief
from mischief.engine.chance import Rng
from mischief.engine.events import Event
from mischief.engine.game import Game, Result
from mischief.engine.playout import play_out_by
from mischief.engine.policy import AnyMove
from mischief.engine.seats import DEALER, NOBODY
from mischief.games.pie_rats.game import PieRatsGame
from mischief.games.pie_rats.house import House
from mischief.games.rattus_cartus import heuristic as rattus_heuristic
from mischief.games.rattus_cartus import numbers as rattus_numbers
from mischief.games.rattus_cartus.rules import RattusCartus


def games(game: Game, count: int, sensible: bool = True) -> Iterator[tuple[list[Event], Result]]:
    """So many whole games, by sensible players or by chance: what was told, and how each ended."""
    policy = game.heuristic() if sensible else AnyMove()
    for seed in range(count):
        told: list[Event] = []
        state = game.begin()
        state.listener = told.append
        play_out_by(state, policy, Rng(seed))
        result = state.result()
        assert result is not None
        yield told, result


def piratz(count: int, console: Console) -> None:
    values = {"gold": 4, "silver": 3, "copper": 2, "wood": 1}
    grid = Table(title=f"Cubes for nothing, {count:,} games each (PZ-R.15)", title_justify="left")
    for column in ("seats", "players", "games with such a cube", "winner changed by it"):
        grid.add_column(column, justify="right")
    for sensible in (True, False):
        for seats in (2, 3, 4):
            seen: Counter[str] = Counter()
            for told, result in games(mischief.game("piratz", seats), count, sensible):
                counts = {e.facts["treasure"]: e.facts["counts"] for e in told if e.kind == "treasure_scored"}
                won = [e.facts for e in told if e.kind == "cube_won"]
                for_nothing = [cube for cube in won if counts[cube["treasure"]][cube["seat"]] == 0]
                scores = list(result.scores)
                for cube in for_nothing:
                    scores[cube["seat"]] -= values[cube["cube"]]
                best = tuple(seat for seat in range(seats) if scores[seat] == max(scores))
                seen.update(games=bool(for_nothing), changed=best != result.winners)
            players = "sensible" if sensible else "at random"
            grid.add_row(str(seats), players, str(seen["games"]), str(seen["changed"]))
    console.print(grid)


class Crews:
    """What one way of losing rats does to games of Pie Rats."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.games = self.rounds = self.before_empty_sill = self.with_a_pie = self.led = self.pies = self.large = 0
        self.wins = [0.0] * seats

    def add(self, told: list[Event], result: Result) -> None:
        crews, sill, leads, largest = [0] * self.seats, 0, list[int](), 0
        for event in told:
            facts: dict[str, Any] = dict(event.facts)
            match event.kind:
                case "round_start":
                    leads.append(facts["lead"])
                case "pie_revealed":
                    sill += 1
                case "crew_placed":
                    crews[facts["seat"]] += 1
                    largest = max(largest, *crews)
                case "lured" | "kidnap":
                    crews[facts["seat"]] += 1
                    crews[facts["from" if event.kind == "lured" else "victim"]] -= 1
                case "bean":
                    crews[facts["victim"]] -= 1
                case "looted":
                    sill -= 1
                    crews[facts["seat"]] -= len(facts["crew_discarded"])
                    self.pies += 1
                    self.led += facts["seat"] == leads[-1]
                case "crew_lost":
                    crews[facts["seat"]] -= 1
                    self.with_a_pie += sill > 0
                    self.before_empty_sill += sill == 0
        self.games += 1
        self.rounds += len(leads)
        self.large += largest >= 11
        for winner in result.winners:
            self.wins[(winner - leads[0]) % self.seats] += 1 / len(result.winners)

    def row(self) -> list[str]:
        lost = [self.before_empty_sill / self.games, self.with_a_pie / self.games]
        wins = " ".join(f"{100 * won / self.games:.0f}" for won in self.wins)
        shares = [f"{100 * self.large / self.games:.0f} %", f"{100 * self.led / self.pies:.0f} %"]
        return [f"{self.rounds / self.games:.1f}", *(f"{rats:.1f}" for rats in lost), *shares, wins]


def pie_rats(count: int, console: Console) -> None:
    grid = Table(title=f"Price of not looting, {count:,} games each (PR-R.9)", title_justify="left")
    columns = ("seats", "who loses a rat", "rounds", "lost before an empty sill", "lost with a Pie in sight")
    for column in (
        *columns,
        "games with a crew of 11",
        "Pies the Lead takes",
        "wins from the first Lead on",
        "careful one wins",
    ):
        grid.add_column(column, justify="right")
    for seats in range(2, 7):
        for way, heavier in (("always", 0), ("pie", 0), ("called", 0), ("pie", 2)):
            game = mischief.game("pie-rats", seats, fail_discard=way)
            assert isinstance(game, PieRatsGame)
            deck = game.house.printed
            pies = tuple(msgspec.structs.replace(pie, weight=pie.weight + heavier) for pie in deck.pies)
            game.house = House(msgspec.structs.replace(deck, pies=pies), seats, game.options)
            crews = Crews(seats)
            for told, result in games(game, count):
                crews.add(told, result)
            careful = 100 * sum(careful_wins(game, seed) for seed in range(count)) / count
            name = way + (f", Pies {heavier} heavier" if heavier else "")
            grid.add_row(str(seats), name, *crews.row(), f"{careful:.0f} %")
    console.print(grid)


def careful_wins(game: Game, seed: int) -> float:
    """What one sensible player wins among careless ones, whose every fourth move is any legal one."""
    policy, any_move, rng = game.heuristic(), AnyMove(), Rng(seed)
    careful = seed % game.seats
    state = game.begin()
    while (seat := state.actor()) != NOBODY:
        if seat == DEALER:
            state.apply(seat, state.sample(rng))
        else:
            choice = policy if seat == careful or rng.below(4) else any_move
            state.apply(seat, choice.choose(state, seat, rng))
    return float(state.payoff(careful))


class Uncounting(rattus_heuristic.Sensible):
    """Knows the nun cards that it has looked at, and expects the usual nuns on all others."""

    def count_nuns(self, state: RattusCartus, seat: int) -> None:
        seen = [slot for slot in range(5) if state.has_seen(seat, slot)]
        unseen = 5 - len(seen)
        self.praying = float(sum(state.nun_card(slot) % 5 for slot in seen)) + unseen * USUAL_NUNS
        self.spread = sqrt(unseen * NUN_VARIANCE + 0.04)


USUAL_NUNS, NUN_VARIANCE = 2.0, 18 / 7
"""Of the nuns on a population card: 24, 12, 12, 12 and 24 cards of 84 have 0 to 4."""


def survival(state: RattusCartus, seat: int, counting: bool) -> float:
    """The chance that the Nun-row holds at least as many nuns as the seat has rats: from all cards that it has not
    seen, or from all but the nun cards that it has."""
    seen = [state.nun_card(slot) % 5 for slot in range(5) if state.has_seen(seat, slot)]
    left = [0] * 5
    for kind in range(30):
        left[kind % 5] += state.house.copies[kind]
        if counting:
            left[kind % 5] -= state.pile(kind) + state.hand(seat, kind)
    for nuns in seen:
        left[nuns] -= 1
    odds = {sum(seen): 1.0}
    return _at_least(odds, left, 5 - len(seen), int(state.rats(seat)))


def _at_least(odds: dict[int, float], left: list[int], cards: int, rats: int) -> float:
    if cards == 0:
        return sum(chance for total, chance in odds.items() if total >= rats)
    chance = 0.0
    for nuns in range(5):
        if left[nuns]:
            share, fewer = left[nuns] / sum(left), [count - (n == nuns) for n, count in enumerate(left)]
            more = {total + nuns: before for total, before in odds.items()}
            chance += share * _at_least(more, fewer, cards - 1, rats)
    return chance


def rattus_cartus(count: int, console: Console) -> None:
    if mischief.COMPILED:
        raise SystemExit("rattus-cartus bends a bot: run it with MISCHIEF_PURE=1.")
    grid = Table(title=f"Counting nuns, {count:,} games each (RC-R.25)", title_justify="left")
    for column in ("seats", "games won without counting", "fair share", "off by (of 100)", "off by more than 10"):
        grid.add_column(column, justify="right")
    for seats in range(2, 6):
        game, won, off = mischief.game("rattus-cartus", seats), 0.0, list[float]()
        counting, uncounting = game.heuristic(), Uncounting()
        for seed in range(count):
            rng, state = Rng(seed), game.begin()
            assert isinstance(state, RattusCartus)
            asked: set[int] = set()
            while (seat := int(state.actor())) != NOBODY:
                if seat == DEALER:
                    state.apply(seat, state.sample(rng))
                    continue
                last = state.round_number == state.house.rounds and state.step == rattus_numbers.CHOOSE_SUPPLY
                if last and seat not in asked:
                    asked.add(seat)
                    off.append(100 * abs(survival(state, seat, True) - survival(state, seat, False)))
                policy = uncounting if seat == seed % seats else counting
                state.apply(seat, policy.choose(state, seat, rng))
            won += float(state.payoff(seed % seats))
        wide = sum(points > 10 for points in off) / len(off)
        shares = [
            f"{100 * won / count:.0f} %",
            f"{100 / seats:.0f} %",
            f"{sum(off) / len(off):.1f}",
            f"{100 * wide:.0f} %",
        ]
        grid.add_row(str(seats), *shares)
    console.print(grid)


STUDIES: dict[str, Callable[[int, Console], None]] = {
    "piratz": piratz,
    "pie-rats": pie_rats,
    "rattus-cartus": rattus_cartus,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__).split("\n", 1)[0])
    parser.add_argument("games", nargs="*", default=["piratz", "pie-rats"], choices=list(STUDIES), metavar="GAME")
    parser.add_argument("--games", dest="count", type=int, default=5000, metavar="COUNT")
    asked = parser.parse_args()
    for name in asked.games:
        STUDIES[name](asked.count, Console(highlight=False))


if __name__ == "__main__":
    main()
