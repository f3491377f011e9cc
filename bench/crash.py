"""Kill the server again and again while people play, and let a separate checker judge what it kept.

    python -m bench.crash [--kills 50] [--tables 80] [--moves 800]

Everybody notes what was acknowledged. After the last kill the checker reads the database file itself, without a word of the
server's code: no acknowledged action may be missing, doubled or in another place, and no number may be.
"""

import argparse
import asyncio
import contextlib
import random
import sqlite3
import tempfile
from pathlib import Path
from typing import Any

import httpx
from rich.progress import track
from websockets.exceptions import WebSocketException

from bench.harness import Person, Server, seat_two, visitors

Noted = dict[tuple[str, int], tuple[int, str]]  # of a table's event: who did what, as it was acknowledged


class Sitting:
    """Two people who go on playing whatever happens to the server, and sit down at a new table after each game."""

    def __init__(self, http: httpx.AsyncClient, address: str, seed: int) -> None:
        self.http, self.address = http, address
        self.choose = random.Random(seed)
        self.table = ""
        self.people: list[Person] = []
        self.noted: Noted = {}

    async def play(self, pause: float) -> None:
        """Play until the connection breaks."""
        while True:
            if all(person.sync["status"] == "over" for person in self.people):
                self.table, *self.people = await seat_two(Person, self.http, self.address, "senet")
            await self._play_game(pause)

    async def _play_game(self, pause: float) -> None:
        for person in self.people:
            await person.open(self.table)
            await person.read()
            if person.sync["status"] == "waiting":
                await person.be_ready()
        readers = [asyncio.create_task(self._play_one(person, pause)) for person in self.people]
        try:
            await asyncio.gather(*readers)
        finally:
            for reader in readers:
                reader.cancel()

    async def _play_one(self, person: Person, pause: float) -> None:
        while person.sync["status"] != "over":
            if action := person.any_action(self.choose):
                await asyncio.sleep(self.choose.uniform(0, 2 * pause))
                if person.sync["legal"]:
                    await person.say("act", n=person.sync["n"], seat=action[0], action=action[1])
            message = await person.read()
            if message["type"] == "sync":
                self._note(message)

    def _note(self, sync: dict[str, Any]) -> None:
        """What a Sync tells is acknowledged: from now on it must never change."""
        for event in sync["events"]:
            if event["seat"] is not None and event["action"] is not None:
                key, told = (self.table, event["n"]), (event["seat"], event["action"])
                if self.noted.setdefault(key, told) != told:
                    raise AssertionError(f"event {key} was told as {self.noted[key]} and then as {told}")


def check(database: Path, noted: Noted) -> dict[str, int]:
    """Judge the file by what was acknowledged; counts of everything that is wrong."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        rows = connection.execute("SELECT table_id, n, seat, kind, action FROM events ORDER BY table_id, n").fetchall()
    kept = {(table, n): (seat, action) for table, n, seat, kind, action in rows if kind == "act"}
    numbers: dict[str, list[int]] = {}
    for table, n, *_ in rows:
        numbers.setdefault(table, []).append(n)
    return {
        "lost": sum(key not in kept for key in noted),
        "changed": sum(kept[key] != told for key, told in noted.items() if key in kept),
        "gaps or doubles": sum(found != list(range(len(found))) for found in numbers.values()),
    }


async def rounds(server: Server, sittings: list[Sitting], arguments: argparse.Namespace) -> float:
    """Let everybody play, kill the server at a random instant, start it again; the seconds in which people could play."""
    choose = random.Random(arguments.seed)
    pause, seconds = len(sittings) / arguments.moves, 0.0
    for _ in track(range(arguments.kills), "killing", transient=True):
        playing = [asyncio.create_task(_until_it_breaks(sitting, pause)) for sitting in sittings]
        await _until_everybody_plays(sittings, playing)
        lasts = choose.uniform(0.2, arguments.longest)
        await asyncio.sleep(lasts)
        server.kill()
        seconds += lasts
        await asyncio.gather(*playing)
        server.start(server.port)
    return seconds


async def _until_everybody_plays(sittings: list[Sitting], playing: list[asyncio.Task[None]]) -> None:
    """Wait until something was acknowledged at every table: before that, a kill would find nothing to lose."""
    before = [len(sitting.noted) for sitting in sittings]
    while any(len(one.noted) == count for one, count in zip(sittings, before, strict=True)):
        if broken := next((task for task in playing if task.done()), None):
            broken.result()
            raise AssertionError("people can't play on, and nobody has killed the server")
        await asyncio.sleep(0.01)


async def _until_it_breaks(sitting: Sitting, pause: float) -> None:
    with contextlib.suppress(OSError, WebSocketException, EOFError, httpx.TransportError):
        await sitting.play(pause)


async def main(arguments: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "house.sqlite"
        server = Server(database).start()
        try:
            async with visitors() as http:
                sittings = [Sitting(http, server.address, number) for number in range(arguments.tables)]
                seconds = await rounds(server, sittings, arguments)
        finally:
            server.kill()
        noted = {key: told for sitting in sittings for key, told in sitting.noted.items()}
        wrong = check(database, noted)
    print(
        f"{arguments.kills} kills in {seconds:.0f} s of play, {len(noted)} actions acknowledged: "
        f"{len(noted) / seconds:.0f} a second"
    )
    print(", ".join(f"{count} {what}" for what, count in wrong.items()))
    return int(any(wrong.values()))


def command_line() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--tables", type=int, default=80)
    parser.add_argument("--moves", type=float, default=800, help="a second, if nobody had to wait for anything")
    parser.add_argument("--longest", type=float, default=8.0, help="seconds between two kills, at most")
    parser.add_argument("--seed", type=int, default=0)
    return parser


if __name__ == "__main__":
    raise SystemExit(asyncio.run(main(command_line().parse_args())))
