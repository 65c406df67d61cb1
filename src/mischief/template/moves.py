"""What the numbers of Last Crumb mean, in words."""

from mischief.engine.families import Families, Family

from . import numbers as n

VALUES = range(1, int(n.PAWS) + 1)

MOVES = Families([Family(0, "paw", "paw {paw}", {"paw": VALUES})])
OUTCOMES = Families([Family(0, "crumb", "crumb {crumb}", {"crumb": VALUES})])
