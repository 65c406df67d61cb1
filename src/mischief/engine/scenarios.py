"""Worked examples as data: given a position and scripted chance, when these moves, then this.

The format is documented in docs/scenarios.md; `mischief check` runs files of it. One scenario is one object of a YAML
list. Nothing here knows any game: a scenario says which game it is of, or lies in that game's folder.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import yaml

from mischief.engine.chance import Rng
from mischief.engine.errors import BadPosition, BadScenario, MischiefError, Refused
from mischief.engine.events import Event
from mischief.engine.game import Game
from mischief.engine.seats import DEALER, WATCHER

MakeGame = Callable[[str, int | None, Mapping[str, Any]], Game]
"""How to get a game by name, seats and options: handed in, since the engine knows no game."""

KEYS = {
    "scenario": "its id",
    "title": "what it shows",
    "clauses": "the clauses that it exercises",
    "game": "the game, where the file is not in a game's folder",
    "seats": "number of seats of a fresh table",
    "options": "options of the game",
    "given": "a position to start from",
    "seed": "deal the set-up of a fresh table from this seed",
    "when": "the steps",
    "impossible": "the given position must be refused",
}


FORMS = {"seats": int, "seed": int, "options": dict, "given": dict, "impossible": dict}
WORDS_FOR = {int: "a whole number", dict: "an object with named fields", list: "a list"}


LISTS = ("actors", "events")
OBJECTS = ("legal", "legal_has", "legal_lacks", "odds", "view", "imagined")
"""What is expected as a list, and what as an object by seats or texts."""


class Scenario(msgspec.Struct):
    """One worked example, as it stands in a file."""

    id: str
    title: str
    clauses: list[str]
    game: str
    data: dict[str, Any]
    place: str


class Failure(msgspec.Struct):
    """A scenario that did not come out as it says, and where."""

    scenario: Scenario
    step: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.scenario.place}: {self.scenario.id} {self.scenario.title}\n  {self.step}: {self.sentence}"


class PlainLoader(yaml.SafeLoader):
    """YAML without surprises: yes, no, on and off are words, and a key given twice is an error."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen: set[Any] = set()
        for key_node, _ in node.value:
            key = self.construct_object(key_node, deep=True)
            if key in seen:
                raise yaml.MarkedYAMLError(problem=f"the key {key!r} stands twice", problem_mark=key_node.start_mark)
            seen.add(key)
        return super().construct_mapping(node, deep)


