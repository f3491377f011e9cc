"""The lines of somebody's own stream, read in a thread, for ever."""

import asyncio
import http.client
import json
import socket
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from functools import partial
from urllib.parse import urlsplit

from pyramidion.client.rest import Json, NotDone, Rest, refusal

PAUSE = 0.5  # seconds before the next try
SILENCE = 60.0  # seconds without a line, after which the way is dead: pings come more often
FINAL = (400, 401, 403, 404, 421)  # answers that would be the same another time

Line = Json | NotDone | None
"""News, why there will be none, or the end of a connection."""


async def listen(rest: Rest) -> AsyncIterator[Json]:
    """What happens to somebody. When a connection ends, the next one tells first how things are."""
    loop = asyncio.get_running_loop()
    while True:
        lines = asyncio.Queue[Line]()
        stream = _Stream(rest, partial(_put, loop, lines))
        # A thread of its own: those of the loop are few, and for what ends soon.
        threading.Thread(target=stream.read, name="pyramidion news", daemon=True).start()
        try:
            while line := await lines.get():
                if isinstance(line, NotDone):
                    raise line
                yield line
        finally:
            stream.close()
        await asyncio.sleep(PAUSE)


def _put(loop: asyncio.AbstractEventLoop, lines: asyncio.Queue[Line], line: Line) -> None:
    with suppress(RuntimeError):  # the loop is closed: nobody listens any more
        loop.call_soon_threadsafe(lines.put_nowait, line)


class _Stream:
    """One connection, read in a thread until it ends or is closed."""

    def __init__(self, rest: Rest, put: Callable[[Line], None]) -> None:
        parts = urlsplit(rest.address)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        self._connection = kind(parts.netloc, timeout=SILENCE)
        self._headers = rest.headers
        self._put = put
        self._is_closed = False

    def read(self) -> None:
        with suppress(OSError, http.client.HTTPException, ValueError, AttributeError):  # as it ends, or is closed
            self._connection.request("GET", "/api/me/stream", headers=self._headers)
            response = self._connection.getresponse()
            if response.status in FINAL:
                self._put(refusal(response.status, response.read()))
            while response.status == 200 and not self._is_closed and (line := response.readline()):
                if (message := json.loads(line))["type"] != "ping":
                    self._put(message)
        self._connection.close()
        self._put(None)

    def close(self) -> None:
        """Wake the thread, if it waits for a line already; else it ends with the first one."""
        self._is_closed = True
        if open_socket := self._connection.sock:
            with suppress(OSError):
                open_socket.shutdown(socket.SHUT_RDWR)
