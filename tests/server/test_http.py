"""The HTTP API: the shelf, replays, files, the sandbox; and what a careful front refuses."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, get_args

import pytest
from harness import Served, come, crumbs, fetch, play_to_the_end, quick, served, started
from prometheus_client.parser import text_string_to_metric_families

from mischief.engine.errors import MischiefError
from mischief.server.protocol import messages as m
from mischief.server.speaking.api import ENDPOINTS
from mischief.server.speaking.app import make_app
from mischief.server.speaking.openapi import describe
from mischief.trials.client import Line, LineLost, ask


@pytest.fixture(scope="module")
def finished(server: Served) -> str:
    async def play() -> str:
        players = await started(server.url, "last-crumb", 3, seats=3, listed=True)
        await play_to_the_end(players)
        return players[0].table

    return asyncio.run(play())


def test_the_shelf_and_what_is_in_a_box(server: Served) -> None:
    shelf = ask(server.url, "/api/shelf")
    assert [g["id"] for g in shelf["games"]] == list(server.inside.library.books)
    assert [level["id"] for level in shelf["levels"]] == ["easy", "normal", "hard", "master"]
    for game in server.inside.library.books:
        box = ask(server.url, f"/api/shelf/{game}")
        assert box["info"]["id"] == game
        assert [section["level"] for section in box["rulebook"]][:2] == [1, 2]
        assert box["words"]["events"]
        assert box["cards"]
    assert fetch(f"{server.url}/api/shelf/chess")[0] == 404


def test_a_replay_from_every_chair_and_all_open(server: Served, finished: str) -> None:
    path = f"/api/games/{finished}/replay"
    whole = ask(server.url, path + "?viewer=all")
    assert whole["total"] == len(whole["frames"]) == 1 + 15
    assert len(whole["frames"][3]["views"]) == 3
    assert {
        e["facts"].get("paw") is not None for f in whole["frames"] for e in f["events"] if e["kind"] == "chose"
    } == {True}
    seat = ask(server.url, path + "?viewer=1")
    mine = [
        (e["facts"]["seat"], "paw" in e["facts"]) for f in seat["frames"] for e in f["events"] if e["kind"] == "chose"
    ]
    assert all(known == (who == 1) for who, known in mine)
    assert [f["moves"] for f in seat["frames"] if f["by"] == 0 and len(f["moves"]) > 1] == []
    part = ask(server.url, path + "?viewer=watcher&from=3&count=2")
    assert [f["seq"] for f in part["frames"]] == [whole["frames"][3]["seq"], whole["frames"][4]["seq"]]
    scores = ask(server.url, f"/api/games/{finished}/scores")
    assert len(scores["seqs"]) == whole["total"]
    assert scores["scores"][-1] == whole["card"]["result"]["scores"]
    for bad in ("viewer=9", "viewer=nobody", "from=x", "count=-1"):
        assert fetch(f"{server.url}{path}?{bad}")[0] == 400


def test_no_replay_before_the_end(server: Served) -> None:
    async def scene() -> None:
        one, _ = await started(server.url)
        for what in ("replay", "scores", "export"):
            status, _, body = await asyncio.to_thread(fetch, f"{server.url}/api/games/{one.table}/{what}")
            assert (status, json.loads(body)["code"]) == (409, "not_now")

    asyncio.run(scene())


def test_a_game_goes_out_as_a_file_and_comes_back(server: Served, finished: str, tmp_path: Path) -> None:
    file = ask(server.url, f"/api/games/{finished}/export")
    with served(tmp_path / "elsewhere.db") as other:
        copy = ask(other.url, "/api/games", file)["table"]
        there = ask(other.url, f"/api/games/{copy}/replay?viewer=all")
        here = ask(server.url, f"/api/games/{finished}/replay?viewer=all")
        assert [f["views"] for f in there["frames"]] == [f["views"] for f in here["frames"]]
        assert ask(other.url, f"/api/games/{copy}/export")["moves"] == file["moves"]
        for change, words in (
            ({"moves": file["moves"][: -file["entries"][-1]], "entries": file["entries"][:-1]}, "before its game does"),
            ({"moves": [*file["moves"][:-1], [0, 77]]}, "moves["),
            ({"entries": [99]}, "entries"),
            ({"names": ["Ada"]}, "seats"),
            ({"rules_version": 99}, "version 99"),
            ({"game": "chess"}, "chess"),
            ({"options": {"crumbs": "none"}}, "crumbs"),
            ({"format": "pgn"}, "format"),
        ):
            with pytest.raises(MischiefError) as caught:
                ask(other.url, "/api/games", {**file, **change})
            assert words in str(caught.value), change


def test_an_abandoned_game_can_be_replayed_and_kept(server: Served) -> None:
    async def scene() -> None:
        one, two = await started(server.url)
        await one.do({"type": "play", "actions": [0]})
        await one.do({"type": "abandon", "agree": True})
        await two.do({"type": "abandon", "agree": True})
        file = await asyncio.to_thread(ask, server.url, f"/api/games/{one.table}/export")
        assert file["abandoned"]
        copy = await asyncio.to_thread(ask, server.url, "/api/games", file)
        card = await asyncio.to_thread(ask, server.url, f"/api/tables/{copy['table']}")
        assert card["status"] == "abandoned"

    asyncio.run(scene())


def test_lists_show_only_what_was_meant_to_be_found(server: Served, finished: str) -> None:
    hidden = ask(server.url, "/api/tables", {"game": "last-crumb"})["table"]
    listed = ask(server.url, "/api/tables", {"game": "last-crumb", "listed": True})["table"]
    found = [t["info"]["id"] for t in ask(server.url, "/api/tables")["tables"]]
    assert listed in found
    assert hidden not in found
    assert finished in [t["info"]["id"] for t in ask(server.url, "/api/recent?game=last-crumb")["tables"]]
    assert fetch(server.url + "/api/recent?game=chess")[0] == 404


def test_the_sandbox_plays_a_lesson(server: Served) -> None:
    wish: dict[str, Any] = {
        "game": "last-crumb",
        "seats": 2,
        "moves": [{"seat": -1, "text": "crumb 4"}, {"seat": 0, "text": "paw 5"}, {"seat": 1, "action": 0}],
        "viewer": 0,
    }
    answer = ask(server.url, "/api/sandbox", wish)
    assert [s["move"]["text"] for s in answer["steps"]][:3] == ["crumb 4", "paw 5", "paw 1"]
    assert answer["view"]["scores"] == [4, 0]
    assert answer["form"] == "together"
    on = ask(server.url, "/api/sandbox", {"position": answer["position"], "auto": [0, 1]})
    assert on["result"] is not None
    again = ask(server.url, "/api/sandbox", {"position": answer["position"], "moves": [{"seat": 0, "text": "paw 5"}]})
    assert again["refusal"] == {"index": 0, "text": "You have used your 5 already.", "clause": "LC-2.5"}
    for bad, words in (
        ({"game": "chess"}, "chess"),
        ({}, "name the game"),
        ({"game": "last-crumb", "moves": [{"seat": 0}]}, "moves[0]"),
        ({"position": {"game": "last-crumb", "players": 2, "round": 77}}, "round"),
        ({"game": "last-crumb", "viewer": 9}, "viewer"),
        ({"game": "last-crumb", "seats": 9}, "2 to 4 seats"),
    ):
        with pytest.raises(MischiefError) as caught:
            ask(server.url, "/api/sandbox", bad)
        assert words in str(caught.value)


def test_the_sandbox_plays_on_from_a_moment_of_a_finished_game(server: Served, finished: str) -> None:
    frames = ask(server.url, f"/api/games/{finished}/replay?viewer=all&count=200")["frames"]
    at = len(frames) // 2
    wish = {"replay": finished, "at": at, "viewer": 0}
    answer = ask(server.url, "/api/sandbox", wish)
    assert answer["views"] == frames[at]["views"]
    assert answer["actors"] == frames[at]["waiting"]
    one = ask(server.url, "/api/sandbox", wish | {"auto": [0, 1, 2, 3], "house_moves": 1})
    played = [{"seat": s["by"], "action": s["move"]["action"]} for s in one["steps"]]
    assert len([move for move in played if move["seat"] >= 0]) == 1
    untold = ask(server.url, "/api/sandbox", wish | {"moves": played, "told_from": len(played)})
    assert untold["steps"] == []
    assert untold["views"] == one["views"]
    unfinished = ask(server.url, "/api/tables", {"game": "last-crumb"})["table"]
    for bad, words in (({"replay": unfinished}, "not over"), ({"replay": "nosuchtable"}, "no table")):
        with pytest.raises(MischiefError) as caught:
            ask(server.url, "/api/sandbox", bad)
        assert words in str(caught.value)


def test_a_deal_can_be_played_again(server: Served, finished: str) -> None:
    first = ask(server.url, f"/api/games/{finished}/export")
    bots = [{"seat": s, "level": "random"} for s in range(first["seats"])]
    same = {"game": "last-crumb", "seats": first["seats"], "options": first["options"], "deal_of": finished}
    made = ask(server.url, "/api/tables", same | {"bots": bots, "start": True})["table"]
    for _ in range(200):
        card = ask(server.url, f"/api/tables/{made}")
        if card["status"] == "over":
            break
        time.sleep(0.05)
    assert card["info"]["deal_of"] == finished
    again = ask(server.url, f"/api/games/{made}/export")
    dealt = [[outcome for seat, outcome in file["moves"] if seat < 0] for file in (first, again)]
    assert dealt[0] == dealt[1]
    unfinished = ask(server.url, "/api/tables", {"game": "last-crumb"})["table"]
    for bad, words in (
        ({"deal_of": "nosuchtable"}, "no table"),
        ({"deal_of": unfinished}, "still a secret"),
        ({"deal_of": finished, "seats": 4 if first["seats"] != 4 else 3}, "the same game, seats"),
    ):
        with pytest.raises(MischiefError, match=words):
            ask(server.url, "/api/tables", same | bad)


def test_bad_wishes_for_tables_are_explained(server: Served) -> None:
    for bad, words in (
        ({"game": "chess"}, "There is no game 'chess' here"),
        ({"game": "last-crumb", "seats": 5}, "2 to 4 seats"),
        ({"game": "last-crumb", "options": {"crums": "plenty"}}, "Did you mean 'crumbs'"),
        ({"game": "last-crumb", "start": True}, "empty"),
        ({"game": "last-crumb", "bots": [{"seat": 0, "level": "genius"}]}, "genius"),
        ({"game": "last-crumb", "clock": {"move_seconds": 1, "bank_seconds": 0}}, "move_seconds"),
        ({"game": "../../etc/passwd"}, "There is no game"),
    ):
        with pytest.raises(MischiefError) as caught:
            ask(server.url, "/api/tables", bad)
        assert words in str(caught.value)


def test_every_answer_is_guarded(server: Served) -> None:
    for path in ("/", "/t/abc", "/api/shelf", "/api/nothing", "/healthz", "/assets/none.js"):
        _, headers, _ = fetch(server.url + path)
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "'unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


def test_other_sites_are_kept_out(server: Served) -> None:
    body = b'{"game":"last-crumb"}'
    kind = {"content_type": "application/json"}
    assert fetch(server.url + "/api/tables", "POST", body, origin="https://evil.example", **kind)[0] == 403
    assert fetch(server.url + "/api/tables", "POST", body, origin=server.url, **kind)[0] == 200
    assert fetch(server.url + "/api/tables", "POST", body, content_type="text/plain")[0] == 415

    async def scene() -> None:
        with pytest.raises(LineLost, match="403"):
            await Line.to(server.url, lambda raw: None, origin="https://evil.example")
        line = await Line.to(server.url, lambda raw: None, origin=server.url)
        line.close()

    asyncio.run(scene())


def test_wrong_methods_and_large_bodies(server: Served) -> None:
    assert fetch(server.url + "/api/tables", "DELETE")[0] == 405
    status, _, body = fetch(server.url + "/api/tables", "POST", b"[" * 20_000, content_type="application/json")
    assert (status, json.loads(body)["code"]) == (413, "too_large")
    assert fetch(server.url + "/api/tables", "POST", b"[" * 9_000, content_type="application/json")[0] == 400
    assert fetch(server.url + "/", "POST", b"x")[0] == 405
    assert fetch(server.url + "/api/tables/%00%ff")[0] == 404


def test_requests_in_haste_are_refused(tmp_path: Path) -> None:
    with served(tmp_path / "fast.db") as server:
        statuses = [
            fetch(server.url + "/api/sandbox", "POST", b"{}", content_type="application/json")[0] for _ in range(80)
        ]
        assert statuses[0] == 400
        assert statuses[-1] == 429
        assert fetch(server.url + "/healthz")[0] == 200


def test_pages(server: Served, tmp_path: Path) -> None:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html><title>Mischief</title>")
    (static / "favicon.svg").write_text("<svg/>")
    (static / "assets" / "app-1234.js").write_text("let x = 1;" * 300)
    (tmp_path / "secret.txt").write_text("secret")

    with Served(quick(tmp_path / "pages.db"), static=static) as pages:
        for path in ("/", "/t/abc", "/replay/abc", "/new/piratz", "/anything/else"):
            status, headers, body = fetch(pages.url + path)
            assert (status, headers["cache-control"]) == (200, "no-cache")
            assert b"Mischief" in body
        status, headers, _ = fetch(pages.url + "/assets/app-1234.js", accept_encoding="gzip")
        assert "immutable" in headers["cache-control"]
        assert headers["content-encoding"] == "gzip"
        assert fetch(pages.url + "/favicon.svg")[0] == 200
        for path in (
            "/nothing.js",
            "/t/nothing.js",
            "/..%2fsecret.txt",
            "/assets/..%2f..%2fsecret.txt",
            "/.%2e/secret.txt",
        ):
            assert b"secret" not in fetch(pages.url + path)[2].replace(path.encode(), b"")
    assert b"not been built" in fetch(server.url + "/")[2] or b"Mischief" in fetch(server.url + "/")[2]


def test_a_page_says_early_what_it_is_going_to_ask_for(tmp_path: Path) -> None:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html><title>Mischief</title>")
    parts = {
        "index.html": {"file": "assets/index-1.js", "imports": ["_base.js"]},
        "_base.js": {"file": "assets/base-1.js", "css": ["assets/base-1.css"]},
        "_kit.js": {"file": "assets/kit-1.js", "imports": ["_base.js", "index.html"]},
        "src/pages/Table.svelte": {"file": "assets/Table-1.js", "imports": ["_kit.js"], "css": ["assets/Table-1.css"]},
        "src/boards/last-crumb/index.ts": {"file": "assets/crumb-1.js", "imports": ["_kit.js"]},
    }
    (static / "build.json").write_text(json.dumps(parts))

    def links(path: str) -> set[str]:
        return {part.strip() for part in fetch(pages.url + path)[1].get("link", "").split(",") if part}

    with Served(quick(tmp_path / "pages.db"), static=static) as pages:
        table = ask(pages.url, "/api/tables", {"game": "last-crumb"})["table"]
        page = {
            "</assets/index-1.js>; rel=modulepreload",
            "</assets/base-1.js>; rel=modulepreload",
            "</assets/base-1.css>; rel=preload; as=style; crossorigin",
            "</assets/Table-1.js>; rel=modulepreload",
            "</assets/kit-1.js>; rel=modulepreload",
            "</assets/Table-1.css>; rel=preload; as=style; crossorigin",
        }
        box = "</api/shelf/last-crumb>; rel=preload; as=fetch; crossorigin"
        assert links(f"/t/{table}") == page | {box, "</assets/crumb-1.js>; rel=modulepreload"}
        assert links("/t/nosuchtable") == page
        assert links("/t/nosuchtable") < links(f"/t/{table}")
        assert box in links("/new/last-crumb")
        assert box in links("/rules/last-crumb")
        assert not any("api" in link for link in links("/rules/last-crumb?deck=mine"))
        assert "crumb-1" not in str(links("/new/last-crumb"))
        assert links("/") == {"</api/shelf>; rel=preload; as=fetch; crossorigin"}
        for path in ("/new/x%3E%0d%0aset-cookie:%20a=b", "/rules/..", "/elsewhere"):
            assert not any("x>" in link or "api" in link for link in links(path))


def test_health_and_metrics(server: Served, finished: str) -> None:
    assert json.loads(fetch(server.url + "/healthz")[2]) == {"ok": True, "paused": False, "why": ""}
    text = fetch(server.url + "/metrics")[2].decode()
    assert "mischief_acknowledged_seconds_count" in text
    found = {sample.name: sample.value for family in text_string_to_metric_families(text) for sample in family.samples}
    assert found["mischief_entries_total"] > 10
    assert 'mischief_games_total{game="last-crumb",now="over"}' in text
    assert finished not in text


def test_every_series_is_there_from_the_start_at_nought(tmp_path: Path) -> None:
    """So that an alert on the first pause, or on the first refusal of a kind, has something to look at."""
    inside = make_app(quick(tmp_path / "new.db"), crumbs()).server
    families = list(text_string_to_metric_families(inside.metrics.write().decode()))
    samples = [sample for family in families for sample in family.samples]
    assert {sample.value for sample in samples} == {0}
    assert all(family.documentation for family in families)
    labels = {name: {s.labels[name] for s in samples if name in s.labels} for name in ("code", "game", "now", "path")}
    assert labels["code"] == set(get_args(m.Refusal))
    assert labels["game"] == set(inside.library.books)
    assert labels["now"] == set(get_args(m.Status))
    assert labels["path"] == {endpoint.path for endpoint in ENDPOINTS}
    assert {"mischief_pauses_total", "mischief_store_paused", "mischief_acknowledged_seconds_count"} <= {
        sample.name for sample in samples
    }


def test_the_description_for_machines_covers_every_way(server: Served) -> None:
    told = ask(server.url, "/api/openapi.json")
    assert told == json.loads(json.dumps(describe()))
    assert set(told["paths"]["/api/tables"]) == {"get", "post"}


def test_logs_hold_no_secrets(tmp_path: Path) -> None:
    """A whole game at the most talkative setting."""
    words = [
        "serve",
        "--port",
        "0",
        "--database",
        str(tmp_path / "loud.db"),
        "--log-level",
        "debug",
        "--log-format",
        "json",
    ]
    log = tmp_path / "loud.log"  # a pipe that nobody reads fills up, and then the server waits for its reader
    with log.open("w") as errors:
        running = subprocess.Popen(
            [sys.executable, "-m", "mischief", *words], stdout=subprocess.PIPE, stderr=errors, text=True
        )
    assert running.stdout is not None
    url = running.stdout.readline().split()[-1].rstrip("/")

    async def scene() -> list[str]:
        one, two = await started(url, "piratz", 2, seats=2)
        await one.do({"type": "say", "text": "the spyglass is mine"})
        mover = one if one.legal() else two
        await mover.do({"type": "play", "actions": [mover.legal()[0]]})
        await come(url, one.table, *one.tokens)
        return [*one.tokens, *two.tokens]

    try:
        secrets = asyncio.run(scene())
    finally:
        running.terminate()
        running.communicate(timeout=20)
    assert running.returncode == 0, "a graceful end"
    told = log.read_text(encoding="utf-8")
    lines = [json.loads(line) for line in told.splitlines()]
    assert len(lines) < 200, "talkative, but about the table"
    assert {"the doors are open", "the doors are closed"} <= {line["says"] for line in lines}
    for secret in [*secrets, "spyglass", "Ada"]:
        assert secret not in told


def test_no_file_of_the_server_can_be_asked_for(server: Served, tmp_path: Path) -> None:
    """A card file of one's own is for one's own machine: from outside it is neither offered nor taken."""
    assert "deck" not in [o["name"] for o in ask(server.url, "/api/shelf/piratz")["options"]]
    body = json.dumps({"game": "piratz", "seats": 2, "options": {"deck": str(tmp_path / "deck.toml")}}).encode()
    status, _, told = fetch(f"{server.url}/api/tables", "POST", body, content_type="application/json")
    assert status == 400
    assert b"names a file" in told
