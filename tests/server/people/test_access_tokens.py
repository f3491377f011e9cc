"""Access tokens: good for what they say, shown once, kept as hashes, and gone when they are revoked."""

import json
import sqlite3
from collections import deque
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from tests.server.conftest import OpenServer, Running
from tests.server.people.people import PASSWORD
from tests.server.people.test_moderation import with_moderator
from tests.server.programs import Program
from tests.server.visitors import SECONDS

TABLE = {"game": "senet", "seats": [{"who": "me"}, {"who": "anybody"}]}


def test_a_guest_s_token_plays_as_the_guest(server: Running) -> None:
    anna = server.visitor()
    program = Program(anna, "play")
    assert program.ask("GET", "/api/me")["user"] == anna.user
    table = program.ask("POST", "/api/tables", TABLE)
    assert anna.ask("GET", f"/api/tables/{table['id']}")["yours"] == table["yours"] != []


def test_a_token_is_told_once_and_kept_as_a_hash(server: Running, tmp_path: Path) -> None:
    anna = server.visitor()
    program = Program(anna, "read")
    secret = program.token.split(".")[0]
    assert secret not in anna.http.get("/api/tokens").text
    assert secret not in anna.http.get("/api/account/export").text
    with sqlite3.connect(tmp_path / "house.sqlite") as database:
        written = "\n".join(database.iterdump())
    assert program.id in written
    assert secret not in written


def test_tokens_are_listed_with_what_they_are_good_for(server: Running) -> None:
    anna, ben = server.visitor(), server.visitor()
    Program(anna, "play", "read")
    (listed,) = anna.ask("GET", "/api/tokens")
    assert (listed["label"], listed["scopes"], listed["seen"]) == ("a test", ["play", "read"], None)
    assert ben.ask("GET", "/api/tokens") == []


def test_the_list_says_when_a_token_was_last_used(server: Running) -> None:
    anna = server.visitor()
    Program(anna, "read").ask("GET", "/api/me")
    (listed,) = anna.ask("GET", "/api/tokens")
    assert listed["seen"] >= listed["created"]


def test_a_token_to_read_with_does_not_play(server: Running) -> None:
    program = Program(server.visitor(), "read")
    program.ask("GET", "/api/tables")
    refused = program.ask("POST", "/api/tables", TABLE, status=403)
    assert refused == {"why": "This access token can't do that: it needs play.", "code": "wrong_scope"}


@pytest.mark.parametrize("path", ["/api/account", "/api/account/export", "/api/tokens", "/api/moderation/reports"])
def test_no_token_opens_what_is_private(server: Running, path: str) -> None:
    assert Program(server.visitor(), "read", "play", "bot").ask("GET", path, status=403)["code"] == "wrong_scope"


def test_no_token_makes_or_ends_another(server: Running) -> None:
    program = Program(server.visitor(), "play")
    program.ask("POST", "/api/tokens", {"label": "more", "scopes": ["bot"]}, status=403)
    program.ask("DELETE", f"/api/tokens/{program.id}", status=403)


def test_a_revoked_token_is_good_for_nothing_and_its_socket_is_closed(server: Running) -> None:
    anna = server.visitor()
    program = Program(anna, "play")
    table = program.ask("POST", "/api/tables", TABLE)["id"]
    address = f"{server.address.replace('http', 'ws')}/api/tables/{table}/socket"
    with connect(address, additional_headers={"Authorization": f"Bearer {program.token}"}) as socket:
        assert json.loads(socket.recv(timeout=SECONDS))["yours"]
        anna.ask("DELETE", f"/api/tokens/{program.id}")
        with pytest.raises(ConnectionClosed, match="4401"):
            deque(iter(lambda: socket.recv(timeout=SECONDS), None))
    assert program.ask("GET", "/api/me", status=401)["code"] == "bad_token"
    anna.ask("DELETE", f"/api/tokens/{program.id}", status=404)


def test_nobody_revokes_somebody_else_s_token(server: Running) -> None:
    anna, ben = server.visitor(), server.visitor()
    program = Program(anna, "read")
    ben.ask("DELETE", f"/api/tokens/{program.id}", status=404)
    program.ask("GET", "/api/me")


MADE_UP: dict[str, Callable[[str], str]] = {
    "nothing of ours": lambda _token: "x",
    "another secret": lambda token: f"pyramidion_{'x' * 32}.{token.split('.')[1]}",
    "no signature": lambda token: token.split(".")[0],
    "signs that are not ASCII": lambda token: token + "é",
    "a cookie": lambda token: token.removeprefix("pyramidion_"),
}


@pytest.mark.parametrize("kind", MADE_UP)
def test_what_is_made_up_is_refused_and_not_taken_for_a_stranger(server: Running, kind: str) -> None:
    token = MADE_UP[kind](Program(server.visitor(), "read").token)
    answer = httpx.get(f"{server.address}/api/games", headers={b"Authorization": b"Bearer " + token.encode()})
    assert (answer.status_code, answer.json()["code"]) == (401, "bad_token")
    with pytest.raises(InvalidStatus, match="401"):
        connect(
            f"{server.address.replace('http', 'ws')}/api/tables/x/socket", additional_headers={"Authorization": "Bearer x"}
        )


