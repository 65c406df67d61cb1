"""House rules as data: every option of a game with its values, its default and what it means in plain words."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from mischief.engine.errors import BadOption


class Option(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One choice made before the game. Either `values` lists all there are, or `kind` says what form it has and
    `examples` gives a few that the test suite plays with."""

    name: str
    title: str
    """What people call it; `name` is for files and command lines."""
    says: str
    default: Any
    values: tuple[Any, ...] = ()
    means: tuple[str, ...] = ()
    """What each value means, in plain words, in the order of `values`."""
    kind: str = "choice"
    """choice; whole (low to high); seat (a seat number, besides `values`); text; list (the game checks the form)."""
    low: int = 0
    high: int = 0
    examples: tuple[Any, ...] = ()
    clause: str = ""
    display: bool = False
    """Changes only what the table draws."""
    local: bool = False
    """Names a file of this machine, so that nobody may choose it from another one."""
    advice: str = ""
    """When to choose what."""
    first_game: Any = None
    """The value recommended to newcomers, where it is not the default."""
    applies: dict[str, tuple[Any, ...]] = {}
    """It matters only while each of these options (or `seats`) has one of these values; elsewhere nobody is asked."""
    value_applies: dict[str, dict[str, tuple[Any, ...]]] = {}
    """The same for single values: what is not listed here can always be chosen."""
    other_than: str = ""
    """Of a seat: the option that names a seat which this one cannot be."""
    each: tuple[str, ...] = ()
    """Of a list with `picks`: the pieces that its entries are about; one entry a seat if there are none."""
    picks: tuple[Any, ...] = ()
    """Of a list: what an entry may be."""
    pick_means: tuple[str, ...] = ()
    """What each pick means: ids of pieces, or plain words."""
    pick_once: bool = False
    """No pick but the first stands in two entries."""
    pick_all: bool = False
    """Every pick stands in some entry."""
    known_to: str = ""
    """The option that names the one seat which may know all values of this one; empty: everybody may."""
    told_as: dict[str, Any] = {}
    """The values that nobody else may know, and what the others are told in their stead."""

    def matters(self, chosen: Mapping[str, Any], seats: int) -> bool:
        """Whether it matters at a table with these options and seats."""
        return _holds(self.applies, chosen, seats)

    def offers(self, known: Sequence[Option], chosen: Mapping[str, Any], seats: int) -> list[Any]:
        """The listed values and the seats that go with what else is chosen: what a form may show."""
        found = [v for v in self.values if _holds(self.value_applies.get(str(v), {}), chosen, seats)]
        if self.kind == "seat":
            taken = [chosen.get(o.name) for o in known if o.name == self.other_than and o.matters(chosen, seats)]
            found += [seat for seat in range(seats) if seat not in taken]
        return found

    def fits(self, entries: Sequence[Any], seats: int) -> bool:
        """Whether a list with picks is one that a form may show."""
        once = [pick for pick in entries if pick != self.picks[0]]
        return (
            len(entries) == (len(self.each) or seats)
            and all(pick in self.picks for pick in entries)
            and not (self.pick_once and any(once.count(pick) > 1 for pick in once))
            and not (self.pick_all and any(pick not in entries for pick in self.picks))
        )

    def samples(self, seats: int) -> list[Any]:
        """Values worth testing at this number of seats."""
        found = list(self.values) + list(self.examples)
        if self.kind == "whole":
            found += [self.low, self.high]
        if self.kind == "seat":
            found += list(range(seats))
        return [v for i, v in enumerate(found) if v not in found[:i]]


def _holds(conditions: Mapping[str, Sequence[Any]], chosen: Mapping[str, Any], seats: int) -> bool:
    facts = {**chosen, "seats": seats}
    return all(facts.get(name) in values for name, values in conditions.items())


