"""Every way in which Mischief says no. Each error names the place, what is wrong, and what would be right."""


class MischiefError(Exception):
    """The one ancestor: the command line and the server turn any of these into a sentence, never a traceback."""


class Refused(MischiefError):
    """A move that the rules do not allow now. Nothing has changed. `sentence` says why, `clause` by which rule."""

    def __init__(self, sentence: str, clause: str = "") -> None:
        super().__init__(f"{sentence} [{clause}]" if clause else sentence)
        self.sentence = sentence
        self.clause = clause


class BadPosition(MischiefError):
    """A position that cannot lie on a table: `where` in it, why (`sentence`), and by which `clause`."""

    def __init__(self, where: str, sentence: str, clause: str = "") -> None:
        super().__init__(f"position, {where}: {sentence}" + (f" [{clause}]" if clause else ""))
        self.where = where
        self.sentence = sentence
        self.clause = clause


class BadOption(MischiefError):
    """A game asked for with options or seats that it does not have."""


class BadCards(MischiefError):
    """A components file that does not add up."""


class BadRulebook(MischiefError):
    """A rulebook that asks for a table that nobody makes, or has something in it that cannot be shown."""


class BadScenario(MischiefError):
    """A scenario file that cannot be read."""


class BadLesson(MischiefError):
    """A lesson or a coach's file that cannot be read."""


class UnknownGame(MischiefError):
    """No rulebook by that name."""


class BadBatch(MischiefError):
    """A batch that cannot be, or an action that one of its tables does not allow."""
