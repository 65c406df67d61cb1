"""`mischief types`: writes the browser's types from the server's messages and the games' views."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def types(
    repository: Annotated[Path, typer.Argument(help="The root of the source tree.")] = Path("."),
) -> None:
    """Write web/src/lib/protocol.ts from the server's message types."""
    from mischief.server.protocol.typescript import path_in, write_types

    target = path_in(repository)
    if not target.parent.is_dir():
        raise typer.BadParameter(f"{target.parent} is not there: name the root of Mischief's source tree.")
    target.write_text(write_types(), encoding="utf-8")
    typer.echo(f"wrote {target}")
