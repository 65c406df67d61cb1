"""Where games are kept if nobody says where, and on which port the table was last."""

from __future__ import annotations

import contextlib
import socket
import sys
from pathlib import Path

import platformdirs

import mischief

USUAL_PORT = 8000


def games_file() -> str:
    """The database: in the clone, if Mischief runs from one; else in the user's own folder for data, wherever it was
    started."""
    clone = Path(mischief.__file__).parents[2]
    if (clone / "src" / "mischief").is_dir() and (clone / "pyproject.toml").is_file():
        return str(clone / "mischief.db")
    return str(platformdirs.user_data_path("mischief", appauthor=False) / "mischief.db")


class Doorplate:
    """Remembers beside the database on which port its table was last: browsers keep their seats by address."""

    def __init__(self, database: str) -> None:
        self.file = None if "://" in database else Path(database).expanduser().with_suffix(".port")

    def last(self) -> int | None:
        with contextlib.suppress(OSError, ValueError):
            port = int(self.file.read_text(encoding="ascii")) if self.file else 0
            return port if 0 < port < 65536 else None
        return None

    def write(self, port: int) -> None:
        with contextlib.suppress(OSError):  # a port that is forgotten is no reason not to play
            if self.file:
                self.file.parent.mkdir(parents=True, exist_ok=True)
                self.file.write_text(f"{port}\n", encoding="ascii")

    def find(self) -> int:
        """The port of last time if it is free, else the usual one, else any that is free."""
        wanted = [port for port in (self.last(), USUAL_PORT) if port is not None]
        return next((port for port in wanted if _free(port)), 0) or _any()


def _free(port: int) -> bool:
    with socket.socket() as trial:
        if sys.platform != "win32":  # where it would allow two programs on one port
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def _any() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        found: int = trial.getsockname()[1]
        return found
