"""The report of a study: one page that needs nothing beside it, with a plot and a sentence for everything measured."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from mischief.study.drawing import Dot, Easel
from mischief.study.figures import Change, Figures, holm
from mischief.study.page import figure, section, text, whole_page
from mischief.study.subjects import read_subjects, subject_of
from mischief.study.tally import STAGES
from mischief.study.wording import Wording, upper

DRAWN = 6
"""Variants that a plot can hold; all are in the tables."""
ROWS = 16
"""Pieces that a plot shows: those that stand out most. All are in the table below it."""
FIRST = 12
"""Comparisons that are shown at once."""
SIGNS = "●■◆▲▼✚"


class Report:
    """Writes the page."""

    def __init__(self, figures: Figures, wording: Wording, changes: Sequence[Change]) -> None:
        self.figures, self.wording, self.changes = figures, wording, changes
        self.plan = figures.plan
        self.names = [variant.name for variant in self.plan.variants]
        self.drawn = range(min(DRAWN, len(self.names)))
        self.alone = len(self.names) == 1
        self.easel = Easel()
        self.game = wording.game
        self.together = self.game.info.cooperative
        self.fair = self._fair_share()
        self.within = self._within()

    # What is so in the first variant, whatever was changed

    def _fair_share(self) -> float:
        """What each seat would win if all won alike; games that nobody wins are nobody's share."""
        lost = self.figures.value(0, "nobody").value if self.figures.has(0, "nobody") else 0.0
        return (1 - lost) / self.game.seats

    def _within(self) -> dict[str, Change]:
        """Seats against their fair share, pieces against the usual fortune of those who have any."""
        found = {}
        for key in self.figures.keys("wins|seat", [0]):
            change = self.figures.against(0, key, self.fair)
            if change:
                found[key] = change
        for key in self.figures.keys("won|", [0]):
            if not key.endswith("|"):
                usual = f"won|{key.split('|')[1]}|"
                role = subject_of(self.game, key.split("|")[1]).role and not self.together
                change = self.figures.against(0, key, self.fair if role else usual)
                if change:
                    found[key] = change
        holm(list(found.values()))
        return found

    def page(self) -> str:
        body = [self._head(), self._in_short(), self._who_wins(), self._scores(), self._closeness(), self._pieces()]
        if not self.alone:
            body.append(self._all_changes())
        body.append(self._how())
        return whole_page(self.plan.title, body)

    def _head(self) -> str:
        plan = self.plan
        rows = [f"<h1>{escape(plan.title)}</h1>"]
        first = plan.variants[0]
        bots = " ".join(dict.fromkeys(first.bots))
        many = f" of each of {len(self.names)} variants" if not self.alone else ""
        rows.append(
            f'<p class="muted">{escape(self.game.info.title)}, {first.seats} seats, {self.figures.games:,} games{many},'
            f" played by {escape(bots)}; seeds from {plan.seed}.</p>"
        )
        if not self.alone:
            keys = "".join(
                f'<li><span style="color: var(--c{v + 1})" aria-hidden="true">{SIGNS[v]}</span>'
                f" <b>{escape(name)}</b></li>"
                for v, name in enumerate(self.names[:DRAWN])
            )
            rows.append(f'<ul class="key">{keys}</ul>')
        return "\n".join(rows)

    def _in_short(self) -> str:
        if self.alone:
            by_size = sorted(self.within.items(), key=lambda pair: -abs(pair[1].difference))
            sure = [change for key, change in by_size if change.sure and key.startswith("won|")]
            usual = [self._value_words(key) for key in ("length", "margin", "leads") if self.figures.has(0, key)]
            said = [*self._seat_words(), " ".join(usual), *(self._piece_words(change) for change in sure[:5])]
        else:
            told = {c.sides for c in self.changes if c.sure and c.key == "score"}
            sure = [c for c in self.changes if c.sure and not (c.key.startswith("score|") and c.sides in told)]
            said = [f"{self._of(c)}{self.wording.sentence(c)}" for c in sure][:8]
            judged = sum(c.chance is not None for c in self.changes)
            if not said:
                said = [f"No change is more than chance: {judged} measures were compared."]
            else:
                many = sum(c.sure for c in self.changes)
                said.append(f"{many} of {judged} comparisons are more than chance; the rest may be luck.")
        items = "".join(f"<li>{text(words)}</li>" for words in said)
        return f'<div class="short"><h2 style="margin-top: 0">In short</h2><ul>{items}</ul></div>'

    def _of(self, change: Change) -> str:
        several = len({c.sides for c in self.changes}) > 1
        return f"{change.sides}: " if several else ""

    # Plots

    def _dots(self, keys: Sequence[str]) -> dict[str, list[Dot | None]]:
        return {
            self.names[v]: [self._dot(v, key) if self.figures.has(v, key) else None for key in keys] for v in self.drawn
        }

    def _dot(self, variant: int, key: str) -> Dot:
        found = self.figures.value(variant, key)
        return found.value, found.low, found.high

    def _changed(self, wanted: Callable[[str], bool]) -> str:
        """What is to be said of the changes of some measures."""
        own = [c for c in self.changes if wanted(c.key)]
        sure = [c for c in own if c.sure]
        if sure:
            more = f" {len(sure) - 2} more: see the table of changes." if len(sure) > 2 else ""
            return " ".join(f"{self._of(c)}{self.wording.sentence(c)}" for c in sure[:2]) + more
        judged = [c for c in own if c.chance is not None]
        if not judged:
            return "Too few cases to judge."
        return f"Nothing here changed by more than chance ({_count(len(judged), 'comparison')})."

    def _value_words(self, key: str) -> str:
        return self.wording.statement(key, self.figures.value(0, key))

    # Sections

    def _seat_words(self) -> list[str]:
        if self.together:
            return [self._value_words("wins")]
        seats = [(key, self.within[key]) for key in self.within if key.startswith("wins|seat")]
        sure = [(key, change) for key, change in seats if change.sure]
        fair = f"{100 * self.fair:.1f} %"
        if not sure:
            return [f"No seat differs from its fair share of {fair} by more than chance."]
        said = []
        for key, change in sure:
            value = self.figures.value(0, key)
            side = "above" if change.difference > 0 else "below"
            said.append(
                f"{upper(key.removeprefix('wins|'))} wins {self.wording.amount(key, value.value)} "
                f"({self.wording.bounds(key, value)}), {side} its fair share of {fair} by more than chance."
            )
        return said

    def _who_wins(self) -> str:
        figures = []
        if self.together:
            words = self._value_words("wins") if self.alone else self._changed(lambda key: key == "wins")
            figures.append(figure("Won together", self.easel.dots(["the table"], self._dots(["wins"])), words))
        else:
            keys = self.figures.keys("wins|seat")
            words = " ".join(self._seat_words()) if self.alone else self._changed(lambda key: key in keys)
            rows = [key.removeprefix("wins|") for key in keys]
            same = len({variant.seats for variant in self.plan.variants}) == 1
            svg = self.easel.dots(rows, self._dots(keys), self.fair if same else None)
            figures.append(figure("By seat", svg, f"{words} The dotted line is a fair share." if same else words))
            bots = [key for key in self.figures.keys("wins|") if key not in keys]
            if bots:
                svg = self.easel.dots([key.removeprefix("wins|") for key in bots], self._dots(bots), self.fair)
                best = max(bots, key=lambda key: self.figures.value(0, key).value if self.figures.has(0, key) else 0)
                words = self._value_words(best) if self.alone else self._changed(lambda key: key in bots)
                figures.append(figure("By bot, for each seat it has", svg, words))
        for subject in self._subjects(role=True):
            figures.append(self._wins_with(subject))
        return section("Who wins", figures)

    def _scores(self) -> str:
        easel, figures = self.easel, []
        if not self.together:
            shapes = {self.names[v]: self.figures.counts(v, "score") for v in self.drawn}
            words = (
                self._value_words("score")
                if self.alone
                else self._changed(lambda key: key in ("score", "winning score"))
            )
            figures.append(figure("Points of a seat", easel.shape(shapes, "points"), words))
            keys = self.figures.keys("score|")
            words = self._seat_scores() if self.alone else self._changed(lambda key: key in keys)
            svg = easel.dots([k.removeprefix("score|") for k in keys], self._dots(keys), percent=False, label="points")
            figures.append(figure("Mean points by seat", svg, words))
        shapes = {self.names[v]: self.figures.counts(v, "length") for v in self.drawn}
        words = self._value_words("length") if self.alone else self._changed(lambda key: key == "length")
        figures.append(figure("Length", easel.shape(shapes, "decisions in a game"), words))
        return section("Length" if self.together else "Points and length", figures)

    def _seat_scores(self) -> str:
        keys = self.figures.keys("score|")
        best = max(keys, key=lambda key: self.figures.value(0, key).value)
        worst = min(keys, key=lambda key: self.figures.value(0, key).value)
        high, low = self.figures.value(0, best), self.figures.value(0, worst)
        apart = "further apart than their intervals" if low.high < high.low else "within each other's intervals"
        return (
            f"From {low.value:.2f} ({worst.removeprefix('score|')}) to {high.value:.2f} "
            f"({best.removeprefix('score|')}): {apart}."
        )

    def _closeness(self) -> str:
        easel, figures = self.easel, []
        if not self.together:
            shapes = {self.names[v]: self.figures.counts(v, "margin") for v in self.drawn}
            words = self._value_words("margin") if self.alone else self._changed(lambda key: key == "margin")
            svg = easel.shape(shapes, "points between first and second")
            figures.append(figure("Margin", svg, words))
            keys = [key for key in ("leads",) if any(self.figures.has(v, key) for v in self.drawn)]
            words = self._value_words("leads") if self.alone else self._changed(lambda key: key == "leads")
            svg = easel.dots(["in a game"], self._dots(keys), percent=False, label="changes of the lead")
            figures.append(figure("Changes of the lead", svg, words))
            keys = ["behind", "shared", "nobody"]
            rows = ["winner was behind at half-time", "victory shared", "nobody won"]
            words = self._value_words("behind") if self.alone else self._changed(lambda key: key in keys)
            figures.append(figure("How it ended", easel.dots(rows, self._dots(keys)), words))
        if any(self.figures.has(v, "decided") for v in self.drawn):
            keys = [f"chance|{stage}" for stage in range(1, STAGES + 1)]
            series = {
                self.names[v]: [self._dot(v, key) for key in keys] for v in self.drawn if self.figures.has(v, keys[0])
            }
            words = self._decided() if self.alone else self._changed(lambda key: key == "decided")
            what = "chance of the outcome, %" if self.together else "chance of the later winner, %"
            seen = int(self.figures.value(0, "decided").cases) if self.figures.has(0, "decided") else 0
            figures.append(
                figure("When it is decided", easel.course(series, what), f"{words} Reckoned in {seen:,} games.")
            )
        return section("How close it is", figures)

    def _decided(self) -> str:
        found = self.figures.value(0, "decided")
        return (
            f"On average the outcome is as good as certain (90 %) after {100 * found.value:.0f} % of the game "
            f"({100 * found.low:.0f} to {100 * found.high:.0f} %)."
        )

    # Pieces

    def _subjects(self, role: bool) -> list[str]:
        told = [subject.id for subject in read_subjects(self.game.folder)]
        found = dict.fromkeys(key.split("|")[1] for key in self.figures.keys("seen|"))
        ordered = sorted(found, key=lambda name: told.index(name) if name in told else len(told))
        return [name for name in ordered if subject_of(self.game, name).role == role]

    def _piece_words(self, change: Change) -> str:
        value = self.figures.value(0, change.key)
        side = "more" if change.difference > 0 else "less"
        fair = subject_of(self.game, change.key.split("|")[1]).role and not self.together
        usual = f"{'a fair share of' if fair else 'the usual'} {self.wording.amount(change.key, change.before)}"
        return (
            f"{upper(self.wording.title(change.key))}: {self.wording.amount(change.key, value.value)} "
            f"({self.wording.bounds(change.key, value)}); {side} than {usual}, by more than chance."
        )

    def _wins_with(self, subject: str) -> str:
        """What those won who had a piece: the ones that stand out most."""
        about = subject_of(self.game, subject)
        keys = [k for k in self.figures.keys(f"won|{subject}|") if not k.endswith("|")]
        shown = self._outstanding(keys)
        rows = [self.wording.piece(subject, key.split("|", 2)[2]) for key in shown]
        fair = about.role and not self.together
        if fair:
            mark: float | None = self.fair
        else:
            mark = self.figures.value(0, f"won|{subject}|").value if self.figures.has(0, f"won|{subject}|") else None
        if self.alone:
            sure = [self.within[key] for key in keys if key in self.within and self.within[key].sure]
            sure.sort(key=lambda c: -abs(c.difference))
            words = " ".join(self._piece_words(c) for c in sure[:2])
            if not sure:
                words = f"None differs from {'a fair share' if fair else 'the usual'} by more than chance."
            elif len(sure) > 2:
                others = len(sure) - 2
                differ = "differs" if others == 1 else "differ"
                words += f" {_count(others, 'other')} of {len(keys)} {differ} as surely, one way or the other."
            if mark is not None and fair:
                words += " The dotted line is a fair share."
            elif mark is not None:
                words += " The dotted line is the usual: all of them taken together."
        else:
            words = self._changed(lambda key: key in keys)
        svg = self.easel.dots(rows, self._dots(shown), mark, label="wins, %")
        few = f" The {ROWS} of {len(keys)} that stand out most." if len(keys) > ROWS else ""
        return figure(f"{about.title}: wins", svg, words + few)

    def _outstanding(self, keys: Sequence[str]) -> list[str]:
        """The pieces to show: by what changed or, in a study of one variant, by how far from the usual."""
        weight = {
            c.key: (c.sure, -c.corrected, -(1.0 if c.chance is None else c.chance)) for c in reversed(self.changes)
        }
        if self.alone:
            weight = {key: (c.sure, abs(c.difference), 0.0) for key, c in self.within.items() if c.chance is not None}
        best = sorted(keys, key=lambda key: weight.get(key, (False, -9.0, -9.0)), reverse=True)[:ROWS]
        value = {key: self.figures.value(0, key).value if self.figures.has(0, key) else 0.0 for key in best}
        return sorted(best, key=lambda key: -value[key])

    def _seen(self, subject: str) -> str:
        about = subject_of(self.game, subject)
        keys = self.figures.keys(f"seen|{subject}|")
        if self.alone:
            by_value = sorted(keys, key=lambda key: -self.figures.value(0, key).value)
            half = ROWS // 2
            shown = by_value if len(by_value) <= ROWS else by_value[:half] + by_value[-half:]
            most, least = shown[0], shown[-1]
            words = (
                f"{self._value_words(most)} {self._value_words(least)}" if most != least else self._value_words(most)
            )
            few = f" The {half} most and the {half} least frequent of {len(keys)}." if len(keys) > ROWS else ""
        else:
            shown = self._outstanding(keys)
            words = self._changed(lambda key: key in keys)
            few = f" The {ROWS} of {len(keys)} that stand out most." if len(keys) > ROWS else ""
        rows = [self.wording.piece(subject, key.split("|", 2)[2]) for key in shown]
        svg = self.easel.dots(rows, self._dots(shown), label="games, %")
        return figure(f"{about.title}: how often", svg, words + few)

    def _always(self, subject: str) -> bool:
        """Whether all pieces turn up in every single game: then there is nothing to draw."""
        keys = self.figures.keys(f"seen|{subject}|")
        return all(
            self.figures.value(v, key).value == 1 for v in self.drawn for key in keys if self.figures.has(v, key)
        )

    def _pieces(self) -> str:
        parts = []
        for subject in self._subjects(role=False):
            often = [] if self._always(subject) else [self._seen(subject)]
            parts.append(section(subject_of(self.game, subject).title, [*often, self._wins_with(subject)]))
            if not often:
                parts.append("<p>Each of them turns up in every game.</p>")
            parts.append(self._table(subject))
        for subject in self._subjects(role=True):
            parts.append(self._table(subject))
        return "\n".join(parts)

    def _table(self, subject: str) -> str:
        """Every piece in numbers."""
        head = "<tr><th>piece</th>" + "".join(
            f"<th>games{suffix}</th><th>wins{suffix}</th>"
            for v in self.drawn
            for suffix in ["" if self.alone else f" {SIGNS[v]}"]
        )
        rows = []
        for key in self.figures.keys(f"seen|{subject}|"):
            piece = key.split("|", 2)[2]
            cells = []
            for v in self.drawn:
                for measure in (key, f"won|{subject}|{piece}"):
                    if self.figures.has(v, measure):
                        found = self.figures.value(v, measure)
                        said = f"{self.wording.amount(measure, found.value)} ({self.wording.bounds(measure, found)})"
                    else:
                        said = "–"
                    cells.append(f'<td class="n">{said}</td>')
            rows.append(f"<tr><td>{escape(self.wording.piece(subject, piece))}</td>{''.join(cells)}</tr>")
        title = escape(subject_of(self.game, subject).title)
        return (
            f'<details><summary>{title}: all in numbers</summary><div class="wide"><table>{head}</tr>'
            f"{''.join(rows)}</table></div></details>"
        )

    def _all_changes(self) -> str:
        rows = []
        for change in self.changes[:400]:
            amount = self.wording.amount
            low, high = (self.wording.difference(change.key, x) for x in (change.low, change.high))
            name = escape(self._of(change) + self.wording.title(change.key))
            rows.append(
                f"<tr{' class=sure' if change.sure else ''}><td>{name}"
                f'</td><td class="n">{amount(change.key, change.before)}</td><td class="n">'
                f'{amount(change.key, change.after)}</td><td class="n">{low.removesuffix(" points")} to {high}</td>'
                f"<td>{self.wording.verdict(change)}</td></tr>"
            )
        head = "<tr><th>measure</th><th>before</th><th>after</th><th>difference, 95 %</th><th>verdict</th></tr>"
        first, rest = "".join(rows[:FIRST]), "".join(rows[FIRST:])
        more = f"<details><summary>{len(rows) - FIRST} more</summary>" if rest else ""
        return (
            f'<h2>Every comparison, the surest first</h2><div class="wide"><table>{head}{first}</table></div>{more}'
            + (f'<div class="wide"><table>{head}{rest}</table></div></details>' if rest else "")
        )

    def _how(self) -> str:
        compared = (
            " All variants were played on the same seeds, with the same streams of chance for the Dealer and for the "
            "thoughts of each seat, and are compared block by block: the luck they share falls out."
            if not self.alone
            else ""
        )
        return (
            "<h2>How to read this</h2><p>Every interval holds the truth in 95 of 100 studies. It is reckoned from the "
            f"scatter between {len(self.figures.blocks)} blocks of games.{compared} “More than chance” means: with all "
            "comparisons of this page reckoned with (Holm’s way), a page without any true difference would show even "
            "one such line in at most one study of twenty. Bots are not people: a bot that does not understand a card "
            "shows too little of it.</p>"
        )


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
