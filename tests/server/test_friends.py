"""How friends get in: where links work, the owner's switch as a hostile player would try it, names, TLS."""

from __future__ import annotations

import asyncio
import http.client
import json
import logging
import ssl
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from harness import Served, fetch, quick, table_of

from mischief.engine.errors import MischiefError
from mischief.server.speaking.certificate import DAY, Certificate, read_pair
from mischief.server.speaking.network import Network
from mischief.server.speaking.reach import Reach, read_public
from mischief.server.tables.entries import new_token
from mischief.trials.client import Line, ask

KEY = new_token()
OTHER = "127.0.0.2"
"""Another address of this machine, in the part of the local network."""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server as `mischief` starts it."""
    settings = quick(tmp_path_factory.mktemp("home") / "home.db", owner=KEY, lan=OTHER, known_names=True)
    with Served(settings) as served:
        network = Network(served.server, int(served.url.rpartition(":")[2]))
        served.app.reach.open_door, served.app.reach.shut_door = network.open, network.shut
        yield served


def post(url: str, body: Any, **headers: str) -> tuple[int, Any]:
    status, _, raw = fetch(
        f"{url}/api/reach", "POST", json.dumps(body).encode(), content_type="application/json", **headers
    )
    return status, json.loads(raw)


def named(url: str, host: str, method: str = "GET", path: str = "/api/shelf", **headers: str) -> int:
    """The status of a request that goes to our address under a name of somebody's choosing."""
    line = http.client.HTTPConnection(urlsplit(url).netloc, timeout=20)
    line.putrequest(method, path, skip_host=True)
    line.putheader("host", host)
    for name, value in headers.items():
        line.putheader(name, value)
    line.putheader("content-length", "0")
    line.endheaders()
    status = line.getresponse().status
    line.close()
    return status


def test_the_owner_opens_the_table_to_the_network_and_shuts_it(home: Served) -> None:
    assert ask(home.url, "/api/reach") == {"origin": home.url, "works": "machine", "switch": False, "open": False}
    status, told = post(home.url, {"key": KEY})
    assert (status, told["switch"], told["open"]) == (200, True, False)

    _, opened = post(home.url, {"key": KEY, "open": True})
    assert opened["works"] == "network"
    assert urlsplit(opened["origin"]).hostname == OTHER
    assert ask(home.url, "/api/reach")["origin"] == opened["origin"], "everybody's links carry it"
    assert ask(opened["origin"], "/api/shelf")["games"]
    assert post(home.url, {"key": KEY, "open": True})[1] == opened, "twice is once"

    async def guest() -> None:
        table, tokens, _ = await asyncio.to_thread(table_of, opened["origin"])
        assert tokens
        line = await Line.to(opened["origin"], lambda raw: None, origin=opened["origin"])
        at_home = await Line.to(home.url, lambda raw: None, origin=home.url)
        assert (await asyncio.to_thread(post, home.url, {"key": KEY, "open": False}))[0] == 200
        async with asyncio.timeout(10):
            await line.lost
        assert not at_home.lost.done(), "who plays at home plays on"
        assert (await asyncio.to_thread(ask, home.url, f"/api/tables/{table}"))["seats"][0]["name"] == "Ada"
        at_home.close()

    asyncio.run(guest())
    with pytest.raises(OSError, match="refused"):
        fetch(f"{opened['origin']}/healthz")
    assert ask(home.url, "/api/reach")["works"] == "machine"


def test_nobody_but_the_owner_can_flip_the_switch(home: Served) -> None:
    table, tokens, host = table_of(home.url)
    assert table
    for key in [*tokens, host, new_token(), KEY[:-1] + ("A" if KEY[-1] != "A" else "B")]:
        status, told = post(home.url, {"key": key, "open": True})
        assert (status, told["code"]) == (403, "not_yours")
        assert post(home.url, {"key": key})[1]["switch"] is False
    for wrong in ({"open": True}, {"key": "", "open": True}, {"key": KEY, "open": "yes"}, {"key": None, "open": True}):
        assert post(home.url, wrong)[0] == 400
    assert home.app.reach.opened == ""


def test_the_key_is_good_from_this_machine_alone() -> None:
    reach = Reach(owner=KEY)
    assert reach.owns(KEY, ("127.0.0.1", 1))
    assert reach.owns(KEY, ("::1", 1))
    assert reach.owns(KEY, ("::ffff:127.0.0.1", 1))
    for elsewhere in (("192.168.1.7", 1), ("fe80::1%eth0", 1), ("10.0.0.1", 1), None):
        assert not reach.owns(KEY, elsewhere)
    assert not Reach().owns("", ("127.0.0.1", 1)), "where nobody is the owner, nobody becomes it"


def test_a_page_of_another_site_cannot_flip_it_either(home: Served) -> None:
    """Not even one that has stolen the key."""
    for origin in ("http://evil.example", "null", "http://127.0.0.1:1"):
        assert post(home.url, {"key": KEY, "open": True}, origin=origin)[0] == 403
    assert home.app.reach.opened == ""


