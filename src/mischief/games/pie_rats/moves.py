"""What the numbers of Pie Rats mean, in words."""

from __future__ import annotations

from mischief.engine.families import Families, Family

from . import numbers as n
from .house import House

PICKS = ("pick", "protect", "send", "lose")
"""Words for choosing one of one's own rats: which of them fits depends on the decision; all are read."""


def moves_of(house: House) -> Families:
    rats = house.ids[: int(n.CREW)]
    kinds = house.ids[int(n.CREW) : int(n.CREW + n.CHARISMA)]
    return Families(
        [
            Family(n.PASS, "pass", "pass"),
            Family(n.DECLARE_LURE, "will_lure", "will lure"),
            Family(n.CALL, "call", "call"),
            Family(n.SINGLE, "only_that_one", "only that one"),
            Family(n.PLAY_MIRROR, "mirror", "mirror"),
            Family(n.PICK_CAPTAIN, "captain", "captain {captain}", {"captain": house.captain_ids}),
            Family(n.TABLE, "table", "table {kind}", {"kind": kinds}),
            Family(n.PAY, "pay", "pay {kind}", {"kind": kinds}),
            Family(
                n.THEFT,
                "steal",
                "steal {kind} from {victim}",
                {"victim": range(int(n.MOST_SEATS)), "kind": kinds},
                seat="victim",
            ),
            Family(n.LOOT, "loot", "loot {pie}", {"pie": house.pie_ids}),
            Family(n.PLACE, "place", "place {crew}", {"crew": rats}),
            Family(n.MINE, PICKS[0], "pick {crew}", {"crew": rats}),
            Family(n.LURE, "lure", "lure {crew}", {"crew": rats}),
            Family(n.BEAN, "bean", "bean {crew}", {"crew": rats}),
            Family(n.KIDNAP, "kidnap", "kidnap {crew}", {"crew": rats}),
            Family(n.FEED_SPINACH, "spinach", "spinach {crew}", {"crew": rats}),
            Family(n.TOSS, "toss", "toss {card}", {"card": house.ids}),
        ]
    )


def outcomes_of(house: House) -> Families:
    return Families(
        [
            Family(n.DEAL, "deal", "deal {card}", {"card": house.ids}),
            Family(n.REVEAL, "reveal", "reveal {pie}", {"pie": house.pie_ids}),
            Family(n.LEAD_TO, "lead", "lead {seat}", {"seat": range(int(n.MOST_SEATS))}),
            Family(n.FACE_OF, "captain", "captain {captain}", {"captain": house.captain_ids}),
        ]
    )


def with_usual_words(text: str) -> str:
    """A move's text in which one's own rats are picked, whatever else it calls that."""
    parts = []
    for part in text.split(","):
        words = part.split()
        if len(words) == 2 and words[0].lower() in PICKS:
            words[0] = PICKS[0]
        parts.append(" ".join(words))
    return ",".join(parts)
