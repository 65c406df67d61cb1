"""How strong a net is while it learns: many games at once against a fixed player, in a process of its own."""

from __future__ import annotations

import multiprocessing as mp
from typing import Any

import numpy as np

import mischief.games.shelf as shelf
from mischief.engine.batch import Batch
from mischief.engine.game import Game
from mischief.learning.copies import Copy
from mischief.learning.tables import observer_of
from mischief.processes import deaf, ignore_ctrl_c


def strength(game: Game, copy: Copy, seed: int, tables: int = 400, steps: int = 4000, reckons: bool = False) -> float:
    """What the net gets on average in one seat against the game's heuristic in the others, times the number of seats: 1
    is even. Where the table wins together, the part of games it wins. Every table counts its first game only."""
    heuristic = game.heuristic()
    others = dict.fromkeys(range(1, game.seats), heuristic)
    batch = Batch(game, tables, seed, others, rotate=True, observer=observer_of(game, reckons))
    own = np.array([table % game.seats for table in range(tables)])
    got = np.full(tables, np.nan)
    masks = np.zeros((tables, len(copy.policy_bias)), np.uint8)
    for _ in range(steps):
        look = batch.look()
        observations = np.frombuffer(look.observations, np.uint8).reshape(tables, -1)
        masks[:, : game.num_actions] = np.frombuffer(look.masks, np.uint8).reshape(tables, -1)
        answers, _, _ = copy.answer(observations, masks)
        ended = batch.step(answers.tolist())
        _note(got, own, np.frombuffer(ended.tables, "<i4"), np.frombuffer(ended.payoffs, "<f4"), game.seats)
        if not np.isnan(got).any():
            break
    mean = float(np.nanmean(got)) if not np.isnan(got).all() else 0.0
    return mean if game.info.cooperative else mean * game.seats


def _note(got: Any, own: Any, tables: Any, payoffs: Any, seats: int) -> None:
    for table, row in zip(tables.tolist(), payoffs.reshape(-1, seats), strict=True):
        if np.isnan(got[table]):
            got[table] = row[own[table]]


def _measure(name: str, counts: list[int], reckons: bool, copy: Copy, seed: int, tables: int, tell: Any) -> None:
    ignore_ctrl_c()  # it is for the run, which ends this process, too
    found = {seats: strength(shelf.game(name, seats), copy, seed, tables, reckons=reckons) for seats in counts}
    tell.send({f"{seats} seats": got for seats, got in found.items()})


class Ladder:
    """Measures beside the training, one net at a time."""

    def __init__(self, name: str, counts: list[int], tables: int, reckons: bool = False) -> None:
        self.name, self.counts, self.tables, self.reckons = name, counts, tables, reckons
        self.context = mp.get_context("spawn")
        self.hear: Any = None
        self.process: Any = None
        self.number = 0

    @property
    def busy(self) -> bool:
        return self.process is not None

    def begin(self, copy: Copy, number: int) -> None:
        """Measure this net, the one of this number."""
        self.number = number
        self.hear, tell = self.context.Pipe(duplex=False)
        args = (self.name, self.counts, self.reckons, copy, number, self.tables, tell)
        self.process = self.context.Process(target=_measure, args=args, daemon=True)
        with deaf():
            self.process.start()
        tell.close()

    def heard(self, patience: float = 0.0) -> tuple[int, dict[str, float]] | None:
        """Which net was measured, and what came out, once it is known; None until then."""
        if not self.busy or not self.hear.poll(patience):
            return None
        try:
            found: dict[str, float] = self.hear.recv()
        except EOFError:  # the process failed and has said why
            found = {}
        self.process.join()
        self.process = None
        return self.number, found

    def close(self) -> None:
        """Stop measuring."""
        if self.busy:
            self.process.terminate()
            self.process.join()
            self.process = None
