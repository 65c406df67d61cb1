"""What the numbers of Piratz mean, in words."""

from __future__ import annotations

from mischief.engine.families import Families, Family

from . import numbers as n
from .cards import COLOURS, TREASURES, card_id
from .house import House

CARD_IDS = [card_id(card) for card in range(int(n.CARDS))]

OUTCOMES = Families(
    [
        Family(n.DEAL, "deal", "deal {card}", {"card": CARD_IDS}),
        Family(n.CUBE, "cube", "cube {cube}", {"cube": COLOURS}),
        Family(n.FIRST, "first", "first {seat}", {"seat": range(4)}),
    ]
)


def moves_of(house: House) -> Families:
    """The moves with this deck: how many rat cards there are decides the numbers behind them."""
    rats = CARD_IDS[: int(house.bury - n.TAKE_RAT)]
    return Families(
        [
            Family(n.REVEAL, "reveal", "reveal"),
            Family(n.STAY, "stay", "stay"),
            Family(n.TAKE, "take", "pass {treasure}", {"treasure": TREASURES}),
            Family(n.PASS_EMPTY, "pass_empty", "pass empty"),
            Family(n.DECLINE_RAT, "decline_rat", "no rat"),
            Family(n.TAKE_RAT, "take_rat", "take {card}", {"card": rats}),
            Family(house.bury, "bury", "bury {card}", {"card": CARD_IDS}),
            Family(house.pick_high, "pick_high", "pick high"),
            Family(house.pick_low, "pick_low", "pick low"),
        ]
    )
