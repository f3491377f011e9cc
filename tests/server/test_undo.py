"""Taking back: freely where nothing was learnt or only bots are asked, by consent otherwise; the log only grows."""

import sqlite3

from tests.server.conftest import Running
from tests.server.test_tables import live_table, mover_and_other
from tests.server.visitors import Page


def has_a_choice(page: Page) -> bool:
    return page.may_act() and len(page.sync["legal"][0]["actions"]) > 1


def mover_with_a_choice(*pages: Page) -> tuple[Page, Page]:
    """Play on until somebody has more than one legal action: what is forced is no choice, and can't be taken back.

    The mover, and the other; who plays alone is both.
    """
    while not any(has_a_choice(page) for page in pages):
        next(page for page in pages if page.may_act()).act()
        latest = max(page.sync["n"] for page in pages)
        for page in pages:
            while page.sync["n"] < latest:
                page.read_sync()
    mover = next(page for page in pages if has_a_choice(page))
    return mover, next((page for page in pages if page is not mover), mover)


def test_against_bots_anything_may_be_taken_back(server: Running) -> None:
    anna = server.visitor()
    page = anna.arrive(anna.create("senet", "me", "farmer"))
    while page.wait_for_turn() and not has_a_choice(page):
        page.act()
    before = page.sync
    page.act()
    while not page.may_act():
        page.read_sync()
    n = page.sync["n"]
    page.say("offer", wish="undo", n=n)
    while not any(event["kind"] == "undo" for event in page.events):
        page.read_sync()
    assert page.sync["view"]["squares"] == before["view"]["squares"]
    assert page.sync["view"]["throw"] == before["view"]["throw"]
    undo = next(event for event in page.events if event["kind"] == "undo")
    assert undo["n"] == n
    assert undo["back_to"] == before["n"]


def test_between_people_what_was_learnt_is_taken_back_by_consent_only(server: Running) -> None:
    table, _, _, first, second = live_table(server)
    mover, other = mover_with_a_choice(first, second)
    view = mover.sync["view"]
    mover.act()
    while other.sync["n"] < mover.sync["n"]:
        other.read_sync()
    mover.say("offer", wish="undo", n=mover.sync["n"])
    while not other.sync["wishes"].get("undo"):
        other.read_sync()
    assert other.sync["n"] == mover.sync["n"]
    other.say("offer", wish="undo", n=other.sync["n"])
    while not any(event["kind"] == "undo" for event in mover.events):
        mover.read_sync()
    assert mover.sync["view"]["squares"] == view["squares"]
    with sqlite3.connect(server.settings.database) as connection:
        numbers = [n for (n,) in connection.execute("SELECT n FROM events WHERE table_id = ? ORDER BY n", (table,))]
    assert numbers == list(range(mover.sync["n"]))


def test_a_wish_can_be_declined(server: Running) -> None:
    _, _, _, first, second = live_table(server)
    mover, other = mover_with_a_choice(first, second)
    mover.act()
    mover.say("offer", wish="undo", n=mover.sync["n"])
    while not other.sync["wishes"].get("undo"):
        other.read_sync()
    other.say("decline", wish="undo")
    while mover.sync["wishes"].get("undo") != []:
        mover.read_sync()
    assert not any(event["kind"] == "undo" for event in mover.events)


def test_inside_ones_own_turn_what_taught_nothing_may_be_taken_back(server: Running) -> None:
    """River: the play of a piece, before the draw."""
    table, _, _, first, second = live_table(server, "river")
    mover, _ = mover_and_other(first, second)
    view = mover.sync["view"]
    mover.act()
    if not mover.may_act() or mover.sync["view"]["phase"] != "claim":
        return  # nothing to claim: the turn went on by itself
    mover.say("offer", wish="undo", n=mover.sync["n"])
    while not any(event["kind"] == "undo" for event in mover.events):
        mover.read_sync()
    assert mover.sync["view"] == view
    assert table


def test_a_record_with_something_taken_back_replays_and_is_fair(server: Running) -> None:
    anna = server.visitor()
    table = anna.create("senet", "me", "me")
    page = anna.arrive(table)
    page.wait_for("live")
    for _ in range(6):
        mover_with_a_choice(page)
        page.act()
        page.say("offer", wish="undo", n=page.sync["n"])
        page.read_sync()
        page.act()
    page.say("resign", n=page.sync["n"], seat=0)
    page.wait_for("over")
    record = anna.ask("GET", f"/api/tables/{table}/record")
    from pyramidion.server.fairness.dice import verify

    assert verify(record) > 0
    assert len(record["fairness"]["numbers"]) < page.sync["n"]
