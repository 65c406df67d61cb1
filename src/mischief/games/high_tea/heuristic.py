"""How a rat without any manners plays: every legal move is as good as another."""

from mischief.engine.policy import AnyMove


class Sensible(AnyMove):
    pass
