"""Finished games over REST: judged position by position, what could be known, and other actions tried."""

import pytest

from pyramidion.server.http.history import HANDLERS, observation
from tests.server.conftest import Running
from tests.server.test_review import finished


def test_all_positions_of_a_game_are_judged_a_few_at_a_time(server: Running) -> None:
    anna, table = finished(server, "senet", "me", "me", position="rcrcrcrcrc/10/10 c 3 - 1")
    last = anna.ask("GET", f"/api/tables/{table}/review")["n"]
    judged: list[dict[str, object]] = []
    while len(judged) <= last:
        found = anna.ask("GET", f"/api/tables/{table}/chances?n={len(judged)}")
        assert found
        judged += found
    assert [one["n"] for one in judged] == list(range(last + 1))
    assert judged[2] == anna.ask("GET", f"/api/tables/{table}/chances/2")
    for one in judged:
        assert sum(one["changes"]) == pytest.approx(0, abs=1e-9)  # type: ignore[call-overload]


def test_another_action_can_be_tried_where_somebody_had_the_turn(server: Running) -> None:
    anna, table = finished(server, "senet", "me", "me", position="rcrcrcrcrc/10/10 c 3 - 1")
    path = f"/api/tables/{table}/attempts/0?seat=0"
    legal = anna.ask("GET", path)["legal"][0]["actions"]
    best = anna.ask("POST", path, {})["best"]
    assert best in legal
    assert anna.ask("POST", path, {"action": best})["is_right"]
    for action in legal:
        said = anna.ask("POST", path, {"action": action})
        assert said["is_right"] == (said["lost"] < 0.02)
    assert anna.ask("POST", path, {"action": "1-30"}, status=409)["why"]
    assert "turn" in anna.ask("GET", f"/api/tables/{table}/attempts/0?seat=1", status=409)["why"]


@pytest.mark.parametrize("question", ["attempts/1?seat=0", "guesses/1?seat=0", "chances?n=1"])
def test_nothing_is_judged_or_guessed_before_the_game_is_over(server: Running, question: str) -> None:
    anna = server.visitor()
    table = anna.create("pyramid_poker", "me", "me", options={"starter": "random"})
    page = anna.arrive(table)
    page.wait_for("live")
    assert "isn't over" in anna.ask("GET", f"/api/tables/{table}/{question}", status=409)["why"]
    if question.startswith("attempts"):
        assert "isn't over" in anna.ask("POST", f"/api/tables/{table}/{question}", {}, status=409)["why"]


def test_no_way_to_look_through_a_game_is_open_before_its_end_but_ones_own(server: Running) -> None:
    """Whatever is added to `http/history.py` is tried here."""
    anna, bert = server.visitor(), server.visitor()
    table = anna.create("pyramid_poker", "me", "anybody", options={"starter": "random"})
    bert.sit(table)
    pages = [anna.arrive(table), bert.arrive(table)]
    for page in pages:
        page.wait_for("live")
    asked = set()
    for handler in (one for one in HANDLERS if one.fn is not observation.fn):
        for path in (one for one in handler.paths if "{table_id:str}" in one):
            question = path.replace("{table_id:str}", table).replace("{n:int}", "1")
            for method in handler.http_methods:
                body: dict[str, str] | None = {} if method == "POST" else None
                said = anna.ask(method, f"{question}?eyes=1&seat=1&n=1", body, status=409)
                assert "over" in said["why"]
                asked.add(handler.fn.__name__)
    assert {"look_back", "review", "chances", "chances_from", "guesses", "task", "try_again", "odds", "record"} <= asked


def test_what_could_be_known_is_told_of_every_seat(server: Running) -> None:
    anna, table = finished(server, "river", "me", "me", options={"hands": "hidden"})
    n = anna.ask("GET", f"/api/tables/{table}/review")["n"]
    for seat in range(2):
        found = anna.ask("GET", f"/api/tables/{table}/guesses/{n - 1}?seat={seat}")
        assert {one["seat"] for one in found} == {1 - seat}
    assert "no seat" in anna.ask("GET", f"/api/tables/{table}/guesses/1?seat=7", status=409)["why"]
