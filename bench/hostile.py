"""Malformed and hostile messages over real sockets: nothing may fail, and no table may change.

    python -m bench.hostile [--messages 100000]

By grammar (every message with wrong fields, numbers and types), by mutation of good ones, from the wrong seat, at the wrong
time, huge, deep, not a number, not UTF-8. The server's log is searched for errors, and the table compared before and after.
"""

import argparse
import asyncio
import contextlib
import json
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.progress import Progress
from websockets.exceptions import WebSocketException

from bench.harness import Person, Server, begin, seat_two, visitors

TAGS = (
    "ready",
    "act",
    "slap",
    "say",
    "mute",
    "offer",
    "decline",
    "resign",
    "ask",
    "pong",
    "sync",
    "reveal",
    "",
    "ACT",
    "__class__",
)
FIELDS = ("n", "seat", "action", "reaction", "text", "user", "on", "wish", "t", "salt", "type", "view", "$where")
NUMBERS = (0, -1, 1, 7, 8, 255, 2**31, 2**63, 2**64, 10**400, -(2**63), 0.5, 1e308, -0.0)
TEXTS = (
    "",
    "10-12",
    "slap",
    "turn",
    "pass",
    "\x00",
    "🂡" * 30,
    "x" * 500,
    "'; DROP TABLE events; --",
    "../../etc",
    "\u202e",
    "null",
)
RAW = (
    "",
    "{",
    "[]",
    "null",
    "NaN",
    '{"type":"act","n":NaN}',
    '{"type":"act","n":1e999,"seat":0,"action":"1-2"}',
    "\ufeff{}",
)
AS_MANY_WAITING = 32


def hostile(choose: random.Random, sync: dict[str, Any]) -> Iterator[str | bytes]:
    """Messages that no table should obey."""
    kinds = (_by_grammar, _by_mutation, _stale, _raw, _huge, _deep, _binary)
    weights = (40, 30, 20, 6, 2, 1, 1)
    while True:
        yield choose.choices(kinds, weights)[0](choose, sync)


def _any_value(choose: random.Random, depth: int = 0) -> Any:
    kind = choose.randrange(7 if depth < 3 else 5)
    if kind < 2:
        return choose.choice(NUMBERS)
    if kind < 4:
        return choose.choice(TEXTS)
    if kind == 4:
        return choose.choice((None, True, False))
    if kind == 5:
        return [_any_value(choose, depth + 1) for _ in range(choose.randrange(4))]
    return {choose.choice(FIELDS): _any_value(choose, depth + 1) for _ in range(choose.randrange(4))}


def _by_grammar(choose: random.Random, _sync: dict[str, Any]) -> str:
    message = {choose.choice(FIELDS): _any_value(choose) for _ in range(choose.randrange(6))}
    return json.dumps({"type": choose.choice(TAGS), **{name: value for name, value in message.items() if name != "type"}})


def _good(choose: random.Random, sync: dict[str, Any]) -> dict[str, Any]:
    return choose.choice(
        [
            {"type": "act", "n": sync["n"] + 1, "seat": 0, "action": "1-2"},
            {"type": "slap", "n": sync["n"], "seat": 1, "reaction": 200},
            {"type": "resign", "n": sync["n"] + 1, "seat": 0},
            {"type": "offer", "n": sync["n"], "wish": "rematch"},
            {"type": "ask", "n": sync["n"] + 1, "seat": 1},
            {"type": "ready", "salt_commitment": "5a" * 32},
            {"type": "reveal", "salt": "5a" * 16},
        ]
    )


def _by_mutation(choose: random.Random, sync: dict[str, Any]) -> str:
    text = list(json.dumps(_good(choose, sync)))
    for _ in range(choose.randint(1, 4)):
        place = choose.randrange(len(text))
        match choose.randrange(3):
            case 0:
                text[place] = chr(choose.randrange(32, 127))
            case 1:
                text.insert(place, choose.choice('"{}[],:\\0e-'))
            case _:
                del text[place]
    mutated = "".join(text)
    return mutated if not _would_be_obeyed(mutated, sync) else "{"


