"""Doors locked: origins, limits, headers, and refusals without traces."""

import asyncio
import json
import logging
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from pyramidion.server.sockets.connection import MOST_REFUSALS, NONSENSE, Connection
from pyramidion.server.sockets.line import MOST_WAITING
from tests.server.conftest import OpenServer, Running
from tests.server.visitors import SECONDS, Page


def socket_of(server: Running, table: str, **headers: str) -> ClientConnection:
    return connect(f"{server.address.replace('http', 'ws')}/api/tables/{table}/socket", additional_headers=headers)


def read_for_ever(page: Page) -> None:
    while True:
        page.socket.recv(timeout=SECONDS)


def provoke(page: Page) -> None:
    """More than the server puts up with."""
    for _ in range(2 * MOST_REFUSALS):
        page.say("decline", wish="undo")
        page.read()


class Stuck:
    """A reader that takes nothing any more."""

    async def send(self, _message: Any) -> None:
        await asyncio.sleep(3600)


def test_a_page_of_another_site_may_not_connect(server: Running) -> None:
    table = server.visitor().create("senet", "me", "anybody")
    with pytest.raises(Exception, match="403"), socket_of(server, table, Origin="http://evil.example"):
        pass


def test_our_own_page_may_connect(server: Running) -> None:
    table = server.visitor().create("senet", "me", "anybody")
    with socket_of(server, table, Origin=server.address) as socket:
        assert json.loads(socket.recv())["type"] == "sync"


def test_a_listed_origin_may_connect(open_server: OpenServer) -> None:
    server = open_server(origins=("https://games.example",))
    table = server.visitor().create("senet", "me", "anybody")
    with socket_of(server, table, Origin="https://games.example") as socket:
        assert json.loads(socket.recv())["type"] == "sync"


def test_a_page_of_another_site_may_not_post(server: Running) -> None:
    response = server.visitor().http.put("/api/me", json={"name": "Eve"}, headers={"Origin": "http://evil.example"})
    assert response.status_code == 403


def test_an_unknown_table_closes_the_socket(server: Running) -> None:
    with socket_of(server, "nowhere") as socket, pytest.raises(ConnectionClosed, match="4404"):
        socket.recv()


def test_a_frame_over_4_kilobytes_ends_the_connection(server: Running) -> None:
    anna = server.visitor()
    page = anna.open(anna.create("senet", "me", "anybody"))
    page.socket.send(json.dumps({"type": "say", "text": "x" * 5000}))
    with pytest.raises(ConnectionClosed, match="1009"):
        read_for_ever(page)


@pytest.mark.parametrize(
    "message",
    [
        "",
        "{",
        "null",
        "[" * 2000,
        '{"type":"act"}',
        '{"type":"act","n":NaN}',
        '{"type":"act","n":1,"seat":9,"action":"x"}',
        "\x00",
    ],
)
def test_nonsense_gets_a_sentence(server: Running, message: str) -> None:
    anna = server.visitor()
    page = anna.open(anna.create("senet", "me", "anybody"))
    page.socket.send(message)
    why = page.read_until("refused")["why"]
    assert why.startswith("Unknown message")
    assert "Traceback" not in why


def test_too_many_messages_are_refused_and_then_end_the_connection(open_server: OpenServer) -> None:
    server = open_server(message_rate=1.0, burst=5.0)
    anna = server.visitor()
    page = anna.open(anna.create("senet", "me", "anybody"))
    for _ in range(10):
        page.say("decline", wish="undo")
    assert "Too many messages" in page.read_until("refused")["why"]
    with pytest.raises(ConnectionClosed, match=str(NONSENSE)):
        provoke(page)


def test_too_many_requests_are_refused(open_server: OpenServer) -> None:
    server = open_server(request_rate=1.0, burst=5.0)
    anna = server.visitor()
    answers = [anna.http.get("/api/games").status_code for _ in range(10)]
    assert answers[0] == 200
    assert answers[-1] == 429


def test_too_many_sockets_of_one_address_are_refused(open_server: OpenServer) -> None:
    server = open_server(sockets_per_address=2)
    anna = server.visitor()
    table = anna.create("senet", "me", "anybody")
    anna.open(table)
    anna.open(table)
    with socket_of(server, table) as third, pytest.raises(ConnectionClosed, match="4430"):
        third.recv()


def test_a_slow_reader_is_dropped_and_finds_everything_on_its_return(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, ben = server.visitor(), server.visitor()
    table = anna.create("senet", "me", "me")
    page = anna.arrive(table)
    page.wait_for("live")
    ben.open(table)
    (slow,) = [c for c in server.session(table).presence.connections if c.user == ben.user]
    assert isinstance(slow, Connection)
    monkeypatch.setattr(slow, "socket", Stuck())
    monkeypatch.setattr(slow, "_send_now", lambda _message: False)
    for _ in range(MOST_WAITING + 5):
        if not page.may_act():
            break
        page.act()
    assert slow._queue.qsize() <= MOST_WAITING
    again = ben.open(table)
    while page.sync["n"] < again.sync["n"]:
        page.read_sync()
    assert again.sync["n"] == page.sync["n"]
    assert again.sync["view"] == page.sync["view"]


def test_a_page_that_stops_reading_for_a_while_gets_everything_in_order(server: Running) -> None:
    anna = server.visitor()
    table = anna.create("senet", "me", "anybody")
    page = anna.open(table)
    (connection,) = server.session(table).presence.connections

    async def push_more_than_the_way_holds() -> None:
        for number in range(MOST_WAITING):
            connection.push(json.dumps({"type": "said", "text": f"{number} {' ' * 400_000}"}).encode())

    server.run(push_more_than_the_way_holds())
    heard: list[int] = []
    while len(heard) < MOST_WAITING:
        message = json.loads(page.socket.recv(timeout=SECONDS))
        heard += [int(message["text"].split()[0])] if message["type"] == "said" else []
    assert heard == list(range(MOST_WAITING))


def test_every_answer_has_the_headers_that_lock_the_page(server: Running) -> None:
    headers = server.visitor().http.get("/api/games").headers
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "same-origin"
    assert "server" not in headers


def test_an_unexpected_failure_is_logged_and_tells_nothing(
    server: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    anna = server.visitor()

    async def fail(_job: object) -> None:
        raise RuntimeError("the secret is swordfish")

    monkeypatch.setattr(server.services.database, "read", fail)
    with caplog.at_level(logging.ERROR):
        response = anna.http.get("/api/tables")
    assert response.status_code == 500
    assert "swordfish" not in response.text
    assert response.json()["code"] == "internal"
    assert response.json()["why"].startswith("Something went wrong on our side (reference ")
    assert "swordfish" in caplog.text


def test_neither_secrets_nor_cookies_are_logged(server: Running, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, logger="pyramidion"):
        anna = server.visitor()
        table = anna.create("senet", "me", "me")
        anna.arrive(table).wait_for("live")
    assert server.session(table).table.meta.secret not in caplog.text
    assert anna.http.cookies["pyramidion"].split(".")[1] not in caplog.text


def test_an_address_that_leads_nowhere_is_told_by_the_page_and_one_of_the_interface_by_a_sentence(server: Running) -> None:
    anna = server.visitor()
    assert anna.http.get("/nowhere").headers["content-type"].startswith("text/")
    answer = anna.http.get("/api/nowhere")
    assert answer.status_code == 404
    assert answer.json()["why"]
