"""Many people who play against bots at once: is any bot's move forced, because it had to wait?

    python -m bench.bot_tables [--tables 200] [--seconds 60] [--level vizier]

Everybody has a table of their own with one bot, and answers at once, so that a bot is to move at nearly every table all the
time. A bot that is too slow plays any legal move, which the server's log tells.
"""

import argparse
import asyncio
import random
import tempfile
import time
from pathlib import Path

import httpx
import numpy as np

from bench.harness import Person, Server, visitors

GAMES = ("senet", "river", "iriri", "pyramid_poker")


class Opponent(Person):
    """Somebody who plays against a bot, and notes how long it takes to answer."""

    async def sit_down(self, http: httpx.AsyncClient, game: str, level: str) -> None:
        seats = [{"who": "me"}, {"who": "bot", "level": level}]
        table = (await self.ask(http, "/api/tables", {"game": game, "seats": seats, "seating": "as_listed"}))["id"]
        await self.open(table)
        await self.be_ready()

    async def play(self, choose: random.Random, waits: list[float]) -> None:
        """Until the game is over."""
        acted_at = 0.0
        while self.sync["status"] != "over":
            before = self.sync["n"]
            await self.read()
            if self.sync["n"] == before and acted_at:
                continue
            if action := self.any_action(choose):
                if acted_at:
                    waits.append(time.perf_counter() - acted_at)
                acted_at = time.perf_counter()
                await self.say("act", n=self.sync["n"], seat=action[0], action=action[1])


async def one_table(http: httpx.AsyncClient, address: str, number: int, level: str, waits: list[float]) -> None:
    choose = random.Random(number)
    while True:
        opponent = await Opponent.come(http, address)
        await opponent.sit_down(http, GAMES[number % len(GAMES)], level)
        await opponent.play(choose, waits)
        await opponent.leave()


async def measure(address: str, arguments: argparse.Namespace) -> list[float]:
    waits: list[float] = []
    async with visitors() as http:
        playing = [
            asyncio.create_task(one_table(http, address, number, arguments.level, waits))
            for number in range(arguments.tables)
        ]
        until = time.perf_counter() + arguments.seconds
        while time.perf_counter() < until or not waits:  # on a busy machine the first answer takes a while
            done, _ = await asyncio.wait(playing, timeout=0.5, return_when=asyncio.FIRST_EXCEPTION)
            for task in done:
                task.result()  # nobody ends but by an error
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    return waits


def main(arguments: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory() as folder, (Path(folder) / "log").open("w+") as log:
        server = Server(Path(folder) / "house.sqlite", "--bot-pace", "0", stderr=log).start()
        try:
            waits = asyncio.run(measure(server.address, arguments))
        finally:
            server.stop()
        log.seek(0)
        text = log.read()
    forced, traces = text.count("a bot was too slow"), text.count("Traceback")
    p50, p99 = np.percentile(waits, (50, 99))
    print(f"{arguments.tables} tables against {arguments.level}: {len(waits):,} answers in {arguments.seconds:.0f} s")
    print(f"waited for a bot: p50 {p50:.1f} s, p99 {p99:.1f} s, longest {max(waits):.1f} s")
    print(f"{forced} moves forced, {traces} errors")
    return int(bool(forced or traces))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--level", default="vizier")
    raise SystemExit(main(parser.parse_args()))
