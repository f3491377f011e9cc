"""Hostile requests at the door for programs: nothing may fail, and no table may change.

    python -m bench.hostile_http [--requests 100000]

The messages of `bench.hostile` as bodies of requests, to every address that takes a message and to streams, with tokens that
are made up, from the wrong seat, at the wrong time. The server's log is searched for errors, and the table compared.
"""

import argparse
import asyncio
import json
import random
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
from rich.progress import Progress

from bench.harness import Person, Server, begin, seat_two, visitors
from bench.hostile import essence, hostile

PATHS = ("act", "resign", "chat", "offer", "decline", "ready", "reveal", "hint", "slap", "observation", "stream", "nothing")
TOKENS = ("x", "pyramidion_x.y", "pyramidion_" + "x" * 32 + "." + "0" * 64, ".", "é" * 9)
NUMBERS = ("-1", "x", "1e9", "99999999999999999999", "", "0.5", "%00")
MADE_UP = 0.05  # of the requests, with a token that is made up
AT_ONCE = 8


async def attack(
    http: httpx.AsyncClient, person: Person, table: str, requests: int, seed: int, advance: Any
) -> Counter[int]:
    """Ask, and count what is answered."""
    choose, answers = random.Random(seed), Counter[int]()
    for _, message in zip(range(requests), hostile(choose, person.sync), strict=False):
        body = message.encode(errors="surrogatepass") if isinstance(message, str) else message
        path = choose.choice(PATHS)
        if not would_be_obeyed(path, body, person.sync):
            answers[await ask(http, person, f"/api/tables/{table}/{path}", body, choose)] += 1
        advance()
    return answers


async def ask(http: httpx.AsyncClient, person: Person, path: str, body: bytes, choose: random.Random) -> int:
    headers = {"Cookie": person.cookie, "Content-Type": choice_of_type(choose)}
    if choose.random() < MADE_UP:
        headers["Authorization"] = "Bearer " + choose.choice(TOKENS)
    encoded = {name.encode(): value.encode() for name, value in headers.items()}
    if path.endswith("/stream"):
        answer = await http.request("HEAD", f"{person.address}{path}?n={choose.choice(NUMBERS)}", headers=encoded)
    else:
        answer = await http.request(
            choose.choice(("POST", "POST", "POST", "PUT", "GET")), person.address + path, content=body, headers=encoded
        )
    return answer.status_code


def choice_of_type(choose: random.Random) -> str:
    return choose.choice(("application/json", "application/json", "text/plain", "application/x-www-form-urlencoded"))


def would_be_obeyed(path: str, body: bytes, sync: dict[str, Any]) -> bool:
    """A mutation may hit upon a good message by accident, that is in time."""
    try:
        message = json.loads(body)
    except (ValueError, RecursionError):
        return False
    return path in ("act", "resign") and isinstance(message, dict) and message.get("n") == sync["n"]


async def campaign(server: Server, arguments: argparse.Namespace) -> tuple[Any, Any, Counter[int]]:
    """Two people sit at a table; they and somebody from the street attack it."""
    async with visitors() as http:
        table, first, second = await seat_two(Person, http, server.address, arguments.game)
        await begin(table, first, second)
        before, street = essence(first.sync), await Person.come(http, server.address)
        street.sync = first.sync
        each = arguments.requests // (3 * AT_ONCE)
        with Progress(transient=True) as bar:
            task = bar.add_task("attacking", total=3 * AT_ONCE * each)
            work = [
                attack(http, who, table, each, arguments.seed + number, lambda: bar.advance(task))
                for number, who in enumerate([first, second, street] * AT_ONCE)
            ]
            answers = sum(await asyncio.gather(*work), Counter[int]())
        await first.open(table)
        await first.read()
        return before, essence(first.sync), answers


async def main(arguments: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        with log.open("w") as errors:
            server = Server(Path(folder) / "house.sqlite", stderr=errors).start()
            try:
                before, after, answers = await campaign(server, arguments)
            finally:
                server.stop()
        lines = log.read_text().splitlines()
    failures = [line for line in lines if '"level": "error"' in line or "Traceback" in line]
    failed = sum(count for status, count in answers.items() if status >= 500)
    verdict = "unchanged" if before == after else "CHANGED"
    print(f"{answers.total()} requests: {failed} answers of 500 or more, {len(failures)} errors logged, the table {verdict}")
    print(", ".join(f"{status}: {count}" for status, count in sorted(answers.items())))
    return int(bool(failures) or bool(failed) or before != after)


def command_line() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--requests", type=int, default=100_000)
    parser.add_argument("--game", default="senet")
    parser.add_argument("--seed", type=int, default=0)
    return parser


if __name__ == "__main__":
    raise SystemExit(asyncio.run(main(command_line().parse_args())))
