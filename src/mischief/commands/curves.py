"""`mischief curves`: the report of a run of training, drawn anew."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from mischief.learning.diary import read_run
from mischief.study.schooling import write_page


def curves(
    folder: Annotated[Path, typer.Argument(help="The folder of the run, such as runs/piratz.")],
) -> None:
    """Draw the report of a run of training anew from its folder: a page with curves."""
    page = write_page(read_run(folder), folder)
    Console().print(f"Drawn: {page}", highlight=False, soft_wrap=True)
