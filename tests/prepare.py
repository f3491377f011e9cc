"""Compiles what tests need of the games, with and without bounds checks, so that no two workers compile the same.

python -m tests.prepare           # everything, a process for each game and way of compiling
python -m tests.prepare senet     # one game, in this process, as the environment says
"""

import sys

import numba
import numpy as np

from pyramidion import research, testing
from pyramidion.engine.compiled import is_cold, mark_warm
from pyramidion.engine.playout import playouts
from pyramidion.engine.random import generator
from pyramidion.game import Game
from pyramidion.games import GAMES, find
from pyramidion.lab.chunks import play_chunk
from pyramidion.lab.setups import set_up
from pyramidion.preparation import compile_game, prepare

BOTH_WAYS = ({"NUMBA_BOUNDSCHECK": "0"}, {"NUMBA_BOUNDSCHECK": "1"})


def compile_for_tests(game: Game) -> None:
    compile_game(game)
    testing.check(game, games=1)
    state = game.start(game.seats[0], game.choose({}))
    playouts(state, game.rules.State.new(), 1, generator(0), np.zeros(game.widest, dtype=np.int64))
    play_chunk(set_up(game), (0, 1))
    if not numba.config.BOUNDSCHECK:  # batches are tested without
        batch = research.batch(game, 2).reset()
        batch.step(batch.sample())
    mark_warm(f"{game.name}-tests")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        if is_cold(f"{name}-tests"):
            compile_for_tests(find(name))
    if not sys.argv[1:]:
        prepare(GAMES, "tests.prepare", BOTH_WAYS)
