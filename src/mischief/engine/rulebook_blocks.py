"""A rulebook's Markdown, read once into sections of blocks, which page, terminal and docs show, search and link.

Apart from `rulebook.py` because the reader of Markdown takes a while to load and most commands never need it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import msgspec
from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from mischief.engine.errors import BadRulebook
from mischief.engine.rulebook import CITED


class Span(msgspec.Struct, frozen=True, omit_defaults=True):
    """A stretch of text in one style; `clause` is the clause that it mentions, to link to."""

    text: str
    strong: bool = False
    emphasis: bool = False
    code: bool = False
    clause: str = ""


Spans = list[Span]


class Paragraph(msgspec.Struct, tag_field="kind", tag="paragraph"):
    spans: Spans


class Item(msgspec.Struct, tag_field="kind", tag="item"):
    """An entry of a list. `mark` is a number with its point, or nothing where order does not matter."""

    mark: str
    spans: Spans


class Grid(msgspec.Struct, tag_field="kind", tag="table"):
    head: list[Spans]
    rows: list[list[Spans]]


Plain = Paragraph | Item | Grid
"""Blocks that hold no others."""


class Clause(msgspec.Struct, tag_field="kind", tag="clause"):
    """A numbered rule or ruling, which code, tests and refusals cite; `more` is what is set in below it."""

    id: str
    spans: Spans
    more: list[Plain]


class Example(msgspec.Struct, tag_field="kind", tag="example"):
    """A worked example in a box of its own."""

    blocks: list[Plain]


Block = Paragraph | Item | Grid | Clause | Example


class Section(msgspec.Struct):
    """A heading and what stands under it. `level` is 1 for the title of the book, 2 for a chapter."""

    title: str
    level: int
    anchor: str
    blocks: list[Block]


def read_rulebook(markdown: str) -> list[Section]:
    """The sections of a rulebook. HTML in it stays plain text."""
    tree = SyntaxTreeNode(MarkdownIt("commonmark", {"html": False}).enable("table").parse(markdown))
    sections = [Section("", 1, "top", [])]
    for node in tree.children:
        if node.type == "heading":
            title = text_of(_spans(node))
            sections.append(Section(title, int(node.tag[1]), _anchor(title), []))
        else:
            sections[-1].blocks += _blocks(node)
    return sections if sections[0].blocks else sections[1:]


def clauses(markdown: str) -> dict[str, Clause]:
    """The clauses of a rulebook by id, rulings included, in the order in which they stand."""
    found: dict[str, Clause] = {}
    for section in read_rulebook(markdown):
        for block in section.blocks:
            if isinstance(block, Clause):
                if block.id in found:
                    raise BadRulebook(f"the rulebook has two clauses {block.id}")
                found[block.id] = block
    return found


def is_ruling(clause: str) -> bool:
    """Whether an id is of a ruling, which says why we decided so; the rules are in the other clauses."""
    return "-R." in clause


def text_of(what: Block | Spans) -> str:
    """The words of a block, without style."""
    match what:
        case list():
            return "".join(span.text for span in what)
        case Paragraph(spans) | Item(_, spans):
            return text_of(spans)
        case Grid(head, rows):
            return " ".join(text_of(cell) for line in [head, *rows] for cell in line)
        case Clause(_, spans, more):
            return " ".join([text_of(spans), *(text_of(block) for block in more)])
        case Example(blocks):
            return " ".join(text_of(block) for block in blocks)


def search(sections: Iterable[Section], words: str) -> list[Section]:
    """The sections with only the blocks that hold every word; a heading that holds them keeps all its blocks."""
    wanted = words.lower().split()

    def holds(text: str) -> bool:
        return all(word in text.lower() for word in wanted)

    found = []
    for section in sections:
        kept = [b for b in section.blocks if holds((b.id + " " if isinstance(b, Clause) else "") + text_of(b))]
        kept = section.blocks if holds(section.title) else kept
        if kept:
            found.append(msgspec.structs.replace(section, blocks=kept))
    return found


def _blocks(node: SyntaxTreeNode) -> Iterator[Block]:
    if node.type in ("bullet_list", "ordered_list"):
        for item in node.children:
            clause = _clause(item)
            yield from [clause] if clause else _item(item)
    elif node.type == "blockquote":
        yield Example(list(_plain(node.children)))
    else:
        yield from _plain([node])


def _plain(nodes: Iterable[SyntaxTreeNode]) -> Iterator[Plain]:
    """Blocks that hold no others; lists within lists are laid flat."""
    for node in nodes:
        if node.type in ("bullet_list", "ordered_list"):
            for item in node.children:
                yield from _item(item)
        elif node.type == "table":
            lines = [[_spans(cell) for cell in line.children] for part in node.children for line in part.children]
            yield Grid(lines[0], lines[1:])
        elif node.type == "paragraph":
            yield Paragraph(_spans(node))
        else:
            raise BadRulebook(f"the rulebook has a {node.type.replace('_', ' ')}, which a rulebook cannot show")


def _clause(item: SyntaxTreeNode) -> Clause | None:
    first, *more = item.children
    spans = _spans(first)
    if not spans or not spans[0].strong or spans[0].clause != spans[0].text:
        return None
    rest = [msgspec.structs.replace(spans[1], text=spans[1].text.lstrip()), *spans[2:]] if spans[1:] else []
    return Clause(spans[0].text, rest, list(_plain(more)))


def _item(item: SyntaxTreeNode) -> Iterator[Plain]:
    first, *more = item.children
    yield Item(f"{item.info}." if item.info else "", _spans(first))
    yield from _plain(more)


@dataclass
class _Style:
    strong: bool = False
    emphasis: bool = False
    spans: Spans = field(default_factory=list)

    def write(self, text: str) -> None:
        """More text in this style; mentions of clauses become spans of their own, and equal neighbours one span."""
        at = 0
        for mention in CITED.finditer(text):
            self._add(Span(text[at : mention.start()], self.strong, self.emphasis))
            self._add(Span(mention.group(), self.strong, self.emphasis, clause=mention.group()))
            at = mention.end()
        self._add(Span(text[at:], self.strong, self.emphasis))

    def _add(self, span: Span) -> None:
        last = self.spans[-1] if self.spans else None
        if last and not last.clause and span == msgspec.structs.replace(last, text=span.text):
            self.spans[-1] = msgspec.structs.replace(last, text=last.text + span.text)
        elif span.text:
            self.spans.append(span)


def _spans(node: SyntaxTreeNode) -> Spans:
    """The text of a paragraph, a heading or a cell in its styles. Of links, the words are kept."""
    style = _Style()
    for inline in node.children:
        _write(inline, style)
    return style.spans


def _write(node: SyntaxTreeNode, style: _Style) -> None:
    for child in node.children:
        if child.type == "strong":
            before, style.strong = style.strong, True
            _write(child, style)
            style.strong = before
        elif child.type == "em":
            before, style.emphasis = style.emphasis, True
            _write(child, style)
            style.emphasis = before
        elif child.type == "code_inline":
            style.spans.append(Span(child.content, code=True))
        elif child.type in ("softbreak", "hardbreak"):
            style.write(" ")
        elif child.type == "text":
            style.write(child.content)
        else:
            _write(child, style)


def _anchor(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
