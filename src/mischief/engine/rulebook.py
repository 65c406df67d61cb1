"""A rulebook in Markdown, read as numbered clauses: shown to players, cited by code, tests and refusals."""

from __future__ import annotations

import re

import msgspec

CLAUSE = re.compile(r"^\s*(?:[-*]|\|)\s*\*\*([A-Z]{2}-[A-Z0-9]+\.\d+[a-z]?)\*\*\s*(?:\|)?\s*(.*)$")
CITED = re.compile(r"\b([A-Z]{2}-[A-Z0-9]+\.\d+[a-z]?)\b")
HEADING = re.compile(r"^(#{1,4})\s+(.*)$")


class Clause(msgspec.Struct, frozen=True):
    """One numbered sentence of the rules, with the chapter it stands in."""

    id: str
    text: str
    chapter: str


def clauses(markdown: str) -> dict[str, Clause]:
    """The clauses of a rulebook by id, in the order in which they stand."""
    found: dict[str, Clause] = {}
    chapter, latest = "", ""
    for line in markdown.splitlines():
        heading, start = HEADING.match(line), CLAUSE.match(line)
        if heading:
            chapter, latest = heading.group(2), ""
        elif start:
            latest = start.group(1)
            found[latest] = Clause(latest, start.group(2).rstrip(" |"), chapter)
        elif latest and line.startswith("  ") and line.strip():
            before = found[latest]
            found[latest] = Clause(latest, f"{before.text} {line.strip()}", chapter)
        else:
            latest = ""
    return found


def cited(text: str) -> set[str]:
    """Every clause id that a text names."""
    return set(CITED.findall(text))
