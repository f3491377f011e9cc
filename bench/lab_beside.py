"""What surveys in the lab cost the tables: moves as in `bench.load`, in turns without and with surveys that go on.

    python -m bench.lab_beside [--tables 200] [--moves 100] [--seconds 20] [--rounds 3] [--bots uniform] [--surveys 1]

Prints how long acknowledgements took either way. Compare only the two ways of one run: others may use the machine.
"""

import argparse
import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import httpx

from bench.harness import Person, Server, visitors
from bench.load import Sitting, batches, percentile, play

GAMES = ("senet", "river", "iriri", "pyramid_poker")
LONG_ENOUGH = ["--lab-seconds", "1e6"]


class Watcher(Person):
    """Somebody who compares two variants again and again."""

    games = 0

    async def watch(self, http: httpx.AsyncClient, bots: str) -> None:
        wish = {"game": "senet", "variants": [{}, {"pieces": 7}], "bots": [bots], "games": 100_000}
        cookie = {"Cookie": self.cookie}
        while True:
            async with http.stream("POST", f"{self.address}/api/lab/survey", json=wish, headers=cookie) as news:
                async for line in news.aiter_lines():
                    self.games += bool(line)


@asynccontextmanager
async def surveys(http: httpx.AsyncClient, watchers: list[Watcher], bots: str) -> AsyncIterator[None]:
    """Surveys go on meanwhile; each has told of itself before it begins."""
    before = [watcher.games for watcher in watchers]
    tasks = [asyncio.create_task(watcher.watch(http, bots)) for watcher in watchers]
    while any(watcher.games == games for watcher, games in zip(watchers, before, strict=True)):
        await asyncio.sleep(0.05)
    yield
    for task in tasks:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def main(arguments: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "house.sqlite", *LONG_ENOUGH).start()
        try:
            async with visitors() as http:
                await measure(server, http, arguments)
        finally:
            server.stop()


async def measure(server: Server, http: httpx.AsyncClient, arguments: argparse.Namespace) -> None:
    sittings = [Sitting(http, server.address, GAMES[i % len(GAMES)], i) for i in range(arguments.tables)]
    for group in batches(sittings, 20):
        await asyncio.gather(*(sitting.sit_down() for sitting in group))
    watchers = [await Watcher.come(http, server.address) for _ in range(arguments.surveys)]
    without: list[float] = []
    beside: list[float] = []
    for number in range(arguments.rounds):
        without += (await play(sittings, arguments.moves, arguments.seconds, lambda _at: None))[0]
        async with surveys(http, watchers, arguments.bots):
            beside += (await play(sittings, arguments.moves, arguments.seconds, lambda _at: None))[0]
        print(f"round {number + 1}: {told(without)}; with surveys {told(beside)} (all rounds so far)", flush=True)


def told(times: list[float]) -> str:
    return f"{len(times)} moves, p50 {percentile(times, 50)}, p99 {percentile(times, 99)}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--moves", type=float, default=100, help="a second, over all tables")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--surveys", type=int, default=1)
    parser.add_argument("--bots", default="uniform")
    asyncio.run(main(parser.parse_args()))
