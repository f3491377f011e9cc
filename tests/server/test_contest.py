"""Who says "Tut Tut" first, over real sockets: whatever the way took, within ten seconds, as one event (P-02)."""

import time
from typing import Any

import pytest

from pyramidion.games.pyramid_poker.rules import State
from pyramidion.play import replay
from pyramidion.server.fairness.dice import verify
from pyramidion.server.storage.database import StorageUnavailable
from pyramidion.server.tables import contest
from pyramidion.server.tables.contest import Call
from pyramidion.server.tables.session import Session
from tests.server.conftest import OpenServer, Running, put_away
from tests.server.visitors import Page, Visitor

TUT_TUT = "tut tut"
LAST_CARD = (
    "put 1 1/0 0:0 -,-,-,-,-,-,-,- Kc,9d,7h,4s,2c/Qh,Th,6h,3h,2h/8c,8d,Js,5c,3s 9c,9h,9s,4d,6c/Ah,Jd,7s,5d,2d/Kd,Kh,Ks,4c"
    " 4h - - match=11 next_starter=tut_tut"
)


def opened(server: Running, *seats: str, **more: Any) -> tuple[Visitor, str]:
    """A table where the first to say it begins, and whoever opened it; everybody else sits down."""
    anna = server.visitor()
    table = anna.create("pyramid_poker", *seats, **{"options": {"starter": "tut_tut"}, **more})
    return anna, table


def two_people(server: Running, **more: Any) -> tuple[str, Page, Page]:
    """Anna is Lotus and Ben is Papyrus, and both may say it."""
    anna, table = opened(server, "me", "anybody", **more)
    ben = server.visitor()
    ben.sit(table)
    pages = anna.arrive(table), ben.arrive(table)
    for page in pages:
        page.wait_for("live")
    return table, *pages


def call(page: Page, seat: int | None = None) -> None:
    seat = page.sync["yours"][0] if seat is None else seat
    page.say("act", n=page.sync["n"], seat=seat, action=TUT_TUT)


def wait_for_event(page: Page, n: int = 0) -> dict[str, Any]:
    while len(page.events) <= n:
        page.read_sync()
    return page.events[n]


def wait_for_call(session: Session, seat: int) -> None:
    deadline = time.monotonic() + 60
    while (waiting := session._contests.open) is None or seat not in waiting.calls:
        assert time.monotonic() < deadline
        time.sleep(0.002)


# In time


@pytest.mark.parametrize("seat", [0, 1])
def test_the_first_to_say_it_begins_and_both_are_told(server: Running, seat: int) -> None:
    _, *pages = two_people(server)
    for page in pages:
        assert page.sync["legal"] == [{"seat": page.sync["yours"][0], "actions": [TUT_TUT]}]
        assert page.sync["actors"] == [0, 1]
    call(pages[seat])
    for page in pages:
        event = wait_for_event(page)
        assert (event["seat"], event["action"], event["kind"]) == (seat, TUT_TUT, "act")
        assert event["told"] == f'{("Lotus", "Papyrus")[seat]} says "Tut Tut" first and goes first.'
        assert page.sync["view"]["starter"] == seat
    assert pages[seat].may_act()


def test_it_is_one_event_of_the_record_which_replays_and_verifies(server: Running) -> None:
    table, first, second = two_people(server)
    for page in (first, second):
        call(page)
    begun = wait_for_event(first)["seat"]
    first.say("resign", n=first.sync["n"], seat=0)
    first.wait_for("over")
    record = server.visitor().ask("GET", f"/api/tables/{table}/record")
    assert [event for event in record["events"] if event[1] == TUT_TUT] == [[begun, TUT_TUT]]
    assert record["events"][0] == [begun, TUT_TUT]
    assert record["events"][1][1].startswith("draw ")
    assert State.of(replay(record).state).starter == begun
    assert verify(record) > 0


def test_whoever_is_late_is_told_who_was_first(server: Running) -> None:
    _, first, second = two_people(server)
    n = second.sync["n"]
    call(first)
    wait_for_event(second)
    second.say("act", n=n, seat=1, action=TUT_TUT)
    assert second.read_until("refused")["why"] == f"Too late: {second.sync['chairs'][0]['title']} was first."


def test_what_is_something_else_is_refused_with_a_sentence(server: Running) -> None:
    _, first, _ = two_people(server)
    assert "(P-02)" in first.act("place c1", 0)["why"]
    assert "isn't a move" in first.act("hello", 0)["why"]
    assert "isn't your seat" in first.act(TUT_TUT, 1)["why"]


# The way


def test_a_call_that_was_made_earlier_counts_though_it_comes_later(server: Running) -> None:
    table, near, far = two_people(server)
    put_away(server.session(table), 1, 50_000)  # so that no slow machine makes it too late
    call(near)
    session = server.session(table)
    wait_for_call(session, 0)
    call(far)
    for page in (near, far):
        assert wait_for_event(page)["seat"] == 1


def test_who_has_the_longest_way_need_not_wait_for_anybody(server: Running) -> None:
    table, near, far = two_people(server)
    put_away(server.session(table), 1, 50_000)
    call(far)
    assert wait_for_event(near)["seat"] == 1


