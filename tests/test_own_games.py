"""A game in a folder of one's own is found, told apart from others, and refused in one clear sentence if broken."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import mischief
from mischief.commands.new_game import copy_game, write_template
from mischief.engine.chance import Rng
from mischief.engine.playout import play_out
from tests.test_command_line import run


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def test_two_folders_with_one_name_are_two_games(tmp_path: Path) -> None:
    here, there = (write_template("cheese-heist", tmp_path / name) for name in ("here", "there"))
    edit(there / "numbers.py", "ROUNDS: Final[i64] = 5", "ROUNDS: Final[i64] = 3")
    ends = []
    for folder in (here, there):
        state = mischief.game(str(folder)).begin()
        ends.append(play_out(state, Rng(1)))
    assert ends == [15, 9]
    position = mischief.game(str(here)).start(1).position()
    with pytest.raises(mischief.BadPosition, match=r"both have the id 'cheese-heist'"):
        mischief.load(position)


def test_a_position_of_a_new_game_is_loaded_once_its_folder_is_known(tmp_path: Path) -> None:
    folder = write_template("crumb-race", tmp_path)
    with pytest.raises(mischief.UnknownGame, match="known once its folder has been loaded"):
        mischief.load({"game": "crumb-race", "players": 2})
    position = mischief.game(str(folder), 3).start(4).position()
    assert mischief.load(position).position() == position


@pytest.mark.parametrize("name", mischief.BOXES)
def test_a_copied_game_needs_an_id_of_its_own_and_then_plays(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(mischief.rulebook(name).folder, folder)
    with pytest.raises(mischief.UnknownGame, match=f"has the id '{name}', which is that of a game on the shelf"):
        mischief.rulebook(str(folder))
    shutil.copytree(folder, tmp_path / "mine")
    edit(tmp_path / "mine" / "game.py", f'id="{name}"', f'id="my-{name}"')
    state = mischief.game(str(tmp_path / "mine")).start(3)
    assert type(state).__module__.startswith("mischief_game_mine")
    play_out(state, Rng(1))
    assert state.result() is not None
    assert mischief.load(state.position()).result() == state.result()


def test_a_copy_made_by_new_game_has_its_own_name_and_can_be_changed(tmp_path: Path) -> None:
    folder = copy_game("sea-rats", tmp_path, "piratz")
    game = mischief.game(str(folder))
    assert (game.info.id, game.info.title) == ("sea-rats", "Sea Rats")
    assert not list(folder.glob("*.so"))
    assert not list(folder.glob("net*"))
    with pytest.raises(mischief.BadOption, match="already there"):
        copy_game("sea-rats", tmp_path, "piratz")
    with pytest.raises(mischief.BadOption, match="on the shelf"):
        copy_game("pie-rats", tmp_path, "piratz")


BROKEN = {
    "__init__.py": (None, "it has no __init__.py"),
    "game.py": (None, "it has no game.py"),
    "numbers.py": (None, r"\w+.py, line \d+: ImportError: cannot import name .numbers. from .crumb_race."),
    "rules.py": ("def clone(self) -> State:\n", r"rules.py, line \d+: "),
    "moves.py": ("MOVES = 1 / 0\n", r"moves.py, line 1: ZeroDivisionError: division by zero"),
}


@pytest.mark.parametrize("file", BROKEN)
def test_a_broken_folder_is_refused_in_a_sentence_with_its_place_and_read_anew(file: str, tmp_path: Path) -> None:
    folder = write_template("crumb-race", tmp_path)
    text, told = BROKEN[file]
    right = (folder / file).read_text(encoding="utf-8")
    (folder / file).unlink() if text is None else (folder / file).write_text(text)
    with pytest.raises(mischief.UnknownGame, match=told) as error:
        mischief.game(str(folder))
    assert "\n" not in str(error.value)
    (folder / file).write_text(right, encoding="utf-8")
    assert mischief.game(str(folder)).start(1).actors() == [0, 1]


def test_a_game_is_not_offered_under_an_id_that_is_taken(tmp_path: Path) -> None:
    here, there = (write_template("cheese-heist", tmp_path / name) for name in ("here", "there"))
    told = run("serve", "--database", str(tmp_path / "x.db"), "--game", str(here), "--game", str(there))
    assert told.returncode == 2
    assert "has the id 'cheese-heist', and so has" in told.stderr.replace("\n", " ")


LOADING = """
import sys, mischief
from pathlib import Path
def kilobytes(): return int(Path("/proc/self/statm").read_text().split()[1]) * 4
game = mischief.game(sys.argv[1], 4)
position = game.start(1).position()
grown = []
for _ in range(3):
    before = kilobytes()
    for _ in range(3000): game.load(position).view(0)
    grown.append(kilobytes() - before)
print(type(game.begin()).__module__, sys.modules[type(game.begin()).__module__].__file__.endswith(".py"), min(grown))
"""


@pytest.mark.skipif(not mischief.COMPILED or not sys.platform.startswith("linux"), reason="the engine is plain here")
def test_a_game_is_compiled_alone_and_is_plain_again_when_changed(tmp_path: Path) -> None:
    """And the template keeps the advice of docs/writing-a-game.md: compiled, it takes no memory with it."""
    folder = write_template("cheese-heist", tmp_path)
    told = run("compile", str(folder))
    assert told.returncode == 0, told.stderr
    assert "plays the same games as before" in told.stdout

    def module() -> list[str]:
        words = [sys.executable, "-c", LOADING, str(folder)]
        return subprocess.run(words, capture_output=True, text=True, check=True, timeout=120).stdout.split()

    name, plain, grown = module()
    assert (plain, name.startswith("mischief_game_cheese_heist")) == ("False", True)
    assert int(grown) < 200, "kilobytes that three thousand positions took with them"
    edit(folder / "numbers.py", "ROUNDS: Final[i64] = 5", "ROUNDS: Final[i64] = 4")
    assert module()[1] == "True"
