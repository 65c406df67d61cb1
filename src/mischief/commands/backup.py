"""`mischief backup`: a copy of the tables that is safe to make while the server runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mischief.commands.home import games_file


def backup(
    target: Annotated[Path, typer.Argument(help="The file to write; it must not be there yet.")],
    database: Annotated[
        str | None, typer.Option(envvar="MISCHIEF_DATABASE", help="The SQLite file to copy; that of `mischief` alone.")
    ] = None,
) -> None:
    """Copy the SQLite database while the server runs; the copy is checked before it gets its name."""
    from mischief.server.keeping.sqlite import backup as copy

    size = copy(database or games_file(), target)
    typer.echo(f"wrote {target} ({size:,} bytes), checked and sound")
