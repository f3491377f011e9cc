"""The lines of somebody's own stream, read in a thread, for ever."""

import asyncio
import http.client
import json
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from pyramidion.client.rest import NotDone, Rest, refusal

PAUSE = 0.5  # seconds before the next try
SILENCE = 60.0  # seconds without a line, after which the way is dead: pings come more often
FINAL = (400, 401, 403, 404, 421)  # answers that would be the same another time

Lines = asyncio.Queue[dict[str, Any] | NotDone]


async def listen(rest: Rest) -> AsyncIterator[dict[str, Any]]:
    """What happens to somebody. When a connection ends, the next one tells first how things are."""
    lines = Lines()
    loop = asyncio.get_running_loop()
    while True:
        stream = _Stream(rest, lambda line: loop.call_soon_threadsafe(lines.put_nowait, line))
        reading = asyncio.create_task(asyncio.to_thread(stream.read))
        try:
            async for line in _until(reading, lines):
                yield line
        finally:
            stream.close()
        await asyncio.sleep(PAUSE)


async def _until(reading: asyncio.Task[None], lines: Lines) -> AsyncIterator[dict[str, Any]]:
    """The lines that come until there will be no more."""
    while not (reading.done() and lines.empty()):
        getting = asyncio.create_task(lines.get())
        await asyncio.wait([reading, getting], return_when=asyncio.FIRST_COMPLETED)
        if not getting.done():
            getting.cancel()
        elif isinstance(line := getting.result(), NotDone):
            raise line
        else:
            yield line


class _Stream:
    """One connection, read in a thread until it ends or is closed."""

    def __init__(self, rest: Rest, put: Callable[[Any], object]) -> None:
        parts = urlsplit(rest.address)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        self._connection = kind(parts.netloc, timeout=SILENCE)
        self._headers = rest.headers
        self._put = put

    def read(self) -> None:
        with suppress(OSError, http.client.HTTPException, ValueError, AttributeError):  # as it ends, or is closed
            self._connection.request("GET", "/api/me/stream", headers=self._headers)
            response = self._connection.getresponse()
            if response.status in FINAL:
                self._put(refusal(response.status, response.read()))
            while response.status == 200 and (line := response.readline()):
                if (message := json.loads(line))["type"] != "ping":
                    self._put(message)
        self._connection.close()

    def close(self) -> None:
        """Wake the thread."""
        if open_socket := self._connection.sock:
            with suppress(OSError):
                open_socket.shutdown(socket.SHUT_RDWR)
