"""`mischief` alone: starts a server of your own and opens the table in your browser."""

from __future__ import annotations

import threading
import time
import urllib.error
import urllib.request
import webbrowser
from typing import Annotated

import typer
from rich.console import Console

from mischief.commands.home import Doorplate, games_file

PATIENCE = 20.0


def open_table(
    port: Annotated[
        int | None, typer.Option(help="Port; that of last time, 8000 or any that is free.", min=1, max=65535)
    ] = None,
    database: Annotated[
        str | None, typer.Option(envvar="MISCHIEF_DATABASE", help="Where games are kept; said at the start.")
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open the browser by itself.")] = True,
    lan: Annotated[
        bool, typer.Option("--lan", help="Open to the local network from the start; else by a switch in the browser.")
    ] = False,
    lan_address: Annotated[
        str, typer.Option(help="This machine's address in that network, if the one that is found is not the right one.")
    ] = "",
) -> None:
    """Start a server of your own and open the table in your browser (what `mischief` alone does)."""
    from mischief.server.run import run
    from mischief.server.speaking.app import Settings
    from mischief.server.tables.entries import new_token

    database = database or games_file()
    plate = Doorplate(database)
    last = plate.last()
    console = Console(soft_wrap=True, highlight=False)
    if port is None:
        port = plate.find()
        if last not in (None, port):
            console.print(
                f"Port {last} of last time is taken. Your browser keeps your seats by address, with the port."
            )
        plate.write(port)
    key = new_token()
    address = f"http://127.0.0.1:{port}/"
    console.print(f"[bold]The table is at {address}[/]   (Ctrl-C puts everything away; games are kept)")
    # Behind the # it stays in the browser: no server sees it, and no log.
    console.print(
        f"[dim]It is yours to open to your network, in the browser that opens or with {address}#owner={key}[/]"
    )
    if browser:
        threading.Thread(target=_open_when_ready, args=(address, f"#owner={key}"), daemon=True).start()
    settings = Settings(database=database, owner=key, lan=lan_address, known_names=True)
    run(settings, "127.0.0.1", port, log_level="warning", lan=lan)


def _open_when_ready(address: str, behind: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            urllib.request.urlopen(address + "healthz", timeout=1)
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
        else:
            webbrowser.open(address + behind)
            return
