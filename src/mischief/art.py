"""What the share card is drawn with: the rats, the mark, and text that stays in its place. One dark line, flat fills;
attributes only, because the server's own policy lets no style into a picture.

The faces and the mark are those of the browser (`web/src/art`), in the colours of its light theme.
"""

from __future__ import annotations

import re
import unicodedata
from html import escape

BACK, SURFACE, RAISED = "#efe6d2", "#fbf6ea", "#ffffff"
INK, MUTED = "#2a211c", "#6b5c50"
ACCENT, OK, BAD = "#9a3b12", "#2e6b3e", "#a3262a"
FUR, SKIN = "#7b6a5d", "#e7a9a0"
SEATS = ("#6a0b06", "#0362ef", "#2f7f5f", "#916b02", "#5f038a", "#042f3c", "#6b5c50")
SERIF = "Georgia, 'Times New Roman', serif"
SANS = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif"

UNWRITABLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no XML may hold."""
BOLD = 1.18
"""How much wider a bold sans may be than `measure` says."""


def seat_colour(seat: int) -> str:
    return SEATS[seat % len(SEATS)]


def clean(text: str) -> str:
    """A text as it may stand in XML."""
    return escape(UNWRITABLE.sub("\ufffd", text))


# Text


def measure(text: str, size: float) -> float:
    """How wide a text is at most, nearly, in whatever font there is, but a bold sans."""
    return size * sum(_width(letter) for letter in text)


def _width(letter: str) -> float:
    if unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0.0
    if unicodedata.east_asian_width(letter) in ("W", "F"):
        return 1.05
    if ord(letter) > 0x24F:  # beyond Latin nobody knows: better too wide than too narrow
        return 0.85
    if letter in "iljI.,:;'|!()[] ":
        return 0.36
    if letter in "mwMW@%":
        return 1.02
    return 0.8 if letter.isupper() else 0.6


def fit(text: str, size: float, width: float, least: float) -> tuple[str, float]:
    """The text and its size so that it takes no more than a width: smaller if need be, and no smaller than the least:
    then it ends in an ellipsis."""
    taken = measure(text, size)
    if taken <= width:
        return text, size
    if taken * least <= width * size:
        return text, size * width / taken
    while text and measure(text + "…", least) > width:
        text = text[:-1]
    return text.rstrip() + "…", least


def wrap(text: str, size: float, width: float, most: int) -> list[str]:
    """The text in so many lines at most; the last has all that is left."""
    lines: list[str] = []
    words = text.split()
    while words and len(lines) < most - 1:
        line = words.pop(0)
        while words and measure(f"{line} {words[0]}", size) <= width:
            line += " " + words.pop(0)
        lines.append(line)
    return [*lines, " ".join(words)] if words else lines


def write(
    text: str,
    x: float,
    y: float,
    size: float,
    colour: str = INK,
    font: str = SANS,
    bold: bool = False,
    end: bool = False,
) -> str:
    """A line of text that begins (or ends) at a point of its baseline."""
    more = (' font-weight="700"' if bold else "") + (' text-anchor="end"' if end else "")
    return (
        f'<text x="{x:g}" y="{y:g}" font-family="{font}" font-size="{size:.4g}" fill="{colour}"{more}>'
        f"{clean(text)}</text>"
    )


def write_within(text: str, x: float, y: float, width: float, height: float, size: float, colour: str) -> str:
    """A name, in the middle of a frame that nothing of it can leave, whatever its script stacks up or joins; in two
    lines, where it is long and there is room for them."""
    room = width / BOLD
    lines = [text]
    if measure(text, size * 0.72) > room and " " in text and height >= 60:
        size *= 0.72
        lines = wrap(text, size, room, 2)
    fitted = [fit(line, size, room, min(size, 20)) for line in lines]
    middle = height / 2 - size * 0.55 * (len(fitted) - 1)
    inner = "".join(
        write(line, 0, middle + each * 0.35 + size * 1.1 * i, each, colour, bold=True)
        for i, (line, each) in enumerate(fitted)
    )
    return f'<svg x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" overflow="hidden">{inner}</svg>'


# Rats

EAR_MARKS = {
    1: '<path d="M5 5l5 5" stroke="{paper}" stroke-width="3.4" stroke-linecap="round"/>',
    2: '<path d="M5 5l5 5M12 3l1 6" stroke="{paper}" stroke-width="3.4" stroke-linecap="round"/>',
    3: '<circle cx="8" cy="20" r="3.2" fill="none" stroke="#c79a2b" stroke-width="1.8"/>',
    4: '<path d="M4 3l6 3-2 5z" fill="{paper}" stroke="{paper}" stroke-width="1.5" stroke-linecap="round"/>',
    5: '<path d="M7 9l8-4M5 14l12-6M6 19l10-5" stroke="{paper}" stroke-width="1.6"/>',
}
MOODS = {"calm": (0, 0, 0), "delighted": (-1, -4, 0), "alarmed": (-3, 4, -16)}
"""How far a mood moves and turns the left ear; the right one mirrors it."""


def face(seat: int, x: float, y: float, size: float, mood: str, paper: str) -> str:
    """A rat's face: seat colour and ear mark together. `paper` is what it is drawn on."""
    fur = mix(seat_colour(seat), FUR, 0.62)
    dx, dy, turn = MOODS[mood]
    ears = ""
    for middle, side in ((13, 1), (35, -1)):
        marks = EAR_MARKS.get(seat, "").format(paper=paper) if side == 1 else ""
        ears += (
            f'<g transform="translate({dx * side} {dy}) rotate({turn * side} {middle} 14)">'
            f'<circle cx="{middle}" cy="14" r="9" fill="{fur}"/><circle cx="{middle}" cy="14" r="5" fill="{SKIN}"/>'
            f"{marks}</g>"
        )
    return (
        f'<svg x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}" viewBox="0 0 48 48" overflow="visible">{ears}'
        f'<path d="M24 12c12 0 16 9 14 17-2 7-9 14-14 15-5-1-12-8-14-15-2-8 2-17 14-17z" fill="{fur}"/>'
        '<circle cx="17.5" cy="25" r="2.2" fill="#171412"/><circle cx="30.5" cy="25" r="2.2" fill="#171412"/>'
        '<circle cx="18.3" cy="24.2" r=".7" fill="#fff"/><circle cx="31.3" cy="24.2" r=".7" fill="#fff"/>'
        f'<ellipse cx="24" cy="40" rx="3.2" ry="2.4" fill="{SKIN}"/>'
        f'<path d="M18 37l-11-2M18 39l-10 3M30 37l11-2M30 39l10 3" stroke="{INK}" stroke-width=".9" '
        'stroke-linecap="round"/></svg>'
    )


