"""What a run of training writes down of itself: how it was asked for and how it went. Needs no torch, no numpy."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import msgspec

from mischief.engine.errors import MischiefError

BACKENDS = ("torch", "numpy")
"""What learns."""


class BadRun(MischiefError):
    """A folder that holds no run of training that can be read."""


class BadPlan(MischiefError):
    """A run asked for with numbers that make none."""


class Plan(msgspec.Struct, frozen=True):
    """Everything that makes a run; it stands in `net.toml` beside the net."""

    game: str
    seed: int = 1
    minutes: float = 10.0
    follow: float = 0.25
    """Which part of the time goes to following the heuristic."""
    processes: int = 2
    tables: int = 256
    steps: int = 32
    hidden: int = 128
    narrow: int = 64
    against: float = 0.3
    """Which part of the tables is played against the heuristic."""
    seats: list[int] = []
    """At these seat counts alone; none: at all of them."""
    begin: str = ""
    """The net that it begins as, a `net.bin`; else it begins with random numbers."""
    teacher: str = ""
    """The net that it follows at first, a `net.bin`; else the heuristic."""
    rival: str = ""
    """Against this net instead, a `net.bin`: an exploiter of it is trained."""
    weigh: bool = False
    """Whether it learns what tables are worth and looks at where each move leads, in games without secrets."""
    insight: bool = False
    """Whether it looks at what a player reckons instead of at single cards; one that weighs tables always does."""
    slips: float = 0.1
    rows: int = 16384
    passes: int = 1
    step: float = 1e-3
    last_step: float = 1e-4
    variety: float = 0.02
    last_variety: float = 0.001
    carry: float = 0.95
    smooth: float = 0.0
    """How much of it the net that is kept holds on to at every lesson: it is the mean of the last ones. 0: it is
    the net that learns."""
    backend: str = "torch"
    games: int = 400
    """How many games the ladder plays each time, and at each seat count."""

    def __post_init__(self) -> None:
        self._expect("processes tables steps hidden narrow rows passes games", "at least 1", lambda n: n >= 1)
        self._expect("minutes step last_step", "more than 0", lambda n: 0 < n < math.inf)
        self._expect("follow against slips carry", "from 0 to 1", lambda n: 0 <= n <= 1)
        self._expect("smooth", "from 0 to less than 1", lambda n: 0 <= n < 1)
        self._expect("variety last_variety seed", "0 or more", lambda n: 0 <= n < math.inf)
        if self.backend not in BACKENDS:
            raise BadPlan(f"--backend should be {' or '.join(BACKENDS)}, not {self.backend}.")

    def _expect(self, names: str, right: str, fits: Callable[[float], bool]) -> None:
        for name in names.split():
            number = getattr(self, name)
            if not fits(number):
                raise BadPlan(f"--{name} should be {right}, not {number:g}.")

    @property
    def reckons(self) -> bool:
        """Whether its rows are what a player reckons (`Game.insight`)."""
        return self.insight or self.weigh


class Line(msgspec.Struct):
    """One line of a run's diary."""

    seconds: float
    decisions: int
    stage: str
    value: float
    entropy: float
    agrees: float
    strength: dict[str, float] = {}
    """Against the heuristic, at some seat counts, when the line was written or shortly after."""


class Sitting(msgspec.Struct, frozen=True):
    """One stretch of a run, from its start to where it was stopped: since which second of the run, and how it was asked
    for."""

    since: float
    plan: Plan
    command: str = ""
    commit: str = ""


class Record(msgspec.Struct, frozen=True):
    """A run so far."""

    sittings: list[Sitting]
    diary: list[Line]

    @property
    def plan(self) -> Plan:
        return self.sittings[-1].plan


def read_run(folder: Path) -> Record:
    """The run of a folder."""
    try:
        sittings = msgspec.json.decode((folder / "run.json").read_bytes(), type=list[Sitting])
        lines = (folder / "diary.jsonl").read_bytes().splitlines()
        diary = [msgspec.json.decode(line, type=Line) for line in lines if line]
    except OSError as error:
        raise BadRun(
            f"{folder}: a run of training has run.json and diary.jsonl ({error.strerror}: {error.filename})."
        ) from error
    except msgspec.DecodeError as error:
        raise BadRun(f"{folder}: run.json or diary.jsonl tells of no run ({error}).") from error
    if not sittings:
        raise BadRun(f"{folder}: run.json tells of no sitting; `mischief train` writes one.")
    return Record(sittings, diary)
