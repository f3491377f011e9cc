"""Reporting somebody, and a moderator who deals with it, in real browsers."""

import sqlite3
from contextlib import closing
from typing import Any

from playwright.sync_api import expect

from tests.e2e.test_accounts import make_account
from tests.server.conftest import Running
from tests.server.people.rows import rows


def test_somebody_is_blocked_and_reported_and_a_moderator_deals_with_it(come: Any, server: Running) -> None:
    anna, maat, seth = come("/account"), come("/account"), come("/account")
    for visitor, name in ((anna, "Nebetta"), (maat, "Rekhmire"), (seth, "Apophis")):
        make_account(visitor, name)
    with closing(sqlite3.connect(server.settings.database)) as connection, connection:
        connection.execute("INSERT INTO moderators SELECT id, 0 FROM users WHERE name = 'Rekhmire'")
    anna.page.goto("/people/Apophis")
    anna.page.get_by_role("button", name="Block", exact=True).click()
    expect(anna.page.get_by_role("button", name="Unblock")).to_be_visible()
    anna.page.get_by_role("button", name="Report", exact=True).click()
    anna.page.get_by_label("Details").fill("He eats the sun.")
    anna.page.get_by_role("button", name="Send report").click()
    expect(anna.page.get_by_role("status")).to_contain_text("A moderator will look at it.")
    anna.page.goto("/moderation")
    expect(anna.page.get_by_role("alert")).to_contain_text("Only moderators can do this")
    maat.page.goto("/moderation")
    expect(maat.page.get_by_text("He eats the sun.")).to_be_visible()
    maat.page.get_by_label("Reason").fill("every night")
    maat.page.get_by_role("button", name="Compare rated games with the best bot").click()
    expect(maat.page.get_by_text("No rated games to compare.")).to_be_visible()
    maat.page.get_by_role("button", name="Mute for a week").click()
    expect(maat.page.get_by_text("Rekhmire: mute Apophis")).to_be_visible()
    maat.page.get_by_role("button", name="Mark as done").click()
    expect(maat.page.get_by_text("No open reports.")).to_be_visible()


def test_whoever_plays_with_somebody_can_mute_block_and_report_them_by_their_name(come: Any, server: Running) -> None:
    anna, seth = come(), come()
    link = anna.invite("Senet")
    seth.page.goto(link)
    seth.page.get_by_role("button", name="Join the game").click()
    name = seth.page.evaluate("fetch('/api/me').then((answer) => answer.json())")["name"]
    anna.page.get_by_role("button", name=name, exact=True).first.click()
    dialog = anna.page.get_by_role("dialog", name=name, exact=True)
    dialog.get_by_role("button", name=f"Mute {name}").click()
    expect(dialog.get_by_role("button", name=f"Unmute {name}")).to_be_visible()
    dialog.get_by_role("button", name="Report", exact=True).click()
    anna.page.get_by_role("button", name="Send report").click()
    expect(dialog.get_by_role("status")).to_contain_text("A moderator will look at it.")
    table = link.rsplit("/", 1)[1]
    assert rows(server, "SELECT reason FROM reports WHERE table_id = ?", table) == [{"reason": "chat"}]
