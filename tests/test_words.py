"""The message catalogue: sentences that fit whoever reads them, told by the engine as the browser tells them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest

import mischief
from mischief.engine.words import Words
from mischief.games.piratz.cards import picture_of, standard_deck

SHARED = json.loads((Path(__file__).parent / "shared" / "words.json").read_text(encoding="utf-8"))
BOOK = msgspec.convert(SHARED["book"], Words)
SEATS = r"\{(?:seat|holder|lead|winners|winner|by|chair|next_\w+|host|giver|taker)s?\}"


@pytest.mark.parametrize("row", SHARED["fills"], ids=lambda row: row["says"])
def test_forms_are_filled_as_in_the_browser(row: dict[str, object]) -> None:
    assert BOOK.fill(str(row["form"]), row["facts"], row["names"]) == row["says"]  # type: ignore[arg-type]


@pytest.mark.parametrize("row", SHARED["tells"], ids=lambda row: row["says"])
def test_events_are_told_as_in_the_browser(row: dict[str, object]) -> None:
    assert BOOK.say(str(row["kind"]), row["facts"], row["names"]) == row["says"]  # type: ignore[arg-type]


@pytest.mark.parametrize("name", mischief.BOXES)
def test_every_verb_after_a_name_agrees_with_you(name: str) -> None:
    """A verb in the present after a seat has both its forms: "Ada has", "You have"."""
    words = mischief.game(name).words
    for forms in words.events.values():
        for form in [forms] if isinstance(forms, str) else forms:
            verb = re.search(SEATS + r"(?: of group \{group\})? (has|is|was|does|\w+s)\b", form)
            assert verb is None, form


def test_a_person_is_told_you_have_the_last_spade() -> None:
    words = mischief.game("piratz").words
    assert words.say("last_spade", {"seat": 0}, ["You", "Ben"]) == "You have the last spade and may dig on."
    assert words.say("last_spade", {"seat": 1}, ["You", "Ben"]) == "Ben has the last spade and may dig on."


def test_a_question_names_who_and_why() -> None:
    words = mischief.game("rattus-cartus").words
    view = {"phase": "sword_gift", "taker": 1, "due": 3}
    assert words.ask(view, [], ["You", "Crumpet"]) == "Crumpet's Sword: give half of your hand, 3 cards."


def test_high_tea_tells_the_public_numbers() -> None:
    words = mischief.game("high-tea").words
    call = {"supply": "rags", "host": 0, "host_count": 5, "over": [], "seats_saying_rats": [1]}
    assert words.say("call", call, ["You", "Ben"]) == "You called rags: “I have 5.” RATS from Ben."
    acts = {"supply": "rags", "seats": [0], "spent": [5]}
    assert words.say("acts", acts, ["You", "Ben"]) == "You spent all your rags: 5."


def test_zeros_and_reasons_are_told() -> None:
    words = mischief.game("piratz").words
    lost = {"treasure": "rings", "cubes": ["gold", "wood"], "reason": "tie"}
    assert "tie" in words.say("cube_lost", lost, ["Ada", "Ben"])
    counted = {"treasure": "rings", "counts": [0, 2]}
    assert words.say("treasure_scored", counted, ["Ada", "Ben"]) == "The rings were counted: Ada 0 and Ben 2."


def test_a_deck_of_ones_own_is_described_as_it_is(tmp_path: Path) -> None:
    """Two cards of the standard deck have changed their pictures: so do their names."""
    standard = mischief.game("piratz")
    written = (standard.folder / "cards.toml").read_text(encoding="utf-8")
    row = re.search(r"pz12.*", written)
    other = re.search(r"pz13.*", written)
    assert row is not None
    assert other is not None
    swapped = written.replace(row[0], "@").replace(other[0], row[0].replace("pz12", "pz13"))
    file = tmp_path / "mine.toml"
    file.write_text(swapped.replace("@", other[0].replace("pz13", "pz12")), encoding="utf-8")
    mine = mischief.game("piratz", deck=str(file))
    assert (standard.words.pieces["pz12"], standard.words.pieces["pz13"]) == ("a ring", "a coin")
    assert (mine.words.pieces["pz12"], mine.words.pieces["pz13"]) == ("a coin", "a ring")
    for number in range(50):  # and every card of the standard deck is told as the catalogue tells it
        assert picture_of(standard_deck().cards[number]) == standard.words.pieces[f"pz{number:02d}"]
