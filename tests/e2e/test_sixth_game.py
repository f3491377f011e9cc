"""A game of another package on the page: a plain board, drawn from the game's view."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.visitor import Visitor, box_of
from tests.sixth_game.package import install, on_the_path

NEARLY_OVER = "ss..s/..c../s..../....c/c.c.. s 24 32 -"
MOST_TURNS = 120


@pytest.fixture(scope="module", autouse=True)
def _installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with on_the_path(install(tmp_path_factory.mktemp("site"))):
        yield


def lit(visitor: Visitor) -> Any:
    """What can be tapped now."""
    return visitor.page.locator(".squares .lit").or_(visitor.page.get_by_role("button", name="stop", exact=True))


def take_turn(visitor: Visitor) -> None:
    """One action, by one tap or by two."""
    before = visitor.moves()
    lit(visitor).first.click()
    if visitor.page.locator(".squares .chosen").count():
        lit(visitor).first.click()
    visitor.expect_more_than(before)


def test_from_the_first_stone_by_mouse(come: Any) -> None:
    visitor = come()
    visitor.play_bot("Seega")
    for _ in range(2):
        take_turn(visitor)
    visitor.expect_told(re.compile("Farmer places a stone on [a-e][1-5]"))


def test_to_the_end_by_mouse_and_through_a_review(come: Any) -> None:
    visitor = come("/new/seega")
    page = visitor.page
    page.get_by_text("Start from a position").click()
    page.get_by_label("Start from a position").fill(NEARLY_OVER)
    page.get_by_role("button", name="Start game").click()
    page.wait_for_url("**/t/*")
    for _ in range(MOST_TURNS):
        if visitor.is_over(lit(visitor).first):
            break
        take_turn(visitor)
    expect(visitor.result).to_be_visible()
    visitor.expect_told(re.compile("Scribe [a-e][1-5] → [a-e][1-5]"))
    page.goto(page.url.replace("/t/", "/review/"))
    expect(page.locator(".squares .piece").first).to_be_visible()


def test_by_keyboard_arrows_go_from_square_to_square_and_a_refusal_is_a_sentence(come: Any) -> None:
    visitor = come(width=360, height=740)
    visitor.play_bot("Seega")
    page = visitor.page
    page.locator("[data-square=a5]").focus()
    for key in ("ArrowDown", "ArrowRight", "ArrowLeft", "ArrowDown", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    expect(page.locator("[data-square=c3]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert").filter(has_text="the centre stays empty at first")).to_be_visible()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.get_by_label("c4, Sand")).to_be_visible()
    assert box_of(page.locator("[data-square=a5]"))["width"] >= 44


def test_without_a_lesson_and_a_picture_the_home_page_has_none_of_the_one_and_a_plain_one_of_the_other(come: Any) -> None:
    visitor = come()
    card = visitor.card("Seega")
    expect(card.get_by_role("link", name="Rules: Seega")).to_be_visible()
    expect(card.get_by_role("link", name="Learn: Seega")).to_have_count(0)
    expect(card.locator("svg text")).to_have_text("S")
    expect(visitor.page.locator("label", has_text="Camel driver")).to_have_count(0)  # not for every game
    visitor.page.goto("/new/seega")
    expect(visitor.page.locator("option", has_text="Camel driver")).to_have_count(2)
