"""A finished game in a few words, for those who were not there: the share card, and the preview of a link to it.

Only what everybody may know of a table from outside is told here.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from html import escape
from typing import Any

import msgspec

from mischief.engine.game import Info
from mischief.engine.options import Option
from mischief.server.protocol.bodies import TableCard
from mischief.server.protocol.messages import TableInfo

PLACES = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


class Sitter(msgspec.Struct, frozen=True):
    """Who sat in a seat and what became of it. Without a score of its own where all win or lose together, or where
    there is no result."""

    seat: int
    name: str
    bot: bool
    won: bool
    place: str = ""
    score: int | None = None


class Story(msgspec.Struct, frozen=True):
    """A finished game. `winners` and `verb` make the headline; where nobody in particular won, `verb` is all of it."""

    title: str
    winners: tuple[str, ...]
    verb: str
    why: str
    sitters: tuple[Sitter, ...]
    """The best first."""
    together: bool | None
    """Whether all of them won; None where each plays for themselves or there is no result."""
    counts: str
    """What they reached together, if they play together."""
    date: str
    deal: str
    again: str
    """The game whose deal was played again."""
    rules: tuple[str, ...]
    """House rules that are not the usual ones, a sentence each."""

    @property
    def headline(self) -> str:
        return f"{listing(self.winners)} {self.verb}" if self.winners else self.verb


def tell(card: TableCard, info: Info, options: Sequence[Option]) -> Story:
    """What there is to tell of a game that is over."""
    result = card.result
    together = bool(result.winners) if result is not None and info.cooperative else None
    winners: tuple[str, ...] = ()
    if result is None:
        verb = "Ended by agreement."
    elif together is not None:
        verb = "Won together." if together else "Lost together. Manners intact."
    elif not result.winners:
        verb = "Nobody won."
    else:
        winners = tuple(_name(card, seat) for seat in result.winners)
        verb = "won." if len(winners) == 1 else "share the win."
    ended = card.ended if card.ended is not None else card.info.created
    return Story(
        title=info.title,
        winners=winners,
        verb=verb,
        why=result.why if result is not None else "",
        sitters=_sitters(card, info.cooperative),
        together=together,
        counts=" ".join(f"{t.label}: {t.amounts[0]}." for t in result.tally) if result and together is not None else "",
        date=_day(ended),
        deal=card.info.id,
        again=card.info.deal_of,
        rules=_rules(options, card.info),
    )


def _sitters(card: TableCard, cooperative: bool) -> tuple[Sitter, ...]:
    result = card.result
    counted = result is not None and not cooperative
    found = []
    for seat in card.seats:
        place = result.places[seat.seat] if result is not None and counted and result.winners else 0
        found.append(
            Sitter(
                seat=seat.seat,
                name=_name(card, seat.seat),
                bot=seat.kind == "bot",
                won=result is not None and seat.seat in result.winners,
                place=PLACES[place] if place < len(PLACES) else f"{place}th",
                score=result.scores[seat.seat] if result is not None and counted else None,
            )
        )
    if result is not None:
        found.sort(key=lambda sitter: (result.places[sitter.seat], sitter.seat))
    return tuple(found)


def _name(card: TableCard, seat: int) -> str:
    return card.seats[seat].name or f"Seat {seat + 1}"


def _day(at: int) -> str:
    day = datetime.fromtimestamp(at / 1000, UTC)
    return f"{day.day} {day:%B %Y}"


def _rules(options: Sequence[Option], info: TableInfo) -> tuple[str, ...]:
    """The house rules that are not the usual ones, in a few words; all at once, if they are those for newcomers."""
    chosen = info.options
    known = [o for o in options if o.name in chosen and not o.display and o.matters(chosen, info.seats)]
    unusual = [o for o in known if chosen[o.name] != o.default]
    if unusual and all(chosen[o.name] == (o.default if o.first_game is None else o.first_game) for o in known):
        return ("Set for a first game.",)
    return tuple(f"{o.title}: {_meaning(o, chosen[o.name])}." for o in unusual)


def _meaning(option: Option, value: Any) -> str:
    for known, means in zip(option.values, option.means, strict=False):
        if known == value and isinstance(known, bool) == isinstance(value, bool):
            return means
    if isinstance(value, bool):
        return "yes" if value else "no"
    if option.kind == "seat":
        return f"seat {value + 1}"
    return str(value) if isinstance(value, int | str) else "chosen"


def listing(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def preview(story: Story, address: str, picture: str) -> str:
    """What a page says of itself to those who show a link to it: Open Graph tags, ready to stand in its head."""
    scores = ", ".join(f"{s.name} {s.score}" for s in story.sitters if s.score is not None)
    about = scores + "." if scores else listing([s.name for s in story.sitters]) + "."
    told = {
        "og:type": "website",
        "og:site_name": "Mischief",
        "og:title": f"{story.title}: {story.headline}",
        "og:description": f"{about} {story.counts or story.why} Watch it move by move, or play the same deal.",
        "og:url": address,
        "og:image": picture,
        "og:image:type": "image/png",
        "og:image:width": "1200",
        "og:image:height": "630",
    }
    return "".join(f'<meta property="{name}" content="{escape(text)}" />\n' for name, text in told.items())
