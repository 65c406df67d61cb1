"""A study as tables for a spreadsheet: every measure of every variant, every change, every distribution."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path

from mischief.files import write_whole
from mischief.study.figures import Change, Figures
from mischief.study.wording import Wording


def write_tables(folder: Path, figures: Figures, wording: Wording, changes: Sequence[Change]) -> list[Path]:
    """measures.csv, changes.csv and counts.csv, each whole or not at all."""
    variants = figures.plan.variants
    measures = (
        (variants[v].name, key, wording.title(key), f"{m.value:.6g}", f"{m.low:.6g}", f"{m.high:.6g}", f"{m.cases:.0f}")
        for v in range(len(variants))
        for key in figures.keys("", [v])
        if not key.endswith("|")
        for m in [figures.value(v, key)]
    )
    found = [
        _write(folder / "measures.csv", ("variant", "measure", "words", "value", "low", "high", "cases"), measures)
    ]
    if changes:
        rows = (
            (
                c.sides,
                c.key,
                wording.title(c.key),
                *(f"{x:.6g}" for x in (c.before, c.after, c.difference, c.low, c.high)),
                "" if c.chance is None else f"{c.chance:.3g}",
                f"{c.corrected:.3g}",
                wording.verdict(c),
            )
            for c in changes
        )
        head = (
            "sides",
            "measure",
            "words",
            "before",
            "after",
            "difference",
            "low",
            "high",
            "chance",
            "corrected",
            "verdict",
        )
        found.append(_write(folder / "changes.csv", head, rows))
    counts = (
        (variants[v].name, key, value, times)
        for v in range(len(variants))
        for key in ("score", "length", "margin")
        for value, times in figures.counts(v, key).items()
    )
    found.append(_write(folder / "counts.csv", ("variant", "of", "value", "times"), counts))
    return found


def _write(path: Path, head: Sequence[str], rows: Iterable[Sequence[object]]) -> Path:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    write_whole(path, text.getvalue().encode())
    return path
