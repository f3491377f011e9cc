"""`@compiled`: Numba, with a cache on disk that can't go stale.

Numba looks only at the file of a function to see whether its cached code is old, not at the files of what that function
calls: after a change of a game's rules, a cached search would go on with the old ones. So all code is cached in a directory
whose name is a hash of every source that can be compiled into it; a change of any of them starts a new one.
"""

import hashlib
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar, cast

import numba

from pyramidion.engine.folders import cache_folder

F = TypeVar("F", bound=Callable[..., object])

_PACKAGE = Path(__file__).parents[1]
_COMPILED_PARTS = ("engine", "games", "bots")
_UNUSED_AFTER = 30 * 24 * 3600


def compiled(function: F) -> F:
    """Compile a function on its first call, or load what an earlier process compiled."""
    return _compiled(function, inline="never")


def inlined(function: F) -> F:
    """The same, but as a part of whatever calls it: several results would otherwise take their way through memory."""
    return _compiled(function, inline="always")


def _compiled(function: F, inline: str) -> F:
    """Without Numba's runtime: counting who holds an array took up to a sixth of a search. Nor can anything be allocated."""
    with _caching_in(cache_directory()):
        jit = numba.njit(cache=True, nogil=True, error_model="numpy", inline=inline, _nrt=False)
        return cast(F, jit(function))


def source_hash() -> str:
    """A name for everything that decides what the machine code is."""
    digest = hashlib.sha256(f"boundscheck={numba.config.BOUNDSCHECK}".encode())
    for part in _COMPILED_PARTS:
        for path in sorted((_PACKAGE / part).rglob("*.py")):
            digest.update(f"\0{path.relative_to(_PACKAGE).as_posix()}\0".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


_directory: Path | None = None


def cache_directory() -> Path:
    """This process's cache directory, made on first use."""
    global _directory
    if _directory is None:
        _directory = _make_directory()
    return _directory


def is_cold(name: str) -> bool:
    """Whether a game has still to be compiled for this machine, which takes some seconds."""
    return not (cache_directory() / f"{name}.warm").exists()


def mark_warm(name: str) -> None:
    """All of a game is compiled now."""
    with suppress(OSError):
        (cache_directory() / f"{name}.warm").touch()


def _make_directory() -> Path:
    directory = cache_folder() / f"compiled-{source_hash()}"
    try:
        directory.mkdir(parents=True, exist_ok=True)
        directory.touch()
    except OSError:  # a read-only home: compile anew in this process
        return Path(tempfile.mkdtemp(prefix="pyramidion-"))
    _drop_unused(directory.parent)
    return directory


def _drop_unused(root: Path) -> None:
    """Remove the caches of sources that nobody has run for a month."""
    for directory in root.glob("compiled-*"):
        with suppress(OSError):
            if time.time() - directory.stat().st_mtime > _UNUSED_AFTER:
                shutil.rmtree(directory)


@contextmanager
def _caching_in(directory: Path) -> Iterator[None]:
    """Numba reads this setting when a function is decorated; elsewhere it stays what the user chose."""
    users = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(directory)
    try:
        yield
    finally:
        numba.config.CACHE_DIR = users
