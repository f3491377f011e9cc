"""Numba's traps, each with its cure: these fail if the cure is taken away."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numba
import numpy as np
import pytest
from numba.core.errors import NumbaError

import pyramidion
from pyramidion.engine import compiled as compiling
from pyramidion.engine import dispatch
from pyramidion.engine.record import Record, int8

SOURCE = Path(pyramidion.__file__).parent
JIT = not numba.config.DISABLE_JIT
needs_jit = pytest.mark.skipif(not JIT, reason="there is no compiled code when the JIT is off")

PLAYOUT = """
import numpy as np
from pyramidion.engine.playout import playouts
from pyramidion.engine.random import generator
from pyramidion.games import find
game = find("senet")
s, work = game.start(2, game.choose({})), game.rules.State.new()
print(playouts(s, work, 10, generator(1), np.zeros(8, np.int64)) // 10)
print(sum(playouts.stats.cache_hits.values()), sum(playouts.stats.cache_misses.values()))
"""


def run(code: str, package: Path = SOURCE, **environment: str) -> list[str]:
    """The lines that this code prints in a process of its own."""
    settings = {**os.environ, "PYTHONPATH": str(package.parent), **environment}
    process = subprocess.run([sys.executable, "-W", "error", "-c", code], env=settings, capture_output=True, text=True)
    assert process.returncode == 0, process.stderr
    return process.stdout.splitlines()


def copy_of_the_package(folder: Path) -> Path:
    return Path(shutil.copytree(SOURCE, folder / "pyramidion", ignore=shutil.ignore_patterns("__pycache__")))


def shorten_games(package: Path) -> None:
    rules = package / "games/senet/rules.py"
    rules.write_text(rules.read_text().replace("MOST_THROWS = 2000", "MOST_THROWS = 4"))


@needs_jit
def test_edited_rules_reach_cached_code_of_other_files(tmp_path: Path) -> None:
    package = copy_of_the_package(tmp_path)
    cache = {"PYRAMIDION_CACHE": str(tmp_path / "cache")}
    assert int(run(PLAYOUT, package, **cache)[0]) > 100
    shorten_games(package)
    assert int(run(PLAYOUT, package, **cache)[0]) <= 16


@needs_jit
def test_without_the_hash_in_its_name_the_cache_would_be_stale(tmp_path: Path) -> None:
    """The trap itself: should Numba ever cure it, the cure of ours can go."""
    package = copy_of_the_package(tmp_path)
    cache = {"PYRAMIDION_CACHE": str(tmp_path / "cache")}
    uncured = "import pyramidion.engine.compiled as c; c.source_hash = lambda: 'same'\n" + PLAYOUT
    assert int(run(uncured, package, **cache)[0]) > 100
    shorten_games(package)
    assert int(run(uncured, package, **cache)[0]) > 100


@needs_jit
def test_generic_code_is_cached_on_disk(tmp_path: Path) -> None:
    cache = {"PYRAMIDION_CACHE": str(tmp_path)}
    assert run(PLAYOUT, SOURCE, **cache)[1] == "0 1"
    assert run(PLAYOUT, SOURCE, **cache)[1] == "1 0"


@needs_jit
def test_a_cache_folder_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert int(run(PLAYOUT, PYRAMIDION_CACHE=str(tmp_path / "file"))[0]) > 100


def test_the_cache_of_a_run_with_bounds_checks_is_another_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba.config, "BOUNDSCHECK", None)
    usual = compiling.source_hash()
    monkeypatch.setattr(numba.config, "BOUNDSCHECK", 1)
    assert compiling.source_hash() != usual


OUT_OF_BOUNDS = """
from pyramidion.engine.compiled import compiled
from pyramidion.engine.record import Record, int8
class Toy(Record):
    board = int8(3, most=1)
    after = int8(most=1)
@compiled
def write(s, i):
    s.board[i] = 1
toy = Toy.new()
try:
    write(toy, 3)
except IndexError:
    print("caught")
else:
    print("after is", toy.after)
"""


@needs_jit
def test_bounds_checks_catch_a_write_into_the_neighbouring_field(tmp_path: Path) -> None:
    script = tmp_path / "toy.py"  # Numba caches functions of files only
    script.write_text(OUT_OF_BOUNDS)
    code = f"import runpy; runpy.run_path({str(script)!r})"
    cache = {"PYRAMIDION_CACHE": str(tmp_path)}
    assert run(code, SOURCE, NUMBA_BOUNDSCHECK="1", **cache) == ["caught"]
    assert run(code, SOURCE, NUMBA_BOUNDSCHECK="0", **cache) == ["after is 1"]


@compiling.compiled
def allocating(number: int) -> int:
    return int(np.zeros(number)[0])


@needs_jit
def test_compiled_code_cannot_allocate() -> None:
    with pytest.raises(NumbaError, match="Only accept returning of array passed into the function"):
        allocating(1)


class Narrow(Record):
    ply = int8(most=127)


def test_without_the_jit_an_integer_that_was_not_widened_is_caught() -> None:
    s = Narrow.new()
    s.ply = 127
    assert int(s.ply) + 1 == 128
    with np.errstate(over="warn"), pytest.raises(RuntimeWarning):
        s.ply + np.int8(1)


def test_a_second_game_with_the_same_layout_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatch, "_rules", {})
    first, second = ModuleType("first"), ModuleType("second")
    first.State = type("State", (Record,), {"board": int8(9, most=2)})  # type: ignore[attr-defined]
    second.State = type("State", (Record,), {"board": int8(9, most=1)})  # type: ignore[attr-defined]
    dispatch.register(first)
    dispatch.register(first)
    with pytest.raises(TypeError, match="second and first have records of the same layout"):
        dispatch.register(second)


def test_importing_the_package_imports_neither_numba_nor_numpy() -> None:
    code = "import pyramidion, pyramidion.cli, sys; pyramidion.GAMES; print('numba' in sys.modules, 'numpy' in sys.modules)"
    assert run(code) == ["False False"]


def test_the_facts_of_every_game_need_no_numba() -> None:
    code = "import sys; from pyramidion.games import GAMES, find; list(map(find, GAMES)); print('numba' in sys.modules)"
    assert run(code) == ["False"]


def test_caches_that_nobody_used_for_a_month_are_dropped(tmp_path: Path) -> None:
    old, new = tmp_path / "compiled-old", tmp_path / "compiled-new"
    old.mkdir()
    new.mkdir()
    os.utime(old, (0, 0))
    compiling._drop_unused(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["compiled-new"]
