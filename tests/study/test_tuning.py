"""`mischief tune`: decks by recipe, ranked on the same luck, the best proved on fresh seeds."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import mischief
from mischief.commands.tune import tune
from mischief.engine.decks import read_toml
from mischief.study.recipes import Knob, Recipe, decks_of, dump, read_recipe, write_decks
from mischief.study.tuning import read_aim
from mischief.study.variants import BadStudy

RECIPE = """
game = "pie-rats"
seats = 2
aim = "least length"

[[knob]]
table = "pie"
field = "weight"
times = [1.0, 0.5]

[[knob]]
table = "captain_stats"
field = "strength"
plus = [0, 3]
"""


@pytest.mark.parametrize("name", mischief.BOXES)
def test_a_card_file_written_anew_says_the_same(name: str) -> None:
    data = read_toml(mischief.rulebook(name).folder / "cards.toml")
    assert tomllib.loads(dump(data)) == data


def test_a_recipe_makes_every_combination_once_with_the_plain_deck_first(tmp_path: Path) -> None:
    (tmp_path / "r.toml").write_text(RECIPE, encoding="utf-8")
    recipe = read_recipe(tmp_path / "r.toml")
    decks = decks_of(recipe)
    assert [deck.name for deck in decks] == [
        "standard",
        "captain_stats strength plus 3",
        "pie weight times 0.5",
        "pie weight times 0.5; captain_stats strength plus 3",
    ]
    plain, last = (tomllib.loads(deck.text) for deck in (decks[0], decks[-1]))
    assert [row["weight"] for row in last["pie"]] == [round(row["weight"] / 2) for row in plain["pie"]]
    assert last["captain_stats"]["strength"] == plain["captain_stats"]["strength"] + 3
    kept, refused = write_decks(recipe, decks, tmp_path / "decks")
    assert len(kept) == 4
    assert not refused


def test_a_deck_that_the_game_refuses_is_left_out_with_its_reason(tmp_path: Path) -> None:
    recipe = Recipe(game="pie-rats", knob=[Knob(table="pie", field="copies", plus=[0, 1])])
    kept, refused = write_decks(recipe, decks_of(recipe), tmp_path)
    assert [deck.name for deck, _ in kept] == ["standard"]
    assert "pie" in refused[0]


def test_where_picks_rows() -> None:
    knob = Knob(table="crew", field="strength", where={"loyalty": 2}, set=[9])
    changed = tomllib.loads(decks_of(Recipe(game="pie-rats", knob=[knob]))[1].text)
    assert {row["strength"] == 9 for row in changed["crew"] if row["loyalty"] == 2} == {True}
    assert all(row["strength"] < 9 for row in changed["crew"] if row["loyalty"] != 2)


def test_a_plain_improvement_is_found_and_proved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lighter Pies are carried off sooner, so games are shorter."""
    (tmp_path / "r.toml").write_text(RECIPE, encoding="utf-8")
    monkeypatch.setenv("COLUMNS", "200")
    tune(tmp_path / "r.toml", games=40, proof=60, out=tmp_path / "out", workers=1)
    said = capsys.readouterr().out
    assert "least length: 4 of 4 decks, 40 games each" in said
    assert "better, and more than chance" in said
    assert (tmp_path / "out" / "proof" / "report.html").is_file()


BAD = [
    (RECIPE.replace("times = [1.0, 0.5]", ""), "The knob pie weight should have one list of values"),
    (RECIPE.replace('"pie"', '"cake"'), "has no table 'cake'"),
    (RECIPE.replace('"weight"', '"size"'), "no row of pie has a field 'size'"),
    (RECIPE.replace('"weight"', '"name"'), "which is no number to be turned"),
    (RECIPE.replace("[1.0, 0.5]", "[1.0]").replace("[0, 3]", "[0]"), "The recipe changes nothing"),
    (RECIPE.replace("[[knob]]", "[within]\nbeauty = 1\n\n[[knob]]", 1), "no measure 'beauty'"),
    (RECIPE.replace("least length", "prettiest"), "An aim is least or most of one of seat gap"),
    (RECIPE.replace("seats = 2", "chairs = 2"), "chairs"),
    (RECIPE.replace("[1.0, 0.5]", f"{[1 + i / 1000 for i in range(300)]}"), "600 decks; 500 are the most"),
]


@pytest.mark.parametrize(("text", "says"), BAD)
def test_a_bad_recipe_gets_a_sentence_and_leaves_nothing_behind(text: str, says: str, tmp_path: Path) -> None:
    file, out = tmp_path / "r.toml", tmp_path / "out"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(mischief.MischiefError, match=says):
        tune(file, out=out)
    assert not out.exists()


def test_an_aim_is_least_or_most_of_something() -> None:
    assert str(read_aim("least seat gap")) == "least seat gap"
    with pytest.raises(BadStudy, match="none"):
        read_aim("most cheese")
