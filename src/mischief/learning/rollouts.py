"""What each decision in a stretch of play was worth."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from mischief.learning.learners import Floats


class Rollout(msgspec.Struct):
    """Some steps of some tables, step by step: who was asked, what the net thought of its chances, which games ended
    how; and what it thinks at the end."""

    seats: Any
    values: Any
    ended: Any
    payoffs: Any
    last_values: Any
    last_seats: Any


def lessons_of(rollout: Rollout, carry: float) -> tuple[Floats, Floats, Floats]:
    """Of every decision how much better it went than thought, what it was worth, and whether it counts. What comes
    later is the seat's later values, and what it got in the end, weighed by `carry` (1: only the end counts, as far as
    it is known). Decisions of seats of which nothing later is known do not count."""
    steps, rows = rollout.seats.shape
    seats = rollout.payoffs.shape[2]
    every = np.arange(rows)
    later = np.full((rows, seats), np.nan, np.float32)
    credit_later = np.zeros((rows, seats), np.float32)
    later[every, rollout.last_seats] = rollout.last_values
    credit = np.zeros((steps, rows), np.float32)
    weights = np.zeros((steps, rows), np.float32)
    for step in reversed(range(steps)):
        over = rollout.ended[step] > 0
        later[over] = rollout.payoffs[step][over]
        credit_later[over] = 0
        seat = rollout.seats[step]
        value = rollout.values[step]
        known = ~np.isnan(later[every, seat])
        gain = np.where(known, later[every, seat] - value + carry * credit_later[every, seat], 0)
        credit[step], weights[step] = gain, known
        later[every, seat] = np.where(known, value, np.nan)
        credit_later[every, seat] = gain
    return credit, np.clip(credit + rollout.values, 0, 1), weights


def even_out(credit: Floats, weights: Floats) -> Floats:
    """Advantages with mean 0 and spread 1 over the rows that count."""
    counting = credit[weights > 0]
    result: Floats = (credit - counting.mean()) / (counting.std() + 1e-6) if len(counting) else credit
    return result