def mark(x: float, y: float, size: float) -> str:
    """Three overlapping pairs of ears over one tail that writes an M."""
    ears = (
        ("#a08d7e", (9, 24, 6, 2.8), (20, 24, 6, 2.8)),
        ("#7b6a5d", (24, 18, 7.5, 3.6), (38, 18, 7.5, 3.6)),
        ("#54473e", (42, 12, 9, 4.6), (57, 14, 7.5, 3.6)),
    )
    fur = "".join(f'<circle cx="{e[0]}" cy="{e[1]}" r="{e[2]}" fill="{c}"/>' for c, *pair in ears for e in pair)
    skin = "".join(f'<circle cx="{e[0]}" cy="{e[1]}" r="{e[3]}"/>' for _, *pair in ears for e in pair)
    return (
        f'<svg x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}" viewBox="0 0 64 64">{fur}'
        f'<g fill="{SKIN}">{skin}</g><path d="M7 57C7 40 9 33 14 33C21 33 22 50 26 50C30 50 30 29 38 29C46 29 44 50 49 '
        f'50C55 50 51 40 57 39C62 38 62 46 57 47" fill="none" stroke="{ACCENT}" stroke-width="6" '
        'stroke-linecap="round" stroke-linejoin="round"/></svg>'
    )


def stroke(path: str, colour: str, width: float) -> str:
    """One line with round ends."""
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round" '
        'stroke-linejoin="round"/>'
    )


def mix(one: str, other: str, part: float) -> str:
    """A colour between two, so much of the first."""
    pairs = ((int(one[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(part * a + (1 - part) * b):02x}" for a, b in pairs)
