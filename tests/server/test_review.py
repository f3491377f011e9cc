"""Looking through finished games: eyes, chances, odds, and playing on from any position."""

import gzip
import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pyramidion.engine.dispatch import CHANCE
from pyramidion.games import GAMES, find
from pyramidion.play import load, replay
from pyramidion.server.fairness.dice import outcome, verify
from pyramidion.server.http import long_answers
from pyramidion.server.protocol.rest import Course
from pyramidion.server.storage.events import Entry
from pyramidion.server.tables import history
from pyramidion.server.tables.record import record_of
from pyramidion.server.tables.table import Table
from pyramidion.server.thinking.review import chances, odds
from pyramidion.testing.leaks import new_table
from tests.server.conftest import Running
from tests.server.visitors import Page, Visitor

ARCHIVE = Path(__file__).parent / "archive"


def finished(server: Running, game: str = "senet", *seats: str, **more: Any) -> tuple[Visitor, str]:
    """A table where the game is over, and somebody who sat there."""
    anna = server.visitor()
    table = anna.create(game, *(seats or ("me", "me")), **more)
    page = anna.arrive(table)
    page.wait_for("live")
    for _ in range(6):
        if page.wait_for_turn():
            page.act()
    if page.sync["status"] == "live":
        page.say("resign", n=page.sync["n"], seat=0)
        page.wait_for("over")
    return anna, table


def archived(game: str) -> Any:
    return json.loads((ARCHIVE / f"{game}-0.json").read_text())["record"]


def catch_up(page: Page, pages: list[Page]) -> None:
    while page.sync["n"] < max(other.sync["n"] for other in pages):
        page.read_sync()


@pytest.mark.parametrize("game", ["pyramid_poker"])  # the one with secrets between seats
def test_the_eyes_of_a_seat_see_what_that_seat_saw(server: Running, game: str) -> None:
    anna, bert = server.visitor(), server.visitor()
    table = anna.create(game, "me", "anybody")
    bert.sit(table)
    pages = [anna.arrive(table), bert.arrive(table)]
    for page in pages:
        page.wait_for("live")
    saw = {}
    for _ in range(12):
        for seat, page in enumerate(pages):
            catch_up(page, pages)
            now = (anna, bert)[seat].ask("GET", f"/api/tables/{table}/at/{page.sync['n']}")
            assert page.sync["view"] == (now["view"] if page.may_act() else {**now["view"], "moves": []})
            saw[seat, page.sync["n"]] = (now["view"], now["text"])
        mover = next((page for page in pages if page.may_act()), None)
        if mover:
            mover.act()
    told = [[(event["n"], event["action"], event["told"]) for event in page.events] for page in pages]
    catch_up(pages[0], pages)
    pages[0].say("resign", n=pages[0].sync["n"], seat=0)
    pages[0].wait_for("over")
    assert len(saw) > 10
    for (seat, n), seen in saw.items():
        past = anna.ask("GET", f"/api/tables/{table}/at/{n}?eyes={seat}")
        assert (past["view"], past["text"]) == seen
    for seat, events in enumerate(told):
        review = server.visitor().ask("GET", f"/api/tables/{table}/review?eyes={seat}")
        assert [(event["n"], event["action"], event["told"]) for event in review["events"]][: len(events)] == events
    hidden = [view != anna.ask("GET", f"/api/tables/{table}/at/{n}")["view"] for (_, n), (view, _) in saw.items()]
    assert any(hidden)
    assert all(event["action"] for event in anna.ask("GET", f"/api/tables/{table}/review")["events"][:-1])


@pytest.mark.parametrize("question", ["chances/1", "odds", "review", "review?eyes=0", "at/1?eyes=0", "at/1?eyes=1"])
def test_a_game_that_is_not_over_is_not_looked_through(server: Running, question: str) -> None:
    anna = server.visitor()
    table = anna.create("river", "me", "me")
    anna.ask("GET", f"/api/tables/{table}/{question}", status=404 if question[:2] == "at" else 409)
    page = anna.arrive(table)
    page.wait_for("live")
    assert "isn't over" in anna.ask("GET", f"/api/tables/{table}/{question}", status=409)["why"]
    assert anna.ask("GET", f"/api/tables/{table}/at/1")["position"] is None


def test_there_are_only_the_seats_there_are_to_look_from(server: Running) -> None:
    anna, table = finished(server)
    for seat in (-1, 2, 99):
        assert "no seat" in anna.ask("GET", f"/api/tables/{table}/at/0?eyes={seat}", status=409)["why"]
    anna.ask("GET", f"/api/tables/{table}/at/999", status=404)
    anna.ask("GET", f"/api/tables/{table}/chances/999", status=404)


