"""What a rat may know of Last Crumb, as a row of small numbers for learners: the view in fixed places."""

from librt.strings import BytesWriter
from mypy_extensions import i64

from mischief.engine.observing import Observer, from_me, put
from mischief.engine.state import State

from . import numbers as n
from .rules import LastCrumb


class CrumbObserver(Observer):
    """The places of a row, in its order: every call says what the next numbers mean."""

    def __init__(self) -> None:
        super().__init__(most_seats=4)
        paws = [str(paw) for paw in range(1, int(n.PAWS) + 1)]
        rounds = [str(number) for number in range(1, int(n.ROUNDS) + 1)]
        self.seats = self.one_of("seats", "How many seats are at the table.", ["2", "3", "4"])
        self.round = self.one_of("round", "The round, and whether all are over.", [*rounds, "over"])
        self.crumb = self.one_of("crumb", "The crumb that is bid for (LC-2.1).", paws)
        self.bag = self.counts("bag", "The crumbs left in the bag, by value; so one knows which were there.", paws)
        self.paws = self.bits("paws", "The paws that a seat has not used yet (LC-2.5).", paws, each_seat=True)
        self.chosen = self.bits("chosen", "The seat has chosen (LC-2.2).", each_seat=True)
        self.mine = self.one_of("mine", "What the observer has chosen.", paws)
        self.scores = self.counts("scores", "What a seat has taken.", each_seat=True)

    def write(self, state: State, seat: i64, row: BytesWriter, at: i64) -> None:
        assert isinstance(state, LastCrumb)
        row[at + self.seats + state.seats - 2] = 1
        row[at + self.round + state.round_number - 1] = 1
        if state.crumb > 0:
            row[at + self.crumb + state.crumb - 1] = 1
        for value in range(n.PAWS):
            put(row, at + self.bag + value, state.bag[value])
        for other in range(state.seats):
            place = from_me(other, seat, state.seats)
            for paw in range(n.PAWS):
                row[at + self.paws + place * n.PAWS + paw] = 1 if state.holds(other, paw + 1) else 0
            row[at + self.chosen + place] = 1 if state.chosen[other] != 0 else 0
            put(row, at + self.scores + place, state.scores[other])
        if state.chosen[seat] != 0:
            row[at + self.mine + state.chosen[seat] - 1] = 1
