"""A set is named in any order and as a whole: nothing is added, and nothing closed, behind a person's back."""

from __future__ import annotations

from io import StringIO
from itertools import combinations, permutations
from typing import Any
from unittest.mock import patch

import pytest
from rich.console import Console

import mischief
from mischief.commands.sitting import Sitting
from mischief.engine.chance import Rng
from mischief.engine.game import Game
from mischief.engine.gathering import choices, copies
from mischief.engine.invariants import plain
from mischief.engine.seats import DEALER, NOBODY
from mischief.engine.state import State
from mischief.engine.variants import variants

PARTY = {
    **{"n": 3, "phase": "P6", "lead": 0, "turn": 0, "sill": ["p10"]},
    **{"hands": [["c00"], ["c01"], []], "crews": [["c11", "c38", "c39"], [], []]},
}
READY = {
    **{"n": 3, "phase": "READY", "lead": 1, "sill": ["p14"]},
    "hands": [["c00"], ["c05"], ["c06", "c07", "mirror"]],
}


def test_send_does_not_send_others_as_well() -> None:
    state = mischief.game("pie-rats", 3).load(PARTY)
    with pytest.raises(mischief.Refused, match="Name the whole party") as refusal:
        state.play(0, "loot p10, send c38")
    assert refusal.value.clause == "PR-8.5"
    state.play(0, "loot p10, send c39, send c38")
    sent: Any = plain(state.position())["pending"]
    assert sent["send"] == ["c38", "c39"]


def test_more_than_is_needed_is_refused() -> None:
    state = mischief.game("pie-rats", 3).load({**PARTY, "sill": ["p00"], "crews": [["c43", "c46", "c47"], [], []]})
    with pytest.raises(mischief.Refused, match="more than is asked for"):
        state.play(0, "loot p00, send c43, send c46, send c47")


def test_toss_does_not_close_the_tossing() -> None:
    state = mischief.game("pie-rats", 3).load(READY)
    for text in ("toss mirror", "toss c07, toss mirror"):
        trial = state.clone()
        trial.play(2, text)
        assert 2 in trial.actors()
    state.play(2, "toss mirror, toss c06, pass")
    assert plain(state.view(2))["aside"] == ["c06", "mirror"]
    assert 2 not in state.actors()


def test_a_gift_at_a_table_of_two_is_named_whole() -> None:
    game = mischief.game("high-tea", 2, first_host=0)
    state = game.start(1)
    for half in ("start rags", "start flowers"):
        with pytest.raises(mischief.Refused, match="name both in one go") as refusal:
            state.play(1, half)
        assert refusal.value.clause == "HT-14.2"
    with pytest.raises(mischief.Refused, match="two different"):
        state.play(1, "start rags, start rags")
    other = state.clone()
    state.play(1, "start flowers, start rags")
    other.play(1, "start rags and flowers")
    assert plain(state.position()) == plain(other.position())


def test_the_text_of_a_forced_step_is_accepted() -> None:
    given = {
        **{"n": 2, "phase": "P5", "lead": 0, "turn": 0, "sill": ["p14"], "hands": [[], ["c00"]]},
        **{"crews": [[], ["c26"]], "charisma": [["cutlass"], []]},
    }
    game = mischief.game("pie-rats", 2)
    ends = []
    for text in ("", ", pay cutlass", ", only that one, pay cutlass", ", only that one"):
        state = game.load(given)
        state.play(0, "lure c26" + text)
        ends.append(plain(state.position()))
    assert ends == ends[:1] * 4
    with pytest.raises(mischief.Refused):
        game.load(given).play(0, "lure c26, pay parrot")


def sets_of(game: Game, state: State, seat: int, limit: int = 40) -> list[list[int]]:
    """Ways to complete the set that this seat is choosing, each as numbers in rising order, with the move that closes
    it where the numbers say it."""
    gathering = game.gathering(state, seat)
    assert gathering is not None
    found: list[list[int]] = []
    open_ways: list[list[int]] = [[]]
    while open_ways and len(found) < limit:
        way = open_ways.pop()
        trial = state.clone()
        for action in way:
            trial.apply(seat, action)
        now = game.gathering(trial, seat) if trial.waits_for(seat) else None
        if now is None or now.members != gathering.members or now.named != gathering.named + len(way):
            found.append(way)
            continue
        for action in trial.legal(seat):
            if action in gathering.members:
                open_ways.append([*way, action])
            elif action == gathering.done:
                found.append([*way, action])
    return found


