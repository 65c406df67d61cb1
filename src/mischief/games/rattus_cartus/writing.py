"""Writes positions of Rattus Cartus: the whole table as JSON, the seats' memory included (RC-15.8)."""

from __future__ import annotations

from typing import Any

from . import numbers as n
from .cards import KIND_NAMES, OTHER_NAMES, in_words
from .rules import RattusCartus
from .table import buildings_in_words
from .writing_memory import write_memory


def write(state: RattusCartus) -> dict[str, Any]:
    """The whole table as plain JSON."""
    seats = range(int(state.seats))
    return {
        "game": state.game.info.id,
        "players": int(state.seats),
        "options": dict(state.game.options),
        "round": int(state.round_number),
        "start": int(state.start),
        "phase": n.PHASES[state.phase],
        "row": state.row_in_words(),
        "buildings_unseen": buildings_in_words(state.unseen),
        "replacement_bottom": state.bottom_in_words(),
        "building_discard": buildings_in_words(state.gone),
        "pop_deck": bag(state, n.DECK, n.POPULATION),
        "pop_discard": bag(state, n.PILE, n.POPULATION),
        "nun_row": [KIND_NAMES[card] for card in map(state.nun_card, range(int(n.NUN_SLOTS))) if card >= 0],
        "supply": state.supplies_in_words(),
        "vp_pool": {str(v): int(state.pool(v)) for v in (1, 2, 3)},
        "seats": [_write_seat(state, s) for s in seats],
        "waiting": [int(state.line(i)) for i in range(int(state.waiting))],
        "entries": [_write_entry(state, int(state.entry(i))) for i in range(int(state.entered))],
        "pending": _write_pending(state),
        "picks": _write_picks(state),
        "answers": _write_answers(state),
        "memory": write_memory(state),
    }


def bag(state: RattusCartus, first: int, kinds: int) -> dict[str, int]:
    """The cards counted from a place on, by id."""
    return {KIND_NAMES[kind]: int(state.cards[first + kind]) for kind in range(kinds) if state.cards[first + kind]}


def _write_seat(state: RattusCartus, seat: int) -> dict[str, Any]:
    choice = int(state.figures[n.CHOICE + seat])
    return {
        "hand": bag(state, n.HANDS + seat * n.KINDS, n.KINDS),
        "rats": int(state.rats(seat)),
        "vp": state.token_list(seat),
        "seen": [slot for slot in range(int(n.NUN_SLOTS)) if state.has_seen(seat, slot)],
        "influence": [int(state.influence(seat, which)) for which in range(int(n.CLASSES))],
        "arrival": [int(state.arrival(seat, which)) for which in range(int(n.CLASSES))],
        "supply": choice if choice >= 0 else None,
    }


def _write_entry(state: RattusCartus, seat: int) -> dict[str, Any]:
    laying = state.is_laying(seat)
    return {
        "seat": seat,
        "slot": int(state.slot_of(seat)),
        "space": int(state.space_of(seat)),
        "laid": {} if laying else bag(state, n.LAID + seat * n.KINDS, n.KINDS),
        "count": int(state.figures[n.ANNOUNCED + seat]),
        "strength": int(state.strength(seat)) if state.is_face_up(seat) else None,
    }


