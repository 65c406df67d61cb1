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

    Search with a net (search_paired.py) has these names; those of `Game.master_hints` are among them.

    - explore: there it counts standard deviations of what is believed of a move.
    - cutoff: there it counts the decisions of the seat that thinks: at the so-manieth the net says how things stand.
    - lean: how much worse a move is thought to be that the net likes less by a factor of e, before it is tried.
    - scatter: by how much moves usually differ from what is thought of them before they are tried.
    - nets: in which part of the trials the others follow the net instead of the rules of thumb.
    - warmth: how freely those who follow the net stray from its favourite: at 1 they make each move as often as it
      would, at 0 always that one.
    - beliefs: whether others are taken to have chosen in secret what such rats tend to choose.

    And a master without a net (bots/master.py) has one more.

    - heed: the policy's own move is kept only if it was tried at least so many times as often as the best one.
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
        lean: float = 0.01,
        scatter: float = 0.03,
        nets: float = 1.0,
        heed: float = 0.0,
        beliefs: bool = False,
        warmth: float = 1.0,
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
        self.scatter = scatter
        self.nets = nets
        self.heed = heed
        self.beliefs = beliefs
        self.warmth = warmth
