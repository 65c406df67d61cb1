"""Tables that games seldom come to, and decks of which something is scarce: for the fingerprints."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import mischief
from mischief.engine import decks
from mischief.engine.chance import Rng
from mischief.engine.errors import BadPosition
from mischief.engine.playout import play_out
from mischief.engine.state import State
from mischief.games.doctor_rat.numbers import CODES, EFFECT_NAMES

Position = dict[str, Any]


def rare_tables(name: str) -> Iterator[State]:
    """Tables of a game for which something rare is known; those that cannot be are left out."""
    for seed in range(TABLES if name in MADE_RARE else 0):
        rng = Rng(seed)
        game = mischief.game(name, 2 + rng.below(4), **OPTIONS[name][seed % len(OPTIONS[name])])
        state = game.start(seed)
        play_out(state, rng, rng.below(60))
        position = state.position()
        MADE_RARE[name](position, rng)
        try:
            yield game.load(position)
        except BadPosition:
            continue


TABLES = 240
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "doctor-rat": [
        {"complications": True},
        {"variant": "colleagues"},
        {"complications": True, "agreement": "speaker"},
        {"complications": True, "groups": 3, "yuck_tokens": 1},
    ]
}


def doctor_rat(position: Position, rng: Rng) -> None:
    """Hardly any food is left in the pile, the trash can is empty or what lies in it is banned (DR-9.4), and groups
    have complications that seldom come together (DR-10)."""
    elsewhere = [*position["stock"], *position["picked"], *position["centre"], *position["trash"], position["extra"]]
    elsewhere += [*position["removed"], *(claim["card"] for claim in position["claims"])]
    elsewhere += [entry.get("card") for group in position["groups"] for entry in group["row"]]
    elsewhere += [row["card"] for row in position["discards"]]
    pile = [code for code in CODES[:60] if code not in elsewhere]
    if rng.below(2) == 0:
        position["removed"] += position["trash"]
        position["trash"] = []
    elif rng.below(2) == 0:
        banned = [card for card in position["trash"] if {"group": 0, "card": card} not in position["bans"]]
        position["bans"] += [{"group": 0, "card": card} for card in banned]
    left = rng.below(10)
    while len(pile) > left:
        position["removed"].append(pile.pop(rng.below(len(pile))))
    for group in position["groups"] if position["options"]["complications"] else ():
        supply = position["complication_supply"]
        if group["pending"] is None and supply and rng.below(2) == 0:
            effect = EFFECT_NAMES[rng.below(len(EFFECT_NAMES))]
            if effect in supply:
                supply.remove(effect)
                group["pending"] = {"complication": effect, "holder": group["seats"][0]}


MADE_RARE: dict[str, Callable[[Position, Rng], None]] = {"doctor-rat": doctor_rat}


SCARCE = {
    "doctor-rat": {"type": 4, "quantity": 1, "colour": 1, "L": 4, "V": 1, "C": 1, "1": 5, "2": 1, "3": 1, "4": 1}
    | {"BG": 11, "BR": 1, "BO": 1, "BY": 1, "GR": 1, "GO": 1, "GY": 1, "RO": 1, "RY": 1, "OY": 1}
}
"""How many copies a deck called `scarce` has of some cards, by their codes."""


@contextmanager
def scarce_decks() -> Iterator[None]:
    """While it lasts, games in SCARCE can be played with `deck="scarce"`."""
    with TemporaryDirectory() as folder, patch.dict(os.environ, {decks.FOLDER: folder}):
        for name, copies in SCARCE.items():
            text = (mischief.rulebook(name).folder / "cards.toml").read_text(encoding="utf-8")
            for code, count in copies.items():
                text = re.sub(rf'(code = "{code}",.*?copies = )\d+', rf"\g<1>{count}", text)
            file = Path(folder) / name / "scarce.toml"
            file.parent.mkdir()
            file.write_text(text, encoding="utf-8")
        yield
