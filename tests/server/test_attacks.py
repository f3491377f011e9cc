"""What was tried against a server, and does not work any more: each of these failed once."""

import json
import logging
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from pyramidion.bots import assess as bots_assess
from pyramidion.server.tables import table as tables
from pyramidion.server.thinking import bot_pool
from tests.server.conftest import Running
from tests.server.test_tables import live_table
from tests.server.visitors import Visitor

OpenServer = Callable[..., Running]


# Limits: on every path, for everybody, by address and by user


@pytest.mark.parametrize(("method", "path"), [("OPTIONS", "/api/tables"), ("GET", "/api/nothing"), ("DELETE", "/api/me")])
def test_every_path_and_method_is_limited(open_server: OpenServer, method: str, path: str) -> None:
    server = open_server(request_rate=0.001, address_rate=0.001, burst=5)
    with httpx.Client(base_url=server.address) as client:
        statuses = [client.request(method, path).status_code for _ in range(20)]
    assert statuses.count(429) >= 10


def test_handshakes_are_limited(open_server: OpenServer) -> None:
    server = open_server(request_rate=0.001, address_rate=0.001, burst=10)
    visitor = server.visitor()
    refused = 0
    for _ in range(20):
        try:
            visitor.open("no-such-table")
        except InvalidStatus as error:
            refused += error.response.status_code == 429
        except ConnectionClosed:
            pass
    assert refused >= 8


def test_a_forwarded_address_is_believed_from_trusted_proxies_only(open_server: OpenServer) -> None:
    server = open_server(request_rate=0.001, address_rate=0.001, burst=5)

    def statuses(server: Running) -> list[int]:
        headers = [{"X-Forwarded-For": f"203.0.113.{i}"} for i in range(30)]
        return [httpx.get(f"{server.address}/api/games", headers=each).status_code for each in headers]

    assert statuses(server).count(429) >= 20
    server.stop()
    proxied = open_server(request_rate=0.001, address_rate=0.001, burst=5, trusted_proxies=("127.0.0.1",))
    assert statuses(proxied).count(429) == 0


def test_a_user_has_an_allowance_of_their_own_inside_the_addresss(open_server: OpenServer) -> None:
    server = open_server(request_rate=0.001, address_rate=1, burst=20)
    greedy, patient = server.visitor(), server.visitor()
    asked = [greedy.http.get("/api/games").status_code for _ in range(60)]
    assert asked.count(429) >= 30
    assert patient.http.get("/api/games").status_code == 200


def test_an_address_makes_only_so_many_guests(open_server: OpenServer) -> None:
    server = open_server(guest_rate=0.001, burst=5, request_rate=1e6, address_rate=1e6)
    statuses = [httpx.get(f"{server.address}/api/me").status_code for _ in range(10)]
    assert statuses.count(429) == 5
    assert httpx.get(f"{server.address}/api/games").status_code == 200, "only new guests are too many"


# Connections that never say what they want


def half_open(server: Running, number: int) -> list[socket.socket]:
    port = int(server.address.rsplit(":", 1)[1])
    sockets = [socket.create_connection(("127.0.0.1", port)) for _ in range(number)]
    for each in sockets:
        each.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
    return sockets


def is_closed(each: socket.socket) -> bool:
    each.settimeout(60)
    return not each.recv(10_000).startswith(b"HTTP/1.1 200")


def test_one_address_has_only_so_many_connections(open_server: OpenServer) -> None:
    server = open_server(connections_per_address=10)
    sockets = half_open(server, 20)
    assert all(is_closed(each) for each in sockets[10:])
    for each in sockets:
        each.close()
    server.visitor().ask("GET", "/api/games")


@pytest.mark.parametrize("begun", [b"", b"GET / HTTP/1.1\r\nHost: localhost\r\nX-", b"POST /api/tables HTTP/1.1\r\nHost: l"])
def test_a_request_that_does_not_arrive_is_given_up(open_server: OpenServer, monkeypatch: Any, begun: bytes) -> None:
    monkeypatch.setattr("pyramidion.server.connection_limits.REQUEST_SECONDS", 0.2)
    server = open_server()
    with socket.create_connection(("127.0.0.1", int(server.address.rsplit(":", 1)[1]))) as each:
        each.sendall(begun)
        each.settimeout(60)
        assert each.recv(1000) == b""


