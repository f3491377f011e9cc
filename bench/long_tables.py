"""How long does anything keep the event loop busy, while people play and look back at tables with very long logs?

    python -m bench.long_tables [--events 20000] [--tables 4] [--rounds 40]

The server runs in a thread of this process, and every callback of its loop is measured in CPU time of that thread, so that
other work on the machine does not count. Nothing may take longer than 20 ms.
"""

import argparse
import asyncio
import contextlib
import random
import sqlite3
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table as Lines

from bench.filled import person, played, write
from bench.harness import Person, begin, visitors
from pyramidion.server import gc_tuning
from pyramidion.server.app import application
from pyramidion.server.runner import Server, configuration, listen
from pyramidion.server.services import open_database
from pyramidion.server.settings import Settings

MOST = 20.0  # milliseconds
GAMES = ("river", "senet", "iriri", "pyramid_poker")


class Blocks:
    """CPU milliseconds of each callback of one thread's event loop, by whose callback it was."""

    def __init__(self) -> None:
        self.thread = 0
        self.took: dict[str, list[float]] = defaultdict(list)

    @contextlib.contextmanager
    def watched(self) -> Iterator[None]:
        """While it is watched, all loops of this process are asyncio's own, whose callbacks can be timed."""
        original = asyncio.Handle._run

        def run(handle: asyncio.Handle) -> None:
            if threading.get_ident() != self.thread:
                original(handle)
                return
            begun = time.thread_time_ns()
            original(handle)
            self.took[_name(handle)].append((time.thread_time_ns() - begun) / 1e6)

        asyncio.Handle._run = run  # type: ignore[method-assign, assignment]
        try:
            yield
        finally:
            asyncio.Handle._run = original  # type: ignore[method-assign]

    @property
    def longest(self) -> float:
        return max(max(took) for took in self.took.values())


def _name(handle: asyncio.Handle) -> str:
    callback = handle._callback  # type: ignore[attr-defined]
    task = getattr(callback, "__self__", None)
    if isinstance(task, asyncio.Task):
        coroutine = task.get_coro()
        inner = getattr(coroutine, "cr_await", None)
        return f"{getattr(coroutine, '__qualname__', 'task')} {getattr(inner, '__qualname__', '')}"
    return str(getattr(callback, "__qualname__", callback))


@contextlib.contextmanager
def serving(database: Path, blocks: Blocks) -> Iterator[str]:
    """A server in a thread, with limits that nobody reaches; its address."""
    wide: dict[str, Any] = dict.fromkeys(("message_rate", "request_rate", "address_rate", "guest_rate", "burst"), 1e9)
    settings = Settings(port=0, database=str(database), sockets_per_address=10_000, connections_per_address=10_000, **wide)
    listening = listen(settings)
    app = application(settings, open_database(settings))
    server = Server(configuration(app, settings), app)

    def run() -> None:
        blocks.thread = threading.get_ident()
        asyncio.run(server.serve([listening]))

    thread = threading.Thread(target=run)
    thread.start()
    while not server.started and thread.is_alive():
        time.sleep(0.01)
    yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    server.should_exit = True
    thread.join()


