"""People at one keyboard: the questions are true, nobody misses anything, nobody sees what is another's."""

from __future__ import annotations

import re
import shlex
from contextlib import suppress
from io import StringIO
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

import mischief
from mischief.cli import build
from mischief.commands.sitting import Quit, Sitting
from mischief.engine.rulebook_blocks import clauses
from mischief.games.shelf import BOXES, rulebook

FIRST = "1\n" * 2000


def typing(monkeypatch: pytest.MonkeyPatch, lines: str) -> None:
    waiting = iter(lines.splitlines())

    def next_line(*_: Any, **__: Any) -> str:
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("rich.console.Console.input", next_line)


def seated(name: str, seats: int, people: int, seed: int = 5, **options: Any) -> tuple[Sitting, StringIO]:
    out = StringIO()
    table = mischief.game(name, seats, **options)
    return Sitting(Console(width=80, file=out), table, list(range(people)), "easy", seed), out


def play(name: str, *words: str, typed: str = "quit\n") -> str:
    told = CliRunner().invoke(build(["play"]), ["play", name, *words], input=typed)
    assert told.exit_code == 0, told.output
    return told.output


def test_beach_cards_do_not_lie_under_names_of_players(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three cards face up at a table of three are no entries of three seats."""
    sitting, out = seated("piratz", 3, 3)
    state = sitting.table.state
    while len(state.view(0).faceup) < 3:  # type: ignore[attr-defined]
        seat = state.actors()[0]
        sitting.table.play(seat, state.legal(seat)[0])
    sitting.draw(0)
    for card in state.view(0).faceup:  # type: ignore[attr-defined]
        line = next(line for line in out.getvalue().splitlines() if card in line)
        assert not any(name in line for name in sitting.names)


def test_your_hand_of_pie_rats_is_yours_alone() -> None:
    sitting, out = seated("pie-rats", 3, 3)
    sitting.draw(1)
    hand = sitting.table.state.view(1).hand  # type: ignore[attr-defined]
    assert len(hand) == 3
    start = out.getvalue().index("Your hand")
    shown = " ".join(out.getvalue()[start:].split("Draw pile")[0].replace("│", " ").split())
    assert all(sitting.game.words.pieces[card] in shown for card in hand)
    assert "Ada" not in shown


def test_questions_fit_what_a_seat_may_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without crew at hand nobody is asked to take crew on board."""
    asked = set()
    for seed in range(4):
        sitting, out = seated("pie-rats", 2, 1, seed)
        typing(monkeypatch, "1\n" * 40)
        with suppress(EOFError):
            sitting.run()
        for part in out.getvalue().split("phase 3, crew")[1:]:
            question = part.lower().split("you: ")[1].split("\n")[0]
            asked.add(("take crew" in question, "on board  place" in part))
    assert asked
    assert all(question == possible for question, possible in asked)


def test_both_people_at_a_table_of_two_read_what_happened(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that is told at the table reaches each of them once, also what happened before they sat down."""
    sitting, _ = seated("piratz", 2, 2)
    heard: dict[int, list[str]] = {0: [], 1: []}
    tell = sitting.tell

    def listen(event: Any, seat: int) -> None:
        if seat >= 0:
            heard[seat].append(event.kind)
        else:
            for behind in [s for s in (0, 1) if event in sitting.missed[s]]:
                heard[behind].append(event.kind)
        tell(event, seat)

    everything: list[str] = []
    hear = sitting.hear

    def note(event: Any) -> None:
        everything.append(event.kind)
        hear(event)

    before = [event.kind for event in sitting.missed[0]]
    monkeypatch.setattr(sitting, "tell", listen)
    sitting.table.state.listener = note
    typing(monkeypatch, FIRST)
    sitting.run()
    assert heard[0] == heard[1] == before + everything


def test_nobody_reads_the_secrets_of_the_person_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """In High Tea everybody begins with a secret choice: others are told that it was made, not which."""
    sitting, _ = seated("high-tea", 3, 3, first_host=2)
    said: dict[int, str] = {0: "", 1: "", 2: ""}

    def listen(sentence: str, style: str = "") -> None:
        said[sitting.looking] += sentence + "\n"

    monkeypatch.setattr(sitting, "say", listen)
    typing(monkeypatch, "\nstart rags\n\nstart flowers\n" + "\n1\n" * 6)
    with pytest.raises(EOFError):
        sitting.run()
    assert "Ada began with 2 rags." in said[0]
    assert "Bertie began with 2 of something." in said[0]
    assert "Ada began with 2 of something." in said[1]
    assert "began with 2 rags" not in said[1] + said[2]
    assert "began with 2 flowers" not in said[0] + said[2]


@pytest.mark.parametrize("name", BOXES)
def test_the_help_names_a_clause_and_a_word_of_this_game(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sitting, out = seated(name, rulebook(name).info.usual_seats, 1)
    typing(monkeypatch, "?\n")
    with pytest.raises((EOFError, Quit)):
        sitting.run()
    cited = re.findall(r"rule ([A-Z]{2}-[\w.]+)", out.getvalue())
    assert cited
    assert set(cited) <= set(clauses(sitting.game.rulebook))
    word = re.search(r"\? ([\w!' -]+?)  ", out.getvalue())
    assert word
    assert "No word here" not in sitting.coach.explain(word[1])


def test_the_same_deal_again_repeats_seats_options_people_and_level() -> None:
    words = ["--seats", "3", "-o", "show_piles=own", "-o", "first_player=2", "--people", "2", "--level", "easy"]
    told = play("piratz", *words, "--seed", "7")
    again = shlex.split(told.split("The same deal again: ")[1])
    assert again[:3] == ["mischief", "play", "piratz"]
    assert sorted(again[3:]) == sorted([*words, "--seed", "7"])
    assert play("piratz", *again[3:]) == told


def test_options_with_spaces_can_be_typed_again() -> None:
    told = play("high-tea", "-o", "ship_name=Old Tub", "--seed", "7")
    again = shlex.split(told.split("The same deal again: ")[1])
    assert "ship_name=Old Tub" in again
    assert play("high-tea", *again[3:]) == told


def test_the_rulebook_is_rendered_not_quoted() -> None:
    told = play("piratz", "--seed", "3", typed="rules\nquit\n")
    assert "PZ-4.1" in told
    assert "**" not in told
    assert "| ---" not in told


def test_house_rules_are_told_as_the_seat_may_know_them() -> None:
    told = play(
        "doctor-rat", "-o", "doctor_seat=1", "-o", "diet_mode=first_game", "--seed", "3", typed="options\nquit\n"
    )
    assert "diet_mode=choose" in told
    assert "first_game" not in told.split("The same deal again")[0]


def test_a_house_rule_about_a_seat_names_who_sits_there() -> None:
    assert "First turn: You (first_player=0)" in play("piratz", "--seed", "1", typed="options\nquit\n")


def test_piped_output_is_plain() -> None:
    told = play("pie-rats", "--seed", "3", typed="hint\n?\n1\n1\nquit\n")
    assert "\x1b" not in told
    lines = told.replace("move, or ? for help: ", "\n").splitlines()
    assert max(len(line) for line in lines if "same deal" not in line) <= 80


def test_a_hint_is_the_masters_and_says_how_sure_it_is() -> None:
    told = " ".join(play("piratz", "--seed", "3", typed="hint\nquit\n").split())
    found = re.search(
        r"A master would choose: Reveal\. With it you win about (\d+)% of the time \(give or take \d", told
    )
    assert found, told
    assert 30 < int(found[1]) < 70
    told = " ".join(play("doctor-rat", "--seed", "3", typed="hint\nquit\n").split())
    assert re.search(r"A master would choose: .+ With it the table wins about \d+%", told), told


def test_half_a_set_is_not_confirmed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a dinner, once confirmed, would leave no choice of the rest: the Doctor is asked for all of it."""
    sitting, out = seated("doctor-rat", 4, 1, seed=11)
    dish = sitting.game.move(sitting.table.state.legal(0)[1]).text
    typing(monkeypatch, f"{dish}\nok\n")
    with pytest.raises(EOFError):
        sitting.run()
    assert "A dinner has 3 cards" in out.getvalue()
    assert sitting.table.state.view(0).picked == []  # type: ignore[attr-defined]
