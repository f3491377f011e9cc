"""One page at a table: reads what it says within limits, and writes what it is told from a bounded queue."""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from pyramidion.server.limits import SocketLimits, address_of
from pyramidion.server.protocol.socket import Ping, Pong, Sync, Up
from pyramidion.server.sockets.latency import EXTENSION, Latency
from pyramidion.server.tables.session import Session
from pyramidion.server.tables.table import now

MOST_WAITING = 64  # messages that a slow reader may be behind
A_PING = b""  # in the queue: its time is that of its sending
LONG = b" " * 3000  # after a ping: a kernel may wait before it acknowledges, but not after two full segments
PING_SECONDS = 10.0
CALM_PING_SECONDS = 20.0  # where nobody's time counts: then only to notice that a line is dead
FIRST_PINGS = 12  # so many in the first seconds, to know a new connection quickly
MOST_REFUSALS = 200  # a page that says nothing but nonsense is shown the door

SEND_NOW = "pyramidion.send_now"  # where a connection's scope holds what sends text at once: see `connection_limits`

TOO_SLOW, NONSENSE = 1013, 4400  # why a socket is closed: a page that was too slow connects again, and gets what it missed

log = logging.getLogger(__name__)
decoder = msgspec.json.Decoder(Up)


class Connection:
    """A socket with its user."""

    def __init__(self, socket: WebSocket[Any, Any, Any], user: str, limits: SocketLimits) -> None:
        self.socket = socket
        self.user = user
        self.sign_in = ""  # which of the user's, if they have an account
        self.shown: Sync | None = None
        self._limits = limits
        extensions: dict[str, Any] = socket.scope.get("extensions") or {}
        self._latency = Latency(extensions.pop(EXTENSION, None))
        self._send_now: Callable[[bytes], bool] = extensions.pop(SEND_NOW, _never)
        self._queue: asyncio.Queue[bytes | int] = asyncio.Queue(MOST_WAITING + 1)
        self._bucket = limits.bucket()
        self._refusals = 0
        self._is_writing = False  # whether something waits to be sent that is in the queue no more
        self._is_heard = False  # whether something that it said is being done
        self._is_over = False

    @property
    def latency(self) -> float:
        """Milliseconds to the page and back, as far as they are believed."""
        return self._latency.believed

    def push(self, message: bytes) -> None:
        """Send a message at once, or when its turn comes. A page that is too far behind is closed, and gets it all later."""
        waiting = self._queue.qsize()
        if not waiting and not self._is_writing and self._send_now(message or self._new_ping()):
            return
        if waiting < MOST_WAITING:
            self._queue.put_nowait(message)
        else:
            self.end(TOO_SLOW)

    def push_if_quick(self, message: bytes) -> None:
        """The same, unless the page is behind already: remarks must never close a player's page."""
        if self._queue.qsize() < MOST_WAITING // 2:
            self.push(message)

    def end(self, code: int) -> None:
        """Close the socket, whatever is still waiting to be sent."""
        while not self._queue.empty():
            self._queue.get_nowait()
        self._queue.put_nowait(code)

    async def serve(self, session: Session, since: int) -> None:
        """Read and write until either side has enough."""
        await session.join(self, since)
        tasks = [asyncio.create_task(work) for work in (self._read(session), self._write(), self._ping(session))]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._is_over = True
            for task in tasks[1:] if self._is_heard else tasks:  # what was begun is done to its end
                task.cancel()
            ends = await asyncio.gather(*tasks, return_exceptions=True)
            await session.leave(self)
        for end in ends:  # not raised where they are expected: the cycle of error, traceback and task would keep all this
            if isinstance(end, Exception) and not isinstance(end, WebSocketDisconnect):
                raise end

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
            data = await self.socket.receive_data(mode="text")
            at = now()
            if not self._bucket.take() or not self._limits.messages.take(self.user or self.address):
                self._refuse(session, "too many messages: please wait a moment", "too_many")
                continue
            try:
                message = decoder.decode(data)
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
