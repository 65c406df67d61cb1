"""Why a move is not legal now: the sentence for the player, and the clause that forbids it."""

from __future__ import annotations

from mischief.engine.seats import DEALER

from . import numbers as n
from .rules import PieRats
from .sets import copies_in

Reason = tuple[str, str]


def why_not(state: PieRats, seat: int, action: int) -> Reason:
    """For a seat of a game that goes on, whether or not it has a decision pending."""
    timing = _wrong_time(state, action)
    if timing is not None:
        return timing
    if not state.waits_for(seat):
        return _not_asked(state, seat, action)
    if action < n.PICK_CAPTAIN:
        return _plain(state, action)
    if action >= n.TOSS:
        return _toss(state, seat, action - int(n.TOSS))
    for first, reason in FAMILIES:
        if action >= first:
            return reason(state, seat, action - first)
    return "This captain is taken: no captain is used twice.", "PR-1.3"


# Moves that nobody could make at this moment


def _wrong_time(state: PieRats, action: int) -> Reason | None:
    """Families of moves that belong to another phase, or that the house rules keep out of this one."""
    phase = state.phase
    if n.BEAN <= action < n.TOSS:
        return _card_time(state, action)
    if action == n.PLAY_MIRROR and phase != n.W5:
        return "Mirror answers a declared lure that spends Charm, and nothing else.", "PR-7.17"
    if n.THEFT <= action < n.LOOT and phase not in (n.P2, n.W2):
        return "Charisma Theft is played in phase 2 only.", "PR-4.6"
    if n.TABLE <= action < n.PAY and phase != n.P2:
        return "Charisma cards are tabled in phase 2 only.", "PR-4.2"
    if n.PLACE <= action < n.MINE and phase != n.P3:
        return "Crew is placed in phase 3 only.", "PR-5.3"
    if action == n.CALL:
        return _call_time(state)
    if action == n.DECLARE_LURE and phase != n.P4:
        return "Declarations are made in phase 4.", "PR-6.1"
    if n.PICK_CAPTAIN <= action < n.TABLE and phase != n.CAPTAIN:
        return "Captains are not picked now.", "PR-1.11"
    if action >= n.TOSS and phase != n.READY:
        return "Hand cards are thrown away in getting ready only.", "PR-9.3"
    return None


def _card_time(state: PieRats, action: int) -> Reason | None:
    phase, mode = state.phase, state.house.mode
    if phase == n.PIE:
        return "No card can be played in phase 1.", "PR-3.4"
    if phase == n.P4:
        return "No card can be played in phase 4.", "PR-6.6"
    if phase == n.W2:
        return "This window is for Charisma Theft only.", "PR-10.4"
    if phase in (n.READY, n.DRAW):
        return "No card can be played in getting ready.", "PR-10.1"
    if phase in (n.P5_SECOND, n.P5_PAY):
        return "A lure is declared completely before anything else.", "PR-7.15"
    if phase in n.IN_PHASE_6:
        if mode == n.FROZEN_MODE:
            return "No card can be played in phase 6 at this table.", "PR-8.20"
        if mode == n.NICE_MODE and action < n.FEED_SPINACH:
            return "Carob Bean and Kidnapping are not played in phase 6 at this table.", "PR-8.21"
        if state.called:
            return "A call freezes the game until that captain's turn is over.", "PR-8.11"
        if phase in (n.P6_SEND, n.P6_LOSE):
            return "Cards are played before calling or announcing a loot.", "PR-8.18"
    return None


def _call_time(state: PieRats) -> Reason | None:
    mode = state.house.mode
    if mode == n.NEVER_MODE:
        return "At this table nobody can call.", "PR-8.19"
    if mode == n.FROZEN_MODE:
        return "Phase 6 is frozen anyway: there is nothing to call for.", "PR-8.20"
    if mode == n.NICE_MODE:
        return "In the nice game there is no call.", "PR-8.21"
    if state.phase != n.P6:
        return "A captain calls in its own phase-6 turn, with a Pie on the sill.", "PR-8.10"
    return None


# Seats that have no decision pending


