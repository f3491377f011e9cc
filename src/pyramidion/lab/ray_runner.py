"""The lab's work on Ray: on a cluster, or on worker processes of this machine that listen on loopback only."""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from itertools import islice
from types import ModuleType
from typing import TypeVar

from pyramidion.lab.runners import AHEAD
from pyramidion.preparation import cores
from pyramidion.refusal import Refusal

S = TypeVar("S")
R = TypeVar("R")

LOCAL = ("ray", "ray://", "ray://local")
LOOPBACK = "127.0.0.1"
RETRIES = 5  # of a chunk whose worker was lost
STORE = 128 * 1024 * 1024  # bytes of shared memory for results on the way, which are small
ENVIRONMENT = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # made for systems with firewalls that ask; on Linux it means loopback as well
}


class Ray:
    """Worker processes, here or on many machines. What is lost with a worker is done again by another."""

    def __init__(self, address: str, workers: int | None = None) -> None:
        self.ray: ModuleType = _start_here(workers or cores()) if address in LOCAL else _connect(address)
        self._call = self.ray.remote(max_retries=RETRIES)(_call)

    def map(self, chunk: Callable[[S], R], seeds: Iterable[S]) -> Iterator[R]:
        """The results for all seeds, in their order."""
        work, waiting = self.ray.put(chunk), iter(seeds)
        ahead = AHEAD * max(1, int(self.ray.cluster_resources().get("CPU", 1)))
        running = deque(self._call.remote(work, seed) for seed in islice(waiting, ahead))
        try:
            while running:
                result: R = self.ray.get(running.popleft())
                running.extend(self._call.remote(work, seed) for seed in islice(waiting, 1))
                yield result
        finally:  # somebody has enough, or a chunk has failed: what has not begun need not
            for task in running:
                self.ray.cancel(task)

    def close(self) -> None:
        """Let the cluster go; workers that were started here end."""
        self.ray.shutdown()


def _call(chunk: Callable[[S], R], seed: S) -> R:
    return chunk(seed)


def _start_here(workers: int) -> ModuleType:
    """Processes of this machine. Whatever the environment says, they listen on loopback and tell nobody of themselves."""
    os.environ.update(ENVIRONMENT)  # before it is imported, which is when it looks
    ray = _import_ray()
    ray.init(
        address="local",  # never one that somebody has left running here
        num_cpus=workers,
        _node_ip_address=LOOPBACK,
        include_dashboard=False,
        object_store_memory=STORE,
        log_to_driver=False,
        configure_logging=False,
    )
    if any(node["NodeManagerAddress"] != LOOPBACK for node in ray.nodes()):
        ray.shutdown()
        raise Refusal("this Ray does not stay on loopback: it was imported before the lab, or is of another version")
    return ray


def _connect(address: str) -> ModuleType:
    """Somebody else's cluster, which has the same version of everything installed."""
    ray = _import_ray()
    try:
        ray.init(address=address, log_to_driver=False)
    except (ConnectionError, RuntimeError, ImportError, ValueError) as error:
        wanted = "if it wants a token, set RAY_AUTH_MODE=token and RAY_AUTH_TOKEN as it has them"
        raise Refusal(f"can't reach Ray at {address} ({error}): {wanted}") from error
    return ray


def _import_ray() -> ModuleType:
    try:
        return import_module("ray")
    except ImportError as error:
        raise Refusal("this needs Ray: pip install 'pyramidion[ray]'") from error
