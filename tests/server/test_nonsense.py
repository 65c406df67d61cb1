"""Names that cannot be seen, JSON that never ends, seats that are no number: one clear refusal each."""

from __future__ import annotations

import asyncio
import json
import sys
import unicodedata
from typing import Any

import pytest
from harness import Served, come, fetch, started, table_of

from mischief.engine.errors import MischiefError
from mischief.server.tables.deeds import Denied
from mischief.server.tables.names import clean_name, clean_text, same_name, visible
from mischief.trials.client import ask

BLANK = [
    "\u3164",  # HANGUL FILLER, a letter
    "\u2800",  # BRAILLE PATTERN BLANK, a symbol
    "\u115f\u1160",  # HANGUL CHOSEONG and JUNGSEONG FILLER
    "\uffa0",  # HALFWIDTH HANGUL FILLER
    "\u17b4",  # KHMER VOWEL INHERENT AQ
    "\u034f",  # COMBINING GRAPHEME JOINER
    "\ufe0f",  # VARIATION SELECTOR-16
    "\u200b",  # ZERO WIDTH SPACE
    "\u2060",  # WORD JOINER
    "\u00ad",  # SOFT HYPHEN
    "\u00a0\u2003",  # spaces
    "\u0301",  # COMBINING ACUTE ACCENT, on nothing
    "\U000e0041",  # TAG LATIN CAPITAL LETTER A
    "\U0001d159",  # MUSICAL SYMBOL NULL NOTEHEAD
    "\u3164 \u2800\u200d\ufe0f",
]


@pytest.mark.parametrize("name", BLANK, ids=lambda name: "+".join(f"{ord(c):04X}" for c in name))
def test_a_name_that_cannot_be_seen_is_refused_everywhere(server: Served, name: str) -> None:
    table, tokens, _ = table_of(server.url, people=1)
    for path, body in (
        ("/api/tables", {"game": "last-crumb", "name": name}),
        (f"/api/tables/{table}/sit", {"name": name}),
    ):
        with pytest.raises(MischiefError, match="malformed"):
            ask(server.url, path, body)

    async def scene() -> None:
        ada = await come(server.url, table, *tokens)
        for what in ({"type": "rename", "name": name}, {"type": "say", "text": name}):
            answer = await ada.do(what)
            assert answer.get("code") == "malformed", answer

    asyncio.run(scene())


def test_names_of_all_scripts_are_welcome() -> None:
    for name in (
        "Ada",
        "Žofia",
        "Zoe\u0301",
        "鼠",
        "ラット",
        "쥐",
        "крыса",
        "ফারাও",
        "الفأر",
        "עכבר",
        "🐀",
        "❤️",
        "R2",
        "¡Ojo!",
    ):
        assert clean_name(name) == unicodedata.normalize("NFC", name)


def test_a_visible_name_cannot_hide_something_either() -> None:
    """`Ada` and `Ada` with a filler behind it would look like one person."""
    for inside in ("Ada\u3164", "A\u2800da", "\u115fAda", "Ada\u200b", "Ada\u034f"):
        with pytest.raises(Denied):
            clean_name(inside)
    assert same_name("Ada", "ADA")
    assert same_name("Ada", "Ａｄａ"), "full width"
    assert same_name("❤", "❤\ufe0f")
    assert not same_name("Ada", "Eda")


def test_what_counts_as_invisible_follows_from_properties_of_unicode() -> None:
    """Every character that Unicode calls a format character, a separator or unassigned is invisible; every letter and
    digit of a script is visible but the fillers; and whatever is called blank or filler is not."""
    for number in range(sys.maxunicode + 1):
        c = chr(number)
        category, called = unicodedata.category(c), unicodedata.name(c, "")
        if category[0] in "CZ" or (("FILLER" in called or "BLANK" in called) and number != 0x2422):
            assert not visible(c), f"{number:04X} {called}"
        elif category[0] == "N" or category in ("Lu", "Ll", "Lt"):
            assert visible(c), f"{number:04X} {called}"
    assert clean_text("\u3164 hello \u200b") == "hello"


def deep(depth: int, of: str = "[") -> str:
    return of * depth


@pytest.mark.parametrize("depth", [40, 200, 900, 980, 8_000, 16_000])
def test_json_without_end_is_refused_at_every_door(server: Served, depth: int) -> None:
    nested = {"[": "[" * depth + "]" * depth, '{"a":': '{"a":' * depth + "1" + "}" * depth}
    for value in nested.values():
        for path, body in (
            ("/api/sandbox", '{"game": "last-crumb", "seats": 2, "position": {"crumb": %s}}'),
            ("/api/sandbox", '{"position": %s}'),
            ("/api/sandbox", '{"position": {"game": "last-crumb", "players": 2, "paws": %s}}'),
            ("/api/sandbox", '{"game": "last-crumb", "options": {"crumbs": %s}}'),
            ("/api/tables", '{"game": "last-crumb", "options": {"crumbs": %s}}'),
            ("/api/tables", '{"game": %s}'),
            ("/api/tables", "%s"),
            ("/api/mine", '{"keys": %s}'),
        ):
            raw = (body % value).encode()
            status, _, told = fetch(server.url + path, "POST", raw, content_type="application/json")
            assert status in (400, 413, 422), (path, body, status, told[:200])
            assert json.loads(told)["text"]

    async def scene() -> None:
        one, _ = await started(server.url)
        assert one.line is not None
        frames = (
            "%s",
            '{"type": "do", "table": "x", "cmd_id": "deep", "seat": 0, "seen": 0, "what": %s}',
            '{"deep": %s, "type": "ping"}',
            '{"type": "watch", "table": %s}',
        )
        for frame in frames:
            for value in nested.values():
                before = len(one.others)
                one.line.send((frame % value)[:16_000].encode())
                await one.until(lambda before=before: len(one.others) > before, 5)
                assert one.others[-1]["type"] == "no"
        assert (await one.do({"type": "play", "actions": [0]}))["type"] == "ok", "the socket lives"

    asyncio.run(scene())


NO_SEATS: list[Any] = [[], {}, [2], "2", 2.5, True, None, 10**30, -1, 0]


@pytest.mark.parametrize("seats", NO_SEATS, ids=repr)
def test_a_position_with_seats_that_are_no_number_is_refused(server: Served, seats: Any) -> None:
    games = {"last-crumb": "players", "piratz": "players", "high-tea": "n", "pie-rats": "players"}
    for game, field in games.items():
        for position in ({"game": game, field: seats}, {"game": game, "players": 2, "options": seats or [1]}):
            body = json.dumps({"position": position}).encode()
            status, _, told = fetch(server.url + "/api/sandbox", "POST", body, content_type="application/json")
            assert status in (400, 422), (position, status, told[:200])
    for position in ({"game": seats}, {"game": []}, {}):
        body = json.dumps({"position": position}).encode()
        status, _, told = fetch(server.url + "/api/sandbox", "POST", body, content_type="application/json")
        assert status in (400, 404, 422), (position, status, told[:200])
