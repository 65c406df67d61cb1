"""How strong a net is while it learns: many games at once against a fixed player."""

from __future__ import annotations

from typing import Any

import numpy as np

from mischief.engine.batch import Batch
from mischief.engine.game import Game
from mischief.learning.learners import Learner


def strength(game: Game, learner: Learner, actions: int, seed: int, tables: int = 400, steps: int = 4000) -> float:
    """What the net gets on average in one seat against the game's heuristic in the others, times the number of seats: 1
    is even. Where the table wins together, the part of games it wins. Every table counts its first game only."""
    heuristic = game.heuristic()
    others = dict.fromkeys(range(1, game.seats), heuristic)
    batch = Batch(game, tables, seed, others, rotate=True)
    own = np.array([table % game.seats for table in range(tables)])
    got = np.full(tables, np.nan)
    for _ in range(steps):
        look = batch.look()
        observations = np.frombuffer(look.observations, np.uint8).reshape(tables, -1)
        masks = np.zeros((tables, actions), np.uint8)
        masks[:, : game.num_actions] = np.frombuffer(look.masks, np.uint8).reshape(tables, -1)
        answers, _, _ = learner.answer(observations, masks, best=True)
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
