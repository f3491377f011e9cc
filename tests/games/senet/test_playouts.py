"""Senet's own fast playouts are the uniform ones."""

import numpy as np
import pytest

from pyramidion.engine.memory import copy
from pyramidion.engine.playout import playouts, uniform_step
from pyramidion.engine.random import generator
from pyramidion.games import find

GAME = find("senet")


@pytest.mark.slow
@pytest.mark.statistics
@pytest.mark.parametrize("options", [{}, {"pieces": 7, "throw_off": True}, {"exact_bear_off": True}])
def test_fast_playouts_are_as_long_as_uniform_ones(options: dict[str, int]) -> None:
    start, s, random, out = GAME.start(2, GAME.choose(options)), GAME.rules.State.new(), generator(1), np.zeros(8, np.int64)
    lengths = []
    for _ in range(1500):
        copy(s, start)
        plies = 0
        while uniform_step(s, random, out):
            plies += 1
        lengths.append(plies)
    error = np.std(lengths) / np.sqrt(len(lengths))
    assert playouts(start, s, 10_000, random, out) / 10_000 == pytest.approx(np.mean(lengths), abs=4 * error)
