"""A line to a table: a socket that comes back by itself, and a state that misses nothing."""

import asyncio
import contextlib
import json
import time
from collections.abc import Callable

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from pyramidion.client.readiness import Readiness
from pyramidion.client.rest import Json, NotDone, Rest
from pyramidion.client.state import TableState
from pyramidion.refusal import Refusal
from pyramidion.server.protocol.deltas import Missed

PAUSE, LONGEST_PAUSE = 0.1, 5.0  # seconds before the next try
FINAL = {  # why a socket is closed, if it is no use to come back
    4400: "the server didn't understand us",
    4401: "you were signed out, or the access token was revoked",
    4403: "the server doesn't let this site in",
    4404: "there is no game here",
}


class Line:
    """Everything that is told of a table, and what is said there."""

    def __init__(self, rest: Rest, table_id: str) -> None:
        self.state = TableState()
        self._address = f"{rest.address.replace('http', 'ws', 1)}/api/tables/{table_id}/socket"
        self._rest = rest
        self._socket: ClientConnection | None = None  # as long as it is open, and has told the whole table
        self._visits = 0  # how often that was so
        self._readiness = Readiness()
        self._heard = asyncio.Event()  # replaced with every message
        self._refused: NotDone | None = None
        self._ended: Refusal | None = None
        self._saying = asyncio.Lock()  # a refusal does not say of what: so one thing is said at a time
        self.heard = 0  # messages that told something
        self.told_at = 0.0  # when the latest message about the table came, by the monotonic clock
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Come to the table, and stay until `close`."""
        self._task = asyncio.create_task(self._stay())
        while not self.state.is_known:
            await self.news()

    async def close(self) -> None:
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._end(Refusal("the table was left"))

    @property
    def is_open(self) -> bool:
        """Whether there is a connection now, on which the whole table has been told."""
        return self._socket is not None

    async def news(self) -> None:
        """Wait until something has come."""
        if self._ended:
            raise self._ended
        await self._heard.wait()

    async def say(self, message: Json, is_done: Callable[[], bool]) -> None:
        """Say something until it is done, over a new connection if need be; or raise what it was refused with."""
        async with self._saying:
            self._refused, said_on = None, 0
            while not is_done():
                if self._refused:
                    raise self._refused
                if self._socket and said_on != self._visits:
                    said_on = self._visits
                    with contextlib.suppress(ConnectionClosed):
                        await self._socket.send(json.dumps(message))
                await self.news()

    def _wake(self) -> None:
        self.heard += 1
        waited_for, self._heard = self._heard, asyncio.Event()
        waited_for.set()

    def _end(self, why: Refusal) -> None:
        self._ended = self._ended or why
        self._wake()

    # Coming back

    async def _stay(self) -> None:
        pause = PAUSE
        while not self._ended:
            visits = self._visits
            try:
                await self._visit()
            except (OSError, ConnectionClosed, TimeoutError) as error:
                self._check_final(getattr(getattr(error, "rcvd", None), "code", None))
            except InvalidStatus as error:
                if error.response.status_code in (401, 403, 421):
                    self._end(NotDone(_why(error), "not_welcome"))
            except InvalidHandshake:
                pass
            except Exception as error:
                self._end(Refusal(f"the connection failed: {error!r}"))
                raise
            self._close_socket()
            pause = PAUSE if self._visits > visits else min(2 * pause, LONGEST_PAUSE)
            await asyncio.sleep(pause)

    def _close_socket(self) -> None:
        """Who waits for news hears of it too: they may want to show that nothing comes at present."""
        if self._socket:
            self._socket = None
            self._wake()

    def _check_final(self, code: int | None) -> None:
        if code in FINAL:
            self._end(NotDone(FINAL[code], "closed"))

    async def _visit(self) -> None:
        """One connection, from its first Sync to its end."""
        address = f"{self._address}?n={len(self.state.events)}"
        self._readiness = Readiness()
        async with connect(address, additional_headers=self._rest.headers, max_size=None, compression=None) as socket:
            async for text in socket:
                await self._hear(socket, json.loads(text))

    async def _hear(self, socket: ClientConnection, message: Json) -> None:
        kind = message["type"]
        if kind == "ping":
            await socket.send(json.dumps({"type": "pong", "t": message["t"]}))
            return
        if kind == "refused":
            self._refused = NotDone(message["why"], message["code"])
        elif kind == "trouble":
            self._refused = NotDone(message["why"], "storage_unavailable")
        try:
            self.state.hear(message)
        except Missed:
            await socket.send(json.dumps({"type": "resync", "n": len(self.state.events)}))
            return
        if kind in ("sync", "delta"):
            await self._told(socket)
        self._wake()

    async def _told(self, socket: ClientConnection) -> None:
        """The table has changed, or is known for the first time on this connection."""
        self.told_at = time.monotonic()
        if self._socket is not socket:
            self._socket = socket
            self._visits += 1
        for answer in self._readiness.answers(self.state.sync):
            await socket.send(json.dumps(answer))


def _why(error: InvalidStatus) -> str:
    try:
        return str(json.loads(error.response.body or b"")["why"])
    except (ValueError, KeyError, TypeError):
        return str(error)
