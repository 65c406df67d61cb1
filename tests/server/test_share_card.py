"""The share card: drawn for every game, safe whatever the names are, and told to nobody before the end."""

from __future__ import annotations

import asyncio
import json
import re
import struct
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from harness import Served, play_to_the_end, quick, started
from test_http import fetch

from mischief import art
from mischief.engine.game import Game, Result, Tally
from mischief.games import shelf
from mischief.server.afterwards.share_card import LEFT, RIGHT, box_of, draw
from mischief.server.afterwards.share_pixels import paint
from mischief.server.afterwards.story import preview, tell
from mischief.server.protocol.bodies import TableCard
from mischief.server.protocol.messages import SeatInfo, TableInfo
from mischief.trials.client import ask

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "<script>&\"']]></title>"
LONG = "W" * 24
NAMES = [
    HOSTILE,
    LONG,
    "李小龙与他的老鼠朋友们一起吃奶酪真的很开心啊",
    "محمد الفأر الكبير جدا",
    "Z̛͖͍̅o̷ë̴́͠",
    "Bartholomew Whiskerington",
    "\ufdfd" * 24,
]


def card_of(game: Game, result: Result | None, names: list[str] = NAMES, **info: Any) -> TableCard:
    told = TableInfo(
        id="k7m2qxa9p",
        game=game.info.id,
        title=game.info.title,
        seats=game.seats,
        options=game.options,
        hints=True,
        undo=True,
        listed=False,
        clock=None,
        created=1_794_700_000_000,
        rules_version=1,
        stand_in="normal",
        absence=86_400_000,
        **info,
    )
    seats = [SeatInfo(s, "bot" if s % 2 else "person", names[s % len(names)]) for s in range(game.seats)]
    return TableCard(told, "over" if result else "abandoned", 9, seats, [], result, None, 1_794_753_000_000)


def result_of(game: Game, winners: tuple[int, ...]) -> Result:
    seats = range(game.seats)
    if game.info.cooperative:
        one = tuple(1 for _ in seats)
        return Result(one, one, winners, "Every group passed the exam.", "", (Tally("Meals completed", "", one),))
    scores = tuple(40 if s in winners else 20 - s for s in seats)
    return Result(scores, tuple(1 + sum(o > mine for o in scores) for mine in scores), winners, "Most points.")


def drawn(game: Game, card: TableCard) -> tuple[str, ElementTree.Element]:
    """The card's text, and the card as the tree that any reader of XML makes of it."""
    picture = draw(tell(card, game.info, game.option_list), box_of(game.folder))
    return picture, ElementTree.fromstring(picture)


def words(tree: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in tree.iter(f"{SVG}text")]


@pytest.mark.parametrize("name", list(shelf.BOXES))
def test_every_game_at_every_size_is_drawn_within_its_frame(name: str) -> None:
    book = shelf.rulebook(name)
    for seats in range(book.info.seats[0], book.info.seats[1] + 1):
        game = book(seats)
        everybody = tuple(range(seats))
        for winners in (everybody if game.info.cooperative else (seats - 1,), ()):
            picture, tree = drawn(game, card_of(game, result_of(game, winners)))
            assert tree.attrib["viewBox"] == "0 0 1200 630"
            assert game.info.title in words(tree)
            assert "15 November 2026" in words(tree)
            assert "Deal k7m2qxa9p" in words(tree)
            allowed = {SVG + tag for tag in ["svg", "g", "title", "text", "rect", "circle", "ellipse", "path"]}
            assert {node.tag for node in tree.iter()} <= allowed
            assert not [key for node in tree.iter() for key in node.attrib if key.startswith("on") or "href" in key]
            assert "style" not in picture
            frames = [node for node in tree.iter(f"{SVG}svg") if node.get("overflow") == "hidden"]
            assert len(frames) == seats
            for frame in frames:
                x, width = float(frame.attrib["x"]), float(frame.attrib["width"])
                assert x > LEFT
                assert 100 < width < RIGHT - x
                assert 0 < float(frame.attrib["y"]) < 630 - float(frame.attrib["height"])


@pytest.mark.parametrize("name", list(shelf.BOXES))
def test_every_box_has_a_drawing_and_a_colour_of_its_own(name: str) -> None:
    box = box_of(shelf.rulebook(name).folder)
    root = ElementTree.fromstring(box)
    assert root.attrib["viewBox"] == "0 0 160 120"
    assert root.attrib["color"] != art.ACCENT
    game = shelf.rulebook(name)()
    picture, _ = drawn(game, card_of(game, result_of(game, (0,))))
    assert picture.count(root.attrib["color"]) == box.count(root.attrib["color"]) + 2, "the edge and the tail"


