"""Work that runs on its own: it is remembered until it ends, and an error in it is logged."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import TypeVar

log = logging.getLogger(__name__)

T = TypeVar("T")


class Tasks:
    """The tasks of one server."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[object]] = set()
        self.is_closing = False

    def spawn(self, work: Coroutine[object, object, T]) -> asyncio.Task[T]:
        """Let something run."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[object]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("a task failed", exc_info=error)

    async def close(self) -> None:
        """Cancel what still runs, and wait for its end."""
        self.is_closing = True
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