def test_a_cookie_is_no_token_and_a_token_no_cookie(server: Running) -> None:
    anna = server.visitor()
    cookie = anna.http.cookies["pyramidion"]
    assert httpx.get(f"{server.address}/api/me", headers={"Authorization": f"Bearer {cookie}"}).status_code == 401
    token = Program(anna, "play").token
    assert httpx.put(f"{server.address}/api/me", json={"name": "x"}, cookies={"pyramidion": token}).status_code == 401


def test_an_account_proves_itself_before_it_makes_a_token(server: Running) -> None:
    anna = server.visitor()
    anna.ask("POST", "/api/account", {"name": "Anna", "password": PASSWORD})
    Program(anna, "play")
    server.run(
        server.services.database.write(lambda connection: connection.exec_driver_sql("UPDATE sign_ins SET proved = 1"))
    )
    server.services.sign_ins._kept._kept.clear()
    assert anna.ask("POST", "/api/tokens", {"label": "x", "scopes": ["read"]}, status=403)["code"] == "prove_again"


def test_a_guest_who_becomes_an_account_keeps_the_tokens(server: Running) -> None:
    anna = server.visitor()
    program = Program(anna, "play")
    anna.ask("POST", "/api/account", {"name": "Anna", "password": PASSWORD})
    assert program.ask("GET", "/api/me")["name"] == "Anna"


def test_a_closed_account_s_programs_are_closed_with_it(server: Running) -> None:
    anna = server.visitor()
    anna.ask("POST", "/api/account", {"name": "Anna", "password": PASSWORD})
    program = Program(anna, "play")
    program.ask("GET", "/api/me")
    with_moderator(server, "Judge").ask("POST", f"/api/moderation/people/{anna.user}", {"action": "close", "reason": "rude"})
    assert program.ask("GET", "/api/me", status=401)["code"] == "bad_token"


def test_a_deleted_account_s_tokens_are_deleted_with_it(server: Running, tmp_path: Path) -> None:
    anna = server.visitor()
    anna.ask("POST", "/api/account", {"name": "Anna", "password": PASSWORD})
    program = Program(anna, "play")
    anna.ask("DELETE", "/api/account")
    assert program.ask("GET", "/api/me", status=401)["code"] == "bad_token"
    with sqlite3.connect(tmp_path / "house.sqlite") as database:
        assert database.execute("SELECT count(*) FROM access_tokens").fetchone() == (0,)


def test_nobody_makes_more_tokens_than_anybody_needs(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pyramidion.server.storage.access_tokens.MOST_TOKENS", 3)
    anna = server.visitor()
    for _ in range(3):
        Program(anna, "read")
    refused = anna.ask("POST", "/api/tokens", {"label": "x", "scopes": ["read"]}, status=409)
    assert refused["why"] == "You have 3 access tokens: revoke one first."


def test_tokens_outlive_the_server(open_server: OpenServer) -> None:
    server = open_server()
    program = Program(server.visitor(), "read")
    server.stop()
    again = open_server()
    headers = {"Authorization": f"Bearer {program.token}"}
    assert httpx.get(f"{again.address}/api/me", headers=headers).json()["user"] == program.user


def test_a_bot_s_token_marks_its_user_as_a_bot_for_good(server: Running) -> None:
    anna = server.visitor()
    Program(anna, "play")
    assert anna.ask("GET", "/api/me")["is_program"] is False
    program = Program(anna, "bot")
    anna.ask("DELETE", f"/api/tokens/{program.id}")
    assert anna.ask("GET", "/api/me")["is_program"] is True
    table = anna.create("senet", "me", "farmer")
    assert [chair["is_program"] for chair in anna.open(table).sync["chairs"]] == [True, False]


def test_no_bot_sits_at_a_rated_table_that_is_won_by_reflex(server: Running) -> None:
    anna, bot = server.visitor(), server.visitor()
    program = Program(bot, "bot")
    seats = {"game": "egyptian_war", "seats": [{"who": "me"}, {"who": "anybody"}]}
    rated = anna.ask("POST", "/api/tables", {**seats, "rated": True})["id"]
    for refused in (
        program.ask("POST", f"/api/tables/{rated}/sit", {}, status=409),
        program.ask("POST", "/api/tables", {**seats, "rated": True}, status=409),
        program.ask("POST", "/api/seek", {"game": "egyptian_war", "seats": 2}, status=409),
    ):
        assert refused["why"] == "Egyptian War against a program isn't rated."
    unrated = anna.ask("POST", "/api/tables", seats)["id"]
    assert program.ask("POST", f"/api/tables/{unrated}/sit", {})["yours"]
