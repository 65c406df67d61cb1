"""The frame of a report: one page that needs nothing beside it, for phone and desk, light and dark."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path


def whole_page(title: str, body: Sequence[str]) -> str:
    """A page of these parts; empty ones are left out."""
    style = (Path(__file__).parent / "page.css").read_text(encoding="utf-8")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(part for part in body if part)
        + "\n</main>\n</body>\n</html>\n"
    )


def section(title: str, figures: Sequence[str]) -> str:
    """Two and four plots go in pairs, so that no row has a hole."""
    if not figures:
        return ""
    kind = "plots pairs" if len(figures) in (2, 4) else "plots"
    return f'<h2>{escape(title)}</h2>\n<div class="{kind}">\n{chr(10).join(figures)}\n</div>'


def figure(title: str, svg: str, caption: str) -> str:
    """A plot with what is to be said of it."""
    return f"<figure><h3>{escape(title)}</h3>{svg}<figcaption>{text(caption)}</figcaption></figure>"


def text(words: str) -> str:
    """Words for the page, in which no line begins with a percent sign."""
    return escape(words).replace(" %", "&nbsp;%")
