"""Every lesson on the real board, at both sizes: each step is done by pressing what can be pressed, and every foreseen
wrong move is answered in its own words."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from mischief.engine.lessons import Lesson, Step, accepted, answer_to, read_lessons
from mischief.engine.teaching import Classroom
from mischief.games.shelf import BOXES, game, rulebook

from .stage import PATIENCE, PRESSABLE, Server

Opener = Callable[..., Page]
LESSONS = [lesson for name in BOXES for lesson in read_lessons(rulebook(name).folder, name)]
SIZES = [(1440, 900), (390, 844)]
TEACHER = "[data-testid=teacher]"
YOU_DOES = r"\bYou (?:is|has|was|does|makes|sets|lures|loses|gets|proposes|asks|holds|speaks)\b.*"
"""The pupil is called You, and no sentence may forget it."""

each_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)


def begin(page: Page, server: Server, lesson: Lesson) -> None:
    page.goto(server.url(f"/learn/{lesson.game}#{lesson.id}"))
    at(page, 1)


def at(page: Page, number: int) -> None:
    page.wait_for_selector(f"{TEACHER}[data-step='{number}']")
    page.wait_for_selector("[data-testid=next]:not([disabled])")


def solved(page: Page) -> bool:
    return page.get_attribute(TEACHER, "data-solved") == "true"


# Everything that can be pressed now, with the piece that it shows, whether that is picked already, and whether it
# is mine.
PIECES = """
() => window.pressable.map((e) => {
  const shown = e.closest('[data-piece]') ?? e.querySelector('[data-piece]')
  const hit = e.matches('button') ? e : e.querySelector('button')
  return [shown?.dataset.piece ?? '', (e.ariaPressed ?? hit?.ariaPressed) === 'true', !!e.closest('.me')]
})
"""


def press_until_done(page: Page, step: Step, seconds: float = 45) -> None:
    """Press what is lifted or stands in the action bar, as somebody would who tries everything but has read which
    pieces are meant: those are picked, in that order, and none besides."""
    rng = random.Random(1)
    named = [*re.split(r"[ ,]+", step.moves[0]), *step.point[:1]]
    end = time.monotonic() + seconds * PATIENCE
    while not solved(page):
        assert time.monotonic() < end, f"not done by pressing: {step.asks}"
        words = page.evaluate(PRESSABLE)
        shown = page.evaluate(PIECES)
        picked = [piece for piece, is_picked, _ in shown if is_picked]
        there = [piece for piece, _, _ in shown]
        left = [piece for piece in named if piece in there and picked.count(piece) < named.count(piece)]

        def weight(piece: str, is_picked: bool, mine: bool, left: list[str] = left) -> float:
            if piece in named:
                return 6.0 if left and piece == left[0] and not is_picked else 0.7
            return 6.0 if piece and mine and is_picked else 0.02 if piece and mine and left else 1.0

        weights = [weight(*each) for each in shown]
        if words:
            page.evaluate("(i) => window.pressable[i]?.click()", rng.choices(range(len(words)), weights)[0])
        page.wait_for_timeout(15)


@each_lesson
@pytest.mark.parametrize("size", SIZES, ids=["wide", "phone"])
def test_every_step_is_done_on_the_real_board(
    server: Server, open_page: Opener, lesson: Lesson, size: tuple[int, int]
) -> None:
    page = open_page(width=size[0], height=size[1])
    begin(page, server, lesson)
    for number, step in enumerate(lesson.steps, 1):
        at(page, number)
        for said in step.says:
            expect(page.locator(TEACHER)).to_contain_text(said)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        assert re.findall(YOU_DOES, page.inner_text("main")) == []
        if step.moves:
            expect(page.locator(".task")).to_have_text(step.asks)
            press_until_done(page, step)
            expect(page.locator(".answer")).to_have_text(step.done)
            assert re.findall(YOU_DOES, page.inner_text("main")) == []
        if number < len(lesson.steps):
            page.click("[data-testid=next]")
    expect(page.locator("[data-testid=tip]")).to_have_text(lesson.tip)
    page.click("[data-testid=next]")
    page.wait_for_url("**/t/*")
    page.wait_for_selector("[data-seat]")


@each_lesson
def test_every_foreseen_wrong_move_is_answered(server: Server, open_page: Opener, lesson: Lesson) -> None:
    """The board's own way of making a move is used, with the text of the wrong one."""
    page = open_page()
    begin(page, server, lesson)
    room = Classroom(lesson, lambda name, seats, options: game(name, seats, **options))
    for number, step in enumerate(lesson.steps, 1):
        at(page, number)
        room.go_on()
        for text in wrong_moves(room):
            page.evaluate("(text) => dispatchEvent(new CustomEvent('mischief:try', { detail: text }))", text)
            expect(page.locator(".answer")).to_have_text(answer_to(step, text) or "?")
        if step.moves:
            room.attempt(show(room))
            page.click("[data-testid=next]")
            page.wait_for_selector(f"{TEACHER}[data-solved=true]")
        if number < len(lesson.steps):
            page.click("[data-testid=next]")


def wrong_moves(room: Classroom) -> list[str]:
    """One legal move for every answer that a step has ready."""
    if not room.step.moves:
        return []
    legal = [room.game.move(action).text for action in room.state.legal(room.lesson.seat)]
    chosen: dict[str, str] = {}
    for text in legal:
        if accepted(room.step, text) is False:
            chosen.setdefault(answer_to(room.step, text) or "", text)
    return list(chosen.values())


def show(room: Classroom) -> str:
    wanted = room.step.moves[0]
    if not wanted.endswith("*"):
        return wanted
    legal = [room.game.move(action).text for action in room.state.legal(room.lesson.seat)]
    return next(text for text in legal if text.startswith(wanted[:-1]))