def test_a_body_that_does_not_arrive_is_given_up(open_server: OpenServer, monkeypatch: Any) -> None:
    monkeypatch.setattr("pyramidion.server.connection_limits.REQUEST_SECONDS", 0.2)
    server = open_server()
    with socket.create_connection(("127.0.0.1", int(server.address.rsplit(":", 1)[1]))) as each:
        each.sendall(b"PUT /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
        each.settimeout(60)
        assert b"200 OK" not in each.recv(1000)


def test_a_socket_and_a_connection_kept_alive_outlast_that_time(open_server: OpenServer, monkeypatch: Any) -> None:
    monkeypatch.setattr("pyramidion.server.connection_limits.REQUEST_SECONDS", 0.2)
    server = open_server()
    visitor = server.visitor()
    page = visitor.arrive(visitor.create("senet", "me", "farmer"))
    page.wait_for_turn()
    began = time.monotonic()
    while time.monotonic() - began < 0.5:
        visitor.ask("GET", "/api/games")
    assert page.act()["type"] == "sync"


# Whom we listen to


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "localhost.evil.example"])
def test_a_request_for_somebody_else_is_refused(server: Running, host: str) -> None:
    assert httpx.get(f"{server.address}/api/games", headers={"Host": host}).status_code == 421


@pytest.mark.parametrize(
    "host", ["localhost", "127.0.0.1:1", "[::1]:8000", "192.168.1.7", "games.example", "other.example:1"]
)
def test_addresses_and_names_of_ours_are_answered(open_server: OpenServer, host: str) -> None:
    server = open_server(hosts=("games.example",), origins=("https://other.example",))
    assert httpx.get(f"{server.address}/api/games", headers={"Host": host}).status_code == 200


def test_json_that_is_nested_too_deeply_is_a_bad_request(server: Running) -> None:
    visitor = server.visitor()
    deep = "[" * 5000 + "]" * 5000
    for method, path in (("PUT", "/api/me"), ("POST", "/api/tables"), ("POST", "/api/games/senet/look")):
        answer = visitor.http.request(method, path, content=deep, headers={"Content-Type": "application/json"})
        assert answer.status_code == 400, answer.text


# Tables


def test_bots_alone_play_only_while_somebody_watches(server: Running) -> None:
    visitor = server.visitor()
    table = visitor.create("senet", "farmer", "farmer")
    session = server.session(table)
    n = visitor.ask("GET", f"/api/tables/{table}")["n"]
    visitor.ask("GET", "/api/tables")
    assert session._bots.is_asleep
    assert visitor.ask("GET", f"/api/tables/{table}")["n"] == n
    page = visitor.open(table)
    while page.sync["n"] < n + 5:
        page.read_sync()


def test_tables_of_bots_are_few_and_all_tables_count_for_who_made_them(open_server: OpenServer) -> None:
    server = open_server(tables_per_user=6, tables_of_bots_per_user=2)
    visitor = server.visitor()
    for _ in range(2):
        visitor.create("senet", "farmer", "farmer")
    bots_only = {"game": "senet", "seats": [{"who": "bot", "level": "farmer"}] * 2}
    assert "games between bots" in visitor.ask("POST", "/api/tables", bots_only, status=429)["why"]
    for _ in range(4):
        visitor.create("senet", "me", "anybody")
    nobody_yet = {"game": "senet", "seats": [{"who": "anybody"}] * 2}
    assert "too many games" in visitor.ask("POST", "/api/tables", nobody_yet, status=429)["why"]


def test_empty_tables_do_not_fill_the_lobby(server: Running) -> None:
    crowd, one = server.visitor(), server.visitor()
    real = one.create("senet", "me", "anybody", listed=True)
    for _ in range(10):
        crowd.create("senet", "anybody", "anybody", listed=True)
        crowd.create("senet", "me", "anybody", listed=True)
    waiting = [table["id"] for table in server.visitor().ask("GET", "/api/tables")["waiting"]]
    assert real in waiting
    assert len(waiting) == 4


def test_onlookers_cannot_decline_an_offer(server: Running) -> None:
    table, _, _, first, second = live_table(server, "senet")
    first.say("resign", n=first.sync["n"], seat=first.sync["yours"][0])
    for page in (first, second):
        page.wait_for("over")
    first.say("offer", wish="rematch", n=first.sync["n"])
    while not second.sync["wishes"].get("rematch"):
        second.read_sync()
    onlooker = server.visitor().open(table)
    onlooker.say("decline", wish="rematch")
    assert "Only players" in onlooker.read_until("refused")["why"]
    assert server.session(table).offers["rematch"]