def _not_asked(state: PieRats, seat: int, action: int) -> Reason:
    phase = state.phase
    if phase == n.READY:
        return "You are ready; wait until everybody is.", "PR-9.3"
    if state.actor() == DEALER:
        if phase in n.SETTING_UP:
            return "The table is still being set up.", "PR-1.5"
        return ("A Pie is being revealed.", "PR-3.1") if phase == n.PIE else ("Hands are being filled.", "PR-9.4")
    if phase in n.WINDOWS:
        if seat == state.turn:
            return (
                "The others answer first; you cannot add to it meanwhile.",
                "PR-10.5" if phase == n.W5 else "PR-10.7",
            )
        if not state.is_askable(seat):
            return "A window asks only those who could have something to play.", "PR-10.8"
        return f"Seat {int(state.actor())} is asked now; the window goes round.", "PR-10.3"
    if state.called:
        return "A call freezes the game until that captain's turn is over.", "PR-8.11"
    if n.LURE <= action < n.BEAN and (state.protecting >> seat) & 1:
        return "You protected a rat this round, so you have no lure.", "PR-6.3"
    if n.BEAN <= action < n.TOSS:
        return "Cards are played in your own turns and in windows.", "PR-10.1"
    return f"It is the turn of seat {int(state.actor())}.", "PR-2.2"


# Seats that have a decision pending, family by family


def _plain(state: PieRats, action: int) -> Reason:
    """Pass, only that one, and Mirror; the rest of the plain moves are a matter of time."""
    if action == n.PLAY_MIRROR:
        return "You hold no Mirror.", "PR-7.16"
    if action == n.SINGLE:
        return "There is no second target to decline now.", "PR-7.11"
    return {
        int(n.CAPTAIN): ("Pick a captain: everybody needs one.", "PR-1.3"),
        int(n.P4): ("Declare: protect one of your rats, or lure.", "PR-6.1"),
        int(n.P5_SECOND): ("Name a second rat, or say that it is only that one.", "PR-7.15"),
        int(n.P5_PAY): ("The lure is declared: pay for it.", "PR-7.5"),
        int(n.P6_PIE): ("You called and you are able: you must loot.", "PR-8.12"),
        int(n.P6_SEND): ("Name rats until the party is strong enough.", "PR-8.5"),
        int(n.P6_LOSE): ("Your strongest rat must go: choose among the equals.", "PR-8.16"),
    }[int(state.phase)]


def _toss(state: PieRats, seat: int, kind: int) -> Reason:
    name = state.house.ids[kind]
    slots = [i for i in range(state.hand_size(seat)) if state.kind_at(seat, i) == kind and not state.is_aside(seat, i)]
    if not slots:
        return f"You hold no {name} that could be set aside.", "PR-9.3"
    return f"You have named a card that comes after {name}: step by step, cards go in rising order.", ""


def _anytime(state: PieRats, seat: int, rat: int, good: int, clause: str) -> Reason | None:
    """What Carob Bean, Kidnapping and Spinach have in common."""
    if not state.holds_good(seat, good):
        return f"You hold no {state.house.ids[n.CREW + good]}.", clause
    if state.owner(rat) == n.NONE:
        return f"{state.house.ids[rat]} is in nobody's crew.", clause
    return None


def _spinach(state: PieRats, seat: int, rat: int) -> Reason:
    common = _anytime(state, seat, rat, int(n.SPINACH), "PR-11.7")
    if common is not None:
        return common
    if state.owner(rat) != seat:
        return "Spinach goes to a rat of your own.", "PR-11.7"
    return f"{state.house.ids[rat]} has had its Spinach: one is all it can carry.", "PR-11.11"


def _kidnap(state: PieRats, seat: int, rat: int) -> Reason:
    common = _anytime(state, seat, rat, int(n.KIDNAPPING), "PR-11.3")
    return common or ("One cannot kidnap one's own rat.", "PR-11.3")


def _bean(state: PieRats, seat: int, rat: int) -> Reason:
    common = _anytime(state, seat, rat, int(n.CAROB_BEAN), "PR-11.1")
    return common or ("A Carob Bean cannot be fed to one's own rat.", "PR-11.2")


