"""Draws the icons of the home screen from the mark in public/favicon.svg. Phones take pictures there, not drawings.

python web/icons.py        (needs resvg-py, of the extra `zoo`; run it again when the mark changes)
"""

from __future__ import annotations

import re
from pathlib import Path

import resvg_py

PUBLIC = Path(__file__).parent / "public"
GROUND = "#efe6d2"


def mark() -> str:
    found = re.search(r"<svg[^>]*>(.*)</svg>", (PUBLIC / "favicon.svg").read_text(encoding="utf-8"), re.DOTALL)
    assert found
    return found.group(1)


def draw(name: str, size: int, margin: float, ground: str = "", inside: str = "") -> None:
    """The mark on its ground; `margin` is what is left free around it, of 64."""
    whole = 64 + 2 * margin
    square = f'<rect x="{-margin}" y="{-margin}" width="{whole}" height="{whole}" fill="{ground}"/>' if ground else ""
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-margin} {-margin} {whole} {whole}">{square}'
    drawn = resvg_py.svg_to_bytes(svg_string=f"{svg}{inside or mark()}</svg>", width=size, height=size)
    (PUBLIC / name).write_bytes(bytes(drawn))


if __name__ == "__main__":
    draw("icon-192.png", 192, 8, GROUND)
    draw("icon-512.png", 512, 8, GROUND)
    draw("icon-maskable-512.png", 512, 22, GROUND)
    draw("icon-apple-180.png", 180, 12, GROUND)
    # In the status bar only the shape counts.
    draw("icon-badge-96.png", 96, 4, inside=re.sub(r'(fill|stroke)="#[0-9a-f]{6}"', r'\1="#ffffff"', mark()))
