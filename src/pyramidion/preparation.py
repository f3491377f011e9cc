"""Compiling games ahead: each in a process of its own, as many at a time as there are cores.

python -m pyramidion.preparation senet river    # compile these, one after the other, in this process
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

import numpy as np
from numba.core.event import Listener, install_listener

from pyramidion.bots.levels import warm
from pyramidion.engine.compiled import cache_directory, is_cold, mark_warm
from pyramidion.engine.other_worlds import look_at_other_worlds
from pyramidion.engine.random import generator
from pyramidion.game import Game
from pyramidion.games import find
from pyramidion.play import Play, new

LONG_ENOUGH = 300  # events of a game that is played to have everything compiled
LATER_IS_LONGER = 1.4  # measured: the first half of a game's functions takes 0.36 of the time, in all games about the same
ENOUGH_TO_ESTIMATE = 0.02


def compile_game(game: Game) -> None:
    """Compile all that a table of a game and its bots need, or load it from disk: a game is played, looked at and told."""
    warm(game)
    play = new(game, seed=0)
    _compile_other_worlds(play)
    while (actors := play.actors()) and len(play.events) < LONG_ENOUGH:
        event = play.act(play.legal_actions(actors[0])[-1], actors[0])
        play.was_forced(event)
        play.tell(event, actors[0])
        play.text(actors[0])
    game.rules.score(play.state, 0)
    mark_warm(game.name)


def _compile_other_worlds(play: Play) -> None:
    """What the undo policy needs."""
    state, nothing = play.game.rules.State, np.zeros((0, 2), dtype=np.int64)
    look_at_other_worlds(play.observe(1), nothing, 0, generator(0), state.new(), state.batch(1))


class Compiler:
    """A process that compiles a game; it prints a line for each function."""

    def __init__(
        self, name: str, module: str = "pyramidion.preparation", settings: Mapping[str, str] | None = None, niceness: int = 0
    ) -> None:
        environment = {**os.environ, "PYRAMIDION_CACHE": str(cache_directory().parent), **(settings or {})}
        command = [sys.executable, "-m", module, name]
        self._process = subprocess.Popen(
            command,
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
            process_group=0,  # Ctrl-C is for whoever started it; in a session of its own, Linux would ignore niceness
        )
        self.was_too_nice = False  # and has been ended for it
        with suppress(OSError):
            self._be_nice(niceness)

    def _be_nice(self, niceness: int) -> None:
        if hasattr(os, "setpriority"):
            os.setpriority(os.PRIO_PROCESS, self._process.pid, niceness)

    def hurry(self) -> None:
        """Somebody waits for it by now. Where a process can't be made less nice it is ended: what is compiled stays."""
        try:
            self._be_nice(0)
        except PermissionError:
            self.was_too_nice = True
            self.kill()
        except ProcessLookupError:  # it has just ended
            pass

    def wait(self, advance: Callable[[], object] = lambda: None) -> bool:
        """Wait for its end, and say whether all went well; `advance` is called for each function."""
        with self._process as process:
            assert process.stdout is not None
            for _line in process.stdout:
                advance()
        return process.returncode == 0

    def kill(self) -> None:
        self._process.kill()


@dataclass
class Progress:
    """How far the compilation of a game is."""

    game: Game
    functions: int = 0  # that have been compiled
    began: float = field(default_factory=time.monotonic)

    def advance(self) -> None:
        self.functions += 1

    @property
    def share(self) -> float:
        """Of the time that it takes, about; 1 is never reached."""
        return float(min(self.functions / self.game.functions, 0.99) ** LATER_IS_LONGER)

    @property
    def seconds_left(self) -> float | None:
        """About; None if it is too early to say."""
        if self.share < ENOUGH_TO_ESTIMATE:
            return None
        return (time.monotonic() - self.began) * (1 - self.share) / self.share


def prepare(
    names: Sequence[str], module: str = "pyramidion.preparation", settings: Sequence[Mapping[str, str]] = ({},)
) -> None:
    """Have games compiled by processes that run a module, each with all of these settings; a failure is raised."""
    jobs = [partial(Compiler, name, module, setting) for setting in settings for name in names]
    running: list[Compiler] = []

    def run(start: Callable[[], Compiler]) -> bool:
        running.append(compiler := start())
        return compiler.wait()

    with ThreadPoolExecutor(cores()) as threads:
        try:
            _all_go_well([threads.submit(run, job) for job in jobs])
        except BaseException:
            threads.shutdown(wait=False, cancel_futures=True)
            for compiler in running:
                compiler.kill()
            raise


def _all_go_well(jobs: Sequence[Future[bool]]) -> None:
    for job in as_completed(jobs):
        if not job.result():
            raise RuntimeError("a game could not be compiled")


def cores() -> int:
    """How many processes can run at the same time."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Reporter(Listener):  # type: ignore[misc]
    """Tells of every function that Numba has compiled."""

    def __init__(self, report: Callable[[], object]) -> None:
        self._report = report

    def on_start(self, event: object) -> None:
        pass

    def on_end(self, event: object) -> None:
        self._report()


def compile_games(names: Sequence[str]) -> None:
    """In this process, with a line for each function."""
    with install_listener("numba:compile", Reporter(lambda: print("compiled", flush=True))):
        for game in map(find, names):
            if is_cold(game.name):
                compile_game(game)


if __name__ == "__main__":
    compile_games(sys.argv[1:])
