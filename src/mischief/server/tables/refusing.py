"""Refusals: what is not done, why, and which clause says so."""

from __future__ import annotations

from mischief.engine.errors import BadOption, BadPosition, MischiefError, Refused, UnknownGame
from mischief.server.protocol.messages import Refusal


class Denied(MischiefError):
    """A command or a request that is not done."""

    def __init__(self, code: Refusal, text: str, clause: str = "") -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.clause = clause


def in_words(error: MischiefError) -> tuple[str, str, str]:
    """Every error that Mischief raises on purpose, as a refusal: code, text, clause."""
    match error:
        case Denied():
            return error.code, error.text, error.clause
        case UnknownGame():
            return "unknown_game", str(error), ""
        case BadPosition():
            return "refused", f"position, {error.where}: {error.sentence}", error.clause
        case Refused():
            return "refused", error.sentence, error.clause
        case BadOption():
            return "malformed", f"options: {error}", ""
        case _:
            return "malformed", str(error), ""
