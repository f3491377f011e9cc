"""A lane: a few threads that do what is asked of them, the urgent first, and in turn for everybody who asks.

Addresses take turns, and so do the users of one address: whoever asks for a hundred things delays nobody but themselves.
"""

import asyncio
import os
import sys
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, Generic, TypeVar

from pyramidion.server.limits import TooMuch, Who

T = TypeVar("T")


class Job(Generic[T]):
    """Something to be done. Who waits for `begun` knows when its time starts to count."""

    def __init__(self, who: Who, work: Callable[[], T]) -> None:
        self.who = who
        self.work = work
        self.loop = asyncio.get_running_loop()
        self.begun: asyncio.Future[None] = self.loop.create_future()
        self.result: asyncio.Future[T] = self.loop.create_future()


AnyJob = Job[Any]  # whatever it comes to


class FairQueue:
    """Jobs of one urgency."""

    def __init__(self) -> None:
        self._addresses: OrderedDict[str, OrderedDict[str, deque[AnyJob]]] = OrderedDict()

    def put(self, job: AnyJob) -> None:
        users = self._addresses.setdefault(job.who.address, OrderedDict())
        users.setdefault(job.who.user, deque()).append(job)

    def get(self) -> AnyJob | None:
        """The next job: of the address, and of its user, that has waited for longest since its last one."""
        if not self._addresses:
            return None
        address, users = next(iter(self._addresses.items()))
        user, jobs = next(iter(users.items()))
        job = jobs.popleft()
        users.move_to_end(user)
        self._addresses.move_to_end(address)
        if not jobs:
            del users[user]
        if not users:
            del self._addresses[address]
        return job

    def waiting(self, who: Who) -> int:
        users = self._addresses.get(who.address)
        return len(users[who.user]) if users and who.user in users else 0


class Lane:
    """Does jobs. `charged` is told, on the event loop, whose job took how many seconds of CPU time."""

    def __init__(
        self, name: str, threads: int, charged: Callable[[Who, float], None], *, urgencies: int = 1, niceness: int = 0
    ) -> None:
        self._queues = [FairQueue() for _ in range(urgencies)]
        self._charged = charged
        self._niceness = niceness
        self._changed = threading.Condition()
        self._is_closed = False
        self._threads = [threading.Thread(target=self._run, name=f"{name}-{i}", daemon=True) for i in range(threads)]
        for thread in self._threads:
            thread.start()

    def put(self, who: Who, work: Callable[[], T], *, urgency: int = 0, most: int | None = None) -> Job[T]:
        """Let it be done in its turn; 0 is most urgent. Refused if somebody has `most` waiting already."""
        job = Job(who, work)
        with self._changed:
            if most is not None and self._queues[urgency].waiting(who) >= most:
                raise TooMuch("too many questions at once: please wait a moment")
            self._queues[urgency].put(job)
            self._changed.notify()
        return job

    def close(self) -> None:
        """Finish what has begun, and do no more."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()

    def _next(self) -> AnyJob | None:
        with self._changed:
            while not self._is_closed:
                for queue in self._queues:
                    if job := queue.get():
                        return job
                self._changed.wait()
        return None

    def _run(self) -> None:
        _be_nice(self._niceness)
        while job := self._next():
            if job.result.cancelled():
                continue
            _tell(job, job.begun, None)
            before = time.thread_time()
            try:
                outcome, error = job.work(), None
            except Exception as raised:
                outcome, error = None, raised
            spent = time.thread_time() - before
            _tell(job, job.result, outcome, error, partial(self._charged, job.who, spent))


def _tell(
    job: AnyJob,
    future: "asyncio.Future[Any]",
    outcome: object,
    error: Exception | None = None,
    also: Callable[[], None] | None = None,
) -> None:
    """Settle a future on its own loop."""

    def settle() -> None:
        if also:
            also()
        if future.done():
            return
        if error is None:
            future.set_result(outcome)
        else:
            future.set_exception(error)

    with suppress(RuntimeError):  # the loop is closed: nobody waits any more
        job.loop.call_soon_threadsafe(settle)


def _be_nice(niceness: int) -> None:
    """Let the event loop come first. Linux has a niceness for each thread; elsewhere it would be the process's."""
    if niceness and sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)
