"""What stays the same all game long: the numbers of the card file and the house rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from . import numbers as n
from .cards import Cards
from .habits import likings


class House:
    """The options and numbers of one table, fixed before it begins. `cards` is the card file as people read it."""

    def __init__(
        self,
        seats: i64,
        vocations: bool,
        first_host: i64,
        random_start: bool,
        privilege: i64,
        distinct: bool,
        open_sheet: bool,
        cards: Cards,
    ) -> None:
        self.seats = seats
        self.vocations = vocations
        self.first_host = first_host
        self.random_start = random_start
        self.privilege = privilege
        self.distinct = distinct
        self.open_sheet = open_sheet
        self.cards = cards
        numbers = cards.numbers
        self.turns: i64 = numbers["turns"]
        self.scavenge_rolls: i64 = numbers["scavenge_rolls"]
        self.start_amount: i64 = numbers["two_player_amount" if seats == 2 else "start_amount"]
        self.bauble_gain: i64 = numbers["bauble_gain"]
        self.banker_gain: i64 = numbers["banker_gain"]
        self.pauper_gain: i64 = numbers["pauper_gain"]
        self.pickpocket_bonus: i64 = numbers["pickpocket_bonus"]
        self.nest_factor: i64 = numbers["nest_factor"]
        self.carpenter_factor: i64 = numbers["carpenter_factor"]
        self.privilege_each: i64 = numbers["privilege_each"]
        self.dainty_limit: i64 = numbers["dainty_limit"]
        self.most_asked: i64 = numbers["ask_amount_max"]
        self.imagine_entries: i64 = numbers["imagine_entries"]
        self.imagine_unknown: i64 = numbers["imagine_unknown"]
        self.habits: vec[float] = vec[float](list(likings()))
        """What rats tend to choose in secret (imagining_habits.py)."""
        self.first_award: i64 = cards.awards[0]
        self.second_award: i64 = cards.awards[1]
        self.other_award: i64 = cards.awards[2]

    def factor(self, vocation: i64) -> i64:
        """By what a nest multiplies what is scavenged (HT-3.6, HT-13.16)."""
        return self.carpenter_factor if vocation == n.CARPENTER else self.nest_factor

    def hides(self, vocation: i64, supply: i64) -> bool:
        """Whether the kind of a piece made of this supply stays hidden until the ceremony (HT-R.23)."""
        return not self.open_sheet and (supply == n.FLOWERS or vocation == n.PICKPOCKET)


PRIVILEGE = {"standard": n.STANDARD, "newcomer": n.NEWCOMER, "every_turn": n.EVERY_TURN}


def house_of(cards: Cards, seats: int, options: Mapping[str, Any]) -> House:
    """The card file and the options as the rules use them."""
    return House(
        seats,
        options["vocations"],
        n.RANDOM_SEAT if options["first_host"] == "random" else options["first_host"],
        options["start_supply"] == "random",
        PRIVILEGE[options["privilege"]],
        options["two_player_kinds"] == "distinct",
        options["sheet"] == "open",
        cards,
    )
