"""Games that are compiled ahead."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pyramidion.engine.compiled import is_cold
from pyramidion.games import GAMES, find
from pyramidion.preparation import Compiler, Progress, compile_game, prepare
from tests.soak import SOAKING

needs_jit = pytest.mark.skipif(bool(os.environ.get("NUMBA_DISABLE_JIT")), reason="nothing is compiled when the JIT is off")

MOVE = """
import gc
from numba.core.dispatcher import Dispatcher
from pyramidion.bots.levels import make
from pyramidion.play import new
play = new("{game}", seed=1)
seat = play.actors()[0]
if not play.game.real_time:
    make("pharaoh", play.game, play.game.seats[0], seat, seed=0).choose(play.observe(1 << seat))
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


# In a process, with progress


def compile_cold(name: str, cache: Path) -> Progress:
    progress = Progress(find(name))
    assert Compiler(name, settings={"PYRAMIDION_CACHE": str(cache)}).wait(progress.advance)
    return progress


@needs_jit
@pytest.mark.parametrize("name", GAMES if SOAKING else ["egyptian_war"])
def test_a_game_says_about_how_many_functions_are_compiled(name: str, tmp_path: Path) -> None:
    progress = compile_cold(name, tmp_path)
    assert progress.functions == pytest.approx(find(name).functions, rel=0.2)
    assert compile_cold(name, tmp_path).functions == 0


def test_progress_is_a_share_and_the_seconds_that_are_left() -> None:
    progress = Progress(find("senet"), began=time.monotonic() - 10)
    assert (progress.share, progress.seconds_left) == (0, None)
    shares, left = [], []
    for _ in range(2 * find("senet").functions):  # more than expected
        progress.advance()
        shares.append(progress.share)
        left.append(progress.seconds_left or 1e9)
    assert shares == sorted(shares)
    assert 0.9 < shares[-1] < 1
    assert left[0] > left[40] > left[80] > 0


def test_a_process_that_fails_is_noticed(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert not Compiler("chess", settings={"PYRAMIDION_CACHE": str(tmp_path)}).wait()
    with pytest.raises(RuntimeError, match="could not be compiled"):
        prepare(["chess"])
    assert "chess" in capfd.readouterr().err


def test_a_process_can_be_stopped(tmp_path: Path) -> None:
    compiler = Compiler("senet", settings={"PYRAMIDION_CACHE": str(tmp_path)})
    compiler.kill()
    assert not compiler.wait()
    assert not list(tmp_path.rglob("senet.warm"))
