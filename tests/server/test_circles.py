"""Circles: friends under one private link. Numbers come from finished games alone, and nobody else sees a thing."""

from __future__ import annotations

import asyncio
import csv
import io
import itertools
import json
import random
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from harness import Served, come, fetch, play_to_the_end, served

from mischief.engine.errors import MischiefError
from mischief.server.afterwards.standings import numbers
from mischief.server.protocol.circles import CircleFile, Numbers, PastGame, PastSeat
from mischief.server.speaking.circles import ENDPOINTS, NOTHING
from mischief.trials.client import ask

Message = dict[str, Any]


def friends(url: str, *names: str) -> list[Message]:
    """A circle; what the browser of each of its members keeps."""
    first = ask(url, "/api/circles", {"title": "Thursday rats", "name": names[0], "rat": 1})
    others = [ask(url, "/api/circles/join", {"link": first["link"], "name": name}) for name in names[1:]]
    return [first, *others]


def play(url: str, circle: list[Message], game: str = "last-crumb") -> str:
    """A game among members, to its end: each sits by the key of their circle."""

    async def evening() -> str:
        wish = {"game": game, "seats": len(circle), "name": "Host", "circle": circle[0]["key"]}
        made = await asyncio.to_thread(ask, url, "/api/tables", wish)
        tokens = [made["token"]]
        for number, one in enumerate(circle[1:]):
            chair = {"name": f"Friend {number}", "circles": ["x" * 32, one["key"]]}
            tokens.append((await asyncio.to_thread(ask, url, f"/api/tables/{made['table']}/sit", chair))["token"])
        players = [await come(url, made["table"], token) for token in tokens]
        await players[0].do({"type": "start"})
        for player in players:
            await player.until(lambda p=player: p.status != "waiting")  # type: ignore[misc]
        await play_to_the_end(players)
        table: str = made["table"]
        return table

    return asyncio.run(evening())


def see(url: str, **how: str) -> Message:
    return ask(url, "/api/circles/see", how)


def test_what_is_shown_can_be_made_again_from_the_games(server: Served) -> None:
    circle = friends(server.url, "Ada", "Bo", "Cy")
    tables = [play(server.url, circle), play(server.url, circle[:2]), play(server.url, list(reversed(circle)))]
    shown = see(server.url, key=circle[1]["key"])
    assert [game["table"] for game in shown["games"]] == list(reversed(tables))
    assert all(game["how"].startswith("with ") for game in shown["games"])
    file = msgspec.convert(ask(server.url, "/api/circles/export", {"link": circle[0]["link"]}), CircleFile)
    random.Random(1).shuffle(file.games)
    assert msgspec.to_builtins(numbers(file.games)) == shown["numbers"]
    # And the games themselves can be read again from the tables' logs.
    database = server.inside.store.address
    with sqlite3.connect(database) as base:
        base.execute("DELETE FROM results")
    assert see(server.url, key=circle[0]["key"])["numbers"] == shown["numbers"]
    [table] = shown["numbers"]["games"]
    assert {standing["member"]: standing["games"] for standing in table["standings"]} == {0: 3, 1: 3, 2: 2}


