"""Commands and their answers: never silent, never twice, never on a table that has moved on."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import pytest
from harness import Served, come, play_to_the_end, started, table_of

from mischief.server.protocol.messages import FromServer, read_answer
from mischief.trials.client import Line, Player

Scene = Callable[[], Awaitable[None]]


def run(scene: Scene) -> None:
    asyncio.run(scene())  # type: ignore[arg-type]


def play_move(action: int) -> dict[str, Any]:
    return {"type": "play", "actions": [action]}


class Talk:
    """A bare connection, and what it hears."""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.line: Line

    async def to(self, server: Served) -> Talk:
        self.line = await Line.to(server.url, lambda raw: self.heard.put_nowait(json.loads(raw)))
        assert (await self.next())["type"] == "welcome"
        return self

    async def next(self) -> dict[str, Any]:
        return await asyncio.wait_for(self.heard.get(), 10)

    async def say(self, message: Any) -> dict[str, Any]:
        self.line.send(message if isinstance(message, bytes) else json.dumps(message).encode())
        return await self.next()


def test_a_command_sent_twice_is_done_once_and_answered_alike(server: Served) -> None:
    async def scene() -> None:
        one, _ = await started(server.url)
        first = await one.do(play_move(0), cmd_id="the-same")
        again = await one.do(play_move(0), cmd_id="the-same")
        assert first == again
        assert first["type"] == "ok"
        log = server.inside.tables[one.table].fold
        assert sum(1 for seat in log.moves[0::2] if seat == 0) == 1

    run(scene)


def test_choices_made_together_arrive_in_any_order_and_stay_secret(server: Served) -> None:
    async def scene() -> None:
        one, two = await started(server.url)
        seen = one.seq
        assert (await two.do(play_move(4), seen=seen))["type"] == "ok"
        await one.until(lambda: one.seq > seen)
        assert one.eyes[0]["view"]["chosen"] == [False, True]
        assert b"paw" not in json.dumps([e["facts"] for e in one.events[0] if e["kind"] == "chose"]).encode()
        assert [e["facts"] for e in two.events[1] if e["kind"] == "chose"] == [{"seat": 1, "paw": 5}]
        # Chosen on what was on the screen before the other seat chose: still the same decision.
        assert (await one.do(play_move(2), seen=seen))["type"] == "ok"

    run(scene)


def test_a_choice_on_a_decision_that_is_over_is_stale(server: Served) -> None:
    async def scene() -> None:
        one, two = await started(server.url)
        seen = one.seq
        await one.do(play_move(0))
        await two.do(play_move(1))
        await one.until(lambda: one.seq >= seen + 2)
        answer = await one.do(play_move(1), seen=seen)
        assert (answer["type"], answer["code"], answer["seq"]) == ("no", "stale", one.seq)

    run(scene)


def test_chat_does_not_make_a_move_stale(server: Served) -> None:
    async def scene() -> None:
        players = await started(server.url, "piratz", 2, seats=2)
        mover = next(p for p in players if p.legal())
        other = next(p for p in players if p is not mover)
        seen = mover.seq
        assert (await other.do({"type": "say", "text": "After you."}))["type"] == "ok"
        assert (await mover.do(play_move(mover.legal()[0]), seen=seen))["type"] == "ok"

    run(scene)


def test_a_sequence_is_whole_or_nothing(server: Served) -> None:
    async def scene() -> None:
        one, _ = await started(server.url)
        before = one.seq
        answer = await one.do({"type": "play", "actions": [0, 1]})
        assert (answer["code"], answer["clause"]) == ("refused", "LC-2.2")
        assert server.inside.tables[one.table].fold.seq == before
        assert one.legal() == [0, 1, 2, 3, 4]

    run(scene)


def test_a_refused_move_names_its_clause_and_changes_nothing(server: Served) -> None:
    async def scene() -> None:
        one, two = await started(server.url)
        await one.do({"type": "play", "text": "paw 3"})
        answer = await one.do({"type": "play", "text": "paw 2"})
        assert (answer["type"], answer["code"], answer["clause"]) == ("no", "refused", "LC-2.2")
        answer = await two.do({"type": "check", "text": "paw 3"})
        assert answer["type"] == "ok"
        await two.do({"type": "play", "text": "paw 3"})
        await two.until(lambda: len(two.legal()) == 4)
        answer = await two.do({"type": "check", "text": "paw 3"})
        assert (answer["code"], answer["clause"]) == ("refused", "LC-2.5")
        answer = await two.do({"type": "check", "text": "fly away"})
        assert answer["code"] == "refused"
        assert "Possible now" in answer["text"]
        for empty in ({"type": "play"}, {"type": "play", "actions": [1], "text": "paw 2"}):
            assert (await two.do(empty))["code"] == "malformed"

    run(scene)


def test_a_hint_says_what_a_bot_would_do_and_why(server: Served) -> None:
    async def scene() -> None:
        one, _ = await started(server.url)
        answer = await one.do({"type": "hint"})
        assert answer["hint"]["action"] in one.legal()
        assert answer["hint"]["sentence"]
        quiet = await started(server.url, hints=False)
        assert (await quiet[0].do({"type": "hint"}))["code"] == "not_now"

    run(scene)


def test_the_log_can_be_had_from_any_point(server: Served) -> None:
    async def scene() -> None:
        players = await started(server.url)
        await play_to_the_end(players)
        whole = players[0].events[0]
        for have in range(players[0].seq + 1):
            late = Player(server.url, players[0].table, players[0].tokens)
            late.seq = have
            await late.come()
            assert late.snapshot["since"] == have
            assert late.events[0] == [event for event in whole if event["seq"] > have]
            assert late.eyes[0]["view"] == players[0].eyes[0]["view"]
            late.leave()
        ahead = Player(server.url, players[0].table, players[0].tokens)
        ahead.seq = 10_000
        await ahead.come()
        assert ahead.snapshot["since"] == 0

    run(scene)


@pytest.mark.parametrize(
    ("frame", "code", "words"),
    [
        (b"", "malformed", "truncated"),
        (b"{", "malformed", "truncated"),
        (b"[]", "malformed", "Expected `object`"),
        (b'{"type":"dance"}', "malformed", "Invalid value 'dance'"),
        (b'{"type":"watch"}', "malformed", "`table`"),
        (b'{"type":"watch","table":"../etc"}', "malformed", "$.table"),
        (b'{"type":"watch","table":"x","tabel":1}', "malformed", "tabel"),
        (b'{"type":"watch","table":"nowhere"}', "unknown_table", "nowhere"),
        (b'{"type":"watch","table":"x","have":-1}', "malformed", "$.have"),
        (b'{"type":"do","table":"x","cmd_id":"c1","seat":0,"seen":0,"what":{"type":"fly"}}', "malformed", "$.what"),
        (
            b'{"type":"do","table":"x","cmd_id":"c1","seat":0,"seen":0,"what":{"type":"start"}}',
            "unknown_table",
            "Watch",
        ),
        (b"\xff\xfe", "malformed", ""),
        (b'{"type":"ping"}' + b" " * 17_000, "too_large", "16384"),
        (b"[" * 10_000, "malformed", ""),
    ],
)
def test_nonsense_gets_one_typed_answer_that_names_what_is_wrong(
    server: Served, frame: bytes, code: str, words: str
) -> None:
    async def scene() -> None:
        talk = await Talk().to(server)
        answer = await talk.say(frame)
        assert (answer["type"], answer["code"]) == ("no", code)
        assert words in answer["text"]
        if b"cmd_id" in frame:
            assert answer["cmd_id"] == "c1"
        assert (await talk.say({"type": "ping"}))["type"] == "pong"

    run(scene)


def test_the_first_word_is_hello_and_an_old_client_is_told_to_reload(server: Served) -> None:
    async def scene() -> None:
        talk = await Talk().to(server)
        rude = Talk()
        rude.line = await Line.to(server.url, lambda raw: rude.heard.put_nowait(json.loads(raw)))
        await rude.next()
        old = await talk.say({"type": "hello", "protocol": 1})
        assert old["type"] == "welcome"

        class Silent(Line):
            """Connects without a greeting."""

        fresh = Talk()
        loop = asyncio.get_running_loop()
        host, port = server.url.removeprefix("http://").split(":")
        _, line = await loop.create_connection(
            lambda: Silent(f"{host}:{port}", lambda raw: fresh.heard.put_nowait(json.loads(raw))), host, int(port)
        )
        fresh.line = line
        await line.ready
        assert (await fresh.say({"type": "ping"}))["code"] == "malformed"
        assert (await fresh.say({"type": "hello", "protocol": 99}))["code"] == "old_client"
        assert await asyncio.wait_for(line.lost, 5) == 4400

    run(scene)


def test_nobody_acts_for_a_seat_that_they_have_not_proven(server: Served) -> None:
    async def scene() -> None:
        one, two = await started(server.url)
        assert (await one.do(play_move(0), seat=1))["code"] == "not_yours"
        assert (await one.do({"type": "start"}, seat=None))["code"] == "not_yours"
        watcher = await come(server.url, one.table)
        assert watcher.legal() == []
        assert (await watcher.do(play_move(0), seat=0))["code"] == "not_yours"
        thief = Player(server.url, one.table, ["A" * 32])
        with pytest.raises(Exception, match="not_yours"):
            await thief.come()
        assert two.seq == one.seq

    run(scene)


def test_everything_that_the_server_says_is_of_the_protocol(server: Served) -> None:
    """Every byte of a game decodes as the typed messages that the browser's types are made from."""

    async def scene() -> None:
        table, tokens, host = await asyncio.to_thread(table_of, server.url, "last-crumb", 2)
        players = [Player(server.url, table, [tokens[0], host]), Player(server.url, table, [tokens[1]])]
        for player in players:
            player.keep_raw = True
            await player.come()
        await players[0].do({"type": "start"}, seat=None)
        await players[0].do({"type": "say", "text": "<b>After you</b>"})
        await players[1].do({"type": "say", "text": "\x00"})
        await play_to_the_end(players)
        await players[0].do({"type": "rematch"})
        await players[1].until(lambda: players[1].rematch is not None)
        await players[1].until(lambda: any(other["type"] == "presence" for other in players[1].others))
        kinds = set()
        for raw in players[0].raw + players[1].raw:
            message = json.loads(raw)
            for eyes in message.get("eyes", []):
                eyes["view"] = None  # each game's own struct, checked where views are
            read: FromServer = read_answer(json.dumps(message))
            kinds.add(type(read).__name__)
        assert {"Welcome", "Snapshot", "Update", "Ok", "No", "Presence"} <= kinds

    run(scene)


