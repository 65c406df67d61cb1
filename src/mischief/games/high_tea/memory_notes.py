"""What the whole table hears, as numbers. A note is one number, what was heard (`HEARD_...`) and up to three small
figures, eight bits apiece; calls and requests are followed by the counts that were said."""

from mypy_extensions import i64

from . import numbers as n


def note(kind: i64, first: i64 = 0, second: i64 = 0, third: i64 = 0) -> i64:
    return kind | first << 8 | second << 16 | third << 24


def note_length(head: i64, seats: i64) -> i64:
    """How many numbers a note takes, its head included."""
    kind = head & 255
    if kind == n.HEARD_CALL:
        return 1 + seats
    return 3 if kind == n.HEARD_REQUEST else 1
