"""A line to somebody at a table: what they are told waits in a bounded queue, and is sent in this order."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Coroutine, Sequence
from typing import Any, Generic, Protocol, TypeVar

from pyramidion.server.protocol.shown import Shown

MOST_WAITING = 64  # messages that a slow reader may be behind
TOO_SLOW = 1013  # why a line is closed: who was too slow connects again, and gets what they missed


class Told(Protocol):
    """Where one can listen: a table, or the news of somebody."""

    async def join(self, connection: Any, since: int) -> None:
        """Somebody is there, and is told everything from now on."""

    async def leave(self, connection: Any) -> None:
        """They are gone."""


T = TypeVar("T", bound=Told)


class Line(ABC, Generic[T]):
    """What a table knows as a connection: a page's socket, or a program's stream."""

    def __init__(self, user: str, key: str) -> None:
        self.user = user
        self.key = key  # of what the user showed, a sign-in or a token
        self.shown: Shown | None = None
        self._queue: asyncio.Queue[bytes | int] = asyncio.Queue(MOST_WAITING + 1)
        self._is_over = False

    @property
    def latency(self) -> float:
        """Milliseconds to them and back, as far as they are believed: nothing, where nothing measures them."""
        return 0.0

    def measure(self) -> None:
        """Find out how far away they are, where that can be done."""

    def push(self, message: bytes) -> None:
        """Send a message when its turn comes. Who is too far behind is closed, and gets it all later."""
        if self._queue.qsize() < MOST_WAITING:
            self._queue.put_nowait(message)
        else:
            self.end(TOO_SLOW)

    def push_if_quick(self, message: bytes) -> None:
        """The same, unless they are behind already: remarks must never close a player's page."""
        if self._queue.qsize() < MOST_WAITING // 2:
            self.push(message)

    def end(self, code: int) -> None:
        """Close the line, whatever is still waiting to be sent."""
        while not self._queue.empty():
            self._queue.get_nowait()
        self._queue.put_nowait(code)

    async def serve(self, told: T, since: int) -> None:
        """Tell what happens until either side has enough."""
        await told.join(self, since)
        tasks = [asyncio.create_task(work) for work in self._work(told)]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._is_over = True
            for task in self._to_cancel(tasks):
                task.cancel()
            ends = await asyncio.gather(*tasks, return_exceptions=True)
            await told.leave(self)
        for end in ends:  # not raised where they are expected: the cycle of error, traceback and task would keep all this
            if isinstance(end, Exception) and not self._is_expected(end):
                raise end

    @abstractmethod
    def _work(self, told: T) -> Sequence[Coroutine[object, None, None]]:
        """What goes on at once; when one of these ends, so does the line."""

    def _to_cancel(self, tasks: Sequence[asyncio.Task[None]]) -> Sequence[asyncio.Task[None]]:
        return tasks

    def _is_expected(self, _end: Exception) -> bool:
        """Whether the line ends like this when somebody goes."""
        return False
