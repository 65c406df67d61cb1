"""Last Crumb: the rules.

Two to four rats bid for crumbs. Each holds the same five paws, 1 to 5, and uses each once. A round: the Dealer turns
up a crumb (LC-2.1); all rats choose a paw, together and in secret (LC-2.2); the highest paw that nobody matched takes
the crumb (LC-2.3). After five rounds the most crumbs' worth wins (LC-3.1).

The file is typed for mypyc: `i64` for every number, flat `vec[i64]` for everything of which there are several, read
through small helpers with the words of the table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64

from mischief.engine.chance import Odds, Rng
from mischief.engine.moves import Moves, filled, flat, zeros
from mischief.engine.seats import DEALER, NOBODY
from mischief.engine.state import State

from . import numbers as n
from .scoring import payoff_of, takers_of

if TYPE_CHECKING:
    from mischief.engine.game import Game


class LastCrumb(State):
    """A table of Last Crumb. `crumb` is 0 while the Dealer is to turn one up; `chosen[seat]` is 0 until it has."""

    def __init__(
        self,
        game: Game,
        seats: i64,
        round_number: i64,
        crumb: i64,
        bag: vec[i64],
        paws: vec[i64],
        chosen: vec[i64],
        scores: vec[i64],
    ) -> None:
        super().__init__(game, seats)
        self.round_number = round_number
        self.crumb = crumb
        self.bag = bag
        self.paws = paws
        self.chosen = chosen
        self.scores = scores

    def clone(self) -> State:
        copy = self.copy()
        copy.keep_past_of(self)
        return copy

    def copy(self) -> LastCrumb:
        """All but the past, which tells the secrets of everybody."""
        return LastCrumb(
            self.game,
            self.seats,
            self.round_number,
            self.crumb,
            self.bag[:],
            self.paws[:],
            self.chosen[:],
            self.scores[:],
        )

    def holds(self, seat: i64, paw: i64) -> bool:
        return self.paws[seat * n.PAWS + paw - 1] == 1

    # Whose decision it is

    def actor(self) -> i64:
        if self.round_number > n.ROUNDS:
            return NOBODY
        if self.crumb == 0:
            return DEALER
        for seat in range(self.seats):
            if self.chosen[seat] == 0:
                return seat
        return NOBODY

    def waits_for(self, seat: i64) -> bool:
        if self.round_number > n.ROUNDS:
            return False
        if self.crumb == 0:
            return seat == DEALER
        return seat >= 0 and self.chosen[seat] == 0

    # What may be done

    def list_moves(self, seat: i64, moves: Moves) -> None:
        """Any paw still held (LC-2.2)."""
        for paw in range(i64(1), n.PAWS + 1):
            if self.holds(seat, paw):
                moves.add(paw - 1)

    def list_odds(self, odds: Odds) -> None:
        """Every crumb left in the bag (LC-2.1)."""
        for i in range(n.PAWS):
            if self.bag[i] > 0:
                odds.add(i, self.bag[i])

    # What happens

    def apply(self, seat: i64, action: i64) -> None:
        if seat == DEALER:
            self.turn_up(action + 1)
        else:
            self.choose(seat, action + 1)

    def turn_up(self, crumb: i64) -> None:
        self.bag[crumb - 1] -= 1
        self.crumb = crumb
        if self.listener is not None:
            self.tell("turned_up", {"round": int(self.round_number), "crumb": int(crumb)})

    def choose(self, seat: i64, paw: i64) -> None:
        self.chosen[seat] = paw
        if self.listener is not None:
            self.tell("chose", {"seat": int(seat), "paw": int(paw)}, {"paw": [int(seat)]})
        for other in range(self.seats):
            if self.chosen[other] == 0:
                return
        self.compare()

    def compare(self) -> None:
        """Whoever takes the crumb scores its worth (LC-2.3); if nobody does, it is swept away (LC-2.4)."""
        takers = takers_of(self.chosen, self.seats, self.crumb)
        for seat in range(self.seats):
            self.scores[seat] += self.crumb * takers[seat]
        if self.listener is not None:
            self.tell("compared", {"paws": [int(self.chosen[s]) for s in range(int(self.seats))]})
            taking = [s for s in range(int(self.seats)) if takers[s] == 1]
            if taking:
                self.tell("took", {"seats": taking, "crumb": int(self.crumb)})
            else:
                self.tell("swept_away", {"crumb": int(self.crumb)})
        self.next_round()

    def next_round(self) -> None:
        for seat in range(self.seats):
            self.paws[seat * n.PAWS + self.chosen[seat] - 1] = 0
            self.chosen[seat] = 0
        self.crumb = 0
        self.round_number += 1
        if self.round_number > n.ROUNDS and self.listener is not None:
            self.tell("game_over", {"scores": [int(self.scores[s]) for s in range(int(self.seats))]})

    # What cannot be known

    def imagine_as(self, seat: i64, rng: Rng) -> State:
        """Only the paws already chosen by others are secret (LC-2.2)."""
        world = self.copy()
        for other in range(self.seats):
            if other != seat and self.chosen[other] != 0:
                world.chosen[other] = world.any_paw(other, rng)
        return world

    def any_paw(self, seat: i64, rng: Rng) -> i64:
        held: i64 = 0
        for paw in range(i64(1), n.PAWS + 1):
            if self.holds(seat, paw):
                held += 1
        left = rng.below(held)
        for paw in range(i64(1), n.PAWS + 1):
            if self.holds(seat, paw):
                if left == 0:
                    return paw
                left -= 1
        return n.PAWS

    def glimpse(self, viewer: i64, seat: i64, action: i64) -> i64:
        return action if seat == DEALER or seat == viewer else n.UNSEEN

    def laid_open(self) -> i64:
        """Which paws are used up: nobody sees a choice when it is made, everybody when paws are compared (LC-2.5)."""
        number: i64 = 0
        for i in range(len(self.paws)):
            number = number * 2 + self.paws[i]
        return number

    # How it ends

    def share(self, seat: i64) -> float:
        return payoff_of(self.scores, self.seats, seat)


def new_table(game: Game, seats: i64, crumbs: list[int]) -> LastCrumb:
    return LastCrumb(game, seats, 1, 0, flat(crumbs), filled(seats * n.PAWS, 1), zeros(seats), zeros(seats))


def components(state: LastCrumb) -> dict[str, int]:
    """How many there are of what is in the box, wherever it lies: a crumb leaves the bag each round, and every rat uses
    a paw. `selfplay --check` counts after every move."""
    gone = int(state.round_number) - 1
    crumbs = sum([int(count) for count in state.bag]) + (1 if state.crumb > 0 else 0) + gone
    paws = sum([int(held) for held in state.paws]) + gone * int(state.seats)
    return {"crumbs": crumbs, "paws": paws}