def test_names_are_told_and_never_obeyed() -> None:
    game = shelf.rulebook("piratz")(2)
    picture, tree = drawn(game, card_of(game, result_of(game, (0,)), [HOSTILE, "Bo\x00b\ud800"]))
    assert "<script" not in picture
    assert HOSTILE in words(tree)
    assert f"{HOSTILE} won." in words(tree)
    assert "Bo\ufffdb\ufffd" in words(tree)
    tags = preview(
        tell(card_of(game, result_of(game, (0,))), game.info, ()), 'http://"><script>/replay/x', "http://h/card.svg"
    )
    assert "<script" not in tags
    assert tags.count('"') == 4 * tags.count("<meta ")


def test_who_won_and_who_shared_it() -> None:
    game = shelf.rulebook("piratz")(4)
    names = ["Ada", "Ben", "Cy", "Di"]
    one = tell(card_of(game, result_of(game, (2,)), names), game.info, game.option_list)
    assert one.headline == "Cy won."
    assert [(s.name, s.place, s.score) for s in one.sitters] == [
        ("Cy", "first", 40),
        ("Ada", "second", 20),
        ("Ben", "third", 19),
        ("Di", "fourth", 17),
    ]
    _, tree = drawn(game, card_of(game, result_of(game, (0, 2, 3)), names))
    assert "Ada, Cy and Di share the win." in words(tree)
    assert words(tree).count("first") + words(tree).count("first · bot") == 3
    _, tree = drawn(game, card_of(game, result_of(game, (0, 1)), [LONG, LONG[:-1], "Cy", "Di"]))
    assert "Two share the win." in words(tree)
    _, tree = drawn(game, card_of(game, result_of(game, (0,)), ["漢" * 24, "Ben", "Cy", "Di"]))
    assert [w for w in words(tree) if w.endswith("… won.")]
    _, tree = drawn(game, card_of(game, None, names))
    assert "Ended by agreement." in words(tree)
    assert {"Ada", "Ben", "Cy", "Di"} <= set(words(tree))


def test_winning_and_losing_together() -> None:
    game = shelf.rulebook("doctor-rat")(3)
    for winners, says, colour in (
        ((0, 1, 2), "Won together.", art.OK),
        ((), "Lost together. Manners intact.", art.BAD),
    ):
        picture, tree = drawn(game, card_of(game, result_of(game, winners), ["Ada", "Ben", "Cy"]))
        assert says in words(tree)
        assert colour in picture
        assert "Meals completed: 1." in words(tree)
        assert "first" not in words(tree)


def test_only_house_rules_that_are_not_usual_are_told() -> None:
    book = shelf.rulebook("high-tea")
    game = book(3, vocations=True, first_host=1, ship_name="SS Whiskers")
    usual = book(3)
    assert tell(card_of(usual, None), usual.info, usual.option_list).rules == ()
    assert tell(card_of(game, None), game.info, game.option_list).rules == ("Vocations: with the seven vocations.",), (
        "with vocations nobody asks for the first Host"
    )
    hatted = book(3, first_host=1)
    assert tell(card_of(hatted, None), game.info, game.option_list).rules == ("First Host: seat 2.",)
    newcomers = book(3, start_supply="random")
    assert tell(card_of(newcomers, None), game.info, game.option_list).rules == ("Set for a first game.",)
    pies = shelf.rulebook("pie-rats")(2, phase6="never")
    assert tell(card_of(pies, None), pies.info, pies.option_list).rules[0].startswith("Disturbing a loot: nothing ")
    _, tree = drawn(game, card_of(game, None, deal_of="abc234xyz"))
    assert "The deal of abc234xyz once more. " in " ".join(words(tree)) + " "
    assert "Vocations: with the seven vocations." in " ".join(words(tree))


def test_text_shrinks_before_it_is_cut() -> None:
    assert art.fit("Ada", 40, 400, 20) == ("Ada", 40)
    text, size = art.fit("Bartholomew", 40, 200, 20)
    assert text == "Bartholomew"
    assert 20 <= size < 40
    text, size = art.fit("Bartholomew" * 4, 40, 200, 20)
    assert text.endswith("…")
    assert art.measure(text, size) <= 200
    assert art.wrap("one two three four", 20, 90, 2) == ["one two", "three four"]


