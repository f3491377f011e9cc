"""`pyramidion bench`: how fast random games run, how long a start takes, and what it costs in memory."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor

import msgspec
import numpy as np

from pyramidion.bots.search import Budget, think
from pyramidion.engine.playout import playouts
from pyramidion.engine.random import generator
from pyramidion.game import Game
from pyramidion.lab.doors import Doors
from pyramidion.play import new

FIRST_GAME = """
import sys, time
from pathlib import Path
started = time.perf_counter()
import numpy as np
from pyramidion.bots.search import Budget, think
from pyramidion.engine.playout import playouts
from pyramidion.engine.random import generator
from pyramidion.games import find
game = find(sys.argv[1])
start = game.start(game.seats[0], game.choose({}))
playouts(start, game.rules.State.new(), 1, generator(1), np.zeros(game.widest, np.int64))
seconds = time.perf_counter() - started
status = Path("/proc/self/status")  # getrusage would count the memory of the process that started this one
peak = [line.split()[1] for line in status.read_text().splitlines() if line.startswith("VmHWM")] if status.exists() else []
print(seconds, int(peak[0]) / 1024 if peak else 0)
"""

CPU_OF_IMPORT = "import time; before = time.process_time(); import pyramidion; print(time.process_time() - before)"


class Pace(msgspec.Struct, frozen=True):
    """Random games in a time."""

    plies_per_second: float
    games_per_second: float


class Measure(msgspec.Struct, frozen=True):
    """What was measured of one game."""

    game: str
    seats: int
    record_bytes: int
    plies_per_game: float
    one_core: Pace
    all_cores: Pace
    cores: int
    search_per_second: float | None  # iterations on one core, from the first choice of a game; games in turns only
    cold_start: float  # seconds from import to the end of a first game, with nothing compiled before
    warm_start: float  # the same with compiled code on disk
    megabytes: float  # the most memory of that warm process; 0 where the system does not tell


class Peer(msgspec.Struct, frozen=True):
    """A game of another library, in the same run."""

    library: str
    game: str
    plies_per_second: float | None  # of random games; None if they were not measured
    search: str  # the search that was measured
    search_per_second: float  # its iterations from the first choice of a game, each with a whole random game


class Report(msgspec.Struct, frozen=True):
    """All that was measured in one run."""

    import_cpu_seconds: float  # of `import pyramidion`
    games: list[Measure]
    peers: list[Peer]
    doors: Doors | None = None  # those of research, against other libraries' environments


def measure(game: Game, seconds: float) -> Measure:
    """Measure one game, with its usual number of seats and options."""
    seats, cores = game.seats[0], os.cpu_count() or 1
    play_for(game, 0.0, seed=0)  # compile
    plies, games, spent = play_for(game, seconds, seed=1)
    with ThreadPoolExecutor(cores) as pool:
        before = time.perf_counter()
        runs = list(pool.map(lambda seed: play_for(game, seconds, seed), range(2, 2 + cores)))
        together = time.perf_counter() - before
    with tempfile.TemporaryDirectory() as empty:
        cold, _ = first_game(game, empty)
        warm, megabytes = first_game(game, empty)
    return Measure(
        game=game.name,
        seats=seats,
        record_bytes=game.rules.State.dtype.itemsize,
        plies_per_game=plies / games,
        one_core=Pace(plies / spent, games / spent),
        all_cores=Pace(sum(run[0] for run in runs) / together, sum(run[1] for run in runs) / together),
        cores=cores,
        search_per_second=None if game.real_time else search_per_second(game, seconds),
        cold_start=cold,
        warm_start=warm,
        megabytes=megabytes,
    )


def play_for(game: Game, seconds: float, seed: int) -> tuple[int, int, float]:
    """Random games for so long, at least one: their plies, their number, and the seconds."""
    start = game.start(game.seats[0], game.choose({}))
    work, random, out = game.rules.State.new(), generator(seed), np.zeros(game.widest, dtype=np.int64)
    plies = games = 0
    at_once = 1
    before = time.perf_counter()
    while (spent := time.perf_counter() - before) < seconds or not games:
        plies += playouts(start, work, at_once, random, out)
        games += at_once
        if time.perf_counter() - before < seconds / 20:
            at_once *= 2  # so that leaving and entering compiled code costs nothing
    return plies, games, spent


def search_per_second(game: Game, seconds: float) -> float:
    """Iterations of the search at the first choice of a game, each with a whole random game."""
    play = new(game, seed=1)
    (seat,) = play.actors()
    observation = play.observe(1 << seat)
    think(game, observation, play.seats, seat, Budget(iterations=10))  # compile
    opinion = think(game, observation, play.seats, seat, Budget(seconds=seconds))
    return opinion.iterations / opinion.seconds


def first_game(game: Game, cache: str) -> tuple[float, float]:
    """Seconds and megabytes of a process that plays one game."""
    seconds, megabytes = _run(FIRST_GAME, game.name, PYRAMIDION_CACHE=cache).split()
    return float(seconds), float(megabytes)


def import_cpu_seconds() -> float:
    """The CPU time that `import pyramidion` takes: the best of five."""
    return min(float(_run(CPU_OF_IMPORT)) for _ in range(5))


def _run(code: str, *arguments: str, **environment: str) -> str:
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=True).stdout


def report(
    games: Iterable[Game],
    seconds: float,
    peers: Callable[[float], Iterable[Peer]],
    progress: Callable[[str], object],
    doors: Callable[[], Doors | None] = lambda: None,
) -> Report:
    """Measure everything in one run, telling `progress` what is being measured."""
    progress("import pyramidion")
    imported = import_cpu_seconds()
    measures = []
    for game in games:
        progress(game.title)
        measures.append(measure(game, seconds))
    progress("peers")
    return Report(imported, measures, list(peers(seconds)), doors())
