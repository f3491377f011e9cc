"""The search: what a seat should do, from what it can see, within a budget of iterations or of time."""

import time
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from pyramidion.bots import tree
from pyramidion.bots.endgames import NO_TABLE, Table
from pyramidion.engine.network import NO_WEIGHTS, scratch_for
from pyramidion.engine.random import generator
from pyramidion.engine.record import Record
from pyramidion.game import Game

if TYPE_CHECKING:
    from pyramidion.engine.network import Weights
    from pyramidion.engine.random import Random

EXPLORATION = 0.7  # how much more an action is tried because it was tried seldom
MOST_NODES = 1 << 20
NODES_PER_ITERATION = 4  # a move and the chances after it; what does not fit any more is played out at random
DEEPEST = 512  # nodes passed in one iteration; below, games are played out at random
FIRST_CHUNK = 16
CHUNK_SECONDS = 0.004  # how late a deadline may be noticed


class Choice(msgspec.Struct, frozen=True):
    """One legal action, and what the search thinks of it."""

    action: int
    visits: int
    win: float  # the chance of winning, or the share of a victory, of the seat that asked


class Opinion(msgspec.Struct, frozen=True):
    """What a search has found, or what a table of solved positions says: then there were no iterations."""

    choices: list[Choice]  # the most visited first, or the best
    line: list[int]  # the most visited actions in turn, as far as they were seen
    iterations: int
    seconds: float
    is_exact: bool = False  # whether these are the true chances

    @property
    def best(self) -> int:
        return self.choices[0].action


class Budget(msgspec.Struct, frozen=True):
    """How long to search: whichever is used up first."""

    iterations: int | None = None
    seconds: float | None = None
    use_policy: bool = False  # whether games are played out by the game's policy, and not uniformly
    exploration: float = EXPLORATION
    use_judge: bool = False  # whether positions are judged by the game's network, where it has been trained
    use_own_judge: bool = False  # whether by one that was trained on this machine, and not by that which came with the game
    cpu: bool = False  # whether seconds are those of the thread that searches: fair to both in a match on a busy machine
    early_stop: bool = False  # whether to leave off when the rest of the iterations can't change the choice any more

    def __post_init__(self) -> None:
        if self.iterations is None and self.seconds is None:
            raise ValueError("a search needs a budget: iterations or seconds")

    @property
    def clock(self) -> Callable[[], float]:
        """What its seconds are read from."""
        return time.thread_time if self.cpu else time.perf_counter


class Stop:
    """Somebody may ask a running search to stop; it answers with what it has."""

    def __init__(self) -> None:
        self.flag = np.zeros(1, dtype=np.int64)

    def set(self) -> None:
        self.flag[0] = 1


def think(
    game: Game,
    observation: Record,
    seats: int,
    seat: int,
    budget: Budget,
    *,
    seed: int = 0,
    threads: int = 1,
    stop: Stop | None = None,
    table: Table | None = None,
    weights: "Weights" = NO_WEIGHTS,
) -> Opinion:
    """What a seat should do. The same seed, iterations and threads give the same opinion; each thread has all the budget.

    Branches end where a table of solved positions begins; with weights, games are played out only some way, and judged.
    """
    started = time.perf_counter()
    deadline = None if budget.seconds is None else started + budget.seconds
    trees = [_Tree(game, seats, seat, budget, generator(seed * 1000 + number), table, weights) for number in range(threads)]
    stop = stop or Stop()
    if threads == 1:
        trees[0].grow(observation, budget.iterations, deadline, stop)
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(lambda one: one.grow(observation, budget.iterations, deadline, stop), trees))
    choices = _merge(trees)
    line = trees[0].line(choices[0].action) if choices else []
    return Opinion(choices, line, sum(one.iterations for one in trees), time.perf_counter() - started)


