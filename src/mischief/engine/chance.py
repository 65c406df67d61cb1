"""Chance, kept outside the rules: a small generator, and the odds of what the Dealer may do next.

The generator is sfc32 on 32-bit words. All intermediates stay below 2^63, so that the compiled and the uncompiled
engine draw the same numbers from the same seed.
"""

from typing import Any, Final, SupportsIndex, final

from librt.vecs import append, vec
from mypy_extensions import i64

from mischief.engine.errors import MischiefError
from mischief.engine.whole import whole

M32: Final[i64] = 0xFFFFFFFF
WARM_UP: Final[i64] = 12
ROOM: Final[i64] = 24
"""Outcomes that odds have room for before they must grow."""


@final
class Rng:
    """A stream of random numbers that a seed (any whole number) determines. Equal where the same numbers will come.

    The numbers are the same on every machine, compiled or not: `mischief.Rng(7).below(6)` is a fair die.
    """

    def __init__(self, seed: SupportsIndex) -> None:
        number = seed if isinstance(seed, int) else whole(seed)
        if number is None:
            raise MischiefError(f"A seed is a whole number, not {seed!r}.")
        self.a: i64 = number & 0xFFFFFFFF
        self.b: i64 = (number >> 32) & 0xFFFFFFFF
        self.c: i64 = (number >> 64) & 0xFFFFFFFF
        self.counter: i64 = 1
        for _ in range(WARM_UP):
            self.next32()

    def next32(self) -> i64:
        """The next 32 bits, as a whole number."""
        t = (self.a + self.b + self.counter) & M32
        self.counter = (self.counter + 1) & M32
        self.a = self.b ^ (self.b >> 9)
        self.b = (self.c + ((self.c << 3) & M32)) & M32
        self.c = ((((self.c << 21) & M32) | (self.c >> 11)) + t) & M32
        return t

    def below(self, n: i64) -> i64:
        """A whole number from 0 to n - 1, each equally likely (n below 2^31)."""
        product = self.next32() * n
        low = product & M32
        if low < n:
            threshold = (4294967296 - n) % n
            while low < threshold:
                product = self.next32() * n
                low = product & M32
        return product >> 32

    def unit(self) -> float:
        """A number from 0 up to 1."""
        return float(self.next32()) / 4294967296.0

    def shuffle(self, flat: vec[i64]) -> None:
        """Put a vector into random order, in place."""
        for i in range(len(flat) - 1, 0, -1):
            j = self.below(i + 1)
            kept = flat[i]
            flat[i] = flat[j]
            flat[j] = kept

    def fork(self) -> "Rng":
        """An independent stream: for imagining, so that search cannot disturb the game's own chance."""
        first = int(self.next32())
        second = int(self.next32())
        return Rng(first | (second << 32) | (int(self.next32()) << 64))

    def state(self) -> tuple[int, int, int, int]:
        """Where the stream is: four numbers that `resumed` goes on from."""
        return int(self.a), int(self.b), int(self.c), int(self.counter)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rng) and self.state() == other.state()

    def __hash__(self) -> int:
        return hash(self.state())

    def __reduce__(self) -> tuple[Any, ...]:
        return resumed, self.state()


def resumed(a: int, b: int, c: int, counter: int) -> Rng:
    """A stream that goes on where another was."""
    rng = Rng(0)
    rng.a = a
    rng.b = b
    rng.c = c
    rng.counter = counter
    return rng


@final
class Odds:
    """The Dealer's possible outcomes in rising order, each with its weight; can be filled again and again."""

    def __init__(self) -> None:
        self.outcomes: vec[i64] = vec[i64](capacity=ROOM)
        self.weights: vec[i64] = vec[i64](capacity=ROOM)
        self.count: i64 = 0
        self.total: i64 = 0

    def clear(self) -> None:
        """Take everything out, to be filled again."""
        self.count = 0
        self.total = 0

    def add(self, outcome: i64, weight: i64) -> None:
        """One more outcome, with its weight; outcomes come in rising order."""
        if self.count < len(self.outcomes):
            self.outcomes[self.count] = outcome
            self.weights[self.count] = weight
        else:
            self.outcomes = append(self.outcomes, outcome)
            self.weights = append(self.weights, weight)
        self.count += 1
        self.total += weight

    def pick(self, rng: Rng) -> i64:
        """One outcome, in proportion to the weights."""
        left = rng.below(self.total)
        for i in range(self.count):
            left -= self.weights[i]
            if left < 0:
                return self.outcomes[i]
        return self.outcomes[self.count - 1]
