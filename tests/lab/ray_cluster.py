"""A Ray of this machine, in a process of its own: python -m tests.lab.ray_cluster GAMES. Prints what it saw as JSON.

Two workers play a survey; one of them is killed while it plays.
"""

import json
import os
import signal
import sys
import time
from functools import partial
from pathlib import Path

import numpy as np

from pyramidion.lab.chunks import Chunk, play_chunk
from pyramidion.lab.ray_runner import Ray
from pyramidion.lab.runners import Runner, Threads
from pyramidion.lab.setups import Setup, set_up
from pyramidion.lab.surveys import run, spans

LISTENING = "0A"  # a socket's state in /proc/net/tcp
LOOPBACK = {"0100007F", "0000000000000000FFFF00000100007F", "00000000000000000000000001000000"}


def die_once(folder: Path, setup: Setup, span: tuple[int, int]) -> Chunk:
    """Play; but the first worker that comes to a chunk after the first is killed in the middle of it."""
    if span[0] and not (folder / "died").exists():
        play_chunk(setup, (span[0], span[1] // 2))
        (folder / "died").write_text(str(os.getpid()))
        os.kill(os.getpid(), signal.SIGKILL)
    return play_chunk(setup, span)


def with_a_death(runner: Runner, setup: Setup, games: int, folder: Path) -> "np.typing.NDArray[np.int32]":
    chunks = runner.map(partial(die_once, folder, setup), spans(games, games // 8))
    return np.concatenate([chunk.rows for chunk in chunks])


def listening(family: str) -> list[str]:
    """The addresses on which processes below this one listen, as /proc has them."""
    own = {inode for pid in below(os.getpid()) for inode in sockets(pid)}
    lines = [line.split() for line in Path(f"/proc/net/{family}").read_text().splitlines()[1:]]
    return [line[1].split(":")[0] for line in lines if line[3] == LISTENING and line[9] in own]


def below(pid: int) -> list[int]:
    """A process, and all that it and its children have started."""
    children = [
        int(word) for task in Path(f"/proc/{pid}/task").iterdir() for word in (task / "children").read_text().split()
    ]
    return [pid, *(one for child in children for one in below(child))]


def sockets(pid: int) -> set[str]:
    try:
        names = [str(file.readlink()) for file in Path(f"/proc/{pid}/fd").iterdir()]
    except OSError:  # it has ended
        return set()
    return {name[8:-1] for name in names if name.startswith("socket:[")}


def main(games: int, folder: Path) -> None:
    setup = set_up("senet", seed=3)
    began = time.perf_counter()
    expected = run(setup, games, Threads(2)).rows
    in_threads = time.perf_counter()
    ray = Ray("ray://local", 2)
    started = time.perf_counter()
    rows = run(setup, games, ray).rows
    on_ray = time.perf_counter()
    addresses = listening("tcp") + listening("tcp6")
    seen = {
        "same": np.array_equal(expected, rows),
        "same_after_death": np.array_equal(expected, with_a_death(ray, setup, games, folder)),
        "died": (folder / "died").exists(),
        "listening": len(addresses),
        "elsewhere": [address for address in addresses if address not in LOOPBACK],
        "usage_statistics": os.environ["RAY_USAGE_STATS_ENABLED"],
        "seconds": {"threads": in_threads - began, "start": started - in_threads, "ray": on_ray - started},
    }
    ray.close()
    print(json.dumps(seen))


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