def test_a_name_that_is_not_ours_is_not_answered(home: Served) -> None:
    """DNS rebinding: a page of evil.example whose name suddenly means our address sends its own name along."""
    port = urlsplit(home.url).port
    for evil in (f"evil.example:{port}", "evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "[evil]"):
        assert named(home.url, evil) == 421
        assert named(home.url, evil, "POST", "/api/tables", origin=f"http://{evil}") == 421
        assert named(home.url, evil, path="/") == 421
    for ours in (f"127.0.0.1:{port}", f"localhost:{port}", f"[::1]:{port}", f"192.168.1.7:{port}", "me.localhost"):
        assert named(home.url, ours) == 200

    knock = {"upgrade": "websocket", "connection": "Upgrade", "sec-websocket-version": "13"}
    knock["sec-websocket-key"] = "bWlzY2hpZWYgb2YgcmF0cw=="
    assert named(home.url, f"evil.example:{port}", path="/ws", origin=f"http://evil.example:{port}", **knock) == 403
    assert named(home.url, f"localhost:{port}", path="/ws", origin=f"http://localhost:{port}", **knock) == 101


@pytest.mark.parametrize(
    ("origin", "works"),
    [
        ("http://127.0.0.1:8000", "machine"),
        ("http://localhost:8000", "machine"),
        ("http://[::1]:8000", "machine"),
        ("http://192.168.1.7:8000", "network"),
        ("http://10.1.2.3", "network"),
        ("http://100.64.0.9:8000", "network"),
        ("http://[fd00::7]:8000", "network"),
        ("http://attic:8000", "network"),
        ("http://attic.local:8000", "network"),
        ("https://games.example.org", "anywhere"),
        ("http://8.8.8.8", "anywhere"),
    ],
)
def test_where_a_link_works_is_told_by_its_address(origin: str, works: str) -> None:
    told = Reach().told(origin)
    assert (told.origin, told.works) == (origin, works)


def test_behind_a_proxy_links_carry_the_public_address(tmp_path: Path) -> None:
    public = read_public("https://Games.example.org/")
    with Served(quick(tmp_path / "p.db", public_url=public, known_names=True)) as served:
        told = ask(served.url, "/api/reach")
        assert (told["origin"], told["works"]) == ("https://games.example.org", "anywhere")
        assert named(served.url, "games.example.org") == 200
        assert named(served.url, "other.example.org") == 421
    for wrong in ("games.example.org", "ftp://games.example.org", "https://", "https://games.example.org/rats"):
        with pytest.raises(MischiefError, match="--public-url"):
            read_public(wrong)


# TLS


def make_pair(folder: Path, days: float, name: str = "one", begins: float = -1) -> tuple[Path, Path]:
    key = ec.generate_private_key(ec.SECP256R1())
    who = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(who)
        .issuer_name(who)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now + timedelta(days=begins))
        .not_valid_after(now + timedelta(days=days))
        .sign(key, hashes.SHA256())
    )
    cert, private = folder / f"{name}.pem", folder / f"{name}.key"
    cert.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    private.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return cert, private


def test_a_certificate_that_will_not_do_is_said_so_at_the_start(tmp_path: Path) -> None:
    cert, key = make_pair(tmp_path, 60)
    other, other_key = make_pair(tmp_path, 60, "two")
    ended = make_pair(tmp_path, -0.5, "ended", -9)
    early = make_pair(tmp_path, 9, "early", 5)
    nonsense = tmp_path / "nonsense.pem"
    nonsense.write_text("-----BEGIN CHEESE-----")
    for pair, says in (
        ((cert, None), "--tls-cert needs --tls-key"),
        ((None, key), "--tls-key needs --tls-cert"),
        ((tmp_path / "none.pem", key), "none.pem cannot be read: No such file"),
        ((cert, tmp_path / "none.key"), "none.key cannot be read: No such file"),
        ((nonsense, key), "no certificate in PEM form"),
        ((cert, nonsense), "no private key in PEM form"),
        ((cert, other_key), "does not belong to"),
        ((other, key), "does not belong to"),
        (ended, "ended on"),
        (early, "begins on"),
    ):
        with pytest.raises(MischiefError, match=says):
            read_pair(*pair)


def test_a_certificate_that_is_about_to_end_is_said_once_a_day(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    pair = Certificate(*make_pair(tmp_path, 12.5))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    with caplog.at_level(logging.INFO, "mischief.server"):
        for hour in range(30):
            pair.look(context, 1000 + hour * 3600.0)
        assert [record.getMessage() for record in caplog.records] == ["the certificate is about to end: renew it"] * 2
        assert caplog.records[0].__dict__["days"] == 12
        caplog.clear()
        make_pair(tmp_path, 90)  # renewed in its place
        pair.seen = ()
        for day in range(3):
            pair.look(context, 10_000 + day * DAY)
        assert [record.getMessage() for record in caplog.records] == ["the certificate was renewed"]


def test_serve_speaks_tls_by_itself(tmp_path: Path) -> None:
    cert, key = make_pair(tmp_path, 5)
    words = ["serve", "--port", "0", "--workers", "0", "--database", str(tmp_path / "t.db")]
    words += ["--tls-cert", str(cert), "--tls-key", str(key)]
    server = subprocess.Popen(
        [sys.executable, "-m", "mischief", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert server.stdout is not None
        url = server.stdout.readline().split()[-1]
        assert url.startswith("https://127.0.0.1:")
        context = ssl.create_default_context(cafile=str(cert))
        context.check_hostname = False
        line = http.client.HTTPSConnection(urlsplit(url).netloc, timeout=20, context=context)
        line.request("GET", "/api/reach")
        assert json.loads(line.getresponse().read())["origin"] == url.rstrip("/")
    finally:
        server.terminate()
        _, said = server.communicate(timeout=20)
    assert "the certificate is about to end" in said
    refused = subprocess.run(
        [sys.executable, "-m", "mischief", *words[:-1], str(cert)], capture_output=True, text=True, timeout=60
    )
    assert refused.returncode == 2
    assert refused.stderr.startswith("--tls-key")