def read_options(path: Path) -> tuple[Option, ...]:
    """The options of a game in the order of its file. Raises BadOption, naming what is wrong in it."""
    try:
        rows = tomllib.loads(path.read_text(encoding="utf-8")).get("option", [])
        found = msgspec.convert([_with_nothing(row) for row in rows], tuple[Option, ...])
    except (OSError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadOption(f"{path.parent.name}/{path.name}: {error}") from error
    seats = {option.name for option in found if option.kind == "seat"}
    for option in found:
        if bool(option.told_as) != bool(option.known_to) or (option.known_to and option.known_to not in seats):
            raise BadOption(
                f"{path.parent.name}/{path.name}: {option.name}: known_to names an option of kind seat, told_as says "
                "what everybody else is told; it needs both or neither."
            )
    return found


def _with_nothing(value: Any) -> Any:
    """TOML has no word for nothing: in a list, `{}` stands for it."""
    if isinstance(value, list):
        return [None if entry == {} else _with_nothing(entry) for entry in value]
    return {key: _with_nothing(entry) for key, entry in value.items()} if isinstance(value, dict) else value


def settle(game: str, known: Sequence[Option], given: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """Every option with its value: the given ones checked, the others at their defaults."""
    by_name = {o.name: o for o in known}
    for name in given:
        if name not in by_name:
            near = difflib.get_close_matches(name, by_name, 1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            raise BadOption(f"{game} has no option {name!r}; it has {', '.join(by_name) or 'none'}.{hint}")
    return {o.name: _value(game, o, given.get(o.name, o.default), seats) for o in known}


def as_told(known: Sequence[Option], options: Mapping[str, Any], viewer: int) -> dict[str, Any]:
    """The options of a game as one viewer may know them."""
    told = dict(options)
    for option in known:
        if option.told_as and options[option.known_to] != viewer:
            told[option.name] = option.told_as.get(str(options[option.name]), options[option.name])
    return told


def _value(game: str, option: Option, value: Any, seats: int) -> Any:
    def same(a: Any, b: Any) -> bool:
        return bool(a == b) and isinstance(a, bool) == isinstance(b, bool)

    if any(same(value, v) for v in option.values) or same(value, option.default):
        return value
    whole = isinstance(value, int) and not isinstance(value, bool)
    right = ", ".join(str(v).lower() if isinstance(v, bool) else str(v) for v in option.values)
    if option.kind == "whole":
        if whole and option.low <= value <= option.high:
            return value
        right = f"a whole number from {option.low} to {option.high}" + (f", or {right}" if right else "")
    elif option.kind == "seat":
        if whole and 0 <= value < seats:
            return value
        right = f"a seat from 0 to {seats - 1}" + (f", or {right}" if right else "")
    elif option.kind == "text":
        if isinstance(value, str) and option.low <= len(value) <= option.high and value.isprintable():
            return value
        right = f"a text of {option.low} to {option.high} characters"
    elif option.kind == "list":
        if isinstance(value, list | tuple):
            return [list(v) if isinstance(v, tuple) else v for v in value]
        right = "a list" + (f", or {right}" if right else "")
    raise BadOption(f"{game}: option {option.name} cannot be {value!r}; it is one of: {right}.")


def read_option(text: str) -> tuple[str, Any]:
    """An option written `name=value` on a command line; the value in JSON, or bare text."""
    name, sign, value = text.partition("=")
    if not sign:
        raise BadOption(f"An option is written name=value; {text!r} has no '='.")
    try:
        read = msgspec.json.decode(value.encode())
    except msgspec.DecodeError:
        read = value
    return name.strip(), read


def as_text(value: Any) -> str:
    """A value as `read_option` reads it back.

    >>> as_text(True), as_text("standard"), as_text("7"), as_text([1, None])
    ('true', 'standard', '"7"', '[1,null]')
    """
    if isinstance(value, str) and read_option(f"value={value}")[1] == value:
        return value
    return msgspec.json.encode(value).decode()
