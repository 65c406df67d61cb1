"""A table that this server cannot read stops nobody: the server starts, lists go on without it, and whoever opens it is
told what is missing."""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from harness import Served, come, crumbs, fetch, quick, started, table_of

from mischief.engine.errors import MischiefError
from mischief.server.tables.library import Library
from mischief.trials.client import ask

CLOCK = {"move_seconds": 600, "bank_seconds": 0}


def in_play(file: Path) -> dict[str, Any]:
    """A database with two listed tables of Last Crumb in play, with clocks (so that the server sees to them as soon as
    it starts), and one of Piratz that waits for players. The first is going to be spoilt."""
    with Served(quick(file, limits=False), crumbs()) as server:

        async def play() -> tuple[str, list[list[str]], str]:
            one, two = await started(server.url, clock=CLOCK, listed=True)
            await one.do({"type": "play", "actions": [0]})
            other, _ = await started(server.url, clock=CLOCK, listed=True)
            return one.table, [one.tokens, two.tokens], other.table

        table, tokens, sound = asyncio.run(play())
        waiting, _, _ = table_of(server.url, "piratz", people=1, seats=3, listed=True)
    return {"table": table, "tokens": [t[0] for t in tokens], "sound": sound, "waiting": waiting}


def change(file: Path, statement: str, *values: Any) -> None:
    base = sqlite3.connect(file)
    base.execute(statement, values)
    base.commit()
    base.close()


def set_up(field: str, value: Any) -> Callable[[Path, str], None]:
    def spoil(file: Path, table: str) -> None:
        change(file, f"UPDATE tables SET setup = json_set(setup, '$.{field}', json(?)) WHERE id = ?", value, table)

    return spoil


def write_on(body: dict[str, Any]) -> Callable[[Path, str], None]:
    def spoil(file: Path, table: str) -> None:
        last = f"SELECT max(seq) + 1 FROM entries WHERE table_id = '{table}'"
        change(
            file, f"INSERT INTO entries (table_id, seq, at, body) VALUES (?, ({last}), 9, ?)", table, json.dumps(body)
        )

    return spoil


def another_game(file: Path, table: str) -> None:
    change(file, "UPDATE tables SET game = 'rat-chess' WHERE id = ?", table)


SPOILT: dict[str, tuple[Callable[[Path, str], None], str]] = {
    "a game that is not on the shelf": (another_game, "rat-chess"),
    "newer rules": (set_up("rules_version", "99"), "version 99"),
    "older rules": (set_up("rules_version", "0"), "version 0"),
    "an unknown house rule": (set_up("options", '{"gravity": "off"}'), "gravity"),
    "a set-up of another shape": (set_up("seats", '"several"'), "set up"),
    "an entry of an unknown kind": (write_on({"kind": "teleported", "seat": 0}), "teleported"),
    "an entry of another shape": (write_on({"kind": "said", "seat": "all", "text": 1}), "entry 5"),
    "a move that the rules forbid": (write_on({"kind": "played", "seat": 0, "moves": [[0, 77]]}), "entry 5"),
    "a hole in the log": (lambda f, t: change(f, "DELETE FROM entries WHERE table_id = ? AND seq = 2", t), "entry 3"),
}


@pytest.mark.parametrize("what", SPOILT)
def test_a_table_that_cannot_be_read_stops_nobody(what: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    spoil, missing = SPOILT[what]
    kept = in_play(tmp_path / "tables.db")
    table = kept["table"]
    spoil(tmp_path / "tables.db", table)
    caplog.clear()
    with caplog.at_level(logging.WARNING), Served(quick(tmp_path / "tables.db", limits=False), crumbs()) as server:
        assert fetch(server.url + "/healthz")[0] == 200
        listed = [t["info"]["id"] for t in ask(server.url, "/api/tables")["tables"]]
        assert sorted(listed) == sorted([kept["sound"], kept["waiting"]])
        assert ask(server.url, "/api/recent")["tables"] == []
        keys = [{"table": name, "token": kept["tokens"][0]} for name in (table, "nowhere")]
        mine = ask(server.url, "/api/mine", {"keys": keys})
        assert (mine["tables"], mine["gone"]) == ([], ["nowhere"]), "its token may be good again one day"
        for path in (f"/api/tables/{table}", f"/api/games/{table}/replay", f"/api/games/{table}/export"):
            status, _, body = fetch(server.url + path)
            assert (status, json.loads(body)["code"]) == (409, "unreadable"), path
            assert missing in json.loads(body)["text"]
        assert fetch(f"{server.url}/replay/{table}")[0] in (200, 503)

        async def open_it() -> None:
            for tokens in ([], kept["tokens"][:1]):
                with pytest.raises(MischiefError, match="unreadable") as caught:
                    await come(server.url, table, *tokens)
                assert missing in str(caught.value)

        asyncio.run(open_it())
        with pytest.raises(MischiefError, match="unreadable"):
            ask(server.url, f"/api/tables/{table}/sit", {"name": "Cy"})
        said = [record for record in caplog.records if getattr(record, "table", "") == table]
        assert len(said) == 1, "said once, however often it is asked for"


def test_a_shelf_without_the_game_serves_the_other_tables(tmp_path: Path) -> None:
    kept = in_play(tmp_path / "tables.db")
    with Served(quick(tmp_path / "tables.db", limits=False), Library()) as server:
        assert [t["info"]["id"] for t in ask(server.url, "/api/tables")["tables"]] == [kept["waiting"]]
        status, _, body = fetch(f"{server.url}/api/tables/{kept['table']}")
        assert (status, json.loads(body)["code"]) == (409, "unreadable")


def test_what_a_newer_process_writes_at_an_open_table_is_not_waited_for_for_ever(tmp_path: Path) -> None:
    """Two versions on one database, while servers are updated one after another."""
    file = tmp_path / "tables.db"
    with Served(quick(file, limits=False), crumbs()) as server:

        async def scene() -> None:
            one, two = await started(server.url)
            write_on({"kind": "teleported", "seat": 0})(file, one.table)
            live = server.inside.tables[one.table]
            server.loop.call_soon_threadsafe(live.look_up)
            answer = asyncio.ensure_future(one.do({"type": "play", "actions": [0]}))
            await two.until(lambda: any(o["type"] == "resync" for o in two.others), 5)
            assert (await asyncio.wait_for(answer, 5))["code"] in ("unreadable", "unknown_table")
            with pytest.raises(MischiefError, match="teleported"):
                await two.watch()

        asyncio.run(scene())


def test_lists_are_full_though_the_newest_tables_cannot_be_read(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    with Served(quick(file, limits=False), crumbs()) as server:
        names = [table_of(server.url, people=0, listed=True)[0] for _ in range(40)]
    for number, name in enumerate(names):
        change(file, "UPDATE tables SET created = ? WHERE id = ?", number, name)
        if number >= 10:
            another_game(file, name)
    with Served(quick(file, limits=False), crumbs()) as server:
        assert {t["info"]["id"] for t in ask(server.url, "/api/tables")["tables"]} == set(names[:10])
