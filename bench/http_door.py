"""What a move costs the server that comes over plain HTTP, against one over a socket.

    python -m bench.http_door [--actions 2000]

One bot plays both seats of a table, first over a socket, then by requests and a stream, in turns, several times: CPU of the
server's process for each action.
"""

import argparse
import asyncio
import random
import statistics
import tempfile
from pathlib import Path
from typing import Any

import httpx
import msgspec

from bench.harness import Person, Server, begin, visitors
from pyramidion.server.protocol.deltas import Merger

ROUNDS = 4


class Bot(Person):
    """Plays both seats."""

    async def new_table(self, http: httpx.AsyncClient, game: str) -> str:
        """A game that has begun."""
        wish = {"game": game, "seats": [{"who": "me"}, {"who": "me"}], "seating": "as_listed"}
        table = str((await self.ask(http, "/api/tables", wish))["id"])
        await begin(table, self)
        return table

    async def play_by_socket(self, http: httpx.AsyncClient, game: str, actions: int, choose: random.Random) -> None:
        done = 0
        while done < actions:
            await self.new_table(http, game)
            while done < actions and (action := self.any_action(choose)):
                n = self.sync["n"]
                await self.say("act", n=n, seat=action[0], action=action[1])
                while self.sync["n"] == n:
                    await self.read()
                done += 1
            await self.leave()

    async def play_by_http(self, http: httpx.AsyncClient, game: str, actions: int, choose: random.Random) -> None:
        done = 0
        while done < actions:
            address = f"{self.address}/api/tables/{await self.new_table(http, game)}"
            await self.leave()
            done += await self._play(http, address, actions - done, choose)

    async def _play(self, http: httpx.AsyncClient, address: str, most: int, choose: random.Random) -> int:
        headers, merger, done, acted = {"Cookie": self.cookie}, Merger(), 0, -1  # so many events had happened then
        async with http.stream("GET", f"{address}/stream", headers=headers) as stream:
            async for line in stream.aiter_lines():
                sync: dict[str, Any] | None = merger.hear(msgspec.json.decode(line))
                if sync is None or sync["n"] == acted:
                    continue
                if done == most or not sync["legal"]:
                    break
                legal = sync["legal"][0]
                acted = sync["n"]
                body = {"n": acted, "seat": legal["seat"], "action": choose.choice(legal["actions"])}
                (await http.post(f"{address}/act", json=body, headers=headers)).raise_for_status()
                done += 1
        return done


async def measure(server: Server, game: str, actions: int) -> dict[str, list[float]]:
    """Milliseconds of CPU for an action, door by door."""
    found: dict[str, list[float]] = {"socket": [], "HTTP": []}
    async with visitors() as http:
        bot, choose = await Bot.come(http, server.address), random.Random(1)
        for number in range(ROUNDS + 1):
            for door, play in (("socket", bot.play_by_socket), ("HTTP", bot.play_by_http)):
                before = server.cpu_seconds()
                await play(http, game, actions, choose)
                if number:  # the first round warms up
                    found[door].append((server.cpu_seconds() - before) / actions * 1000)
    return found


def main(arguments: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "house.sqlite").start()
        try:
            found = asyncio.run(measure(server, arguments.game, arguments.actions))
        finally:
            server.stop()
    medians = {door: statistics.median(times) for door, times in found.items()}
    for door, times in found.items():
        print(f"{door}: {medians[door]:.2f} ms of CPU for an action ({min(times):.2f} to {max(times):.2f})")
    print(f"HTTP costs {medians['HTTP'] / medians['socket']:.2f} times as much")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--actions", type=int, default=2000)
    parser.add_argument("--game", default="senet")
    main(parser.parse_args())
