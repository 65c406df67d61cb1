"""Writes the browser's types from the server's: every message, every HTTP body, every game's view.

`mischief types` writes `web/src/lib/protocol.ts`; the suite fails when that file and these structs drift apart.
"""

from __future__ import annotations

import inspect
import types
import typing
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect as shape

from mischief.bots.hints import Considered, Hint
from mischief.engine.coach import Coach, CoachCard, Term
from mischief.engine.game import Channel, Info, Move, Result, Silence, Tally, View
from mischief.engine.lessons import FirstGame, Lesson, LessonInfo, LessonMove, Step
from mischief.engine.options import Option
from mischief.engine.rulebook_blocks import Block, Clause, Example, Grid, Item, Paragraph, Section, Span
from mischief.engine.words import Words
from mischief.games import shelf
from mischief.server.protocol import bodies, circles, messages

HEADER = "// Generated from the server's message types by `mischief types`. Do not edit.\n"
ENGINE = [Info, Move, Tally, Result, Silence, Channel, View, Option, Words, Considered, Hint]
TEACHING = [LessonMove, Step, FirstGame, Lesson, LessonInfo, CoachCard, Term, Coach]
RULEBOOK = [Span, Paragraph, Item, Grid, Clause, Example, Section]
UNIONS: dict[str, Any] = {
    "Block": Block,
    "Command": messages.Command,
    "FromBrowser": messages.FromBrowser,
    "FromServer": messages.FromServer,
}
LITERALS = ["Status", "Refusal"]


def write_types() -> str:
    """The whole file; the same structs always give the same text."""
    parts = [HEADER, f"export const PROTOCOL = {messages.PROTOCOL};\n"]
    structs = [*ENGINE, *TEACHING, *RULEBOOK, *_structs_of(messages), *_structs_of(bodies), *_structs_of(circles)]
    parts += [_interface(cls) for cls in structs if cls not in (messages.Spoken, bodies.Body)]
    parts += [f"export type {name} = {_literal(getattr(messages, name))};\n" for name in LITERALS]
    parts += [f"export type {name} = {_names(union)};\n" for name, union in UNIONS.items()]
    views = found_views()
    for view in views.values():
        parts += [_interface(cls) for cls in _family(view) if cls not in structs]
    parts.append("/** Each game's view, by the game's id. */\nexport interface Views {")
    parts += [f"  {_key(game)}: {view.__name__};" for game, view in views.items()]
    parts.append("}\n")
    parts.append("export type GameId = keyof Views;")
    parts.append(f"export type AnyView = {'Views[GameId]' if views else 'View'};")
    return "\n".join(parts) + "\n"


def found_views() -> dict[str, type[View]]:
    """The view of every game on the shelf."""
    found = {}
    for game, package in shelf.BOXES.items():
        try:
            shelf.rulebook(game)
        except ModuleNotFoundError:
            continue
        mine = [cls for cls in View.__subclasses__() if cls.__module__.startswith(package + ".")]
        if len(mine) != 1:
            raise TypeError(f"{package} should have one struct derived from View, not {len(mine)}")
        found[game] = mine[0]
    return found


def _structs_of(module: types.ModuleType) -> list[type]:
    """The structs that a module defines, in the order in which it does."""
    return [
        c for c in vars(module).values() if isinstance(c, type) and _is_struct(c) and c.__module__ == module.__name__
    ]


def _is_struct(cls: type) -> bool:
    return issubclass(cls, msgspec.Struct) and cls is not msgspec.Struct


def _family(view: type[View]) -> list[type]:
    """A view and the structs that it is made of, the parts first."""
    seen: dict[type, None] = {}

    def visit(kind: shape.Type) -> None:
        if isinstance(kind, shape.StructType):
            if kind.cls in seen:
                return
            for field in kind.fields:
                visit(field.type)
            seen[kind.cls] = None
        elif isinstance(kind, shape.UnionType):
            for part in kind.types:
                visit(part)
        elif isinstance(kind, shape.ListType | shape.VarTupleType | shape.SetType | shape.FrozenSetType):
            visit(kind.item_type)
        elif isinstance(kind, shape.TupleType):
            for part in kind.item_types:
                visit(part)
        elif isinstance(kind, shape.DictType):
            visit(kind.value_type)

    visit(shape.type_info(view))
    return list(seen)


