"""What every observer promises. Nothing here knows any game: an observer more is no test code more."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys

import pytest

import mischief
from mischief.engine.batch import Batch
from mischief.engine.chance import Rng
from mischief.engine.errors import MischiefError, Refused
from mischief.engine.fields import Field
from mischief.engine.game import Game
from mischief.engine.observing import Observer
from mischief.engine.state import State
from mischief.engine.variants import variants
from tests.learning.reaching import OBSERVED, children, to_be_said, walk
from tests.shelf_of_tests import cached_game, seat_counts, title

each_game = pytest.mark.parametrize("name", OBSERVED, ids=title)


@each_game
def test_fields_fill_the_row_from_end_to_end(name: str) -> None:
    observer = cached_game(name, seat_counts(name)[0]).observer()
    place = 0
    for field in observer.fields:
        assert field.first == place
        assert len(set(field.entries)) == len(field.entries)
        assert 1 <= field.most <= 255
        assert field.says.endswith(".")
        place += field.length
    assert observer.length == place
    names = [field.name for field in observer.fields]
    assert len(set(names)) == len(names)


@each_game
def test_moves_that_name_a_seat_say_so(name: str) -> None:
    """Then learners can turn them, and find their own seat's number in the row."""
    game = cached_game(name, seat_counts(name)[-1])
    about_seats = False
    for family in game.moves.families:
        words = {"seat", "target", "victim"} & set(family.ways[0])
        assert [family.seat] == (list(words) or [None]), family.name
        about_seats = about_seats or bool(words)
    assert about_seats == (game.observer().fields[-1].name == "me")


@each_game
def test_one_layout_serves_all_seat_counts_and_options(name: str) -> None:
    tables = {json.dumps([repr(f) for f in game.observer().fields]) for game in variants(mischief.rulebook(name))}
    assert len(tables) == 1


@each_game
def test_rows_keep_to_their_fields_in_every_variant(name: str) -> None:
    """Whole random games at every seat count with every option: numbers in their range, no stranger's stretch used,
    masks that say what `legal` says."""
    for number, game in enumerate(variants(mischief.rulebook(name))):
        for state in walk(game, number, closely=6):
            for seat in range(game.seats):
                check_row(game.observer(), game, state.observe(seat))
                mask = state.legal_mask(seat)
                assert len(mask) == game.num_actions
                assert set(mask) <= {0, 1}
                assert [action for action, may in enumerate(mask) if may] == state.legal(seat)


def check_row(observer: Observer, game: Game, row: bytes) -> None:
    assert len(row) == observer.length
    for field in observer.fields:
        numbers = row[field.first : field.first + field.length]
        assert max(numbers) <= field.most, field.name
        size = len(field.entries)
        if field.form == "one of":
            for start in range(0, field.length, field.length if size == 1 else size):
                assert sum(numbers[start : start + (field.length if size == 1 else size)]) <= 1, field.name
        if field.blocks > 1:
            assert not any(numbers[size * game.seats :]), f"{field.name} of a seat that is not there"


@each_game
def test_rows_differ_wherever_views_do(name: str) -> None:
    """Along random games, and among all that could happen next: whoever sees a difference that matters finds it in the
    row. (The other way round rows may say more than the view: what was seen and is now covered.)"""
    for seats in seat_counts(name):
        game = cached_game(name, seats)
        for state in walk(game, 40 + seats):
            near = [state.clone(), *children(state, 7)]
            for seat in range(seats):
                told: dict[bytes, object] = {}
                for world in near:
                    view = to_be_said(world.view(seat), game.observer().omissions)
                    assert told.setdefault(world.observe(seat), view) == view


@each_game
def test_rows_tell_all_states_of_a_game_apart(name: str) -> None:
    """One map from rows to views over many games of every variant: no row stands for two views."""
    told: dict[bytes, object] = {}
    for number, game in enumerate(variants(mischief.rulebook(name))):
        for state in walk(game, 90 + number, closely=4):
            for seat in range(game.seats):
                view = to_be_said(state.view(seat), game.observer().omissions)
                assert told.setdefault(bytes([game.seats, seat]) + state.observe(seat), view) == view


