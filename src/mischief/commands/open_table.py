"""`mischief` alone: starts a server of your own and opens the table in your browser."""

from __future__ import annotations

import socket
import threading
import time
import urllib.error
import urllib.request
import webbrowser
from typing import Annotated

import typer
from rich.console import Console

USUAL_PORT = 8000
PATIENCE = 20.0


def open_table(
    port: Annotated[int | None, typer.Option(help="Port; 8000, or a free one if that is taken.")] = None,
    database: Annotated[str, typer.Option(help="Where games are kept.")] = "mischief.db",
    browser: Annotated[bool, typer.Option(help="Open the browser by itself.")] = True,
) -> None:
    """Start a server of your own and open the table in your browser (what `mischief` alone does)."""
    from mischief.server.run import run
    from mischief.server.speaking.app import Settings

    port = _free_port() if port is None else port
    console = Console(soft_wrap=True, highlight=False)
    console.print(f"[bold]The table is at http://127.0.0.1:{port}/[/]   (Ctrl-C puts everything away; games are kept)")
    console.print("[dim]For friends on other machines: mischief serve --host 0.0.0.0[/]")
    if browser:
        threading.Thread(target=_open_when_ready, args=(f"http://127.0.0.1:{port}/",), daemon=True).start()
    run(Settings(database=database), "127.0.0.1", port, log_level="warning")


def _free_port() -> int:
    for port in (USUAL_PORT, 0):
        with socket.socket() as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                trial.bind(("127.0.0.1", port))
            except OSError:
                continue
            found: int = trial.getsockname()[1]
            return found
    raise AssertionError("port 0 can always be had")


def _open_when_ready(address: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            urllib.request.urlopen(address + "healthz", timeout=1)
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
        else:
            webbrowser.open(address)
            return
