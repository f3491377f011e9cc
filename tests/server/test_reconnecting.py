"""Dropped connections: what a page gets on its return is what a fresh page gets."""

import json
import os
import random
from contextlib import suppress
from typing import Any

import pytest

from pyramidion.server.protocol.deltas import Missed
from tests.server.conftest import Running
from tests.server.visitors import SECONDS, Page, Visitor

DROPS = 1000 if os.environ.get("PYRAMIDION_SOAK") else 25
SHOWN = (
    "n",
    "status",
    "yours",
    "actors",
    "turn",
    "view",
    "legal",
    "options",
    "scores",
    "ending",
    "again",
)

pytestmark = pytest.mark.both_databases


def as_bytes(sync: dict[str, Any]) -> bytes:
    return json.dumps({name: sync[name] for name in SHOWN}).encode()


def assert_same_events(page: Page, fresh: Page) -> None:
    """In a long game a fresh page is given the latest events only, and after the end it is told what was hidden before."""
    latest = page.events[-len(fresh.events) :]
    if fresh.sync["status"] == "over":
        assert [event["n"] for event in latest] == [event["n"] for event in fresh.events]
    else:
        assert latest == fresh.events


def drop(visitor: Visitor, page: Page) -> None:
    """The connection breaks without a goodbye."""
    page.socket.socket.close()
    visitor.pages.remove(page)


def test_after_a_drop_at_any_point_the_view_and_the_events_are_those_of_a_fresh_page(server: Running) -> None:
    choose = random.Random(8)
    drops = 0
    while drops < DROPS:
        game = choose.choice(["senet", "river", "iriri", "pyramid_poker"])
        anna, ben = server.visitor(), server.visitor()
        table = anna.create(game, "me", "anybody")
        ben.sit(table)
        pages = {anna: anna.arrive(table), ben: ben.arrive(table)}
        for page in pages.values():
            page.wait_for("live")
        for _ in range(60):
            latest = max(page.sync["n"] for page in pages.values())
            for page in pages.values():
                while page.sync["n"] < latest:
                    page.read_sync()
            mover = next((who for who, page in pages.items() if page.may_act()), None)
            if mover is None or drops >= DROPS:
                break
            page = pages[mover]
            legal = page.sync["legal"][0]
            if choose.random() < 0.3:  # the action may have been heard or not
                page.say("act", n=page.sync["n"], seat=legal["seat"], action=choose.choice(legal["actions"]))
                events = page.events
                drop(mover, page)
                pages[mover] = mover.open(table, len(events))
                pages[mover].events = events + [event for event in pages[mover].events if event["n"] >= len(events)]
                fresh = mover.open(table)
                while fresh.sync["n"] != pages[mover].sync["n"]:
                    min(fresh, pages[mover], key=lambda page: page.sync["n"]).read_sync()
                assert as_bytes(fresh.sync) == as_bytes(pages[mover].sync)
                assert_same_events(pages[mover], fresh)
                mover.pages.remove(fresh)
                fresh.close()
                drops += 1
            else:
                page.act(choose.choice(legal["actions"]), legal["seat"])
        for visitor in (anna, ben):
            visitor.close()
            server.visitors.remove(visitor)


def play_on(page: Page, choose: random.Random) -> None:
    """Do something, and hear of it."""
    n, legal = page.sync["n"], page.sync["legal"][0]
    page.say("act", n=n, seat=legal["seat"], action=choose.choice(legal["actions"]))
    while page.sync["n"] == n:
        page.read_sync()


def lose_a_delta(page: Page) -> None:
    """A message gets lost on its way."""
    while json.loads(page.socket.recv(timeout=SECONDS))["type"] != "delta":
        pass


def ask_again(page: Page, n: int) -> None:
    """What a page does when it notices the gap: it asks, and does not look at anything before the answer."""
    with pytest.raises(Missed):
        page.read_until("nothing")
    page.say("resync", n=len(page.events))
    while page.sync["n"] < n:
        with suppress(Missed):
            page.read()


def test_a_page_that_missed_a_message_asks_for_the_whole_table_and_has_what_a_fresh_page_has(server: Running) -> None:
    choose = random.Random(5)
    gaps = 0
    while gaps < DROPS:
        anna = server.visitor()
        table = anna.create(choose.choice(["senet", "river", "iriri", "pyramid_poker"]), "me", "me")
        page, other = anna.arrive(table), anna.open(table)
        page.wait_for("live")
        other.wait_for("live")
        while page.may_act() and gaps < DROPS:
            play_on(page, choose)
            lose_a_delta(other)
            if page.may_act():
                play_on(page, choose)
                ask_again(other, page.sync["n"])
                fresh = anna.open(table)
                assert as_bytes(other.sync) == as_bytes(fresh.sync) == as_bytes(page.sync)
                assert_same_events(other, fresh)
                anna.pages.remove(fresh)
                fresh.close()
                gaps += 1
        anna.close()
        server.visitors.remove(anna)
