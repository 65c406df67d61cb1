"""The pool of nodes in which a search remembers: flat vectors, one entry per node, no objects.

A node stands for what one seat has seen since the search began; its children are linked in a list. A child's key says
who acted and what was seen of it.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

NONE: Final[i64] = -1
SEAT_BITS: Final[i64] = 4
SEAT_MASK: Final[i64] = 15


def key_of(seat: i64, glimpse: i64) -> i64:
    """One number for who acted (DEALER included) and what was seen of it."""
    return (glimpse << SEAT_BITS) | (seat + 3)


class Tree:
    """All nodes of all seats.

    `visits` counts how often the move into a node was taken, `asked` how often a decision was made in it, `offered`
    how often its move was possible where it could be taken. `total` sums the results of the seat whose move it is,
    `squares` their squares, which tell how far a mean may be trusted.
    `regret`, and `share` (how much of a mixed choice fell on it), serve together-decisions.
    """

    def __init__(self) -> None:
        self.key = vec[i64](capacity=4096)
        self.sibling = vec[i64](capacity=4096)
        self.child = vec[i64](capacity=4096)
        self.visits = vec[i64](capacity=4096)
        self.asked = vec[i64](capacity=4096)
        self.offered = vec[i64](capacity=4096)
        self.total = vec[float](capacity=4096)
        self.squares = vec[float](capacity=4096)
        self.regret = vec[float](capacity=4096)
        self.share = vec[float](capacity=4096)
        self.count: i64 = 0

    def root(self) -> i64:
        """A new node without a parent."""
        self.key = append(self.key, i64(0))
        self.sibling = append(self.sibling, NONE)
        self.child = append(self.child, NONE)
        self.visits = append(self.visits, i64(0))
        self.asked = append(self.asked, i64(0))
        self.offered = append(self.offered, i64(0))
        self.total = append(self.total, 0.0)
        self.squares = append(self.squares, 0.0)
        self.regret = append(self.regret, 0.0)
        self.share = append(self.share, 0.0)
        self.count += 1
        return self.count - 1

    def grow(self, parent: i64, key: i64) -> i64:
        """A new child."""
        node = self.root()
        self.key[node] = key
        self.sibling[node] = self.child[parent]
        self.child[parent] = node
        return node

    def find(self, parent: i64, key: i64) -> i64:
        """The child with that key, or NONE."""
        node = self.child[parent]
        while node != NONE:
            if self.key[node] == key:
                return node
            node = self.sibling[node]
        return NONE

    def mean(self, node: i64) -> float:
        visits = self.visits[node]
        return self.total[node] / float(visits) if visits > 0 else 0.0

    def variance(self, node: i64) -> float:
        """How far results of a move lie apart; as long as there are few, near that of a win or a loss."""
        visits = float(self.visits[node]) + 2.0
        mean = (self.total[node] + 1.0) / visits
        spread = (self.squares[node] + 1.0) / visits - mean * mean
        return spread if spread > 0.0001 else 0.0001
