"""A server with many live tables is killed and started again: when is the first move acknowledged?

    python -m bench.restart [--tables 2000] [--times 5]

Two people are at a table; at all others a bot is to move or somebody is away. The database of the others is made directly.
From the moment the server is started, the two try to connect and to move.
"""

import argparse
import asyncio
import random
import tempfile
import time
from pathlib import Path
from statistics import median

import httpx
from rich.progress import track
from websockets.exceptions import WebSocketException

from bench.filled import bot, person, played, write
from bench.harness import Person, Server, begin, seat_two, visitors
from pyramidion.server.tables.table import Table

GAMES = ("senet", "river", "iriri", "pyramid_poker")
MOST = 3.0  # seconds
EVENTS = (20, 80)  # of the other tables


def fill(database: Path, tables: int, seed: int) -> None:
    choose = random.Random(seed)
    made: list[Table] = []
    while len(made) < tables:
        seats = [person(f"away-{len(made)}"), bot("farmer")]
        table = played(GAMES[len(made) % len(GAMES)], seats, choose.randint(*EVENTS), choose.getrandbits(32))
        if table.meta.status == "live":
            made.append(table)
    write(database, made)


async def move(people: list[Person], table: str, choose: random.Random) -> None:
    """Connect as soon as that is possible; return when a move is acknowledged."""
    while True:
        try:
            for one in people:
                await one.open(table)
            break
        except (OSError, WebSocketException):
            await asyncio.sleep(0.005)
    for one in people:
        while "legal" not in (await one.read()):
            pass
    mover = next(one for one in people if one.any_action(choose))
    seat, action = mover.any_action(choose) or (0, "")
    n = mover.sync["n"]
    await mover.say("act", n=n, seat=seat, action=action)
    while mover.sync["n"] == n:
        await mover.read()


async def restart(server: Server, people: list[Person], table: str, choose: random.Random) -> tuple[float, float]:
    """Seconds from the start of the process, and from when it says that it is open, to the first acknowledgement."""
    port, begun = server.port, time.perf_counter()
    starting = asyncio.create_task(asyncio.to_thread(server.start, port))
    opened = asyncio.create_task(_time_of(starting))
    await asyncio.wait_for(move(people, table, choose), 120)
    ended = time.perf_counter()
    return ended - begun, ended - await opened


async def _time_of(task: "asyncio.Task[Server]") -> float:
    await task
    return time.perf_counter()


async def main(arguments: argparse.Namespace) -> int:
    choose, took = random.Random(arguments.seed), []
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "house.sqlite"
        server = Server(database).start()
        async with visitors() as http:
            table, *people = await _two_who_play(http, server.address)
        server.kill()
        fill(database, arguments.tables, arguments.seed)
        for _ in track(range(arguments.times), "starting", transient=True):
            took.append(await restart(server, people, table, choose))
            server.kill()
    print(f"{arguments.tables} live tables, {arguments.times} restarts after kill -9, until the first acknowledgement:")
    for since, times in zip(("the process was started", "it was open"), zip(*took, strict=True), strict=True):
        print(f"p50 {median(times):.2f} s, longest {max(times):.2f} s after {since}")
    return int(max(from_open for _, from_open in took) > MOST and not arguments.untimed)


async def _two_who_play(http: httpx.AsyncClient, address: str) -> tuple[str, Person, Person]:
    table, first, second = await seat_two(Person, http, address, "senet")
    await begin(table, first, second)
    return table, first, second


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=2000)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--untimed", action="store_true", help="don't judge by how long anything took")
    raise SystemExit(asyncio.run(main(parser.parse_args())))
