"""What a player sees when somebody is away, or sits at the same table twice."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from .stage import Server, sit_down_together

Opener = Callable[..., Page]


def test_a_seat_that_is_open_twice_says_so_quietly(server: Server, open_page: Opener) -> None:
    host, guest = open_page(), open_page()
    sit_down_together(host, guest, server, "piratz")
    twice = "[data-testid=twice]"
    expect(host.locator(twice)).to_have_count(0)
    second = host.context.new_page()
    second.goto(host.url)
    for page in (host, second):
        expect(page.locator(twice)).to_contain_text("Your seat is open in another place too")
    expect(guest.locator(twice)).to_have_count(0)
    host.get_by_role("button", name="I know").click()
    expect(host.locator(twice)).to_have_count(0)
    second.close()


def test_an_offer_to_end_needs_the_one_who_is_away(server: Server, open_page: Opener) -> None:
    host, guest = open_page(), open_page()
    sit_down_together(host, guest, server, "piratz")
    link = guest.url
    guest.goto(link.partition("/t/")[0] + "/")
    host.evaluate("(() => { const real = Date.now; Date.now = () => real() + 70_000 })()")
    host.get_by_role("button", name="Offer to end the game").click()
    expect(host.get_by_text("Who is gone for 24 hours is not asked")).to_be_visible()
    expect(host.get_by_role("button", name="Offer to end the game")).to_have_count(0)
    guest.goto(link)
    guest.get_by_role("button", name="Agree").click()
    for page in (host, guest):
        expect(page.locator("body")).to_contain_text("The game was ended by agreement")
