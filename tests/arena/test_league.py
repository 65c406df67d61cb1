"""A league: everybody meets everybody, and what stands in its table is what was played."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from mischief.arena.league import as_markdown, draw_up, file_of, places
from mischief.arena.ratings import Rating
from mischief.arena.results import read_results
from mischief.bots.levels import make_bot
from mischief.cli import build
from mischief.games.shelf import game


def mischief_says(words: list[str]) -> str:
    told = CliRunner().invoke(build(words), words)
    assert told.exit_code == 0, told.output
    return told.output


FOUR = ["random", "easy", "heuristic", "search:3it,others=1"]


def test_everybody_meets_everybody_once_on_the_same_seeds() -> None:
    matches = draw_up("piratz", FOUR, {}, 5)
    assert len({frozenset(match.bots) for match in matches}) == len(matches) == 6
    assert {match.seed for match in matches} == {5}
    assert len({file_of(match) for match in matches}) == 6


def test_a_league_goes_on_where_it_was_and_its_table_says_what_was_played(tmp_path: Path) -> None:
    words = ["league", "piratz", "random", "heuristic", "easy", "--out", str(tmp_path), "--workers", "1"]
    mischief_says([*words, "--games", "2"])
    said = mischief_says([*words, "--games", "6"])
    assert "worst" in said
    results = [read_results(path) for path in sorted(tmp_path.glob("*.jsonl"))]
    assert [len(played) for _, played in results] == [6, 6, 6]
    table = places(results)
    assert (tmp_path / "table.md").read_text() == as_markdown(table)
    assert table[-1].bot == "random"
    for place in table:
        assert place.worst is not None
        assert place.worst.rate == min(p.rate for p in place.pairings)
        assert place.rating.low < place.rating.points < place.rating.high
        for pairing in place.pairings:
            back = next(
                p for other in table if other.bot == pairing.other for p in other.pairings if p.other == place.bot
            )
            assert pairing.rate + back.rate == pytest.approx(1.0)


def test_a_rating_next_to_nothing_is_said_alike_from_both_sides() -> None:
    assert Rating(-0.2, -31.6, 12.5).in_words() == "+0 (-32 to +12)"
    assert Rating(0.2, -0.4, 400.0).in_words() == "+0 (+0 to +400)"


def test_where_the_table_wins_together_all_teams_play_the_same_deals() -> None:
    (match,) = draw_up("doctor-rat", ["heuristic", "easy", "random"], {}, 1)
    assert match.teams
    assert match.bots == ["heuristic", "easy", "random"]


def test_settings_in_a_line_up_change_how_a_search_thinks() -> None:
    plain, changed = (make_bot(word, game("piratz")) for word in ("search:5it", "search:5it,others=1,wild=0.3"))
    assert (plain.settings.others, changed.settings.others) == (False, True)  # type: ignore[attr-defined]
    assert changed.settings.wild == 0.3  # type: ignore[attr-defined]
    assert changed.word == "search:5it,others=1,wild=0.3"
