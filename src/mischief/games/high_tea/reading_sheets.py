"""Reads the sheets of a position: vocations, supplies, nests and pieces of every rat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NoReturn

from mypy_extensions import i64

from mischief.engine.reading import Reader

from . import numbers as n
from .rules import blank_table
from .scoring import a_piece

if TYPE_CHECKING:
    from .game import HighTeaGame

MOST_HELD = 1_000_000


def is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


class SheetReading:
    """A position being read onto `table`; `name` is the phase as the position calls it."""

    def __init__(self, game: HighTeaGame, data: Mapping[str, Any]) -> None:
        self.reader = Reader(data)
        self.house = game.house
        self.seats = range(game.seats)
        self.table = blank_table(game, self.house, None)
        self.name = ""

    def fail(self, key: str, sentence: str, clause: str = "") -> NoReturn:
        self.reader.fail(sentence, key, clause)

    def not_due(self, sentence: str, clause: str) -> NoReturn:
        self.fail("phase", f"{self.name} is not due: {sentence}", clause)

    def read_sheets(self) -> None:
        sheets = self.reader.many("seats", len(self.seats))
        for seat, data in enumerate(sheets):
            sheet = Reader(data, f"seats[{seat}]")
            self.read_vocation(sheet, seat)
            supplies = sheet.many("supplies", int(n.KINDS)) if sheet.has("supplies") else [0] * int(n.KINDS)
            for kind, count in enumerate(supplies):
                if not is_whole(count) or not 0 <= count <= MOST_HELD:
                    sheet.fail(
                        f"{n.SUPPLY_IDS[kind]} should be a whole number of 0 or more, not {count!r}",
                        "supplies",
                        "HT-1.2",
                    )
                self.table.cells[seat * n.SHEET + n.HELD + kind] = count
            self.read_nests(sheet, seat)
            self.read_pieces(sheet, seat)
            sheet.done()
        self.check_vocations()

    def read_vocation(self, sheet: Reader, seat: int) -> None:
        if sheet.has("vocation"):
            name = sheet.word("vocation", n.VOCATION_IDS[1:])
            if not self.house.vocations:
                sheet.fail(f"{name}: vocations are not in play; set the option vocations", "vocation", "HT-13.5")
            vocation = n.VOCATION_IDS.index(name)
            if self.table.who_is(vocation) >= 0:
                sheet.fail(f"there is only one {name}", "vocation", "HT-13.3")
            self.table.cells[seat * n.SHEET + n.TRADE] = vocation

    def check_vocations(self) -> None:
        if not self.house.vocations or self.table.phase < n.AT_VOCATION:
            if any(self.table.vocation(s) for s in self.seats):
                self.fail("seats", "vocations are picked after the draft rolls", "HT-13.3")
            return
        without = [s for s in self.seats if not self.table.vocation(s)]
        if without and self.table.phase > n.AT_VOCATION:
            self.fail("seats", f"every rat has a vocation after the draft; seat {without[0]} has none", "HT-13.3")

    def read_nests(self, sheet: Reader, seat: int) -> None:
        nests: list[int] = []
        for place in sheet.many("nests"):
            if not is_whole(place) or not 1 <= place <= n.KINDS:
                sheet.fail(f"a nest lies beside a supply from 1 to 6, not {place!r}", "nests", "HT-7.1")
            if place in nests:
                sheet.fail(f"two nests cannot lie beside supply {place}", "nests", "HT-7.1")
            nests.append(place)
            self.table.cells[seat * n.SHEET + n.NESTS] |= i64(1) << (place - 1)
        last_turn = self.table.turn == self.house.turns
        if len(nests) > self.table.turn and not (last_turn and len(nests) == n.KINDS):
            sheet.fail(f"{len(nests)} nests are more than turns begun, {int(self.table.turn)}", "nests", "HT-7.1")

    def read_pieces(self, sheet: Reader, seat: int) -> None:
        count = self.table.vocation(seat) == n.COUNT
        pieces = [(p, n.DISH, n.CRUMBS, n.RAGS) for p in sheet.many("dishes")]
        pieces += [(p, n.DECORATION, n.RAGS, n.CRUMBS) for p in sheet.many("decorations")]
        allowed = 3 * int(self.table.turn) + (2 if count else 0)
        if len(pieces) > allowed:
            sheet.fail(f"{len(pieces)} pieces are more than turns allow, {allowed}", "dishes", "HT-9.3")
        for piece, kind, usual, crossed in pieces:
            key = "dishes" if kind == n.DISH else "decorations"
            value, supply = piece, usual
            if isinstance(piece, list | tuple):
                if len(piece) != 2 or piece[1] not in (crossed + 1, n.FLOWERS + 1):
                    sheet.fail(
                        f"a piece is its value, or [value, supply] when made of supply {int(crossed) + 1} or 6, "
                        f"not {piece!r}",
                        key,
                        "HT-10.1",
                    )
                value, supply = piece[0], piece[1] - 1
            if not is_whole(value) or not 1 <= value <= MOST_HELD:
                sheet.fail(f"a piece has a value of at least 1, not {value!r}", key, "HT-8.1")
            if supply == crossed:
                if self.table.vocation(seat) != n.PICKPOCKET:
                    sheet.fail(f"only the Pickpocket makes a piece like {piece!r}", key, "HT-13.18")
                if value <= self.house.pickpocket_bonus:
                    sheet.fail(f"{piece!r} is worth at least {int(self.house.pickpocket_bonus) + 1}", key, "HT-13.19")
            self.table.add_piece(seat, a_piece(value, supply, kind))
        if count and (1 not in sheet.many("dishes") or 2 not in sheet.many("decorations")):
            sheet.fail("the Count has a dish of 1 and a decoration of 2 from the beginning", "dishes", "HT-13.27")
