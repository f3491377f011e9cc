"""Many tables at once: 1,000 tables, 2,000 sockets, 500 moves a second by default, against a real server process.

    python -m bench.load [--tables 1000] [--moves 500] [--seconds 120] [--games senet,river,iriri,pyramid_poker]

Prints how long acknowledgements took (from sending an action to one's own Sync), the server's memory, and its CPU time.
"""

import argparse
import asyncio
import gc
import itertools
import random
import tempfile
import time
from pathlib import Path

import httpx
import numpy as np
import uvloop
from rich.progress import Progress

from bench.house import Person, Server, seat_two, visitors


class Sitting:
    """Two people at a table who play again when the game is over."""

    def __init__(self, http: httpx.AsyncClient, address: str, game: str, seed: int) -> None:
        self.http, self.address, self.game = http, address, game
        self.choose = random.Random(seed)
        self.people: list[Person] = []
        self.waiting: dict[str, tuple[float, asyncio.Future[float]]] = {}
        self.readers: list[asyncio.Task[None]] = []

    async def sit_down(self) -> None:
        for reader in self.readers:
            reader.cancel()
        for person in self.people:
            if person.socket:
                await person.socket.close()
        table, *self.people = await seat_two(self.http, self.address, self.game)
        for person in self.people:
            await person.open(table)
            await person.be_ready()
        self.readers = [asyncio.create_task(self._read(person)) for person in self.people]

    async def _read(self, person: Person) -> None:
        while True:
            message = await person.read()
            if message["type"] in ("sync", "refused") and person.user in self.waiting:
                sent, future = self.waiting[person.user]
                if message["type"] == "refused":
                    raise RuntimeError(message["why"])
                if message["events"] and not future.done():
                    future.set_result(time.perf_counter() - sent)

    async def move(self) -> float | None:
        """One action, and how long its acknowledgement took; None if nobody is to act yet."""
        if all(person.sync["status"] == "over" for person in self.people):
            await self.sit_down()
            return None
        for person in self.people:
            if action := person.any_action(self.choose):
                future: asyncio.Future[float] = asyncio.get_running_loop().create_future()
                self.waiting[person.user] = (time.perf_counter(), future)
                await person.say("act", n=person.sync["n"], seat=action[0], action=action[1])
                took = await future
                del self.waiting[person.user]
                return took
        return None


async def main(arguments: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "house.sqlite").start()
        try:
            async with visitors() as http:
                await measure(server, http, arguments)
        finally:
            server.stop()


async def measure(server: Server, http: httpx.AsyncClient, arguments: argparse.Namespace) -> None:
    games = arguments.games.split(",")
    sittings = [Sitting(http, server.address, games[i % len(games)], i) for i in range(arguments.tables)]
    with Progress(transient=True) as bar:
        task = bar.add_task("sitting down", total=len(sittings))
        for group in itertools.batched(sittings, 20) if hasattr(itertools, "batched") else batches(sittings, 20):
            await asyncio.gather(*(sitting.sit_down() for sitting in group))
            bar.advance(task, len(group))
        gc.freeze()  # or searching 2,000 clients for garbage would be measured too
        gc.disable()
        await asyncio.sleep(3)
        memory, cpu, started = server.memory(), server.cpu_seconds(), time.perf_counter()
        task = bar.add_task("playing", total=arguments.seconds)
        times = await play(sittings, arguments.moves, arguments.seconds, lambda at: bar.update(task, completed=at))
        seconds = time.perf_counter() - started
    took = np.array(times) * 1000
    print(f"{len(sittings)} tables, {2 * len(sittings)} sockets, {', '.join(games)}: {len(took)} moves in {seconds:.0f} s")
    print(f"moves a second: {len(took) / seconds:.0f}")
    print(
        f"acknowledged after: p50 {np.percentile(took, 50):.1f} ms, p99 {np.percentile(took, 99):.1f} ms, "
        f"max {took.max():.1f} ms"
    )
    print(f"memory: {memory:.0f} MB before, {server.memory():.0f} MB after")
    used = server.cpu_seconds() - cpu
    print(f"CPU: {used / seconds:.0%} of a core, {used / len(took) * 1e6:.0f} µs a move (one message in, two out)")


def batches(items: list[Sitting], size: int) -> list[list[Sitting]]:
    return [items[i : i + size] for i in range(0, len(items), size)]


async def play(sittings: list[Sitting], rate: float, seconds: float, progress: object) -> list[float]:
    """Moves at an even rate over all tables; how long each acknowledgement took."""
    times: list[float] = []
    running: set[asyncio.Task[None]] = set()

    async def one(sitting: Sitting) -> None:
        if (took := await sitting.move()) is not None:
            times.append(took)

    started = time.perf_counter()
    busy: dict[int, asyncio.Task[None]] = {}
    for number in itertools.count():
        due = started + number / rate
        if due > started + seconds:
            break
        await asyncio.sleep(max(due - time.perf_counter(), 0))
        index = number % len(sittings)
        if index not in busy or busy[index].done():
            if index in busy:
                busy[index].result()
            busy[index] = asyncio.create_task(one(sittings[index]))
            running.add(busy[index])
            busy[index].add_done_callback(running.discard)
        if number % 100 == 0:
            progress(due - started)  # type: ignore[operator]
    await asyncio.wait_for(asyncio.gather(*running), 60)
    return times


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--moves", type=float, default=500, help="a second, over all tables")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--games", default="senet,river,iriri,pyramid_poker")
    uvloop.run(main(parser.parse_args()))
