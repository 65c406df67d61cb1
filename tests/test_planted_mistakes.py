"""Mistakes planted in the template, one at a time: `selfplay --check` finds each within forty games, and names it."""

from __future__ import annotations

from pathlib import Path

import pytest

import mischief
from mischief.commands.check import gather, run_all
from mischief.commands.new_game import write_template
from mischief.commands.selfplay import EAGER, Player, Tale
from mischief.engine.invariants import Broken

GAMES = 40

EVEN_HANDED = """    def sample(self, rng: Rng) -> i64:
        odds = Odds()
        self.list_odds(odds)
        return odds.outcomes[rng.below(odds.count)]

    # What happens
"""

MISTAKES = {
    "imagine hides nothing": (
        ("rules.py", "world.chosen[other] = world.any_paw(other, rng)", "world.any_paw(other, rng)"),
        "imagine hides nothing",
    ),
    "imagine hides too little": (
        ("rules.py", "if other != seat and self.chosen[other] != 0:", "if other > 0 and self.chosen[other] != 0:"),
        "view of 1 changes|imagine hides",
    ),
    "payoffs do not add up": (
        ("scoring.py", "return 1.0 / float(sharing) if", "return 1.0 if"),
        "the payoffs do not add up: 1, 1 make 2",
    ),
    "the payoffs of others": (
        ("scoring.py", "if scores[seat] == best else 0.0", "if scores[seat] != best else 0.0"),
        "payoffs",
    ),
    "glimpse leaks": (
        ("rules.py", "return action if seat == DEALER or seat == viewer else n.UNSEEN", "return action"),
        "glimpse leaks: 'paw .' and 'paw .' of seat",
    ),
    "an event tells a secret": (
        ("rules.py", '"paw": int(paw)}, {"paw": [int(seat)]})', '"paw": int(paw)})'),
        "the fact 'paw' of the event 'chose' tells a secret",
    ),
    "a secret fact is misspelt": (
        ("rules.py", '{"paw": [int(seat)]})', '{"pow": [int(seat)]})'),
        "the event 'chose' keeps 'pow' secret, but its facts are paw, seat|'paw' of the event 'chose' tells a secret",
    ),
    "words are missing": (
        ("words.toml", 'took = "{seats} took the crumb worth {crumb}."\n', ""),
        "words.toml has no words for the event 'took'",
    ),
    "a fact is misspelt": (
        ("words.toml", "took the crumb worth {crumb}", "took the crumb worth {crum}"),
        "cannot say the event 'took' .* needs crum, its facts are crumb, seats",
    ),
    "a fact is misspelt in one of several sentences": (
        ("words.toml", "chose paw {paw}", "chose paw {pawn}"),
        "the event 'chose' has pawn in .* with the facts paw, seat only",
    ),
    "a button is misspelt": (
        ("words.toml", 'paw = "Paw {paw}"', 'paw = "Paw {number}"'),
        "the move 'paw' has number in .* it is about paw",
    ),
    "components are not conserved": (
        ("rules.py", "        self.bag[crumb - 1] -= 1\n", ""),
        "components are not conserved: there were 10 crumbs, now there are 11",
    ),
    "sample does not follow the odds": (
        ("rules.py", "    # What happens\n", EVEN_HANDED),
        "sample does not follow the odds: .* came .* times in",
    ),
    "the heuristic peeks": (
        ("heuristic.py", "wish = state.crumb +", "wish = state.chosen[1 - seat] +"),
        "the heuristic peeks: seat . chooses 'paw .' or 'paw .'",
    ),
    "the view leaks": (
        ("view.py", "int(state.chosen[seat]) if seat >= 0 else 0", "int(state.chosen[0])"),
        "the view of .* changes when what it cannot know is imagined afresh",
    ),
}


def check(folder: Path, games: int = GAMES) -> list[str]:
    """What `mischief selfplay FOLDER --check` does."""
    game, player, tale = mischief.game(str(folder)), Player(True, False, 10, EAGER), Tale()
    for seed in range(1, games + 1):
        player(game, seed, tale)
    return player.conclude()


def plant(folder: Path, name: str, right: str, wrong: str) -> None:
    text = (folder / name).read_text(encoding="utf-8")
    assert text.count(right) == 1, f"the template has no {right!r} to spoil any more"
    (folder / name).write_text(text.replace(right, wrong), encoding="utf-8")


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_planted_mistake_is_found_and_named(mistake: str, tmp_path: Path) -> None:
    folder = write_template("cheese-heist", tmp_path)
    where, told = MISTAKES[mistake]
    plant(folder, *where)
    with pytest.raises(Broken, match=told):
        check(folder)


def test_the_template_as_it_is_keeps_every_promise_and_leaves_nothing_untested(tmp_path: Path) -> None:
    assert check(write_template("cheese-heist", tmp_path)) == []


def test_a_cooperative_game_is_whole_too_and_its_payoffs_are_alike(tmp_path: Path) -> None:
    folder = write_template("pantry-raid", tmp_path, "cooperative")
    assert mischief.rulebook(str(folder)).info.cooperative
    assert check(folder) == []
    assert run_all(gather([str(folder)])[0], quiet=True) == []
    spoilt = write_template("pantry-raid", tmp_path / "spoilt", "cooperative")
    plant(spoilt, "scoring.py", "1.0 if scores[seat] >= n.ENOUGH", "1.0 if seat == 0 and scores[seat] >= n.ENOUGH")
    with pytest.raises(Broken, match="the table wins or loses together, but the payoffs are 1, 0"):
        check(spoilt)


def test_too_few_games_say_what_they_could_not_test(tmp_path: Path) -> None:
    folder = write_template("cheese-heist", tmp_path)
    plant(folder, "game.py", "        components=components,\n", "")
    notes = " ".join(check(folder, games=1))
    for missing in ("Secrets were compared only", "Components are not counted", "The heuristic was asked only"):
        assert missing in notes
