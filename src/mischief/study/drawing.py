"""Plots as SVG that lies in the page: drawn as wide as a phone, in colours that the page sets for light and dark."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from typing import Any

from mischief.extras import needs

WIDTH = 3.55
"""Inches: a phone held upright."""
INK, MUTED, LINE = "#010101", "#020202", "#030303"
INKS = tuple(f"#0{n}0{n}0a" for n in range(1, 7))
"""Stand for the colours of the page's style sheet."""
NAMES = {INK: "var(--ink)", MUTED: "var(--muted)", LINE: "var(--line)"} | {
    ink: f"var(--c{n})" for n, ink in enumerate(INKS, 1)
}
NEEDLESS = re.compile(
    r'id="(?:figure|axes|patch|line2d|text|matplotlib|xtick|ytick|LineCollection|FillBetween|StepPatch)[^"]*"'
)
"""Names of parts that nothing refers to, and that would be there once for every plot."""
MARKS = ("o", "s", "D", "^", "v", "P")

Dot = tuple[float, float, float]
"""A value and its bounds."""


class Easel:
    """Draws the plots of one page."""

    def __init__(self) -> None:
        with needs("study"):
            import matplotlib
        matplotlib.use("Agg")
        from matplotlib import pyplot

        self.pyplot = pyplot
        self.drawn = 0
        matplotlib.rcParams.update(
            {
                "svg.fonttype": "none",
                "font.family": "sans-serif",
                "font.size": 8.5,
                "axes.spines.top": False,
                "axes.spines.right": False,
                "text.parse_math": False,
                **dict.fromkeys(("axes.edgecolor", "xtick.color", "ytick.color"), LINE),
                **dict.fromkeys(("text.color", "axes.labelcolor", "xtick.labelcolor", "ytick.labelcolor"), INK),
            }
        )

    def dots(
        self,
        rows: Sequence[str],
        series: Mapping[str, Sequence[Dot | None]],
        mark: float | None = None,
        percent: bool = True,
        label: str = "",
    ) -> str:
        """A row for each thing, a dot with its interval for each variant; `mark` is a line to compare with."""
        height = 0.55 + len(rows) * (0.18 + 0.1 * len(series))
        figure, axes = self._begin(height)
        scale = 100 if percent else 1
        for number, (name, found) in enumerate(series.items()):
            shift = (number - (len(series) - 1) / 2) * 0.7 / max(1, len(series))
            at = [row + shift for row, dot in enumerate(found) if dot]
            there = [dot for dot in found if dot]
            axes.errorbar(
                [scale * d[0] for d in there],
                at,
                xerr=[[scale * (d[0] - d[1]) for d in there], [scale * (d[2] - d[0]) for d in there]],
                fmt=MARKS[number % 6],
                markersize=3.6,
                color=INKS[number % 6],
                elinewidth=1.3,
                label=name,
            )
        if mark is not None:
            axes.axvline(scale * mark, color=MUTED, linestyle=":", linewidth=1)
        axes.set_yticks(range(len(rows)), [_short(row) for row in rows])
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.tick_params(axis="y", length=0)
        axes.grid(axis="x", color=LINE, linewidth=0.5)
        axes.set_axisbelow(True)
        axes.locator_params(axis="x", nbins=5)
        axes.set_xlabel(label or ("%" if percent else ""))
        return self._end(figure)

    def shape(self, series: Mapping[str, Mapping[int, int]], label: str) -> str:
        """How often each value comes up, as a part of all; wide ranges in steps."""
        figure, axes = self._begin(1.9)
        values = [value for counts in series.values() for value in counts]
        low, high = min(values, default=0), max(values, default=1)
        step = max(1, -(-(high - low + 1) // 40))
        for number, (name, counts) in enumerate(series.items()):
            total = sum(counts.values()) or 1
            bins = [0.0] * ((high - low) // step + 1)
            for value, times in counts.items():
                bins[(value - low) // step] += 100 * times / total
            edges = [low + step * i - 0.5 for i in range(len(bins) + 1)]
            ink = INKS[number % 6]
            axes.stairs(bins, edges, color=ink, linewidth=1.4, label=name)
            if len(series) == 1:
                axes.stairs(bins, edges, color=ink, fill=True, alpha=0.25)
        axes.set_xlabel(label)
        self._name(axes, "% of all" if step == 1 else f"% of all, in steps of {step}")
        axes.set_ylim(bottom=0)
        return self._end(figure)

    def course(self, series: Mapping[str, Sequence[Dot]], label: str) -> str:
        """Something over the length of the game, with a band for its interval."""
        figure, axes = self._begin(1.9)
        for number, (name, dots) in enumerate(series.items()):
            at = [100 * (i + 1) / (len(dots) + 1) for i in range(len(dots))]
            ink = INKS[number % 6]
            axes.plot(at, [100 * d[0] for d in dots], color=ink, marker=MARKS[number % 6], markersize=3, label=name)
            axes.fill_between(
                at, [100 * d[1] for d in dots], [100 * d[2] for d in dots], color=ink, alpha=0.18, linewidth=0
            )
        axes.set_ylim(0, 102)
        axes.set_xlim(0, 100)
        axes.grid(color=LINE, linewidth=0.5)
        axes.set_xlabel("% of the game played")
        self._name(axes, label)
        return self._end(figure)

    def curve(
        self,
        series: Mapping[str, Sequence[tuple[float, Dot]]],
        along: str,
        label: str,
        mark: float | None = None,
        shade: float = 0.0,
        floor: bool = False,
    ) -> str:
        """Something as it grows or shrinks, each point with where it stands and, where there is one, a band for its
        interval; `mark` is a line to compare with; what lies before `shade` has another ground; with `floor` the scale
        begins at 0."""
        figure, axes = self._begin(1.9)
        if shade > 0:
            axes.axvspan(0, shade, color=LINE, alpha=0.35, linewidth=0)
        if mark is not None:
            axes.axhline(mark, color=MUTED, linestyle=":", linewidth=1)
        for number, (name, points) in enumerate(series.items()):
            at, ink = [point[0] for point in points], INKS[number % 6]
            axes.plot(
                at,
                [dot[0] for _, dot in points],
                color=ink,
                linewidth=1.3,
                marker=MARKS[number % 6],
                markersize=3 if len(points) < 40 else 0,
                label=name,
            )
            if any(dot[1] < dot[2] for _, dot in points):
                low, high = [dot[1] for _, dot in points], [dot[2] for _, dot in points]
                axes.fill_between(at, low, high, color=ink, alpha=0.18, linewidth=0)
        axes.set_xlim(left=0)
        if floor:
            axes.set_ylim(bottom=0)
        axes.locator_params(nbins=5)
        axes.grid(color=LINE, linewidth=0.5)
        axes.set_axisbelow(True)
        axes.set_xlabel(along)
        self._name(axes, label)
        return self._end(figure)

    def _begin(self, height: float) -> tuple[Any, Any]:
        figure, axes = self.pyplot.subplots(figsize=(WIDTH, height), layout="constrained")
        figure.patch.set_alpha(0)
        axes.patch.set_alpha(0)
        return figure, axes

    def _name(self, axes: Any, label: str) -> None:
        """What is counted upwards, above the axis, where it has room."""
        axes.set_title(label, loc="left", fontsize=8.5, color=INK)

    def _end(self, figure: Any) -> str:
        self.drawn += 1
        self.pyplot.rcParams["svg.hashsalt"] = f"plot {self.drawn}"
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
        self.pyplot.close(figure)
        svg = out.getvalue()
        svg = svg[svg.index("<svg") :]
        svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
        svg = re.sub(
            r'id="((?:figure|axes|patch|line2d|text|matplotlib|xtick|ytick|LineCollection|FillBetween)[^"]*)"', "", svg
        )
        svg = re.sub(r"font: ([\d.]+)px [^;\"]*", r"font: \1px system-ui, sans-serif", svg)
        for stand_in, name in NAMES.items():
            svg = svg.replace(stand_in, name)
        return svg.replace("<svg ", '<svg role="img" aria-hidden="true" ', 1)


def _short(text: str, most: int = 30) -> str:
    """A name that fits beside a plot: what is left out is its middle, since names differ at their ends."""
    return text if len(text) <= most else f"{text[: most // 2].rstrip()}…{text[len(text) - most // 2 + 2 :].lstrip()}"
