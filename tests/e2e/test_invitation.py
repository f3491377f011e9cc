"""Inviting a friend, and being invited."""

import re
from typing import Any

from playwright.sync_api import expect

from tests.e2e.test_senet import movable
from tests.e2e.visitor import LINK
from tests.server.conftest import Running


def test_an_invited_friend_sees_who_invites_to_what_and_joins_with_one_button(come: Any) -> None:
    host = come()
    link = host.invite("Senet", Clock="1 minute per move", Who_goes_first="Your friend")
    name = host.page.locator("header").get_by_role("button", name=re.compile("^You are")).inner_text()
    friend = come(link)
    page = friend.page
    expect(page.get_by_text(f"{name} invites you to play")).to_be_visible()
    expect(page.get_by_role("heading", name="Senet", level=2)).to_be_visible()
    expect(page.get_by_text("1 minute per move")).to_be_visible()
    expect(page.get_by_role("link", name="Learn the game first")).to_have_attribute("href", "/learn/senet")
    expect(page.get_by_label(LINK)).to_have_count(0)
    page.get_by_role("button", name="Join the game").click()
    movable(friend).first.wait_for()  # who was let go first
    expect(host.page.get_by_role("timer")).to_have_count(2)


def test_an_invited_friend_may_just_watch(come: Any) -> None:
    host = come()
    friend = come(host.invite("Senet"))
    friend.page.get_by_role("button", name="Just watch").click()
    expect(friend.page.get_by_label(LINK)).to_be_visible()
    expect(friend.page.get_by_role("button", name="Join the game")).to_have_count(0)


def test_the_host_lets_three_play_and_the_third_friend_watches(come: Any) -> None:
    host = come()
    link = host.invite("A River in Egypt", Number_of_players="3 players", Who_goes_first="You")
    friends = [come(link), come(link)]
    for friend in friends:
        expect(friend.page.get_by_text("3 players")).to_be_visible()
        friend.page.get_by_role("button", name="Join the game").click()
    expect(host.page.get_by_role("button", name="Resign")).to_be_visible()
    late = come(link)
    expect(late.page.get_by_role("button", name="Rules")).to_be_visible()
    expect(late.page.get_by_role("button", name="Resign")).to_have_count(0)


def test_a_link_that_works_on_this_computer_only_says_so(come: Any) -> None:
    host = come()
    host.invite("Senet")
    expect(host.page.get_by_text("This link works on this computer only.")).to_be_visible()
    expect(host.page.get_by_text("pyramidion serve --lan")).to_be_visible()


def test_where_others_reach_the_server_the_link_leads_there(come: Any, server: Running) -> None:
    host = come()
    host.page.route("**/api/server", lambda route: route.fulfill(json={"address": "http://192.168.1.7:8000"}))
    host.card("Senet").get_by_role("button", name="Invite a friend").click()
    host.page.get_by_role("button", name="Create the invite link").click()
    expect(host.page.get_by_label(LINK)).to_have_value(re.compile(r"^http://192\.168\.1\.7:8000/t/"))
    expect(host.page.get_by_role("img", name=re.compile("QR code"))).to_be_visible()
    expect(host.page.get_by_text("This link works on this computer only.")).to_have_count(0)


def test_a_friend_is_told_whether_there_are_hints_and_without_them_nobody_can_ask(come: Any) -> None:
    host = come()
    host.card("Senet").get_by_role("button", name="Invite a friend").click()
    host.page.get_by_label("Allow hints").check()
    host.page.get_by_role("button", name="Create the invite link").click()
    host.page.wait_for_url("**/t/*")
    friend = come(host.page.get_by_label(LINK).input_value())
    expect(friend.page.get_by_text("Everyone at this table can ask for hints.")).to_be_visible()
    friend.page.get_by_role("button", name="Join the game").click()
    for visitor in (host, friend):
        expect(visitor.page.get_by_role("button", name="Hint")).to_be_visible()
        expect(visitor.page.get_by_text("Everyone at this table can ask for hints.")).to_be_visible()
    host = come()
    friend = come(host.invite("Senet"))
    friend.page.get_by_role("button", name="Join the game").click()
    for visitor in (host, friend):
        expect(visitor.page.get_by_role("button", name="Resign")).to_be_visible()
        expect(visitor.page.get_by_role("button", name="Hint")).to_have_count(0)
