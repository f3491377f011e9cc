"""Profiles and leaderboards in a real browser."""

from typing import Any

from playwright.sync_api import expect

from tests.e2e.test_accounts import make_account
from tests.server.conftest import Running
from tests.server.people.people import with_account
from tests.server.people.test_profiles import play, put_rating


def test_a_profile_shows_ratings_results_and_games_with_filters(come: Any, server: Running) -> None:
    anna, ben = with_account(server, "Meritaten"), with_account(server, "Senenmut")
    for winner in (anna, ben, anna):
        play(server, anna, ben, winner, rated=True)
    visitor = come("/people/Meritaten", width=360)
    expect(visitor.page.get_by_role("img", name="Rating in Senet")).to_be_visible()
    expect(visitor.page.get_by_text("provisional · 3 rated games")).to_be_visible()
    games = visitor.page.locator("section", has=visitor.page.get_by_role("heading", name="Games", exact=True))
    expect(games.get_by_role("listitem")).to_have_count(3)
    games.get_by_label("Result").select_option(label="Lost")
    expect(games.get_by_role("listitem")).to_have_count(1)
    visitor.page.get_by_role("link", name="Senenmut", exact=True).click()
    expect(visitor.page.get_by_role("heading", name="Senenmut")).to_be_visible()


def test_the_leaderboard_leads_to_profiles(come: Any, server: Running) -> None:
    put_rating(server, with_account(server, "Imhotep").user, 35.0, 3.0)
    visitor = come("/leaderboards/senet-2")
    expect(visitor.page.get_by_text("Pharaoh")).to_be_visible()
    visitor.page.get_by_role("link", name="Imhotep").click()
    expect(visitor.page.get_by_role("heading", name="Imhotep")).to_be_visible()


def test_who_looks_for_leaderboards_finds_them_and_a_wrong_address_leads_on(come: Any) -> None:
    visitor = come()
    visitor.page.get_by_role("link", name="Leaderboards").click()
    expect(visitor.page.get_by_role("heading", name="Leaderboard: A River in Egypt, 2 players")).to_be_visible()
    visitor.page.goto("/leaderboards/senet-9")
    expect(visitor.page.get_by_role("heading", name="No such leaderboard")).to_be_visible()


def test_the_account_leads_to_its_own_profile(come: Any) -> None:
    visitor = come("/account")
    make_account(visitor, "Ptahhotep")
    visitor.page.get_by_role("link", name="Your profile").click()
    expect(visitor.page.get_by_role("heading", name="Ptahhotep")).to_be_visible()
