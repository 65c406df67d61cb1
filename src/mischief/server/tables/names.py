"""Names at the table and lines of chat: anything in any script, as long as it can be seen.

What can be seen is told by Unicode's properties. A letter, digit, punctuation mark or symbol can (General_Category L,
N, P, S), unless it is one that is drawn as nothing (Default_Ignorable_Code_Point, which has Hangul's fillers, though
they are letters) or is a blank by name (the braille pattern without dots, though it is a symbol). Spaces, marks,
joiners and variation selectors have their place between those.
"""

from __future__ import annotations

import unicodedata

from mischief.server.tables.refusing import Denied

LONGEST_NAME, LONGEST_TITLE, LONGEST_TEXT = 24, 40, 300
IGNORABLE = (
    (0x00AD, 0x00AD),
    (0x034F, 0x034F),
    (0x061C, 0x061C),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x200B, 0x200F),
    (0x202A, 0x202E),
    (0x2060, 0x206F),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFF8),
    (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
)
"""Default_Ignorable_Code_Point, from Unicode's DerivedCoreProperties; Python's own tables leave it out."""
BLANKS = ("FILLER", "BLANK", "NULL NOTEHEAD")
"""In the names of characters that have a place and no ink."""
BLANK_SYMBOL = "\u2422"
"""A picture of a blank, with ink."""
JOINERS = "\u200c\u200d"
"""What holds letters of some scripts apart, and pictures together."""


def ignorable(c: str) -> bool:
    return any(first <= ord(c) <= last for first, last in IGNORABLE)


def visible(c: str) -> bool:
    """Whether this character leaves a mark on the screen by itself."""
    if unicodedata.category(c)[0] not in "LNPS" or ignorable(c):
        return False
    return c == BLANK_SYMBOL or not any(word in unicodedata.name(c, "") for word in BLANKS)


def _fits(c: str) -> bool:
    """Whether it may stand beside what can be seen: an accent, a variation selector, a joiner, a space."""
    if "\ufe00" <= c <= "\ufe0f" or c in JOINERS or c == " ":
        return True
    return unicodedata.category(c)[0] == "M" and not ignorable(c)


def clean_name(name: str) -> str:
    """A name that can stand at a seat: all of it can be seen, no outer or double spaces."""
    return _clean("name", name, LONGEST_NAME)


def clean_title(title: str) -> str:
    """The name of a circle of friends."""
    return _clean("title", title, LONGEST_TITLE)


def _clean(what: str, name: str, longest: int) -> str:
    name = " ".join(unicodedata.normalize("NFC", name).split())
    ends = name[:1] + name[-1:]
    sound = all(visible(c) or _fits(c) for c in name) and not any(c in JOINERS for c in ends)
    if not sound or not any(map(visible, name)) or len(name) > longest:
        raise Denied("malformed", f"{what}: 1 to {longest} characters that can be seen.")
    return name


def same_name(one: str, other: str) -> bool:
    """Whether two names look alike, as far as capitals, widths and what cannot be seen go."""
    return _skeleton(one) == _skeleton(other)


def _skeleton(name: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKC", name) if not ignorable(c)).casefold()


def clean_text(text: str) -> str:
    """A line of chat: what cannot be seen is left out."""
    text = unicodedata.normalize("NFC", text)
    text = " ".join("".join(c for c in text if c.isspace() or visible(c) or _fits(c)).split())
    if not any(map(visible, text)):
        raise Denied("malformed", "text: nothing in it can be seen.")
    return text[:LONGEST_TEXT]
