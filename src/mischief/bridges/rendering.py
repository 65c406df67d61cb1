"""A position as a picture: the box, everybody's face and score, and the table in words.

It is drawn as an SVG with what the share card is drawn with, and made into pixels by resvg, which the extra brings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mischief import art
from mischief.engine.errors import MischiefError
from mischief.engine.state import State
from mischief.extras import needs

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MODES = ("ansi", "human", "rgb_array")
WIDTH, HEIGHT = 900, 600
COVER, MARGIN, ROW = 260, 24, 56
LINES = 30


def known_mode(mode: object) -> str | None:
    """The way to render, if it is one."""
    if mode is None or mode in MODES:
        return None if mode is None else str(mode)
    raise MischiefError(f"render_mode is {', '.join(map(repr, MODES))} or None, not {mode!r}.")


def render(state: State | None, mode: str | None) -> Any:
    """The table as the mode says: as text, printed, or as an array of pixels. Full information."""
    if mode is None:
        return None
    if state is None:
        raise MischiefError("There is nothing to render yet: call reset() first.")
    if mode == "rgb_array":
        return pixels(svg(state))
    if mode == "ansi":
        return str(state)
    print(state)
    return None


def svg(state: State) -> str:
    """A position as a drawing."""
    game = state.game
    box = game.folder / "box.svg"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{art.BACK}"/>',
        f'<rect width="{COVER}" height="{HEIGHT}" fill="{art.SURFACE}"/>',
    ]
    high = COVER * 3 // 4
    if box.is_file():
        cover = box.read_text(encoding="utf-8").strip()
        parts.append(cover.replace("<svg ", f'<svg width="{COVER}" height="{high}" ', 1))
    return "".join([*parts, *_rats(state, high), *_table(state), "</svg>"])


def _rats(state: State, top: int) -> list[str]:
    """Everybody: face, whether it is their decision, and what they would have now."""
    asked, scores = state.actors(), state.game.running_scores(state)
    result = state.result()
    row = min(ROW, (HEIGHT - top - MARGIN) // state.game.seats)
    parts = []
    for seat in range(state.game.seats):
        y = top + 12 + seat * row
        won = result is not None and seat in result.winners
        paper = art.RAISED if won or seat in asked else art.SURFACE
        parts += [
            f'<rect x="8" y="{y}" width="{COVER - 16}" height="{row - 4}" rx="6" fill="{paper}"/>',
            f'<rect x="8" y="{y}" width="6" height="{row - 4}" fill="{art.seat_colour(seat)}"/>',
            art.face(seat, 20, y + 2, row - 8, "delighted" if won else "calm", paper),
            art.write(f"Seat {seat}", 28 + row, y + row * 0.6, row * 0.36, art.seat_colour(seat), bold=True),
            art.write(str(scores[seat]), COVER - 20, y + row * 0.6, row * 0.42, bold=True, end=True),
        ]
    return parts


def _table(state: State) -> list[str]:
    """The table in words."""
    room = WIDTH - COVER - 2 * MARGIN
    lines = [line for text in str(state).splitlines() for line in (art.wrap(text, 15, room, 3) or [""])]
    if len(lines) > LINES:
        lines = [*lines[: LINES - 1], "…"]
    title, size = art.fit(state.game.info.title, 32, room, 20)
    written = [art.write(title, COVER + MARGIN, 46, size, font=art.SERIF, bold=True)]
    for number, line in enumerate(lines):
        text, size = art.fit(line, 15, room, 12)
        written.append(art.write(text, COVER + MARGIN, 78 + 17 * number, size))
    return written


def pixels(picture: str) -> NDArray[np.uint8]:
    """An SVG as an array, height x width x 3."""
    with needs("zoo"):
        import io

        import numpy as np
        import resvg_py
        from PIL import Image
    png = bytes(resvg_py.svg_to_bytes(svg_string=picture))
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))