@pytest.mark.parametrize("name", mischief.BOXES)
def test_every_set_can_be_named_in_any_order(name: str) -> None:
    """Whatever can be reached in numbers can be said in words, in any order, and is what was said: a command either
    does exactly what the numbers do, or is refused because the rules would have added to it."""
    tables = list(variants(mischief.rulebook(name)))
    if name == "high-tea":
        tables = [table for table in tables if table.seats == 2]  # only there are gifts of two
    rng = Rng(11)
    tried = refused = 0
    for number in range(60):
        game = tables[rng.below(len(tables))]
        state = game.begin()
        for _ in range(400):
            seat = state.actor()
            if seat == NOBODY:
                break
            if seat == DEALER:
                state.apply(DEALER, state.sample(rng))
                continue
            gathering = game.gathering(state, seat)
            if gathering is not None and gathering.named == 0 and rng.below(3) == 0:
                ways = sets_of(game, state, seat)
                way = ways[rng.below(len(ways))]
                members = [a for a in way if a in gathering.members]
                orders = list(permutations(members)) if len(members) < 6 else [tuple(members[::-1])]
                order = orders[rng.below(len(orders))]
                text = ", ".join(game.move(a).text for a in (*order, *(a for a in way if a not in gathering.members)))
                said, done = state.clone(), state.clone()
                for action in way:
                    done.apply(seat, action)
                if text:
                    tried += 1
                    try:
                        said.play(seat, text)
                    except mischief.Refused:
                        assert gathering.wrong(members), (text, number)
                        refused += 1
                    else:
                        assert plain(said.position()) == plain(done.position()), text
            legal = state.legal(seat)
            state.apply(seat, legal[rng.below(len(legal))])
    assert name == "piratz" or tried > 20
    assert refused < tried or not tried


def after(game: Game, state: State, seat: int, action: int) -> State | None:
    """The table after a member of the set was named; None where that was the last one."""
    trial = state.clone()
    before = game.gathering(trial, seat)
    trial.apply(seat, action)
    now = game.gathering(trial, seat) if trial.waits_for(seat) else None
    return trial if before is not None and now is not None and now.named == before.named + 1 else None


@pytest.mark.parametrize("name", [name for name in mischief.BOXES if name != "piratz"])
def test_a_refusal_that_is_only_about_order_says_so_and_cites_no_clause(name: str) -> None:
    """No rulebook asks for an order in sets: it is a matter of how numbered actions are counted."""
    rng = Rng(5)
    tried: set[str] = set()
    for number, game in enumerate(variants(mischief.rulebook(name))):
        state = game.start(number)
        for _ in range(300):
            seat = state.actor()
            if seat == NOBODY:
                break
            gathering = None if seat == DEALER else game.gathering(state, seat)
            if gathering is not None and rng.below(3) == 0:
                members = [action for action in state.legal(seat) if action in gathering.members]
                for early, late in list(combinations(members, 2))[:5]:
                    one, other = after(game, state, seat, early), after(game, state, seat, late)
                    if one is None or other is None or late not in one.legal(seat) or early in other.legal(seat):
                        continue
                    with pytest.raises(mischief.Refused, match="order") as refusal:
                        other.play(seat, early)
                    assert refusal.value.clause == "", refusal.value
                    tried.add(state.view(seat).phase)
            legal = state.legal(seat)
            state.apply(seat, state.sample(rng) if seat == DEALER else legal[rng.below(len(legal))])
    assert tried, "no set was tried"


def test_what_may_be_named_holds_every_member_of_the_set() -> None:
    game = mischief.game("high-tea", 2, first_host=0)
    state = game.start(1)
    assert [game.move(a).text for a in choices(game, state, 1)] == [
        f"start {supply}" for supply in ("swords", "baubles", "straw", "crumbs", "rags", "flowers")
    ]


def test_the_terminal_gathers_a_set_in_any_order_and_asks() -> None:
    console = Console(file=StringIO(), width=80)
    table = Sitting(console, mischief.game("high-tea", 2, first_host=0), [0, 1], "easy", 1)
    typed = iter(["", "start flowers", "start swords", "clear", "start rags", "6", "ok"])
    with patch("mischief.commands.sitting.Prompt.ask", lambda *_, **__: next(typed)):
        table.ask(1)
    assert plain(table.table.state.position())["seats"][1]["supplies"] == [0, 0, 0, 0, 2, 2]
    assert next(typed, None) is None


def test_the_terminal_names_no_card_more_often_than_it_is_there() -> None:
    out = StringIO()
    table = Sitting(Console(file=out, width=80), mischief.game("doctor-rat", 4), [0], "easy", 2)
    typed = iter(["1", "1", "2", "3", "ok"])
    with patch("mischief.commands.sitting.Prompt.ask", lambda *_, **__: next(typed)):
        table.ask(0)
    assert "is named already" in out.getvalue()
    assert next(typed, None) is None
    for seed in range(20):
        game = mischief.game("rattus-cartus", 4)
        state = game.start(seed)
        while state.actor() == DEALER or not state.waits_for(0) or state.view(0).phase != "lay":
            seat = state.actors()[0]
            state.play(seat, state.sample(Rng(seed)) if seat == DEALER else state.legal(seat)[0])
        hand = plain(state.view(0))["seats"][0]["hand"]
        for action in choices(game, state, 0):
            card = game.move(action).args.get("card")
            assert card is None or copies(game, state, 0, action) == hand.count(card)
