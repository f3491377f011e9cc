"""A game's own fast random games, compared with those that are played action by action."""

from typing import Any

import numpy as np

from pyramidion.engine.memory import copy, equal
from pyramidion.engine.playout import playouts, uniform_step
from pyramidion.engine.random import generator
from pyramidion.game import Game
from tests.soak import more


def check_playouts(game: Game, start: Any) -> None:
    """The same luck must give the same games."""
    slow, fast, out = game.rules.State.new(), game.rules.State.new(), np.zeros(game.widest, np.int64)
    for seed in range(more(10)):
        copy(slow, start)
        one, other, plies = generator(seed), generator(seed), 0
        while uniform_step(slow, one, out):
            plies += 1
        assert playouts(start, fast, 1, other, out) == plies
        assert equal(slow, fast)
        assert list(one) == list(other)