def _would_be_obeyed(text: str, sync: dict[str, Any]) -> bool:
    """A mutation may hit upon a good message by accident: an action or a resignation that is in time."""
    with contextlib.suppress(ValueError):
        message = json.loads(text)
        return isinstance(message, dict) and message.get("type") in ("act", "resign") and message.get("n") == sync["n"]
    return False


def _stale(choose: random.Random, sync: dict[str, Any]) -> str:
    n = choose.choice([number for number in (0, sync["n"] - 1, sync["n"] + 1, 999_999) if number != sync["n"]])
    tag = choose.choice(("act", "resign", "ask"))
    return json.dumps({"type": tag, "n": n, "seat": choose.randrange(8)} | ({"action": "1-2"} if tag == "act" else {}))


def _raw(choose: random.Random, _sync: dict[str, Any]) -> str:
    return choose.choice(RAW)


def _huge(choose: random.Random, _sync: dict[str, Any]) -> str:
    return json.dumps({"type": "say", "text": "x" * choose.choice((3000, 4000, 5000, 100_000))})


def _deep(choose: random.Random, _sync: dict[str, Any]) -> str:
    return '{"type":"act","n":' + "[" * choose.choice((100, 1000, 1500)) + "]" * 100 + "}"


def _binary(choose: random.Random, _sync: dict[str, Any]) -> bytes:
    return choose.randbytes(choose.randrange(1, 200))


async def attack(person: Person, table: str, messages: int, seed: int, advance: Any) -> None:
    """Send messages, and connect again whenever the server has enough."""
    choose, sent = random.Random(seed), 0
    while sent < messages:
        with contextlib.suppress(WebSocketException, OSError):
            await person.open(table)
            reader = asyncio.create_task(_read_on(person))
            await asyncio.sleep(0.05)
            for message in hostile(choose, person.sync):
                assert person.socket is not None
                sent += 1
                advance()
                await person.socket.send(message)
                if sent >= messages or reader.done():
                    break
                if sent % AS_MANY_WAITING == 0:
                    await asyncio.sleep(0)
            reader.cancel()
            assert person.socket is not None
            await person.socket.close()


async def _read_on(person: Person) -> None:
    with contextlib.suppress(WebSocketException, UnicodeError):
        while True:
            await person.read()


async def main(arguments: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        with log.open("w") as errors:
            server = Server(Path(folder) / "house.sqlite", stderr=errors).start()
            try:
                before, after = await campaign(server, arguments)
            finally:
                server.stop()
        lines = log.read_text().splitlines()
    failures = [line for line in lines if '"level": "error"' in line or "Traceback" in line]
    verdict = "unchanged" if before == after else "CHANGED"
    print(f"{arguments.messages} messages: {len(failures)} unhandled errors, the table {verdict}")
    for line in failures[:3]:
        print(line[:2000])
    return int(bool(failures) or before != after)


async def campaign(server: Server, arguments: argparse.Namespace) -> tuple[Any, Any]:
    """Two people sit at a table; they and somebody from the street attack it."""
    async with visitors() as http:
        table, first, second = await seat_two(Person, http, server.address, arguments.game)
        await begin(table, first, second)
        before = essence(first.sync)
        street = await Person.come(http, server.address)
        each = arguments.messages // 3
        with Progress(transient=True) as bar:
            task = bar.add_task("attacking", total=3 * each)
            attackers = [
                attack(who, table, each, arguments.seed + number, lambda: bar.advance(task))
                for number, who in enumerate((first, second, street))
            ]
            await asyncio.gather(*attackers)
        await first.open(table)
        await first.read()
        return before, essence(first.sync)


def essence(sync: dict[str, Any]) -> dict[str, Any]:
    return {name: sync[name] for name in ("n", "status", "view", "legal", "actors", "scores")}


def command_line() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--game", default="senet")
    parser.add_argument("--seed", type=int, default=0)
    return parser


if __name__ == "__main__":
    raise SystemExit(asyncio.run(main(command_line().parse_args())))
