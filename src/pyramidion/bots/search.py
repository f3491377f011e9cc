"""The search: what a seat should do, from what it can see, within a budget of iterations or of time."""

import time
from typing import Any

import msgspec
import numpy as np

from pyramidion.bots import tree
from pyramidion.engine.random import generator
from pyramidion.game import Game

EXPLORATION = 0.7
NODES = 1 << 20
DEEPEST = 512  # nodes passed in one iteration; below, games are played out at random
FIRST_CHUNK = 64
CHUNK_SECONDS = 0.004  # how late a deadline or a cancellation may be noticed


class Choice(msgspec.Struct, frozen=True):
    """One legal action, and what the search thinks of it."""

    action: int
    visits: int
    win: float  # the chance of winning, or the share of a victory, of the seat that asked


class Opinion(msgspec.Struct, frozen=True):
    """What a search has found."""

    choices: list[Choice]  # the most visited first
    line: list[int]  # the most visited actions in turn, as far as they were seen
    iterations: int
    seconds: float

    @property
    def best(self) -> int:
        return self.choices[0].action


class Stop:
    """Somebody may ask a running search to stop; it answers with what it has."""

    def __init__(self) -> None:
        self.flag = np.zeros(1, dtype=np.int64)

    def set(self) -> None:
        self.flag[0] = 1


class Search:
    """A search for one seat. The same seed and number of iterations give the same opinion."""

    def __init__(self, game: Game, seat: int, seed: int = 0, nodes: int = NODES) -> None:
        self._game = game
        self._seat = seat
        self._random = generator(seed)
        self._capacity = nodes
        self._out = np.zeros(game.widest, dtype=np.int64)
        self._path = np.zeros(DEEPEST, dtype=np.int64)

    def think(
        self,
        observation: Any,
        seats: int,
        *,
        iterations: int | None = None,
        seconds: float | None = None,
        stop: Stop | None = None,
    ) -> Opinion:
        """Search from an observation until a budget is used up, or until somebody says stop."""
        if iterations is None and seconds is None:
            raise ValueError("a search needs a budget: iterations or seconds")
        self._nodes = np.zeros((self._capacity, tree.COLUMNS), dtype=np.int32)
        self._values = np.zeros((self._capacity, seats), dtype=np.float64)
        self._used = np.array([tree.ROOT + 1], dtype=np.int64)
        started = time.perf_counter()
        done = self._run(observation, iterations, None if seconds is None else started + seconds, stop or Stop())
        return Opinion(self._choices(), self._line(), done, time.perf_counter() - started)

    def _run(self, observation: Any, iterations: int | None, deadline: float | None, stop: Stop) -> int:
        work = self._game.rules.State.new()
        done, chunk = 0, FIRST_CHUNK
        while iterations is None or done < iterations:
            before = time.perf_counter()
            if deadline is not None and before + CHUNK_SECONDS > deadline and done:
                break
            wanted = chunk if iterations is None else min(chunk, iterations - done)
            did = self._search(observation, work, wanted, stop.flag)
            done += did
            if did < wanted:
                break
            spent = time.perf_counter() - before
            chunk = max(1, min(4 * chunk, int(chunk * CHUNK_SECONDS / max(spent, 1e-9))))
        return done

    def _search(self, observation: Any, work: Any, iterations: int, flag: Any) -> int:
        return tree.search(
            observation,
            work,
            self._seat,
            iterations,
            EXPLORATION,
            self._random,
            self._nodes,
            self._values,
            self._used,
            self._path,
            self._out,
            flag,
        )

    def _children(self, node: int) -> list[int]:
        children, child = [], int(self._nodes[node, tree.CHILD])
        while child:
            children.append(child)
            child = int(self._nodes[child, tree.NEXT])
        return children

    def _choices(self) -> list[Choice]:
        choices = []
        for child in self._children(tree.ROOT):
            action, visits = int(self._nodes[child, tree.ACTION]), int(self._nodes[child, tree.VISITS])
            choices.append(Choice(action, visits, float(self._values[child, self._seat]) / max(1, visits)))
        return sorted(choices, key=lambda choice: (-choice.visits, choice.action))

    def _line(self) -> list[int]:
        line, node = [], tree.ROOT
        while children := self._children(node):
            node = max(children, key=lambda child: self._nodes[child, tree.VISITS])
            line.append(int(self._nodes[node, tree.ACTION]))
        return line
