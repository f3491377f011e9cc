"""Programs over plain HTTP: streams down, requests up, by the same rules as over a socket."""

from typing import Any

import httpx
import pytest

from pyramidion.client.readiness import Readiness
from pyramidion.games import GAMES
from pyramidion.server.protocol.deltas import Merger
from tests.server.conftest import OpenServer, Running
from tests.server.people.people import PASSWORD
from tests.server.programs import Program
from tests.server.visitors import Visitor


def play_on(program: Program, table: str, most: int = 10**6) -> dict[str, Any]:
    """Play the first legal action whenever there is one; the table at the end, or at our turn after so many actions."""
    readiness, done = Readiness(), 0
    for sync in program.listen(f"/api/tables/{table}/stream?whole=true"):
        if sync["type"] != "sync":
            continue
        for answer in readiness.answers(sync):
            program.http.post(f"/api/tables/{table}/{answer.pop('type')}", json=answer)
        if sync["status"] == "over" or (sync["legal"] and done >= most):
            return sync
        if sync["legal"]:
            legal, n = sync["legal"][0], sync["n"]
            acted = program.http.post(
                f"/api/tables/{table}/act", json={"n": n, "seat": legal["seat"], "action": legal["actions"][0]}
            )
            assert acted.is_success or acted.json()["code"] in ("late", "illegal"), acted.text
            done += acted.is_success
    raise AssertionError("the stream ended")


def table_of(program: Program, game: str = "senet", *seats: str, **more: Any) -> str:
    """Open a table with these on its seats."""
    chosen = [
        {"who": seat} if seat in ("me", "anybody") else {"who": "bot", "level": seat} for seat in seats or ("me", "farmer")
    ]
    return str(program.ask("POST", "/api/tables", {"game": game, "seats": chosen, "seating": "as_listed", **more})["id"])


@pytest.mark.parametrize("game", sorted(set(GAMES) - {"egyptian_war"}))
def test_a_whole_game_is_played_by_requests_and_a_stream(server: Running, game: str) -> None:
    program = Program(server.visitor(), "play")
    table = table_of(program, game)
    over = play_on(program, table)
    assert over["scores"]
    assert len(program.ask("GET", f"/api/tables/{table}/record")["events"]) > 5


def test_a_stream_tells_what_a_socket_tells(server: Running) -> None:
    anna = server.visitor()
    table = anna.create("senet", "me", "me")
    page, other = anna.arrive(table), anna.open(table)
    page.wait_for("live")
    lines, merger = Program(anna, "read").listen(f"/api/tables/{table}/stream"), Merger()
    merger.hear(next(lines))
    for _ in range(5):
        page.act()
        while other.sync["n"] < page.sync["n"]:
            other.read_sync()
        while merger.sync["n"] < page.sync["n"]:
            merger.hear(next(lines))
        assert {**merger.sync, "version": 0, "type": ""} == {**other.sync, "version": 0, "type": ""}


def test_a_stream_goes_on_where_it_was_left(server: Running) -> None:
    program = Program(server.visitor(), "play")
    table = table_of(program)
    n = play_on(program, table, most=3)["n"]
    lines = program.listen(f"/api/tables/{table}/stream?n={n - 2}")
    assert [event["n"] for event in next(lines)["events"]][:2] == [n - 2, n - 1]


def test_somebody_who_listens_is_there_and_who_stops_is_gone(server: Running) -> None:
    anna = server.visitor()
    program = Program(anna, "read")
    table = anna.create("senet", "me", "anybody")
    lines = program.listen(f"/api/tables/{table}/stream")
    assert next(lines)["chairs"][0]["present"]
    session = server.session(table)
    assert session.presence.users == {anna.user}
    lines.close()
    server.wait_until(lambda: not session.presence.connections)


def refusal(program: Program, table: str, tag: str, **fields: Any) -> tuple[int, str]:
    answer = program.http.post(f"/api/tables/{table}/{tag}", json=fields)
    return answer.status_code, str(answer.json().get("code"))


def test_what_a_socket_refuses_a_request_is_refused_with_the_same_code(server: Running) -> None:
    program, other = Program(server.visitor(), "play"), Program(server.visitor(), "play")
    table = table_of(program)
    sync = play_on(program, table, most=1)
    n, action = sync["n"], sync["legal"][0]["actions"][0]
    assert refusal(program, table, "act", n=n, seat=0, action="nonsense") == (409, "not_an_action")
    assert refusal(program, table, "act", n=n, seat=0, action="1-30") == (409, "illegal")
    assert refusal(program, table, "act", n=n + 7, seat=0, action=action) == (409, "late")
    assert refusal(other, table, "act", n=n, seat=0, action=action) == (409, "illegal")
    assert refusal(program, table, "act", n=n, seat=0) == (400, "bad_request")
    assert refusal(program, table, "act", n=n, seat=0, action=action, more=1) == (400, "bad_request")
    assert refusal(program, "nowhere", "act", n=n, seat=0, action=action) == (404, "not_found")
    assert refusal(program, table, "slap", n=n, seat=0, reaction=200) == (409, "illegal")
    assert server.session(table).table.log[n - 1 :] == server.session(table).table.log[n - 1 : n]
    assert refusal(program, table, "act", n=n, seat=0, action=action) == (200, "None")


