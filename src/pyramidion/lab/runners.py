"""Where the lab's work is done: `map(chunk, seeds)`, in threads or on many machines.

A chunk is a function of one seed. Its result depends on the seed alone, so it is the same wherever and however often it
runs; results come in the order of the seeds.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import Protocol, TypeVar

from pyramidion.preparation import cores
from pyramidion.refusal import Refusal

S = TypeVar("S")
R = TypeVar("R")

AHEAD = 2  # chunks for each worker that are handed out before the first result is wanted


class Runner(Protocol):
    """Whatever can run chunks."""

    def map(self, chunk: Callable[[S], R], seeds: Iterable[S]) -> Iterator[R]:
        """The results for all seeds, in their order, each as soon as it and those before it are there."""
        ...


class Threads:
    """Threads of this process: compiled code lets go of Python's lock."""

    def __init__(self, number: int | None = None) -> None:
        self.number = number or cores()

    def map(self, chunk: Callable[[S], R], seeds: Iterable[S]) -> Iterator[R]:
        waiting = iter(seeds)
        with ThreadPoolExecutor(self.number) as pool:
            running: deque[Future[R]] = deque(pool.submit(chunk, seed) for seed in islice(waiting, AHEAD * self.number))
            try:
                while running:
                    result = running.popleft().result()
                    running.extend(pool.submit(chunk, seed) for seed in islice(waiting, 1))
                    yield result
            finally:  # somebody has enough, or a chunk has failed: what has not begun need not
                pool.shutdown(wait=True, cancel_futures=True)


def runner(on: str | None = None, threads: int | None = None) -> Runner:
    """The one that a command line names: threads unless it says otherwise."""
    if on is None or on == "threads":
        return Threads(threads)
    if on.partition(":")[0] == "ray":
        from pyramidion.lab.ray_runner import Ray

        return Ray(on, threads)
    raise Refusal(f"work can be done on threads, ray or ray://HOST:PORT, not on {on!r}")
