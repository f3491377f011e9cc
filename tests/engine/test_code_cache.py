"""The cache of compiled code: it can be moved, shipped and written by many at once, and is never used after a change."""

import os
import shutil
from pathlib import Path

import llvmlite.binding as llvm
import numba
import pytest

from pyramidion.engine import code_cache, compiled
from tests.engine.processes import SOURCE, begin, lines_of, run

pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="there is no compiled code when the JIT is off")

COUNT = """
import gc
from numba.core.dispatcher import Dispatcher
stats = [found.stats for found in gc.get_objects() if isinstance(found, Dispatcher)]
print("loaded", sum(sum(stat.cache_hits.values()) for stat in stats))
print("compiled", sum(sum(stat.cache_misses.values()) for stat in stats))
"""

PLAYOUT = """
import numpy as np
from pyramidion.engine.playout import playouts
from pyramidion.engine.random import generator
from pyramidion.games import find
game = find("senet")
s, work = game.start(2, game.choose({})), game.rules.State.new()
print(playouts(s, work, 10, generator(1), np.zeros(8, np.int64)) // 10)
"""


def copy_of_the_package(folder: Path) -> Path:
    return Path(shutil.copytree(SOURCE, folder / "pyramidion", ignore=shutil.ignore_patterns("__pycache__", "page")))


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


def shorten_games(package: Path) -> None:
    edit(package / "games/senet/rules.py", "MOST_THROWS = 2000", "MOST_THROWS = 4")


# Stale code


def test_edited_rules_reach_cached_code_of_other_files(tmp_path: Path) -> None:
    package = copy_of_the_package(tmp_path)
    cache = {"PYRAMIDION_CACHE": str(tmp_path / "cache")}
    assert int(run(PLAYOUT, package, **cache)[0]) > 100
    shorten_games(package)
    assert int(run(PLAYOUT, package, **cache)[0]) <= 16


def test_without_the_hash_in_its_name_the_cache_would_be_stale(tmp_path: Path) -> None:
    """What the hash is good for."""
    package = copy_of_the_package(tmp_path)
    cache = {"PYRAMIDION_CACHE": str(tmp_path / "cache")}
    uncured = "import pyramidion.engine.compiled as c; c.environment_hash = lambda: 'same'\n" + PLAYOUT
    assert int(run(uncured, package, **cache)[0]) > 100
    shorten_games(package)
    assert int(run(uncured, package, **cache)[0]) > 100


def test_shipped_code_of_other_sources_is_not_used(tmp_path: Path) -> None:
    package = copy_of_the_package(tmp_path)
    ship(package, tmp_path / "built", "x86-64")
    shorten_games(package)
    assert int(run(PLAYOUT, package, PYRAMIDION_CACHE=str(tmp_path / "cache"))[0]) <= 16


EDIT_WHILE_RUNNING = """
import os
from pathlib import Path
import pyramidion.engine.compiled
rules = Path(os.environ["RULES"])
rules.write_text(rules.read_text().replace("MOST_THROWS = 2000", "MOST_THROWS = 4"))
"""


def test_a_process_keeps_nothing_once_sources_have_changed_under_it(tmp_path: Path) -> None:
    package = copy_of_the_package(tmp_path)
    rules = package / "games/senet/rules.py"
    cache = {"PYRAMIDION_CACHE": str(tmp_path / "cache"), "RULES": str(rules)}
    assert int(run(EDIT_WHILE_RUNNING + PLAYOUT, package, **cache)[0]) <= 16
    edit(rules, "MOST_THROWS = 4", "MOST_THROWS = 2000")
    assert int(run(PLAYOUT, package, **cache)[0]) > 100


