"""The command line: `mischief` opens the table; everything else is a word behind it."""

from __future__ import annotations

import importlib
import os
import sys

import typer
from rich.console import Console

from mischief.engine.errors import MischiefError

COMMANDS = {
    "open": "mischief.commands.open_table:open_table",
    "play": "mischief.commands.play:play",
    "learn": "mischief.commands.learn:learn",
    "rules": "mischief.commands.rules:rules",
    "check": "mischief.commands.check:check",
    "selfplay": "mischief.commands.selfplay:selfplay",
    "arena": "mischief.commands.arena:arena",
    "league": "mischief.commands.league:league",
    "partners": "mischief.commands.partners:partners",
    "study": "mischief.commands.study:study",
    "compare": "mischief.commands.study:compare",
    "tune": "mischief.commands.tune:tune",
    "intervals": "mischief.commands.intervals:intervals",
    "analyse": "mischief.commands.analyse:analyse",
    "calibrate": "mischief.commands.calibrate:calibrate",
    "manners": "mischief.commands.manners:manners",
    "train": "mischief.commands.train:train",
    "curves": "mischief.commands.curves:curves",
    "moves": "mischief.commands.moves:moves",
    "cards": "mischief.commands.cards:cards",
    "fields": "mischief.commands.fields:fields",
    "new-game": "mischief.commands.new_game:new_game",
    "compile": "mischief.commands.compile_game:compile_game",
    "mutate": "mischief.commands.mutate:mutate",
    "serve": "mischief.commands.serve:serve",
    "backup": "mischief.commands.backup:backup",
    "types": "mischief.commands.types:types",
    "crashtest": "mischief.commands.crashtest:crashtest",
    "fuzz": "mischief.commands.fuzz:fuzz",
    "secrecy": "mischief.commands.secrecy:secrecy",
}
"""Each command lives in a module of its own, loaded only when it is called for."""


def build(words: list[str]) -> typer.Typer:
    """The command line, with only the command that is called for loaded (all of them for help)."""
    app = typer.Typer(
        name="mischief",
        help="One table for five tabletop games about rats, each with its whole rulebook.",
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_front)
    called = next((w for w in words if w in COMMANDS), None)
    for name, place in COMMANDS.items():
        if called in (None, name):
            module, function = place.split(":")
            app.command(name)(getattr(importlib.import_module(module), function))
    return app


def _front() -> None:
    """One table for five tabletop games about rats, each with its whole rulebook."""


def _say(sentence: str) -> None:
    Console(stderr=True).print(sentence, style="red", markup=False, highlight=False, soft_wrap=True)


def main() -> None:
    """Run a command; whatever goes wrong is said in a sentence, never as a traceback."""
    os.environ["MPLBACKEND"] = "agg"  # commands draw into files; a notebook would hand on its own way of drawing
    try:
        if len(sys.argv) == 1 or (sys.argv[1].startswith("--") and sys.argv[1] != "--help"):
            sys.argv.insert(1, "open")  # `mischief --lan` too
        build(sys.argv[1:])()
    except MischiefError as error:
        _say(str(error))
        sys.exit(2)
    except OSError as error:  # a full disk, say; commands that know more about a file say it themselves
        where = f"{error.filename}: " if error.filename else ""
        _say(f"{where}{error.strerror or error}")
        sys.exit(2)
    except KeyboardInterrupt:
        _say("Stopped.")
        sys.exit(130)
    except SystemExit as end:
        # Typer makes an exit of Ctrl-C; a command that has said so itself exits without it.
        if isinstance(getattr(end.__context__, "__cause__", None), KeyboardInterrupt):
            _say("Stopped.")
        raise
