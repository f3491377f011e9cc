"""Egyptian War at a table: real time over real sockets."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pyramidion.bots.reflex import Plan, Reflex
from pyramidion.engine.record import Record
from pyramidion.games.egyptian_war.rules import SLAP, TURN, State
from pyramidion.server.fairness import slap_judge as judge
from pyramidion.server.sockets.connection import Connection
from pyramidion.server.tables.paced_session import PacedSession
from pyramidion.server.tables.realtime_session import RealtimeSession
from tests.server.conftest import Away, OpenServer, Running, put_away
from tests.server.visitors import Page, Visitor


def war(server: Running, *seats: str, **options: Any) -> tuple[Visitor, str]:
    anna = server.visitor()
    table = anna.create("egyptian_war", *seats, options=options)
    return anna, table


def turn_when_due(page: Page, seat: int = 0) -> None:
    """Turn a card as soon as it is allowed: ask until the server no longer finds it too early."""
    n = page.sync["n"]
    while page.sync["status"] == "live" and page.sync["n"] == n:
        mine = [legal["actions"] for legal in page.sync["legal"] if legal["seat"] == seat]
        calm = [action for actions in mine for action in actions if action != "slap"]
        if not calm:
            page.read_sync()
            continue
        page.say("act", n=n, seat=seat, action=calm[0])
        while (message := page.read())["type"] != "refused" and page.sync["n"] == n:
            pass
        if message["type"] == "refused":
            assert "Not so fast" in message["why"] or "judged" in message["why"] or "Too late" in message["why"]


def wait_until(page: Page, is_so: Callable[[dict[str, Any]], bool]) -> None:
    while not is_so(page.sync):
        page.read()


def card_on_top(sync: dict[str, Any]) -> str | None:
    pile = sync["view"]["pile"]
    return pile[-1] if pile else None


def test_a_card_is_not_played_before_everybody_could_see_the_last(server: Running) -> None:
    anna, table = war(server, "me", "me", pace=1200)
    page = anna.arrive(table)
    page.wait_for("live")
    wait_until(page, lambda sync: sync["legal"])
    turn_when_due(page, page.sync["view"]["turn"])
    wait_until(page, lambda sync: sync["view"]["pile"])
    page.say("act", n=page.sync["n"], seat=page.sync["view"]["turn"], action="turn")
    assert "Not so fast" in page.read_until("refused")["why"]


def two_people_who_see_a_card(server: Running) -> list[Page]:
    anna, table = war(server, "me", "anybody")
    ben = server.visitor()
    ben.sit(table)
    pages = [anna.arrive(table), ben.arrive(table)]
    for page in pages:
        wait_until(page, lambda sync: sync["status"] == "live")
    mover = next(page for page in pages if "turn" in page.sync["legal"][0]["actions"])
    turn_when_due(mover, mover.sync["yours"][0])
    for page in pages:
        wait_until(page, lambda sync: sync["view"]["pile"])
    return pages


def test_a_false_slap_is_judged_after_a_hold_and_costs_a_card(server: Running) -> None:
    slapper, _ = two_people_who_see_a_card(server)
    before = slapper.sync["view"]["seats"][0]["cards"]
    slapper.say("slap", n=slapper.sync["n"], seat=0, reaction=300)
    assert slapper.read_until("judging")["seats"] == [0]
    sync = slapper.read_sync()
    finish = next(event["finish"] for event in sync["events"] if event["finish"])
    assert finish["places"][0]["verdict"] == "false"
    assert sync["view"]["seats"][0]["cards"] == before - 1


def session_of(server: Running, page: Page) -> RealtimeSession:
    session = server.session(page.sync["table"])
    assert isinstance(session, RealtimeSession)
    return session


def read_to_the_verdict(page: Page) -> list[str]:
    """What a page is told until slaps are judged."""
    told = [page.read()]
    while not any(event["finish"] for event in told[-1].get("events", ())):
        told.append(page.read())
    return [message["type"] for message in told]


def test_nothing_is_told_to_those_who_may_still_slap_nor_to_onlookers(server: Running) -> None:
    """E-29"""
    slapper, other = two_people_who_see_a_card(server)
    onlooker = server.visitor().open(slapper.sync["table"])
    for page in (slapper, other):
        while page.sync["looking_on"] == 0:
            page.read_sync()
    slapper.say("slap", n=slapper.sync["n"], seat=0, reaction=300)
    assert "judging" in read_to_the_verdict(slapper)
    assert "judging" not in read_to_the_verdict(other)
    assert "judging" not in read_to_the_verdict(onlooker)


def test_nobody_can_ask_whether_a_slap_is_being_judged(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """E-29: who may still slap hears the same as if nobody had slapped."""
    monkeypatch.setattr(judge, "HOLD", 3_600_000)
    pages = two_people_who_see_a_card(server)
    mover = next(page for page in pages if any("turn" in legal["actions"] for legal in page.sync["legal"]))
    other = pages[1 - pages.index(mover)]
    other.say("slap", n=other.sync["n"], seat=other.sync["yours"][0], reaction=300)
    other.read_until("judging")
    session = session_of(server, mover)
    server.wait_until(lambda: session._passed() > 2000)  # longer than any pace
    mover.say("act", n=mover.sync["n"], seat=mover.sync["yours"][0], action="turn")
    assert "Not so fast" in mover.read_until("refused")["why"]


def test_a_silent_seat_does_not_delay_a_verdict(server: Running) -> None:
    """E-29: a page far away, or one that never answers, is waited for only so long."""
    slapper, other = two_people_who_see_a_card(server)
    session = session_of(server, slapper)
    put_away(session, 1, 8000)
    slapper.say("slap", n=slapper.sync["n"], seat=0, reaction=300)
    slapper.read_until("judging")
    assert session._hold_timer
    assert server.loop
    ends = session._hold_timer.when() - server.loop.time()
    assert ends * 1000 <= judge.HOLD + judge.MOST_AHEAD
    assert read_to_the_verdict(other)[-1] == "sync"


def test_a_slap_over_a_far_line_is_not_forgiven_more_than_the_near_line_of_the_same_person(server: Running) -> None:
    """E-29: the card was seen over the near one."""
    anna, table = war(server, "me", "farmer")
    near = anna.arrive(table)
    near.wait_for("live")
    session = session_of(server, near)
    put_away(session, 0, 20)
    server.wait_until(lambda: session._shown_over.get(anna.user) == 20)  # the farmer, or the clock, has turned a card
    anna.open(table)
    far = next(one for one in session.presence.connections if one.latency != 20)
    assert isinstance(far, Connection)
    far._latency = Away(250)
    assert session._trip(anna.user) == 20
    near.close()
    server.wait_until(lambda: len(session.presence.connections) == 1)
    assert session._trip(anna.user) == 20


def test_no_card_is_turned_while_a_bots_slap_is_judged(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """E-29"""
    monkeypatch.setattr(judge, "HOLD", 3_600_000)
    bots_slap(monkeypatch, {1: 200.0})
    anna = server.visitor()
    page = anna.arrive(anna.create("egyptian_war", "me", "farmer", position=DOUBLE.replace(" 1 - 0", " 0 - 1")))
    page.wait_for("live")
    session = session_of(server, page)
    server.wait_until(lambda: session.is_judging and session._passed() > 2000)
    page.say("act", n=page.sync["n"], seat=0, action="turn")
    assert "Not so fast" in page.read_until("refused")["why"]


def test_when_everybody_has_slapped_nobody_is_waited_for(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "HOLD", 3_600_000)  # who waits for that, waits in vain
    pages = two_people_who_see_a_card(server)
    for seat, page in enumerate(pages):
        page.say("slap", n=page.sync["n"], seat=seat, reaction=300)
    finish = next(event["finish"] for event in pages[0].read_sync()["events"] if event["finish"])
    assert [place["verdict"] for place in finish["places"]] == ["false", "false"]


def test_a_slap_at_a_card_that_is_gone_is_void(server: Running) -> None:
    anna, table = war(server, "me", "me", pace=200)
    page = anna.arrive(table)
    page.wait_for("live")
    wait_until(page, lambda sync: sync["legal"])
    old = page.sync["n"]
    while len(page.sync["view"]["pile"]) < 2:
        turn_when_due(page, page.sync["view"]["turn"])
    page.say("slap", n=old, seat=0, reaction=200)
    assert "Too late" in page.read_until("refused")["why"]


def test_bots_alone_play_a_war(server: Running) -> None:
    """Their times are real, so only its beginning is waited for."""
    anna, table = war(server, "pharaoh", "pharaoh", pace=200)
    page = anna.open(table)
    wait_until(page, lambda sync: sync["n"] > 20 or sync["status"] == "over")
    assert [event["n"] for event in page.events] == list(range(len(page.events)))


# Ties with bots: the server's clock stands still until the test moves it, and every claim is the truth. Reactions are so
# slow that no timer of the server goes off meanwhile.

SLOW = 600_000.0
DOUBLE = "20?/30? 7d7s 1 - 0 - - 9 -"
DOUBLE_OF_THREE = "20?/20?/10? 7d7s 2 - 0 - - 9 - seats=3"


class Clock:
    """A clock that is moved by hand."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.time = 0.0
        monkeypatch.setattr(PacedSession, "_clock", lambda _: self.time)
        monkeypatch.setattr(judge, "reaction", lambda slap: slap.claim)


