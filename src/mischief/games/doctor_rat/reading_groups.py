"""Reads the groups of a position: Identities, diets, rows, ghosts, complications."""

from __future__ import annotations

from mischief.engine.reading import Reader

from . import numbers as n
from .reading_names import Zones
from .rules import DoctorRat
from .setup_supply import Supply


def read_groups(reader: Reader, state: DoctorRat, zones: Zones) -> None:
    house = state.house
    foods = [n.CODES[food] for food in house.book.identity_foods]
    parts = [Reader(part, f"groups.{g}") for g, part in enumerate(reader.many("groups", int(house.groups)))]
    for g, part in enumerate(parts):
        code = part.raw("identity")
        if code is None and state.phase == n.DEAL_IDENTITY:
            continue
        if code not in foods:
            part.fail(f"should be one of {', '.join(foods)}, not {code!r}", "identity", "DR-1.4")
        identity = foods.index(code)
        if house.identities[g] >= 0 and house.identities[g] != identity:
            part.fail(f"is {code}, but this table's group {g} is {foods[house.identities[g]]}", "identity", "DR-1.5")
        for other in range(g):
            if state.of(other, n.IDENTITY) == identity:
                part.fail(f"{code} is group {other}'s Identity already", "identity", "DR-1.4")
            if house.colony and state.of(other, n.IDENTITY) > identity:
                part.fail("Identities should rise in quantity from group to group", "identity", "DR-1.5")
        state.put(g, n.IDENTITY, identity)
        state.put(g, n.LAST_FOOD, state.identity_food(g))
    for g in range(int(house.groups)) if house.colony else (1, 0):
        _read_diet(parts[g], state, g)
    for g, part in enumerate(parts):
        if part.has("seats") and part.many("seats") != state.seats_of(g):
            part.fail(f"should be {state.seats_of(g)} by the options, not {part.raw('seats')!r}", "seats", "DR-1.6")
        _read_row(part, state, g, zones)
        _read_ghosts(part, state, g)
        if part.has("pending"):
            pending = part.part("pending")
            state.put(g, n.PENDING, n.EFFECT_NAMES.index(pending.word("complication", n.EFFECT_NAMES)))
            holder = pending.raw("holder")
            if holder is not None or state.phase != n.E_HOLDER:
                if holder not in state.seats_of(g):
                    pending.fail(f"should be a seat of group {g}: {state.seats_of(g)}", "holder", "DR-10.6")
                state.put(g, n.HOLDER, holder)
            pending.done()
        part.done()


def _read_diet(part: Reader, state: DoctorRat, g: int) -> None:
    if not part.has("diet"):
        if state.phase > n.SETUP:
            part.fail("should be given by now", "diet", "DR-2.6")
        return
    if state.of(g, n.IDENTITY) == n.NONE:
        part.fail("comes after the Identity", "diet", "DR-2.6")
    diet = part.part("diet")
    kind = n.KIND_NAMES.index(diet.word("kind", n.KIND_NAMES))
    a = b = int(n.NONE)
    if kind in (n.IDENTICAL, n.DIFFERENT):
        a = n.CATEGORY_NAMES.index(diet.word("category", n.CATEGORY_NAMES))
    elif kind != n.PLUS_MINUS:
        specs = diet.many("specs")
        if not 1 <= len(specs) <= 2 or any(spec not in n.SPEC_CODES for spec in map(str, specs)):
            diet.fail(f"should be one or two of {', '.join(n.SPEC_CODES)}, not {specs!r}", "specs", "DR-8.3")
        found = [n.SPEC_CODES.index(str(spec)) for spec in specs]
        if kind != n.ALTERNATING:
            found.sort()
        a, b = found[0], found[1] if len(found) == 2 else int(n.NONE)
    diet.done()
    _check_diet(diet, state, g, kind, a, b)
    state.put(g, n.KIND, kind)
    state.put(g, n.FIRST, a)
    state.put(g, n.SECOND, b)