@each_game
def test_options_that_change_the_rules_stand_in_the_row(name: str) -> None:
    """Two tables that differ in one option only: no row of one could be of the other, unless the observer says why."""
    rows: dict[tuple[int, str], list[set[bytes]]] = {}
    for game in variants(mischief.rulebook(name)):
        usual = cached_game(name, game.seats)
        omitted = {omission.path for omission in game.observer().omissions}
        for option in game.option_list:
            changed = game.options[option.name] != usual.options[option.name]
            telling = not option.display and f"options.{option.name}" not in omitted
            if changed and telling and option.matters(game.options, game.seats):
                others = rows.setdefault((game.seats, option.name), [rows_of(usual)])
                mine = rows_of(game)
                assert not any(mine & other for other in others), f"{option.name} cannot be told from the row"
                others.append(mine)
    assert rows or all(option.display for option in mischief.rulebook(name).option_list)


def rows_of(game: Game) -> set[bytes]:
    return {state.observe(0) for state in walk(game, 5)}


@each_game
def test_rows_say_nothing_that_a_seat_cannot_know(name: str) -> None:
    for seats in seat_counts(name):
        game = cached_game(name, seats)
        for step, state in enumerate(walk(game, 7 * seats)):
            for seat in range(seats):
                row = state.observe(seat)
                assert state.imagine(seat, Rng(step)).observe(seat) == row
                assert state.suppose(seat, Rng(step)).observe(seat) == row


@each_game
def test_insight_keeps_to_its_fields_and_says_nothing_that_a_seat_cannot_know(name: str) -> None:
    """What nets look at, where that is more than an observation: one layout for all tables, numbers in their range, the
    same in all worlds that the seat cannot tell apart and in a copy, and more than one row for a game."""
    if mischief.rulebook(name).parts.insight is None:
        assert cached_game(name, seat_counts(name)[0]).insight() is cached_game(name, seat_counts(name)[0]).observer()
        return
    layouts = set()
    for number, game in enumerate(variants(mischief.rulebook(name))):
        insight, told = game.insight(), set()
        layouts.add(json.dumps([repr(field) for field in insight.fields]))
        for step, state in enumerate(walk(game, number, closely=6)):
            for seat in range(game.seats):
                row = insight.row(state, seat)
                check_row(insight, game, row)
                assert insight.row(state.imagine(seat, Rng(step)), seat) == row
                assert insight.row(state.suppose(seat, Rng(step)), seat) == row
                assert insight.row(state.clone(), seat) == row
                told.add(row)
        assert len(told) > 2
        look = Batch(game, 3, 1, observer=insight).look()
        assert len(look.observations) == 3 * insight.length
    assert len(layouts) == 1


@each_game
def test_copies_are_observed_alike(name: str) -> None:
    """A clone, and a position that was written and read: what a seat remembers is in both."""
    game = cached_game(name, seat_counts(name)[-1])
    for state in walk(game, 3):
        again = game.load(json.loads(json.dumps(state.position())))
        for seat in range(game.seats):
            assert state.clone().observe(seat) == again.observe(seat) == state.observe(seat)


def test_a_seat_that_is_not_there_observes_nothing() -> None:
    state = mischief.game("piratz", 2).start(1)
    for seat in (-1, 2):
        with pytest.raises(Refused, match="seats are 0 to 1"):
            state.observe(seat)
        with pytest.raises(Refused, match="seats are 0 to 1"):
            state.legal_mask(seat)


def test_a_game_without_observer_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    book = mischief.rulebook("piratz")
    monkeypatch.setattr(book, "parts", replace(book.parts, observer=None))
    with pytest.raises(MischiefError, match=r"observing\.py"):
        book(2).start(1).observe(0)


def test_counts_that_are_too_large_are_cut_off() -> None:
    position = mischief.game("piratz", 2).start(1).position()
    state: State = mischief.load({**position, "round": 1000})
    field: Field = state.game.observer().field("round")
    assert state.observe(0)[field.first] == 255


