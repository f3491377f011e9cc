"""Dropped connections: what a page gets on its return is what a fresh page gets."""

import json
import os
import random
from typing import Any

from tests.server.conftest import Running
from tests.server.visitors import Page, Visitor

DROPS = 1000 if os.environ.get("PYRAMIDION_SOAK") else 25
SHOWN = (
    "n",
    "status",
    "yours",
    "actors",
    "turn",
    "view",
    "legal",
    "may_undo",
    "options",
    "scores",
    "ending",
    "again",
)


def as_bytes(sync: dict[str, Any]) -> bytes:
    return json.dumps({name: sync[name] for name in SHOWN}).encode()


def drop(visitor: Visitor, page: Page) -> None:
    """The connection breaks without a goodbye."""
    page.socket.socket.close()
    visitor.pages.remove(page)


def test_after_a_drop_at_any_point_the_view_and_the_events_are_those_of_a_fresh_page(house: Running) -> None:
    choose = random.Random(8)
    drops = 0
    while drops < DROPS:
        game = choose.choice(["senet", "river", "iriri", "pyramid_poker"])
        anna, ben = house.visitor(), house.visitor()
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
                assert fresh.events == pages[mover].events
                mover.pages.remove(fresh)
                fresh.close()
                drops += 1
            else:
                page.act(choose.choice(legal["actions"]), legal["seat"])
        for visitor in (anna, ben):
            visitor.close()
            house.visitors.remove(visitor)
