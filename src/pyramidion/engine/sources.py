"""Hashes of sources: what compiled code is named by, so that none is ever used after a change."""

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
_COMPILED_PARTS = ("engine", "games", "bots")


def package_sources() -> list[Path]:
    """Every source of ours that can become a part of compiled code."""
    return [path for part in _COMPILED_PARTS for path in sorted((PACKAGE / part).rglob("*.py"))]


def hash_of(paths: Iterable[Path], root: Path) -> str:
    """A hash of what is in these files and where they are below `root`; the root itself can be anywhere."""
    digest = hashlib.sha256()
    for path in paths:
        digest.update(f"\0{path.relative_to(root).as_posix()}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def times_of_change() -> list[tuple[int, int]]:
    """A quick way to see that our sources are still what they were: when each was changed, and its size."""
    return [(found.st_mtime_ns, found.st_size) for found in map(Path.stat, package_sources())]


@cache
def foreign_hash(file: str) -> str:
    """For code that is not ours, such as a game of somebody else: a hash of the sources in its folder; "" for our own."""
    path = Path(file)
    if any(path.is_relative_to(PACKAGE / part) for part in _COMPILED_PARTS):
        return ""
    return hash_of(sorted(path.parent.glob("*.py")), path.parent)