def test_somebody_without_the_link_sees_nothing(server: Served) -> None:
    circle = friends(server.url, "Ada", "Bo")
    over = play(server.url, circle)
    waiting = ask(server.url, "/api/tables", {"game": "last-crumb", "name": "Ada", "circle": circle[0]["key"]})["table"]
    for path in ("/api/tables", "/api/recent", "/api/tables?game=last-crumb", "/api/recent?game=last-crumb"):
        listed = [card["info"]["id"] for card in ask(server.url, path)["tables"]]
        assert over not in listed
        assert waiting not in listed
    # Whatever a stranger tries, the answer is the same to the byte, and tells nothing.
    secrets = [circle[0]["circle"], circle[0]["link"], circle[0]["key"], circle[1]["key"], "Thursday rats", "Bo"]
    guesses = ["A" * 32, circle[0]["link"][1:] + "A", circle[0]["circle"] * 3]
    answers = set()
    for guess, name in itertools.product(guesses, ("link", "key")):
        for path, more in (
            ("/api/circles/see", {}),
            ("/api/circles/export", {"form": "csv"}),
            *((("/api/circles/join", {"name": "Eve"}),) if name == "link" else ()),
            *(
                (
                    ("/api/circles/me", {"name": "Eve"}),
                    ("/api/circles/renew", {}),
                    ("/api/circles/leave", {"member": 0}),
                )
                if name == "key"
                else ()
            ),
        ):
            body = json.dumps({name: guess, **more}).encode()
            status, _, answer = fetch(server.url + path, "POST", body, content_type="application/json")
            answers.add((status, answer))
    made = json.dumps({"game": "last-crumb", "circle": guesses[0]}).encode()
    answers.add(fetch(server.url + "/api/tables", "POST", made, content_type="application/json")[::2])
    assert len(answers) == 1
    [(status, answer)] = answers
    assert status == 404
    assert json.loads(answer)["text"] == NOTHING
    # A stranger who was told of one table sees that table, and no circle.
    card = json.dumps(ask(server.url, f"/api/tables/{over}")) + json.dumps(ask(server.url, f"/api/tables/{waiting}"))
    replay = json.dumps(ask(server.url, f"/api/games/{over}/replay?viewer=all"))
    assert not [secret for secret in secrets[:5] if secret in card + replay]


def test_a_stranger_at_the_table_is_a_guest_and_learns_nothing_by_trying_keys(server: Served) -> None:
    ours, theirs = friends(server.url, "Ada", "Bo"), friends(server.url, "Eve")
    table = ask(server.url, "/api/tables", {"game": "last-crumb", "seats": 4, "circle": ours[0]["key"]})["table"]
    other = ask(server.url, "/api/tables", {"game": "last-crumb", "seats": 4})["table"]
    for place in (table, other):
        sat = ask(server.url, f"/api/tables/{place}/sit", {"name": "Eve", "circles": [theirs[0]["key"]]})
        assert sat["circle"] == ""
    bo = ask(server.url, f"/api/tables/{table}/sit", {"name": "Bo", "circles": [ours[1]["key"]]})
    assert bo["circle"] == ours[0]["circle"]
    ask(server.url, f"/api/tables/{table}/sit", {"name": "Bo too", "circles": [ours[1]["key"]]})
    places = server.inside.tables[table].fold.places
    assert [place.member for place in places] == [None, 1, None, None]


def test_a_circle_is_not_for_the_lobby(server: Served) -> None:
    [ada] = friends(server.url, "Ada")
    with pytest.raises(MischiefError, match="for its friends"):
        ask(server.url, "/api/tables", {"game": "last-crumb", "listed": True, "circle": ada["key"]})


def test_names_may_change_and_a_member_stays_who_they_are(server: Served) -> None:
    ada, bo = friends(server.url, "Ada", "Bo")
    play(server.url, [ada, bo])
    before = see(server.url, key=ada["key"])["numbers"]
    ask(server.url, "/api/circles/me", {"key": bo["key"], "name": "Bosco", "rat": 3})
    shown = see(server.url, key=ada["key"])
    assert [(m["name"], m["rat"]) for m in shown["members"]] == [("Ada", 1), ("Bosco", 3)]
    assert shown["numbers"] == before
    table = ask_text(server.url, {"key": ada["key"], "form": "csv"})
    assert {row["name"] for row in csv.DictReader(io.StringIO(table))} == {"Ada", "Bosco"}


def ask_text(url: str, body: Message) -> str:
    return fetch(url + "/api/circles/export", "POST", json.dumps(body).encode(), content_type="application/json")[
        2
    ].decode()


def test_a_name_is_no_formula_in_a_spreadsheet(server: Served) -> None:
    circle = friends(server.url, "=HYPERLINK(1)", "@Bo")
    play(server.url, circle)
    rows = list(csv.DictReader(io.StringIO(ask_text(server.url, {"key": circle[0]["key"], "form": "csv"}))))
    assert sorted(row["name"] for row in rows) == ["'=HYPERLINK(1)", "'@Bo"]
    assert {row["place"] for row in rows} <= {"1", "2"}


