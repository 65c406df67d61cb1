"""`mischief tune RECIPE`: tries many decks, proposes the best, and lets it prove itself on fresh seeds."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table as Grid

from mischief.commands.asking import On, Workers
from mischief.commands.study import Bots, Seed, plan_of, play_study, run_study
from mischief.engine.errors import BadOption
from mischief.study.figures import Figures, Value
from mischief.study.recipes import Deck, Recipe, decks_of, read_recipe, write_decks
from mischief.study.tuning import MEASURES, Aim, Rank, check_within, difference, ranking, read_aim
from mischief.study.variants import BadStudy, grid

SHOWN = 8


def tune(
    recipe: Annotated[Path, typer.Argument(help="A TOML file: a game, and knobs to turn in its deck.")],
    aim: Annotated[str, typer.Option(help=f"least or most of: {', '.join(MEASURES)}.")] = "",
    games: Annotated[int, typer.Option("--games", "-n", help="How many games of each deck.")] = 2000,
    proof: Annotated[int, typer.Option(help="How many games of the best deck and the plain one afterwards.")] = 20_000,
    bots: Bots = None,
    seed: Seed = 1,
    out: Annotated[Path | None, typer.Option(help="A folder for the decks and the report of the proof.")] = None,
    workers: Workers = None,
    on: On = None,
) -> None:
    """Find a deck that is better at something: many decks on the same luck, then the best on fresh seeds."""
    if games < 1 or proof < 1:
        raise BadOption("--games and --proof should be at least 1.")
    read = read_recipe(recipe)
    wanted = read_aim(aim or read.aim or "least seat gap")
    check_within(read.within)
    decks = decks_of(read)
    folder = out or Path(f"tune-{recipe.stem}")
    if folder.is_file():
        raise BadStudy(f"--out {folder} should be a folder; it is a file.")
    try:
        kept, refused = write_decks(read, decks, folder / "decks")
    except OSError as error:
        raise BadStudy(f"{folder}: the decks cannot be written ({error.strerror}).") from error
    if not kept or kept[0][0] is not decks[0] or len(kept) < 2:
        raise BadStudy(f"No deck of the recipe can be played: {refused[0]}.")
    console = Console(highlight=False, soft_wrap=True)
    for sentence in dict.fromkeys(refused):
        console.print(f"Left out: {sentence}", style="yellow", markup=False)
    settings = {**read.options, **({"bots": bots} if bots else {}), **({"seats": read.seats} if read.seats else {})}
    rows = [(read.game, {**settings, "deck": str(path)}) for _, path in kept]
    plan = plan_of(grid(rows, [], _names(kept)), [], games, seed, 0, "Which deck is best?")
    heat = Figures(plan, play_study(console, plan, folder / "heat", workers, on))
    ranks = ranking(heat, wanted, read.within)
    if len(ranks) < 2:
        raise BadStudy("No deck of the recipe stays as near to the plain one as `within` says.")
    show_ranks(console, kept, ranks, wanted, games)
    best = ranks[0].variant or ranks[1].variant  # the plain deck proves nothing against itself
    pair = grid([rows[0], rows[best]], [], [read.deck, kept[best][0].name])
    again = plan_of(pair, [], proof, seed + games, min(200, proof), f"Is it better? {kept[best][0].name}")
    figures = run_study(again, folder / "proof", workers, on, brief=True)
    conclude(console, read, figures, wanted, kept[best][1])


def _names(kept: Sequence[tuple[Deck, Path]]) -> list[str]:
    return [deck.name for deck, _ in kept]


def show_ranks(
    console: Console, kept: Sequence[tuple[Deck, Path]], ranks: Sequence[Rank], aim: Aim, games: int
) -> None:
    """The best decks of the heat, and where the plain one stands among them."""
    table = Grid(
        "place",
        "deck",
        aim.measure,
        "95 % interval",
        title=f"{aim}: {len(ranks)} of {len(kept)} decks, {games:,} games each",
    )
    for place, rank in enumerate(ranks, 1):
        if place <= SHOWN or rank.variant == 0:
            style = "bold" if rank.variant == 0 else ""
            table.add_row(str(place), kept[rank.variant][0].name, *_shown(rank.value, aim), style=style)
    console.print(table)


def _shown(value: Value, aim: Aim) -> tuple[str, str]:
    if aim.measure in ("seat gap", "behind", "shared"):
        return f"{100 * value.value:.1f} %", f"{100 * value.low:.1f} to {100 * value.high:.1f} %"
    return f"{value.value:.2f}", f"{value.low:.2f} to {value.high:.2f}"


def conclude(console: Console, recipe: Recipe, figures: Figures, aim: Aim, file: Path) -> None:
    """Whether the best deck is better on fresh seeds too."""
    change, low, high = difference(figures, aim)
    unit, times = (" points", 100) if aim.measure in ("seat gap", "behind", "shared") else ("", 1)
    better = high < 0 if aim.least else low > 0
    worse = low > 0 if aim.least else high < 0
    verdict = "better, and more than chance" if better else "worse" if worse else "no better than chance may make it"
    console.print(
        f"On fresh seeds its {aim.measure} differs from that of the {recipe.deck} deck by"
        f" {times * change:+.2f} ({times * low:+.2f} to {times * high:+.2f}){unit}: {verdict}. The deck: {file}.",
        style="bold",
    )
