"""`@compiled`: Numba, with a cache on disk that can't go stale.

Numba looks only at the file of a function to see whether its cached code is old, not at the files of what that function
calls: after a change of a game's rules, a cached search would go on with the old ones. So all code is cached in a directory
whose name is a hash of every source that can be compiled into it; a change of any of them starts a new one.
"""

import shutil
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TypeVar, cast

import numba
from numba.core.registry import cpu_target

from pyramidion.engine.code_cache import CodeCache, environment_hash, folders
from pyramidion.engine.folders import cache_folder
from pyramidion.engine.sources import PACKAGE

F = TypeVar("F", bound=Callable[..., object])

SHIPPED = PACKAGE / "compiled"  # what came with the package; `make wheel` makes it
_UNUSED_AFTER = 30 * 24 * 3600


def compiled(function: F) -> F:
    """Compile a function on its first call, or load what an earlier process compiled."""
    return _compiled(function, inline="never")


def inlined(function: F) -> F:
    """The same, but as a part of whatever calls it: several results would otherwise take their way through memory."""
    return _compiled(function, inline="always")


def _compiled(function: F, inline: str) -> F:
    """Without Numba's runtime: counting who holds an array took up to a sixth of a search. Nor can anything be allocated."""
    jit = numba.njit(nogil=True, error_model="numpy", inline=inline, _nrt=False)(function)
    if jit is not function and Path(function.__code__.co_filename).is_file():  # not in a console, whose lines have no file
        jit._cache = CodeCache(function, cache_directory(), shipped_directory())
    return cast(F, jit)


@cache
def cache_directory() -> Path:
    """Where this process keeps what it compiles, made on first use."""
    directory = cache_folder() / f"compiled-{environment_hash()}"
    try:
        directory.mkdir(parents=True, exist_ok=True)
        directory.touch()
    except OSError:  # a read-only home: compile anew, for this process and those that it starts
        directory = Path(tempfile.mkdtemp(prefix="pyramidion-")) / directory.name
        directory.mkdir()
        return directory
    _drop_unused(directory.parent)
    return directory


@cache
def shipped_directory() -> Path:
    """Where code that came with the package is, if it was compiled from these very sources for this Python and Numba."""
    return SHIPPED / environment_hash()


def is_cold(name: str) -> bool:
    """Whether a game has still to be compiled for this machine, which takes some seconds."""
    return not any((folder / f"{name}.warm").exists() for folder in _folders())


def mark_warm(name: str) -> None:
    """All of a game is compiled now."""
    folder = _folders()[-1]
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.warm").touch()


def _folders() -> list[Path]:
    return folders(cache_directory(), shipped_directory(), cpu_target.target_context.codegen())


def _drop_unused(root: Path) -> None:
    """Remove the caches of sources that nobody has run for a month."""
    for directory in root.glob("compiled-*"):
        with suppress(OSError):
            if time.time() - directory.stat().st_mtime > _UNUSED_AFTER:
                shutil.rmtree(directory)