def _write_pending(state: RattusCartus) -> dict[str, Any]:
    step, in_d = int(state.stage), state.phase == n.PHASE_D
    pending: dict[str, Any] = {"what": n.STEPS[step]}
    if step > n.LAST_OF_THE_DEALER:
        pending["seats"] = [s for s in state.actors() if s >= 0]
    elif step in (n.DEAL_HANDS, n.DRAW_CARDS, n.DRAW_TOKENS):
        pending["seats"] = [int(state.seat)]
    else:
        pending["seats"] = []
    if in_d or step in (n.PICK_TYPE, n.PICK_COPY, n.DEAL_NUNS, n.DRAW_ROW, n.REPLACE_LAST):
        pending["slot"] = int(state.slot)
    if step in (n.PICK_COPY, n.DEAL_HANDS, n.DRAW_CARDS, n.DRAW_TOKENS, n.LOOK_FOR_SUPPLY, n.TENT_LOOK):
        pending["due"] = int(state.due)
    if step in (n.SWORD_GIFT, n.HOSPITAL_DISCARD):
        pending["due"] = int(state.due - state.picked)
    if step in (n.LOOK_FOR_SUPPLY, n.TENT_LOOK):
        barred = [int(state.figures[n.BARRED + s]) for s in range(int(state.seats))]
        if state.is_together():
            if state.due > 1:
                pending["not"] = {str(s): slot for s, slot in enumerate(barred) if state.answer(s) != n.NOT_ASKED}
        elif barred[state.seat] >= 0:
            pending["not"] = barred[state.seat]
    if step in (n.SWORD_GIFT, n.TOWER_GIFT):
        pending["winner"] = int(state.winner)
    if step == n.DRAW_CARDS:
        farm = in_d and state.building(state.slot) == n.FARM
        pending["why"] = "farm" if farm else "brewery" if in_d else "supply"
    if step == n.DRAW_TOKENS:
        pending["why"] = "palace"
    if (step >= n.PERFORM_OR_NOT and step != n.ENDED) or (in_d and step in (n.DRAW_CARDS, n.DRAW_TOKENS)):
        pending["queue"] = _queue(state)
    return pending


def _queue(state: RattusCartus) -> list[int]:
    """The seats still to act in this building, in order (RC-8.5)."""
    queue, seat = [], int(state.winner if state.stage == n.TOWER_GIFT else state.seat)
    while (seat := int(state.next_to_act(state.slot, seat))) >= 0:
        queue.append(seat)
    return queue


def _write_picks(state: RattusCartus) -> dict[str, list[str]]:
    picking = [int(state.seat)]
    if state.stage == n.TOWER_GIFT:
        picking = [s for s in range(int(state.seats)) if state.answer(s) == n.OPEN]
    found = {str(s): in_words(picks_so_far(state, s)) for s in picking}
    return {seat: cards for seat, cards in found.items() if cards}


def picks_so_far(state: RattusCartus, seat: int) -> list[int]:
    """Of a choice of several cards that is not finished, the cards that this seat has picked."""
    if state.stage == n.TOWER_GIFT:
        return list(state.picks_of(seat))
    if state.stage == n.LAY_CARDS:
        return list(state.cards_at(n.LAID + seat * n.KINDS, n.KINDS))
    if state.stage in (n.SWORD_GIFT, n.HOSPITAL_DISCARD):
        return list(state.cards_at(n.GIFT, n.KINDS))
    return []


def _write_answers(state: RattusCartus) -> dict[str, Any]:
    if not state.is_together():
        return {}
    answered = [s for s in range(int(state.seats)) if state.answer(s) >= 0]
    if state.stage == n.TOWER_GIFT:
        return {str(s): in_words(state.picks_of(s)) for s in answered}
    return {str(s): int(state.answer(s)) for s in answered}


def components(state: RattusCartus) -> dict[str, int]:
    """Buildings, people wherever they are, and victory point tokens. Which buildings are in play, and so which other
    cards, is settled in the set-up."""
    table = write(state)
    lists = ("row", "buildings_unseen", "replacement_bottom", "building_discard")
    buildings = {name for where in lists for name in table[where]}
    heaps = [table["pop_deck"], table["pop_discard"]]
    heaps += [seat["hand"] for seat in table["seats"]] + [entry["laid"] for entry in table["entries"]]
    return {
        "buildings": 30 if table["phase"] == "setup" else len(buildings),
        "people": sum(heap[card] for heap in heaps for card in heap if card not in OTHER_NAMES) + len(table["nun_row"]),
        "tokens": sum(table["vp_pool"].values()) + sum(len(seat["vp"]) for seat in table["seats"]),
    }
