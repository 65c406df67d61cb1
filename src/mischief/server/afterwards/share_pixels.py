"""The share card as PNG, because most programs that show a link show no SVG with it.

It is written in the faces that come with the pages (`faces/*.ttf`, made by web/faces.ts). Names in other letters than
theirs take the system's; without built pages everything does.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

FACES = Path(__file__).parent.parent / "static/faces"
KEPT = 32
"""So many cards are kept: a link that is shown to a crowd is drawn once."""
SERIF, SANS = "Grenze", "Nunito Sans 12pt ExtraLight 12pt"
"""As the files call themselves."""
LATIN = frozenset(map(chr, range(0x20, 0x100))) | frozenset("\n–—‘’“”…Œœ−")


@lru_cache(maxsize=KEPT)
def paint(card: str, faces: Path = FACES) -> bytes:
    """A card that `share_card.draw` has drawn, in its own size."""
    import resvg_py  # only where a picture is asked for

    files = sorted(str(file) for file in faces.glob("*.ttf"))
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=card,
            font_files=files,
            skip_system_fonts=bool(files) and LATIN.issuperset(card),  # they take a while to read
            serif_family=SERIF if files else None,
            sans_serif_family=SANS if files else None,
            font_family=SANS if files else None,
        )
    )
