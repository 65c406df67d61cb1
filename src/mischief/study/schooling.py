"""The report of a run of training: how strong the net became, how it learnt, and how to do it again."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from pathlib import Path

from mischief.arena.shares import interval
from mischief.files import write_whole
from mischief.games.shelf import rulebook
from mischief.learning.diary import Line, Plan, Record
from mischief.study.drawing import Dot, Easel
from mischief.study.page import figure, section, text, whole_page

LAST = 3
"""So many looks at the end are taken together: one alone goes up and down by chance."""

PAGE = "report.html"

MEANINGS = {
    "game": "the game",
    "seed": "the seed of the first net and of the deals",
    "minutes": "minutes in all",
    "follow": "part of the time in which it follows the heuristic or its teacher",
    "processes": "processes that play",
    "tables": "tables that each of them plays at once",
    "steps": "decisions at each table between two lessons",
    "hidden": "cells of the first layer",
    "narrow": "cells of the second layer",
    "against": "part of the tables with others in the other seats",
    "seats": "seat counts at which it plays; all if none is named",
    "begin": "the net it begins as; a random one if none is named",
    "rival": "the net that plays there; the heuristic if none is named",
    "weigh": "whether it learns what tables are worth, and looks where each move leads",
    "teacher": "the net that it follows at first; else the heuristic",
    "smooth": "how much of it the net that is kept holds on to at every lesson",
    "insight": "whether it looks at what a player reckons instead of at single cards",
    "slips": "how often the heuristic errs there",
    "rows": "decisions learnt from at once",
    "passes": "how often each stretch of play is gone over",
    "step": "how far one lesson changes the net, at first",
    "last_step": "the same in the end",
    "variety": "how much variety is rewarded, at first",
    "last_variety": "the same in the end",
    "carry": "how far the end of a game reaches back",
    "backend": "what it learns with",
    "games": "games of each look, at each seat count",
}


def write_page(record: Record, folder: Path) -> Path:
    """The page of a run, in its folder."""
    page = folder / PAGE
    write_whole(page, Schooling(record).page().encode())
    return page


class Schooling:
    """Writes the page."""

    def __init__(self, record: Record) -> None:
        self.record, self.plan = record, record.plan
        self.info = rulebook(self.plan.game).info
        self.diary = record.diary
        self.looks = [line for line in self.diary if line.strength]
        self.tables = list(dict.fromkeys(name for line in self.looks for name in line.strength))
        self.easel = Easel()
        self.followed = max((line.seconds for line in self.diary if line.stage == "follow"), default=0.0) / 60

    def page(self) -> str:
        title = f"{self.info.title}: a net learns"
        body = [f"<h1>{escape(title)}</h1>", self._head(), self._in_short()]
        if self.diary:
            body += [
                section("How strong it is against the heuristic", self._strength()),
                section("How it learns", self._learning()),
            ]
        body += [self._settings(), self._in_numbers(), self._how()]
        return whole_page(title, body)

    def _head(self) -> str:
        if not self.diary:
            return '<p class="muted">Nothing has been written down yet.</p>'
        last, many = self.diary[-1], len(self.record.sittings)
        sittings = f" in {many} sittings" if many > 1 else ""
        return (
            f'<p class="muted">{last.seconds / 60:.1f} of {self.plan.minutes:g} minutes{sittings}, '
            f"{last.decisions / 1e6:,.1f} million decisions, {len(self.looks)} looks at its strength.</p>"
        )

    # Strength

    def _in_short(self) -> str:
        if not self.looks:
            return ""
        last = self.looks[-LAST:]
        said = []
        for name in self.tables:
            found = [line.strength[name] for line in last if name in line.strength]
            if found:
                mean, games = sum(found) / len(found), len(found) * self.plan.games
                low, high = self._bounds(name, mean, games)
                looks = f"the last {len(found)} looks, {games:,} games" if len(found) > 1 else f"{games:,} games"
                said.append(f"At {name} {self._amount(mean)} ({self._range(low, high)}; {looks}).")
        first, end = self.diary[0], self.diary[-1]
        if end.seconds > first.seconds:
            speed = (end.decisions - first.decisions) / (end.seconds - first.seconds)
            said.append(f"It learnt from {speed:,.0f} decisions a second.")
        items = "".join(f"<li>{text(words)}</li>" for words in said)
        return f'<div class="short"><h2 style="margin-top: 0">In short</h2><ul>{items}</ul></div>'

    def _amount(self, strength: float) -> str:
        if self.info.cooperative:
            return f"it wins {100 * strength:.0f} % of games beside the heuristic"
        return f"it gets {strength:.2f} times its share against the heuristic"

    def _range(self, low: float, high: float) -> str:
        return f"{100 * low:.0f} to {100 * high:.0f} %" if self.info.cooperative else f"{low:.2f} to {high:.2f}"

    def _bounds(self, name: str, strength: float, games: int) -> tuple[float, float]:
        """The 95 % interval of a look: a game is won or lost, whatever the number of seats makes of it."""
        share = 1 if self.info.cooperative else int(name.split()[0])
        low, high = interval(min(1.0, strength / share), games)
        return low * share, high * share

    def _strength(self) -> list[str]:
        return [self._strength_at(name) for name in self.tables]

    def _strength_at(self, name: str) -> str:
        scale = 100 if self.info.cooperative else 1
        looks = [line for line in self.looks if name in line.strength]
        points: list[tuple[float, Dot]] = []
        for line in looks:
            low, high = self._bounds(name, line.strength[name], self.plan.games)
            points.append((line.seconds / 60, (scale * line.strength[name], scale * low, scale * high)))
        label = "games won, %" if self.info.cooperative else "times its share; 1 is even"
        mark = None if self.info.cooperative else 1.0
        best = max(looks, key=lambda line: line.strength[name])
        words = (
            f"In one seat, with the heuristic in the others. The best look was at minute {best.seconds / 60:.1f}. "
            f"Bands are 95 % intervals of {self.plan.games} games.{self._shaded()}"
        )
        return figure(f"At {name}", self.easel.curve({name: points}, "minutes", label, mark, self.followed), words)

    def _shaded(self) -> str:
        return " Where the ground is shaded it follows the heuristic, later it plays." if self.followed else ""

    # Learning

    def _learning(self) -> list[str]:
        def of(value: Callable[[Line], float]) -> list[tuple[float, Dot]]:
            return [(line.seconds / 60, (value(line),) * 3) for line in self.diary]

        end = self.diary[-1]
        plots = (
            (
                "How far off its forecasts are",
                of(lambda line: line.value),
                "squared error of the result, from 0 to 1",
                True,
                f"At the end {end.value:.4f}: usually by {end.value**0.5:.2f} of a win. What chance will bring nobody "
                "can foresee, so it does not go down to 0.",
            ),
            (
                "How open its choices are",
                of(lambda line: line.entropy),
                "entropy of a decision",
                True,
                f"At the end {end.entropy:.3f}. It is 0 if the net always sees one move only; where it falls early, "
                "nothing new is tried.",
            ),
            (
                "How often its first choice is what was played",
                of(lambda line: 100 * line.agrees),
                "% of decisions",
                False,
                "While it follows the heuristic: how often it would have done the same.",
            ),
            (
                "Speed",
                self._speed(),
                "thousand decisions a second",
                True,
                "From one line of the diary to the next; it tells what the machine did beside.",
            ),
        )
        return [
            figure(title, self.easel.curve({title: points}, "minutes", label, None, self.followed, floor), words)
            for title, points, label, floor, words in plots
            if points
        ]

    def _speed(self) -> list[tuple[float, Dot]]:
        pairs = zip(self.diary, self.diary[1:], strict=False)
        return [
            (b.seconds / 60, ((b.decisions - a.decisions) / (b.seconds - a.seconds) / 1000,) * 3)
            for a, b in pairs
            if b.seconds > a.seconds
        ]

    # How to do it again

    def _settings(self) -> str:
        default = Plan(self.plan.game)
        rows = []
        for name in Plan.__struct_fields__:
            value = getattr(self.plan, name)
            usual = getattr(default, name) == value and name != "game"
            shown = "–" if value == "" else f"{value:g}" if isinstance(value, float) else str(value)
            kind = "" if usual else " class=sure"
            rows.append(f'<tr{kind}><td>{escape(MEANINGS[name])}</td><td class="n">{escape(shown)}</td></tr>')
        sat = "".join(
            f"<li>From minute {sitting.since / 60:.1f}: <code>{escape(sitting.command or 'from a program')}</code>"
            f"{f' at commit {escape(sitting.commit)}' if sitting.commit else ''}</li>"
            for sitting in self.record.sittings
        )
        return (
            f"<h2>How it was made</h2><ul>{sat}</ul><details><summary>All settings of the last sitting</summary>"
            f'<p>Those in bold are not the usual ones.</p><div class="wide"><table>{"".join(rows)}</table></div>'
            "</details>"
        )

    def _in_numbers(self) -> str:
        if not self.diary:
            return ""
        heads = ["minutes", "million decisions", "stage", "forecast off by", "entropy", "agrees, %", *self.tables]
        rows = []
        for line in self.diary:
            cells = [f"{line.seconds / 60:.1f}", f"{line.decisions / 1e6:.2f}", line.stage, f"{line.value:.4f}"]
            cells += [f"{line.entropy:.3f}", f"{100 * line.agrees:.1f}"]
            cells += [f"{line.strength[name]:.3f}" if name in line.strength else "" for name in self.tables]
            rows.append("<tr>" + "".join(f'<td class="n" style="min-width: 0">{cell}</td>' for cell in cells) + "</tr>")
        head = "<tr>" + "".join(f"<th>{escape(name)}</th>" for name in heads) + "</tr>"
        return (
            f"<details><summary>The diary in numbers</summary>"
            f'<div class="wide"><table>{head}{"".join(rows)}</table></div></details>'
        )

    def _how(self) -> str:
        return (
            "<h2>How to read this</h2><p>Times count from the start of the run, without the pauses between sittings. "
            "Strength is measured beside the training against the game’s own rules of thumb, never against the net "
            "itself; a run of good looks may be luck, so trust the last ones together. Who wins against whom, with "
            "intervals, is what <code>mischief arena</code> says.</p>"
        )
