"""Puzzles, mistakes that are done better, luck and skill, and what could be known."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from pyramidion.games import find
from pyramidion.review.puzzles import puzzles_of
from tests.e2e.test_review import scrubber, table_over
from tests.e2e.visitor import Visitor
from tests.server.conftest import Running

pytestmark = pytest.mark.browser

JUDGED = 240_000  # milliseconds until a game is judged: reviews think with the lowest priority, and the machine may be busy


def try_action(visitor: Visitor, action: str) -> None:
    """Do something by the list of legal moves, as keyboards and screen readers do."""
    moves = visitor.page.locator("details", has=visitor.page.locator(".actions"))
    if moves.get_attribute("open") is None:
        moves.locator("summary").click()
    moves.get_by_role("button", name=action, exact=True).click()


def test_a_puzzle_is_tried_and_then_solved(come: Any) -> None:
    puzzle = puzzles_of(find("river"))[0]
    visitor = come("/puzzles")
    visitor.page.get_by_role("link", name="A River in Egypt: puzzle 1.").click()
    expect(visitor.page.get_by_role("heading", name="A River in Egypt: puzzle 1")).to_be_visible()
    other = next(one for one in _legal(visitor) if one != puzzle.best)
    try_action(visitor, other)
    expect(visitor.page.get_by_text("Not the best move.")).to_be_visible()
    visitor.page.get_by_role("button", name="Try again").click()
    try_action(visitor, puzzle.best)
    expect(visitor.page.get_by_text("Right!")).to_be_visible()
    visitor.page.get_by_role("link", name="All puzzles").click()
    expect(visitor.page.get_by_text("1 of 50 solved")).to_be_visible()


def tab_to(visitor: Visitor, name: str) -> None:
    """Go there as one does without a mouse."""
    for _ in range(100):
        visitor.page.keyboard.press("Tab")
        if visitor.page.evaluate("document.activeElement.textContent.trim()") == name:
            return
    pytest.fail(f"{name} is not reached by Tab")


def test_a_puzzle_is_solved_by_keyboard_alone(come: Any) -> None:
    puzzle = puzzles_of(find("senet"))[0]
    visitor = come("/puzzles/senet/1")
    expect(visitor.page.get_by_role("button", name="Show the best move")).to_be_visible()
    tab_to(visitor, "Legal moves")
    visitor.page.keyboard.press("Enter")
    tab_to(visitor, puzzle.best)
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.get_by_text("Right!")).to_be_visible()
    tab_to(visitor, "Next puzzle")
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.get_by_role("heading", name="Senet: puzzle 2")).to_be_visible()


def _legal(visitor: Visitor) -> list[str]:
    buttons = visitor.page.locator(".actions button")
    expect(buttons.first).to_be_attached()
    return [text.strip() for text in buttons.all_text_contents()]


def test_the_best_move_can_be_shown(come: Any) -> None:
    visitor = come("/puzzles/pyramid_poker/3")
    visitor.page.get_by_role("button", name="Show the best move").click()
    expect(visitor.page.get_by_text(re.compile(r"^Best: "))).to_be_visible()
    visitor.page.get_by_role("link", name="Next puzzle").click()
    expect(visitor.page.get_by_role("heading", name="Pyramid Poker: puzzle 4")).to_be_visible()


def test_a_review_says_what_was_luck_and_what_was_skill(come: Any, server: Running) -> None:
    visitor = come(f"/review/{table_over(server, 'river', 6)}")
    expect(visitor.page.get_by_role("heading", name="Luck and skill")).to_be_visible(timeout=JUDGED)
    for column in ("Luck", "Mistakes", "Others' mistakes", "Judge's error"):
        expect(visitor.page.get_by_role("columnheader", name=column, exact=True)).to_be_visible()


def test_what_somebody_could_know_of_hidden_pieces_is_told_without_what_they_were(come: Any, server: Running) -> None:
    visitor = come(f"/review/{table_over(server, 'river', 6, options={'hands': 'hidden'})}?n=40")
    visitor.page.get_by_text("What could they know?").click()
    expect(visitor.page.get_by_text("The odds of hidden pieces at this point")).to_be_visible()
    expect(visitor.page.get_by_text(re.compile("^It was "))).to_have_count(0)
    visitor.page.get_by_label("Show what they were").check()
    expect(visitor.page.get_by_text(re.compile("^It was ")).first).to_be_visible()


def test_the_future_can_be_hidden(come: Any, server: Running) -> None:
    visitor = come(f"/review/{table_over(server, 'river', 6)}?n=5")
    expect(scrubber(visitor)).to_be_visible()
    visitor.page.get_by_label("Hide what comes next").check()
    expect(scrubber(visitor)).to_have_count(0)
    expect(visitor.page.get_by_text("Move 5", exact=True)).to_be_visible()
