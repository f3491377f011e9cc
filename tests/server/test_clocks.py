"""Clocks: kept by the server, fair to lag, stopped while it is down."""

from typing import Any, Literal

import pytest

from pyramidion.server.protocol.rest import ClockWish
from pyramidion.server.storage.database import StorageUnavailable
from pyramidion.server.storage.events import Entry, EventExtra
from pyramidion.server.tables.clocks import ALLOWANCE, REFILL, Clocks
from tests.server.conftest import OpenServer, Running
from tests.server.test_tables import live_table, mover_and_other


def test_a_total_clock_counts_down_and_gets_its_increment() -> None:
    clocks = Clocks(ClockWish(kind="total", seconds=60, increment=2), seats=2)
    clocks.run(0, [0])
    clocks.charge(10_000, 0, lag=0)
    clocks.run(10_000, [1])
    assert clocks.left == [52_000, 60_000]
    assert clocks.flag_at() == 70_000


def test_a_clock_a_move_is_full_again_at_the_next_move() -> None:
    clocks = Clocks(ClockWish(kind="move", seconds=30), seats=2)
    clocks.run(0, [0])
    clocks.charge(10_000, 0, lag=0)
    clocks.run(10_000, [1])
    assert clocks.left == [30_000, 30_000]
    assert clocks.flag_at() == 40_000


@pytest.mark.parametrize(("lag", "forgiven"), [(80, 80), (10_000, ALLOWANCE)])
def test_lag_is_forgiven_up_to_a_bound_and_shown(lag: int, forgiven: int) -> None:
    clocks = Clocks(ClockWish(kind="total", seconds=60), seats=2)
    clocks.run(0, [0])
    clocks.charge(5000, 0, lag)
    assert clocks.left[0] == 55_000 + forgiven
    shown = clocks.shown(5000)
    assert shown is not None
    assert shown.forgiven == [forgiven, 0]


def test_lag_is_forgiven_from_an_allowance_for_the_whole_game() -> None:
    clocks = Clocks(ClockWish(kind="total", seconds=60), seats=2)
    forgiven = []
    for n in range(19):  # each action takes 663 ms, and claims that nearly all of it was lag
        clocks.run(n * 1000, [0])
        forgiven.append(clocks.charge(n * 1000 + 663, 0, lag=500))
        clocks.run(n * 1000 + 663, [1])
    assert forgiven == [ALLOWANCE] + [REFILL] * 18
    assert 60_000 - clocks.left[0] >= 12_000
    assert clocks.allowance == [REFILL, ALLOWANCE]


def test_an_allowance_comes_back_but_is_never_larger_than_at_first() -> None:
    clocks = Clocks(ClockWish(kind="total", seconds=600), seats=2)
    saved = []
    for n, lag in enumerate((90, 10, 0, 0, 0, 0)):
        clocks.run(n * 1000, [0])
        clocks.charge(n * 1000 + 500, 0, lag)
        clocks.run(n * 1000 + 500, [1])
        saved.append(clocks.allowance[0])
    assert saved == [130, 140, 160, 180, 200, 200]


def test_an_allowance_is_written_with_the_clock_and_old_entries_have_a_full_one() -> None:
    clocks = Clocks(ClockWish(kind="total", seconds=60), seats=2)
    clocks.restore(Entry(5, 1000, 0, "act", "1-2", EventExtra(clock=(41_000, 50_000))))
    assert clocks.allowed() == (ALLOWANCE, ALLOWANCE)
    clocks.restore(Entry(6, 1000, 0, "act", "1-2", EventExtra(clock=(41_000, 50_000), allowance=(30, 170))))
    assert clocks.allowed() == (30, 170)


def test_a_table_that_is_read_again_has_the_same_clocks_and_allowances(open_server: OpenServer) -> None:
    before = open_server()
    table, _, _, *pages = live_table(before, clock={"kind": "total", "seconds": 600})
    mover, other = mover_and_other(*pages)
    mover.act()
    while other.sync["n"] < mover.sync["n"]:
        other.read_sync()
    old = before.session(table).table
    assert old.clocks.allowance == list(old.log[-1].extra.allowance)
    before.stop()
    new = open_server().session(table).table
    assert (new.clocks.left, new.clocks.allowance) == (old.clocks.left, old.clocks.allowance)


