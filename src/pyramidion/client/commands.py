"""The commands that come to a server: `pyramidion join` and `pyramidion bot`."""

import argparse
import asyncio
import os
from pathlib import Path
from urllib.parse import urlsplit

from pyramidion.flags import Commands
from pyramidion.refusal import Refusal

TOKEN = "PYRAMIDION_TOKEN"  # where a token is, if none is named


def add_bot(commands: Commands) -> None:
    parser = commands.add_parser("bot", help="let a bot of your own play on a server")
    parser.add_argument(
        "file", type=Path, metavar="FILE", help="Python file with a class that has choose(observation, legal, clock)"
    )
    parser.add_argument("--house", "--server", dest="server", required=True, metavar="URL", help="server to play on")
    add_token(parser, "token with the scope bot (default: a new guest)")
    parser.add_argument("--name", metavar="NAME", help="what the bot is called")
    parser.add_argument("--table", action="append", default=[], metavar="LINK", help="join this table; can be repeated")
    parser.add_argument("--tables", type=int, default=8, metavar="N", help="maximum games at once (default 8)")
    parser.set_defaults(run=_bot)


def add_token(parser: argparse.ArgumentParser, what: str) -> None:
    """A token is better kept in the environment, where it is in no history."""
    parser.add_argument("--token", default=os.environ.get(TOKEN, ""), metavar="TOKEN", help=f"{what}; or set {TOKEN}")


def server_of(link: str) -> str:
    """The server of a table's link."""
    parts = urlsplit(link if "://" in link else f"http://{link}")
    if not parts.netloc or not parts.path.strip("/"):
        raise Refusal(f"{link!r} isn't a link to a table: write it like http://localhost:8000/t/…")
    return f"{parts.scheme}://{parts.netloc}"


def _bot(chosen: argparse.Namespace) -> None:
    import logging

    from pyramidion.client.bots import load

    logging.basicConfig(level=logging.INFO, format="%(message)s")
    logging.getLogger("websockets").setLevel(logging.WARNING)
    asyncio.run(_run(chosen, load(chosen.file)))


async def _run(chosen: argparse.Namespace, bot: type) -> None:
    from pyramidion.client.bots import Runner
    from pyramidion.client.tables import connect_async

    server = await connect_async(chosen.server, chosen.token, scope="bot")
    if chosen.name:
        await server.rename(chosen.name)
    if not chosen.token:
        print(f"To come back as the same bot: {TOKEN}={server.token}", flush=True)
    print(f"{server.name} is waiting for challenges at {server.rest.address} (press Ctrl-C to stop)", flush=True)
    runner = Runner(server, bot, chosen.tables)
    for link in chosen.table:
        await runner.join(link)
    await runner.run()