def test_a_leaked_link_can_be_changed_and_members_stay(server: Served) -> None:
    ada, bo = friends(server.url, "Ada", "Bo")
    with pytest.raises(MischiefError, match="Only whoever opened"):
        ask(server.url, "/api/circles/renew", {"key": bo["key"]})
    fresh = ask(server.url, "/api/circles/renew", {"key": ada["key"]})["link"]
    with pytest.raises(MischiefError, match="no circle"):
        see(server.url, link=ada["link"])
    assert see(server.url, link=fresh)["me"] is None
    assert see(server.url, key=bo["key"], link=ada["link"])["me"] == 1


def test_who_was_sent_away_sees_nothing_and_what_they_played_stays(server: Served) -> None:
    ada, bo, cy = friends(server.url, "Ada", "Bo", "Cy")
    play(server.url, [ada, bo])
    with pytest.raises(MischiefError, match="Only whoever opened"):
        ask(server.url, "/api/circles/leave", {"key": cy["key"], "member": 1})
    left = ask(server.url, "/api/circles/leave", {"key": ada["key"], "member": 1})["members"]
    assert [member["gone"] for member in left] == [False, True, False]
    with pytest.raises(MischiefError, match="no circle"):
        see(server.url, key=bo["key"])
    assert len(see(server.url, key=cy["key"])["numbers"]["games"][0]["standings"]) == 2


def test_a_rematch_stays_in_the_circle(server: Served) -> None:
    ada, bo = friends(server.url, "Ada", "Bo")
    table = play(server.url, [ada, bo])
    fold = server.inside.tables[table].fold
    row, entries = server.inside.rematch_of(fold)
    assert row.setup.circle == ada["circle"]
    assert [entry.entry.member for entry in entries] == [0, 1]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("path", "body", "says"),
    [
        ("", {"title": "x" * 41, "name": "Ada"}, "title"),
        ("", {"title": "\u200b", "name": "Ada"}, "title: 1 to 40"),
        ("", {"title": "T", "name": "x" * 25}, "name"),
        ("", {"title": "T", "name": "Ada", "rat": 12}, "rat"),
        ("/see", {}, "no circle"),
        ("/see", {"key": "short"}, "key"),
        ("/export", {"link": "A" * 32, "form": "pdf"}, "form"),
    ],
)
def test_what_is_not_right_is_said(server: Served, path: str, body: Message, says: str) -> None:
    with pytest.raises(MischiefError, match=says):
        ask(server.url, "/api/circles" + path, body)


def test_a_circle_has_room_for_sixty(server: Served) -> None:
    [first] = friends(server.url, "Ada")
    for number in range(59):
        ask(server.url, "/api/circles/join", {"link": first["link"], "name": f"Rat {number}"})
    with pytest.raises(MischiefError, match="at most 60"):
        ask(server.url, "/api/circles/join", {"link": first["link"], "name": "One more"})


def test_no_more_than_a_few_circles_at_once_from_one_address(tmp_path: Path) -> None:
    with served(tmp_path / "limited.db") as server:
        body = json.dumps({"title": "T", "name": "Ada"}).encode()
        tries = [fetch(server.url + "/api/circles", "POST", body, content_type="application/json") for _ in range(12)]
        assert [status for status, *_ in tries] == [200] * 10 + [429] * 2
        assert ask(server.url, "/api/shelf")["games"]


def test_no_secret_of_a_circle_is_in_the_database_or_an_address(server: Served, tmp_path: Path) -> None:
    circle = friends(server.url, "Ada", "Bo")
    play(server.url, circle)
    with sqlite3.connect(server.inside.store.address) as base:
        kept = "\n".join(base.iterdump())
    assert circle[0]["circle"] in kept
    for one in circle:
        assert one["key"] not in kept
        assert one["link"] not in kept
    assert all(endpoint.method == "POST" and "{" not in endpoint.path for endpoint in ENDPOINTS)


