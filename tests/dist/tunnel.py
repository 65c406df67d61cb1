"""Tries the SSH tunnel of docs/friends.md with a real sshd, on loopback: a table at home, reached and played under the
other machine's name.

    python -m tests.dist.tunnel        (needs sshd: apt-get install openssh-server)

Not part of the test suite, since it needs a program that is not ours. 127.0.0.1 is home; 127.0.0.3 plays the machine
with the public address.
"""

from __future__ import annotations

import asyncio
import contextlib
import getpass
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from mischief.trials.client import ask
from tests.dist.proxy import free_port, origins, play

AWAY = "127.0.0.3"


@contextlib.contextmanager
def running(*words: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(20)


def wait_for(address: str, port: int) -> None:
    until = time.monotonic() + 20
    while True:
        with contextlib.suppress(OSError), socket.create_connection((address, port), 1):
            return
        assert time.monotonic() < until, f"nothing listens at {address}:{port}"
        time.sleep(0.05)


@contextlib.contextmanager
def sshd(folder: Path) -> Iterator[tuple[int, Path]]:
    """The machine away: an sshd of our own on a port of its own; its port, and the key that it lets in."""
    for name in ("machine", "mine"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(folder / name)], check=True)
    (folder / "let_in").write_text((folder / "mine.pub").read_text())
    port = free_port()
    config = folder / "sshd_config"
    config.write_text(
        f"ListenAddress {AWAY}:{port}\nHostKey {folder}/machine\nAuthorizedKeysFile {folder}/let_in\n"
        f"GatewayPorts clientspecified\nPasswordAuthentication no\nUsePAM no\nStrictModes no\nPidFile none\n"
    )
    Path("/run/sshd").mkdir(exist_ok=True)
    with running(str(shutil.which("sshd") or "/usr/sbin/sshd"), "-D", "-e", "-f", str(config)):
        wait_for(AWAY, port)
        yield port, folder / "mine"


def main() -> None:
    if not (shutil.which("sshd") or Path("/usr/sbin/sshd").exists()):
        raise SystemExit("There is no sshd here: apt-get install openssh-server.")
    away = free_port()
    public = f"http://{AWAY}:{away}"
    with tempfile.TemporaryDirectory() as name, sshd(Path(name)) as (port, key):
        words = ["serve", "--port", "0", "--public-url", public, "--database", f"{name}/tables.db", "--bot-pace", "0"]
        with running(sys.executable, "-m", "mischief", *words) as server:
            assert server.stdout is not None
            home = server.stdout.readline().split()[-1].rstrip("/")
            tunnel = ["ssh", "-N", "-i", str(key), "-p", str(port), "-o", "StrictHostKeyChecking=no"]
            tunnel += ["-o", f"UserKnownHostsFile={name}/known", "-o", "ExitOnForwardFailure=yes"]
            tunnel += ["-R", f"{AWAY}:{away}:{home.removeprefix('http://')}", f"{getpass.getuser()}@{AWAY}"]
            with running(*tunnel):
                wait_for(AWAY, away)
                told = ask(public, "/api/reach")
                assert told["origin"] == public, told
                moves = asyncio.run(play(public))
                asyncio.run(origins(public))
    print(f"ssh: a table at home played under {public}: {moves} moves acknowledged through the tunnel, other origins")
    print("refused.")


if __name__ == "__main__":
    main()
