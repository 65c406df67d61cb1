"""Logs for people or for machines. What is logged are table ids, numbers and causes; never a token, a name, a line of
chat or a move."""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import Any

PLAIN = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}


class ForMachines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "says": record.getMessage(),
        }
        line |= {key: value for key, value in vars(record).items() if key not in PLAIN}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


class ForPeople(logging.Formatter):
    """One sentence a line."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(message)s", "%H:%M:%S")

    def format(self, record: logging.LogRecord) -> str:
        extra = {key: value for key, value in vars(record).items() if key not in PLAIN}
        told = "".join(f" {key}={value}" for key, value in extra.items())
        return super().format(record) + told


def start_logging(form: str, level: str) -> None:
    """Send every log to the standard error, as `json` or `text`."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(ForMachines() if form == "json" else ForPeople())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for quiet in ("uvicorn.access", "websockets", "markdown_it"):  # the last tells of every line of every rulebook
        logging.getLogger(quiet).setLevel(logging.WARNING)
    for loud in ("uvicorn", "uvicorn.error"):
        logging.getLogger(loud).handlers[:] = []
        logging.getLogger(loud).propagate = True
    # Uvicorn tells of every accepted WebSocket and every kept-alive failure; the metrics count them.
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
