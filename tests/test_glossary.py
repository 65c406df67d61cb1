"""No word of a game without an explanation: what stands in the log, on buttons and on the board is in its glossary."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import pytest
from rich.console import RenderableType

from mischief.commands.sketch import sketch
from mischief.engine.coach import Coach, read_coach
from mischief.engine.drawing import Easel
from mischief.engine.words import Words
from mischief.games.shelf import BOXES, rulebook
from tests.terminal.test_tables import CASES, NAMES, game_of, views_of

each_game = pytest.mark.parametrize("name", BOXES)

PLACE = re.compile(r"\{[^}]*\}")
IN_A_SENTENCE = re.compile(r"(?<=[a-z,}] )[A-Z][\w'/-]+(?: [A-Z][\w'-]+)*")
"""A word that is written large though no sentence begins with it: one that means something here."""

EVERYDAY = {
    *("to act", "your hand", "hand", "next", "end", "turn", "asked", "answered", "acting", "receives", "still to come"),
    *(
        "you named",
        "you picked",
        "your choice",
        "points",
        "to be had",
        "gone",
        "in the decks",
        "not again",
        "next card",
    ),
    *(
        "cards",
        "cards seen",
        "out",
        "put away",
        "picked",
        "extra card",
        "setting",
        "talk",
        "naming it takes",
        "hand of",
    ),
    *("pies to come", "supplies of", "in all", "no rats", "rat", "crew of", "no charisma"),
}
"""Labels that anybody understands."""


def known(coach: Coach) -> set[str]:
    return {form.lower() for word, term in coach.terms.items() for form in (word, *term.also)}


def explained(phrase: str, words: set[str]) -> bool:
    """Whether a phrase is a word of the glossary, or is made of such."""
    low = phrase.lower()
    return {low, low + "!"} & words != set() or all(part.removesuffix("'s") in words for part in low.split())


def sentences(words: Words) -> Iterable[str]:
    for part in (words.events, words.asks, words.waits, words.moves):
        for said in part.values():
            yield from [said] if isinstance(said, str) else said


@each_game
def test_words_written_large_in_the_log_and_on_buttons_are_explained(name: str) -> None:
    book = rulebook(name)
    words, coach = book().words, known(read_coach(book.folder))
    large = {w for said in sentences(words) for w in IN_A_SENTENCE.findall(PLACE.sub("{}", said))}
    assert sorted(w for w in large if not explained(w, coach)) == []


@each_game
def test_pieces_that_have_a_name_are_explained(name: str) -> None:
    """Cards, buildings, goals, diets: whatever is called by a name of its own, apart from rats, captains and pies."""
    book = rulebook(name)
    words, coach = book().words, known(read_coach(book.folder))
    own = {
        piece
        for id, piece in words.pieces.items()
        if piece[:1].isupper() and not re.search(r"\d", id) and not piece.startswith(("Captain ", "Yes, ", "Sorry, "))
    }
    assert sorted(w for w in own if not explained(w, coach)) == []


@each_game
def test_what_stands_on_the_table_is_explained(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every label of the drawn table is a word of the glossary or one that anybody understands."""
    labels: set[str] = set()
    row, grid = Easel.row, Easel.grid

    def noting_row(self: Easel, label: str, said: Any) -> None:
        labels.add(label)
        row(self, label, said)

    def noting_grid(self: Easel, head: Any, rows: Any, right: Any = ()) -> None:
        labels.update(head)
        grid(self, head, rows, right)

    monkeypatch.setattr(Easel, "row", noting_row)
    monkeypatch.setattr(Easel, "grid", noting_grid)
    for case in CASES:
        if case.name == name:
            for view in views_of(*case.key):
                drawn: RenderableType = sketch(game_of(*case.key), view, NAMES)
                assert drawn is not None
    coach = known(read_coach(rulebook(name).folder))
    strange = {
        label
        for label in labels - set(NAMES)
        if label and not re.fullmatch(r"pz\d\d|(Building|Group) \w|Not seen: \d+|[a-z]+", label)
        if label.lower() not in EVERYDAY and not explained(label, coach)
    }
    assert strange == set()


@each_game
def test_no_form_of_a_word_belongs_to_two_explanations_and_all_are_short(name: str) -> None:
    terms = read_coach(rulebook(name).folder).terms
    forms = [form.lower() for word, term in terms.items() for form in (word, *term.also)]
    assert sorted({form for form in forms if forms.count(form) > 1}) == []
    assert {word: len(term.means.split()) for word, term in terms.items() if len(term.means.split()) > 32} == {}


@each_game
def test_every_form_can_be_asked_for_in_the_terminal(name: str) -> None:
    coach = read_coach(rulebook(name).folder)
    for word, term in coach.terms.items():
        for form in (word, *term.also):
            assert coach.explain(form.upper()) == f"{word}: {term.means} [{term.clause}]"
