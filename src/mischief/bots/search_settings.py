"""How a search thinks: the few numbers that a game may set in its `search_hints`."""

from mypy_extensions import i64


class Settings:
    """What is weighed in thinking. The names are those of `Game.search_hints`.

    - explore: how much a move is tried because it has been tried little, in standard deviations of its results.
    - widen: a node visited v times tries max(1, widen * sqrt(v)) moves, the policy's first; 0 tries all from the start.
    - widen_root: the same at the decision itself.
    - wild: the part of moves in playouts that are random, where the others follow the game's policy; 1 is all random.
    - cutoff: after so many decisions of a playout the policy's `outlook` is taken for the result; 0 plays to the end.
    - trust: the policy's own move is kept unless another is better by so many standard errors.
    - others: whether the other seats are searched too (each for its own good), or follow the policy with `wild`.
    - regret: whether together-decisions are mixed by regret, or treated like any other (as they are where the others
      follow the policy: against a known player no mixture is needed).
    - nodes: the most nodes that are kept.
    """

    def __init__(
        self,
        explore: float = 0.8,
        widen: float = 0.3,
        widen_root: float = 3.0,
        wild: float = 0.0,
        cutoff: i64 = 0,
        trust: float = 2.0,
        others: bool = False,
        regret: bool = True,
        nodes: i64 = 600000,
    ) -> None:
        self.explore = explore
        self.widen = widen
        self.widen_root = widen_root
        self.wild = wild
        self.cutoff = cutoff
        self.trust = trust
        self.others = others
        self.regret = regret
        self.nodes = nodes