def test_edited_rules_of_a_game_of_somebody_else_reach_generic_code(tmp_path: Path) -> None:
    shutil.copytree(Path(__file__).parents[1] / "toy", tmp_path / "toy", ignore=shutil.ignore_patterns("__pycache__"))
    code = PLAYOUT.replace("from pyramidion.games import find", f"import sys; sys.path.append({str(tmp_path)!r})")
    code = code.replace('game = find("senet")', "from toy import GAME as game").replace("// 10", "") + COUNT
    cache = {"PYRAMIDION_CACHE": str(tmp_path / "cache")}
    assert run(code, SOURCE, **cache)[0] == "30"
    assert run(code, SOURCE, **cache)[-1] == "compiled 0"
    edit(tmp_path / "toy/rules.py", "return 1 if s.turn == 2 else 0", "return 0")
    assert run(code, SOURCE, **cache)[0] == "20"


# What is in the cache


def test_what_is_cached_can_be_moved_and_touched(tmp_path: Path) -> None:
    first = copy_of_the_package(tmp_path / "first")
    lines = run(PLAYOUT + COUNT, first, PYRAMIDION_CACHE=str(tmp_path / "cache"))
    assert lines[1] == "loaded 0"
    second = Path(shutil.move(first, tmp_path / "second"))
    cache = Path(shutil.move(tmp_path / "cache", tmp_path / "moved"))
    for path in second.rglob("*.py"):
        os.utime(path, (0, 0))
    (tmp_path / "pyramidion").symlink_to(second)
    again = run(PLAYOUT + COUNT, tmp_path / "pyramidion", PYRAMIDION_CACHE=str(cache))
    assert (again[0], again[2]) == (lines[0], "compiled 0")


def test_damaged_code_is_compiled_again(tmp_path: Path) -> None:
    cache = {"PYRAMIDION_CACHE": str(tmp_path)}
    expected = run(PLAYOUT, SOURCE, **cache)
    for number, path in enumerate(sorted(tmp_path.rglob("*.code"))):
        path.write_bytes(path.read_bytes()[: number % 2 * 1000])
    assert run(PLAYOUT, SOURCE, **cache) == expected
    assert run(PLAYOUT + COUNT, SOURCE, **cache)[2] == "compiled 0"


def test_a_cache_folder_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert int(run(PLAYOUT, PYRAMIDION_CACHE=str(tmp_path / "file"))[0]) > 100


def test_the_cache_of_a_run_with_bounds_checks_is_another_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba.config, "BOUNDSCHECK", None)
    usual = code_cache.environment_hash()
    monkeypatch.setattr(numba.config, "BOUNDSCHECK", 1)
    assert code_cache.environment_hash() != usual


