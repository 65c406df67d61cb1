"""`mischief serve`: tables for friends anywhere, from one command."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from mischief.commands.home import games_file
from mischief.engine.decks import FOLDER
from mischief.engine.errors import BadOption
from mischief.extras import needs


def serve(
    host: Annotated[str, typer.Option(help="Address to listen on; 0.0.0.0 for everybody.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535)] = 8000,
    database: Annotated[
        str | None, typer.Option(envvar="MISCHIEF_DATABASE", help="A file for SQLite, or postgresql://user@host/name.")
    ] = None,
    workers: Annotated[int, typer.Option(min=0, max=64, help="Processes in which bots think.")] = 1,
    log_format: Annotated[str, typer.Option(help="text or json.")] = "text",
    log_level: Annotated[str, typer.Option(help="debug, info, warning or error.")] = "info",
    origin: Annotated[
        list[str] | None, typer.Option(help="Another origin whose pages may connect; repeatable.")
    ] = None,
    behind_proxy: Annotated[
        str, typer.Option(help="Address of the proxy whose X-Forwarded-For is believed; empty: none.")
    ] = "",
    public_url: Annotated[
        str, typer.Option(help="Where people find this server, if not at its own address: https://games.example.org.")
    ] = "",
    tls_cert: Annotated[
        Path | None, typer.Option(help="Speak TLS with this certificate and its chain (PEM), such as fullchain.pem.")
    ] = None,
    tls_key: Annotated[Path | None, typer.Option(help="The certificate's key (PEM), such as privkey.pem.")] = None,
    bot_pace: Annotated[float, typer.Option(min=0, max=10, help="Seconds that a bot's move takes at least.")] = 0.6,
    long_absence: Annotated[
        float, typer.Option(min=0, help="Hours that somebody is gone before a game can be ended without them.")
    ] = 24.0,
    game: Annotated[
        list[str] | None, typer.Option(help="A folder with a game of your own, offered beside ours; repeatable.")
    ] = None,
    decks: Annotated[
        Path | None, typer.Option(help="A folder of decks that can be chosen by name: FOLDER/<game>/NAME.toml.")
    ] = None,
    limits: Annotated[bool, typer.Option(help="Rate limits; leave them on.")] = True,
    sockets_per_address: Annotated[
        int, typer.Option(min=1, help="Open connections from one address, of any kind.")
    ] = 500,
) -> None:
    """Serve tables to browsers."""
    from mischief.games.shelf import BOXES, rulebook
    from mischief.server.playing.table_server import TableSettings
    from mischief.server.run import run
    from mischief.server.speaking.app import Settings
    from mischief.server.speaking.reach import is_loopback, read_public
    from mischief.server.tables.library import Library

    if log_format not in ("text", "json"):
        raise typer.BadParameter(f"--log-format is text or json, not {log_format!r}.")
    if log_level not in ("debug", "info", "warning", "error"):
        raise typer.BadParameter(f"--log-level is debug, info, warning or error, not {log_level!r}.")
    certificate = None
    if tls_cert is not None or tls_key is not None:
        with needs("public"):
            from mischief.server.speaking.certificate import read_pair
        certificate = read_pair(tls_cert, tls_key)
    public = read_public(public_url) if public_url else ""
    tables = TableSettings(bot_pace=bot_pace, long_absence=long_absence * 3600)
    if public.startswith("https:"):
        tables.contact = public
    settings = Settings(
        database=database or games_file(),
        workers=workers,
        origins=tuple(origin or ()),
        limits=limits,
        sockets_per_address=sockets_per_address,
        public_url=public,
        known_names=bool(public_url) or (is_loopback(host) and not behind_proxy),
        tables=tables,
    )
    if decks is not None:
        if not decks.is_dir():
            raise BadOption(
                f"--decks {decks} should be a folder with a folder for each game, such as pie-rats/mine.toml."
            )
        os.environ[FOLDER] = str(decks.resolve())  # for the processes that think, too
    sources = {name: name for name in BOXES}
    for folder in game or ():
        name = rulebook(folder).info.id
        if name in sources:
            raise BadOption(
                f"--game {folder} has the id {name!r}, and so has {sources[name]}: a table needs one of each."
            )
        sources[name] = folder
    run(settings, host, port, log_format, log_level, behind_proxy, Library(sources), certificate)
