"""Compiling games ahead: each in a process of its own, as many at a time as there are cores.

python -m pyramidion.preparation senet river    # compile these, one after the other, in this process
"""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed

import numpy as np

from pyramidion.bots.levels import warm
from pyramidion.engine.compiled import is_cold, mark_warm
from pyramidion.engine.other_worlds import look_at_other_worlds
from pyramidion.engine.random import generator
from pyramidion.game import Game
from pyramidion.games import find
from pyramidion.play import Play, new

LONG_ENOUGH = 300  # events of a game that is played to have everything compiled


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


def prepare(
    names: Sequence[str], module: str = "pyramidion.preparation", settings: Sequence[Mapping[str, str]] = ({},)
) -> None:
    """Have games compiled by processes that run a module, each with all of these settings; the first failure is raised."""
    jobs = [(module, name, setting) for setting in settings for name in names]
    with ThreadPoolExecutor(cores()) as threads:
        for job in as_completed([threads.submit(_run, *job) for job in jobs]):
            job.result()


def cores() -> int:
    """How many processes can run at the same time."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _run(module: str, name: str, setting: Mapping[str, str]) -> None:
    subprocess.run([sys.executable, "-m", module, name], env={**os.environ, **setting}, check=True)


if __name__ == "__main__":
    for game in map(find, sys.argv[1:]):
        if is_cold(game.name):
            compile_game(game)
