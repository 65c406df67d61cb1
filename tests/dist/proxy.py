"""Tries the nginx block of docs/operations.md with a real nginx, on loopback: pages, the API, WebSockets, limits by the
visitor's own address.

    python tests/dist/proxy.py        (needs nginx: apt-get install nginx)

Not part of the test suite, since it needs a program that is not ours.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from mischief.trials.client import Line, LineLost, Player, ask

DOCS = Path(__file__).parents[2] / "docs" / "operations.md"


def block() -> str:
    """What the page tells people to write into their nginx."""
    found = re.search(r"With nginx:\n\n```nginx\n(.+?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert found, f"{DOCS.name} has no nginx block"
    return found.group(1)


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


@contextlib.contextmanager
def serving(folder: Path) -> Iterator[str]:
    """A server that believes its proxy."""
    words = ["serve", "--port", "0", "--database", str(folder / "tables.db"), "--behind-proxy", "127.0.0.1"]
    words += ["--bot-pace", "0", "--log-level", "error", "--sockets-per-address", "3"]
    server = subprocess.Popen([sys.executable, "-m", "mischief", *words], stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        yield server.stdout.readline().split()[-1].rstrip("/")
    finally:
        server.terminate()
        server.wait(20)


@contextlib.contextmanager
def proxying(folder: Path, server: str) -> Iterator[str]:
    """Nginx before it, with the block as it stands in the docs."""
    port = free_port()
    config = folder / "nginx.conf"
    config.write_text(
        f"""
        daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log;
        events {{}}
        http {{
            access_log off;
            client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
            uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
            server {{
                listen 127.0.0.1:{port};
                {block().replace("http://127.0.0.1:8000", server)}
            }}
        }}
        """
    )
    nginx = subprocess.Popen(["nginx", "-p", str(folder), "-e", str(folder / "error.log"), "-c", str(config)])
    try:
        until = time.monotonic() + 10
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            assert nginx.poll() is None, (folder / "error.log").read_text()
            assert time.monotonic() < until, "nginx does not listen"
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}"
    finally:
        nginx.terminate()
        nginx.wait(20)


def status(url: str) -> int:
    try:
        with urllib.request.urlopen(url, timeout=20) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


async def play(url: str) -> int:
    """A whole game through the proxy, against bots; how many moves were acknowledged."""
    bots = [{"seat": seat, "level": "normal"} for seat in (1, 2)]
    wish = {"game": "piratz", "seats": 3, "name": "Ada", "bots": bots, "start": True}
    made = await asyncio.to_thread(ask, url, "/api/tables", wish)
    ada = await Player(url, made["table"], [made["token"]]).come()
    moves = 0
    while ada.status == "playing":
        await ada.until(lambda: bool(ada.legal()) or ada.status != "playing", 60)
        if ada.legal():
            answer = await ada.do({"type": "play", "actions": [ada.legal()[0]]})
            assert answer["type"] == "ok", answer
            await ada.until(lambda a=answer["seq"]: ada.seq >= a)  # type: ignore[misc]
            moves += 1
    assert ada.status == "over"
    assert status(f"{url}/api/games/{made['table']}/replay") == 200
    ada.leave()
    return moves


async def origins(url: str) -> None:
    """Our own pages may connect, as the browser names them; others may not."""
    ours = await Line.to(url, lambda raw: None, origin=url)
    ours.close()
    try:
        await Line.to(url, lambda raw: None, origin="http://elsewhere.example")
    except LineLost:
        return
    raise AssertionError("a page of another origin was let in")


async def crowd(url: str) -> None:
    """Limits go by the visitor's address, not the proxy's: one has its three sockets, and another has theirs."""
    lines = []
    for address in ("127.0.0.2", "127.0.0.3"):
        heard: list[bytes] = []
        for _ in range(3):
            lines.append(await Line.to(url, heard.append, address=address))
        async with asyncio.timeout(10):
            while len(heard) < 3:
                await asyncio.sleep(0.02)
        with contextlib.suppress(LineLost):
            extra = await Line.to(url, heard.append, address=address)
            async with asyncio.timeout(10):
                await extra.lost
        assert len(heard) == 3, "a fourth was let in"
    for line in lines:
        line.close()


def main() -> None:
    if shutil.which("nginx") is None:
        raise SystemExit("There is no nginx here: apt-get install nginx.")
    with (
        tempfile.TemporaryDirectory() as name,
        serving(Path(name)) as server,
        proxying(Path(name), server) as url,
    ):
        Path(name).chmod(0o755)
        pages = {path: status(url + path) for path in ("/", "/api/shelf", "/healthz", "/metrics")}
        assert pages == {"/": 200, "/api/shelf": 200, "/healthz": 200, "/metrics": 403}, pages
        moves = asyncio.run(play(url))
        asyncio.run(origins(url))
        asyncio.run(crowd(url))
    print(f"nginx: pages and API answered, /metrics closed, {moves} moves acknowledged over a WebSocket, other origins")
    print("and a fourth socket of one address refused, while others came in.")


if __name__ == "__main__":
    main()
