"""A rulebook as Markdown for a site: its tables filled in, every clause an anchor, every mention of one a link."""

from __future__ import annotations

import re
from collections.abc import Iterable

from mischief.engine.rulebook_blocks import Block, Clause, Example, Grid, Item, Paragraph, Section, Spans

MARKS = re.compile(r"([\\`*_\[\]<>|])")


def write_docs(sections: Iterable[Section]) -> str:
    """The whole rulebook, read back by any reader of Markdown."""
    parts = []
    for section in sections:
        parts.append(f"{'#' * section.level} {_escaped(section.title)}")
        parts += [_written(block) for block in section.blocks]
    return "\n\n".join(parts) + "\n"


def _written(block: Block) -> str:
    match block:
        case Paragraph(spans):
            return _text(spans)
        case Item(mark, spans):
            return f"{mark or '-'} {_text(spans)}"
        case Clause(id, spans, more):
            set_in = ["    " + line for part in more for line in ["", *_written(part).split("\n")]]
            return "\n".join([f'- <a id="{id}"></a>**{id}** {_text(spans)}', *set_in])
        case Example(blocks):
            return "\n>\n".join("> " + _written(part).replace("\n", "\n> ") for part in blocks)
        case Grid(head, rows):
            lines = [[_text(cell) for cell in line] for line in [head, *rows]]
            lines.insert(1, ["---"] * len(head))
            return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _text(spans: Spans) -> str:
    return "".join(_span(span.text, span.strong, span.emphasis, span.code, span.clause) for span in spans)


def _span(text: str, strong: bool, emphasis: bool, code: bool, clause: str) -> str:
    if code:
        return f"`{text}`"
    written = f"[{text}](#{clause})" if clause else _escaped(text)
    mark = "**" if strong else "*" if emphasis else ""
    inner = written.strip()
    return written.replace(inner, f"{mark}{inner}{mark}") if mark and inner else written


def _escaped(text: str) -> str:
    return MARKS.sub(r"\\\1", text)