def test_remarks_of_onlookers_never_close_a_players_page(server: Running) -> None:
    table, _, _, page, _ = live_table(server, "senet")
    visitors = [server.visitor() for _ in range(8)]
    crowd = [(visitor.user, visitor.open(table)) for visitor in visitors]
    for round_number in range(20):
        for _, onlooker in crowd:
            onlooker.say("say", text=f"hello {round_number}")
    heard = [0 if _is_refused(*onlooker) else 1 for onlooker in crowd for _ in range(20)]
    assert sum(heard) < len(heard) / 2
    page.say("say", text="I am still here")
    while page.read_until("said")["text"] != "I am still here":
        pass


def _is_refused(user: str, onlooker: Any) -> bool:
    """Whether its next remark was refused; others' remarks are passed over."""
    while True:
        message = onlooker.read()
        if message["type"] == "refused":
            return True
        if message["type"] == "said" and message["user"] == user:
            return False


# Thinking


def test_many_hints_are_one_search_and_no_bot_is_made_to_hurry(server: Running, monkeypatch: Any) -> None:
    forced: list[Any] = []
    monkeypatch.setattr("pyramidion.server.thinking.bot_pool.first_legal", lambda *asked: forced.append(asked))
    visitor = server.visitor()
    page = visitor.arrive(visitor.create("senet", "me", "farmer"))
    page.wait_for_turn()
    while page.sync["legal"] and len(page.sync["legal"][0]["actions"]) < 2:
        page.act()
        page.wait_for_turn()
    searches: list[Any] = []
    assess = bots_assess.assess

    def counting(*asked: Any, **more: Any) -> Any:
        searches.append(asked)
        return assess(*asked, **more)

    monkeypatch.setattr(bot_pool, "assess", counting)
    for _ in range(14):
        page.say("ask", n=page.sync["n"], seat=0)
    hints = [page.read_until("hint") for _ in range(14)]
    assert len(searches) == 1
    assert all(hint == hints[0] for hint in hints)
    page.act()
    page.wait_for_turn()
    assert not forced


def test_a_step_of_the_machines_clock_flags_nobody(monkeypatch: Any) -> None:
    before = tables.now()
    monkeypatch.setattr(time, "time_ns", lambda: 10**18 * 5)
    assert 0 <= tables.now() - before < 60_000


def test_logs_have_no_links_of_tables(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pyramidion", "serve", "--port", "0", "--no-browser", "--database", str(tmp_path / "d")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stdout
        address = re.search(r"http://[\d.:]+", server.stdout.readline())
        assert address
        visitor = Visitor(address[0])
        table = visitor.create("senet", "me", "farmer")
        visitor.arrive(table).wait_for_turn()
        visitor.close()
        server.terminate()
        logged = server.communicate()[1]
    assert table not in logged


def test_refusals_are_json(server: Running) -> None:
    answer = httpx.get(f"{server.address}/api/games", headers={"Host": "evil.example"})
    assert json.loads(answer.text)["code"] == "wrong_host"


@pytest.mark.parametrize("host", ["127.0.0.1:80a", "127.0.0.1:99999", "[127.0.0.1", "127.0.0.1]:1", "[::1]x", "a b"])
def test_a_host_that_is_none_is_not_ours(server: Running, host: str) -> None:
    answer = httpx.get(f"{server.address}/api/games", headers={"Host": host})
    assert json.loads(answer.text)["code"] == "wrong_host"


def test_a_body_that_is_not_utf_8_is_refused_with_a_sentence(server: Running) -> None:
    headers = {"Content-Type": "application/json"}
    answer = server.visitor().http.post("/api/tables", content=b'{"game": "s\xbfnet", "seats": []}', headers=headers)
    assert answer.status_code == 400
    assert "UTF-8" in answer.json()["why"]


def test_a_message_that_is_not_utf_8_closes_the_page_and_logs_no_error(
    server: Running, caplog: pytest.LogCaptureFixture
) -> None:
    anna = server.visitor()
    page = anna.open(anna.create("senet", "me", "farmer"))
    page.socket.send(b'{"type": "say", "text": "\xff"}', text=True)
    with pytest.raises(ConnectionClosed) as closed:
        page.read_until("said")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1007
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
