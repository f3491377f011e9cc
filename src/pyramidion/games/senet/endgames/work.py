"""Threads that work on one set of tables, each with scratch of its own."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeVar

import numpy as np

from pyramidion.games.senet.endgames.links import DEEPEST, MOST_LINKS
from pyramidion.games.senet.endgames.positions import STARTS, WON_GAME
from pyramidion.games.senet.rules import State

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Numbers
    from pyramidion.games.senet.endgames.guess import Margins, Values
    from pyramidion.games.senet.endgames.links import Links

Result = TypeVar("Result")


class Work(NamedTuple):
    """What one thread works with. The tables are shared; each number in them is written by one thread at a time."""

    values: "Values"  # a guess how likely the mover wins, by the numbers of positions
    margins: "Margins"  # how far from it the truth is at most
    starts: "Numbers"  # where the layers are in these
    stack: Any  # scratch records, with the options in all of them
    links: "Links"  # scratch: the links of one position


class Crew:
    """Some threads."""

    def __init__(self, size: int, options: Mapping[str, bool], threads: int) -> None:
        values, margins = np.full(size, 0.5), np.zeros(size, np.float32)
        starts = STARTS.copy()
        values[WON_GAME] = 1
        self.works = [Work(values, margins, starts, _stack(options), np.zeros(MOST_LINKS, np.int32)) for _ in range(threads)]
        self.tables = self.works[0]
        self._idle: SimpleQueue[Work] = SimpleQueue()
        for work in self.works:
            self._idle.put(work)
        self._pool = ThreadPoolExecutor(threads)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(cancel_futures=True)

    def each(self, task: Callable[[Work, int], Result], numbers: Iterable[int]) -> Iterator[Result]:
        """Do a task with each of some numbers, begun in order; the results in order."""
        return self._pool.map(lambda n: self._do(task, n), numbers)

    def _do(self, task: Callable[[Work, int], Result], n: int) -> Result:
        work = self._idle.get()
        try:
            return task(work, n)
        finally:
            self._idle.put(work)


def _stack(options: Mapping[str, bool]) -> Any:
    stack: Any = State.batch(DEEPEST)
    stack["same_row"] = options["same_row"]
    stack["skip_water"] = options["bounce_skips_water"]
    stack["exact"] = options["exact_bear_off"]
    return stack