def test_a_hint_is_the_answer_of_its_request(server: Running) -> None:
    program = Program(server.visitor(), "play")
    table = table_of(program)
    sync = play_on(program, table, most=1)
    hint = program.ask("POST", f"/api/tables/{table}/hint", {"n": sync["n"], "seat": 0})
    assert {choice["action"] for choice in hint["choices"]} <= set(sync["legal"][0]["actions"])
    assert refusal(program, table, "hint", n=sync["n"] + 3, seat=0) == (409, "illegal")


def test_programs_chat_take_back_and_resign(server: Running) -> None:
    program = Program(server.visitor(), "play")
    table = table_of(program)
    sync = play_on(program, table, most=2)
    lines = program.listen(f"/api/tables/{table}/stream")
    next(lines)
    program.ask("POST", f"/api/tables/{table}/chat", {"text": "Hello"})
    assert next(line for line in lines if line["type"] == "said")["text"] == "Hello"
    undone = program.ask("POST", f"/api/tables/{table}/offer", {"wish": "undo", "n": sync["n"]})
    assert undone["n"] > sync["n"]
    program.ask("POST", f"/api/tables/{table}/resign", {"n": undone["n"], "seat": 0})
    assert program.ask("GET", f"/api/tables/{table}")["status"] == "over"
    assert program.ask("POST", f"/api/tables/{table}/offer", {"wish": "rematch", "n": 0})
    program.ask("POST", f"/api/tables/{table}/decline", {"wish": "rematch"})


def test_requests_are_limited_like_messages_of_a_socket(open_server: OpenServer) -> None:
    server = open_server(message_rate=0.001, burst=3, request_rate=1e6, guest_rate=1e6)
    program = Program(server.visitor(), "play")
    table = table_of(program)
    server.services.request_limits._of_users.burst = server.services.request_limits._of_addresses.burst = 1e6
    statuses = [refusal(program, table, "decline", wish="undo")[0] for _ in range(12)]
    assert statuses.count(429) >= 5


def test_an_address_has_only_so_many_streams(open_server: OpenServer) -> None:
    server = open_server(sockets_per_address=2)
    program = Program(server.visitor(), "play")
    table = table_of(program)
    lines = [program.listen(f"/api/tables/{table}/stream") for _ in range(2)]
    for one in lines:
        next(one)
    assert program.http.get(f"/api/tables/{table}/stream").status_code == 429
    lines.pop().close()
    server.wait_until(lambda: sum(server.services.socket_limits.open.values()) == 1)
    next(program.listen(f"/api/tables/{table}/stream"))


def test_a_server_that_stops_does_not_wait_for_streams(open_server: OpenServer) -> None:
    server = open_server()
    program = Program(server.visitor(), "play")
    lines = program.listen(f"/api/tables/{table_of(program)}/stream")
    next(lines)
    server.stop()
    with pytest.raises((httpx.RemoteProtocolError, httpx.ReadError)):
        list(lines)


def test_a_head_of_a_stream_is_answered_and_leaves_nobody_there(server: Running) -> None:
    program = Program(server.visitor(), "play")
    table = table_of(program)
    answer = program.http.head(f"/api/tables/{table}/stream")
    assert answer.headers["content-type"] == "application/x-ndjson"
    server.wait_until(lambda: not server.services.registry.sessions[table].presence.connections)


# What happens to somebody


def account(server: Running, name: str) -> Visitor:
    visitor = server.visitor()
    visitor.ask("POST", "/api/account", {"name": name, "password": PASSWORD})
    return visitor


def test_a_challenge_is_told_at_once(server: Running) -> None:
    anna, ben = account(server, "Anna"), account(server, "Ben")
    news = Program(ben, "read").listen("/api/me/stream")
    anna.ask("POST", "/api/people/Ben/challenge", {"game": "senet", "seats": 2, "rated": False})
    told = next(news)
    assert (told["type"], told["name"], told["game"], told["rated"]) == ("challenge", "Anna", "senet", False)
    assert Program(ben, "play").ask("POST", f"/api/tables/{told['table']}/sit", {})["yours"]


def test_a_pairing_the_start_turns_and_the_end_are_told(server: Running) -> None:
    anna, ben = server.visitor(), server.visitor()
    program = Program(ben, "play")
    news = program.listen("/api/me/stream")
    for one in (anna, ben):
        one.ask("POST", "/api/seek", {"game": "senet", "seats": 2, "rated": False})
    paired = next(news)
    table = paired["table"]
    assert paired["type"] == "paired"
    page = anna.arrive(table)
    theirs = ben.arrive(table)
    page.wait_for("live")
    theirs.wait_for("live")
    assert next(news) == {"type": "started", "table": table, "game": "senet"}
    while not theirs.may_act():
        page.wait_for_turn()
        page.act()
        while theirs.sync["n"] < page.sync["n"]:
            theirs.read_sync()
    turn = next(news)
    assert (turn["type"], turn["table"]) == ("your_turn", table)
    page.say("resign", n=turn["n"], seat=page.sync["yours"][0])
    page.wait_for("over")
    while (line := next(news))["type"] != "over":
        assert line["type"] == "your_turn"


def test_who_comes_is_told_how_things_are(server: Running) -> None:
    program = Program(server.visitor(), "play")
    table = table_of(program)
    n = play_on(program, table, most=1)["n"]
    assert next(program.listen("/api/me/stream")) == {"type": "your_turn", "table": table, "game": "senet", "n": n}


def test_nobody_has_no_news(server: Running) -> None:
    assert httpx.get(f"{server.address}/api/me/stream").status_code == 401
