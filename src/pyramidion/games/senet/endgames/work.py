"""Threads that work on one set of tables, each with scratch of its own."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from typing import TYPE_CHECKING, NamedTuple, Self, TypeVar

import numpy as np

from pyramidion.games.senet.endgames.links import DEEPEST, MOST_LINKS, list_links
from pyramidion.games.senet.endgames.positions import STARTS, WON_GAME, layer_size
from pyramidion.games.senet.endgames.table import OPTIONS
from pyramidion.games.senet.rules import State

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Numbers
    from pyramidion.engine.record import Records
    from pyramidion.games.senet.endgames.guess import Bounds
    from pyramidion.games.senet.endgames.links import Links

Result = TypeVar("Result")


class Tables(NamedTuple):
    """What all threads share. Each number is written by one thread at a time."""

    bounds: "Bounds"  # how surely the mover wins, and loses, by the numbers of positions
    starts: "Numbers"  # where the layers are in these

    def of(self, small: int, large: int) -> "Bounds":
        """The bounds of a layer and its mirror image, which is next to it."""
        start = int(self.starts[small, large])
        size = layer_size(small, large) * (1 if small == large else 2)
        return self.bounds[:, start : start + size]


class Crew:
    """Some threads."""

    def __init__(self, size: int, options: Mapping[str, bool], threads: int) -> None:
        self.tables = Tables(np.full((2, size), 0.5), STARTS.copy())
        self.tables.bounds[:, WON_GAME] = 1, 0
        self._stacks: SimpleQueue[Records] = SimpleQueue()
        for _ in range(threads):
            self._stacks.put(_stack(options))
        self._pool = ThreadPoolExecutor(threads)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(cancel_futures=True)

    def each(self, task: Callable[[int], Result], numbers: Iterable[int]) -> Iterator[Result]:
        """Do a task with each of some numbers, begun in order; the results in order."""
        return self._pool.map(task, numbers)

    def links_of(self, armies: "Numbers") -> "Links":
        """The links of positions, given by the mover's army and the other's."""
        stack = self._stacks.get()
        links = np.empty(len(armies) * MOST_LINKS, np.int32)  # far too much, but only what is used takes memory
        end = list_links(stack, self.tables.starts, armies, links)
        self._stacks.put(stack)
        return links[:end].copy()


def _stack(options: Mapping[str, bool]) -> "Records":
    stack = State.batch(DEEPEST)
    for name, field in OPTIONS.items():
        stack[field] = options[name]
    return stack
