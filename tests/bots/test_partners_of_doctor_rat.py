"""Partners with habits of their own: they keep the rules, see no more than their seat may, and do have their habits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

import mischief
from mischief.arena.manners import answers
from mischief.bots.bot import Perspective
from mischief.bots.levels import make_bot
from mischief.engine.chance import Rng
from mischief.engine.seats import DEALER
from mischief.engine.variants import variants
from mischief.games.doctor_rat import numbers as n
from mischief.games.doctor_rat.heuristic_reckoning import Reckoning
from mischief.games.doctor_rat.partners import PARTNERS, Sceptic, open_to
from mischief.games.doctor_rat.rules import DoctorRat

each_partner = pytest.mark.parametrize("name", PARTNERS)


def decisions(name: str, seed: int, seats: int = 4) -> Iterator[tuple[DoctorRat, int, int]]:
    """A game in which one partner plays every seat: each decision that is one, and what was chosen."""
    game = mischief.game("doctor-rat", seats)
    policy = game.partner(name)
    assert policy is not None
    state, rng = game.start(seed), Rng(seed)
    while not state.over:
        seat = state.actors()[0]
        if seat == DEALER:
            state.apply(seat, state.sample(rng))
            continue
        action = int(policy.choose(state, seat, rng))
        if len(state.legal(seat)) > 1:
            assert isinstance(state, DoctorRat)
            yield state, seat, action
        state.apply(seat, action)


@each_partner
def test_a_partner_keeps_the_rules_in_every_variant(name: str) -> None:
    for number, game in enumerate(variants(mischief.rulebook("doctor-rat"))):
        bot = make_bot(f"partner:{name}", game)
        faults = [answer.fault for answer in answers(game, bot, number) if answer.fault]
        assert not faults, f"{game!r}: {faults[0]}"


@each_partner
def test_a_partner_chooses_alike_in_worlds_that_its_seat_cannot_tell_apart(name: str) -> None:
    met = 0
    bot = make_bot(f"partner:{name}", mischief.game("doctor-rat"))
    for seed in range(3):
        for number, (state, seat, action) in enumerate(decisions(name, seed)):
            world = state.imagine(seat, Rng(1000 + number))
            assert bot.choose(Perspective(world, seat), Rng(1)) == action
            met += 1
    assert met > 60


def phases(name: str, seeds: range) -> Counter[tuple[int, int]]:
    """How often what was chosen in which phase."""
    return Counter((int(state.phase), action) for seed in seeds for state, _, action in decisions(name, seed))


def test_the_silent_one_objects_to_nothing_and_uses_no_token() -> None:
    seen = phases("silent", range(12))
    assert sum(times for (phase, _), times in seen.items() if phase == n.C_VOTE) > 50
    assert not any(phase in (n.C_VOTE, n.C_REPLACE_VOTE) and action == n.OBJECT for phase, action in seen)
    assert not any(n.YUCK_FRONT <= action < n.SERVE for _, action in seen)


def test_the_curious_one_saves_its_tokens_and_tries_what_it_does_not_know() -> None:
    early = late = 0
    mind = Reckoning(False)
    chances = []
    for seed in range(12):
        for state, _, action in decisions("curious", seed):
            spends = n.YUCK_FRONT <= action < n.SERVE
            early += spends and state.meal < 6
            late += spends and state.meal >= 6
            if state.phase == n.C_PROPOSE and state.meal == 2:
                mind.look(state)
                chances.append(mind.chance(state, state.next_group(), action))
    assert early == 0 < late
    assert sum(0.2 < chance < 0.8 for chance in chances) > len(chances) / 2


def test_the_obedient_one_eats_what_is_served() -> None:
    proposals = [
        (state.centre >> action) & 1
        for seed in range(12)
        for state, _, action in decisions("obedient", seed)
        if state.phase == n.C_PROPOSE
    ]
    assert len(proposals) > 100
    assert all(proposals)


def test_the_hungry_one_takes_the_likeliest_card_for_its_own_group() -> None:
    found, mind = 0, Reckoning(False)
    for seed in range(6):
        for state, seat, action in decisions("hungry", seed):
            group = int(state.next_group()) if state.phase == n.C_PROPOSE else -1
            if group >= 0 and (state.house.members[group] >> seat) & 1:
                mind.look(state)
                chances = {card: mind.chance(state, group, card) for card in state.legal(seat)}
                assert chances[action] == max(chances.values())
                found += 1
    assert found > 20


def test_the_sceptic_counts_diets_and_not_how_often_they_are_dealt() -> None:
    """Its chances are parts of the diets that fit: times their number they are whole. A sensible rat's are not."""
    policy = Sceptic()
    uneven = 0
    for state, _, _ in decisions("sceptic", 1):
        if state.phase == n.C_VOTE:
            policy.mind.look(state)
            for group in range(3):
                left = int(state.candidates_left(group))
                for card in open_to(state, group):
                    good = policy.likes(state, group, card) * (left + 0.02) - 0.01
                    assert good == pytest.approx(round(good), abs=1e-6)
                    weighed = policy.mind.chance(state, group, card) * left
                    uneven += abs(weighed - round(weighed)) > 0.05
    assert uneven > 20
