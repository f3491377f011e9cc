"""Finding somebody to play with, in real browsers."""

from typing import Any

from playwright.sync_api import expect

from tests.e2e.test_accounts import make_account


def test_two_find_each_other_from_a_games_card_and_play(come: Any) -> None:
    anna, ben = come(), come(width=360)
    for visitor in (anna, ben):
        visitor.card("Senet").get_by_role("link", name="Find an opponent: Senet").click()
    for visitor in (anna, ben):
        visitor.page.wait_for_url("**/t/*")
    assert anna.page.url == ben.page.url
    expect(anna.page.locator(".man").first).to_be_visible()


def test_a_bot_is_offered_while_somebody_waits(come: Any) -> None:
    visitor = come("/find/pyramid_poker")
    expect(visitor.page.get_by_role("status").filter(has_text="Looking for an opponent")).to_be_visible()
    visitor.page.get_by_role("button", name="instead").click()
    visitor.page.wait_for_url("**/t/*")


def test_somebody_is_challenged_from_their_profile_and_befriended(come: Any) -> None:
    anna, ben = come("/account"), come("/account")
    make_account(anna, "Ankhesenamun")
    make_account(ben, "Horemheb")
    anna.page.goto("/people/Horemheb")
    anna.page.get_by_role("button", name="Add friend").click()
    expect(anna.page.get_by_role("button", name="Remove friend")).to_be_visible()
    anna.page.get_by_role("button", name="Challenge", exact=True).click()
    anna.page.get_by_role("dialog").get_by_role("button", name="Challenge", exact=True).click()
    anna.page.wait_for_url("**/t/*")
    ben.page.goto("/")
    challenges = ben.page.locator("section", has=ben.page.get_by_role("heading", name="Challenges"))
    expect(challenges).to_contain_text("Ankhesenamun challenges you to a game of Senet")
    challenges.get_by_role("link", name="Accept").click()
    ben.page.get_by_role("button", name="Join the game").click()
    expect(anna.page.locator(".man").first).to_be_visible()
    anna.page.goto("/friends")
    expect(anna.page.get_by_role("listitem")).to_contain_text("Horemheb online")
