"""Many tables at once: 1,000 tables, 2,000 sockets, 500 moves a second by default, against a real server process.

    python -m bench.load [--tables 1000] [--moves 500] [--seconds 120] [--games senet,river,iriri,pyramid_poker]

Prints how long acknowledgements took (from sending an action to one's own Sync), the server's memory, and its CPU time.
"""

import argparse
import asyncio
import gc
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypedDict

import httpx
import msgspec
import numpy as np
from rich.progress import Progress

from bench.house import Person, Server, seat_two, visitors


class Heard(TypedDict, total=False):
    """What these clients need of a message. They share the machine with the server: to read it all would slow it down."""

    type: str
    t: float
    n: int
    status: str
    events: list[msgspec.Raw]
    legal: list[dict[str, Any]]
    again: str | None
    why: str


class Player(Person):
    """Somebody who reads no more than that."""

    decoder = msgspec.json.Decoder(Heard)


class Sitting:
    """Two people at a table who play again when the game is over."""

    def __init__(self, http: httpx.AsyncClient, address: str, game: str, seed: int) -> None:
        self.http, self.address, self.game = http, address, game
        self.choose = random.Random(seed)
        self.people: list[Player] = []
        self.waiting: dict[str, tuple[float, asyncio.Future[float]]] = {}
        self.readers: list[asyncio.Task[None]] = []

    async def sit_down(self) -> None:
        table, *self.people = await seat_two(Player, self.http, self.address, self.game)
        await self._begin(table)

    async def _begin(self, table: str) -> None:
        for person in self.people:
            await person.open(table)
            await person.be_ready()
        self.readers = [asyncio.create_task(self._read(person)) for person in self.people]

    async def _play_again(self) -> None:
        """Both wish for a rematch, and go to its table."""
        for person in self.people:
            await person.say("offer", wish="rematch", n=person.sync["n"])
        while not (table := self.people[0].sync["again"]):
            await asyncio.sleep(0.01)
        for reader, person in zip(self.readers, self.people, strict=True):
            reader.cancel()
            await person.leave()
        await self._begin(table)

    async def _read(self, person: Player) -> None:
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
            await self._play_again()
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
        for group in batches(sittings, 20):
            await asyncio.gather(*(sitting.sit_down() for sitting in group))
            bar.advance(task, len(group))
        gc.freeze()  # or searching 2,000 clients for garbage would be measured too
        gc.disable()
        await asyncio.sleep(3)
        memory, cpu, started = server.memory(), server.cpu_seconds(), time.perf_counter()
        task = bar.add_task("playing", total=arguments.seconds)
        times, late = await play(sittings, arguments.moves, arguments.seconds, lambda at: bar.update(task, completed=at))
        seconds = time.perf_counter() - started
    print(f"{len(sittings)} tables, {2 * len(sittings)} sockets, {', '.join(games)}: {len(times)} moves in {seconds:.0f} s")
    print(f"moves a second: {len(times) / seconds:.0f}")
    print(f"acknowledged after: p50 {percentile(times, 50)}, p99 {percentile(times, 99)}, max {percentile(times, 100)}")
    print(f"these clients themselves were late by: p50 {percentile(late, 50)}, p99 {percentile(late, 99)}")
    print(f"memory: {memory:.0f} MB before, {server.memory():.0f} MB after")
    used = server.cpu_seconds() - cpu
    print(f"CPU: {used / seconds:.0%} of a core, {used / len(times) * 1e6:.0f} µs a move (one message in, two out)")


def percentile(seconds: list[float], share: float) -> str:
    return f"{np.percentile(seconds, share) * 1000:.1f} ms"


def batches(items: list[Sitting], size: int) -> list[list[Sitting]]:
    return [items[i : i + size] for i in range(0, len(items), size)]


async def play(
    sittings: list[Sitting], rate: float, seconds: float, progress: Callable[[float], None]
) -> tuple[list[float], list[float]]:
    """Moves at an even rate, at any table where nobody waits; how long acknowledgements took, and how late we were to move.

    Tables are drawn by lot, or they would all end at the same time.
    """
    times: list[float] = []
    late: list[float] = []
    choose = random.Random(0)
    free, running = list(sittings), set[asyncio.Task[None]]()

    async def one(sitting: Sitting) -> None:
        if (took := await sitting.move()) is not None:
            times.append(took)
        free.append(sitting)

    started = time.perf_counter()
    for number in range(int(rate * seconds)):
        due = started + number / rate
        await asyncio.sleep(max(due - time.perf_counter(), 0))
        late.append(time.perf_counter() - due)
        if not free:
            continue  # everybody waits
        chosen = choose.randrange(len(free))
        free[chosen], free[-1] = free[-1], free[chosen]
        task = asyncio.create_task(one(free.pop()))
        running.add(task)
        task.add_done_callback(running.discard)
        if number % 100 == 0:
            progress(due - started)
    await asyncio.wait_for(asyncio.gather(*running), 60)
    return times, late


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--moves", type=float, default=500, help="a second, over all tables")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--games", default="senet,river,iriri,pyramid_poker")
    asyncio.run(main(parser.parse_args()))
