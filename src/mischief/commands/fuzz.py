"""`mischief fuzz`: a hundred thousand pieces of nonsense at a server, which must not mind."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import Progress

from mischief.commands.stopping import heeding_ctrl_c


def fuzz(
    inputs: Annotated[int, typer.Option(min=10, help="Frames and requests in all.")] = 100_000,
    seed: Annotated[int, typer.Option(help="The same seed makes the same frames.")] = 1,
) -> None:
    """Throw random and mutated frames and requests at a server of its own; needs the dev extra (schemathesis)."""
    from mischief.trials.crashing import Victim
    from mischief.trials.fuzzing import FuzzReport
    from mischief.trials.fuzzing import fuzz as throw

    requests = inputs * 3 // 10
    console = Console(stderr=True)

    async def run(folder: str) -> FuzzReport:
        victim = Victim(str(Path(folder) / "fuzz.db"), [])
        await victim.start()
        try:
            with Progress(console=console, transient=True) as bar:
                tasks = {
                    "frames": bar.add_task("frames", total=inputs - requests),
                    "requests": bar.add_task("requests", total=requests),
                }
                return await throw(
                    victim.url,
                    inputs - requests,
                    requests,
                    seed,
                    lambda what, done: bar.update(tasks[what], completed=done),
                )
        finally:
            await victim.kill()

    with tempfile.TemporaryDirectory() as folder, heeding_ctrl_c():
        report = asyncio.run(run(folder))
    typer.echo(msgspec.json.format(msgspec.json.encode(report)).decode())
    console.print("[green]The server is healthy, no answer was a 500, and all tables are intact.[/]")
