"""What a request of the HTTP API is: the routes and the OpenAPI description are both made from lists of these."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.requests import Request

if TYPE_CHECKING:
    from mischief.server.speaking.api import Api


class Query(msgspec.Struct, frozen=True):
    """A parameter behind the question mark."""

    name: str
    says: str
    whole: bool = False


class Endpoint(msgspec.Struct, frozen=True):
    """One request that the API answers."""

    method: str
    path: str
    says: str
    answer: Any
    handler: Callable[[Api, Request, Any], Awaitable[Any]]
    body: Any = None
    most_bytes: int = 16 * 1024
    query: tuple[Query, ...] = ()
    media: str = "application/json"
    """What the answer is; `answer` is its form, if it is JSON."""
