"""The lab in a real browser: changing rules, watching figures settle, comparing, sharing, playing."""

import re
from typing import Any, cast

from playwright.sync_api import Locator, Page, expect

from tests.e2e.visitor import Visitor

DONE = re.compile(r"^Done: 1,000 games\.$")


def measure(page: Page) -> None:
    page.get_by_role("button", name="Measure").click()


def choice(page: Any, name: str) -> Locator:
    return cast(Locator, page.get_by_role("combobox", name=name, exact=True))


def result(page: Page, metric: str) -> Locator:
    return page.get_by_role("row", name=re.compile(f"^{metric}"))


def test_a_rule_is_changed_and_what_it_does_is_seen_and_shared_and_played(come: Any) -> None:
    page: Page = come().page
    page.get_by_role("link", name="The lab").click()
    choice(page, "Game").select_option(label="Senet")
    choice(page, "Games").select_option(label="1,000")
    page.get_by_label("Compare with a second variant").check()
    second = page.get_by_role("group", name="Variant B")
    choice(second, "Pieces").select_option(label="Seven each, on squares 1 to 14")
    expect(second).to_contain_text("changed")
    measure(page)
    expect(page.get_by_role("status")).to_have_text(DONE)
    expect(result(page, "Mean length in events")).to_contain_text("Different")
    expect(result(page, "Draws")).to_contain_text("No game differs")
    seen = result(page, "First-seat advantage").inner_text()
    other = come(page.url[page.url.index("/lab") :]).page
    expect(other.get_by_role("status")).to_have_text(DONE)
    assert result(other, "First-seat advantage").inner_text() == seen
    page.get_by_role("button", name="Play variant B").click()
    page.wait_for_url("**/t/*")
    expect(page.locator(".man")).to_have_count(14)


def test_a_phone_shows_all_of_it(come: Any) -> None:
    page: Page = come("/lab?game=river&bots=2*uniform&games=1000&a=&b=run:loose", width=360).page
    expect(page.get_by_role("status")).to_have_text(DONE)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert page.evaluate("[...document.querySelectorAll('.scroll')].every((one) => one.scrollWidth <= one.clientWidth)")


def test_it_is_done_by_keyboard_and_heard(come: Any) -> None:
    page: Page = come("/lab").page
    choice(page, "Games").focus()
    page.keyboard.press("Home")
    page.keyboard.press("Tab")
    page.keyboard.type("5")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_have_text(DONE)
    assert "seed=5" in page.url
    expect(page.get_by_role("table")).to_have_count(1)


def test_a_survey_is_stopped_and_what_it_found_stays(come: Any, server: Any) -> None:
    page: Page = come("/lab").page
    choice(page, "Game").select_option(label="Senet")
    choice(page, "Bot for Cones").select_option(label="Vizier")
    choice(page, "Games").select_option(label="100,000")
    measure(page)
    result(page, "Branching").wait_for()
    stop = page.get_by_role("button", name="Stop")
    if stop.count():  # the server may have had enough of it already
        stop.click()
    expect(page.get_by_role("status")).to_contain_text("Stopped after")
    expect(result(page, "Branching")).to_be_visible()
    choice(page, "Game").select_option(label="Iriri")
    expect(page.get_by_text("You have changed something since")).to_be_visible()
    server.wait_until(lambda: not server.services.surveys._watched)


def test_whoever_leaves_stops_what_they_measured(come: Any, server: Any) -> None:
    visitor: Visitor = come("/lab?game=senet&bots=2*vizier&games=100000")
    result(visitor.page, "Branching").wait_for()
    visitor.page.get_by_role("link", name="Pyramidion").click()
    visitor.page.locator("article").first.wait_for()
    server.wait_until(lambda: not server.services.surveys._watched)
