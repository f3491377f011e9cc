"""Code that runs in a process of its own, with a package and an environment of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pyramidion

SOURCE = Path(pyramidion.__file__).parent


def begin(code: str, package: Path = SOURCE, **environment: str) -> subprocess.Popen[str]:
    settings = {**os.environ, "PYTHONPATH": str(package.parent), **environment}
    command = [sys.executable, "-W", "error", "-c", code]
    return subprocess.Popen(command, env=settings, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def lines_of(process: subprocess.Popen[str]) -> list[str]:
    output, errors = process.communicate()
    assert process.returncode == 0, errors
    return output.splitlines()


def run(code: str, package: Path = SOURCE, **environment: str) -> list[str]:
    """The lines that this code prints in a process of its own."""
    return lines_of(begin(code, package, **environment))
