"""Last Crumb, the scoring: who takes a crumb, and who has won."""

from librt.vecs import vec
from mypy_extensions import i64

from mischief.engine.moves import zeros

from . import numbers as n


def takers_of(chosen: vec[i64], seats: i64, crumb: i64) -> vec[i64]:
    """A 1 for the rat with the highest paw that nobody matched (LC-2.3); none if every paw is matched (LC-2.4)."""
    takers = zeros(seats)
    for paw in range(n.PAWS, 0, -1):
        reaching: i64 = 0
        last: i64 = 0
        for seat in range(seats):
            if chosen[seat] == paw:
                reaching += 1
                last = seat
        if reaching == 1:
            takers[last] = 1
            break
    return takers


def payoff_of(scores: vec[i64], seats: i64, seat: i64) -> float:
    """1 for the most crumbs' worth, shared among equals (LC-3.1)."""
    best: i64 = 0
    sharing: i64 = 0
    for other in range(seats):
        if scores[other] > best or other == 0:
            best = scores[other]
            sharing = 1
        elif scores[other] == best:
            sharing += 1
    return 1.0 / float(sharing) if scores[seat] == best else 0.0