class Visits:
    """What people do at long tables."""

    def __init__(self, http: httpx.AsyncClient, people: list[Person], tables: list[str], events: int, seed: int) -> None:
        self.http, self.people, self.tables, self.events = http, people, tables, events
        self.choose = random.Random(seed)

    async def round(self) -> None:
        """Everything once, all at the same time."""
        doing: list[Callable[[Person, str], Awaitable[None]]] = [self.visit, self.look_back, self.play, self.take_back]
        await asyncio.gather(*(do(self.choose.choice(self.people), self.choose.choice(self.tables)) for do in doing * 2))

    async def visit(self, one: Person, table: str) -> None:
        """Come without knowing anything yet."""
        page = Person(one.address, one.cookie, one.user)
        await page.open(table)
        await page.read()
        await page.leave()

    async def look_back(self, one: Person, table: str) -> None:
        for _ in range(5):
            await self._get(one, f"/api/tables/{table}/at/{self.choose.randrange(self.events)}")

    async def play(self, one: Person, table: str) -> None:
        """Act on whichever seat is to, and be acknowledged."""
        page = Person(one.address, one.cookie, one.user)
        await page.open(table)
        await page.read()
        if action := page.any_action(self.choose):
            await page.say("act", n=page.sync["n"], seat=action[0], action=action[1])
            await page.read()
        await page.leave()

    async def take_back(self, one: Person, table: str) -> None:
        page = Person(one.address, one.cookie, one.user)
        await page.open(table)
        await page.read()
        await page.say("offer", wish="undo", n=page.sync["n"])
        await page.read()
        await page.leave()

    async def finish(self, table: str) -> None:
        """End a game, and ask for all there is of it."""
        one = self.people[0]
        page = Person(one.address, one.cookie, one.user)
        await page.open(table)
        await page.read()
        await page.say("resign", n=page.sync["n"], seat=0)
        while page.sync["status"] != "over" and (await page.read())["type"] != "refused":
            pass
        await page.leave()
        for path in ("record", "odds", "review"):
            await self._get(one, f"/api/tables/{table}/{path}")

    async def _get(self, one: Person, path: str) -> None:
        await self.http.get(f"{one.address}{path}", headers={"Cookie": one.cookie})


async def visit(address: str, database: Path, arguments: argparse.Namespace, people: list[Person]) -> None:
    with contextlib.closing(sqlite3.connect(database)) as connection:
        tables = [row[0] for row in connection.execute("SELECT id FROM tables WHERE status = 'live'")]
    async with visitors() as http:
        ordinary = [Person(address, one.cookie, one.user) for one in people]
        table = (await ordinary[0].ask(http, "/api/tables", {"game": "senet", "seats": [{"who": "me"}, {"who": "me"}]}))[
            "id"
        ]
        await begin(table, ordinary[0])
        visits = Visits(http, ordinary, tables, arguments.events, arguments.seed)
        for _ in track(range(arguments.rounds), "visiting", transient=True):
            await visits.round()
        for each in tables[: len(tables) // 2]:
            await visits.finish(each)


async def come(address: str) -> list[Person]:
    async with visitors() as http:
        return [await Person.come(http, address) for _ in range(2)]


def main(arguments: argparse.Namespace) -> int:
    blocks = Blocks()
    with tempfile.TemporaryDirectory() as folder, blocks.watched():
        database = Path(folder) / "house.sqlite"
        with serving(database, Blocks()) as address:
            people = asyncio.run(come(address))
        fill(database, people, arguments)
        gc_tuning.tune()  # as the command does
        with serving(database, blocks) as address:
            for one in people:
                one.address = address
            asyncio.run(visit(address, database, arguments, people))
    return int(show(blocks) > MOST and not arguments.untimed)


def fill(database: Path, people: list[Person], arguments: argparse.Namespace) -> None:
    """Tables of these two people, on whose seats they sit alone."""
    kinds = [GAMES[i % len(GAMES)] for i in range(arguments.tables)]
    tables = [
        played(game, [person(one.user) for one in people], arguments.events, seed, takes_back=True)
        for seed, game in enumerate(kinds)
    ]
    print("logs of", ", ".join(f"{len(table.log):,} ({table.game.name})" for table in tables))
    write(database, tables)


def show(blocks: Blocks) -> float:
    """Print what took longest; the longest of all."""
    lines = Lines("callback", "times", "p99.9 ms", "longest ms")
    worst = sorted(blocks.took.items(), key=lambda item: -max(item[1]))[:12]
    for name, took in worst:
        lines.add_row(name, f"{len(took):,}", f"{np.percentile(took, 99.9):.2f}", f"{max(took):.2f}")
    Console(width=120).print(lines)
    number = sum(len(took) for took in blocks.took.values())
    print(f"{number:,} callbacks, the longest took {blocks.longest:.1f} ms of CPU time")
    return blocks.longest


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=20_000)
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--untimed", action="store_true", help="don't judge by how long anything took")
    raise SystemExit(main(parser.parse_args()))
