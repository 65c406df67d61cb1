"""Studies differ in nothing but the change, go on where they stopped, find what is there and not what is not."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import mischief
from mischief.arena.crew import do_all
from mischief.engine.chance import Rng
from mischief.engine.playout import play_out
from mischief.study.figures import Change, Figures, changes_of, holm, sides_of
from mischief.study.keeping import Keeper, read_study
from mischief.study.nulls import Null, false_alarms
from mischief.study.plan import Plan
from mischief.study.playing import play_block
from mischief.study.report import Report
from mischief.study.subjects import Ear, read_subjects
from mischief.study.tally import Block, Tally
from mischief.study.variants import Column, Variant, grid, read_variant, split
from mischief.study.wording import Wording
from tests.shelf_of_tests import ALL_GAMES, TEMPLATE, title

STANDARD = (Path(mischief.__file__).parent / "games/piratz/cards.toml").read_text(encoding="utf-8")


def four_rings(folder: Path) -> Path:
    """A deck in which a card is plainly too strong: four rings instead of one."""
    deck = folder / "rings.toml"
    strong = STANDARD.replace('pz12 = { shows = "R",', 'pz12 = { shows = "RRRR",')
    strong = strong.replace("total = 14, total_for_two = 12", "total = 17, total_for_two = 15")
    assert strong != STANDARD
    deck.write_text(strong, encoding="utf-8")
    return deck


def plan_of(variants: list[Variant], games: int = 60, watched: int = 4, seed: int = 1) -> Plan:
    return Plan(title="A study", variants=variants, games=games, seed=seed, watched=watched)


def played(plan: Plan) -> list[Block]:
    return [play_block((plan, number)) for number in range(plan.blocks)]


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "mischief", *words]


# Playing


def test_two_equal_variants_come_to_exactly_the_same() -> None:
    same = grid([("piratz", {}), ("piratz", {"show_piles": "all"})], [])
    for block in played(plan_of(same)):
        assert block.tallies[0] == block.tallies[1]


@pytest.mark.parametrize("name", ALL_GAMES, ids=title)
def test_every_game_can_be_studied(name: str) -> None:
    plan = plan_of(grid([(name, {})], []), games=24)
    figures = Figures(plan, played(plan))
    assert figures.games == 24
    assert figures.value(0, "length").value > 3
    page = Report(figures, Wording(figures), []).page()
    assert "<svg" in page


@pytest.mark.parametrize("name", mischief.BOXES)
def test_what_a_game_counts_is_told_at_its_tables(name: str) -> None:
    """Every subject of a study.toml turns up in a few games, vocations and all."""
    options = {"vocations": True} if name == "high-tea" else {}
    plan = plan_of(grid([(name, options)], []), games=20, watched=0)
    seen = {key.split("|")[0] for block in played(plan) for key in block.tallies[0].pieces}
    assert seen == {subject.id for subject in read_subjects(mischief.game(name).folder)}


def test_a_game_that_says_nothing_of_studies_has_its_pieces_counted() -> None:
    game = mischief.game("piratz")
    ear = Ear(game)
    ear.subjects = ()
    state = game.begin()
    state.listener = ear.hear
    play_out(state, Rng(3))
    assert {"card_buried.card", "cards_taken.cards"} <= {subject for subject, _ in ear.seen}


def test_processes_come_to_the_same_as_one() -> None:
    plan = plan_of(grid([(TEMPLATE, {})], []), games=20, watched=2)
    work = [(plan, number) for number in range(plan.blocks)]
    alone = [block.tallies for block in do_all(play_block, work, workers=1)]
    shared = sorted(do_all(play_block, work, workers=2), key=lambda block: block.block)
    assert [block.tallies for block in shared] == alone


def test_the_lead_and_the_end_are_counted_as_they_happen() -> None:
    plan = plan_of(grid([("piratz", {"seats": 3})], []), games=40, watched=40)
    figures = Figures(plan, played(plan))
    wins = [figures.value(0, f"wins|seat {seat}").value for seat in range(3)]
    assert sum(wins) == pytest.approx(1)
    assert figures.value(0, "chance|9").value > figures.value(0, "chance|1").value
    assert 0.1 <= figures.value(0, "decided").value <= 1
    assert figures.value(0, "decided").cases == 40


# Variants and grids


def test_a_grid_is_every_value_with_every_other() -> None:
    columns = [Column("seats", [2, 3]), Column("zero_scores", [True, False])]
    variants = grid([("piratz", {})], columns)
    assert [v.name for v in variants] == [
        "seats=2, zero_scores=true",
        "seats=2, zero_scores=false",
        "seats=3, zero_scores=true",
        "seats=3, zero_scores=false",
    ]
    plan = Plan(title="", variants=variants, columns=columns, games=1, seed=1, watched=0)
    assert sides_of(plan) == [
        ("seats=2 → seats=3", [0, 1], [2, 3]),
        ("zero_scores=true → zero_scores=false", [0, 2], [1, 3]),
    ]


def test_commas_in_brackets_do_not_part() -> None:
    assert split('captains=["hook","crumb"],seats=3') == ['captains=["hook","crumb"]', "seats=3"]
    assert read_variant("seats=3", "piratz") == ("piratz", {"seats": 3})


def test_different_bots_are_told_apart_whatever_their_seats() -> None:
    plan = plan_of(grid([("piratz", {"bots": "heuristic random"})], []), games=40, watched=0)
    figures = Figures(plan, played(plan))
    assert figures.value(0, "wins|heuristic").value > 0.9


# What is proved


def test_a_fair_share_is_one_of_the_games_that_somebody_won() -> None:
    """Else every seat of a game that the plague may win would be below it."""
    plan = plan_of(grid([("piratz", {"seats": 4})], []), games=8, watched=0)
    blocks = played(plan)
    for block in blocks:
        for tally in block.tallies:
            tally.sums["nobody"] = (0.2 * tally.games, float(tally.games))
    figures = Figures(plan, blocks)
    report = Report(figures, Wording(figures), [])
    assert report.fair == pytest.approx(0.2)
    assert "fair share of 20.0" in report.page()


def test_variants_are_called_by_what_is_their_own(tmp_path: Path) -> None:
    done = command("compare", "piratz", "zero_scores=false", "--seats", "3", "-n", "6", "--out", str(tmp_path / "page"))
    said = subprocess.run(done, capture_output=True, text=True, timeout=120, check=True).stdout
    assert "what changed from piratz to zero_scores=false?" in said.lower()


def test_holm_is_strict_with_many_and_kind_to_few() -> None:
    def change(key: str, chance: float | None) -> Change:
        return Change(key=key, sides="", before=0, after=1, low=0, high=2, chance=chance)

    few = [change("length", 0.004), change("margin", 0.02), change("leads", None)]
    holm(few)
    assert [c.sure for c in few] == [True, True, False]
    many = [change(f"won|card|{n}", 0.004) for n in range(50)]
    holm(many)
    assert not any(c.sure for c in many)


def test_about_95_of_100_intervals_contain_the_truth() -> None:
    """Blocks of coin tosses with a known coin, half of the luck shared by both variants."""
    chance = random.Random(8)
    plan = plan_of(grid([(TEMPLATE, {}), (TEMPLATE, {"seats": 3})], []), games=1000)
    right = compared = 0
    for _ in range(300):
        blocks = []
        for number in range(100):
            luck = chance.gauss(0, 0.1)
            won = [sum(chance.random() < p + luck for _ in range(10)) for p in (0.5, 0.45)]
            tallies = [Tally(games=10, sums={"wins": (w, 10.0)}, pieces={}, counts={}) for w in won]
            blocks.append(Block(number, tallies))
        figures = Figures(plan, blocks)
        found = figures.value(0, "wins")
        right += found.low <= 0.5 <= found.high
        change = figures.change("wins", [0], [1], "")
        assert change is not None
        compared += change.low <= -0.05 <= change.high
    assert 0.92 <= right / 300 <= 0.98
    assert 0.92 <= compared / 300 <= 0.98


def test_a_card_made_too_strong_is_found(tmp_path: Path) -> None:
    plan = plan_of(grid([("piratz", {}), ("piratz", {"deck": str(four_rings(tmp_path))})], []), games=800, watched=0)
    changes = changes_of(Figures(plan, played(plan)), sides_of(plan))
    assert changes[0].sure
    assert changes[0].key == "seen|taken|pz12"
    assert changes[0].after > changes[0].before + 0.1


def test_other_luck_alone_is_not_taken_for_a_change() -> None:
    """`mischief intervals --studies 20` plays twenty of these; this one is always the same."""
    assert false_alarms(Null("piratz", 600, 1)) == []


# The folder


def test_a_study_that_was_cut_off_goes_on_and_comes_to_the_same(tmp_path: Path) -> None:
    plan = plan_of(grid([(TEMPLATE, {})], []), games=12, watched=3)
    blocks = played(plan)
    with Keeper(plan, tmp_path / "whole") as keeper:
        for block in reversed(blocks):
            keeper.write(block)
        assert [b.block for b in keeper.done] == list(range(12))
    kept = tmp_path / "whole" / "study.jsonl"
    kept.write_bytes(kept.read_bytes()[:-9])
    with Keeper(plan, tmp_path / "whole") as keeper:
        assert keeper.todo == [0]
        keeper.write(blocks[0])
    there, found = read_study(kept)
    assert there == plan
    assert [found[n].tallies for n in range(12)] == [b.tallies for b in blocks]


def test_ctrl_c_leaves_a_study_that_goes_on_to_the_same_result(tmp_path: Path) -> None:
    out = tmp_path / "stopped"
    words = ["study", "rattus-cartus", "--games", "1200", "--watched", "0", "--workers", "2", "--out"]
    process = subprocess.Popen(
        command(*words, str(out)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True
    )
    deadline = time.time() + 60
    kept = out / "study.jsonl"
    while time.time() < deadline and not (kept.exists() and kept.read_bytes().count(b"\n") > 3):
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    told, _ = process.communicate(timeout=20)
    assert process.returncode == 130, told
    assert b"Traceback" not in told
    assert not (out / "report.html").exists()
    subprocess.run(command(*words, str(out)), check=True, capture_output=True)
    subprocess.run(command(*words, str(tmp_path / "whole")), check=True, capture_output=True)
    for name in ("measures.csv", "counts.csv"):
        assert (out / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


def test_compare_answers_on_one_screen_and_one_page(tmp_path: Path) -> None:
    out = tmp_path / "answer"
    told = subprocess.run(
        command("compare", "piratz", "zero_scores=false", "-n", "200", "--watched", "4", "--out", str(out)),
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert "wins of seat 0" in told
    assert len(told.splitlines()) < 45
    page = (out / "report.html").read_text(encoding="utf-8")
    assert "In short" in page
    assert "prefers-color-scheme: dark" in page
    assert not re.search(r'(src|href)="(?!#)', page), "the page needs nothing beside it"
    assert sorted(file.name for file in out.iterdir()) == [
        "changes.csv",
        "counts.csv",
        "measures.csv",
        "report.html",
        "study.jsonl",
    ]


BAD = [
    ([], "needs a game"),
    (["piratz", "--vary", "seats="], "no values"),
    (["piratz", "--vary", "colour=red,blue"], "no column 'colour'"),
    (["piratz", "--vary", "seats=2,9"], "2 to 4 seats"),
    (["piratz", "--bots", "nobody"], "no bot 'nobody'"),
    (["piratz", "--games", "0"], "at least 1"),
    (["piratz", "-o", "deck=broken.toml"], "broken.toml"),
    (["piratz", "piratz"], "both called"),
    (["--grid", "empty.toml"], "has no values"),
    (["--grid", "odd.toml"], "there is no 'colours' in a study; there are game"),
    (["piratz", "--out", "broken.toml/here"], "cannot be written into"),
    (["piratz", "--on", "mars"], "--on is ray"),
]


@pytest.mark.parametrize(("words", "sentence"), BAD, ids=lambda part: " ".join(part) if isinstance(part, list) else "")
def test_bad_input_gets_one_sentence_and_leaves_nothing(words: list[str], sentence: str, tmp_path: Path) -> None:
    (tmp_path / "broken.toml").write_text(STANDARD.replace("total = 14", "total = 15"), encoding="utf-8")
    (tmp_path / "empty.toml").write_text('game = "piratz"\n[vary]\nseats = []\n', encoding="utf-8")
    (tmp_path / "odd.toml").write_text('game = "piratz"\ncolours = 3\n', encoding="utf-8")
    before = sorted(tmp_path.iterdir())
    done = subprocess.run(command("study", *words), capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 2, done.stdout + done.stderr
    assert sentence in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert sorted(tmp_path.iterdir()) == before
