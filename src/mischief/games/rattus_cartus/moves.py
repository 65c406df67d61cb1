"""What the numbers of Rattus Cartus mean, in words."""

from __future__ import annotations

from mischief.engine.families import Families, Family

from . import numbers as n
from .cards import BUILDING_IDS, BUILDING_NAMES, KIND_NAMES

MOVES = Families(
    [
        Family(0, "card", "{card}", {"card": KIND_NAMES}),
        Family(n.DONE, "done", "done"),
        Family(n.PLAY_PASS, "pass", "play pass"),
        Family(n.SUPPLY, "supply", "supply {slot}", {"slot": range(int(n.MOST_IN_A_ROW))}),
        Family(n.ENTER, "enter", "enter {slot}", {"slot": range(int(n.MOST_IN_A_ROW))}),
        Family(n.LOOK, "look", "look {slot}", {"slot": range(int(n.NUN_SLOTS))}),
        Family(n.TARGET, "target", "at S{target}", {"target": range(int(n.SEATS))}, seat="target"),
        Family(n.PERFORM, "perform", "perform"),
        Family(n.SKIP, "skip", "skip"),
    ]
)

OUTCOMES = Families(
    [
        Family(n.DEAL, "deal", "deal {card}", {"card": KIND_NAMES[: int(n.POPULATION)]}),
        Family(n.BUILDING, "building", "building {building}", {"building": BUILDING_IDS}),
        Family(n.TOKEN, "token", "token {value}", {"value": range(1, int(n.TOKEN_VALUES) + 1)}),
        Family(n.START, "start", "start S{seat}", {"seat": range(int(n.SEATS))}),
        Family(n.TYPE, "type", "type {building}", {"building": BUILDING_NAMES}),
    ]
)
