"""People for tests: they come over real sockets, as a browser would."""

import json
import queue
import threading
import time
from typing import Any, Protocol

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from pyramidion.client.readiness import Readiness
from pyramidion.server.protocol.deltas import Merger

SECONDS = 600.0  # games may have to be compiled first, on a machine that is busy with something else


class Closable(Protocol):
    """What has to be closed after a test."""

    def close(self) -> None: ...


class Visitor:
    """Somebody with a cookie."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.pages: list[Closable] = []  # and programs
        self.http = httpx.Client(base_url=address, timeout=SECONDS)
        self.user = self.http.get("/api/me").json()["user"]

    def ask(self, method: str, path: str, body: Any = None, status: int | None = None) -> Any:
        """A request; the JSON of the answer."""
        response = self.http.request(method, path, json=body)
        if status is None:
            assert response.is_success, response.text
        else:
            assert response.status_code == status, response.text
        return response.json()

    def create(self, game: str, *seats: str, **more: Any) -> str:
        """Open a table with these on its seats, as listed: me, anybody, or a bot's level. The table's id."""
        chosen = [{"who": seat} if seat in ("me", "anybody") else {"who": "bot", "level": seat} for seat in seats]
        return str(self.ask("POST", "/api/tables", {"game": game, "seats": chosen, "seating": "as_listed", **more})["id"])

    def sit(self, table: str, seat: int | None = None) -> None:
        self.ask("POST", f"/api/tables/{table}/sit", {"seat": seat})

    def open(self, table: str, n: int = 0, headers: dict[str, str] | None = None, **more: Any) -> "Page":
        """Open the table's page."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        headers = (headers or {}) | ({"Cookie": cookies} if cookies else {})
        address = f"{self.address.replace('http', 'ws', 1)}/api/tables/{table}/socket?n={n}"
        page = Page(connect(address, additional_headers=headers, max_size=None, **more))
        self.pages.append(page)
        return page

    def arrive(self, table: str) -> "Page":
        """Open the table's page and be ready."""
        page = self.open(table)
        page.get_ready()
        return page

    def close(self) -> None:
        for page in self.pages:
            page.close()
        self.http.close()


class Page:
    """A table's page: the latest Sync, and everything else that came."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.socket: ClientConnection = connection.__enter__()
        self.merger = Merger()
        self.events: list[dict[str, Any]] = []
        self._received: queue.SimpleQueue[dict[str, Any] | None] | None = None  # while it gets ready
        self.read_sync()

    def say(self, tag: str, **fields: Any) -> None:
        self.socket.send(json.dumps({"type": tag, **fields}))

    def get_ready(self) -> None:
        """Commit to a salt, and reveal it when everybody has. A thread listens for that, since a test may look elsewhere."""
        self._received = queue.SimpleQueue()
        readiness = Readiness()
        self._answer(readiness, self.sync)
        threading.Thread(target=self._receive_until_ready, args=(readiness, self._received), daemon=True).start()

    def _answer(self, readiness: Readiness, sync: dict[str, Any]) -> None:
        for message in readiness.answers(sync):
            self.socket.send(json.dumps(message))

    def _receive_until_ready(self, readiness: Readiness, received: "queue.SimpleQueue[dict[str, Any] | None]") -> None:
        merger = Merger()
        merger.sync = self.sync
        try:
            while merger.sync["status"] == "waiting":
                message = json.loads(self.socket.recv())
                received.put(message)
                if sync := merger.hear(message):
                    self._answer(readiness, sync)
        except ConnectionClosed:
            pass  # whoever reads on will notice
        received.put(None)

    def _receive(self, seconds: float) -> dict[str, Any]:
        if self._received:
            try:
                message = self._received.get(timeout=seconds)
            except queue.Empty:
                raise TimeoutError from None
            if message:
                return message
            self._received = None
        return dict(json.loads(self.socket.recv(timeout=seconds)))

    def read(self, seconds: float = SECONDS) -> dict[str, Any]:
        """The next message that is no ping; pings don't lengthen the time."""
        deadline = time.monotonic() + seconds
        while True:
            message = self._receive(deadline - time.monotonic())
            if message["type"] == "ping":
                self.say("pong", t=message["t"])
                continue
            if self.merger.hear(message):
                self.events += [event for event in message["events"] if event["n"] >= len(self.events)]
                return self.sync
            return message

    @property
    def sync(self) -> dict[str, Any]:
        """The whole table."""
        return self.merger.sync

    def read_until(self, tag: str) -> dict[str, Any]:
        while (message := self.read())["type"] != tag:
            pass
        return message

    def read_sync(self) -> dict[str, Any]:
        return self.read_until("sync")

    def wait_for(self, status: str) -> None:
        while self.sync["status"] != status:
            self.read_sync()

    def may_act(self) -> bool:
        return bool(self.sync["legal"]) and self.sync["status"] == "live"

    def wait_for_turn(self) -> bool:
        """Whether it has become our turn; not if the game is over."""
        while not self.may_act() and self.sync["status"] != "over":
            self.read_sync()
        return self.may_act()

    def act(self, action: str | None = None, seat: int | None = None) -> dict[str, Any]:
        """Do an action, or the first legal one, and read what comes of it: a Sync or a refusal."""
        if action is None or seat is None:
            seat = self.sync["legal"][0]["seat"] if seat is None else seat
            action = self.sync["legal"][0]["actions"][0] if action is None else action
        self.say("act", n=self.sync["n"], seat=seat, action=action)
        while (message := self.read())["type"] not in ("sync", "refused"):
            pass
        return message

    def close(self) -> None:
        self.connection.__exit__(None, None, None)
