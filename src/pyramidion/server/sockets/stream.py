"""A program's stream: the messages of a socket as lines of JSON, over plain HTTP."""

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any

import msgspec
from litestar.types import Receive, Send

from pyramidion.server.protocol.shown import Shown
from pyramidion.server.protocol.socket import Ping
from pyramidion.server.sockets.line import Line, Told

PING_SECONDS = 20.0  # to notice that a line is dead, and so that nothing on the way closes it


class Stream(Line[Told]):
    """What somebody is told who only listens. What they say comes as requests."""

    def __init__(self, user: str, key: str, receive: Receive, send: Send) -> None:
        super().__init__(user, key)
        self._receive = receive
        self._send: Any = send

    def _work(self, _told: Told) -> Sequence[Coroutine[object, None, None]]:
        return self._write(), self._wait_until_gone(), self._ping()

    async def _write(self) -> None:
        """All that waits goes out at once."""
        while isinstance(message := await self._queue.get(), bytes):
            lines = [message]
            while isinstance(message, bytes) and not self._queue.empty():
                message = self._queue.get_nowait()
                lines += [message] if isinstance(message, bytes) else []
            await self._send_body(b"".join(line + b"\n" for line in lines))
            if not isinstance(message, bytes):
                return

    async def _send_body(self, body: bytes) -> None:
        await self._send({"type": "http.response.body", "body": body, "more_body": True})

    async def _wait_until_gone(self) -> None:
        while (await self._receive())["type"] != "http.disconnect":
            pass

    async def _ping(self) -> None:
        while True:
            self.push(msgspec.json.encode(Ping(t=0)))  # the first one at once: it brings the head of the answer
            await asyncio.sleep(PING_SECONDS)


class WholeStream(Stream):
    """The same for programs that merge nothing: whenever something has changed they are told the whole table."""

    @property
    def shown(self) -> Shown | None:
        """Never anything that a message could build on."""
        return None

    @shown.setter
    def shown(self, _shown: Shown | None) -> None:
        pass
