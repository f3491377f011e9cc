"""Games that are compiled ahead."""

import os
import subprocess
import sys

import pytest

from pyramidion.engine.compiled import is_cold
from pyramidion.games import GAMES, find
from pyramidion.preparation import compile_game

needs_jit = pytest.mark.skipif(bool(os.environ.get("NUMBA_DISABLE_JIT")), reason="nothing is compiled when the JIT is off")

MOVE = """
import gc
from numba.core.dispatcher import Dispatcher
from pyramidion.bots.levels import make
from pyramidion.play import new
play = new("{game}", seed=1)
seat = play.actors()[0]
if not play.game.real_time:
    make("pharaoh", play.game, play.game.seats[0], seat, seed=0).choose(play.observe(seat))
play.act(play.legal_actions(seat)[0], seat)
found = [found for found in gc.get_objects() if isinstance(found, Dispatcher)]
print([one.py_func.__qualname__ for one in found if one.stats.cache_misses])
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_was_compiled_is_not_cold(name: str) -> None:
    compile_game(find(name))
    assert not is_cold(name)
    assert is_cold("chess")


@needs_jit
@pytest.mark.parametrize("name", GAMES)
def test_a_prepared_game_compiles_nothing_for_a_move_of_a_bot(name: str) -> None:
    subprocess.run([sys.executable, "-m", "pyramidion", "prepare", name], check=True)
    moved = subprocess.run([sys.executable, "-c", MOVE.format(game=name)], capture_output=True, text=True, check=True)
    assert moved.stdout == "[]\n"
