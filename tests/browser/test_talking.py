"""Who hears what a player says: everybody, or the team; and where the rules demand silence, the page says by which."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from mischief.trials.client import ask

from .stage import Server, take_a_chair

Opener = Callable[..., Page]


def test_two_of_one_team_talk_and_the_other_team_hears_nothing(server: Server, open_page: Opener) -> None:
    """Doctor Rat's Colleagues (DR-12.4): Ada and Ben against Cy."""
    options = {"variant": "colleagues", "teams": ["A", "A", "B"]}
    made = ask(server.url(""), "/api/tables", {"game": "doctor-rat", "seats": 3, "options": options})
    ada, ben, cy = open_page(), open_page(width=390, height=844), open_page()
    for page, name in ((ada, "Ada"), (ben, "Ben"), (cy, "Cy")):
        take_a_chair(page, server.url(f"/t/{made['table']}"), name)
        expect(ada.locator(".room")).to_contain_text(name)
    ada.click("[data-testid=start]")
    for page in (ada, cy):
        page.click("#tab-chat")
    expect(ada.get_by_role("radio", name="Your team")).to_be_checked()
    expect(ada.locator("fieldset")).to_contain_text("Ada, Ben")
    ada.fill("#chat-text", "I would give them cheese.")
    ada.keyboard.press("Enter")
    expect(ada.locator(".lines")).to_contain_text("Ada Your team I would give them cheese.")
    ben.get_by_role("tab", name="Talk").click()
    expect(ben.locator(".lines")).to_contain_text("Ada Your team I would give them cheese.")
    ben.fill("#chat-text", "So would I.")
    ben.keyboard.press("Enter")
    expect(ada.locator(".lines")).to_contain_text("Ben Your team So would I.")

    expect(cy.locator(".lines")).to_have_text("Nobody has said anything. How refined.")
    expect(cy.get_by_role("radio")).to_have_count(0)
    expect(cy.locator(".closed")).to_contain_text("colleagues speak only within their team")
    expect(cy.get_by_label("Say something")).to_have_count(0)

    ada.get_by_role("radio", name="Everybody").check()
    expect(ada.locator(".closed")).to_contain_text("Rule DR-12.4")
    expect(ada.locator("#chat-text")).to_have_count(0)
    ada.click(".closed .link")
    expect(ada.locator("#panel-rules")).to_contain_text("DR-12.4")
