"""Guests at tables of partners: who sits where, on which deals, and what may be said of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from mischief.arena.match import plan, play, team_of
from mischief.arena.partners import GUESTS, OWN, all_guests, as_markdown, company, draw_up, lead, usual_partners
from mischief.arena.results import read_results
from mischief.bots.levels import BadBot, make_bot
from mischief.cli import build
from mischief.engine.errors import BadOption
from mischief.files import CannotWrite
from mischief.games.shelf import game


def test_a_guest_sits_in_another_seat_from_deal_to_deal_and_all_guests_in_the_same() -> None:
    match = plan("doctor-rat", ["random@heuristic", "easy@heuristic"], seats=3)
    assert [team_of(match.bots[0], 3, deal).index("random") for deal in range(4)] == [0, 1, 2, 0]
    assert team_of("random@heuristic", 3, 1) == ["heuristic", "random", "heuristic"]
    table = match.make()
    first, second = play(match, table, 2, keep_log=True), play(match, table, 3, keep_log=True)
    assert first.seed == second.seed == 2
    assert first.log != second.log


@pytest.mark.parametrize("word", ["easy@random@heuristic", "easy+random@heuristic", "easy@partner:nobody"])
def test_a_guest_has_one_kind_of_host(word: str) -> None:
    with pytest.raises(BadBot):
        plan("doctor-rat", [word])


def test_guests_are_for_tables_that_win_together() -> None:
    with pytest.raises(BadBot, match="wins together"):
        plan("piratz", ["easy@heuristic"])
    with pytest.raises(BadOption, match="not won together"):
        draw_up("piratz", ["easy"], [OWN], None, {}, 1)
    with pytest.raises(BadOption, match="is a team"):
        draw_up("doctor-rat", ["easy+random"], [OWN], None, {}, 1)
    with pytest.raises(BadBot, match="it has partner:silent"):
        make_bot("partner:nobody", game("doctor-rat"))
    with pytest.raises(BadBot, match="it has no partners"):
        make_bot("partner:silent", game("piratz"))


def test_a_lead_is_counted_deal_by_deal() -> None:
    ahead = lead([[1.0]] * 30)
    assert ahead.rate == 1
    assert 0.8 < ahead.low < 1
    alike = lead([[0.0]] * 60)
    assert alike.rate == 0
    assert -0.06 < alike.low < 0 < alike.high < 0.06, "deals that end alike for both say that the two are alike"
    apart = lead([[1.0], [-1.0]] * 30)
    assert apart.rate == 0
    assert apart.high > 0.2
    once, five_times = lead([[1.0], [-1.0], [0.0]] * 20), lead([[1.0] * 5, [-1.0] * 5, [0.0] * 5] * 20)
    assert five_times.high > 0.9 * once.high, "five tables of one deal that end alike are no five deals"


def test_the_command_goes_on_where_it_was_and_its_table_says_what_was_played(tmp_path: Path) -> None:
    words = ["partners", "doctor-rat", "heuristic", "random", "--out", str(tmp_path), "--workers", "1"]
    words += ["-w", OWN, "-w", "partner:silent"]
    for deals in ("2", "8"):
        told = CliRunner().invoke(build(words), [*words, "--deals", deals])
        assert told.exit_code == 0, told.output
    assert "random ahead by" in " ".join(told.output.split())
    own = company(OWN, *read_results(tmp_path / "heuristic-random.jsonl"))
    guests = company("partner:silent", *read_results(tmp_path / "heuristic-partner-silent-random-partner-silent.jsonl"))
    assert (tmp_path / "table.md").read_text() == as_markdown(["heuristic", "random"], [own, guests])
    assert own.deals == guests.deals == 8
    assert own.won[0].rate > own.won[1].rate
    match, played = read_results(tmp_path / "heuristic-random.jsonl")
    assert company(OWN, match, played[:1]).deals == 0, "a deal that only one has played compares nobody"
    assert own.leads[1].rate == pytest.approx(own.won[1].rate - own.won[0].rate)


def test_all_tables_as_a_guest_are_told_together(tmp_path: Path) -> None:
    words = ["partners", "doctor-rat", "heuristic", "random", "--out", str(tmp_path), "--workers", "1", "--deals", "4"]
    told = CliRunner().invoke(build(words), [*words, "-w", OWN, "-w", "easy", "-w", "partner:hungry"])
    assert told.exit_code == 0, told.output
    results = [(path.name, *read_results(path)) for path in tmp_path.glob("*easy*.jsonl")]
    results += [(path.name, *read_results(path)) for path in tmp_path.glob("*hungry*.jsonl")]
    both = all_guests(results)
    assert both.deals == 8
    assert both.won[0].rate == pytest.approx(sum(company(*one).won[0].rate for one in results) / 2)
    assert (tmp_path / "table.md").read_text().splitlines()[-1].startswith(f"| {GUESTS} | 8 |")


def test_everybody_is_a_partner_unless_some_are_named() -> None:
    assert usual_partners("doctor-rat")[:3] == [OWN, "heuristic", "partner:silent"]


@pytest.mark.parametrize("words", [["partners", "doctor-rat", "random"], ["league", "piratz", "random", "heuristic"]])
def test_a_folder_that_cannot_be_made_is_said_at_once(words: list[str], tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    asked = [*words, "--out", str(tmp_path / "taken" / "games")]
    told = CliRunner().invoke(build(asked), asked)
    assert isinstance(told.exception, CannotWrite)
    assert "choose another for --out" in str(told.exception)
