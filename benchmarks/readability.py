"""How easily the rulebooks read: Flesch reading ease of every chapter (60 and more is plain English, 100 is very easy).

    python benchmarks/readability.py                      all games
    python benchmarks/readability.py piratz               one
    python benchmarks/readability.py --before COMMIT      beside what a commit had

Tables, ids of clauses and names of options are left out: they are looked up, not read.
"""

from __future__ import annotations

import argparse
import subprocess
from pathlib import Path

import textstat
from rich.console import Console
from rich.table import Table

import mischief
from mischief.engine.rulebook_blocks import Block, Clause, Example, Grid, Section, Span, read_rulebook

PLAIN_ENGLISH = 60


def reading_ease(section: Section) -> float | None:
    """Of a chapter's sentences; None if it has none."""
    prose = "\n".join(sentence for block in section.blocks for sentence in _sentences(block))
    return float(textstat.flesch_reading_ease(prose)) if prose else None


def _sentences(block: Block) -> list[str]:
    match block:
        case Grid():
            return []
        case Example(blocks):
            return [sentence for part in blocks for sentence in _sentences(part)]
        case Clause(_, spans, more):
            return [_said(spans), *(sentence for part in more for sentence in _sentences(part))]
        case _:
            return [_said(block.spans)]


def _said(spans: list[Span]) -> str:
    text = "".join(span.text for span in spans if not span.clause and not span.code).replace("()", "").strip()
    return text if text.endswith((".", "!", "?")) else text + "."


def chapters(markdown: str) -> dict[str, float]:
    """Reading ease by chapter, and of the whole book."""
    sections = read_rulebook(markdown)
    eases = {s.title: ease for s in sections if (ease := reading_ease(s)) is not None}
    whole = Section("", 1, "", [block for section in sections for block in section.blocks])
    return {**eases, "The whole book": reading_ease(whole) or 0.0}


def as_of(commit: str, name: str) -> str:
    """The rulebook that a commit had, without its tables."""
    folder = mischief.rulebook(name).folder
    path = (folder / "rulebook.md").relative_to(Path(__file__).resolve().parents[1])
    return subprocess.run(
        ["git", "show", f"{commit}:{path}"], capture_output=True, text=True, check=True, cwd=Path(__file__).parent
    ).stdout


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__).split("\n", 1)[0])
    parser.add_argument("games", nargs="*", default=list(mischief.BOXES), metavar="GAME")
    parser.add_argument("--before", metavar="COMMIT")
    asked = parser.parse_args()
    console = Console(highlight=False)
    for name in asked.games:
        now = chapters(mischief.game(name).rulebook)
        before = chapters(as_of(asked.before, name)) if asked.before else {}
        grid = Table(title=mischief.rulebook(name).info.title, title_justify="left")
        for column in ("chapter", *(["before"] if asked.before else []), "Flesch reading ease"):
            grid.add_column(column, justify="left" if column == "chapter" else "right")
        for chapter, ease in now.items():
            same = next((then for title, then in before.items() if _number(title) == _number(chapter)), None)
            grid.add_row(chapter, *([_told(same)] if asked.before else []), _told(ease))
        console.print(grid)


def _number(title: str) -> str:
    """Numbered chapters keep their number when they get another heading."""
    first = title.split(" ")[0]
    return first if first.isdigit() else title


def _told(ease: float | None) -> str:
    return "" if ease is None else f"{ease:.0f}" if ease >= PLAIN_ENGLISH else f"[yellow]{ease:.0f}[/]"


if __name__ == "__main__":
    main()