def test_nobody_is_forgiven_more_than_they_used() -> None:
    clocks = Clocks(ClockWish(kind="total", seconds=60), seats=2)
    clocks.run(0, [0])
    clocks.charge(30, 0, lag=200)
    assert clocks.left[0] == 60_000


def test_the_time_while_the_house_was_down_is_nobodys() -> None:
    clocks = Clocks(ClockWish(kind="total", seconds=60), seats=2)
    clocks.restore(Entry(5, 1000, 0, "act", "1-2", EventExtra(clock=(41_000, 50_000))))
    assert clocks.flag_at() is None
    clocks.run(9_999_000, [1])
    assert clocks.flag_at() == 10_049_000


@pytest.mark.parametrize("kind", ["total", "move"])
def test_a_clock_that_was_stopped_goes_on_with_what_was_left(kind: Literal["move", "total"]) -> None:
    clocks = Clocks(ClockWish(kind=kind, seconds=60), seats=3)
    clocks.run(0, [1])
    clocks.stop(20_000)
    assert clocks.flag_at() is None
    clocks.run(20_000, [1])
    assert clocks.left == [60_000, 40_000, 60_000]
    assert clocks.flag_at() == 60_000


def test_a_flag_falls_by_the_houses_word_and_ends_a_game_of_two(server: Running) -> None:
    _, _, _, *pages = live_table(server, clock={"kind": "total", "seconds": 1})
    mover, other = mover_and_other(*pages)
    assert other.sync["clock"]["running"] == mover.sync["yours"]
    other.wait_for("over")
    assert other.events[-1]["kind"] == "flag"
    assert other.sync["scores"][other.sync["yours"][0]] == 1.0
    assert other.sync["clock"]["left"][mover.sync["yours"][0]] == 0


def test_a_flag_that_is_looked_at_too_early_falls_all_the_same(server: Running) -> None:
    table, _, _, *pages = live_table(server, clock={"kind": "total", "seconds": 3})
    flag = server.session(table).flag

    async def fire_early() -> None:
        flag.close()
        await flag.fall()

    server.run(fire_early())
    _, other = mover_and_other(*pages)
    while other.sync["status"] != "over":
        other.read(seconds=30)
    assert other.events[-1]["kind"] == "flag"


def test_at_a_larger_table_a_bot_plays_on_for_a_fallen_flag(server: Running) -> None:
    _, _, _, *pages = live_table(server, "iriri", "me", "anybody", "farmer", clock={"kind": "total", "seconds": 1})
    for page in pages:
        page.wait_for("over")
        assert sorted(event["seat"] for event in page.events if event["kind"] == "flag") == [0, 1]
        assert page.sync["yours"] == []
        assert " won with " in page.sync["ending"] or " share the win " in page.sync["ending"]  # by the rules


def test_after_a_resignation_no_clock_runs(server: Running) -> None:
    _, _, _, first, second = live_table(server, clock={"kind": "total", "seconds": 600})
    first.say("resign", n=first.sync["n"], seat=0)
    second.wait_for("over")
    assert second.sync["clock"]["running"] == []


def test_a_flag_that_could_not_be_written_falls_later(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    table, _, _, *pages = live_table(server, clock={"kind": "total", "seconds": 3})
    session = server.session(table)
    troubles = iter([StorageUnavailable("the disk is full")])
    write = session._write

    async def fail_once(*entries: Any, **more: Any) -> None:
        for trouble in troubles:
            raise trouble
        await write(*entries, **more)

    monkeypatch.setattr(session, "_write", fail_once)
    _, other = mover_and_other(*pages)
    other.wait_for("over")
    assert next(troubles, None) is None
    assert other.events[-1]["kind"] == "flag"


def test_bots_have_no_clock(server: Running) -> None:
    anna = server.visitor()
    page = anna.arrive(anna.create("senet", "me", "farmer", clock={"kind": "move", "seconds": 600}))
    page.wait_for_turn()
    assert page.sync["clock"]["running"] == [0]


def test_a_game_of_real_time_takes_no_clock(server: Running) -> None:
    wish = {"game": "egyptian_war", "seats": [{"who": "me"}, {"who": "me"}], "clock": {"kind": "move", "seconds": 9}}
    assert "has no clock" in server.visitor().ask("POST", "/api/tables", wish, status=409)["why"]
