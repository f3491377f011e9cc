"""Nothing is allocated inside the search's loop."""

import numpy as np
import pytest
from numba.core.runtime import _nrt_python, rtsys

import pyramidion
from pyramidion.bots.search import Budget, Stop, _Tree
from pyramidion.engine.compiled import compiled
from pyramidion.engine.random import generator
from pyramidion.games import GAMES, find

ITERATIONS = 300
SEARCHED = [(name, seats) for name in GAMES if not find(name).real_time for seats in find(name).seats]


@pytest.fixture(autouse=True)
def _count_allocations() -> None:
    """Numba counts them only if it is told to."""
    _nrt_python.memsys_enable_stats()


def allocations() -> int:
    return int(rtsys.get_allocation_stats().alloc)


@compiled
def allocating(times: int) -> int:
    total = 0
    for number in range(times):
        total += np.full(8, number).sum()
    return total


def test_allocations_are_counted() -> None:
    allocating(1)
    before = allocations()
    allocating(ITERATIONS)
    assert allocations() - before >= ITERATIONS


@pytest.mark.slow
@pytest.mark.parametrize("informed", [False, True])
@pytest.mark.parametrize(("name", "seats"), SEARCHED)
def test_no_game_allocates_while_it_is_searched(name: str, seats: int, informed: bool) -> None:
    play = pyramidion.new(name, seats=seats, seed=1)
    seat = play.actors()[0]
    tree = _Tree(play.game, seats, seat, Budget(iterations=2 * ITERATIONS, informed=informed), generator(1), None)
    observation = play.observe(1 << seat)
    few, many = (allocated(tree, observation, iterations) for iterations in (1, ITERATIONS))
    assert many == few, "handing the arrays over counts, once a call; the iterations must not"


def allocated(tree: _Tree, observation: object, iterations: int) -> int:
    before = allocations()
    assert tree._search(observation, iterations, Stop()) == iterations
    return allocations() - before
