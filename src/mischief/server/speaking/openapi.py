"""The HTTP API for machines: an OpenAPI description made from the list of its endpoints."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from mischief import __version__
from mischief.server.protocol.bodies import Problem
from mischief.server.speaking.api import ENDPOINTS, STATUS
from mischief.server.speaking.asking import Endpoint


def describe() -> dict[str, Any]:
    """The whole description."""
    kinds = [
        Problem,
        *(kind for endpoint in ENDPOINTS for kind in (endpoint.answer, endpoint.body) if kind is not None),
    ]
    _, components = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    paths: dict[str, Any] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Mischief", "version": __version__},
        "paths": paths,
        "components": {"schemas": components},
    }


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    problems = {"content": _json(Problem), "description": "Why not."}
    found: dict[str, Any] = {
        "summary": endpoint.says,
        "parameters": [
            {
                "name": name,
                "in": "path",
                "required": True,
                "schema": {"type": "string", "minLength": 1, "maxLength": 40},
            }
            for name in re.findall(r"\{(\w+)\}", endpoint.path)
        ],
        "responses": {"200": {"description": endpoint.says, "content": _content(endpoint)}}
        | {str(status): problems for status in sorted({*STATUS.values(), 415})},
    }
    for query in endpoint.query:
        schema: dict[str, Any] = {"type": "integer", "minimum": 0} if query.whole else {"type": "string"}
        found["parameters"].append({"name": query.name, "in": "query", "description": query.says, "schema": schema})
    if endpoint.body is not None:
        found["requestBody"] = {"required": True, "content": _json(endpoint.body)}
    return found


def _content(endpoint: Endpoint) -> dict[str, Any]:
    return {endpoint.media: {"schema": {"type": "string"}}} if endpoint.answer is None else _json(endpoint.answer)


def _json(kind: Any) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{kind.__name__}"}}}
