"""A rulebook in Markdown, read as numbered clauses: shown to players, cited by code, tests and refusals."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import msgspec

from mischief.engine.errors import BadCards
from mischief.engine.options import Option

CLAUSE = re.compile(r"^\s*(?:[-*]|\|)\s*\*\*([A-Z]{2}-[A-Z0-9]+\.\d+[a-z]?)\*\*\s*(?:\|)?\s*(.*)$")
CITED = re.compile(r"\b([A-Z]{2}-[A-Z0-9]+\.\d+[a-z]?)\b")
HEADING = re.compile(r"^(#{1,4})\s+(.*)$")
TABLE = re.compile(r"^\{\{(\w+)\}\}$", re.MULTILINE)

Rows = Sequence[Sequence[object]]
"""A table of the rulebook: the headings, then the rows."""


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


def with_tables(markdown: str, tables: Mapping[str, Rows]) -> str:
    """A rulebook with its tables: a line `{{pies}}` stands for the table of that name.

    >>> print(with_tables("Pies:\\n\\n{{pies}}", {"pies": [("pie", "points"), ("apple", 3)]}))
    Pies:
    <BLANKLINE>
    | pie | points |
    | --- | --- |
    | apple | 3 |
    """

    def table(found: re.Match[str]) -> str:
        if found.group(1) not in tables:
            known = ", ".join(sorted(tables))
            raise BadCards(f"the rulebook asks for a table {found.group(1)!r}; there are {known}")
        head, *rows = tables[found.group(1)]
        lines = [head, ["---"] * len(head), *rows]
        return "\n".join("| " + " | ".join(str(cell).replace("|", "/") for cell in line) + " |" for line in lines)

    return TABLE.sub(table, markdown)


def options_table(options: Sequence[Option]) -> Rows:
    """The house rules: what each decides, the choices there are, and the usual one, which stands first."""
    rows: list[Sequence[object]] = [("House rule", "What it decides", "Choices (the usual one in bold)", "Rule")]
    for option in options:
        means = option.means or tuple(str(value) for value in option.values)
        told = [
            f"**{meaning}**" if value == option.default else meaning
            for value, meaning in zip(option.values, means, strict=False)
        ]
        if option.default not in option.values:
            told.insert(0, f"**{option.default}**")
        if option.kind == "whole":
            told.append(f"any number from {option.low} to {option.high}")
        elif option.kind == "seat":
            told.append("a seat of your choice")
        rows.append((option.title, option.says, "; ".join(told), option.clause))
    return rows