def _merge(trees: "list[_Tree]") -> list[Choice]:
    visits: dict[int, int] = defaultdict(int)
    wins: dict[int, float] = defaultdict(float)
    for one in trees:
        for action, number, total in one.root():
            visits[action] += number
            wins[action] += total
    choices = [Choice(action, number, wins[action] / number) for action, number in visits.items() if number]
    return sorted(choices, key=lambda choice: (-choice.visits, -choice.win, choice.action))


class _Tree:
    """One tree and all that growing it needs: nothing is allocated while it grows."""

    def __init__(
        self,
        game: Game,
        seats: int,
        seat: int,
        budget: Budget,
        random: "Random",
        table: Table | None,
        weights: "Weights",
    ) -> None:
        wanted = MOST_NODES if budget.iterations is None else NODES_PER_ITERATION * budget.iterations
        capacity = min(MOST_NODES, max(64, wanted))
        self.iterations = 0
        self._seat = seat
        self._budget = budget
        self._random = random
        self._nodes = np.zeros((capacity, tree.COLUMNS), dtype=np.int32)
        self._values = np.zeros((capacity, seats), dtype=np.float64)
        self._used = np.array([tree.ROOT + 1], dtype=np.int64)
        self._path = np.zeros(DEEPEST, dtype=np.int64)
        self._out = np.zeros(game.widest, dtype=np.int64)
        self._work = game.rules.State.new()
        self._table = table.numbers if table else NO_TABLE
        self._weights = weights
        self._cut = game.judge.CUT if game.judge else 0
        self._scratch = scratch_for(weights)
        self._shares = np.zeros(seats, dtype=np.float64)

    def grow(self, observation: Record, iterations: int | None, deadline: float | None, stop: Stop) -> None:
        """Iterate in chunks, so that a deadline is noticed."""
        chunk, spent = FIRST_CHUNK, 0.0
        clock = self._budget.clock
        if self._budget.cpu and self._budget.seconds is not None:
            deadline = clock() + self._budget.seconds
        while iterations is None or self.iterations < iterations:
            before = clock()
            if deadline is not None and self.iterations and before + spent > deadline:
                return
            wanted = chunk if iterations is None else min(chunk, iterations - self.iterations)
            done = self._search(observation, wanted, stop)
            self.iterations += done
            if done < wanted or (self._budget.early_stop and iterations and self._is_decided(iterations)):
                return
            spent = clock() - before
            chunk = max(1, min(4 * chunk, int(chunk * CHUNK_SECONDS / max(spent, 1e-9))))

    def _is_decided(self, iterations: int) -> bool:
        """Whether the second most visited action can't become the first any more."""
        visits = sorted(number for _, number, _ in self.root())
        return len(visits) < 2 or visits[-1] - visits[-2] > iterations - self.iterations

    def _search(self, observation: Record, iterations: int, stop: Stop) -> int:
        return tree.search(
            observation,
            self._work,
            self._seat,
            iterations,
            self._budget.exploration,
            self._budget.use_policy,
            self._random,
            self._nodes,
            self._values,
            self._used,
            self._path,
            self._out,
            self._table,
            self._weights,
            self._cut,
            self._scratch,
            self._shares,
            stop.flag,
        )

    def root(self) -> list[tuple[int, int, float]]:
        """Action, visits and wins of every action at the root."""
        return [
            (
                int(self._nodes[child, tree.ACTION]),
                int(self._nodes[child, tree.VISITS]),
                float(self._values[child, self._seat]),
            )
            for child in self._children(tree.ROOT)
        ]

    def line(self, first: int) -> list[int]:
        """The most visited actions after a first one."""
        line: list[int] = []
        children = [child for child in self._children(tree.ROOT) if self._nodes[child, tree.ACTION] == first]
        while children:
            node = max(children, key=lambda child: self._nodes[child, tree.VISITS])
            line.append(int(self._nodes[node, tree.ACTION]))
            children = self._children(node)
        return line

    def _children(self, node: int) -> list[int]:
        children, child = [], int(self._nodes[node, tree.CHILD])
        while child:
            children.append(child)
            child = int(self._nodes[child, tree.NEXT])
        return children
