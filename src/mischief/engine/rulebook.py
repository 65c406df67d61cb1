"""A rulebook in Markdown: the tables that are written into it from the card files, and the clauses that a text cites.

`rulebook_blocks.py` reads it into clauses and the other blocks that people are shown.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from mischief.engine.errors import BadRulebook
from mischief.engine.options import Option

CITED = re.compile(r"\b([A-Z]{2}-[A-Z0-9]+\.\d+[a-z]?)\b")
TABLE = re.compile(r"^\{\{(\w+)\}\}$", re.MULTILINE)

Rows = Sequence[Sequence[object]]
"""A table of the rulebook: the headings, then the rows."""


WHICH_NUMBERS = (
    "Where a number in the text differs from a card or from the tables in *What is in the box*, cards and tables are "
    "right: the text tells of the standard deck."
)


def with_note(markdown: str, note: str) -> str:
    """A rulebook with a paragraph before its first chapter.

    >>> with_note("# Pies\\n\\n## In short\\n", "Mind the cards.")
    '# Pies\\n\\nMind the cards.\\n\\n## In short\\n'
    """
    head, chapter, rest = markdown.partition("## ")
    return f"{head}{note}\n\n{chapter}{rest}"


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
            raise BadRulebook(f"the rulebook asks for a table {found.group(1)!r}; there are {known}")
        head, *rows = tables[found.group(1)]
        lines = [head, ["---"] * len(head), *rows]
        return "\n".join("| " + " | ".join(str(cell).replace("|", "/") for cell in line) + " |" for line in lines)

    return TABLE.sub(table, markdown)


def options_table(options: Sequence[Option]) -> Rows:
    """The house rules: what each decides, the choices there are, and the usual one, which stands first."""
    rows: list[Sequence[object]] = [
        ("House rule", "What it decides", "Choices (the usual one in bold)", "When to choose what")
    ]
    for option in options:
        means = option.means or tuple(str(value) for value in option.values)
        told = [
            f"**{meaning}**" if value == option.default else meaning
            for value, meaning in zip(option.values, means, strict=False)
        ]
        if option.default not in option.values:
            told.insert(0, f"**{_said(option)}**")
        if option.kind == "whole":
            told.append(f"any number from {option.low} to {option.high}")
        elif option.kind == "seat":
            told.append("a seat of your choice")
        rule = f" ({option.clause})" if option.clause else ""
        rows.append((option.title, option.says + rule, "; ".join(told), option.advice))
    return rows


def _said(option: Option) -> str:
    """A default that is none of the values with words."""
    if isinstance(option.default, list):
        return ", ".join(str(entry) for entry in option.default) or "none"
    return f"seat {option.default + 1}" if option.kind == "seat" else str(option.default)
