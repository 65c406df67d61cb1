"""Whether everything that is told can be said: every event in the catalogue, every place of a sentence a fact."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from mischief.engine.events import Event
from mischief.engine.game import Game
from mischief.engine.seats import WATCHER
from mischief.engine.words import places

ENOUGH = 20
"""So many times an event is told before a fact that it never had counts as misspelt in a sentence of several."""


class Told:
    """Listens to games: which events were told, and with which facts."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.words = game.words
        self.kinds: Counter[str] = Counter()
        self.facts: dict[str, set[str]] = {}
        self.trouble = ""

    def hear(self, event: Event) -> None:
        """Note an event. The first that cannot be said is kept as `trouble`: a listener must not interrupt a move."""
        self.kinds[event.kind] += 1
        known = self.facts.setdefault(event.kind, set())
        known.update(event.facts)
        if not self.trouble:
            self.trouble = self._unsayable(event)

    def _unsayable(self, event: Event) -> str:
        forms = self.words.events.get(event.kind)
        if forms is None:
            return f"words.toml has no words for the event {event.kind!r}"
        for fact in event.only:
            if fact not in event.facts:
                return f"the event {event.kind!r} keeps {fact!r} secret, but its facts are {_list(event.facts)}"
        for viewer in (*range(self.game.seats), int(WATCHER)):
            seen = event.seen_by(viewer).facts
            missing = [[fact for fact in places(form) if fact not in seen] for form in _forms(forms)]
            if missing and all(missing):
                who = "a spectator" if viewer == WATCHER else f"seat {viewer}"
                return (
                    f"words.toml cannot say the event {event.kind!r} to {who}: {_forms(forms)[-1]!r} needs "
                    f"{_list(missing[-1])}, its facts are {_list(seen)}"
                )
        return ""

    def misspelt(self) -> str:
        """A place of a sentence that no event of its kind ever had a fact for, although it was told often."""
        for kind, times in self.kinds.items():
            for form in _forms(self.words.events.get(kind, "")):
                missing = [fact for fact in places(form) if fact not in self.facts[kind]]
                if missing and times >= ENOUGH:
                    return (
                        f"words.toml: the event {kind!r} has {_list(missing)} in {form!r}, but was told {times} times "
                        f"with the facts {_list(self.facts[kind])} only"
                    )
        return ""

    def unheard(self) -> list[str]:
        """The events of the catalogue that were never told, or too seldom to know their facts."""
        return [
            kind
            for kind, forms in self.words.events.items()
            if kind not in self.kinds
            or (
                self.kinds[kind] < ENOUGH
                and not {f for form in _forms(forms) for f in places(form)} <= self.facts[kind]
            )
        ]


def misspelt_moves(game: Game) -> str:
    """A place in the words of a button that its move has nothing for."""
    for action in range(game.num_actions):
        move = game.move(action)
        form = game.words.moves.get(move.name, "")
        missing = [fact for fact in places(form) if fact not in move.args]
        if missing:
            return (
                f"words.toml: the move {move.name!r} has {_list(missing)} in {form!r}; it is about {_list(move.args)}"
            )
    return ""


def _forms(forms: str | list[str]) -> list[str]:
    return [forms] if isinstance(forms, str) else forms


def _list(names: Iterable[str]) -> str:
    return ", ".join(sorted(names)) or "nothing"
