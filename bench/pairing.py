"""A thousand people of spread strength look for an opponent at a real server, while others play.

    python -m bench.pairing [--seekers 1000] [--tables 20] [--arrive 20]

Prints how long they waited and how far apart the ratings of those who were paired are, the server's CPU time, and how long
moves at the other tables took to be acknowledged, before and meanwhile. Nobody may sit at two tables, nor alone at one.
"""

import argparse
import asyncio
import random
import sqlite3
import tempfile
import time
from contextlib import closing
from pathlib import Path

import httpx
import numpy as np

from bench.harness import Person, Server, begin, seat_two, visitors

SEEK = {"game": "senet", "seats": 2, "rated": True}
TWICE = """SELECT count(*) FROM (SELECT "user" FROM seats JOIN tables ON id = table_id WHERE rated AND "user" IS NOT NULL
    GROUP BY "user" HAVING count(*) > 1)"""
UNFILLED = """SELECT count(*) FROM tables WHERE rated
    AND (SELECT count(DISTINCT "user") FROM seats WHERE table_id = id) <> 2"""
MOVES_A_SECOND = 5.0  # at each of the other tables
QUIET_SECONDS = 15.0


class Seeker(Person):
    """Somebody who looks for an opponent."""

    mu = 25.0
    waited = 0.0
    table = ""

    async def find(self, http: httpx.AsyncClient, after: float) -> None:
        """Come after some seconds, wait until somebody is found, and go to the table until the game has begun."""
        await asyncio.sleep(after)
        began = time.monotonic()
        await self.ask(http, "/api/seek", SEEK)
        while not self.table:
            answer = await http.get(f"{self.address}/api/seek?wait=25", headers={"Cookie": self.cookie})
            self.table = (answer.json() or {}).get("table") or ""
        self.waited = time.monotonic() - began
        await begin(self.table, self)
        await self.leave()


async def move_for_ever(http: httpx.AsyncClient, address: str, took: list[float], choose: random.Random) -> None:
    """Two people play game after game; how long each acknowledgement took."""
    while True:
        table, *people = await seat_two(Person, http, address, "senet")
        await begin(table, *people)
        while people[0].sync["status"] == "live":
            await _move(people, took, choose)
        await asyncio.gather(*(person.leave() for person in people))


async def _move(people: list[Person], took: list[float], choose: random.Random) -> None:
    acting = next((person for person in people if person.any_action(choose)), None)
    if acting is None:
        await asyncio.gather(*(person.read() for person in people))
        return
    seat, action = acting.any_action(choose) or (0, "")
    n, sent = acting.sync["n"], time.perf_counter()
    await acting.say("act", n=n, seat=seat, action=action)
    while acting.sync["n"] == n:
        await acting.read()
    took.append(time.perf_counter() - sent)
    other = people[1 - people.index(acting)]
    while other.sync["n"] < acting.sync["n"]:
        await other.read()
    await asyncio.sleep(choose.expovariate(MOVES_A_SECOND))


def put_ratings(database: Path, seekers: list[Seeker]) -> None:
    """As if everybody had played before."""
    rows = [("senet", 2, one.user, one.mu, 4.0, 30, 0) for one in seekers]
    with closing(sqlite3.connect(database, timeout=30)) as connection, connection:
        connection.executemany("INSERT INTO ratings VALUES (?, ?, ?, ?, ?, ?, ?)", rows)


def milliseconds(took: list[float]) -> str:
    return ", ".join(f"p{part} {1000 * np.percentile(took, part):.1f} ms" for part in (50, 99)) + f" of {len(took)}"


async def measure(server: Server, arguments: argparse.Namespace) -> list[Seeker]:
    choose = random.Random(arguments.seed)
    async with visitors() as http, visitors(2 * arguments.seekers + 100) as waiting:
        seekers = [await Seeker.come(http, server.address) for _ in range(arguments.seekers)]
        for one in seekers:
            one.mu = choose.gauss(25.0, 25.0 / 3)
        put_ratings(server.database, seekers)
        took: list[float] = []
        playing = [
            asyncio.create_task(move_for_ever(http, server.address, took, random.Random(n))) for n in range(arguments.tables)
        ]
        await asyncio.sleep(QUIET_SECONDS)
        count = len(took)
        cpu = server.cpu_seconds()
        began = time.monotonic()
        await asyncio.gather(*(one.find(waiting, choose.uniform(0, arguments.arrive)) for one in seekers))
        seconds, cpu = time.monotonic() - began, server.cpu_seconds() - cpu
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    print(f"other tables' moves before: {milliseconds(took[:count])}; meanwhile: {milliseconds(took[count:])}")
    print(f"server: {cpu:.1f} s of CPU in {seconds:.0f} s")
    return seekers


def main(arguments: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "house.sqlite").start()
        try:
            seekers = asyncio.run(measure(server, arguments))
        finally:
            server.kill()
        with closing(sqlite3.connect(server.database)) as connection:
            twice, unfilled = (connection.execute(query).fetchone()[0] for query in (TWICE, UNFILLED))
    at: dict[str, list[Seeker]] = {}
    for one in seekers:
        at.setdefault(one.table, []).append(one)
    gaps = [abs(pair[0].mu - pair[1].mu) * 40 for pair in at.values() if len(pair) == 2]
    waits = [one.waited for one in seekers]
    print(f"{len(seekers)} seekers, {len(at)} tables, paired twice: {twice}, tables without two people: {unfilled}")
    print(f"wait: median {np.median(waits):.1f} s, p95 {np.percentile(waits, 95):.1f} s, longest {max(waits):.1f} s")
    print(f"rating gap: median {np.median(gaps):.0f} points, p95 {np.percentile(gaps, 95):.0f}, largest {max(gaps):.0f}")
    return int(bool(twice or unfilled))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seekers", type=int, default=1000)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--arrive", type=float, default=20.0, help="seconds over which they come")
    parser.add_argument("--seed", type=int, default=0)
    raise SystemExit(main(parser.parse_args()))
