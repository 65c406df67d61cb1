"""Who somebody is goes from one browser to another: once, for ten minutes, and for nobody who has not the code."""

from __future__ import annotations

import json
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from harness import Served, fetch, table_of

from mischief.engine.errors import MischiefError
from mischief.server.speaking.carrying import GOOD_FOR, new_code, veil
from mischief.trials.client import ask


def baggage(url: str) -> dict[str, Any]:
    table, tokens, _ = table_of(url)
    circle = ask(url, "/api/circles", {"title": "Rats", "name": "Ada"})
    seats = [{"table": table, "token": tokens[0], "seat": 0, "name": "Ada"}]
    return {"name": "Ada", "rat": 4, "seats": seats, "circles": [circle]}


def post(server: Served, path: str, body: dict[str, Any]) -> tuple[int, bytes]:
    return fetch(server.url + path, "POST", json.dumps(body).encode(), content_type="application/json")[::2]


def test_it_arrives_as_it_was_sent_and_its_keys_are_good(server: Served) -> None:
    sent = baggage(server.url)
    code = ask(server.url, "/api/carry", sent)["code"]
    assert ask(server.url, "/api/carry/look", {"code": code}) == {"waits": True}
    got = ask(server.url, "/api/carry/take", {"code": code})
    assert got["seats"] == sent["seats"]
    assert (got["name"], got["rat"]) == ("Ada", 4)
    key = {name: got["seats"][0][name] for name in ("table", "token")}
    assert ask(server.url, "/api/mine", {"keys": [key]})["tables"][0]["seat"] == 0
    assert ask(server.url, "/api/circles/see", {"key": got["circles"][0]["key"]})["me"] == 0
    assert ask(server.url, "/api/carry/look", {"code": code}) == {"waits": False}


def test_wrong_used_and_late_codes_get_one_and_the_same_answer(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    used, late = (ask(server.url, "/api/carry", {"name": "Ada"})["code"] for _ in range(2))
    ask(server.url, "/api/carry/take", {"code": used})
    now = server.inside.now()
    monkeypatch.setattr(server.inside, "now", lambda: now + GOOD_FOR + 1)
    answers = {post(server, "/api/carry/take", {"code": code}) for code in (used, late, new_code(), "k")}
    assert len(answers) == 1
    assert answers.pop()[0] == 404
    looks = {post(server, "/api/carry/look", {"code": code}) for code in (used, late, new_code(), "k")}
    assert looks == {(200, b'{"waits":false}')}
    monkeypatch.setattr(server.inside, "now", lambda: now)
    assert post(server, "/api/carry/take", {"code": late})[0] == 404, "who comes late has thrown it away"


def test_of_two_who_fetch_at_once_one_gets_it(server: Served) -> None:
    for _ in range(5):
        code = ask(server.url, "/api/carry", {"name": "Ada"})["code"]
        with ThreadPoolExecutor(6) as hands:
            answers = hands.map(post, [server] * 6, ["/api/carry/take"] * 6, [{"code": code}] * 6)
            statuses = [status for status, _ in answers]
        assert sorted(statuses) == [200, 404, 404, 404, 404, 404]


def test_neither_the_code_nor_a_key_lies_open_in_the_database(server: Served) -> None:
    sent = baggage(server.url)
    code = ask(server.url, "/api/carry", sent)["code"]
    with sqlite3.connect(server.inside.store.address) as base:
        rows = base.execute("SELECT key, body FROM carried").fetchall()
    kept = json.dumps(rows)
    assert rows
    for secret in (code, sent["seats"][0]["token"], sent["circles"][0]["key"], "Ada"):
        assert secret not in kept


def test_a_code_is_long_and_a_veil_comes_off_with_it_alone() -> None:
    codes = {new_code() for _ in range(1000)}
    assert len(codes) == 1000
    assert all(len(code.replace("-", "")) == 16 for code in codes)
    one, other = sorted(codes)[:2]
    assert veil(veil(b"a tail", one), one) == b"a tail"
    assert veil(veil(b"a tail", one), other) != b"a tail"


@pytest.mark.parametrize(
    "body",
    [
        {"seats": [{"table": "t", "token": "x" * 32}] * 61},
        {"circles": [{"circle": "c", "title": "T", "member": 0, "key": "x" * 32}] * 21},
        {"name": "x" * 25},
        {"rat": -1},
        {"seats": [{"table": "../etc", "token": "x" * 32}]},
        {"seats": [{"table": "t", "token": "<script>alert(1)</script>"}]},
        {"more": "x"},
    ],
)
def test_only_what_a_browser_keeps_can_be_left(server: Served, body: dict[str, Any]) -> None:
    with pytest.raises(MischiefError, match="malformed"):
        ask(server.url, "/api/carry", body)
