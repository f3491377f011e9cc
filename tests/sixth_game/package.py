"""The example package, really installed: into a folder of its own, with its entry points, on the path."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pyramidion import games
from pyramidion.bots import added
from pyramidion.server.people import names

PACKAGE = Path(__file__).parents[2] / "examples" / "sixth_game"


def install(folder: Path) -> Path:
    """Install the package into a folder; no network is needed."""
    alone = ["--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check"]
    command = [sys.executable, "-m", "pip", "install", "--quiet", *alone, "--target", str(folder), str(PACKAGE)]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    return folder


@contextmanager
def on_the_path(folder: Path) -> Iterator[None]:
    """What is installed there is found by this process and by those that it starts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        patch.setenv("PYTHONPATH", os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]))
        forget()
        yield
    forget()


def forget() -> None:
    """What has been found of other packages is looked for again."""
    for found in (games.added, added.added, names._reserved, names._reserved_keys):
        found.cache_clear()
