"""By letter: people who are away hear that it is their move, from a push service that opens what it gets (RFC 8291)."""

from __future__ import annotations

import asyncio
import base64
import json
import ssl
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from harness import Served, come, fetch, quick, table_of
from py_vapid import Vapid02
from test_friends import make_pair

from mischief.server.keeping import notices
from mischief.server.keeping.database import open_database
from mischief.server.keeping.schema import migrate
from mischief.server.posting.post import Letter, Post
from mischief.server.posting.push import BadAddress, Sender, is_public, new_key, read_endpoint
from mischief.server.protocol.bodies import Subscription
from mischief.trials.client import Player, ask

POINT = (serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def encode(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def stretch(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def unseal(sealed: bytes, own: ec.EllipticCurvePrivateKey, auth: bytes) -> bytes:
    """As RFC 8291 tells it, with nothing of the library that seals."""
    salt, length = sealed[:16], sealed[20]
    theirs, text = sealed[21 : 21 + length], sealed[21 + length :]
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
    mine = own.public_key().public_bytes(*POINT)
    secret = stretch(auth, shared, b"WebPush: info\0" + mine + theirs, 32)
    key = stretch(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = stretch(salt, secret, b"Content-Encoding: nonce\0", 12)
    padded = AESGCM(key).decrypt(nonce, text, None)
    body, mark, padding = padded.rpartition(b"\x02")
    assert mark == b"\x02"
    assert not padding.strip(b"\0")
    return body


def test_the_reader_reads_the_example_of_the_rfc() -> None:
    own = ec.derive_private_key(
        int.from_bytes(decode("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), "big"), ec.SECP256R1()
    )
    sealed = decode(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
        "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    assert unseal(sealed, own, decode("BTBZMqHH6r4Tts7J_aSIgg")) == b"When I grow up, I want to be a watermelon"


class Browser:
    """What a browser has of a subscription: the half that opens."""

    def __init__(self, service: PushService, name: str) -> None:
        self.own = ec.generate_private_key(ec.SECP256R1())
        self.auth = name.encode().ljust(16, b".")[:16]
        point = encode(self.own.public_key().public_bytes(*POINT))
        self.subscription = Subscription(endpoint=f"{service.url}/{name}", p256dh=point, auth=encode(self.auth))
        self.words = {"endpoint": self.subscription.endpoint, "p256dh": point, "auth": encode(self.auth)}

    def open(self, sealed: bytes) -> Any:
        return json.loads(unseal(sealed, self.own, self.auth))


class PushService:
    """A push service at home, with TLS, that keeps what it gets; `answers` says what it says to whom."""

    def __init__(self, folder: Path) -> None:
        cert, key = make_pair(folder, 9)
        self.got: list[tuple[str, dict[str, str], bytes]] = []
        self.answers: dict[str, list[int]] = {}
        self.heard = threading.Condition()
        service = self

        class Answer(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                with service.heard:
                    service.got.append((self.path, {k.lower(): v for k, v in self.headers.items()}, body))
                    service.heard.notify_all()
                left = service.answers.get(self.path, [201])
                self.send_response(left.pop(0) if len(left) > 1 else left[0])
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *words: Any) -> None: ...

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
        server_side = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        server_side.load_cert_chain(cert, key)
        self.server.socket = server_side.wrap_socket(self.server.socket, server_side=True)
        self.context = ssl.create_default_context(cafile=str(cert))
        self.context.check_hostname = False
        self.url = f"https://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def trusted(self, sender: Sender) -> None:
        """For tests alone: this machine counts as the world outside."""
        sender.allowed, sender.any_port, sender.context = (lambda address: True), True, self.context

    def wait(self, number: int, seconds: float = 20.0) -> list[tuple[str, dict[str, str], bytes]]:
        with self.heard:
            assert self.heard.wait_for(lambda: len(self.got) >= number, seconds), f"{len(self.got)} of {number} came"
        return self.got


@pytest.fixture
def service(tmp_path: Path) -> Iterator[PushService]:
    made = PushService(tmp_path)
    yield made
    made.server.shutdown()
    made.server.server_close()


@pytest.fixture
def letters(tmp_path: Path, service: PushService) -> Iterator[Served]:
    """A server that calls at once, and trusts the push service at home."""
    with Served(quick(tmp_path / "letters.db", tables={"call_after": 0.0})) as served:
        post, _ = on_loop(served, served.inside.caller.post())
        service.trusted(post.sender)
        yield served


def on_loop(served: Served, work: Any) -> Any:
    return asyncio.run_coroutine_threadsafe(work, served.loop).result(20)


def subscribe(served: Served, browser: Browser, table: str, token: str, **more: Any) -> Any:
    keys = [{"table": table, "token": token}]
    return ask(served.url, "/api/notices", {"subscription": browser.words, "keys": keys, **more})


async def first_move(player: Player) -> None:
    await player.until(lambda: bool(player.legal()))
    answer = await player.do({"type": "play", "actions": [player.legal()[0]]})
    assert answer["type"] == "ok", answer


def begin(served: Served) -> tuple[str, list[str]]:
    """Piratz by letter, Ada to move first or second; nobody is there."""
    table, tokens, host = table_of(served.url, "piratz", 2, seats=2, clock={"move_seconds": 86400, "bank_seconds": 0})

    async def start() -> None:
        player = await come(served.url, table, host)
        assert (await player.do({"type": "start"}, seat=None))["type"] == "ok"
        player.leave()

    asyncio.run(start())
    return table, tokens


def test_who_is_away_hears_that_it_is_their_move_and_nothing_else(letters: Served, service: PushService) -> None:
    table, tokens, host = table_of(letters.url, "piratz", 2, seats=2)
    browsers = [Browser(service, name) for name in ("ada", "bo")]
    for browser, token in zip(browsers, tokens, strict=True):
        assert subscribe(letters, browser, table, token) == {"seats": 1}
    key = ask(letters.url, "/api/notices")["key"]

    async def play() -> int:
        setter = await come(letters.url, table, host)
        assert (await setter.do({"type": "start"}, seat=None))["type"] == "ok"
        setter.leave()
        first = (await asyncio.to_thread(service.wait, 1))[0]
        mover = ["/ada", "/bo"].index(first[0])
        player = await come(letters.url, table, tokens[mover])
        while player.legal() or player.status != "playing":
            await first_move(player)
            if len(service.got) > 1:
                break
            await asyncio.sleep(0)
        player.leave()
        return mover

    mover = asyncio.run(play())
    path, headers, sealed = service.wait(2)[0]
    assert browsers[mover].open(sealed) == {"table": table, "title": "Piratz"}
    with pytest.raises(Exception):  # noqa: B017, PT011 (whatever a wrong key raises)
        browsers[1 - mover].open(sealed)
    assert headers["content-encoding"] == "aes128gcm"
    assert int(headers["ttl"]) > 3600
    assert Vapid02.verify(headers["authorization"])
    assert headers["authorization"].endswith(f"k={key}")
    claims = json.loads(decode(headers["authorization"].split("t=")[1].split(".")[1]))
    assert claims["aud"] == service.url
    assert time.time() < claims["exp"] <= time.time() + 86400
    assert service.got[1][0] == ["/ada", "/bo"][1 - mover], "and then the other, who is away too"
    assert path == ["/ada", "/bo"][mover]


def test_who_is_there_or_did_not_ask_is_left_alone(letters: Served, service: PushService) -> None:
    table, tokens, host = table_of(letters.url, "piratz", 2, seats=2)
    browser = Browser(service, "ada")
    subscribe(letters, browser, table, tokens[0])

    async def play() -> None:
        ada = await come(letters.url, table, tokens[0])
        setter = await come(letters.url, table, host)
        assert (await setter.do({"type": "start"}, seat=None))["type"] == "ok"
        await ada.until(lambda: ada.status == "playing")

    asyncio.run(play())
    probe, others, other_host = table_of(letters.url, "piratz", 2, seats=2)
    marker = Browser(service, "marker")
    for token in others:
        subscribe(letters, marker, probe, token)

    async def start() -> None:
        setter = await come(letters.url, probe, other_host)
        assert (await setter.do({"type": "start"}, seat=None))["type"] == "ok"

    asyncio.run(start())
    assert [path for path, _, _ in service.wait(1)] == ["/marker"], "only the later one, for which nobody was there"


def test_nobody_is_told_for_a_seat_that_is_not_theirs(letters: Served, service: PushService) -> None:
    table, tokens, host = table_of(letters.url, "piratz", 2, seats=2)
    browser = Browser(service, "eve")
    assert subscribe(letters, browser, table, "x" * 32) == {"seats": 0}
    assert subscribe(letters, browser, table, host) == {"seats": 0}, "the host's key is no seat"
    assert subscribe(letters, browser, "nosuchtable", tokens[0]) == {"seats": 0}


@pytest.mark.parametrize(
    "change",
    [
        {"endpoint": "http://push.example/1"},
        {"endpoint": "https://ada:secret@push.example/1"},
        {"endpoint": "ftp://push.example/1"},
        {"endpoint": "https:///1234567"},
        {"endpoint": "https://push.example/" + "x" * 1000},
        {"endpoint": "https://push.example/1\r\nx: y"},
        {"p256dh": "A" * 87},
        {"p256dh": "short"},
        {"auth": "A" * 25},
    ],
)
def test_what_is_no_subscription_is_refused(letters: Served, service: PushService, change: dict[str, str]) -> None:
    wish = {"subscription": Browser(service, "ada").words | change, "keys": []}
    status, _, _ = fetch(
        f"{letters.url}/api/notices", "POST", json.dumps(wish).encode(), content_type="application/json"
    )
    assert status == 400


def test_a_server_that_cannot_call_anybody_says_so_to_whoever_asks(
    tmp_path: Path, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the extra `public` there is nothing to sign messages with."""
    wish = json.dumps({"subscription": Browser(service, "ada").words, "keys": []}).encode()
    monkeypatch.delitem(sys.modules, "mischief.server.posting.push")
    monkeypatch.setitem(sys.modules, "py_vapid", None)
    with Served(quick(tmp_path / "silent.db")) as served:
        for method, body in (("GET", None), ("POST", wish)):
            status, _, answer = fetch(f"{served.url}/api/notices", method, body, content_type="application/json")
            assert status == 422, method
            assert "cannot call anybody" in json.loads(answer)["text"]


def test_nothing_is_sent_into_a_private_network(service: PushService) -> None:
    """Whoever names an address inside has nothing from it: the server does not knock there."""
    for inside in (
        "127.0.0.1", "10.0.0.1", "192.168.1.1", "172.16.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
        "::1", "fe80::1%eth0", "fd00::1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:0a00:0001::1", "ff02::1",
    ):  # fmt: skip
        assert not is_public(inside), inside
    for outside in ("8.8.8.8", "2606:4700::1111", "64:ff9b::808:808"):
        assert is_public(outside), outside
    sender = Sender(new_key(), "https://games.example.org")
    browser = Browser(service, "inside")
    assert sender.send(browser.subscription, b"{}", "t") == "refused"
    sender.any_port = True
    assert sender.send(browser.subscription, b"{}", "t") == "refused"
    assert service.got == []
    for wrong in ("https://push.example:8443/", "https://push.example:0x1bb/", "https://a@push.example/", "http://a/"):
        with pytest.raises(BadAddress):
            read_endpoint(wrong)


def test_a_subscription_that_is_no_more_is_forgotten(letters: Served, service: PushService) -> None:
    database = letters.inside.store.database
    table, tokens = table_of(letters.url, "piratz", 2, seats=2)[:2]
    gone, kept = Browser(service, "gone"), Browser(service, "kept")
    for browser in (gone, kept):
        subscribe(letters, browser, table, tokens[0])
    key = letters.inside.tables[table].fold.places[0].key
    service.answers["/gone"] = [410]
    post, _ = on_loop(letters, letters.inside.caller.post())
    for browser in (gone, kept):
        letters.loop.call_soon_threadsafe(post.put, Letter(browser.subscription, "t", b"{}"))
    service.wait(2)
    deadline = time.monotonic() + 20
    while len(left := on_loop(letters, database.read(lambda base: notices.subscribers(base, key)))) > 1:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert [each.endpoint for each in left] == [kept.words["endpoint"]]
    subscribe(letters, kept, table, tokens[0], on=False)
    while on_loop(letters, database.read(lambda base: notices.subscribers(base, key))):
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_push_service_that_is_busy_is_tried_again(service: PushService) -> None:
    browser = Browser(service, "busy")
    service.answers["/busy"] = [503, 429, 201]
    outcomes: list[str] = []

    async def send() -> None:
        sender = Sender(new_key(), "https://games.example.org")
        service.trusted(sender)
        post = Post(sender)
        post.again, post.count = (0.0, 0.0), outcomes.append
        post.put(Letter(browser.subscription, "t", b'{"table": "k7"}'))
        async with asyncio.timeout(20):
            while len(outcomes) < 3:
                await asyncio.sleep(0.01)
        await post.close()

    asyncio.run(send())
    assert outcomes == ["later", "later", "sent"]
    assert browser.open(service.got[2][2]) == {"table": "k7"}


def test_a_slow_push_service_holds_up_nobody(letters: Served, service: PushService) -> None:
    """Every carrier hangs, and moves go on."""
    post, _ = on_loop(letters, letters.inside.caller.post())
    hanging = threading.Event()
    post.sender.send = lambda *letter: "sent" if hanging.wait(20) else "later"  # type: ignore[method-assign]
    browser = Browser(service, "slow")
    for _ in range(3000):
        letters.loop.call_soon_threadsafe(post.put, Letter(browser.subscription, "t", b"{}"))
    table, tokens = begin(letters)

    async def move() -> None:
        players = [await come(letters.url, table, token) for token in tokens]
        async with asyncio.timeout(15):
            while not any(player.legal() for player in players):
                await asyncio.sleep(0.01)
            await first_move(next(player for player in players if player.legal()))

    try:
        asyncio.run(move())
        assert not hanging.is_set()
    finally:
        hanging.set()


def test_a_seat_remembers_eight_browsers_and_the_key_stays(tmp_path: Path, service: PushService) -> None:
    async def scene() -> None:
        database = open_database(str(tmp_path / "n.db"))
        await database.write(migrate)
        first = new_key()
        assert await database.write(lambda base: notices.own_key(base, first)) == first
        assert await database.write(lambda base: notices.own_key(base, new_key())) == first
        for number in range(12):
            to = Browser(service, f"b{number}").subscription
            await database.write(lambda base, to=to, n=number: notices.subscribe(base, ["k"], to, n))
        found = await database.read(lambda base: notices.subscribers(base, "k"))
        assert [each.endpoint.rpartition("/")[2] for each in found] == [f"b{n}" for n in range(11, 3, -1)]
        await database.close()

    asyncio.run(scene())
