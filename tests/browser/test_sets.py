"""A choice that is a set is gathered on the board in any order, may be changed, and is sent as a whole."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

import mischief
from mischief.engine.invariants import plain
from mischief.engine.variants import variants
from mischief.games.shelf import rulebook

from .laid import Decision, first, sit_down_at, to_enter
from .stage import Server, sit_down_with_bots
from .test_asking import moves_sent

Opener = Callable[..., Page]


def gather(cards: Locator, order: list[int]) -> None:
    """Tap these cards in this order, the first one twice more: away and back again."""
    for place in (*order, order[0], order[0]):
        cards.nth(place).evaluate("e => e.click()")


def actions(frame: str) -> list[int]:
    found: list[int] = json.loads(frame)["what"]["actions"]
    return found


@pytest.mark.parametrize("order", [[0, 1, 2], [2, 0, 1], [2, 1, 0]])
def test_the_doctor_chooses_dinner_in_any_order(server: Server, open_page: Opener, order: list[int]) -> None:
    page = open_page()
    sent = moves_sent(page)
    sit_down_with_bots(page, server, "doctor-rat")
    expect(page.locator(".status")).to_contain_text("choose dinner")
    cards = page.locator(".me ul[aria-label*=stock] button")
    main = page.locator(".actions .primary")
    expect(main).to_be_disabled()
    gather(cards, order)
    expect(page.locator(".me ul[aria-label*=stock] [aria-pressed=true]")).to_have_count(3)
    assert sent == [], "nothing is sent before it is confirmed"
    expect(main).to_be_enabled()
    main.click()
    expect(page.locator(".status")).not_to_contain_text("choose dinner")
    chosen = actions(sent[0])
    assert len(chosen) >= 3
    assert chosen[:3] == sorted(chosen[:3]), "underneath they go in rising order, whatever was tapped first"


@pytest.mark.parametrize("order", [[0, 1, 2], [2, 0, 1], [2, 1, 0]])
def test_cards_are_laid_at_a_building_in_any_order(server: Server, open_page: Opener, order: list[int]) -> None:
    page = open_page()
    sent = moves_sent(page)
    sit_down_at(page, server, to_enter(3), "matters")
    expect(page.locator(".status")).to_contain_text(re.compile("^Your turn.*enter a building"))
    before = len(sent)
    gather(page.locator(".me [data-digits] button"), order)
    page.locator("[data-testid=building-0]").click()
    confirm = page.locator("[data-testid=confirm]")
    expect(confirm).to_contain_text("lay 3")
    assert len(sent) == before, "nothing is sent before it is confirmed"
    confirm.click()
    expect(confirm).to_have_count(0)
    laid = actions(sent[before])[1:4]
    assert len(laid) == 3
    assert laid == sorted(laid)


def to_give(phase: str) -> Decision:
    """A decision about two cards or more of a hand that has others besides."""

    def fits(found: Decision) -> bool:
        if found.phase != phase:
            return False
        view = plain(found.state.view(found.seat))
        return 2 <= view["due"] < len(view["seats"][found.seat]["hand"]) < 8 and not view["picks"]

    return first(fits, variants(rulebook("rattus-cartus")), seeds=3)


@pytest.mark.parametrize("phase", ["sword_gift", "tower_gift", "hospital"])
def test_cards_to_give_away_are_gathered_in_any_order(server: Server, open_page: Opener, phase: str) -> None:
    page = open_page(width=390, height=844)
    sent = moves_sent(page)
    found = to_give(phase)
    view = plain(found.state.view(found.seat))
    due, hand = view["due"], view["seats"][found.seat]["hand"]
    sit_down_at(page, server, found, "matters")
    cards = page.locator(".me [data-digits] button")
    picked = page.locator(".me [data-digits] [aria-pressed=true]")
    confirm = page.locator("[data-testid=confirm]")
    gather(cards, list(reversed(range(due))))
    expect(picked).to_have_count(due)
    page.locator("[data-testid=clear]").click()
    expect(picked).to_have_count(0)
    gather(cards, [due, *range(due - 1)])
    expect(confirm).to_contain_text(f"Discard {due}" if phase == "hospital" else f"Give {due} card")
    assert sent == [], "nothing is sent before it is confirmed"
    confirm.click()
    expect(picked).to_have_count(0)
    chosen = [found.game.move(action).args["card"] for action in actions(sent[0])[:due]]
    assert sorted(chosen) == sorted(hand[place] for place in (due, *range(due - 1)))


def drawn_pair(found: Decision) -> list[str]:
    """The two Specifications that were drawn for an Alternating diet, while they have no places."""
    view = plain(found.state.view(found.seat))
    return next((part["specs"] for part in view["setup"] if len(part["specs"]) == 2), [])


@pytest.mark.parametrize("left", [0, 1])
def test_the_doctor_places_a_drawn_pair(server: Server, open_page: Opener, left: int) -> None:
    """With drawn Specifications the Doctor says which of an Alternating pair lies on the left (DR-2.16)."""
    game = mischief.game("doctor-rat", 4, diet_mode="draw_specs")
    found = first(lambda one: one.phase == "setup_spec" and bool(drawn_pair(one)), [game], seeds=200)
    pair = drawn_pair(found)
    page = open_page(width=(1440, 390)[left], height=(900, 844)[left])
    sent = moves_sent(page)
    sit_down_at(page, server, found, "matters")
    expect(page.locator("section.desk")).to_contain_text("Choose which of the two lies on the left")
    expect(page.locator(".desk .drawn li")).to_have_count(2)
    page.locator(".actions [data-testid=move]").nth(left).click()
    first_eaten, then = (game.words.pieces[spec] for spec in (pair[1 - left], pair[left]))
    expect(page.locator(".diet").filter(has_text="Alternating").first).to_contain_text(
        f"first {first_eaten}, then {then}, and so on"
    )
    assert [game.move(action).args["spec"] for action in actions(sent[0])] == [pair[left]]