def _check_diet(diet: Reader, state: DoctorRat, g: int, kind: int, a: int, b: int) -> None:
    book = state.house.book
    food = int(state.identity_food(g))
    if not Supply(book).legal(kind, food, a, b):
        clause = {0: "DR-8.4", 1: "DR-8.5", 2: "DR-8.6"}.get(kind, "DR-8.9")
        diet.fail(f"is not a legal restriction for {n.CODES[food]}", "", clause)
    if kind <= n.FORBIDDEN and book.spec_count != 0 and (b == n.NONE) != (book.spec_count == 1):
        diet.fail(f"this table gives {int(book.spec_count)} Specifications", "specs", "DR-2.11")
    if not state.restriction_cards().legal(kind, food, a, b):
        diet.fail("another group has it already, or its cards are used up", "", "DR-8.10")
    if state.restriction_cards().diets[kind] < 1:
        diet.fail("all cards of this Diet are used up", "kind", "DR-8.11")


COMPLICATED = 4
"""What one complication can add to a row: itself, and the cards of Gluttony or of Megalomania (DR-10.9, DR-10.17)."""


def _read_row(part: Reader, state: DoctorRat, g: int, zones: Zones) -> None:
    row = part.many("row")
    if len(row) > n.ROW_ROOM:
        part.fail(f"has {len(row)} cards; no row grows beyond {int(n.ROW_ROOM)}", "row", "DR-10.9")
    to_come = int(n.MEALS - (state.meal if state.phase > n.C_PREDICT else state.meal - 1))
    if state.house.complications and not any(isinstance(each, dict) and "complication" in each for each in row):
        to_come += COMPLICATED
    if state.phase != n.OVER and len(row) + to_come > n.ROW_ROOM:
        right = max(0, int(n.ROW_ROOM) - to_come)
        part.fail(
            f"has {len(row)} cards, and {to_come} may still come; it should have {right} at most", "row", "DR-10.9"
        )
    if row and state.of(g, n.KIND) == n.NONE:
        part.fail("nothing is eaten before the diets are given", "row", "DR-2.6")
    for index, raw in enumerate(row):
        entry = Reader(raw, f"groups.{g}.row.{index}")
        if entry.has("complication"):
            state.append_row(g, int(n.COMPLICATION) + n.EFFECT_NAMES.index(entry.word("complication", n.EFFECT_NAMES)))
        else:
            card = zones.card(entry, "card", entry.raw("card"), f"the row of group {g}")
            good = entry.word("mark", ("good", "bad")) == "good"
            if good != state.fits_next(g, card):
                entry.fail(f"should be {'bad' if good else 'good'} by the group's diet", "mark", "DR-8.1")
            state.append_row(g, card + (n.GOOD if good else 0))
            state.put(g, n.LAST_FOOD, card)
            state.put(g, n.EATEN, state.of(g, n.EATEN) + 1)
        entry.done()
    if part.has("medicine"):
        index = part.whole("medicine", 0, 0, int(n.ROW_ROOM))
        if not state.house.colony:
            part.fail("there is no Medicine in Colleagues", "medicine", "DR-11.3")
        if not state.can_cover(g, index):
            part.fail("should lie on two Food cards side by side", "medicine", "DR-9.7")
        state.put(g, n.MEDICINE, index)
    crosses = sum(1 for i in range(len(row)) if state.row(g, i) < n.GOOD and not state.covered(g, i))
    state.put(g, n.CROSSES, crosses)
    if crosses >= n.CROSSES_LOST and state.phase != n.OVER:
        part.fail(f"shows {crosses} crosses, so the game would be over", "row", "DR-7.1")


def _read_ghosts(part: Reader, state: DoctorRat, g: int) -> None:
    for index, raw in enumerate(part.many("ghosts")):
        ghost = Reader(raw, f"groups.{g}.ghosts.{index}")
        after = ghost.whole("after", None, 0, int(state.of(g, n.EATEN)))
        card, via = ghost.raw("card"), ghost.raw("via")
        if card not in n.CODES or (via is not None and via not in n.CODES):
            ghost.fail("card and via should be codes of Food cards", "card")
        good = ghost.flag("good")
        before = state.food_before(g, after) if via is None else n.CODES.index(via)
        eaten = after if via is None else after + 1
        if state.fits(g, before, eaten, n.CODES.index(card)) != good:
            ghost.fail(f"should be {str(not good).lower()} by the group's diet", "good", "DR-14.6")
        state.add_ghost(g, after, -1 if via is None else n.CODES.index(via), n.CODES.index(card), good)
        ghost.done()