def _interface(cls: type) -> str:
    info = shape.type_info(cls)
    assert isinstance(info, shape.StructType)
    lines = _comment(cls.__doc__, cls)
    lines.append(f"export interface {_name(cls)} {{")
    if info.tag_field is not None:
        lines.append(f"  {_key(info.tag_field)}: {_quoted(str(info.tag))};")
    incoming = issubclass(cls, bodies.Body) or cls in typing.get_args(messages.FromBrowser | messages.Command)
    config = cls.__struct_config__  # type: ignore[attr-defined]
    for field in info.fields:
        kinds = field.type.types if isinstance(field.type, shape.UnionType) else (field.type,)
        unset = any(isinstance(k, shape.CustomType) and k.cls is msgspec.UnsetType for k in kinds)
        unset = unset or (not field.required and field.default is msgspec.UNSET)
        left_out = unset or (not field.required and (config.omit_defaults or incoming))
        lines.append(f"  {_key(field.encode_name)}{'?' if left_out else ''}: {_type(field.type)};")
    if cls is View:
        lines.append("  [field: string]: unknown;")
    lines.append("}\n")
    return "\n".join(lines)


def _name(cls: type) -> str:
    """A struct's name in the browser. Parts of a game's view bear the game's name: games know nothing of each other,
    and two may each have a `Pile`."""
    package = cls.__module__.rpartition(".")[0]
    if package not in shelf.BOXES.values() or issubclass(cls, View):
        return cls.__name__
    owner = "".join(word.capitalize() for word in package.rpartition(".")[2].split("_"))
    return cls.__name__ if cls.__name__.startswith(owner) else owner + cls.__name__


def _comment(doc: str | None, cls: type) -> list[str]:
    if not doc or doc.startswith(cls.__name__ + "("):
        return []
    text = inspect.cleandoc(doc).replace("*/", "* /").split("\n")
    text = [line for line in text if not line.startswith((">>>", "{'"))]
    if len(text) == 1:
        return [f"/** {text[0]} */"]
    return ["/**", *(f" * {line}".rstrip() for line in text), " */"]


def _type(kind: shape.Type) -> str:
    match kind:
        case shape.IntType() | shape.FloatType():
            return "number"
        case shape.StrType():
            return "string"
        case shape.BoolType():
            return "boolean"
        case shape.NoneType():
            return "null"
        case shape.AnyType() | shape.RawType():
            return "unknown"
        case shape.LiteralType():
            literal = [_quoted(v) if isinstance(v, str) else str(v) for v in kind.values]
            return _alias(frozenset(literal)) or " | ".join(literal)
        case shape.ListType() | shape.VarTupleType():
            inner = _type(kind.item_type)
            return f"{inner}[]" if inner.isidentifier() else f"({inner})[]"
        case shape.TupleType():
            return f"[{', '.join(_type(k) for k in kind.item_types)}]"
        case shape.DictType():
            return f"Record<string, {_type(kind.value_type)}>"
        case shape.StructType():
            return "AnyView" if kind.cls is View else _name(kind.cls)
        case shape.UnionType():
            parts = [
                _type(k) for k in kind.types if not (isinstance(k, shape.CustomType) and k.cls is msgspec.UnsetType)
            ]
            return _alias(frozenset(parts)) or " | ".join(
                sorted(set(parts), key=lambda p: (p == "null", parts.index(p)))
            )
        case _:
            raise TypeError(f"the browser has no type for {kind!r}; add one to {__name__}")


def _alias(parts: frozenset[str]) -> str | None:
    """The name of a union that the file names, for interfaces that use it."""
    for name, union in UNIONS.items():
        if parts == frozenset(cls.__name__ for cls in typing.get_args(union)):
            return name
    for name in LITERALS:
        if parts == frozenset(_quoted(value) for value in typing.get_args(getattr(messages, name))):
            return name
    return None


def _names(union: Any) -> str:
    return " | ".join(cls.__name__ for cls in typing.get_args(union))


def _literal(kind: Any) -> str:
    return " | ".join(_quoted(value) for value in typing.get_args(kind))


def _key(name: str) -> str:
    return name if name.isidentifier() else _quoted(name)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def path_in(repository: Path) -> Path:
    """Where the generated file lies."""
    return repository / "web" / "src" / "lib" / "protocol.ts"
