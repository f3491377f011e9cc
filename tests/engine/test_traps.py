"""Numba's traps, each with its cure: these fail if the cure is taken away."""

from pathlib import Path
from types import ModuleType

import numba
import numpy as np
import pytest
from numba.core.errors import NumbaError

from pyramidion.engine import compiled as compiling
from pyramidion.engine import dispatch
from pyramidion.engine.record import Record, int8
from tests.engine.processes import SOURCE, run

JIT = not numba.config.DISABLE_JIT
needs_jit = pytest.mark.skipif(not JIT, reason="there is no compiled code when the JIT is off")


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
