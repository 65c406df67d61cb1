"""The HTTP API for machines: an OpenAPI description made from the desk's list of ways."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from mischief import __version__
from mischief.server.protocol.bodies import Problem
from mischief.server.speaking.api import STATUS, WAYS, Way


def describe() -> dict[str, Any]:
    """The whole description."""
    kinds = [Problem, *(kind for way in WAYS for kind in (way.answer, way.body) if kind is not None)]
    _, components = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    paths: dict[str, Any] = {}
    for way in WAYS:
        paths.setdefault(way.path, {})[way.method.lower()] = _operation(way)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Mischief", "version": __version__},
        "paths": paths,
        "components": {"schemas": components},
    }


def _operation(way: Way) -> dict[str, Any]:
    problems = {"content": _json(Problem), "description": "Why not."}
    found: dict[str, Any] = {
        "summary": way.says,
        "parameters": [
            {
                "name": name,
                "in": "path",
                "required": True,
                "schema": {"type": "string", "minLength": 1, "maxLength": 40},
            }
            for name in re.findall(r"\{(\w+)\}", way.path)
        ],
        "responses": {"200": {"description": way.says, "content": _content(way)}}
        | {str(status): problems for status in sorted({*STATUS.values(), 415})},
    }
    for query in way.query:
        schema: dict[str, Any] = {"type": "integer", "minimum": 0} if query.whole else {"type": "string"}
        found["parameters"].append({"name": query.name, "in": "query", "description": query.says, "schema": schema})
    if way.body is not None:
        found["requestBody"] = {"required": True, "content": _json(way.body)}
    return found


def _content(way: Way) -> dict[str, Any]:
    return {way.media: {"schema": {"type": "string"}}} if way.answer is None else _json(way.answer)


def _json(kind: Any) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{kind.__name__}"}}}
