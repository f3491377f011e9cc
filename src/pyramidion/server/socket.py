"""One page at a table: reads what it says within limits, and writes what it is told from a bounded queue."""

import asyncio
import logging
import time
from collections import deque
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar import WebSocket
from litestar.connection import ASGIConnection
from litestar.exceptions import WebSocketDisconnect

from pyramidion.server.host import Host
from pyramidion.server.house import COOKIE, House, NotFound
from pyramidion.server.judge import Trips, trips
from pyramidion.server.limits import Bucket
from pyramidion.server.messages import Ping, Pong, Refused, Up
from pyramidion.server.table import now

MOST_WAITING = 64  # messages that a slow reader may be behind
PINGS = 12  # remembered round trips
PING_SECONDS = 10.0
CALM_PING_SECONDS = 20.0  # where nobody's time counts: then only to notice that a line is dead
FIRST_PINGS = 4  # so many at once, to know a new connection quickly
MOST_REFUSALS = 200  # a page that says nothing but nonsense is shown the door

# Why a socket is closed. A page that was too slow connects again, and gets what it missed.
TOO_SLOW, WRONG_ORIGIN, NO_TABLE, NONSENSE, TOO_MANY = 1013, 4403, 4404, 4400, 4430

log = logging.getLogger(__name__)
decoder = msgspec.json.Decoder(Up)


class Connection:
    """A socket with its user."""

    def __init__(self, socket: WebSocket[Any, Any, Any], user: str, house: House) -> None:
        self.socket = socket
        self.user = user
        self.house = house
        self.trips = Trips()
        self._queue: asyncio.Queue[bytes | int] = asyncio.Queue(MOST_WAITING + 1)
        self._bucket = Bucket(house.settings.message_rate, house.settings.burst)
        self._round_trips: deque[float] = deque(maxlen=PINGS)
        self._refusals = 0
        self._is_heard = False  # whether something that it said is being done
        self._is_over = False

    def push(self, message: bytes) -> None:
        """Send a message when its turn comes. A page that is too far behind is closed, and gets it all on its return."""
        if self._queue.qsize() < MOST_WAITING:
            self._queue.put_nowait(message)
        else:
            self.end(TOO_SLOW)

    def end(self, code: int) -> None:
        """Close the socket, whatever is still waiting to be sent."""
        while not self._queue.empty():
            self._queue.get_nowait()
        self._queue.put_nowait(code)

    async def serve(self, host: Host, since: int) -> None:
        """Read and write until either side has enough."""
        await host.join(self, since)
        tasks = [asyncio.create_task(work) for work in (self._read(host), self._write(), self._ping(host))]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._is_over = True
            for task in tasks[1:] if self._is_heard else tasks:  # what was begun is done to its end
                task.cancel()
            ends = await asyncio.gather(*tasks, return_exceptions=True)
            await host.leave(self)
        for end in ends:  # not raised where they are expected: the cycle of error, traceback and task would keep all this
            if isinstance(end, Exception) and not isinstance(end, WebSocketDisconnect):
                raise end

    # Writing

    async def _write(self) -> None:
        while isinstance(message := await self._queue.get(), bytes):
            await self.socket.send({"type": "websocket.send", "bytes": None, "text": message.decode()})
        await self.socket.close(code=message)

    def measure(self) -> None:
        """Send a ping, to know how long one takes."""
        self.push(msgspec.json.encode(Ping(t=_clock())))

    async def _ping(self, host: Host) -> None:
        for _ in range(FIRST_PINGS if host.table.counts_time else 0):
            self.measure()
            await asyncio.sleep(PING_SECONDS / 20)
        while True:
            self.measure()
            await asyncio.sleep(PING_SECONDS if host.table.counts_time else CALM_PING_SECONDS)

    # Reading

    async def _read(self, host: Host) -> None:
        while not self._is_over:
            data = await self.socket.receive_data(mode="text")
            at = now()
            if not self._bucket.take() or not self.house.messages.take(self.user or self.address):
                self._refuse(host, "not so fast: too many messages")
                continue
            try:
                message = decoder.decode(data)
            except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
                self._refuse(host, f"that is no message of ours: {error}")
                continue
            if isinstance(message, Pong):
                self._hear_pong(message)
            else:
                self._is_heard = True
                await host.hear(self, message, at)
                self._is_heard = False

    def _refuse(self, host: Host, why: str) -> None:
        self._refusals += 1
        if self._refusals > MOST_REFUSALS:
            self.end(NONSENSE)
        else:
            self.push(msgspec.json.encode(Refused(n=len(host.table.log), why=why)))

    def _hear_pong(self, pong: Pong) -> None:
        took = _clock() - pong.t
        if 0 <= took < 60_000:
            self._round_trips.append(took)
            self.trips = trips(self._round_trips)

    @property
    def address(self) -> str:
        return self.socket.client.host if self.socket.client else ""


def _clock() -> float:
    """Milliseconds that never jump, for round trips."""
    return time.monotonic() * 1000


async def serve(socket: WebSocket[Any, Any, Any], house: House, table_id: str, since: int) -> None:
    """A page connects to a table."""
    try:
        await _serve(socket, house, table_id, since)
    finally:
        del socket.receive, socket.send  # through these it refers to itself, and would stay in memory for minutes


async def _serve(socket: WebSocket[Any, Any, Any], house: House, table_id: str, since: int) -> None:
    if not is_welcome(socket, house):
        await socket.close(code=WRONG_ORIGIN)
        return
    address = socket.client.host if socket.client else ""
    await socket.accept()
    if house.sockets.get(address, 0) >= house.settings.sockets_per_address:
        await socket.close(code=TOO_MANY)
        return
    house.sockets[address] = house.sockets.get(address, 0) + 1
    try:
        host = await house.host(table_id)
        user = house.user_of(socket.cookies.get(COOKIE))
        if user:
            await house.name_of(user)
        await Connection(socket, user, house).serve(host, since)
    except NotFound:
        await socket.close(code=NO_TABLE)
    finally:
        house.sockets[address] -= 1
        if not house.sockets[address]:
            del house.sockets[address]


def is_welcome(asks: ASGIConnection[Any, Any, Any, Any], house: House) -> bool:
    """Whether the page is ours. Programs send no Origin; browsers always do, and can't be made to lie."""
    origin = asks.headers.get("origin")
    return origin is None or origin in house.settings.origins or urlsplit(origin).netloc == asks.headers.get("host")