def bots_slap(monkeypatch: pytest.MonkeyPatch, times: dict[int, float]) -> None:
    """Let bots slap so long after they see a card, by their seats; what they do later is of no matter."""

    def plan(bot: Reflex, o: Record) -> Plan | None:
        if SLAP in bot._legal(o):
            return Plan(SLAP, times[bot._seat])
        return Plan(TURN, 1e9) if bot._legal(o) else None

    monkeypatch.setattr(Reflex, "plan", plan)


def first_finish(page: Page) -> dict[str, Any]:
    while not any(event["finish"] for event in page.events):
        page.read_sync()
    return next(event["finish"] for event in page.events if event["finish"])


def slap_at(server: Running, clock: "Clock", position: str, seats: list[str], reactions: dict[int, float]) -> Page:
    """Open a table in a position; people slap so fast, by their seats. The page, once it is judged."""
    anna = server.visitor()
    page = anna.arrive(anna.create("egyptian_war", *seats, position=position))
    page.wait_for("live")
    n = page.sync["n"]
    for seat, reaction in reactions.items():
        clock.time = reaction
        page.say("slap", n=n, seat=seat, reaction=reaction)
    first_finish(page)
    return page


@pytest.mark.parametrize("behind", [-12, 0, 12])
def test_a_person_and_a_bot_can_be_equally_fast(server: Running, monkeypatch: pytest.MonkeyPatch, behind: float) -> None:
    """E-13"""
    clock = Clock(monkeypatch)
    bots_slap(monkeypatch, {1: SLOW})
    page = slap_at(server, clock, DOUBLE, ["me", "farmer"], {0: SLOW + behind})
    finish = first_finish(page)
    assert finish["is_tie"]
    assert {place["seat"]: place["verdict"] for place in finish["places"]} == {0: "tied", 1: "tied"}
    assert page.events[-1]["told"] == "Tie: nobody takes the pile, and play continues."
    assert len(page.sync["view"]["pile"]) == 2


