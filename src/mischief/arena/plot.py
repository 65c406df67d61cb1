"""A picture of a match: each bot's win rate with its interval, and how it settled game by game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mischief.arena.match import Match, Played
from mischief.arena.shares import Share
from mischief.arena.standings import Entrant, entrants, own_seats, rounds, standings
from mischief.engine.errors import BadOption
from mischief.extras import needs
from mischief.files import check_folder_for, writing

INKS = ("#8c3b2e", "#2f5d50", "#b8862b", "#3f4e77", "#7a4d7e", "#5b5b5b")


def easel(path: Path) -> Any:
    """What draws, if it is there and can draw such a file."""
    if path.suffix.lower() not in (".svg", ".png", ".pdf"):
        raise BadOption(f"A plot is an .svg, .png or .pdf file, not {path.name!r}.")
    check_folder_for(path)
    with needs("study"):
        import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot

    return pyplot


def hang(figure: Any, path: Path) -> None:
    """Write a finished picture."""
    from matplotlib import pyplot

    with writing(path):
        figure.savefig(path)
    pyplot.close(figure)


def draw(match: Match, played: Sequence[Played], path: Path) -> None:
    """Write the picture; the file's ending (.svg, .png, .pdf) says in which form."""
    pyplot = easel(path)
    table = standings(match, played)
    named = {entrant.name: entrant for entrant in entrants(match)}
    figure, (bars, lines) = pyplot.subplots(1, 2, figsize=(10, 4), layout="constrained", width_ratios=(2, 3))
    figure.suptitle(f"{match.game}, {match.seats} seats, {len(played)} games")
    for row, standing in enumerate(table):
        ink = INKS[row % len(INKS)]
        error = [[standing.rate - standing.low], [standing.high - standing.rate]]
        bars.barh(row, standing.rate, color=ink, alpha=0.8, xerr=error, capsize=4, ecolor="#333333")
        bars.text(0.01, row, f"{standing.rate:.1%}", va="center", color="white", fontsize=9)
        rates, lows, highs, numbers = _course(match, played, named[standing.bot])
        lines.plot(numbers, rates, color=ink, label=standing.bot)
        lines.fill_between(numbers, lows, highs, color=ink, alpha=0.15, linewidth=0)
    bars.set_yticks(range(len(table)), [s.bot if s.seats == 1 else f"{s.bot} (each of {s.seats})" for s in table])
    bars.invert_yaxis()
    bars.set_xlim(0, 1)
    bars.set_xlabel("wins, with 95 % interval")
    lines.set_ylim(0, 1)
    lines.set_xlabel("games")
    lines.set_ylabel("wins so far")
    if not match.teams:
        for axis_line in (bars.axvline, lines.axhline):
            axis_line(1 / match.seats, color="#333333", linestyle=":", linewidth=1)
    lines.legend(frameon=False)
    hang(figure, path)


def _course(
    match: Match, played: Sequence[Played], entrant: Entrant
) -> tuple[list[float], list[float], list[float], list[int]]:
    """An entrant's share of wins after each round, with its interval."""
    seats = 1 if match.teams else len(entrant.slots)
    rates, lows, highs, numbers = [], [], [], []
    share = Share()
    for games in rounds(played):
        own = [(game, sat) for game in games if (sat := own_seats(match, game, entrant))]
        if not own:
            continue
        share.add(sum(game.payoffs[s] for game, sat in own for s in sat), len(own))
        low, high = share.interval()
        rates.append(share.rate / seats)
        lows.append(low / seats)
        highs.append(high / seats)
        numbers.append(share.games)
    return rates, lows, highs, numbers
