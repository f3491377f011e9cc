"""What happens when something goes wrong on our side: nobody is told what, nothing is half done, and it goes on."""

import logging
from typing import Any

import pytest

from pyramidion.server.storage.events import Entry
from pyramidion.server.tables.announcements import Announcements, Finished, Happened, Started
from tests.server.conftest import Running
from tests.server.test_tables import live_table


def test_a_bug_in_a_move_takes_it_back_and_gives_a_reference(
    server: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table, _, _, *pages = live_table(server)
    mover = next(page for page in pages if page.may_act())
    session, before = server.session(table), mover.sync["view"]
    act = session.table.act

    def half_done(*arguments: Any, **more: Any) -> None:
        act(*arguments, **more)
        raise ZeroDivisionError("half way through")

    monkeypatch.setattr(session.table, "act", half_done)
    n = mover.sync["n"]
    with caplog.at_level(logging.ERROR):
        mover.say("act", n=n, seat=mover.sync["legal"][0]["seat"], action=mover.sync["legal"][0]["actions"][0])
        refused = mover.read_until("refused")
    assert refused["code"] == "internal"
    assert "half way" not in refused["why"]
    reference = refused["why"].split("reference ")[1].rstrip(").")
    assert any(getattr(record, "reference", "") == reference for record in caplog.records)
    mover.read_sync()
    assert (mover.sync["n"], mover.sync["view"]) == (n, before)
    monkeypatch.undo()
    assert mover.act()["type"] == "sync"
    assert mover.sync["n"] > n


def test_a_table_that_somebody_else_has_written_to_is_read_again(server: Running) -> None:
    table, _, _, *pages = live_table(server)
    mover = next(page for page in pages if page.may_act())
    session = server.session(table)
    ahead = Entry(len(session.table.log), 1, mover.sync["yours"][0], "act", mover.sync["legal"][0]["actions"][0])
    server.run(server.services.database.append(table, [ahead.row(table)], session.table.progress))
    mover.say("act", n=mover.sync["n"], seat=ahead.seat, action=ahead.action)
    assert "Another program" in mover.read_until("trouble")["why"]
    mover.read_sync()
    assert mover.sync["n"] == ahead.n + 1


def test_what_happens_at_a_table_is_announced_after_it_was_written(server: Running) -> None:
    heard: list[Started | Happened | Finished] = []
    announcements = server.services.environment.announcements
    announcements.subscribe(Started, heard.append)
    announcements.subscribe(Happened, heard.append)
    announcements.subscribe(Finished, heard.append)
    _, _, _, first, second = live_table(server)
    first.say("resign", n=first.sync["n"], seat=0)
    second.wait_for("over")
    kinds = [type(one) for one in heard]
    assert kinds[0] is Started
    assert kinds[-1] is Finished
    assert kinds.count(Started) == kinds.count(Finished) == 1
    entries = [entry.n for one in heard if isinstance(one, Happened) for entry in one.entries]
    assert entries == list(range(second.sync["n"]))


def fail(_announcement: object) -> None:
    raise ZeroDivisionError


@pytest.mark.parametrize("kind", [Started, Happened, Finished])
def test_a_subscriber_that_fails_harms_nobody_else(kind: Any) -> None:
    announcements, heard = Announcements(), list[object]()
    announcements.subscribe(kind, fail)
    announcements.subscribe(kind, heard.append)
    announcements.publish(kind("table", ()))
    assert len(heard) == 1
