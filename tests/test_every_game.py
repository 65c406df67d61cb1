"""The promises that every game keeps. Nothing here knows any game: adding a game adds no test code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import mischief
from mischief.commands.check import gather, make_game, untouched
from mischief.commands.selfplay import Tale, play_checked
from mischief.engine.chance import Rng
from mischief.engine.invariants import check_state, plain
from mischief.engine.playout import play_out
from mischief.engine.rulebook import cited
from mischief.engine.rulebook_blocks import clauses
from mischief.engine.scenarios import Scenario, run_scenario
from mischief.engine.seats import DEALER, WATCHER
from mischief.engine.state import State
from mischief.engine.variants import variants
from mischief.engine.words import read_words
from tests.shelf_of_tests import ALL_GAMES, cached_game, seat_counts, title

each_game = pytest.mark.parametrize("name", ALL_GAMES, ids=title)


def wander(name: str, seats: int, seed: int, steps: int) -> State:
    """A random reachable state: so many steps into a random game, or its end."""
    state = cached_game(name, seats).begin()
    rng = Rng(seed)
    for _ in range(steps):
        actors = state.actors()
        if not actors:
            break
        seat = actors[rng.below(len(actors))]
        if seat == DEALER:
            state.apply(seat, state.sample(rng))
        else:
            legal = state.legal(seat)
            state.apply(seat, legal[rng.below(len(legal))])
    return state


@each_game
def test_promises_hold_in_whole_games_with_every_option(name: str) -> None:
    """Uncompiled, where a game takes ten times as long, one in six variants will do."""
    offered = list(variants(mischief.rulebook(name)))
    assert len(offered) >= len(seat_counts(name))
    for seed, game in enumerate(offered if mischief.COMPILED else offered[::6]):
        play_checked(game, seed=seed, tale=Tale())


@each_game
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
@given(data=st.data())
def test_promises_hold_on_random_reachable_states(name: str, data: st.DataObject) -> None:
    seats = data.draw(st.sampled_from(seat_counts(name)))
    state = wander(name, seats, data.draw(st.integers(0, 2**40)), data.draw(st.integers(0, 250)))
    check_state(state, Rng(data.draw(st.integers(0, 2**20))))


@each_game
@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
@given(data=st.data())
def test_no_copy_ever_changes_another(name: str, data: st.DataObject) -> None:
    seats = data.draw(st.sampled_from(seat_counts(name)))
    parent = wander(name, seats, data.draw(st.integers(0, 2**40)), data.draw(st.integers(0, 150)))
    twin = parent.clone()
    before = plain(parent.position())
    for seat in parent.actors():
        for action in parent.legal(seat)[:40]:
            child = parent.clone()
            child.play(seat, action)
            grandchild = child.clone()
            if grandchild.actors() and grandchild.actors()[0] == DEALER:
                grandchild.apply(DEALER, grandchild.sample(Rng(action)))
            assert plain(parent.position()) == before
            assert plain(twin.position()) == before


@each_game
@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
@given(data=st.data())
def test_clone_position_and_replay_play_on_alike(name: str, data: st.DataObject) -> None:
    seats = data.draw(st.sampled_from(seat_counts(name)))
    state = wander(name, seats, data.draw(st.integers(0, 2**40)), data.draw(st.integers(0, 150)))
    copies = [state.clone(), state.game.load(json.loads(json.dumps(state.position())))]
    rng = Rng(data.draw(st.integers(0, 2**20)))
    while not state.over:
        seat = state.actors()[0]
        legal = state.legal(seat)
        action = int(state.sample(rng)) if seat == DEALER else legal[rng.below(len(legal))]
        for table in (state, *copies):
            assert table.actors()[0] == seat
            table.play(seat, action)
    for copy in copies:
        assert plain(copy.position()) == plain(state.position())
        assert copy.result() == state.result()


@pytest.mark.rules
@each_game
def test_an_imagined_world_looks_the_same_and_tells_nobody(name: str) -> None:
    """A viewer sees no difference, and what is played in its imagination reaches no listener of the table."""
    seats = seat_counts(name)[-1]
    state = wander(name, seats, 11, 40)
    state.listener = lambda event: pytest.fail(f"the table was told of {event.kind}")
    for viewer in (0, None):
        world = state.imagine(int(WATCHER) if viewer is None else viewer, Rng(5))
        assert plain(world.view(viewer)) == plain(state.view(viewer))
        assert world.listener is None
        play_out(world, Rng(6))
        assert world.over


@each_game
def test_sensible_play_is_legal_and_blind_to_secrets(name: str) -> None:
    """The heuristic answers with a legal move, and the same one in worlds that its seat cannot tell apart."""
    for seats in seat_counts(name):
        game = cached_game(name, seats)
        policy = game.heuristic()
        state = game.begin()
        rng = Rng(seats)
        asked = 0
        while not state.over:
            seat = state.actor()
            if seat == DEALER:
                state.apply(seat, state.sample(rng))
                continue
            worlds = (state.imagine(seat, Rng(100)), state.imagine(seat, Rng(101)), state.suppose(seat, Rng(102)))
            choices = {int(policy.choose(world, seat, Rng(asked))) for world in worlds}
            assert len(choices) == 1, f"seat {seat} of {name} chose by what it cannot know: {choices}"
            choice = choices.pop()
            assert choice in state.legal(int(seat))
            assert 0.0 <= policy.outlook(state, seat) <= 1.0
            state.play(int(seat), choice)
            asked += 1


@pytest.mark.rules
@each_game
def test_payoffs_agree_with_results(name: str) -> None:
    for seats in seat_counts(name):
        state = wander(name, seats, 5, 100_000)
        result = state.result()
        assert result is not None
        payoffs = [state.payoff(s) for s in range(seats)]
        if cached_game(name, seats).info.cooperative:
            assert payoffs == [1.0 if result.winners else 0.0] * seats
        else:
            assert sum(payoffs) == pytest.approx(1.0 if result.winners else 0.0)  # a plague may leave no winner
            assert [s for s in range(seats) if payoffs[s] > 0] == list(result.winners)
            counted = [line.amounts for line in result.tally if not line.tie_break]
            assert [sum(amounts) for amounts in zip(*counted, strict=True)] == list(result.scores)
        assert all(result.places[s] == 1 for s in result.winners)


@each_game
def test_every_move_has_its_own_text(name: str) -> None:
    game = cached_game(name, seat_counts(name)[-1])
    texts = [game.move(a).text for a in range(game.num_actions)]
    assert len(set(texts)) == len(texts)
    outcomes = [game.outcome(a).text for a in range(game.num_outcomes)]
    assert len(set(outcomes)) == len(outcomes)


@each_game
def test_options_name_each_other_and_their_pieces_rightly(name: str) -> None:
    """What an option hangs on exists; what its entries are about has a name for people."""
    book = mischief.rulebook(name)
    options = {o.name: o for o in book.option_list}
    assert len({o.title for o in book.option_list}) == len(options)
    pieces = read_words(book.folder / "words.toml").pieces
    for option in book.option_list:
        for other, values in option.applies.items():
            known = seat_counts(name) if other == "seats" else options[other].values
            assert set(values) <= set(known), f"{option.name} hangs on {other} being {values}"
        assert all(piece in pieces for piece in option.each)
        assert len(option.pick_means) in (0, len(option.picks))
        assert [v for v in option.values if len(option.means) != len(option.values)] == []


@each_game
def test_what_befalls_a_seat_is_an_event_that_names_it(name: str) -> None:
    """Announced to those it happens to: the event has a sentence, and that sentence or its facts name the seat."""
    words = read_words(mischief.rulebook(name).folder / "words.toml")
    for kind, roles in words.befalls.items():
        assert words.events[kind], f"{kind} is announced without words"
        told = str(words.events[kind])
        assert roles == ["everybody"] or any("{" + role + "}" in told for role in roles), (
            f"{kind} names none of {roles}"
        )


def scenarios() -> list[Scenario]:
    return gather(ALL_GAMES)[0]


@pytest.mark.parametrize("scenario", scenarios(), ids=lambda s: s.id)
def test_scenario(scenario: Scenario) -> None:
    failure = run_scenario(scenario, make_game)
    assert failure is None, str(failure)


@each_game
def test_every_clause_is_touched(name: str) -> None:
    """The list of clauses that no scenario or named test exercises is empty."""
    assert untouched(name, gather([name])[0], Path(__file__).parent / "games") == []


@each_game
def test_only_clauses_that_exist_are_cited(name: str) -> None:
    """Code, words, scenarios and the rulebook itself name clauses and rulings that the rulebook has."""
    folder = mischief.rulebook(name).folder
    prefix = mischief.rulebook(name).info.prefix
    book = set(clauses(cached_game(name, 2).rulebook))
    for file in [
        *folder.glob("*.py"),
        *folder.glob("*.toml"),
        *folder.glob("scenarios/*.yaml"),
        folder / "rulebook.md",
    ]:
        named = {c for c in cited(file.read_text(encoding="utf-8")) if c.startswith(prefix)}
        unknown = {c for c in named - book if not c.startswith((f"{prefix}-S.", f"{prefix}-T."))}
        assert not unknown, f"{file.name} cites {sorted(unknown)}, which the rulebook does not have"