def test_saying_it_twice_is_saying_it_once(server: Running) -> None:
    table, near, far = two_people(server)
    put_away(server.session(table), 1, 50_000)
    session = server.session(table)
    call(near)
    call(near)
    wait_for_call(session, 0)
    call(far)
    assert wait_for_event(near)["seat"] == 1
    assert wait_for_event(far, 1)["action"].startswith("draw ")


def test_pongs_to_pings_that_were_never_sent_make_nobodys_way_longer(server: Running) -> None:
    table, near, liar = two_people(server)
    for _ in range(20):
        liar.say("pong", t=max(time.monotonic() * 1000 - 50_000, 0))
    assert "(P-02)" in liar.act("place c1", 1)["why"]  # so the pongs have been heard
    session = server.session(table)
    call(near)
    server.wait_until(lambda: bool(session.table.log))  # or 0 would have been waited for 50 seconds
    assert wait_for_event(liar)["seat"] == 0


@pytest.mark.parametrize(
    ("calls", "first"),
    [
        ([Call(0, TUT_TUT, 1000, 0), Call(1, TUT_TUT, 1100, 0)], 0),
        ([Call(0, TUT_TUT, 1000, 20), Call(1, TUT_TUT, 1100, 150)], 1),
        ([Call(1, TUT_TUT, 1000, 50), Call(0, TUT_TUT, 1010, 60)], 1),  # equally fast: who comes first
    ],
)
def test_the_first_call_is_the_one_that_was_made_first(calls: list[Call], first: int) -> None:
    assert min(calls, key=lambda call: call.made).seat == first


# Time


def test_everybody_has_ten_seconds() -> None:
    assert contest.SECONDS == 10


def test_if_nobody_says_it_in_time_chance_begins(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contest, "SECONDS", 0.2)
    _, first, second = two_people(server)
    for page in (first, second):
        event = wait_for_event(page)
        assert event["seat"] is None
        assert event["action"] in ("start 0", "start 1")
        assert event["told"].startswith('Nobody said "Tut Tut": ')
        assert page.sync["view"]["starter"] == int(event["action"][-1])


def test_a_contest_goes_on_when_the_house_is_opened_again(open_server: OpenServer, monkeypatch: pytest.MonkeyPatch) -> None:
    before = open_server()
    table, page, _ = two_people(before)
    before.stop()
    assert page.sync["n"] == 0
    monkeypatch.setattr(contest, "SECONDS", 0.2)
    again = open_server().visitor().open(table)
    assert wait_for_event(again)["action"] in ("start 0", "start 1")


def test_what_could_not_be_written_is_decided_later(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    table, first, second = two_people(server)
    session = server.session(table)
    troubles = iter([StorageUnavailable("the disk is full")])
    write = session._write

    async def fail_once(*entries: Any, **more: Any) -> None:
        for trouble in troubles:
            raise trouble
        await write(*entries, **more)

    monkeypatch.setattr(session, "_write", fail_once)
    monkeypatch.setattr(contest, "SECONDS", 0.2)
    call(first)
    assert second.read_until("trouble")["why"] == "The disk is full."
    assert wait_for_event(second)["n"] == 0


def test_nobodys_clock_runs_before_somebody_has_begun(server: Running) -> None:
    _, first, second = two_people(server, clock={"kind": "total", "seconds": 60})
    assert first.sync["clock"]["running"] == []
    call(second)
    wait_for_event(first)
    assert first.sync["clock"]["running"] == [1]
    assert first.sync["clock"]["left"][0] == 60_000


# Who


@pytest.mark.parametrize("seat", [0, 1])
def test_on_one_device_each_seat_can_say_it(server: Running, seat: int) -> None:
    anna, table = opened(server, "me", "me")
    page = anna.arrive(table)
    page.wait_for("live")
    assert page.sync["legal"] == [{"seat": 0, "actions": [TUT_TUT]}, {"seat": 1, "actions": [TUT_TUT]}]
    call(page, seat)
    assert wait_for_event(page)["seat"] == seat
    assert page.sync["legal"][0]["seat"] == seat


def test_a_bot_says_it_too(server: Running) -> None:
    anna, table = opened(server, "me", "farmer")
    page = anna.arrive(table)
    page.wait_for("live")
    event = wait_for_event(page)
    assert (event["seat"], event["action"]) == (1, TUT_TUT)
    assert page.wait_for_turn()


def test_bots_alone_play_on(server: Running) -> None:
    anna, table = opened(server, "farmer", "farmer")
    page = anna.open(table)
    page.wait_for("over")
    assert page.events[0]["action"] == TUT_TUT


def test_later_rounds_can_begin_so_as_well(server: Running) -> None:
    """P-25"""
    _, first, second = two_people(server, options={}, position=LAST_CARD)
    second.act("put right", 1)
    while first.sync["n"] < second.sync["n"]:
        first.read_sync()
    assert first.sync["view"]["phase"] == "say"
    call(first)
    assert wait_for_event(second, second.sync["n"])["seat"] == 0
