"""What happened at the table, told to a listener as it happens; each fact with who may know it."""

from collections.abc import Callable, Mapping, Sequence

import msgspec

Facts = dict[str, object]


class Event(msgspec.Struct, frozen=True):
    """One thing that happened. `only` names, for each secret fact, the seats that know it; other facts are open.

    >>> drew = Event("drew", {"seat": 1, "card": "pz07"}, {"card": (1,)})
    >>> drew.seen_by(1).facts
    {'seat': 1, 'card': 'pz07'}
    >>> drew.seen_by(0).facts
    {'seat': 1}
    """

    kind: str
    facts: Facts
    only: dict[str, tuple[int, ...]] = {}

    def seen_by(self, seat: int) -> "Event":
        """The event as that seat (or WATCHER) may know it: secret facts of others are simply not there."""
        return Event(self.kind, {k: v for k, v in self.facts.items() if k not in self.only or seat in self.only[k]})


Listener = Callable[[Event], None]


def event(kind: str, facts: Facts, only: Mapping[str, Sequence[int]] | None = None) -> Event:
    """Build an event from the rules' plain dictionaries."""
    return Event(kind, facts, {k: tuple(v) for k, v in only.items()} if only else {})
