"""Where a link to this server works: on this machine, in the local network, everywhere; under which names the server
is spoken to; and the switch with which its owner opens it to the local network and shuts it again.

The owner is whoever started `mischief`: the browser that it opened was given a key, which proves itself from this very
machine. Nobody else can flip the switch, whatever seat they hold.
"""

from __future__ import annotations

import hmac
import re
import socket
from collections.abc import Awaitable, Callable
from ipaddress import IPv6Address, ip_address
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from starlette.requests import Request

from mischief.engine.errors import BadOption
from mischief.server.protocol import bodies as b
from mischief.server.tables.entries import key_of
from mischief.server.tables.refusing import Denied

if TYPE_CHECKING:
    from mischief.server.speaking.api import Api

NOT_THE_OWNER = "Only whoever started this server can do that, in the browser that it opened."
NO_NETWORK = (
    "This machine has no address in a local network that could be found. If you know one, start with "
    "`mischief --lan-address ADDRESS`."
)
HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[^:\[\]]+)(:\d{1,5})?")


def read_public(url: str) -> str:
    """The origin of an address that people use: https://games.example.org, perhaps with a port and nothing behind."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path not in ("", "/") or parts.query:
        raise BadOption(f"--public-url is such as https://games.example.org, without a path, not {url!r}.")
    return f"{parts.scheme}://{parts.netloc.lower()}"


def address_here() -> str:
    """This machine's address in its network; empty if it has none. Nothing is sent: the system only says from where it
    would be."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as trial:
        try:
            trial.connect(("10.255.255.255", 9))
        except OSError:
            return ""
        found: str = trial.getsockname()[0]
    return "" if ip_address(found).is_loopback or ip_address(found).is_unspecified else found


def host_of(host: str) -> str:
    """The name in a Host header, without its port; empty if it is none."""
    found = HOST.fullmatch(host.strip().lower())
    return found.group(1).strip("[]").rstrip(".") if found else ""


class Reach:
    """`public`: the origin that people use, where the operator has said so. `owner`: the key of whoever may open it to
    the local network, at `lan` or at the address that is found. `checked`: only names that are ours are answered."""

    def __init__(self, public: str = "", owner: str = "", lan: str = "", checked: bool = False) -> None:
        self.public = public
        self.owner = key_of(owner) if owner else ""
        self.lan = lan
        self.checked = checked
        self.opened = ""
        """What links begin with in the local network, while the server is open to it."""
        self.open_door: Callable[[str], Awaitable[str]] | None = None
        self.shut_door: Callable[[], Awaitable[None]] | None = None
        own = socket.gethostname().lower()
        self.names = {"localhost", own, f"{own.partition('.')[0]}.local"}
        if public:
            self.names.add(str(urlsplit(public).hostname))

    # Under which names

    def knows(self, host: str) -> bool:
        """Whether the server goes by this name. A page of somebody else's can give its own name our address
        (DNS rebinding); it can never make a browser write down a bare address, or a name that is ours."""
        name = host_of(host)
        return not self.checked or not host or name in self.names or name.endswith(".localhost") or _bare(name)

    # Where a link works

    def told(self, origin: str, mine: bool = False) -> b.Reach:
        """To somebody whose browser speaks to `origin`."""
        switch = bool(self.owner) and self.open_door is not None
        name = host_of(urlsplit(origin).netloc)
        if self.public:
            origin, works = self.public, "anywhere"
        elif not is_loopback(name):
            works = "network" if _private(name) else "anywhere"
        elif self.opened:
            origin, works = self.opened, "network"
        else:
            works = "machine"
        return b.Reach(origin, works, switch and mine, bool(self.opened))  # type: ignore[arg-type]

    def owns(self, key: str, client: tuple[str, int] | None) -> bool:
        """Whether a request is the owner's: with the key, and from this machine."""
        if not self.owner or client is None or not is_loopback(client[0]):
            return False
        return hmac.compare_digest(key_of(key), self.owner)

    async def flip(self, wanted: bool) -> None:
        """Open it to the local network, or shut it."""
        if self.open_door is None or self.shut_door is None:
            raise Denied("not_now", "This server cannot be opened and shut while it runs.")
        if wanted and not self.opened:
            self.opened = await self.open_door(self.find())
        elif not wanted and self.opened:
            self.opened = ""
            await self.shut_door()

    def find(self) -> str:
        """The address in the local network."""
        found = self.lan or address_here()
        if not found:
            raise Denied("not_now", NO_NETWORK)
        return found


async def tell(api: Api, request: Request, _body: None) -> b.Reach:
    """GET /api/reach."""
    return api.reach.told(_origin(request))


async def flip(api: Api, request: Request, wish: b.Flip) -> b.Reach:
    """POST /api/reach: the owner asks, opens or shuts."""
    mine = api.reach.owns(wish.key, request.scope.get("client"))
    if wish.open is not None:
        if not mine:
            raise Denied("not_yours", NOT_THE_OWNER)
        await api.reach.flip(wish.open)
    return api.reach.told(_origin(request), mine)


def _origin(request: Request) -> str:
    return f"{request.scope['scheme']}://{request.headers.get('host', '')}"


def _read(name: str) -> Any:
    try:
        found = ip_address(name.partition("%")[0])
    except ValueError:
        return None
    return found.ipv4_mapped or found if isinstance(found, IPv6Address) else found


def _bare(name: str) -> bool:
    return _read(name) is not None


def is_loopback(name: str) -> bool:
    address = _read(name)
    return name == "localhost" or name.endswith(".localhost") or bool(address is not None and address.is_loopback)


def _private(name: str) -> bool:
    """Whether a name means something only in its own network."""
    address = _read(name)
    if address is not None:
        return not address.is_global
    return "." not in name or name.endswith((".local", ".lan", ".home.arpa", ".internal"))
