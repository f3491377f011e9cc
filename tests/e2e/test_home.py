import re
from typing import Any

import pytest
from playwright.sync_api import expect

from pyramidion.bots.levels import LEVELS
from tests.e2e.visitor import box_of

GAMES = ("A River in Egypt", "Senet", "Egyptian War", "Iriri", "Pyramid Poker")


def test_the_front_door_shows_every_game_with_its_picture(come: Any) -> None:
    visitor = come()
    for title in GAMES:
        expect(visitor.card(title).locator(".picture svg")).to_be_visible()
        expect(visitor.card(title).get_by_role("button", name="Play against Scribe")).to_be_visible()


@pytest.mark.parametrize("width", [360, 1440])
def test_eight_levels_are_in_sight_with_their_faces_from_the_weakest_to_the_best(come: Any, width: int) -> None:
    visitor = come(width=width)
    levels = visitor.page.get_by_role("group", name="Level")
    expect(levels.get_by_role("radio")).to_have_count(8)
    expect(levels.locator("label strong")).to_have_text([LEVELS[name].title for name in LEVELS])
    expect(levels.locator("label img")).to_have_count(8)
    edges = [box_of(label) for label in levels.locator("label").all()]
    assert all(edge["x"] >= 0 and edge["x"] + edge["width"] <= width for edge in edges)
    assert len({round(edge["y"]) for edge in edges}) == (2 if width < 800 else 1)


def test_the_page_says_who_a_level_is_and_how_levels_are_made(come: Any) -> None:
    visitor = come()
    levels = visitor.page.get_by_role("group", name="Level")
    expect(levels).to_contain_text("Scribe: Counts and compares.")
    levels.locator("label", has_text="Priestess").click()
    expect(levels).to_contain_text("Priestess: Rarely gives anything away.")
    expect(visitor.card("Iriri").get_by_role("button", name="Play against Priestess")).to_be_visible()
    levels.get_by_text("How are the levels made?").click()
    expect(levels.get_by_text("Nobody has measured them against people yet.")).to_be_visible()


def test_a_table_one_sits_at_is_on_the_front_door_with_its_turn(come: Any) -> None:
    visitor = come()
    visitor.play_bot("Senet")
    visitor.page.locator(".man.may").first.wait_for()
    visitor.page.get_by_role("link", name="Pyramidion").click()
    tables = visitor.page.locator("section", has=visitor.page.get_by_role("heading", name="Your games"))
    expect(tables).to_contain_text("Your turn")
    tables.get_by_role("link").click()
    visitor.page.locator(".man.may").first.wait_for()


def test_a_finished_game_is_found_again_to_be_looked_through(come: Any) -> None:
    visitor = come()
    visitor.play_bot("Senet")
    visitor.page.locator(".man.may").first.wait_for()
    visitor.page.get_by_role("button", name="Resign").click()
    visitor.page.get_by_role("button", name="Resign").click()
    visitor.result.wait_for()
    visitor.page.get_by_role("link", name="Pyramidion").click()
    games = visitor.page.locator("section", has=visitor.page.get_by_role("heading", name="Recent games"))
    expect(games).to_contain_text("You lost.")
    games.get_by_role("link").click()
    visitor.page.wait_for_url("**/review/*")


def test_a_name_can_be_changed(come: Any) -> None:
    visitor = come()
    visitor.page.get_by_role("button", name=re.compile("Change your name")).click()
    visitor.page.get_by_role("textbox", name="Your name").fill("Nefertari")
    visitor.page.get_by_role("button", name="Save").click()
    expect(visitor.page.get_by_role("button", name=re.compile("You are Nefertari"))).to_be_visible()
    visitor.page.reload()
    expect(visitor.page.get_by_role("button", name=re.compile("You are Nefertari"))).to_be_visible()


def test_options_are_chosen_with_their_meaning_beside_them(come: Any) -> None:
    visitor = come()
    visitor.card("Senet").get_by_role("link", name="Options").click()
    visitor.page.get_by_label("seven each, on squares 1 to 14").check()
    visitor.page.get_by_role("button", name="Start game").click()
    expect(visitor.page.locator(".count", has_text="0 / 7")).to_have_count(2)


def test_a_listed_table_is_found_and_joined_by_somebody_else(come: Any) -> None:
    first = come("/new/senet")
    first.page.locator("select").nth(1).select_option("anybody")
    first.page.get_by_label("Public: listed in the lobby").check()
    first.page.get_by_role("button", name="Start game").click()
    first.page.wait_for_url("**/t/*")
    second = come()
    second.page.get_by_role("link", name="Join").first.click()
    second.page.get_by_role("button", name="Join the game").click()
    first.page.locator(".man.may").first.wait_for()


@pytest.mark.parametrize("address", ["/new/chess", "/learn/chess"])
def test_a_game_that_is_none_says_so(come: Any, address: str) -> None:
    visitor = come(address)
    expect(visitor.page.get_by_text("Pyramidion has no game called “chess”.")).to_be_visible()
    visitor.page.get_by_role("link", name="Choose a game").click()
    expect(visitor.card("Senet")).to_be_visible()


def test_the_look_is_switched_and_remembered(come: Any) -> None:
    visitor = come(color_scheme="light")
    visitor.page.get_by_role("button", name="Theme: system").click()
    visitor.page.get_by_role("button", name="Theme: light").click()
    visitor.page.reload()
    expect(visitor.page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(visitor.page.locator("meta[name=theme-color][media=all]")).to_have_attribute("content", "#17171b")


@pytest.mark.parametrize("address", ["/", "/new/senet"])
def test_a_game_that_is_still_being_prepared_shows_how_far_it_is(come: Any, address: str) -> None:
    visitor = come()
    answers = [[{"game": "senet", "share": 0.25, "seconds_left": 9.5}]]
    visitor.page.route("**/api/preparation", lambda route: route.fulfill(json=answers[-1]))
    visitor.page.goto(f"{visitor.page.url.rstrip('/')}{address}")
    bars = visitor.page.get_by_role("progressbar")
    expect(bars).to_have_count(1)
    expect(bars).to_have_accessible_name("Preparing Senet… about 10 seconds left")
    expect(bars).to_have_js_property("value", 0.25)
    answers.append([])
    expect(bars).to_have_count(0)