def test_the_card_of_a_finished_game_is_served(server: Served) -> None:
    async def play() -> str:
        players = await started(server.url, "last-crumb", 3, seats=3)
        await players[0].do({"type": "rename", "name": "<b>Ada</b> & co"})
        await play_to_the_end(players)
        return players[0].table

    path = f"{server.url}/api/games/{asyncio.run(play())}/card.svg"
    status, headers, body = fetch(path.replace("svg", "png"))
    assert (status, headers["content-type"], body[:4]) == (200, "image/png", b"\x89PNG")
    status, headers, body = fetch(path)
    assert (status, headers["content-type"]) == (200, "image/svg+xml")
    assert headers["cache-control"] == "public, max-age=300"
    assert "default-src 'none'" in headers["content-security-policy"]
    tree = ElementTree.fromstring(body)
    assert "<b>Ada</b> & co" in words(tree)
    assert {"Bo", "Cy"} <= set(words(tree))
    assert fetch(path, "HEAD")[0] == 200
    assert fetch(path, "POST", b"{}", content_type="application/json")[0] == 405


def test_no_card_before_the_end_and_none_of_nothing(server: Served) -> None:
    table = ask(server.url, "/api/tables", {"game": "last-crumb"})["table"]
    for name, expected in (
        (table, (409, "not_now")),
        ("nosuchtable", (404, "unknown_table")),
        ("%00", (404, "unknown_table")),
    ):
        status, headers, body = fetch(f"{server.url}/api/games/{name}/card.svg")
        assert (status, json.loads(body)["code"]) == expected
        assert headers["content-type"] == "application/json"
        assert headers["cache-control"] == "no-store"


def test_a_replay_says_what_it_is_to_those_who_show_links(tmp_path: Path) -> None:
    static = tmp_path / "static"
    static.mkdir()
    (static / "index.html").write_text("<!doctype html><head><title>Mischief</title></head>")

    async def play(url: str) -> str:
        players = await started(url, "last-crumb", 2, seats=2)
        await players[0].do({"type": "rename", "name": 'Ada "><b>'})
        await play_to_the_end(players)
        return players[0].table

    with Served(quick(tmp_path / "pages.db"), static=static) as pages:
        table = asyncio.run(play(pages.url))
        status, headers, body = fetch(f"{pages.url}/replay/{table}")
        page = body.decode()
        assert (status, headers["cache-control"]) == (200, "no-cache")
        assert f'<meta property="og:image" content="{pages.url}/api/games/{table}/card.png" />' in page
        assert f'<meta property="og:url" content="{pages.url}/replay/{table}" />' in page
        assert 'property="og:title" content="Last Crumb: ' in page
        assert "Ada &quot;&gt;&lt;b&gt; " in page
        assert "<b>" not in page
        assert page.endswith("</head>")
        assert b"<b>" not in fetch(f"{pages.url}/replay/{table}", host='x"><b>')[2]
        unfinished = ask(pages.url, "/api/tables", {"game": "last-crumb", "name": "Ada"})["table"]
        for quiet in (f"/replay/{unfinished}", "/replay/nosuchtable", "/replay/", f"/t/{table}", "/"):
            status, _, body = fetch(pages.url + quiet)
            assert status == 200
            assert b"og:" not in body


def test_the_ink_is_that_of_the_light_theme() -> None:
    """The table and the card are drawn in two languages, with the same colours."""
    style = (Path(__file__).parents[2] / "web/src/app.css").read_text(encoding="utf-8")
    light = dict(reversed(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", style)))  # of two themes the first
    named = {
        "bg": art.BACK,
        "surface": art.SURFACE,
        "raised": art.RAISED,
        "ink": art.INK,
        "muted": art.MUTED,
    }
    named |= {"accent": art.ACCENT, "ok": art.OK, "bad": art.BAD, "fur": art.FUR, "skin": art.SKIN}
    named |= {f"seat-{seat}": colour for seat, colour in enumerate(art.SEATS)}
    assert {name: light.get(name) for name in named} == named


@pytest.mark.parametrize("name", list(shelf.BOXES))
def test_the_card_is_painted_too_with_whatever_names(name: str) -> None:
    game = shelf.rulebook(name)()
    drawn = draw(tell(card_of(game, result_of(game, (0,))), game.info, ()), box_of(game.folder))
    png = paint(drawn)
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", png[16:24]) == (1200, 630)
    wordless = re.sub("<text.*?</text>", "", drawn, flags=re.DOTALL)
    assert len(png) > len(paint(wordless)) + 2_000, "its words are seen"
