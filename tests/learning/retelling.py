"""Rows told again in the words of views, for tests that hold what fields say against what the view shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from mischief.engine.fields import Field
from mischief.engine.game import Game


def retell(game: Game, row: bytes, seat: int) -> dict[str, Any]:
    """Every field in words: a number or truth, the names of what is there, how many of what; what there is of each seat
    in the order of the table."""
    told: dict[str, Any] = {}
    fields = {field.name: field for field in game.observer().fields}
    for name, blocks in game.observer().read(row).items():
        field = fields[name]
        if field.blocks == 1:
            told[name] = _in_words(field, blocks[0])
            continue
        by_seat = [blocks[(s - seat) % game.seats] for s in range(game.seats)]
        if field.form == "one of" and len(field.entries) == 1:
            told[name] = next((s for s, block in enumerate(by_seat) if block[0]), None)
        else:
            told[name] = [_in_words(field, block) for block in by_seat]
    return told


def _in_words(field: Field, numbers: list[int]) -> Any:
    if len(numbers) == 1:
        return numbers[0] if field.form == "counts" else bool(numbers[0])
    found = {entry: number for entry, number in zip(field.entries, numbers, strict=True) if number}
    if field.form == "counts":
        return found
    return next(iter(found), None) if field.form == "one of" else list(found)


def tally(names: Sequence[str]) -> dict[str, int]:
    return dict(Counter(names))


def piratz(game: Any, v: Any) -> dict[str, Any]:
    seats = range(game.seats)
    treasures = list(v.cubes)
    return {
        "phase": v.phase,
        "active": v.active,
        "round": v.round,
        "final_round": v.final_round,
        "idle": v.idle,
        "bag": v.draw,
        "faceup": sorted(v.faceup),
        "newest": v.last_revealed,
        "discard": v.discard,
        "piles": v.piles,
        "buried": [next((card for card, owner in v.buried if owner == s), None) for s in seats],
        "in_hand": v.spades,
        "bare": [s in v.middle for s in seats],
        "cubes": tally([f"{treasure}, {cube}" for treasure, cubes in v.cubes.items() for cube in cubes]),
        "won": [tally(cubes) for cubes in v.won],
        "treasure": None if v.treasure is None else treasures[v.treasure],
    }


def high_tea(game: Any, v: Any) -> dict[str, Any]:
    seats = range(game.seats)
    asking = [*(v.asking or []), None, None, None]
    announced = v.announced
    words = [text.split() for text in v.chosen]
    named = [w[1] for w in words if len(w) == 2 and w[0] not in ("bank", "carry")]
    return {
        "phase": v.phase,
        "turn": v.turn,
        "waiting": [s in v.waiting for s in seats],
        "host": v.host,
        "goals": v.goals,
        "measures": {goal: m + 1 for goal, m in zip(v.goals, v.measures, strict=True) if m is not None},
        "low_die": str(v.roll[0]) if v.roll else None,
        "high_die": str(v.roll[1]) if v.roll else None,
        "scavenged": v.scavenge_no or 0,
        "called": v.called,
        "rats": [announced is not None and announced[s] is None for s in seats],
        "said": [announced[s] or 0 if announced else 0 for s in seats],
        "to_ask": [s in v.queue for s in seats],
        "asker": v.queue[0] if v.phase in ("swords_rat", "swords_supply", "swords_amount") else None,
        "target": asking[1],
        "wanted": asking[2],
        "taken": [[supply for victim, supply in v.taken if victim == s] for s in seats],
        "draft": [
            {f"roll {i}": total for i, total in enumerate((v.draft[s] if v.draft else [])[:4], 1)}
            if v.rats[s].vocation is None
            else {}
            for s in seats
        ],
        "hat_from": v.hat_from,
        "winner": v.winner,
        "coin": v.coin,
        "chosen": tally(named),
        "chosen_bank": next((w[1] for w in words if w[0] == "bank"), None),
        "chosen_piece": next((w[0] for w in words if len(w) == 1), None),
        "carries_on": ["carry", "on"] in words,
        "vocation": [rat.vocation for rat in v.rats],
        "nests": [rat.nests for rat in v.rats],
        "pieces": [_pieces(rat.pieces) for rat in v.rats],
        "least": [_counted(low for low, _ in rat.known) for rat in v.rats],
        "most": [_counted(255 if high is None else high for _, high in rat.known) for rat in v.rats],
        "held": [_counted(rat.supplies or []) for rat in v.rats],
        "nest_places": [rat.nest_places or [] for rat in v.rats],
        "finished": [rat.finished for rat in v.rats],
        "awards": [rat.awards or 0 for rat in v.rats],
    }


SUPPLIES = ("swords", "baubles", "straw", "crumbs", "rags", "flowers")


def _counted(counts: Any) -> dict[str, int]:
    return {SUPPLIES[k]: count for k, count in enumerate(counts) if count}


def _pieces(pieces: Sequence[Any]) -> dict[str, int]:
    told: dict[str, int] = {}
    for source in SUPPLIES[3:]:
        kinds = ["dish", "decoration", None]
        made = sorted((p.spent, kinds.index(p.kind)) for p in pieces if p.source == source)
        for place, (spent, kind) in enumerate(made, 1):
            told[f"{source} {place}, spent"] = spent
            if kinds[kind]:
                told[f"{source} {place}, {kinds[kind]}"] = 1
    return {name: count for name, count in told.items() if count}


def pie_rats(game: Any, v: Any) -> dict[str, Any]:
    seats = range(game.seats)
    lure, loot, window = v.lure, v.loot, v.window
    targets = [*(lure.targets if lure else []), None, None]
    crew = [rat for rats in v.crews for rat in rats]
    rats = game.house.ids[:48]
    return {
        "phase": v.phase,
        "waiting": [s in v.waiting for s in seats],
        "round": v.round,
        "lead": v.lead,
        "turn": v.turn,
        "draw": v.draw,
        "reshuffles": v.reshuffles,
        "discarded_rats": [card for card in v.discard if card in rats],
        "discarded_goods": tally([card for card in v.discard if card not in rats]),
        "pie_pile": v.pie_pile,
        "sill": v.sill,
        "loot_rounds": {loot.pie: loot.round for loot in v.loots},
        "loot_order": {loot.pie: order for order, loot in enumerate(v.loots, 1)},
        "stall": v.stall,
        "hand": tally(v.hand),
        "ages": [{f"card {i}": 1 + v.reshuffles - age for i, age in enumerate(ages, 1)} for ages in v.ages],
        "crews": [[rat.id for rat in rats] for rats in v.crews],
        "sideways": sorted(rat.id for rat in crew if rat.sideways),
        "spinach": sorted(rat.id for rat in crew if rat.spinach),
        "charisma": [tally(cards) for cards in v.charisma],
        "declared": v.declared,
        "loots": [sorted(loot.pie for loot in v.loots if loot.seat == s) for s in seats],
        "target": targets[0],
        "second_target": targets[1],
        "pay": tally(lure.pay if lure else []),
        "loot_pie": loot.pie if loot else None,
        "sent": loot.send if loot else [],
        "called": bool(loot and loot.called),
        "window": window.next if window else None,
        "passed": [bool(window and s in window.passed) for s in seats],
        "aside": tally(v.aside),
        "done": v.done,
    }


def rattus_cartus(game: Any, v: Any) -> dict[str, Any]:
    seats = range(game.seats)

    def slot(value: int | None) -> str | None:
        return None if value is None else str(value)

    return {
        "phase": v.part,
        "round": v.round,
        "to_come": v.rounds - v.round,
        "waiting": [s in v.waiting for s in seats],
        "start": v.start,
        "acting": v.acting,
        "taker": v.taker,
        "buildings": [f"slot {i}, {card}" for i, card in enumerate(v.row)],
        "buildings_unseen": v.buildings_unseen,
        "buildings_gone": v.building_discard,
        "buildings_below": {card: i for i, card in enumerate(v.replacement_bottom, 1)},
        "deck": v.deck_size,
        "discard": v.discard,
        "supplies": {kind: count for kind, count in v.supplies.items() if count},
        "token_pool": v.token_pool,
        "nun_row": [f"slot {i}, {card}" for i, card in enumerate(v.nun_row) if card],
        "hand_size": [s.hand_size for s in v.seats],
        "hand": [tally(s.hand or []) for s in v.seats],
        "rats": [s.rats for s in v.seats],
        "token_count": [s.token_count for s in v.seats],
        "tokens": [tally([str(token) for token in s.tokens or []]) for s in v.seats],
        "seen": [[str(i) for i in s.seen] for s in v.seats],
        "influence": [dict_of(v.ranking, s.influence) for s in v.seats],
        "rank": [{name: order.index(s) + 1 for name, order in v.ranking.items() if s in order} for s in seats],
        "supply": [slot(s.supply) for s in v.seats],
        "entered": [slot(s.slot) for s in v.seats],
        "entry": [v.entries.index(s) + 1 if s in v.entries else 0 for s in seats],
        "line": [v.line.index(s) + 1 if s in v.line else 0 for s in seats],
        "laid_count": [s.laid_count for s in v.seats],
        "laid": [tally(s.laid or []) for s in v.seats],
        "face_up": [s.strength is not None for s in v.seats],
        "strength": [s.strength or 0 for s in v.seats],
        "answered": [s.answered for s in v.seats],
        "picks": tally(v.picks),
        "answer": slot(v.answer),
        "barred": slot(v.barred),
        "located": v.located,
        "deck_made": v.deck_made,
        "own_drawn": v.own_drawn,
        "due": v.due,
        "slot": slot(v.slot) if v.slot is not None and 0 <= v.slot < 3 else None,
    }


def dict_of(names: Mapping[str, Any], numbers: Sequence[int]) -> dict[str, int]:
    return {name: number for name, number in zip(names, numbers, strict=True) if number}


TYPES = {"L": "drink", "V": "fruit", "C": "cheese"}
COLOURS = {"B": "blue", "G": "green", "R": "red", "O": "orange", "Y": "yellow"}
NUMBERS = {"1": "one", "2": "two", "3": "three", "4": "four"}


CODES = [kind + colour + number for kind in TYPES for colour in COLOURS for number in NUMBERS]


def _food(code: str) -> list[str]:
    return [TYPES[code[0]], COLOURS[code[1]], NUMBERS[code[2]]]


def doctor_rat(game: Any, v: Any) -> dict[str, Any]:
    groups = list(enumerate(v.groups))
    vote, strict = v.vote, v.strict
    proposal = {entry["group"]: entry["card"] for entry in (vote.proposal if vote else [])}
    holders = {g: group.pending["holder"] for g, group in groups if group.pending}
    seats = range(game.seats)

    def each(words: Any) -> list[str]:
        """What a function tells of each group, with the group's name before it."""
        return [f"group {g}, {word}" for g, group in groups for word in words(g, group)]

    def row(g: int, group: Any) -> list[str]:
        told = []
        for i, entry in enumerate(group.row, 1):
            words = [*_food(entry["card"]), entry["mark"]] if "card" in entry else [entry["complication"]]
            told += [f"{i}, {word}" for word in words]
        return told

    def plate(g: int, group: Any) -> list[str]:
        told, slot = [], 2
        for claim in v.claims:
            if claim["group"] == g and claim["card"]:
                told += [f"{slot if claim['extra'] else 1}, {word}" for word in [*_food(claim["card"]), claim["from"]]]
                slot += claim["extra"]
        return told

    def specs(which: int) -> list[str]:
        """Specifications as they are; a Category stands at the place of the first three."""
        told = []
        for g, group in groups:
            words = (group.diet or {}).get("specs", [])
            if "category" in (group.diet or {}):
                words = ["LVC"[("type", "quantity", "colour").index(group.diet["category"])]]
            told += [f"group {g}, {word}" for word in words[which : which + 1]]
        return told

    def identity(g: int, group: Any) -> list[str]:
        foods = [game.house.book.identity_foods[i] for i in range(3)]
        return [str(foods.index(CODES.index(group.identity)) + 1)] if group.identity else []

    return {
        "phase": v.phase,
        "waiting": [s in v.waiting for s in seats],
        "doctor": v.doctor,
        "members": [[f"group {g}" for g, group in groups if s in group.seats] for s in seats],
        "speaks": [[f"group {g}" for g, group in groups if s == group.speaker] for s in seats],
        "holds": [[f"group {g}" for g, holder in holders.items() if holder == s] for s in seats],
        "meal": v.meal,
        "first_player": None if v.first_player is None else "AB"[v.first_player],
        "window": v.window,
        "centre": v.centre,
        "trash": v.trash,
        "unseen": v.unseen,
        "stock": v.stock or [],
        "picked": v.picked or [],
        "extra": v.extra,
        "removed": v.removed or [],
        "discard": (v.discards or [None])[0],
        "madness": (v.madness or {}).get("cards") or [],
        "madness_size": (v.madness or {}).get("count", 0),
        "pile_size": v.pile_size,
        "stock_size": v.stock_size,
        "removed_size": v.removed_size,
        "tokens": {name: count for name, count in v.tokens.items() if count},
        "complication_supply": v.complication_supply,
        "reason": v.ending.reason if v.ending else None,
        "lost_by": None if v.ending is None or v.ending.group is None else f"group {v.ending.group}",
        "has_diet": each(lambda g, group: ["yes"] if group.has_diet else []),
        "diet": each(lambda g, group: [group.diet["kind"]] if group.diet else []),
        "identity": each(identity),
        "diet_first": specs(0),
        "diet_second": specs(1),
        "part": [f"group {part['group']}, {part['kind']}" for part in v.setup],
        "part_first": [f"group {part['group']}, {spec}" for part in v.setup for spec in part["specs"][:1]],
        "part_second": [f"group {part['group']}, {spec}" for part in v.setup for spec in part["specs"][1:]],
        "part_families": [f"group {part['group']}, {part['families']}" for part in v.setup if "families" in part],
        "row": each(row),
        "medicine": each(lambda g, group: [str(group.medicine + 1)] if group.medicine is not None else []),
        "crosses": {f"group {g}, how many": group.crosses for g, group in groups if group.crosses},
        "run": {f"group {g}, how many": group.run for g, group in groups if group.run},
        "pending": each(lambda g, group: [group.pending["complication"]] if group.pending else []),
        "plate": each(plate),
        "banned": [f"group {ban['group']}, {ban['card']}" for ban in v.bans],
        "strict": f"group {strict['group']}" if strict and strict["card"] is None else None,
        "proposal": [f"group {g}, {card}" for g, card in proposal.items() if card],
        "chair": vote.chair if vote else None,
        "voters": [bool(vote and s in vote.voters) for s in seats],
        "voted": [bool(vote and s in vote.voted) for s in seats],
        "tried": [bool(vote and s in vote.tried) for s in seats],
        "mine": vote.mine if vote else None,
        "next_group": f"group {vote.next_group}" if vote and vote.next_group is not None else None,
        "predicted": len(v.predictions),
        "said_good": [str(i) for i, said in enumerate(v.predictions, 1) if said == "good"],
    }


def last_crumb(game: Any, v: Any) -> dict[str, Any]:
    seats = range(game.seats)
    return {
        "round": "over" if v.over else str(v.round),
        "crumb": None if v.crumb is None else str(v.crumb),
        "bag": {str(value): count for value, count in enumerate(v.bag, 1) if count},
        "paws": [[str(paw) for paw in v.paws[s]] for s in seats],
        "chosen": v.chosen,
        "mine": None if v.mine is None else str(v.mine),
        "scores": v.scores,
    }


RETOLD = {
    "piratz": piratz,
    "high-tea": high_tea,
    "rattus-cartus": rattus_cartus,
    "doctor-rat": doctor_rat,
    "pie-rats": pie_rats,
    "last-crumb": last_crumb,
}
