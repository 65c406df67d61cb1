"""The folder of a study: the plan and every finished block in `study.jsonl`, then the report and the tables.

A study that was stopped is taken up from its last whole block, and comes to the same as one that was not.
"""

from __future__ import annotations

from pathlib import Path
from types import TracebackType

import msgspec

from mischief.arena.journal import Journal, begun, whole_lines
from mischief.study.plan import Plan
from mischief.study.tally import Block
from mischief.study.variants import BadStudy

KEPT = "study.jsonl"


class Keeper:
    """Writes blocks down as they are done, and knows which are there already. Without a folder it only remembers."""

    def __init__(self, plan: Plan, folder: Path | None) -> None:
        self.plan = plan
        self.folder = folder
        self.blocks: dict[int, Block] = {}
        self._journal: Journal | None = None
        if folder is None:
            return
        path = folder / KEPT
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if begun(path):
                self._take_up(path)
            self._journal = Journal(path, plan)
        except OSError as error:
            raise BadStudy(f"{folder} cannot be written into: {error.strerror}. Choose another --out.") from error

    def _take_up(self, path: Path) -> None:
        before, self.blocks = read_study(path)
        if before != self.plan:
            raise BadStudy(
                f"{path.parent} holds another study: {_differences(before, self.plan)}. Choose another --out."
            )

    @property
    def todo(self) -> list[int]:
        """The blocks that are still to be played."""
        return [number for number in range(self.plan.blocks) if number not in self.blocks]

    def write(self, block: Block) -> None:
        """Add a finished block: in the file before this returns."""
        self.blocks[block.block] = block
        if self._journal is not None:
            self._journal.write(block)

    @property
    def done(self) -> list[Block]:
        """What is there, in order: so that sums come out the same whoever was quicker."""
        return [self.blocks[number] for number in sorted(self.blocks)]

    def __enter__(self) -> Keeper:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._journal is not None:
            self._journal.close()


def read_study(path: Path) -> tuple[Plan, dict[int, Block]]:
    """The plan of a study and its blocks. An unfinished last line is passed over."""
    lines = whole_lines(path)
    if not lines:
        raise BadStudy(f"{path}: the first line should hold the plan of a study; the file is empty.")
    blocks: dict[int, Block] = {}
    read = 0
    try:
        plan = msgspec.json.decode(lines[0], type=Plan)
        for line in lines[1:]:
            read += 1
            block = msgspec.json.decode(line, type=Block)
            blocks[block.block] = block
    except msgspec.DecodeError as error:
        raise BadStudy(f"{path}, line {read + 1}: this is no part of a study: {error}.") from error
    return plan, blocks


def _differences(there: Plan, here: Plan) -> str:
    a, b = msgspec.to_builtins(there), msgspec.to_builtins(here)
    found = [key for key in a if a[key] != b[key]]
    plain = [f"{key} is {a[key]} there and {b[key]} here" for key in found if key in ("games", "seed", "watched")]
    return ", ".join(plain) if plain else f"its {', '.join(found)} are others"
