"""A process beside the server that plays games for the lab.

It shares no lock with the tables, and everything else goes first.
"""

import os
import subprocess
import sys
import threading
from contextlib import suppress

import msgspec

from pyramidion.engine.compiled import cache_directory
from pyramidion.lab.live import Slice

NICENESS = 10


class ProcessEnded(Exception):
    """It did not answer."""


class LabProcess:
    """Started when it is first asked something, and whenever it has ended."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._starting = threading.Lock()
        self._is_closed = False

    def ask(self, asked: Slice) -> bytes:
        """Its answer to one question. One thread asks; others may stop it meanwhile."""
        process = self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(msgspec.json.encode(asked) + b"\n")
            process.stdin.flush()
            answer = process.stdout.readline()
        except (OSError, ValueError) as error:  # ValueError: somebody stops it meanwhile, which closes its pipes
            raise ProcessEnded from error
        if not answer:
            raise ProcessEnded
        return answer

    def forget(self, survey: str) -> None:
        """Let go of what it keeps of a survey, if it is still there."""
        if self._process is not None:
            with suppress(ProcessEnded):
                self.ask(Slice(survey, is_over=True))

    def stop(self) -> None:
        """End it, whatever it does; it begins anew when it is asked again."""
        with self._starting:
            self._drop()

    def close(self) -> None:
        """End it for good."""
        self._is_closed = True
        self.stop()

    def _running(self) -> "subprocess.Popen[bytes]":
        with self._starting:
            if self._is_closed:
                raise ProcessEnded
            if self._process is not None and self._process.poll() is not None:
                self._drop()
            if self._process is None:
                self._process = _start()
            return self._process

    def _drop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            with suppress(OSError), process:  # which closes its pipes, and waits for its end
                pass


def _start() -> "subprocess.Popen[bytes]":
    process = subprocess.Popen(
        [sys.executable, "-m", "pyramidion.lab.live"],
        env={**os.environ, "PYRAMIDION_CACHE": str(cache_directory().parent)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        process_group=0,  # Ctrl-C is for the server; in a session of its own, Linux would ignore niceness
    )
    if hasattr(os, "setpriority"):
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, process.pid, NICENESS)
    return process