def test_a_row_can_be_taken_apart() -> None:
    table = mischief.table("piratz", seats=3, seed=2)
    table.play(0, "reveal")
    told = table.game.observer().read(table.state.observe(2))
    assert told["seats"] == [[0, 1, 0]]
    assert told["active"] == [[0], [1], [0], [0]]
    assert sum(told["faceup"][0]) == 1
    with pytest.raises(KeyError, match="no field 'rubies'"):
        table.game.observer().field("rubies")


def test_rows_of_an_open_game_differ_only_in_where_one_sits() -> None:
    """Nothing is secret in Piratz: what is told of each seat comes round, everything else is the same for all."""
    game = mischief.game("piratz", 4)
    for state in walk(game, 8):
        told = [game.observer().read(state.observe(seat)) for seat in range(4)]
        for name, mine in told[0].items():
            for seat in range(4):
                assert told[seat][name] == mine[seat:] + mine[:seat] if len(mine) > 1 else told[seat][name] == mine


@each_game
def test_a_game_is_open_if_nothing_can_be_imagined_otherwise(name: str) -> None:
    """Whoever looks at where a move leads relies on it."""
    otherwise = False
    for seats in seat_counts(name):
        for step, state in enumerate(walk(cached_game(name, seats), 30 + seats)):
            for seat in range(seats):
                otherwise = otherwise or state.imagine(seat, Rng(step)).position() != state.position()
    assert mischief.rulebook(name).open == (not otherwise)


def test_what_a_player_of_piratz_reckons_adds_up() -> None:
    """Counted again from the position: treasures in piles, rats, the risk of an alert; the best haul is one of the
    hauls, and a card that lies face up is worth something or nothing, one that does not nothing."""
    game = mischief.game("piratz", 4)
    shows = {f"pz{number:02d}": card for number, card in enumerate(game.deck.cards)}
    reckoned = 0
    for state in (state for seed in range(4) for state in walk(game, seed)):
        position = state.position()
        bag, faceup = position["draw"], position["faceup"]
        rats, lying = (sum(shows[card].rat for card in heap) for heap in (bag, faceup))
        for seat in range(4):
            told = game.insight().read(game.insight().row(state, seat))
            if not any(told["sizes"][0]):
                continue
            reckoned += 1
            assert told["sizes"][0][:2] == [len(bag), len(faceup)]
            assert told["rats"][0][:2] == [rats, lying]
            assert told["risk"] == [[int(60 * rats / len(bag) + 0.5) if lying and bag else 0]]
            for place in range(4):
                pile = position["piles"][(seat + place) % 4]
                assert told["tally"][place] == [sum(shows[card].counts[kind] for card in pile) for kind in range(6)]
                assert told["best"][place] == [max(told["hauls"][place])]
            worth = dict(zip(shows, told["solace"][0], strict=True))
            assert all(card in faceup for card, points in worth.items() if points)
    assert reckoned > 400


OBSERVE = """
import hashlib, json, sys
import mischief
from tests.learning.reaching import OBSERVED, walk
print(mischief.COMPILED)
for name in OBSERVED:
    for seats in mischief.rulebook(name).info.seats:
        told = hashlib.sha256()
        for state in walk(mischief.game(name, seats), 17):
            for seat in range(seats):
                told.update(state.observe(seat) + state.legal_mask(seat) + state.game.insight().row(state, seat))
        print(name, seats, told.hexdigest())
"""


@pytest.mark.skipif(not (shutil.which("cc") or shutil.which("gcc")), reason="without a C compiler nothing is compiled")
def test_compiled_or_not_the_rows_are_the_same() -> None:
    told = []
    for pure in ("0", "1"):
        env = {**os.environ, "MISCHIEF_PURE": pure}
        answer = subprocess.run([sys.executable, "-c", OBSERVE], capture_output=True, text=True, check=True, env=env)
        told.append(answer.stdout.splitlines())
    assert [lines[0] for lines in told] == ["True", "False"]
    assert told[0][1:] == told[1][1:]
