"""Why a move is not legal now: the sentence for the player and the clause that forbids it."""

from __future__ import annotations

from . import numbers as n
from .moves import MOVES
from .rules import HighTea

WAITING = {
    int(n.AT_VOCATION): ("It is seat {who}'s turn to pick a vocation.", "HT-13.3"),
    int(n.AT_FIRST_HOST): ("The first Host has yet to be found.", "HT-1.4"),
    int(n.AT_START_DRAW): ("Start supplies are being drawn.", "HT-1.7"),
    int(n.AT_START): ("Only rats without the hat pick start supplies, and yours are in.", "HT-1.6"),
    int(n.AT_GOAL_ROLL): ("The dice for the Banquet Goal come first.", "HT-2.1"),
    int(n.AT_GOAL): ("The Host, seat {who}, chooses the goal.", "HT-2.3"),
    int(n.AT_SCAVENGE_ROLL): ("The dice for scavenging come first.", "HT-3.1"),
    int(n.AT_SCAVENGE): ("You have taken from this roll; the others have yet to.", "HT-3.4"),
    int(n.AT_PAUPER): ("The Pauper chooses before anybody asks.", "HT-13.8"),
    int(n.AT_SWORDS_ORDER): ("The Host, seat {who}, names who asks next.", "HT-5.11"),
    int(n.AT_SWORDS_RAT): ("It is seat {who}'s turn to ask: most swords first.", "HT-5.10"),
    int(n.AT_SWORDS_SUPPLY): ("Seat {who} is in the middle of a request.", "HT-5.10"),
    int(n.AT_SWORDS_AMOUNT): ("Seat {who} is in the middle of a request.", "HT-5.10"),
    int(n.AT_HOST_PICK): ("The Host, seat {who}, decides who gets the hat.", "HT-10.4"),
    int(n.AT_BANKER): ("The Banker chooses what to gain from the new Host.", "HT-13.24"),
    int(n.AT_BONUS): ("The rat without the hat chooses its gift.", "HT-14.3"),
    int(n.AT_RAFT): ("The final Host, seat {who}, gives the raft.", "HT-11.11"),
    int(n.AT_COIN_FLIP): ("The coin is in the air.", "HT-11.13"),
    int(n.AT_COIN): ("Only the Queen may touch the coin.", "HT-13.30"),
}
"""What is going on, for a seat that is not asked."""

WRONG_TIME = {
    "start": ("Start supplies are picked at setup.", "HT-1.6"),
    "vocation": ("Vocations are picked in the draft, before the first turn.", "HT-13.3"),
    "goal": ("A goal is chosen only on a repeated roll, or by a Queen with the hat.", "HT-2.2"),
    "scavenge": ("Supplies are taken after a scavenging roll.", "HT-3.1"),
    "pauper": ("Only a Pauper below the Host begs.", "HT-13.6"),
    "carry_on": ("Only a Pauper that is level with the Host carries on.", "HT-13.12"),
    "order": ("The Host names the next to ask only where swords are level.", "HT-5.11"),
    "ask_rat": ("A request is made when swords are called and you act.", "HT-5.1"),
    "ask_supply": ("Name the rat first, then the supply.", "HT-5.1"),
    "ask_amount": ("Name the rat and the supply first, then the amount.", "HT-5.1"),
    "ask_all": ("Name the rat and the supply first.", "HT-5.1"),
    "bauble": ("Baubles are turned into supplies when they are called and you act.", "HT-6.1"),
    "nest": ("A nest is built when straw is called and you act.", "HT-7.1"),
    "host": ("The Host gives the hat only where rats share the most flowers.", "HT-10.4"),
    "banker": ("The Banker gains when there is a new Host.", "HT-13.24"),
    "bonus": ("The gift comes at the end of a turn, at a table of two.", "HT-14.3"),
    "raft": ("The raft is given at the end, where awards are level.", "HT-11.11"),
    "coin_keep": ("The coin is flipped at the very end.", "HT-13.30"),
    "coin_overrule": ("The coin is flipped at the very end.", "HT-13.30"),
}
"""A move that belongs to another moment."""


def why_not(state: HighTea, seat: int, action: int) -> tuple[str, str]:
    move = MOVES.move(action)
    if not state.waits_for(seat):
        return _not_asked(state, seat, move.name)
    return _wrong_choice(state, seat, action, move.name) or _wrong_moment(state, seat, move.name)


def _not_asked(state: HighTea, seat: int, name: str) -> tuple[str, str]:
    phase = int(state.phase)
    if name == "coin_overrule" and state.vocation(seat) != n.QUEEN:
        return "Only the Queen may overrule the coin.", "HT-13.30"
    if phase == n.AT_START and seat == state.host:
        return "The Host has its Privilege and picks no start supply.", "HT-1.6"
    if n.AT_BAUBLES <= phase <= n.AT_FLOWERS:
        return _not_asked_at_call(state, seat, name)
    if phase == n.AT_PAUPER and state.vocation(seat) == n.PAUPER:
        return "You are not asked now.", "HT-13.12"
    who = state.actors()[0]
    if phase not in WAITING:
        return "The draft rolls come first.", "HT-13.1"
    sentence, clause = WAITING[phase]
    return sentence.format(who=who), clause


