"""How a search thinks: the few numbers that a game may set in its `search_hints` and `master_hints`."""

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

    Search with a net (search_guided.py) knows these too; its names are those of `Game.master_hints`.

    - cutoff: there it counts the decisions of the seat that thinks: at the so-manieth the net is asked.
    - lean: how much a move is tried because the net likes it.
    - thumb: how much of the net's liking goes to the move of the rules of thumb instead.
    - nets: in which part of the simulations the others follow the net instead of the rules of thumb.
    - sight: how much of the outlook is that of the rules of thumb, from the whole imagined table.
    - heed: the policy's own move is kept only if it was tried at least so many times as often as the best one.
    - doubt: by how much outlooks may err, however often they are asked: the policy's own move is kept unless another
      is better by more than this and by `trust` standard errors together.
    - beliefs: whether others are taken to have chosen in secret what such rats tend to choose.
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
        lean: float = 0.2,
        thumb: float = 0.0,
        nets: float = 0.0,
        sight: float = 0.0,
        heed: float = 0.0,
        doubt: float = 0.0,
        beliefs: bool = False,
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
        self.lean = lean
        self.thumb = thumb
        self.nets = nets
        self.sight = sight
        self.heed = heed
        self.doubt = doubt
        self.beliefs = beliefs
