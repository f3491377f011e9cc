"""Kill the server again and again while rated games end, and see that each has one result and one change of each rating.

    python -m bench.rated_crash [--kills 200] [--tables 20]

After the last kill a checker reads the file by SQL of its own; then all ratings are rebuilt, which must change nothing.
"""

import argparse
import asyncio
import contextlib
import random
import sqlite3
import tempfile
from pathlib import Path

import httpx
from websockets.exceptions import WebSocketException

from bench.harness import Person, Server, begin, visitors
from pyramidion.server.people.ratings import rate
from pyramidion.server.storage.database import Database
from pyramidion.server.storage.rebuild import rebuild_ratings

WISH = {"game": "senet", "seats": [{"who": "me"}, {"who": "anybody"}], "rated": True}
FIRST_GAME_SECONDS = 120.0  # after which something else is wrong
BROKEN = (OSError, WebSocketException, EOFError, httpx.HTTPError)
CHECKS = {
    "finished games": "SELECT count(*) FROM tables WHERE status = 'over'",
    "without exactly one result": """SELECT count(*) FROM tables WHERE status = 'over'
        AND (SELECT count(*) FROM results WHERE table_id = tables.id AND number IS NOT NULL) <> 2""",
    "results of games that are not over": "SELECT count(*) FROM results JOIN tables ON id = table_id WHERE status <> 'over'",
    "numbers missing or doubled": """SELECT count(*) FROM pools WHERE number <>
        (SELECT count(DISTINCT number) FROM results) OR 2 * number <> (SELECT count(*) FROM results)""",
    "ratings that count other games": """SELECT count(*) FROM ratings WHERE games <>
        (SELECT count(*) FROM results WHERE results."user" = ratings."user")""",
}


async def play_on(http: httpx.AsyncClient, address: str, ended: asyncio.Event) -> None:
    """Two people play rated games against each other until the connection breaks; each ends by somebody who gives up."""
    with contextlib.suppress(*BROKEN):
        first, second = await Person.come(http, address), await Person.come(http, address)
        while True:
            table = (await first.ask(http, "/api/tables", WISH))["id"]
            await second.ask(http, f"/api/tables/{table}/sit", {"seat": None})
            await begin(table, first, second)
            await first.say("resign", n=first.sync["n"], seat=first.sync["yours"][0])
            while first.sync["status"] != "over":
                await first.read()
            ended.set()
            await asyncio.gather(first.leave(), second.leave())


async def rounds(server: Server, kills: int, tables: int, seed: int) -> None:
    choose = random.Random(seed)
    for _ in range(kills):
        async with visitors() as http:
            ended = asyncio.Event()  # on a busy machine the first game takes a while
            playing = [asyncio.create_task(play_on(http, server.address, ended)) for _ in range(tables)]
            async with asyncio.timeout(FIRST_GAME_SECONDS):
                await ended.wait()
            await asyncio.sleep(choose.uniform(0, 1))
            server.kill()
            await asyncio.gather(*playing)
        server.start(server.port)


def check(database: Path) -> dict[str, int]:
    """What the file says, with whatever is wrong in it."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        return {what: connection.execute(query).fetchone()[0] for what, query in CHECKS.items()}


def rebuilt(database: Path) -> int:
    """How many figures a rebuild changes."""
    opened = Database(f"sqlite:///{database}")
    opened.open()
    try:
        return rebuild_ratings(opened.engine, rate).changed
    finally:
        opened.close()


def main(arguments: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "house.sqlite"
        server = Server(database).start()
        try:
            asyncio.run(rounds(server, arguments.kills, arguments.tables, arguments.seed))
        finally:
            server.kill()
        found = {**check(database), "figures changed by a rebuild": rebuilt(database)}
    games = found.pop("finished games")
    print(
        f"{arguments.kills} kills, {games} finished games: " + ", ".join(f"{count} {what}" for what, count in found.items())
    )
    return int(any(found.values()) or not games)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    raise SystemExit(main(parser.parse_args()))
