"""One page at a table: reads what it says within limits, and writes what it is told from a bounded queue."""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from pyramidion.server.limits import SocketLimits, address_of
from pyramidion.server.protocol.socket import Ping, Pong, Up
from pyramidion.server.sockets.latency import EXTENSION, Latency
from pyramidion.server.sockets.line import Line
from pyramidion.server.tables.session import Session
from pyramidion.server.tables.table import now

A_PING = b""  # in the queue: its time is that of its sending
LONG = b" " * 3000  # after a ping: a kernel may wait before it acknowledges, but not after two full segments
PING_SECONDS = 10.0
CALM_PING_SECONDS = 20.0  # where nobody's time counts: then only to notice that a line is dead
FIRST_PINGS = 12  # so many in the first seconds, to know a new connection quickly
MOST_REFUSALS = 200  # a page that says nothing but nonsense is shown the door

SEND_NOW = "pyramidion.send_now"  # where a connection's scope holds what sends text at once: see `connection_limits`

NONSENSE = 4400  # why a socket is closed

log = logging.getLogger(__name__)
decoder = msgspec.json.Decoder(Up)


class Connection(Line[Session]):
    """A page's socket."""

    def __init__(self, socket: WebSocket[Any, Any, Any], user: str, key: str, limits: SocketLimits) -> None:
        super().__init__(user, key)
        self.socket = socket
        self._limits = limits
        extensions: dict[str, Any] = socket.scope.get("extensions") or {}
        self._latency = Latency(extensions.pop(EXTENSION, None))
        self._send_now: Callable[[bytes], bool] = extensions.pop(SEND_NOW, _never)
        self._bucket = limits.bucket()
        self._refusals = 0
        self._is_writing = False  # whether something waits to be sent that is in the queue no more
        self._is_heard = False  # whether something that it said is being done

    @property
    def latency(self) -> float:
        return self._latency.believed

    def push(self, message: bytes) -> None:
        """Send a message at once, if nothing waits to be sent before it."""
        is_first = not self._is_writing and self._queue.empty()
        if not is_first or not self._send_now(message or self._new_ping()):
            super().push(message)

    def _work(self, session: Session) -> Sequence[Coroutine[object, None, None]]:
        return self._read(session), self._write(), self._ping(session)

    def _to_cancel(self, tasks: Sequence[asyncio.Task[None]]) -> Sequence[asyncio.Task[None]]:
        return tasks[1:] if self._is_heard else tasks  # what was begun is done to its end

    def _is_expected(self, end: Exception) -> bool:
        return isinstance(end, WebSocketDisconnect)

    # Writing

    async def _write(self) -> None:
        while isinstance(message := await self._queue.get(), bytes):
            self._is_writing = True
            text = (message or self._new_ping()).decode()
            await self.socket.send({"type": "websocket.send", "bytes": None, "text": text})
            self._is_writing = False
        await self.socket.close(code=message)

    def measure(self) -> None:
        """Send a ping, to know how long one takes."""
        self.push(A_PING)

    def _new_ping(self) -> bytes:
        return msgspec.json.encode(Ping(t=self._latency.ping(_clock()))) + LONG

    async def _ping(self, session: Session) -> None:
        for _ in range(FIRST_PINGS if session.table.counts_time else 0):
            self.measure()
            await asyncio.sleep(PING_SECONDS / 20)
        while True:
            self.measure()
            await asyncio.sleep(PING_SECONDS if session.table.counts_time else CALM_PING_SECONDS)

    # Reading

    async def _read(self, session: Session) -> None:
        while not self._is_over:
            said = await self.socket.receive()
            if said["type"] != "websocket.receive":
                return
            at = now()
            if not self._bucket.take() or not self._limits.messages.take(self.user or self.address):
                self._refuse(session, "too many messages: please wait a moment", "too_many")
                continue
            try:
                message = decoder.decode(said["text"] or "")
            except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
                self._refuse(session, f"unknown message: {error}", "not_a_message")
                continue
            if isinstance(message, Pong):
                self._latency.pong(message.t, _clock())
            else:
                self._is_heard = True
                await session.handle(self, message, at)
                self._is_heard = False

    def _refuse(self, session: Session, why: str, code: str) -> None:
        self._refusals += 1
        if self._refusals > MOST_REFUSALS:
            self.end(NONSENSE)
        else:
            session.refuse(self, why, code)

    @property
    def address(self) -> str:
        return address_of(self.socket.scope["client"])


def _never(_message: bytes) -> bool:
    """Where nothing is known of a server's own way to send."""
    return False


def _clock() -> float:
    """Milliseconds that never jump, for round trips."""
    return time.monotonic() * 1000
