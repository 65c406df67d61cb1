"""The record: what the whole table has heard, note after note (memory_notes.py), and the possible sheets that follow
from it, kept beside it. Imagined tables have no record, so that playouts do not pay for it."""

from __future__ import annotations

from librt.vecs import append
from mypy_extensions import i64

from mischief.engine.moves import flat

from .house import House
from .imagining_sheets import PossibleSheets


class Record:
    """What has been heard. Only ever grows: a clone shares it and knows how much of it is its own past; whoever goes on
    from an older point takes a copy first."""

    def __init__(self, log: list[int]) -> None:
        self.log = flat(log)
        self.size: i64 = len(log)
        self.worked_out: list[PossibleSheets | None] = []
        """The possible sheets of each rat, once somebody has asked for them."""

    def fork(self, size: i64) -> Record:
        """Its first part, as a record of its own."""
        record = Record([])
        record.log = self.log[:size]
        record.size = size
        return record

    def add(self, figure: i64) -> None:
        self.log = append(self.log, figure)
        self.size += 1

    def sheets(self, house: House, seat: i64, vocation: i64, size: i64) -> PossibleSheets:
        """The possible sheets of a rat, as of a point that is not before the point they were last asked for."""
        if len(self.worked_out) == 0:
            for _ in range(house.seats):
                self.worked_out.append(None)
        found = self.worked_out[seat]
        if found is None:
            found = PossibleSheets(house, seat, vocation, house.imagine_entries)
            self.worked_out[seat] = found
        if found.read < size and not found.lost:
            found.follow(self.log, size)
        elif len(found.sums) == 0:
            found.add_up()
        return found

    def reaches_beyond(self, seat: i64, size: i64) -> bool:
        """Whether the possible sheets of a rat already follow from more than the first `size` of the record."""
        if len(self.worked_out) == 0:
            return False
        found = self.worked_out[seat]
        return found is not None and found.read > size