def test_chances_are_of_all_seats_and_name_a_legal_action(server: Running) -> None:
    anna, table = finished(server, "senet", "me", "me", position="rcrcrcrcrc/10/10 c 3 - 1")
    review = anna.ask("GET", f"/api/tables/{table}/review")
    judged = [anna.ask("GET", f"/api/tables/{table}/chances/{n}") for n in range(review["n"] + 1)]
    for n, one in enumerate(judged):
        assert one["n"] == n
        assert sum(one["win"]) == pytest.approx(1)
        assert (one["seat"] is None) == (one["best"] is None)
        assert 0 <= one["lost"] <= 1
    assert judged[0]["seat"] == 0
    assert judged[-1]["win"] == [0.0, 1.0]  # the first seat resigned
    assert judged[0] == anna.ask("GET", f"/api/tables/{table}/chances/0")  # it is remembered


def archived_table(game: str) -> Table:
    """A table where the archived game was played: at random, so with many poor actions."""
    record = archived(game)
    table = new_table(game, record["seats"], record["options"])
    table.meta.status, table.meta.scores = "over", record["scores"]
    seats = [CHANCE if who == "chance" else who for who, _ in record["events"]]
    actions = [action for _, action in record["events"]]
    entries = [Entry(n, 0, seat, "act", action) for n, (seat, action) in enumerate(zip(seats, actions, strict=True))]
    table.rewind(entries, table.meta)
    return table


def test_the_best_action_loses_nothing_and_poor_ones_lose_something() -> None:
    table = archived_table("senet")
    choices = [entry.n for entry in table.log if entry.seat != CHANCE][30:50]
    judged = [chances(table, n) for n in choices]
    for one in judged:
        assert one.seat == table.log[one.n].seat
        assert one.lost == 0 or one.best != table.log[one.n].action
        assert one.ahead == 0 or one.best == table.log[one.n].action
    assert max(one.ahead for one in judged) > 0
    assert max(one.lost for one in judged) > 0.03


def test_the_same_game_is_judged_alike_every_time() -> None:
    table = archived_table("senet")
    n = next(entry.n for entry in table.log if entry.seat != CHANCE)
    assert chances(table, n) == chances(table, n)


def test_chances_of_three_seats_add_up_to_one(server: Running) -> None:
    anna, table = finished_of_three(server)
    judged = anna.ask("GET", f"/api/tables/{table}/chances/{first_choice(anna, table)}")
    assert len(judged["win"]) == 3
    assert sum(judged["win"]) == pytest.approx(1)


def first_choice(anna: Visitor, table: str) -> int:
    events = anna.ask("GET", f"/api/tables/{table}/review")["events"]
    return next(int(event["n"]) for event in events if event["seat"] is not None)


def finished_of_three(server: Running) -> tuple[Visitor, str]:
    anna = server.visitor()
    table = anna.create("iriri", "farmer", "farmer", "farmer")
    page = anna.open(table)
    page.wait_for("over")
    return anna, table


def test_nobody_searches_where_reflexes_count(server: Running) -> None:
    anna = server.visitor()
    table = anna.create("egyptian_war", "me", "me")
    page = anna.arrive(table)
    page.wait_for("live")
    page.say("resign", n=page.sync["n"], seat=0)
    page.wait_for("over")
    assert "no analysis" in anna.ask("GET", f"/api/tables/{table}/chances/0", status=409)["why"]


@pytest.mark.parametrize("game", GAMES)
def test_with_the_odds_the_dice_of_every_game_can_be_checked(game: str) -> None:
    """What the page does: the outcome is the one whose share of the weights the HMAC falls into."""
    record = archived(game)
    found, fair = odds(record), record["fairness"]
    assert found.trouble is None
    checked = 0
    for event in found.events:
        limit = sum(weight for _, weight in event.outcomes)
        if limit:
            number = outcome(fair["secret"], fair["salts"], fair["numbers"][event.n], limit)
            assert record["events"][event.n][1] in (thrown(event.outcomes, number), *judged(event.outcomes))
            checked += 1
    assert checked == verify(record)


def thrown(outcomes: list[tuple[str, int]], number: int) -> str:
    for action, weight in outcomes:
        if number < weight:
            return action
        number -= weight
    raise AssertionError("not below the limit")


def judged(outcomes: list[tuple[str, int]]) -> list[str]:
    return [action for action, weight in outcomes if not weight]


