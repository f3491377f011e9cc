"""One table, several doors: a Python program, a terminal, plain HTTP, and a server that is killed in between."""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

import pyramidion
from bench.harness import Server
from pyramidion.client.readiness import Readiness
from pyramidion.client.rest import NotDone
from pyramidion.client.sync import Table
from pyramidion.games import GAMES, find

KILL_AFTER = 4  # of the program's actions
SECONDS = 600.0


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Server]:
    """A server in a process of its own, which can be killed and started again at the same address."""
    server = Server(tmp_path / "house.sqlite", "--bot-pace", "0").start()
    yield server
    server.stop()


class Terminal:
    """`pyramidion join` over a pipe, in which somebody always types the same."""

    def __init__(self, link: str, typed: str) -> None:
        command = [sys.executable, "-m", "pyramidion", "join", link]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT, text=True)
        self._printed = ""
        self._working = [threading.Thread(target=self._type, args=(typed,)), threading.Thread(target=self._read)]
        for one in self._working:
            one.start()

    def _read(self) -> None:
        assert self._process.stdout
        self._printed = self._process.stdout.read()

    def _type(self, typed: str) -> None:
        assert self._process.stdin
        with suppress(OSError):  # the game is over
            while True:
                self._process.stdin.write(f"{typed}\n")
                self._process.stdin.flush()

    def wait(self) -> str:
        """All that it has printed, when the game is over."""
        self._process.wait(SECONDS)
        for one in self._working:
            one.join()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                pipe.close()  # type: ignore[union-attr]
        return self._printed


class OverHttp:
    """Streams and requests, and nothing that knows of this server."""

    def __init__(self, address: str, table: str) -> None:
        with httpx.Client(base_url=address, timeout=SECONDS) as guest:
            guest.get("/api/me")
            token = guest.post("/api/tokens", json={"label": "x", "scopes": ["play"]}).json()["token"]
        self._http = httpx.Client(base_url=f"{address}/api/tables/{table}", timeout=SECONDS)
        self._http.headers["Authorization"] = f"Bearer {token}"
        self._say("sit", {})
        self._playing = threading.Thread(target=self._play)
        self._playing.start()

    def _say(self, what: str, body: dict[str, Any]) -> None:
        self._http.post(f"/{what}", json=body)

    def _play(self) -> None:
        is_over = False
        while not is_over:
            with suppress(httpx.HTTPError):  # the server is gone, and will be back
                is_over = self._listen(Readiness())

    def _listen(self, readiness: Readiness) -> bool:
        with self._http.stream("GET", "/stream?whole=true") as lines:
            for line in lines.iter_lines():
                sync = json.loads(line)
                if sync["type"] != "sync":
                    continue
                if sync["status"] == "over":
                    return True
                for answer in readiness.answers(sync):
                    self._say(str(answer.pop("type")), dict(answer))
                if sync["status"] == "live" and sync["legal"]:
                    legal = sync["legal"][0]
                    self._say("act", {"n": sync["n"], "seat": legal["seat"], "action": legal["actions"][0]})
        return False

    def wait(self) -> None:
        self._playing.join()
        self._http.close()


def act(table: Table) -> bool:
    """Do the last legal action; whether it was done."""
    try:
        table.act(table.legal()[-1])
    except (NotDone, IndexError, pyramidion.Illegal):  # something else came first
        return False
    return True


@pytest.mark.parametrize("game", sorted(set(GAMES) - {"egyptian_war"}))
def test_everybody_ends_with_the_same_record_though_the_server_was_killed(house: Server, game: str) -> None:
    anna = pyramidion.connect(house.address)
    count = 3 if 3 in find(game).seats else 2
    table = anna.open(game, "me", *["anybody"] * (count - 1), seating="as_listed")
    terminal = Terminal(f"{house.address}/t/{table.id}", "1")
    third = OverHttp(house.address, table.id) if count == 3 else None
    done = 0
    while table.wait_for_turn():
        done += act(table)
        if done == KILL_AFTER:
            done, port = done + 1, house.port
            house.kill()
            house.start(port)
    printed = terminal.wait()
    if third:
        third.wait()
    record = httpx.get(f"{house.address}/api/tables/{table.id}/record", timeout=SECONDS).json()
    assert done > KILL_AFTER
    assert table.record() == record
    assert len(table.events) == len(record["events"]) + len(record["fairness"]["aside"])
    assert table.events[-1].told in printed
    assert table.ending in printed or record["ending"] in printed
    anna.close()
