"""Every game plays with components of one's own: named, checked, and spoken of as they are."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import mischief
from mischief.commands.selfplay import Tale, play_checked
from mischief.engine import decks
from mischief.engine.chance import Rng
from mischief.engine.playout import play_out
from mischief.engine.words import read_words
from mischief.server.tables.library import Library
from tests.test_bad_input import JUNK, _places, _put

CHANGES = {
    "piratz": ('shows = "R", rat = true', 'shows = "C", rat = true'),
    "high-tea": ("bauble_gain = 5", "bauble_gain = 4"),
    "rattus-cartus": ('person = "Peasant"', 'person = "Beekeeper"'),
    "doctor-rat": ('picture = "plum"', 'picture = "pea"'),
    "pie-rats": ('name = "Mighty Myrtle", strength = 5', 'name = "Mighty Mallow", strength = 4'),
}
"""Something to change in each file, by text."""
SPOKEN = {
    "high-tea": ("rulebook", "4 of any one supply"),
    "rattus-cartus": ("words", "Beekeeper (2 nuns)"),
    "doctor-rat": ("words", "3 peas"),
    "pie-rats": ("rulebook", "Mighty Mallow"),
}

each_game = pytest.mark.parametrize("name", mischief.BOXES)


def changed(name: str, folder: Path) -> Path:
    text = (mischief.rulebook(name).folder / "cards.toml").read_text(encoding="utf-8")
    old, new = CHANGES[name]
    file = folder / "mine.toml"
    file.write_text("# Mine, for a trial.\n" + (text.replace(old, new) if name != "piratz" else text), encoding="utf-8")
    return file


@each_game
def test_words_of_the_standard_deck_are_those_of_its_cards(name: str) -> None:
    """So that the words of another deck, which are made from its cards, read alike."""
    game = mischief.game(name)
    assert game.parts.pieces is not None
    written = read_words(game.folder / "words.toml").pieces
    assert {piece: written.get(piece) for piece in game.parts.pieces(game)} == game.parts.pieces(game)


@each_game
def test_a_deck_of_ones_own_is_played_and_spoken_of(name: str, tmp_path: Path) -> None:
    file = changed(name, tmp_path)
    for seats in mischief.rulebook(name).info.seats:
        game = mischief.game(name, seats, deck=str(file))
        play_checked(game, seed=5, tale=Tale())
        state = game.start(3)
        assert mischief.load(state.position()).position() == state.position()
    assert "**Another deck.** Mine, for a trial. Where a number in the text differs" in game.rulebook
    assert "Another deck" not in mischief.game(name).rulebook
    if name in SPOKEN:
        where, told = SPOKEN[name]
        assert told in (game.rulebook if where == "rulebook" else " / ".join(game.words.pieces.values()))
        usual = mischief.game(name)
        assert told not in (usual.rulebook if where == "rulebook" else " / ".join(usual.words.pieces.values()))


@each_game
@pytest.mark.parametrize("deck", ["nowhere.toml", "cards.txt", "/", "../x", "a" * 300])
def test_a_deck_that_is_not_there_is_refused_with_those_that_are(name: str, deck: str) -> None:
    with pytest.raises(mischief.BadCards, match="there is no card file here; a deck is standard"):
        mischief.game(name, None, deck=deck)


@each_game
def test_junk_anywhere_in_a_deck_is_refused_with_its_row_or_can_be_played(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = mischief.rulebook(name).folder
    good = decks.read_toml(folder / "cards.toml")
    places = [place for place in _places(good) if place]
    file = changed(name, tmp_path)
    rng = random.Random(name)
    refused = played = 0
    for _ in range(250):
        bad: Any = _put(good, rng.choice(places), rng.choice(JUNK))
        monkeypatch.setattr(decks, "read_toml", lambda path, bad=bad: bad)
        try:
            game = mischief.game(name, None, deck=str(file))
        except mischief.BadCards as error:
            refused += str(error).startswith("mine.toml") and "\n" not in str(error)
            continue
        state = game.begin()
        play_out(state, Rng(1))
        assert game.load(state.position()).result() == state.result()
        assert game.rulebook
        played += 1
    assert refused + played == 250
    assert refused > 100


def test_named_decks_are_found_in_the_folder_that_the_environment_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pie-rats").mkdir()
    changed("pie-rats", tmp_path / "pie-rats")
    monkeypatch.setenv(decks.FOLDER, str(tmp_path))
    game = mischief.game("pie-rats", 3, deck="mine")
    assert game.words.pieces["c46"] == "Mighty Mallow"
    assert decks.says(game.card_file) == "Mine, for a trial"
    assert mischief.load(game.start(1).position()).position()["options"]["deck"] == "mine"  # type: ignore[index]


def test_a_server_offers_decks_by_name_and_never_takes_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pie-rats").mkdir()
    file = changed("pie-rats", tmp_path / "pie-rats")
    monkeypatch.setenv(decks.FOLDER, str(tmp_path))
    library = Library()
    offered = {option["name"]: option for option in json.loads(library.box("pie-rats"))["options"]}["deck"]
    assert "mine" in offered["values"]
    assert "Mine, for a trial" in offered["means"]
    assert library.rulebook("pie-rats", 3, {"deck": "mine"}).game.words.pieces["c46"] == "Mighty Mallow"
    box = json.loads(library.box("pie-rats", "mine"))
    assert box["words"]["pieces"]["c46"] == "Mighty Mallow" == box["cards"]["crew"][46]["name"]
    assert "Mighty Mallow" in json.dumps(box["rulebook"])
    with pytest.raises(mischief.BadOption, match=r"names a file, and is one of these on a server: standard, .*mine"):
        library.rulebook("pie-rats", 3, {"deck": str(file)})
    with pytest.raises(mischief.UnknownGame, match="has no deck 'nowhere' here"):
        library.box("pie-rats", "nowhere")


@pytest.mark.parametrize(
    ("name", "deck"),
    [(name, deck) for name in mischief.BOXES for deck in decks.named_decks(name, mischief.rulebook(name).folder)],
)
def test_every_deck_of_the_gallery_is_whole_and_says_what_it_is(name: str, deck: str) -> None:
    game = mischief.game(name, None, deck=deck)
    play_checked(game, seed=3, tale=Tale())
    assert ": " in decks.says(game.card_file)
