"""One web push message: sealed so that only the browser can read it (RFC 8291), signed with the server's own key
(RFC 8292), sent to the push service that the browser named (RFC 8030).

Anybody may name any address as their push service. So a message goes by https alone, to port 443, never to an address
within a private network, and no answer is followed anywhere else or told to anybody.
"""

from __future__ import annotations

import base64
import http.client
import os
import socket
import ssl
import time
from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any, Literal
from urllib.parse import SplitResult, urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from mischief.server.protocol.bodies import Subscription

Sent = Literal["sent", "gone", "later", "refused"]
"""What came of a message: taken; the subscription is no more; the service has no time now; it wants none of it."""
Allowed = Callable[[str], bool]

PATIENCE = 10.0
GOOD_FOR = 12 * 3600
"""Seconds for which a signature holds; a day is the most that services take."""
KEPT = 2 * 86_400
"""Seconds for which the push service keeps a message for a browser that is not there."""
WRAPPED = IPv6Network("64:ff9b::/96")


class BadAddress(Exception):
    """Nothing is sent there."""


def new_key() -> str:
    """A key of the server's own, as it is kept."""
    vapid = Vapid02()
    vapid.generate_keys()
    pem: bytes = vapid.private_pem()
    return pem.decode()


def public_part(key: str) -> str:
    """What browsers are told of it."""
    point = Vapid02.from_pem(key.encode()).public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).decode().rstrip("=")


def is_public(address: str) -> bool:
    """Whether an address is out in the world, whatever it is wrapped in."""
    found: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour or (found.teredo[1] if found.teredo else None)
        if found in WRAPPED:
            inner = IPv4Address(int(found) & 0xFFFFFFFF)
        found = inner or found
    return found.is_global and not found.is_multicast


def read_endpoint(endpoint: str, any_port: bool = False) -> SplitResult:
    """The parts of a push service's address."""
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        raise BadAddress("no address") from None
    if parts.scheme != "https" or not parts.hostname or parts.username is not None or parts.fragment:
        raise BadAddress("only https")
    if port not in (None, 443) and not any_port:
        raise BadAddress("only port 443")
    return parts


def decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def is_sound(subscription: Subscription) -> bool:
    """Whether it could be one: a point of the curve, sixteen bytes, an address."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(subscription.p256dh))
        read_endpoint(subscription.endpoint, any_port=True)
        return len(decode(subscription.auth)) == 16
    except (ValueError, BadAddress):
        return False


def seal(body: bytes, subscription: Subscription) -> bytes:
    """What only the browser can open."""
    sealed: bytes = http_ece.encrypt(
        body,
        salt=os.urandom(16),
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=decode(subscription.p256dh),
        auth_secret=decode(subscription.auth),
        version="aes128gcm",
    )
    return sealed


class Sender:
    """Sends, in a thread, as long as it takes. `allowed` and `context` are other ones in tests alone, where the push
    service is at home."""

    def __init__(self, key: str, contact: str) -> None:
        self.vapid = Vapid02.from_pem(key.encode())
        self.vapid.conf = {"no-strict": True}  # which means: a whole address, too, says whom to turn to (RFC 8292, 2.1)
        self.contact = contact
        self.allowed: Allowed = is_public
        self.any_port = False
        self.context = ssl.create_default_context()

    def send(self, subscription: Subscription, body: bytes, topic: str) -> Sent:
        """A newer message of the same topic takes the place of one that was not delivered yet."""
        try:
            parts = read_endpoint(subscription.endpoint, self.any_port)
            line = Line(parts, self.addresses(parts), self.context)
        except BadAddress:
            return "refused"
        except OSError:
            return "later"
        claims = {"aud": f"https://{parts.netloc}", "exp": int(time.time()) + GOOD_FOR, "sub": self.contact}
        headers: dict[str, str] = {
            **self.vapid.sign(claims),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT),
            "Topic": topic,
            "Urgency": "normal",
        }
        path = parts.path + (f"?{parts.query}" if parts.query else "")
        try:
            line.request("POST", path or "/", seal(body, subscription), headers)
            status = line.getresponse().status
        except (OSError, http.client.HTTPException):
            return "later"
        finally:
            line.close()
        if 200 <= status < 300:
            return "sent"
        if status in (404, 410):
            return "gone"
        return "later" if status == 429 or status >= 500 else "refused"

    def addresses(self, parts: SplitResult) -> list[Any]:
        """Where the name leads; nowhere, if any of it leads inside. The connection goes to what was looked at, so that
        no second answer of a name server can lead elsewhere."""
        found = socket.getaddrinfo(parts.hostname, parts.port or 443, type=socket.SOCK_STREAM)
        if not found or not all(self.allowed(str(place[4][0])) for place in found):
            raise BadAddress("not in the world outside")
        return found


class Line(http.client.HTTPSConnection):
    """A connection to addresses that were looked at, under the name that its certificate must have."""

    def __init__(self, parts: SplitResult, places: list[Any], context: ssl.SSLContext) -> None:
        super().__init__(str(parts.hostname), parts.port or 443, timeout=PATIENCE, context=context)
        self.places = places
        self.secure = context

    def connect(self) -> None:
        trouble: OSError = OSError("no address")
        for family, kind, proto, _, place in self.places[:2]:
            plain = socket.socket(family, kind, proto)
            plain.settimeout(PATIENCE)
            try:
                plain.connect(place)
                self.sock = self.secure.wrap_socket(plain, server_hostname=self.host)
                return
            except OSError as error:
                plain.close()
                trouble = error
        raise trouble
