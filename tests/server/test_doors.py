"""Who stands in the door and does not come in: requests that never end expire, and are counted with the sockets."""

from __future__ import annotations

import asyncio
import contextlib
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from harness import Served, fetch, served

from mischief.server.speaking import doors
from mischief.trials.client import Line, LineLost, ask

HALVES = {
    "nothing at all": b"",
    "half a line": b"GET / HT",
    "half a head": b"GET /api/shelf HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
    "half a body": b"POST /api/sandbox HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Content-Length: 4000\r\n\r\n{",
    "half a second request": b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET /healthz HT",
}


@contextlib.contextmanager
def knocking(url: str, count: int, says: bytes = b"", address: str = "127.0.0.1") -> Iterator[list[socket.socket]]:
    """Connections that say something and then nothing more."""
    port = int(url.rpartition(":")[2])
    found: list[socket.socket] = []
    try:
        for _ in range(count):
            one = socket.create_connection(("127.0.0.1", port), timeout=10, source_address=(address, 0))
            found.append(one)
            one.sendall(says)
        yield found
    finally:
        for one in found:
            one.close()


def closed(one: socket.socket, seconds: float) -> bool:
    """Whether the other side hangs up in time; what it says before is read."""
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        one.settimeout(left)
        try:
            if not one.recv(65536):
                return True
        except TimeoutError:
            return False
        except ConnectionError:
            return True
    return False


@pytest.mark.parametrize("half", HALVES)
def test_a_request_that_does_not_end_expires(server: Served, monkeypatch: pytest.MonkeyPatch, half: str) -> None:
    monkeypatch.setattr(doors, "HEAD_SECONDS", 0.5)
    monkeypatch.setattr(doors, "BODY_SECONDS", 0.5)
    expired = server.inside.metrics.registry.get_sample_value
    before = expired("mischief_expired_requests_total") or 0
    with knocking(server.url, 3, HALVES[half]) as found:
        assert all(closed(one, 4) for one in found)
    assert (expired("mischief_expired_requests_total") or 0) == before + 3


def test_a_request_that_trickles_in_is_not_given_for_ever(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """A byte now and then is no progress: the time is for the whole of it."""
    monkeypatch.setattr(doors, "HEAD_SECONDS", 0.6)
    with knocking(server.url, 1, b"GET / HTTP/1.1\r\n") as (slow,):
        until = time.monotonic() + 4
        with contextlib.suppress(ConnectionError):
            while time.monotonic() < until:
                slow.sendall(b"X-Slow: yes\r\n")
                time.sleep(0.05)
        assert time.monotonic() < until, "it was cut off"


def test_slow_but_whole_requests_are_answered(server: Served) -> None:
    with knocking(server.url, 1, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n") as (one,):
        time.sleep(0.4)
        one.sendall(b"Connection: close\r\n\r\n")
        assert b"200 OK" in one.recv(65536)


def test_who_takes_no_answer_is_left_standing(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "READ_SECONDS", 0.5)
    before = server.app.doors.total
    with knocking(server.url, 1) as (greedy,):
        greedy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        asking = b"GET /api/shelf/rattus-cartus HTTP/1.1\r\nHost: localhost\r\n\r\n"
        with contextlib.suppress(OSError):
            for _ in range(400):
                greedy.sendall(asking)
        until = time.monotonic() + 30
        while server.app.doors.total > before and time.monotonic() < until:
            time.sleep(0.05)
        assert server.app.doors.total == before


def test_half_open_requests_and_sockets_are_counted_together(tmp_path: Path) -> None:
    with served(tmp_path / "doors.db", sockets_per_address=10) as server:

        async def scene() -> None:
            lines = [await Line.to(server.url, lambda raw: None) for _ in range(4)]
            with knocking(server.url, 6, b"GET /"):
                await asyncio.sleep(0.1)
                with pytest.raises(LineLost):
                    await Line.to(server.url, lambda raw: None)
                with knocking(server.url, 1, b"GET /healthz HTTP/1.1\r\n") as (more,):
                    assert await asyncio.to_thread(closed, more, 2), "refused at once, not after a time"
                with knocking(server.url, 3, b"", "127.0.0.2") as others:
                    others[0].sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    assert b"200 OK" in await asyncio.to_thread(others[0].recv, 65536), "others come in"
                refused = server.inside.metrics.registry.get_sample_value
                assert refused("mischief_refused_connections_total", {"why": "address"}) == 2
            await asyncio.sleep(0.2)
            back = [await Line.to(server.url, lambda raw: None) for _ in range(6)]
            for line in (*lines, *back):
                line.close()
            await asyncio.sleep(0.2)
            assert server.app.doors.inside == {}

        asyncio.run(scene())


def test_the_server_keeps_descriptors_for_itself(tmp_path: Path) -> None:
    """With 128 descriptors and 300 callers from many addresses, those inside play on, and it can still open files."""
    words = [sys.executable, "-m", "mischief", "serve", "--port", "0", "--workers", "0"]
    words += ["--database", str(tmp_path / "few.db"), "--log-level", "error"]
    running = subprocess.Popen(
        words,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (128, 128)),
    )
    try:
        assert running.stdout is not None
        url = running.stdout.readline().split()[-1].rstrip("/")
        made = ask(url, "/api/tables", {"game": "piratz", "seats": 2, "name": "Ada"})
        with contextlib.ExitStack() as stack:
            for number in range(10):
                stack.enter_context(knocking(url, 30, b"GET / HTTP/1.1\r\n", f"127.0.1.{number + 1}"))
            time.sleep(0.5)
        time.sleep(0.5)
        assert fetch(f"{url}/api/tables/{made['table']}")[0] == 200
        assert ask(url, "/api/tables", {"game": "piratz", "seats": 2, "name": "Ada"})["table"]
    finally:
        running.terminate()
        _, told = running.communicate(timeout=20)
    assert "Too many open files" not in told
    assert told == ""
