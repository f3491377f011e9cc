"""Metrics that have one number for each game: those that variants can be compared by."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from pyramidion.lab import chances
from pyramidion.lab.chunks import play_chunk
from pyramidion.lab.loops import games as loop
from pyramidion.lab.metrics import victory_shares
from pyramidion.lab.runners import Runner, Threads
from pyramidion.lab.setups import Setup
from pyramidion.lab.surveys import spans
from pyramidion.refusal import Refusal

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Samples = NDArray[np.float64]
    Rows = NDArray[np.int32]

Metric = Literal[
    "first seat",
    "draws",
    "length",
    "completion",
    "branching",
    "forced",
    "passes",
    "lead changes",
    "decisiveness",
    "catch-up",
    "snowball",
]
UNITS: dict[str, str] = {"length": "events", "branching": "actions", "passes": "a game", "lead changes": "a game"}

TRACED: dict[str, Callable[[chances.Trace], float]] = {  # those that a search is asked for, position by position
    "lead changes": chances.lead_changes,
    "decisiveness": lambda trace: chances.last_doubt(trace) if trace.outcome.max() == 1 else np.nan,
    "catch-up": lambda trace: 1 - chances.favourite_wins(trace, 0.5),
    "snowball": lambda trace: chances.favourite_wins(trace, 0.25),
}


def unit_of(metric: str) -> str:
    """Of a difference; shares have points."""
    return UNITS.get(metric, "points")


def of_rows(rows: "Rows", metric: str) -> "Samples":
    """One number for each game; NaN where a game tells nothing of it."""
    told, numbers = _column(rows, metric)
    return np.where(told, numbers, np.nan)


def _column(rows: "Rows", metric: str) -> "tuple[NDArray[np.bool_], Samples]":
    """Of which games a number is known, and the numbers."""
    finished, close = rows[:, loop.FINISHED] == 1, rows[:, loop.CLOSE] == 1
    if metric == "first seat":
        return finished, victory_shares(rows, 0)
    if metric == "draws":
        winners = rows[:, loop.WINNERS]
        return finished, (winners & (winners - 1) != 0).astype(np.float64)
    if metric == "length":
        return finished, rows[:, loop.EVENTS].astype(np.float64)
    if metric == "completion":
        return np.ones(len(rows), dtype=np.bool_), finished.astype(np.float64)
    if metric == "passes":
        return close, rows[:, loop.PASSES].astype(np.float64)
    column = loop.OPTIONS if metric == "branching" else loop.FORCED
    decisions = rows[:, loop.DECISIONS]
    return close & (decisions > 0), rows[:, column] / np.maximum(decisions, 1)


def measure(setup: Setup, metric: str, span: tuple[int, int]) -> "Samples":
    """The numbers of so many games from a number on."""
    if metric not in TRACED:
        return of_rows(play_chunk(setup, span).rows, metric)
    traces = (chances.trace_game(setup, chances.ITERATIONS, span[0] + i) for i in range(span[1]))
    return np.array([TRACED[metric](trace) for trace in traces], dtype=np.float64)


def _check(setup: Setup, metric: str) -> None:
    if metric not in get_args(Metric):
        raise Refusal(f"there is no metric {metric!r} to compare by: choose one of {', '.join(get_args(Metric))}")
    if metric in TRACED:
        chances.refuse_real_time(setup)


class Sample:
    """The numbers of one variant so far: each game is played once, however often they are looked at."""

    def __init__(self, setup: Setup, metric: str, runner: Runner | None = None) -> None:
        _check(setup, metric)
        self.setup = setup
        self.metric = metric
        self._runner = runner or Threads()
        self._numbers: Samples = np.zeros(0)

    def upto(self, games: int) -> "Samples":
        """Those of so many games; what is missing is played."""
        first = len(self._numbers)
        if games > first:
            work = partial(measure, self.setup, self.metric)
            self._numbers = np.concatenate([self._numbers, *self._runner.map(work, self._spans(first, games - first))])
        return self._numbers[:games]

    def _spans(self, first: int, games: int) -> Iterator[tuple[int, int]]:
        chunk = 1 if self.metric in TRACED else min(self.setup.chunk, -(-games // 4))
        return ((first + start, count) for start, count in spans(games, chunk))
