"""The longer events told at a table of Rattus Cartus: set-up, supplies, premiums, Guard Towers, the scoring."""

from __future__ import annotations

from . import numbers as n
from . import scoring
from .cards import BUILDING_IDS, CLASS_NAMES, KIND_NAMES, in_words
from .table import Table, buildings_in_words


def tell_setup(table: Table) -> None:
    """What everybody may know before the deal (RC-1.20)."""
    table.tell(
        "setup",
        {
            "options": dict(table.game.options),
            "buildings": buildings_in_words(table.unseen),
            "supplies": table.supplies_in_words(),
            "start": int(table.start),
        },
    )


def tell_supply(table: Table, seat: int) -> None:
    """The supply action that a seat has chosen (RC-4.1)."""
    slot = int(table.figures[n.CHOICE + seat])
    card = table.row_card(slot)
    table.tell(
        "supply_chosen",
        {
            "seat": int(seat),
            "slot": slot,
            "building": BUILDING_IDS[card],
            "draw": int(table.house.draw[card]),
            "rats": int(table.house.rats[card]),
            "look": int(table.house.look[card]),
        },
    )


def tell_premium(table: Table, holder: int) -> None:
    """Who holds the premium of the building being resolved, and whether by a tie (RC-8.2, RC-8.6)."""
    strength = int(table.strength(holder))
    rivals = [
        seat
        for seat in range(int(table.seats))
        if seat != holder and (table.seats == 2 or table.slot_of(seat) == table.slot)
    ]
    tie = any(table.strength(seat) == strength for seat in rivals)
    table.tell("premium", {"seat": int(holder), "slot": int(table.slot), "strength": strength, "tie": tie})


def tell_tower(table: Table, taker: int) -> None:
    """Who gives how many cards to a Guard Tower's premium holder, and who is spared (RC-9.4, RC-9.14). Which cards
    they are is for giver and taker."""
    givers: list[list[int]] = []
    spared: list[list[object]] = []
    facts: dict[str, object] = {"seat": int(taker)}
    only: dict[str, list[int]] = {}
    for seat in range(int(table.seats)):
        if table.answer(seat) == n.GIVEN:
            cards = in_words(table.picks_of(seat))
            givers.append([seat, len(cards)])
            facts[f"cards_{seat}"] = cards
            only[f"cards_{seat}"] = [int(taker), seat]
        elif seat != taker:
            spared.append([seat, "protected" if table.is_protected(seat) else "fewer"])
    facts["givers"] = givers
    facts["seats_giving"] = [giver[0] for giver in givers]
    facts["spared"] = spared
    table.tell("guard_tower", facts, only)


def tell_discarded(table: Table) -> None:
    """Where the cards laid at the building being resolved go (RC-10.1)."""
    to_pile: list[str] = []
    to_supplies: list[str] = []
    for place in range(int(table.entered)):
        seat = table.entry(place)
        if table.slot_of(seat) == table.slot:
            for kind in table.cards_at(n.LAID + seat * n.KINDS, n.LAYABLE):
                (to_pile if kind < n.POPULATION else to_supplies).append(KIND_NAMES[kind])
    building = BUILDING_IDS[table.row_card(table.slot)]
    facts = {"slot": int(table.slot), "building": building, "to_pile": to_pile, "to_supplies": to_supplies}
    table.tell("discarded", facts)


def tell_the_scoring(table: Table) -> None:
    """The last events: how the points come about, the nuns, the plague, the winner."""
    for which, name in enumerate(CLASS_NAMES):
        earned = list(scoring.class_points(table, which))
        ranking = [
            {"seat": int(s), "influence": int(table.influence(s, which)), "points": earned[s]}
            for s in scoring.ranking(table, which)
        ]
        table.tell("score_class", {"class": name, "ranking": ranking, "points": earned})
    for kind in range(int(n.JOKER), int(n.KINDS)):
        label = "population" if kind == n.JOKER else KIND_NAMES[kind]
        counts, earned = list(scoring.held(table, kind)), list(scoring.hand_points(table, kind))
        table.tell("score_hand", {"what": label, "counts": counts, "points": earned})
    seats, nuns = range(int(table.seats)), int(scoring.nuns(table))
    values = [table.token_list(s) for s in seats]
    table.tell("score_tokens", {"values": values, "points": [int(scoring.token_points(table, s)) for s in seats]})
    cards = [KIND_NAMES[table.nun_card(slot)] for slot in range(int(n.NUN_SLOTS))]
    table.tell("nuns_revealed", {"cards": cards, "total": nuns})
    rats = [int(table.rats(s)) for s in seats]
    table.tell("plague", {"rats": rats, "seats_dead": [s for s in seats if rats[s] > nuns]})
    table.tell(
        "game_over",
        {
            "winners": scoring.winners(table),
            "points": list(scoring.points(table)),
            "places": list(scoring.places(table)),
        },
    )
