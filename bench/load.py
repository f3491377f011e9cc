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

from bench.harness import NOTHING_YET, Person, Server, seat_two, visitors
from bench.wire import Wire

TRIES = 10  # to find a table where somebody is to act
MOST_MOVES_BEFORE = 60  # about as many as a game has, but for Senet's


class Heard(TypedDict, total=False):
    """What these clients need of a message."""

    type: str
    t: float
    n: int
    status: str
    events: list[msgspec.Raw]
    legal: list[dict[str, Any]]
    again: str | None
    changed: dict[str, Any]
    yours: list[int]
    chairs: list[dict[str, Any]]
    salt_commitments: list[str]
    why: str


class Player(Person):
    """Somebody who does as little as can be: these clients share the machine with the server, and would slow it down."""

    decoder = msgspec.json.Decoder(Heard)

    def __init__(self, address: str, cookie: str, user: str) -> None:
        super().__init__(address, cookie, user)
        self.wire: Wire | None = None
        self.sent = 0.0  # when the action was sent that is not acknowledged yet
        self.acknowledged: Callable[[float], None] = lambda _took: None

    async def open(self, table: str) -> None:
        self.wire = Wire(self.hear)
        await self.wire.open(self.url(table), self.cookie)

    async def leave(self) -> None:
        assert self.wire is not None
        self.wire.close()
        self.sync = dict(NOTHING_YET)

    async def say(self, tag: str, **fields: Any) -> None:
        self.tell(tag, **fields)

    def tell(self, tag: str, **fields: Any) -> None:
        assert self.wire is not None
        self.wire.say(msgspec.json.encode({"type": tag, **fields}))

    def act(self, action: tuple[int, str]) -> None:
        self.sent = time.perf_counter()
        self.tell("act", n=self.sync["n"], seat=action[0], action=action[1])

    def hear(self, text: bytes) -> None:
        message = self.decoder.decode(text)
        if message["type"] == "ping":
            self.tell("pong", t=message["t"])
        elif message["type"] == "refused":
            raise RuntimeError(message["why"])
        elif message["type"] in ("sync", "delta"):
            self.sync = {
                **self.sync,
                **message,
                **message.get("changed", {}),
            }  # but for the view, which nobody looks at here
            for answer in self.readiness.answers(self.sync) if self.readiness else ():
                self.tell(answer.pop("type"), **answer)
            if self.sent and message["events"]:
                took, self.sent = time.perf_counter() - self.sent, 0.0
                self.acknowledged(took)


class Sitting:
    """Two people at a table who play again when the game is over."""

    def __init__(self, http: httpx.AsyncClient, address: str, game: str, seed: int) -> None:
        self.http, self.address, self.game = http, address, game
        self.choose = random.Random(seed)
        self.people: list[Player] = []
        self.rematches = 0

    async def sit_down(self) -> None:
        """Come, and play for a while. If all were at the same point of their games, all would end at the same time."""
        table, *self.people = await seat_two(Player, self.http, self.address, self.game)
        await self._begin(table)
        for _ in range(self.choose.randrange(MOST_MOVES_BEFORE)):
            await self._go_on()
        self.rematches = 0

    async def _go_on(self) -> None:
        done = asyncio.get_running_loop().create_future()
        while not self.move(done.set_result):
            await self.play_again() if self.is_over else await asyncio.sleep(0.01)
        await done

    async def _begin(self, table: str) -> None:
        for person in self.people:
            await person.open(table)
            await person.be_ready()

    @property
    def is_over(self) -> bool:
        return all(person.sync["status"] == "over" for person in self.people)

    async def play_again(self) -> None:
        """Both wish for a rematch, and go to its table."""
        self.rematches += 1
        for person in self.people:
            person.tell("offer", wish="rematch", n=person.sync["n"])
        while not (table := self.people[0].sync["again"]):
            await asyncio.sleep(0.01)
        for person in self.people:
            await person.leave()
        await self._begin(table)

    def move(self, acknowledged: Callable[[float], None]) -> bool:
        """Let somebody act, and tell later how long the acknowledgement took; whether somebody was to act."""
        for person in self.people:
            if action := person.any_action(self.choose):
                person.acknowledged = acknowledged
                person.act(action)
                return True
        return False


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
    rematches = sum(sitting.rematches for sitting in sittings)
    print(f"a second: {len(times) / seconds:.0f} moves, {rematches / seconds:.1f} games ended and others begun")
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
    free, tasks = list(sittings), set[asyncio.Task[None]]()

    async def play_again(sitting: Sitting) -> None:
        await sitting.play_again()
        free.append(sitting)

    def go_on(sitting: Sitting) -> bool:
        """Let a sitting do what comes next, and whether that is a move; it is free again when it is done."""

        def acknowledged(took: float) -> None:
            times.append(took)
            free.append(sitting)

        if sitting.is_over:
            task = asyncio.create_task(play_again(sitting))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
            return False
        is_move = sitting.move(acknowledged)
        if not is_move:
            free.append(sitting)
        return is_move

    started = time.perf_counter()
    for number in range(int(rate * seconds)):
        due = started + number / rate
        await asyncio.sleep(max(due - time.perf_counter(), 0))
        late.append(time.perf_counter() - due)
        for _ in range(min(len(free), TRIES)):
            chosen = choose.randrange(len(free))
            free[chosen], free[-1] = free[-1], free[chosen]
            if go_on(free.pop()):
                break
        if number % 100 == 0:
            progress(due - started)
    async with asyncio.timeout(60):
        while len(free) < len(sittings):
            await asyncio.sleep(0.01)
    return times, late


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--moves", type=float, default=500, help="a second, over all tables")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--games", default="senet,river,iriri,pyramid_poker")
    asyncio.run(main(parser.parse_args()))
