"""Where games are kept, and the port that a table keeps."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

import mischief
from mischief.commands import home

ROOT = Path(__file__).parent.parent


@pytest.fixture
def plate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> home.Doorplate:
    """The doorplate of a database; no port is the usual one, so that whatever else runs here is left alone."""
    monkeypatch.setattr(home, "USUAL_PORT", free_port())
    return home.Doorplate(str(tmp_path / "new folder" / "mischief.db"))


def free_port() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return int(trial.getsockname()[1])


def test_a_clone_keeps_its_games_wherever_it_is_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert home.games_file() == str(ROOT / "mischief.db")


def test_an_installed_mischief_keeps_its_games_with_the_users_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "lib" / "python3" / "site-packages" / "mischief"
    monkeypatch.setattr(mischief, "__file__", str(package / "__init__.py"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert Path(home.games_file()).parts[-2:] == ("mischief", "mischief.db")
    assert tmp_path / "data" in Path(home.games_file()).parents


def test_the_usual_port_is_taken_first_and_any_other_if_it_must(plate: home.Doorplate) -> None:
    assert plate.find() == home.USUAL_PORT
    with socket.socket() as somebody:
        somebody.bind(("127.0.0.1", home.USUAL_PORT))
        somebody.listen()
        assert plate.find() not in (0, home.USUAL_PORT)


def test_the_port_of_last_time_is_taken_again_if_it_is_free(plate: home.Doorplate) -> None:
    last = free_port()
    plate.write(last)
    assert plate.last() == last
    assert plate.find() == last
    with socket.socket() as somebody:
        somebody.bind(("127.0.0.1", last))
        somebody.listen()
        assert plate.find() == home.USUAL_PORT


@pytest.mark.parametrize("text", ["", "soon", "-1", "99999999", "0"])
def test_a_spoilt_doorplate_is_as_good_as_none(plate: home.Doorplate, text: str) -> None:
    assert plate.file is not None
    plate.file.parent.mkdir()
    plate.file.write_text(text)
    assert plate.last() is None
    assert plate.find() == home.USUAL_PORT


def test_a_table_on_postgres_has_no_doorplate() -> None:
    plate = home.Doorplate("postgresql://ada@host/mischief")
    plate.write(5000)
    assert plate.last() is None
