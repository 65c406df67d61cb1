"""Why a move is not legal now: the sentence and the clause that forbids it, in the order of a turn."""

from __future__ import annotations

from . import numbers as n
from .cards import TREASURES, card_id
from .rules import Piratz
from .sets import has


def why_not(state: Piratz, seat: int, action: int) -> tuple[str, str]:
    if state.phase == n.SETUP:
        return "The cubes are still being put on the score card.", "PZ-1.4"
    if seat != state.active:
        if state.phase == n.CHOOSE_CUBE:
            return f"Seat {state.active} came first and chooses the cube.", "PZ-10.5"
        if not state.holds_spade(seat):
            return "You have passed: you watch until the round ends.", "PZ-6.6"
        return f"It is seat {state.active}'s turn; nobody else may do anything.", "PZ-2.6"
    if state.phase == n.DRAW:
        return "The card you asked for is being drawn.", "PZ-2.3"
    if state.phase == n.CHOOSE_CUBE:
        return "Only the choice of a cube is left now.", "PZ-10.5"
    if action >= state.house.pick_high:
        return "Cubes are chosen at the end of the game.", "PZ-10.5"
    if state.phase == n.ALERT:
        return _in_an_alert(state, action)
    if state.phase == n.BURY:
        return _while_burying(state, action)
    return _on_turn(state, action)


def _on_turn(state: Piratz, action: int) -> tuple[str, str]:
    """In phase turn or after_reveal."""
    if action == n.REVEAL:
        if state.phase == n.AFTER_REVEAL:
            return "You have revealed your card this turn: stay or pass.", "PZ-2.4"
        return "The draw pile is empty and nothing is left to reshuffle: you have to pass.", "PZ-9.6"
    if action == n.STAY:
        if state.is_last_holder():
            return "You have the last spade: reveal another card or pass.", "PZ-7.2"
        return "Reveal a card first, or pass; a turn cannot be skipped.", "PZ-2.2"
    if action < n.PASS_EMPTY:
        kind = action - n.TAKE
        treasure = TREASURES[kind]
        if state.buried() & state.house.showing(kind):
            return f"The only {treasure} here are buried, and buried cards are not taken.", "PZ-3.6"
        return f"No face-up card shows {treasure}; 'pass empty' names a treasure that is not there.", "PZ-3.7"
    if action == n.PASS_EMPTY:
        if state.must_reveal():
            return "Nothing has happened in this round, and yours is the last spade: reveal a card.", "PZ-7.4"
        return "All six treasures are face up: whichever you name, you take.", "PZ-3.7"
    if action < state.house.bury:
        return "Rats are offered only in a rat alert.", "PZ-4.7"
    return "You bury a card when you have passed.", "PZ-6.1"


def _in_an_alert(state: Piratz, action: int) -> tuple[str, str]:
    if action < n.DECLINE_RAT:
        return "Rat alert: you have to pass, without naming a treasure.", "PZ-4.6"
    if action >= state.house.bury:
        return "First take a rat or decline; then you bury a card.", "PZ-4.8"
    card = action - n.TAKE_RAT
    if has(state.buried(), card):
        return f"{card_id(card)} is buried.", "PZ-4.3"
    return f"{card_id(card)} is not face up.", "PZ-4.7"


def _while_burying(state: Piratz, action: int) -> tuple[str, str]:
    if action < state.house.bury:
        return "You have passed: now bury a face-up card under your spade.", "PZ-6.5"
    card = action - int(state.house.bury)
    if has(state.buried(), card):
        return f"{card_id(card)} is buried already.", "PZ-6.2"
    if has(state.piles[state.active], card):
        return f"{card_id(card)} lies in your pile and is no longer face up.", "PZ-6.3"
    return f"{card_id(card)} is not face up.", "PZ-6.1"