@pytest.mark.parametrize(("behind", "winner"), [(-13, 0), (13, 1)])
def test_further_apart_the_faster_of_a_person_and_a_bot_wins(
    server: Running, monkeypatch: pytest.MonkeyPatch, behind: float, winner: int
) -> None:
    """E-13"""
    clock = Clock(monkeypatch)
    bots_slap(monkeypatch, {1: SLOW})
    finish = first_finish(slap_at(server, clock, DOUBLE, ["me", "farmer"], {0: SLOW + behind}))
    assert (finish["winner"], finish["is_tie"]) == (winner, False)


def test_a_table_without_a_tie_window_has_none_against_bots(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """E-13"""
    clock = Clock(monkeypatch)
    bots_slap(monkeypatch, {1: SLOW})
    finish = first_finish(slap_at(server, clock, f"{DOUBLE} tie_window=0", ["me", "farmer"], {0: SLOW + 2}))
    assert finish["winner"] == 1


def test_at_a_shared_keyboard_the_first_press_wins_also_against_a_bot(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """E-13"""
    clock = Clock(monkeypatch)
    monkeypatch.setattr(judge, "HOLD", 3_600_000)  # so that the second hand is waited for, however slow the test is
    bots_slap(monkeypatch, {2: SLOW + 4})
    page = slap_at(server, clock, DOUBLE_OF_THREE, ["me", "me", "farmer"], {0: SLOW, 1: SLOW + 2})
    finish = first_finish(page)
    assert finish["winner"] == 0
    assert [place["seat"] for place in finish["places"]] == [0, 1, 2]


def test_two_bots_can_be_equally_fast_though_nobody_else_is_waited_for(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """E-13: the only person is locked. The server's clock is the true one here."""
    bots_slap(monkeypatch, {1: 500.0, 2: 512.0})
    anna = server.visitor()
    position = DOUBLE_OF_THREE.replace(" - - 9", " 0/-/- - 9")
    page = anna.arrive(anna.create("egyptian_war", "me", "farmer", "farmer", position=position))
    assert first_finish(page)["is_tie"]


def test_a_bot_that_is_later_than_anybody_is_waited_for_is_not_in_the_finish(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch)
    monkeypatch.setattr(judge, "HOLD", 300)
    bots_slap(monkeypatch, {1: 200.0, 2: 600.0})
    anna = server.visitor()
    page = anna.arrive(anna.create("egyptian_war", "me", "farmer", "farmer", position=DOUBLE_OF_THREE))
    page.wait_for("live")
    session = session_of(server, page)
    clock.time = 200
    server.wait_until(lambda: session.is_judging)
    clock.time = 500
    finish = first_finish(page)
    assert ([place["seat"] for place in finish["places"]], finish["winner"]) == ([1], 1)


# Who starts


def test_chance_says_who_starts_before_anybody_can_play(server: Running) -> None:
    """E-03"""
    starters: set[int] = set()
    for _ in range(40):  # so that it is no matter of luck
        anna, table = war(server, "me", "me")
        page = anna.arrive(table)
        page.wait_for("live")
        wait_until(page, lambda sync: sync["legal"])
        (start,) = page.events
        starter = page.sync["view"]["turn"]
        assert (start["action"], start["told"]) == (f"start {starter}", f"{('Ra', 'Isis')[starter]} goes first.")
        assert [legal["seat"] for legal in page.sync["legal"] if "turn" in legal["actions"]] == [starter]
        assert State.of(server.session(table).table.playing.state).starter == starter
        starters.add(starter)
        if len(starters) == 2:
            return
    raise AssertionError("always the same seat starts")


def test_a_table_that_is_read_from_disk_knows_who_started(open_server: OpenServer, tmp_path: Path) -> None:
    """E-03"""
    server = open_server()
    anna, table = war(server, "me", "me")
    anna.arrive(table).wait_for("live")
    starter = State.of(server.session(table).table.playing.state).starter
    server.stop()
    again = open_server()
    page = again.visitor().open(table)
    assert page.sync["view"]["turn"] == starter
    assert State.of(again.session(table).table.playing.state).starter == starter


def test_the_faster_of_two_people_takes_the_pile(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both turn until there is something to slap; Ben's claim is faster though it arrives later."""
    monkeypatch.setattr(judge, "HOLD", 3_600_000)  # however slow this machine is, both slaps are judged together
    anna, table = war(server, "me", "anybody", pace=200)
    ben = server.visitor()
    ben.sit(table)
    pages = [anna.arrive(table), ben.arrive(table)]
    for page in pages:
        page.wait_for("live")
    while True:
        for page in pages:
            while page.sync["n"] < max(other.sync["n"] for other in pages):
                page.read_sync()
        pile = pages[0].sync["view"]["pile"]
        if len(pile) > 1 and pile[-1][:-1] == pile[-2][:-1]:
            break
        movers = [page for page in pages if any("turn" in legal["actions"] for legal in page.sync["legal"])]
        if not movers:
            pages[0].read_sync()
            continue
        turn_when_due(movers[0], movers[0].sync["yours"][0])
    n = pages[0].sync["n"]
    session = server.session(table)
    assert isinstance(session, RealtimeSession)
    server.wait_until(lambda: session._passed() > 250)  # or nobody could have reacted after 240
    for page, reaction in zip(pages, (240, 200), strict=True):
        page.say("slap", n=n, seat=page.sync["yours"][0], reaction=reaction)
        page.read_until("judging")
    while not any(event["finish"] for event in pages[0].events[n:]):
        pages[0].read_sync()
    finish = next(event["finish"] for event in pages[0].events[n:] if event["finish"])
    assert {place["seat"] for place in finish["places"]} == {0, 1}
    reactions = {place["seat"]: place["reaction"] for place in finish["places"]}
    assert finish["winner"] == min(reactions, key=reactions.__getitem__) or finish["is_tie"]