def _not_asked_at_call(state: HighTea, seat: int, name: str) -> tuple[str, str]:
    supply = n.PHASES[int(state.phase)]
    acting = bool(state.acting() >> seat & 1)
    if state.chosen(seat):
        return "Your choice is in; it is applied when the last one is.", "HT-4.16"
    if acting and supply == "straw":
        return "There was only one place for your nest, or none.", "HT-7.6"
    if acting and name == "make" and supply == "crumbs":
        return "Crumbs make a dish; only the Pickpocket may choose.", "HT-8.2"
    if acting and name == "make" and supply == "rags":
        return "Rags make a decoration; only the Pickpocket may choose.", "HT-9.2"
    if name in ("pauper", "carry_on"):
        if state.vocation(seat) != n.PAUPER:
            return "Only the Pauper gains for having less.", "HT-13.6"
        return "The Pauper is asked when it says RATS to at least 1.", "HT-13.12"
    if seat == state.host:
        return f"Rats are over you at {supply}, so they act and you do not.", "HT-4.7"
    if state.over_host():
        return f"You are not over the Host at {supply}, so you do not act.", "HT-4.10"
    return f"Nobody is over the Host at {supply}: the Host acts alone.", "HT-4.6"


def _wrong_choice(state: HighTea, seat: int, action: int, name: str) -> tuple[str, str] | None:
    """A move of the right kind that is not on offer."""
    phase = state.phase
    if phase == n.AT_VOCATION and name == "vocation":
        return "That vocation is taken.", "HT-13.3"
    if phase == n.AT_START:
        return _wrong_start(state, seat, name)
    if phase == n.AT_GOAL and name == "goal":
        return "That goal is circled already.", "HT-13.29" if state.vocation(seat) == n.QUEEN else "HT-2.3"
    if phase == n.AT_SCAVENGE and name == "scavenge":
        low, high = int(state.low_die), int(state.high_die)
        return f"The dice show {low} and {high}: take from supply {low} or {high}.", "HT-3.2"
    if phase == n.AT_SCAVENGE:
        return "Everybody takes from the roll; there is no passing.", "HT-3.5"
    if phase == n.AT_SWORDS_ORDER and name == "order":
        return "Only the rats that are level and next can be named.", "HT-5.11"
    if phase == n.AT_SWORDS_RAT and name == "ask_rat":
        return "Ask another rat that sits at this table.", "HT-5.1"
    if phase == n.AT_SWORDS_SUPPLY and name == "ask_supply":
        return "That was taken from this rat this turn, so nobody may ask for it again.", "HT-5.7"
    if phase == n.AT_SWORDS_AMOUNT and name == "ask_amount":
        return f"Name 1 to {int(state.ask_limit())}: any more is as sure a miss.", "HT-5.4"
    if phase == n.AT_SWORDS_AMOUNT and action == n.ASK_ALL and state.vocation(seat) != n.RUFFIAN:
        return "Only the Ruffian may ask for all; name an amount.", "HT-13.13"
    if phase == n.AT_HOST_PICK and name == "host":
        return "The hat goes to one of the rats with the most flowers.", "HT-10.4"
    if phase == n.AT_RAFT and name == "raft":
        return "The raft goes to one of the rats with the most awards.", "HT-11.11"
    if phase == n.AT_BONUS and name == "bonus":
        return _wrong_pair(state, "gift")
    if phase == n.AT_PAUPER or n.AT_BAUBLES <= phase <= n.AT_FLOWERS:
        return _wrong_answer(state, seat, name)
    return None


def _wrong_start(state: HighTea, seat: int, name: str) -> tuple[str, str] | None:
    if name == "banker" and state.vocation(seat) != n.BANKER:
        return "Only the Banker gains from a new Host.", "HT-13.23"
    if name == "banker":
        return "The Banker gains once for the first Host.", "HT-13.23"
    if name == "start" and state.vocation(seat) == n.BANKER and not state.chosen(seat):
        return "The Banker's gain comes first, then the start pick.", "HT-13.23"
    return _wrong_pair(state, "start") if name == "start" else None


def _wrong_pair(state: HighTea, word: str) -> tuple[str, str]:
    """A matter of naming, not of the rules: in one command any order will do."""
    two = "two different supplies" if state.house.distinct else "the two supplies"
    return f"Step by step, {two} go in rising order. Name both in one go: '{word} flowers and rags'.", ""


def _wrong_answer(state: HighTea, seat: int, name: str) -> tuple[str, str] | None:
    begging = state.said(seat) == n.RATS
    if begging and name == "pauper":
        return "You are level with the Host, which gives nothing: carry on.", "HT-13.7"
    if begging and name == "carry_on":
        return "You are below the Host: take one of something.", "HT-13.6"
    if state.phase == n.AT_STRAW and name == "nest":
        return "You have a nest there already.", "HT-7.1"
    return None


def _wrong_moment(state: HighTea, seat: int, name: str) -> tuple[str, str]:
    if name == "make":
        if state.phase < n.AT_PAUPER:
            return "Pieces are made at the calls of crumbs, rags and flowers.", "HT-4.1"
        return "Dish or decoration is chosen at flowers; by the Pickpocket at crumbs and rags too.", "HT-10.1"
    if name == "ask_supply" and state.phase == n.AT_SWORDS_AMOUNT:
        return "The supply is named; now the amount.", "HT-5.1"
    if name == "ask_rat" and state.phase in (n.AT_SWORDS_SUPPLY, n.AT_SWORDS_AMOUNT):
        return "The rat is named; a request cannot be taken back.", "HT-5.1"
    return WRONG_TIME[name]