def test_odds_come_over_the_wire_for_tables_and_for_records(server: Running) -> None:
    anna, table = finished(server)
    record = json.loads(anna.http.get(f"/api/tables/{table}/record").text)
    course = {name: record[name] for name in Course.__struct_fields__ if name in record}
    own = anna.ask("GET", f"/api/tables/{table}/odds")
    assert own == anna.ask("POST", "/api/verify/odds", course)
    assert [event["n"] for event in own["events"]] == [n for n, (who, _) in enumerate(record["events"]) if who == "chance"]
    assert sum(weight for _, weight in own["events"][0]["outcomes"]) == 16


def test_a_record_that_breaks_the_rules_is_replayed_as_far_as_it_can_be(server: Running) -> None:
    record = archived("senet")
    course = {name: record[name] for name in Course.__struct_fields__ if name in record}
    n = next(n for n, (who, _) in enumerate(record["events"]) if who != "chance")
    course["events"] = [*record["events"][:n], [record["events"][n][0], "1-30"], *record["events"][n + 1 :]]
    found = server.visitor().ask("POST", "/api/verify/odds", course)
    assert found["trouble"].startswith(f"event {n} (1-30) isn't possible")
    assert all(event["n"] < n for event in found["events"])


@pytest.mark.parametrize(
    "change",
    [{"game": "chess"}, {"version": 99}, {"options": {"dice": 1}}, {"position": "x"}, {"seats": 8}, {"events": [[7, "x"]]}],
)
def test_what_is_no_record_is_refused_or_told(server: Running, change: dict[str, Any]) -> None:
    record = archived("senet")
    course = {name: record[name] for name in Course.__struct_fields__ if name in record} | change
    answer = server.visitor().http.post("/api/verify/odds", json=course)
    assert answer.json().get("why") or answer.json().get("trouble")
    assert answer.status_code < 500


def test_a_large_record_is_welcome_and_a_huge_one_is_not(server: Running) -> None:
    anna = server.visitor()
    course = {"game": "senet", "version": 1, "seats": 2, "options": {}, "events": [["chance", "throw 1"]] * 19_000}
    assert anna.http.post("/api/verify/odds", json=course).status_code in (200, 409)
    huge = {**course, "events": [["chance", "throw 1" * 15]] * 19_000}
    assert anna.http.post("/api/verify/odds", json=huge).status_code == 413


def test_one_plays_on_from_any_position(server: Running) -> None:
    anna, table = finished(server)
    review = anna.ask("GET", f"/api/tables/{table}/review")
    for n in range(review["n"] + 1):
        past = anna.ask("GET", f"/api/tables/{table}/at/{n}")
        fresh = anna.create("senet", "me", "farmer", position=past["position"])
        page = anna.arrive(fresh)
        page.wait_for("live")
        assert page.sync["view"]["squares"] is not None


@pytest.mark.parametrize("game", GAMES)
def test_every_position_of_a_whole_game_can_be_played_on_from(game: str) -> None:
    record = archived(game)
    for n in range(len(record["events"])):
        play = replay({**record, "events": record["events"][:n]})
        if not play.is_over:
            text = play.dump()
            assert len(text) <= 2000
            assert load(find(game), text, dice=None).dump() == text


def test_what_grows_with_a_game_is_made_and_compressed_beside_the_event_loop(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, table = finished(server)
    threads: dict[str, int] = {}

    def noted(name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def do(*arguments: Any, **more: Any) -> Any:
            threads[name] = threading.get_ident()
            return work(*arguments, **more)

        return do

    presenter = server.session(table).presenter
    monkeypatch.setattr(presenter, "review", noted("review", presenter.review))
    monkeypatch.setattr(history, "record_of", noted("record", record_of))
    monkeypatch.setattr(history, "odds_of", noted("odds", odds))
    monkeypatch.setattr(long_answers, "SMALL", 0)
    monkeypatch.setattr(gzip, "compress", noted("compress", gzip.compress))
    for path in ("review", "record", "odds"):
        answer = anna.http.get(f"/api/tables/{table}/{path}")
        assert answer.headers["Content-Encoding"] == "gzip"
        assert answer.json()
    assert set(threads) == {"review", "record", "odds", "compress"}
    assert server.thread.ident not in threads.values()
    plain = anna.http.get(f"/api/tables/{table}/record", headers={"Accept-Encoding": "identity"})
    assert "Content-Encoding" not in plain.headers
    assert verify(plain.json()) > 0
