"""Commands of Pyramidion in processes of their own that start at once: forked from one that has imported everything already.

Nothing of what they do differs from a command that was typed; only the second of importing is spared, a thousand times.
"""

import gc
import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any


class Forks:
    """Starts commands and waits for them; a context manager."""

    def __enter__(self) -> "Forks":
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bench.forks"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def start(self, arguments: Sequence[str], output: Path) -> int:
        """Run a command; its process number. What it prints goes into a file."""
        return self._ask([*map(str, arguments)], str(output))

    def wait(self, process: int) -> int:
        """The exit code of a command that ends or was killed."""
        return self._ask(process, "")

    def _ask(self, what: Any, output: str) -> int:
        assert self._process.stdin
        assert self._process.stdout
        print(json.dumps([what, output]), file=self._process.stdin, flush=True)
        return int(self._process.stdout.readline())


def answer_requests() -> None:
    _prepare()
    gc.freeze()
    running: set[int] = set()
    for line in sys.stdin:
        what, output = json.loads(line)
        if output:
            running.add(answer := _start(what, output))
        else:
            running.remove(what)
            answer = os.waitstatus_to_exitcode(os.waitpid(what, 0)[1])
        print(answer, flush=True)
    for process in running:
        os.kill(process, signal.SIGKILL)


def _prepare() -> None:
    """Import and compile whatever a server would in its first seconds."""
    import alembic.command  # noqa: F401

    from pyramidion.games import GAMES, find
    from pyramidion.preparation import compile_game
    from pyramidion.server import runner  # noqa: F401

    for name in GAMES:
        compile_game(find(name))


def _start(arguments: list[str], output: str) -> int:
    if process := os.fork():
        return process
    from pyramidion.cli import main

    os.dup2(os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 1)
    os.dup2(1, 2)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    code = main(arguments)
    sys.stdout.flush()
    os._exit(code)


if __name__ == "__main__":
    answer_requests()