def test_a_reader_that_does_not_read_is_cut_off_and_holds_nobody_up(server: Served) -> None:
    async def scene() -> None:
        one, two = await started(server.url)
        slow = await come(server.url, one.table)
        assert slow.line is not None
        slow.line._transport.pause_reading()
        cut_off = partial(server.inside.metrics.registry.get_sample_value, "mischief_slow_sockets_total")
        before = cut_off()
        wish = json.dumps({"type": "watch", "table": one.table, "have": 0}).encode()
        for number in range(9_000):
            slow.line.send(wish)
            if number % 50 == 0:
                await asyncio.sleep(0)
            if cut_off() != before:
                break
        assert (await one.do(play_move(0)))["type"] == "ok"
        assert (await two.do(play_move(0)))["type"] == "ok"
        async with asyncio.timeout(10):
            while cut_off() == before:
                await asyncio.sleep(0.05)
        slow.line._transport.resume_reading()
        await asyncio.wait_for(slow.line.lost, 10)
        assert (await slow.come()).seq == server.inside.tables[one.table].fold.seq

    run(scene)


def test_haste_is_refused_and_persistent_haste_closed(tmp_path: Any) -> None:
    from harness import served

    with served(tmp_path / "fast.db") as server:

        async def scene() -> None:
            talk = await Talk().to(server)
            for _ in range(400):
                talk.line.send(b'{"type":"ping"}')
            codes = []
            while not talk.line.lost.done() or not talk.heard.empty():
                try:
                    codes.append((await asyncio.wait_for(talk.heard.get(), 2)).get("code"))
                except TimeoutError:
                    break
            assert "too_fast" in codes
            assert talk.line.lost.done()
            assert talk.line.close_code == 1008

        run(scene)


def test_who_gives_up_while_the_line_is_lost_has_given_up() -> None:
    """Both at once must not end in another try: whoever tries for ever could never be stopped."""

    async def scene() -> None:
        lines: list[Line] = []

        class Watched(Line):
            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                lines.append(self)
                super().connection_made(transport)

        silent = await asyncio.start_server(lambda reader, writer: None, "127.0.0.1", 0)
        port = silent.sockets[0].getsockname()[1]
        coming = asyncio.create_task(Watched.to(f"http://127.0.0.1:{port}", lambda raw: None))
        while not lines:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.01)  # it waits for an answer now
        lines[0].connection_lost(None)
        coming.cancel()
        with pytest.raises(asyncio.CancelledError):
            await coming
        lines[0].close()
        silent.close()

    run(scene)