def _lure(state: PieRats, seat: int, rat: int) -> Reason:
    house = state.house
    if state.phase not in (n.P5, n.P5_SECOND):
        return "Rats are lured in one's own phase-5 turn.", "PR-7.1"
    if state.owner(rat) == n.NONE:
        return f"{house.ids[rat]} is in nobody's crew.", "PR-7.7"
    if state.owner(rat) == seat:
        return f"{house.ids[rat]} serves you already.", "PR-7.7"
    if (state.sideways >> rat) & 1:
        return f"{house.ids[rat]} lies sideways and cannot be lured this round.", "PR-7.7"
    total = int(state.charisma_total(seat))
    if state.phase == n.P5:
        return f"{house.ids[rat]} costs {int(house.price[rat])}; your charisma is {total}.", "PR-7.5"
    if rat == state.target_a:
        return f"{house.ids[rat]} is the first target already.", "PR-7.11"
    both = int(house.price[state.target_a] + house.price[rat])
    return f"Both together cost {both}; your charisma is {total}.", "PR-7.12"


def _mine(state: PieRats, seat: int, rat: int) -> Reason:
    name = state.house.ids[rat]
    own = state.owner(rat) == seat
    if state.phase == n.P4:
        if not own:
            return f"{name} is not in your crew.", "PR-6.1"
        return f"{name} lies sideways and needs no protection.", "PR-6.1"
    if state.phase == n.P6_SEND:
        if not own:
            return f"{name} is not in your crew.", "PR-8.4"
        if (state.sent >> rat) & 1:
            return f"{name} is in the party already.", "PR-8.4"
        if not (state.nameable() >> rat) & 1:
            return f"You have named a rat that comes after {name}: step by step, rats go in rising order.", ""
        return f"Step by step, rats go in rising order, and those after {name} could not lift the Pie.", ""
    if state.phase == n.P6_LOSE:
        return "The strongest rat must go: by strength, then by loyalty.", "PR-8.16"
    return "No rat of yours is asked for now.", "PR-6.1"


def _place(state: PieRats, seat: int, rat: int) -> Reason:
    return f"You do not hold {state.house.ids[rat]}.", "PR-5.1"


def _loot(state: PieRats, seat: int, pie: int) -> Reason:
    if state.phase not in (n.P6, n.P6_PIE):
        return "Pies are looted in one's own phase-6 turn.", "PR-8.1"
    name = state.house.pie_ids[pie]
    if not (state.sill >> pie) & 1:
        return f"{name} is not on the sill.", "PR-8.3"
    strength, weight = int(state.party_strength(state.crews[seat])), int(state.house.weight[pie])
    return f"{name} weighs {weight}; your captain and whole crew lift {strength}.", "PR-8.3"


def _theft(state: PieRats, seat: int, which: int) -> Reason:
    victim, kind = divmod(which, int(n.CHARISMA))
    if not state.holds_good(seat, n.CHARISMA_THEFT):
        return "You hold no Charisma Theft.", "PR-4.5"
    if victim == seat:
        return "One steals from others.", "PR-4.5"
    if victim >= state.seats:
        return f"There is no seat {victim}.", "PR-4.5"
    return f"Seat {victim} has no {state.house.ids[n.CREW + kind]} tabled.", "PR-4.5"


def _pay(state: PieRats, seat: int, kind: int) -> Reason:
    if state.phase != n.P5_PAY:
        return "There is nothing to pay for now.", "PR-7.10"
    if copies_in(state.charisma[seat] - state.pay, kind) == 0:
        return f"You have no {state.house.ids[n.CREW + kind]} left on the table.", "PR-7.5"
    return f"Step by step, cards go in rising order, and {state.house.ids[n.CREW + kind]} does not come next.", ""


def _table(state: PieRats, seat: int, kind: int) -> Reason:
    return f"You do not hold {state.house.ids[n.CREW + kind]}.", "PR-4.1"


FAMILIES = (
    (int(n.FEED_SPINACH), _spinach),
    (int(n.KIDNAP), _kidnap),
    (int(n.BEAN), _bean),
    (int(n.LURE), _lure),
    (int(n.MINE), _mine),
    (int(n.PLACE), _place),
    (int(n.LOOT), _loot),
    (int(n.THEFT), _theft),
    (int(n.PAY), _pay),
    (int(n.TABLE), _table),
)
"""What forbids a move of each family that names a card, highest numbers first."""
