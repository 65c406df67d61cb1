"""The share card: one picture of a finished game, 1200 × 630, to be sent to friends.

On the left the box and where the game came from, on the right how it ended: who sat where, best first.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from mischief import art
from mischief.server.afterwards.story import Sitter, Story

WIDTH, HEIGHT = 1200, 630
COVER = 420
"""The width of the left part; the cover stands there in its own proportion of 4 to 3."""
LEFT, RIGHT = 460, 1164
"""Between these stands how it ended."""
BOTTOM = 606
NO_BOX = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 120" color="#9a3b12">'
    '<rect width="160" height="120" fill="#cdbfa5"/></svg>'
)
COUNTS = ("None", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight")


@cache
def box_of(folder: Path) -> str:
    """The drawing on a game's box, from the game's folder."""
    try:
        return (folder / "box.svg").read_text(encoding="utf-8")
    except FileNotFoundError:
        return NO_BOX


def draw(story: Story, box: str) -> str:
    """The card as an SVG. `box` is the drawing on the game's box; its `color` is the game's own."""
    own = re.search(r'^<svg[^>]* color="(#[0-9a-f]{6})"', box)
    colour = own.group(1) if own else art.ACCENT
    told = f"{story.title}: {story.headline}"
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
            f'viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{art.clean(told)}">',
            f"<title>{art.clean(told)}</title>",
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{art.BACK}"/>',
            *_cover(story, box, colour),
            *_ending(story, colour),
            "</svg>\n",
        ]
    )


def _cover(story: Story, box: str, colour: str) -> list[str]:
    """The box, and where the game came from."""
    high = COVER * 3 // 4
    parts = [
        f'<rect width="{COVER}" height="{HEIGHT}" fill="{art.SURFACE}"/>',
        box.strip().replace("<svg ", f'<svg width="{COVER}" height="{high}" ', 1),
        f'<rect y="{high}" width="{COVER}" height="8" fill="{art.INK}"/>',
        f'<rect x="{COVER}" width="8" height="{HEIGHT}" fill="{colour}"/>',
        art.mark(34, high + 26, 64),
        art.write("Mischief", 112, high + 74, 40, font=art.SERIF, bold=True),
        art.write(story.date, 36, high + 134, 24),
        art.write(f"Deal {story.deal}", 36, high + 167, 24),
    ]
    fine = [f"The deal of {story.again} once more."] if story.again else []
    lines = art.wrap(" ".join([*fine, *story.rules]), 20, COVER - 64, 4)
    for i, line in enumerate(lines):
        parts.append(art.write(art.fit(line, 20, COVER - 64, 20)[0], 36, high + 202 + 27 * i, 20, art.MUTED))
    return parts


def _ending(story: Story, colour: str) -> list[str]:
    """How it ended."""
    stamped = story.together is not None
    room = RIGHT - LEFT - (150 if stamped else 0)
    title, size = art.fit(story.title, 54, room, 34)
    parts = [
        art.write(title, LEFT, 92, size, font=art.SERIF, bold=True),
        art.stroke(f"M{LEFT + 4} 130c50-16 90 12 140 2s90-16 140-2s70 10 96-4s8-20-8-14", colour, 7),
    ]
    tied = len(story.winners) > 1
    line, size = _headline(story, room - (110 if tied else 0))
    parts.append(art.write(line, LEFT, 188, size, font=art.SERIF, bold=True))
    if tied:
        parts.append(_bow(story))
    if stamped:
        parts.append(_stamp(bool(story.together)))
    top = 198.0
    for text in (story.why, story.counts):
        if text:
            top += 30
            line, size = art.fit(text, 23, RIGHT - LEFT, 18)
            parts.append(art.write(line, LEFT, top, size, art.MUTED))
    return parts + _rows(story, top + 26)


def _headline(story: Story, room: float) -> tuple[str, float]:
    """Who won, in one line. Where the names are too long for it, one is cut and several are counted."""
    most, least = 38, 28
    if art.measure(story.headline, least) <= room:
        return art.fit(story.headline, most, room, least)
    if len(story.winners) > 1:
        return f"{COUNTS[len(story.winners)] if len(story.winners) < len(COUNTS) else 'All'} {story.verb}", most
    name, size = art.fit(story.winners[0], most, room - art.measure(f" {story.verb}", least), least)
    return f"{name} {story.verb}", size


def _rows(story: Story, top: float) -> list[str]:
    """Everybody in a row of their own; in two columns, where they are many."""
    many = len(story.sitters)
    columns = 2 if many > 6 or (story.together is not None and many > 5) else 1
    deep = -(-many // columns)
    gap = 10 if deep < 6 else 6
    high = min(150, (BOTTOM - top - gap * (deep - 1)) / deep)
    wide = (RIGHT - LEFT - 16 * (columns - 1)) / columns
    digits = max((len(str(sitter.score)) for sitter in story.sitters), default=0)
    parts = []
    for index, sitter in enumerate(story.sitters):
        column, row = divmod(index, deep)
        mood = "delighted" if sitter.won else "alarmed" if story.together is False else "calm"
        parts += _row(sitter, mood, digits, LEFT + column * (wide + 16), top + row * (high + gap), wide, high)
    return parts


def _row(sitter: Sitter, mood: str, digits: int, x: float, y: float, wide: float, high: float) -> list[str]:
    """A face, a name, a place and a score, for which there is room for so many digits."""
    colour = art.seat_colour(sitter.seat)
    paper = art.RAISED if sitter.won else art.SURFACE
    head = min(high - 8, wide * 0.21, 116)
    start = x + 24 + head + 14
    end = x + wide - 22
    parts = [
        f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}" rx="10" fill="{paper}"/>',
        f'<path d="M{x + 10:g} {y:g}a10 10 0 0 0-10 10v{high - 20:g}a10 10 0 0 0 10 10z" fill="{colour}"/>',
        art.face(sitter.seat, x + 24, y + (high - head) / 2 + 2, head, mood, paper),
    ]
    middle = y + high / 2
    if sitter.score is not None:
        size = min(60, high * 0.6)
        line = middle + size * 0.34
        parts.append(art.write(str(sitter.score), end, line, size, font=art.SERIF, bold=True, end=True))
        end -= art.measure("0" * digits, size) + 14
    beside = " · ".join(filter(None, (sitter.place, "bot" if sitter.bot else "")))
    if beside:
        colour_beside = art.ACCENT if sitter.won and sitter.place else art.MUTED
        parts.append(art.write(beside, end, middle + 8, 22, colour_beside, end=True))
        end -= art.measure(beside, 22) + 12
    size = min(44, high * 0.5, wide * 0.09)
    parts.append(art.write_within(sitter.name, start, y, end - start, high, size, colour))
    return parts


def _bow(story: Story) -> str:
    """A tie: the tails of two who share the win, in a bow."""
    one, other = [art.seat_colour(sitter.seat) for sitter in story.sitters if sitter.won][:2]
    return art.stroke("M1110 172c-30-40-64-24-52 2s40 12 52-2c10-12 18 18 8 32", one, 8) + art.stroke(
        "M1110 172c30-40 64-24 52 2s-40 12-52-2c-10-12-18 18-8 32", other, 8
    )


def _stamp(won: bool) -> str:
    """Won or lost together: a stamp with a check or a cross."""
    colour = art.OK if won else art.BAD
    sign = "M1062 116l26 30 46-60" if won else "M1068 84l56 56M1124 84l-56 56"
    ring = f'<circle cx="1096" cy="112" r="62" fill="none" stroke="{colour}" stroke-width="7"/>'
    return f'<g transform="rotate(-12 1096 112)">{ring}{art.stroke(sign, colour, 12)}</g>'