def test_a_backup_brings_circles_back(tmp_path: Path) -> None:
    from mischief.server.keeping.sqlite import backup

    with served(tmp_path / "tables.db", limits=False) as server:
        circle = friends(server.url, "Ada", "Bo")
        play(server.url, circle)
        shown = see(server.url, key=circle[0]["key"])
        backup(server.inside.store.address, tmp_path / "copy.db")
    with served(tmp_path / "copy.db", limits=False) as again:
        assert see(again.url, key=circle[0]["key"]) == shown


@pytest.mark.postgres
def test_circles_on_postgres(postgres: Callable[[], str]) -> None:
    with served(postgres(), limits=False) as server:
        circle = friends(server.url, "Ada", "Bo")
        play(server.url, circle)
        shown = see(server.url, key=circle[0]["key"])
        assert shown["total"] == 1
        code = ask(server.url, "/api/carry", {"name": "Ada"})["code"]
        assert ask(server.url, "/api/carry/take", {"code": code})["name"] == "Ada"
        with pytest.raises(MischiefError, match="nothing to fetch"):
            ask(server.url, "/api/carry/take", {"code": code})


# The numbers themselves


def game(
    ended: int, *places: int, scores: tuple[int, ...] = (), together: bool = False, rated: bool = True
) -> PastGame:
    scores = scores or tuple(10 - place for place in places)
    seats = [
        PastSeat(f"Rat {i}", i, None, place, score, place == 1 and (not together or score > 0))
        for i, (place, score) in enumerate(zip(places, scores, strict=True))
    ]
    return PastGame(f"t{ended}", "doctor" if together else "piratz", "A game", ended, together, rated, "", seats)


def test_winning_makes_stronger_and_playing_makes_surer() -> None:
    some = numbers([game(i, 1, 2, 3) for i in range(3)]).games[0].standings
    many = numbers([game(i, 1, 2, 3) for i in range(30)]).games[0].standings
    assert [s.member for s in many] == [0, 1, 2]
    assert many[0].strength > 25 > many[2].strength
    assert all(more.give < less.give for more, less in zip(many, some, strict=True))


def test_the_order_of_the_list_does_not_matter_but_that_of_the_games_does() -> None:
    rng = random.Random(2)
    games = [game(i, *rng.sample([1, 2, 3], 3)) for i in range(20)]
    mixed = rng.sample(games, len(games))
    assert numbers(mixed) == numbers(games)
    assert msgspec.convert(msgspec.to_builtins(numbers(games)), Numbers) == numbers(games)


def test_a_known_deal_and_games_against_bots_move_nobody() -> None:
    alone = game(1, 1, 2)
    alone.seats[1].member = None
    for one in (game(1, 1, 2, rated=False), alone):
        standings = numbers([one]).games[0].standings
        assert {(s.strength, s.rated) for s in standings} == {(25.0, 0)}
        assert standings[0].games == 1


def test_a_game_together_weighs_all_alike() -> None:
    won, lost = game(1, 1, 1, scores=(1, 1), together=True), game(2, 1, 1, scores=(0, 0), together=True)
    both = numbers([won]).games[0]
    assert (both.games, both.won, both.records) == (1, 1, [])
    assert both.standings[0].strength == both.standings[1].strength > 25
    assert numbers([lost]).games[0].standings[0].strength < 25
    assert numbers([won, lost]).duels == []


def test_streaks_records_and_duels() -> None:
    games = [
        game(1, 1, 2, scores=(30, 10)),
        game(2, 1, 2, scores=(30, 25)),
        game(3, 2, 1, scores=(5, 12)),
        game(4, 1, 1, scores=(9, 9)),
    ]
    found = numbers(games)
    assert [(s.member, s.now, s.best) for s in found.streaks] == [(1, 2, 2), (0, 1, 2)]
    [duel] = found.duels
    assert (duel.one, duel.other, duel.ahead, duel.behind, duel.level) == (0, 1, 2, 1, 1)
    records = {best.what: (best.member, best.amount, best.table) for best in found.games[0].records}
    assert records == {"score": (0, 30, "t1"), "margin": (0, 20, "t1")}
