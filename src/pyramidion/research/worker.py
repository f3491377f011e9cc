"""A thread of one's own for steps: while it works on one half of the environments, the caller decides about the other."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor


class Worker:
    """Does one thing at a time, in a thread that is made when it is first needed and never pickled."""

    def __init__(self) -> None:
        self._pool: ThreadPoolExecutor | None = None
        self._running: Future[object] | None = None

    def hand_over(self, work: Callable[..., object], *arguments: object) -> None:
        """Begin this, and come back at once."""
        if self._running is not None:
            raise RuntimeError("a step is under way: wait for it with recv()")
        self._pool = self._pool or ThreadPoolExecutor(1)
        self._running = self._pool.submit(work, *arguments)

    def wait(self) -> object:
        """What came of it, when it is done."""
        if self._running is None:
            raise RuntimeError("no step is under way: begin one with send(actions)")
        running, self._running = self._running, None
        return running.result()

    def __getstate__(self) -> dict[str, object]:
        if self._running is not None:
            raise RuntimeError("a batch can't be pickled while a step is under way")
        return {"_pool": None, "_running": None}