def test_caches_that_nobody_used_for_a_month_are_dropped(tmp_path: Path) -> None:
    old, new = tmp_path / "compiled-old", tmp_path / "compiled-new"
    old.mkdir()
    new.mkdir()
    os.utime(old, (0, 0))
    compiled._drop_unused(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["compiled-new"]


# Several processes

VERBS = """
from numba.extending import overload
from pyramidion.engine.compiled import compiled

def make_verb(factor):
    def verb(n): ...
    def choose(n):
        def step(n):
            total = 0
            for i in range(n):
LOOP
            return total * factor
        return step
    overload(verb, strict=False)(choose)
    return verb

double, triple = make_verb(2), make_verb(3)

@compiled
def doubled(n):
    return double(n)

@compiled
def tripled(n):
    return triple(n)
"""
LOOP = "\n".join(f"                total += (total ^ {number}) % (i + {number + 1})" for number in range(60))


def ask_for_both(folder: Path, before: str) -> list[int]:
    """Two processes compile a function each, and a third loads both: what that one gets from them, and what is right."""
    (folder / "verbs.py").write_text(VERBS.replace("LOOP", LOOP))
    environment = {"PYRAMIDION_CACHE": str(folder / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    begun = f"import sys; sys.path.append({str(folder)!r}); {before}; import verbs\n"
    right = [int(run(f"{begun}print(verbs.{name}(100))", SOURCE, **environment)[0]) for name in ("doubled", "tripled")]
    lines = run(f"{begun}print(verbs.doubled(100)); print(verbs.tripled(100))\n{COUNT}", SOURCE, **environment)
    assert lines[2:] == ["loaded 2", "compiled 0"]
    return [*map(int, lines[:2]), *right]


COUNTED_FROM_1 = "import itertools, pyramidion.engine.code_cache as c; c.FunctionIdentity._unique_ids = itertools.count(1)"


def test_code_of_two_processes_is_told_apart_by_a_third(tmp_path: Path) -> None:
    *loaded, doubled, tripled = ask_for_both(tmp_path, "pass")
    assert loaded == [doubled, tripled]
    assert doubled * 3 == tripled * 2


def test_with_the_names_that_numba_gives_they_are_confused(tmp_path: Path) -> None:
    """The trap itself: should Numba ever cure it, the cure of ours can go."""
    *loaded, doubled, _tripled = ask_for_both(tmp_path, COUNTED_FROM_1)
    assert loaded == [doubled, doubled]


def test_a_forked_process_counts_its_names_from_somewhere_else() -> None:
    code = """
import os
from pyramidion.engine.code_cache import FunctionIdentity
for _ in range(2):
    if os.fork() == 0:
        print(next(FunctionIdentity._unique_ids), flush=True)
        os._exit(0)
    os.wait()
print(next(FunctionIdentity._unique_ids))
"""
    assert len(set(run(code))) == 3


ADD = "import sys; sys.path.append({!r}); import numpy as np, add; print(add.add(np.{}(1), 2))\n"


def test_many_processes_may_write_at_the_same_time(tmp_path: Path) -> None:
    (tmp_path / "add.py").write_text(
        "from pyramidion.engine.compiled import compiled\n@compiled\ndef add(a, b):\n    return a + b\n"
    )
    environment = {"PYRAMIDION_CACHE": str(tmp_path / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    codes = [ADD.format(str(tmp_path), kind) for kind in ("int8", "int16", "int32", "int64", "float32", "float64")]
    for process in [begin(code, SOURCE, **environment) for code in codes]:
        lines_of(process)
    for code, result in zip(codes, ["3"] * 4 + ["3.0"] * 2, strict=True):
        assert run(code + COUNT, SOURCE, **environment) == [result, "loaded 1", "compiled 0"]
    assert all(path.suffix == ".code" for path in (tmp_path / "cache").rglob("*add*"))


# Shipped code


def ship(package: Path, folder: Path, cpu: str) -> None:
    """Put code for a kind of CPU into the package, as a wheel has it."""
    run(PLAYOUT, package, PYRAMIDION_CACHE=str(folder), NUMBA_CPU_NAME=cpu, NUMBA_CPU_FEATURES="")
    (built,) = folder.glob("compiled-*")
    shutil.copytree(built, package / "compiled" / built.name.removeprefix("compiled-"))


@pytest.mark.parametrize("cpu", code_cache.runnable_kinds())
def test_shipped_code_is_loaded_and_not_compiled(cpu: str, tmp_path: Path) -> None:
    package = copy_of_the_package(tmp_path)
    ship(package, tmp_path / "built", cpu)
    lines = run(PLAYOUT + COUNT, package, PYRAMIDION_CACHE=str(tmp_path / "cache"))
    assert lines[2] == "compiled 0"
    assert lines[0] == run(PLAYOUT)[0]


def test_code_is_only_loaded_for_what_the_cpu_has(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = code_cache.runnable_kinds.__wrapped__
    has = dict.fromkeys(code_cache.SHIPPED_CPUS["x86-64-v3"].split(), True)
    monkeypatch.setattr(llvm, "get_host_cpu_features", lambda: has)
    assert kinds() == ["x86-64-v3", "x86-64"]
    monkeypatch.setattr(llvm, "get_host_cpu_features", lambda: has | {"avx2": False})
    assert kinds() == ["x86-64"]
