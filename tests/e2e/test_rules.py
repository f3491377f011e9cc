"""The rules pages: figures drawn by the boards, options, contents, and the way there."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from pyramidion.games import GAMES, find
from tests.e2e.test_everybody import LOOKS, findings
from tests.games.test_rules_pages import figures

WIDTHS = (360, 1440)


def wait_for_figures(page: Page | Locator, name: str) -> None:
    expect(page.locator("figure")).to_have_count(len(figures(name)))
    expect(page.locator("figure[aria-busy=true]")).to_have_count(0)


@pytest.mark.parametrize("name", GAMES)
def test_every_figure_is_drawn_with_its_caption_and_its_words(come: Any, name: str) -> None:
    page = come(f"/rules/{name}").page
    wait_for_figures(page, name)
    for drawn, figure in zip(page.locator("figure").all(), figures(name), strict=True):
        expect(drawn.locator("svg").first).to_be_attached()
        expect(drawn.locator("figcaption")).to_contain_text(figure.caption.replace("`", "")[:30])
        assert figure.play().text().split("\n")[0].strip() in drawn.locator("pre").text_content()


@pytest.mark.parametrize("name", GAMES)
def test_options_designers_and_contents_are_there(come: Any, name: str) -> None:
    page, game = come(f"/rules/{name}").page, find(name)
    expect(page.get_by_role("heading", name=game.title, level=1)).to_be_visible()
    expect(page.locator("main header")).to_contain_text(game.credit)
    for option in game.options:
        told = f"({option.name}, {option.ruling.split(',')[0]}"
        expect(page.locator("article p").filter(has_text=told)).to_have_count(1)
        for choice in option.choices:
            expect(page.locator("article li").filter(has_text=choice.meaning).first).to_be_attached()
    contents = page.get_by_role("navigation", name="On this page")
    contents.get_by_role("link", name="Options").click()
    expect(page.get_by_role("heading", name="Options")).to_be_in_viewport()
    assert page.url.endswith("#options")


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_wider_than_the_page(come: Any, name: str, width: int) -> None:
    page = come(f"/rules/{name}", width=width).page
    wait_for_figures(page, name)
    assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize(("look", "width"), list(zip(LOOKS, WIDTHS, strict=True)))
@pytest.mark.parametrize("name", GAMES)
def test_nothing_keeps_anybody_out(come: Any, name: str, look: str, width: int) -> None:
    visitor = come(f"/rules/{name}", width=width, color_scheme=look, bypass_csp=True)
    wait_for_figures(visitor.page, name)
    for words in visitor.page.locator("figcaption summary").all():
        words.click()
    assert findings(visitor) == []


def test_a_ruling_has_an_address(come: Any) -> None:
    page = come("/rules/senet#s-23").page
    expect(page.locator("#s-23")).to_be_in_viewport()


def test_what_happens_in_a_figure_can_be_watched(come: Any) -> None:
    page = come("/rules/senet").page
    figure = page.locator("figure").filter(has_text="Drowned by a bounce")
    words = figure.locator("pre")
    after = words.text_content()
    figure.get_by_role("button", name="Show the moves").click()
    expect(words).not_to_have_text(after or "")
    expect(words).to_have_text(after or "")
    expect(figure.get_by_role("button", name="Show the moves")).to_be_enabled()


def test_figures_are_in_the_drawer_at_a_table_too(come: Any) -> None:
    visitor = come()
    visitor.play_bot("Senet")
    visitor.page.get_by_role("button", name="Rules").click()
    drawer = visitor.page.get_by_role("dialog", name="Rules")
    wait_for_figures(drawer, "senet")
    expect(drawer.locator("figure svg").first).to_be_attached()


def test_on_paper_there_is_only_the_page(come: Any) -> None:
    page = come("/rules/senet").page
    wait_for_figures(page, "senet")
    page.emulate_media(media="print")
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    expect(page.get_by_role("navigation", name="On this page")).to_be_hidden()
    expect(page.get_by_role("link", name=re.compile("Pyramidion"))).to_be_hidden()
    expect(page.locator("figure").first).to_be_visible()