PlainLoader.yaml_implicit_resolvers = {
    first: [(tag, regexp) for tag, regexp in pairs if tag in ("tag:yaml.org,2002:int", "tag:yaml.org,2002:null")]
    for first, pairs in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
PlainLoader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^(?:true|false)$"), list("tf"))


def read_scenarios(path: Path, game: str = "") -> list[Scenario]:
    """The scenarios of a file; raises BadScenario, with file and line, if it cannot be read."""
    try:
        rows = yaml.load(path.read_text(encoding="utf-8"), PlainLoader)
    except (OSError, UnicodeDecodeError) as error:
        raise BadScenario(f"{path}: {error}") from error
    except yaml.MarkedYAMLError as error:
        line = f" line {error.problem_mark.line + 1}" if error.problem_mark else ""
        raise BadScenario(f"{path}{line}: {error.problem}") from error
    if not isinstance(rows, list):
        raise BadScenario(f"{path}: should be a list of scenarios, each beginning with '- scenario: ID'")
    return [_scenario(path, number, row, game) for number, row in enumerate(rows, 1)]


def _scenario(path: Path, number: int, row: Any, game: str) -> Scenario:
    place = f"{path.name}, scenario {number}"
    if not isinstance(row, dict) or not isinstance(row.get("scenario"), str):
        raise BadScenario(f"{place}: should be an object with 'scenario: ID'")
    place = f"{path.name}, {row['scenario']}"
    for key in row:
        if key not in KEYS:
            raise BadScenario(f"{place}: there is no field {key!r}; the fields are {', '.join(KEYS)}")
    named = row.get("game", game)
    if not isinstance(named, str):
        raise BadScenario(f"{place}: 'game' should be the name of a game, not {named!r}")
    if not named:
        raise BadScenario(f"{place}: says no game; add 'game: piratz' or put the file into a game's folder")
    clauses = row.get("clauses", [])
    if not isinstance(clauses, list) or not all(isinstance(c, str) for c in clauses):
        raise BadScenario(f"{place}: 'clauses' should be a list of clause ids, not {clauses!r}")
    if not isinstance(row.get("when", []), list):
        raise BadScenario(f"{place}: 'when' should be a list of steps")
    for key, form in FORMS.items():
        if row.get(key) is not None and (not isinstance(row[key], form) or isinstance(row[key], bool)):
            raise BadScenario(f"{place}: {key!r} should be {WORDS_FOR[form]}, not {row[key]!r}")
    if "when" not in row and "impossible" not in row:
        raise BadScenario(f"{place}: needs 'when' (steps) or 'impossible' (the given position is refused)")
    return Scenario(row["scenario"], str(row.get("title", "")), clauses, named, row, place)


class Run:
    """One scenario being played."""

    def __init__(self, scenario: Scenario, make_game: MakeGame) -> None:
        self.scenario = scenario
        self.make_game = make_game
        self.events: list[Event] = []

    def play(self) -> Failure | None:
        """None if everything came out as the scenario says."""
        step = "given"
        try:
            refused = self.set_up()
            if refused is not None:
                return refused
            for number, row in enumerate(self.scenario.data.get("when", []), 1):
                step = f"step {number} ({_short(row)})"
                self.take(row)
        except _Off as off:
            return Failure(self.scenario, step, str(off))
        except BadScenario as error:
            raise (
                error if self.scenario.place in str(error) else BadScenario(f"{self.scenario.place}: {error}")
            ) from error
        except MischiefError as error:
            return Failure(self.scenario, step, str(error))
        return None

    def set_up(self) -> Failure | None:
        data = self.scenario.data
        given = data.get("given")
        options = data.get("options") or {}
        if given is None:
            self.game = self.make_game(self.scenario.game, data.get("seats"), options)
            self.state = self.game.begin() if data.get("seed") is None else self.game.start(data["seed"])
        else:
            expected = data.get("impossible", {}) if "impossible" in data else None
            try:
                seats = given.get("players", given.get("n", data.get("seats")))
                given_options = self.shape(given.get("options") or {}, dict, "the options of 'given'")
                self.game = self.make_game(self.scenario.game, seats, {**options, **given_options})
                self.state = self.game.load({**given, "game": self.game.info.id, "options": self.game.options})
            except BadPosition as error:
                if expected is None:
                    raise
                return self.compare_refusal(error, expected or {})
            if expected is not None:
                return Failure(self.scenario, "impossible", "the position was accepted, but should be refused")
        self.state.listener = self.events.append
        return None

    def compare_refusal(self, error: BadPosition, expected: Mapping[str, Any]) -> Failure | None:
        for key in expected:
            if key not in ("where", "clause", "says"):
                raise BadScenario(f"{self.scenario.place}: 'impossible' has where, clause and says, not {key!r}")
        if (
            str(expected.get("where", "")) not in error.where
            or expected.get("clause", error.clause) != error.clause
            or str(expected.get("says", "")) not in str(error)
        ):
            return Failure(self.scenario, "impossible", f"refused otherwise than expected: {error}")
        return None

    def take(self, row: Any) -> None:
        if not isinstance(row, dict) or len(row) != 1:
            raise BadScenario(
                f"{self.scenario.place}: a step has one key (a seat, deal, refuse or expect), not {row!r}"
            )
        [(key, value)] = row.items()
        if key == "deal":
            for text in value if isinstance(value, list) else [value]:
                self.state.play(int(DEALER), str(text))
        elif key == "refuse":
            self.refuse(value)
        elif key == "expect":
            self.expect(value)
        elif isinstance(key, int):
            for text in value if isinstance(value, list) else [value]:
                self.state.play(key, str(text))
        else:
            raise BadScenario(f"{self.scenario.place}: no step is called {key!r}; use a seat, deal, refuse or expect")

    def shape(self, value: Any, form: type, what: str) -> Any:
        """The value, if it has the form that this part of a scenario has; else BadScenario says which it should be."""
        if not isinstance(value, form):
            raise BadScenario(f"{self.scenario.place}: {what} should be {WORDS_FOR[form]}, not {value!r}")
        return value

    def refuse(self, value: Any) -> None:
        self.shape(value, dict, "'refuse'")
        for key in ("seat", "move"):
            if key not in value:
                raise BadScenario(f"{self.scenario.place}: 'refuse' needs {key!r}: {{seat: 0, move: pass}}")
        for key in value:
            if key not in ("seat", "move", "clause", "says"):
                raise BadScenario(f"{self.scenario.place}: 'refuse' has seat, move, clause and says, not {key!r}")
        before = self.state.position()
        seat = _seat(value["seat"])
        move = value["move"]
        try:
            self.state.play(seat, str(move) if not isinstance(move, int) else move)
        except Refused as refusal:
            if refusal.clause != value.get("clause", refusal.clause):
                raise _Off(f"refused by {refusal.clause or 'no clause'} ({refusal.sentence})") from None
            if str(value.get("says", "")) not in refusal.sentence:
                raise _Off(f"refused with other words: {refusal.sentence}") from None
            if self.state.position() != before:
                raise _Off("the refused move changed the table") from None
        else:
            raise _Off("the move was accepted, but should be refused")

    def expect(self, value: Any) -> None:
        state = self.state
        for key, wanted in self.shape(value, dict, "'expect'").items():
            if key in LISTS or key in OBJECTS:
                self.shape(wanted, list if key in LISTS else dict, f"what is expected of {key!r}")
            if key == "actors":
                _match("actors", [_seat(s) for s in wanted], state.actors())
            elif key in ("legal", "legal_has", "legal_lacks"):
                for seat, texts in wanted.items():
                    self.shape(texts, list, f"{key!r} of {seat}")
                    self.legal(key, _seat(seat), [str(t) for t in texts])
            elif key == "odds":
                _match("odds", {str(k): v for k, v in wanted.items()}, self.odds(), whole=True)
            elif key == "phase":
                _match("phase", wanted, state.position().get("phase"))
            elif key == "view":
                for seat, part in wanted.items():
                    seen = msgspec.to_builtins(state.view(None if seat == "watcher" else seat))
                    _match(f"view of {seat}", part, seen)
            elif key == "position":
                _match("position", wanted, msgspec.to_builtins(state.position()))
            elif key == "result":
                _match("result", wanted, msgspec.to_builtins(state.result()))
            elif key == "events":
                self.told(wanted)
            elif key == "imagined":
                self.imagined(wanted)
            else:
                raise BadScenario(f"{self.scenario.place}: cannot expect {key!r}; see docs/scenarios.md")
        self.events.clear()

    def legal(self, key: str, seat: int, wanted: list[str]) -> None:
        word = self.game.outcome if seat == DEALER else self.game.move
        texts = [word(a).text for a in self.state.legal(seat)]
        if key == "legal":
            _match(f"legal moves of {seat}", {"$bag": wanted}, texts)
        elif key == "legal_has":
            _match(f"legal moves of {seat}", {"$has": wanted}, texts)
        else:
            _match(f"legal moves of {seat}", {"$lacks": wanted}, texts)

    def odds(self) -> dict[str, int]:
        return {self.game.outcome(o).text: w for o, w in self.state.odds().items()}

    def told(self, wanted: Sequence[Any]) -> None:
        """Kinds (or kinds with facts) that were told since the last expectation, in this order, others between."""
        left = list(self.events)
        for item in wanted:
            kind, facts, viewer = item, {}, None
            if isinstance(item, dict):
                facts = dict(item)
                kind = facts.pop("kind", None)
                viewer = facts.pop("seen_by", None)
            while left:
                told = left.pop(0)
                seen = told if viewer is None else told.seen_by(_seat(viewer))
                if told.kind == kind and not _differs(facts, msgspec.to_builtins(seen.facts)):
                    break
            else:
                said = ", ".join(f"{e.kind}{e.facts}" for e in self.events)
                raise _Off(f"no event {item!r} (in this place) among: {said or 'none'}")

    def imagined(self, wanted: Mapping[Any, Any]) -> None:
        """In every one of some imagined worlds of a seat, the position has these parts."""
        rng = Rng(1)
        for seat, part in wanted.items():
            for _ in range(20):
                world = self.state.imagine(_seat(seat), rng)
                _match(f"a world imagined by {seat}", part, msgspec.to_builtins(world.position()))


class _Off(Exception):
    """Something was not as expected."""


def _seat(value: Any) -> int:
    if value == "dealer":
        return int(DEALER)
    if value == "watcher":
        return int(WATCHER)
    if isinstance(value, int):
        return value
    raise BadScenario(f"a seat is a number, 'dealer' or 'watcher', not {value!r}")


def _short(row: Any) -> str:
    text = str(row)
    return text if len(text) <= 60 else text[:57] + "..."


def _match(what: str, wanted: Any, found: Any, whole: bool = False) -> None:
    difference = _differs(wanted, found, whole)
    if difference:
        raise _Off(f"{what}{difference}")


def _differs(wanted: Any, found: Any, whole: bool = False) -> str:
    """Where the found value differs from the wanted one; empty if it does not. Objects match by their named keys
    (all keys, if `whole`), lists entry by entry."""
    if isinstance(wanted, dict):
        special = [k for k in wanted if isinstance(k, str) and k.startswith("$")]
        if special:
            return _special(wanted, found)
        if not isinstance(found, dict):
            return f" is {found!r}, expected {wanted!r}"
        if whole and set(map(str, wanted)) != set(map(str, found)):
            return f" are {found!r}, expected {wanted!r}"
        for key, value in wanted.items():
            key_found = key if key in found else str(key)
            if key_found not in found:
                return f" has no {key!r}; it has {', '.join(map(str, found))}"
            deeper = _differs(value, found[key_found], whole)
            if deeper:
                return f".{key}{deeper}"
        return ""
    if isinstance(wanted, list) and isinstance(found, list | tuple):
        if len(wanted) != len(found):
            return f" is {list(found)!r}, expected {wanted!r}"
        for index, (a, b) in enumerate(zip(wanted, found, strict=True)):
            deeper = _differs(a, b, whole)
            if deeper:
                return f"[{index}]{deeper}"
        return ""
    same = wanted == found and isinstance(wanted, bool) == isinstance(found, bool)
    return "" if same else f" is {found!r}, expected {wanted!r}"


def _special(wanted: Mapping[str, Any], found: Any) -> str:
    for key, value in wanted.items():
        right: type = int if key == "$len" else list
        fits: bool = isinstance(value, right)
        if not fits:
            raise BadScenario(f"{key} should have {WORDS_FOR[right]}, not {value!r}")
        if not isinstance(found, list | tuple | dict):
            return f" is {found!r}, expected a list for {key}"
        items = list(found)
        if key == "$has":
            missing = [v for v in value if all(_differs(v, f) for f in items)]
            if missing:
                return f" lacks {missing!r}; it is {items!r}"
        elif key == "$lacks":
            there = [v for v in value if not all(_differs(v, f) for f in items)]
            if there:
                return f" has {there!r}; it is {items!r}"
        elif key == "$len":
            if len(items) != value:
                return f" has {len(items)} entries, expected {value}"
        elif key == "$bag":
            left = list(items)
            for v in value:
                hit = next((i for i, f in enumerate(left) if not _differs(v, f)), None)
                if hit is None:
                    return f" lacks {v!r}; it is {items!r}, expected {value!r} in any order"
                left.pop(hit)
            if left:
                return f" has {left!r} besides; expected {value!r} in any order"
        else:
            raise BadScenario(f"no comparison is called {key!r}: use $has, $lacks, $len or $bag")
    return ""


def run_scenario(scenario: Scenario, make_game: MakeGame) -> Failure | None:
    """Play one scenario; None if everything came out as it says."""
    return Run(scenario, make_game).play()
