"""A server under attack, with innocent tables beside: what do their players notice?

    python -m bench.siege [--seconds 10] [--only hints,lobby] [--tables 4]

Each attack comes from an address of its own (127.0.0.2) against a real server with its usual limits, while people at other
tables (127.0.0.1) play, and one of them against a bot. Printed for each attack: how it was answered, how long moves took to
be acknowledged, and how long the bot took. Under attack a move may take 100 ms, or three times as long as in the quiet run
on the same machine.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from bench.harness import Person, Server, seat_two, visitors
from pyramidion.client.readiness import Readiness
from pyramidion.server.protocol.deltas import Merger

ATTACKER = "127.0.0.2"
PAUSE = 0.1  # seconds between two moves of an innocent table
MOST = 0.1  # seconds that 99 of 100 moves may take, or
TIMES = 3.0  # so many times the quiet run's
FEWEST = 3  # moves of each innocent table, however long they take on a busy machine
PATIENCE = 120.0  # seconds after which a table that made fewer has been stopped by the attack


# Attacks: each is done again and again, in a process of its own, until time is up


class Attacker:
    """Somebody with a cookie, or as many as they like."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.answers: Counter[str] = Counter()
        self.http = httpx.AsyncClient(
            base_url=address,
            timeout=30,
            transport=httpx.AsyncHTTPTransport(local_address=ATTACKER, limits=httpx.Limits(keepalive_expiry=2.0)),
        )

    async def ask(self, method: str, path: str, body: Any = None, **more: Any) -> httpx.Response | None:
        """A request whose answer is counted."""
        try:
            answer = await self.http.request(method, path, json=body, **more)
        except httpx.HTTPError as error:
            self.answers[type(error).__name__] += 1
            return None
        self.answers[str(answer.status_code)] += 1
        return answer

    async def open(self, table: str) -> Any:
        """A page at a table."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        address = f"{self.address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        try:
            page = await connect(address, additional_headers={"Cookie": cookies}, local_addr=(ATTACKER, 0), max_size=None)
        except (WebSocketException, OSError) as error:
            self.answers[type(error).__name__] += 1
            return None
        self.answers["opened"] += 1
        return page

    async def create(self, *seats: str, game: str = "senet", **more: Any) -> str | None:
        chosen = [{"who": seat} if seat in ("me", "anybody") else {"who": "bot", "level": seat} for seat in seats]
        answer = await self.ask("POST", "/api/tables", {"game": game, "seats": chosen, "seating": "as_listed", **more})
        return str(answer.json()["id"]) if answer and answer.status_code == 201 else None


async def lobby(one: Attacker) -> None:
    """Empty tables push the real ones out of the lobby."""
    await one.create("anybody", "anybody", listed=True)


async def bots(one: Attacker) -> None:
    """Tables of bots that nobody watches take all the thinking."""
    await one.create("pharaoh", "pharaoh")


async def guests(one: Attacker) -> None:
    """As many guests as one likes, each with tables of their own."""
    one.http.cookies.clear()
    if await one.ask("GET", "/api/me"):
        await one.create("pharaoh", "pharaoh", listed=True)


async def paths(one: Attacker) -> None:
    """What leads nowhere is answered too."""
    for method, path in (("OPTIONS", "/api/tables"), ("GET", "/api/nothing"), ("DELETE", "/api/me"), ("GET", "/")):
        await one.ask(method, path, headers={"X-Forwarded-For": f"203.0.113.{random.randrange(250)}"})


async def handshakes(one: Attacker) -> None:
    """Sockets of tables that don't exist."""
    if page := await one.open("nothing"):
        await page.close()


async def half_open(one: Attacker) -> None:
    """Connections that never say what they want."""
    port = int(one.address.rsplit(":", 1)[1])
    writers = []
    for _ in range(1000):
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(ATTACKER, 0))
        except OSError:
            one.answers["refused"] += 1
            break
        writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
        writers.append(writer)
        one.answers["opened"] += 1
    await asyncio.sleep(2)
    for writer in writers:
        writer.close()


async def look_back(one: Attacker) -> None:
    """Positions of a long game, one after the other."""
    await _undone(one)
    for n in range(0, 600, 7):
        await one.ask("GET", f"/api/tables/{one.table}/at/{n}")  # type: ignore[attr-defined]


async def _undone(one: Attacker) -> None:
    """Once: a table whose log was made long by taking back."""
    if hasattr(one, "table"):
        return
    one.table = await one.create("me", "me", game="river") or ""  # type: ignore[attr-defined]
    page = await one.open(one.table)  # type: ignore[attr-defined]
    if not page:
        return
    sync: dict[str, Any] = {"n": 0, "legal": []}
    merger = Merger()
    await _begin(page)
    while sync["n"] < 600:
        message = json.loads(await page.recv())
        if message["type"] == "ping":
            await page.send(json.dumps({"type": "pong", "t": message["t"]}))
        if message["type"] == "refused":
            break
        if whole := merger.hear(message):
            sync = whole
            if sync["status"] == "live" and sync["n"] % 3 == 2:
                await page.send(json.dumps({"type": "offer", "wish": "undo", "n": sync["n"]}))
            elif sync["legal"]:
                action = sync["legal"][0]
                await page.send(json.dumps({"type": "act", "n": sync["n"], **_first(action)}))
            await asyncio.sleep(0.06)  # within the limits


async def _begin(page: Any) -> None:
    """At a table where nobody else sits."""
    for message in Readiness().at_once():
        await page.send(json.dumps(message))


def _first(legal: dict[str, Any]) -> dict[str, Any]:
    return {"seat": legal["seat"], "action": legal["actions"][0]}


async def hints(one: Attacker) -> None:
    """Hints without end, and a bot that has to wait for them."""
    table = await one.create("me", "vizier")
    page = await one.open(table) if table else None
    if not page:
        return
    await _begin(page)
    for n in range(8):
        for _ in range(14):
            await page.send(json.dumps({"type": "ask", "n": n, "seat": 0}))
        await asyncio.sleep(0.3)
    await page.close()


async def looks(one: Attacker) -> None:
    """Positions at no table."""
    await one.ask("POST", "/api/games/iriri/look", {"actions": []})


async def deep(one: Attacker) -> None:
    """JSON that is nested deeply, for somebody else, in a body that is too large."""
    nested = "[" * 4000 + "]" * 4000
    await one.ask("POST", "/api/tables", headers={"Content-Type": "application/json"}, content=nested)
    await one.ask("GET", "/api/games", headers={"Host": "evil.example"})
    await one.ask("POST", "/api/tables", {"game": "x" * 100_000})


ATTACKS: dict[str, Callable[[Attacker], Awaitable[None]]] = {
    attack.__name__: attack for attack in (lobby, bots, guests, paths, handshakes, half_open, look_back, hints, looks, deep)
}


async def attack(name: str, address: str, seconds: float) -> None:
    """Several at once, as fast as they are answered; then a line of JSON."""
    one = Attacker(address)
    await one.ask("GET", "/api/me")
    until = time.monotonic() + seconds

    async def again() -> None:
        while time.monotonic() < until:
            await ATTACKS[name](one)
            await asyncio.sleep(0.002)  # an attacker has other machines to run on; here it would slow down everybody's

    tasks = [asyncio.create_task(again()) for _ in range(1 if name in ("look_back", "half_open") else 8)]
    await asyncio.wait(tasks, timeout=seconds + 1)
    print(json.dumps(one.answers), flush=True)
    os._exit(0)  # what is still open is closed with the process


# Innocent people


class Innocents:
    """People who play while somebody else is attacking."""

    def __init__(self, address: str, tables: int) -> None:
        self.address = address
        self.number = tables
        self.moves: list[float] = []
        self.replies: list[float] = []  # of a bot
        self.errors = 0

    async def play(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        async with visitors() as http:
            await asyncio.gather(
                *(self._table(http, until, i) for i in range(self.number)), self._against_a_bot(http, until)
            )

    async def _table(self, http: httpx.AsyncClient, until: float, seed: int) -> None:
        table, *people = await seat_two(Person, http, self.address, "senet")
        for person in people:
            await person.open(table)
            await person.be_ready()
        readers = [asyncio.create_task(self._read(person)) for person in people]
        choose, latest, made = random.Random(seed), until + PATIENCE, 0
        while not any(reader.done() for reader in readers) and time.monotonic() < (until if made >= FEWEST else latest):
            mover = next((person for person in people if person.any_action(choose)), None)
            if mover is None or mover.sync["n"] < max(person.sync["n"] for person in people):
                await asyncio.sleep(0.005)
                continue
            seat, action = mover.any_action(choose) or (0, "")
            n, sent = mover.sync["n"], time.perf_counter()
            await mover.say("act", n=n, seat=seat, action=action)
            while mover.sync["n"] == n and not any(reader.done() for reader in readers):
                await asyncio.sleep(0.001)
            self.moves.append(time.perf_counter() - sent)
            made += 1
            await asyncio.sleep(PAUSE)
        self.errors += any(reader.done() for reader in readers)
        for reader in readers:
            reader.cancel()

    async def _read(self, person: Person) -> None:
        while True:
            await person.read()

    async def _against_a_bot(self, http: httpx.AsyncClient, until: float) -> None:
        person = await Person.come(http, self.address)
        seats = [{"who": "me"}, {"who": "bot", "level": "farmer"}]
        table = (await person.ask(http, "/api/tables", {"game": "river", "seats": seats, "seating": "as_listed"}))["id"]
        await person.open(table)
        await person.be_ready()
        choose, waiting_since, answered = random.Random(1), 0.0, 0
        while person.sync["status"] != "over" and (left := until - time.monotonic()) > 0:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(person.read(), left)
            if (action := person.any_action(choose)) and person.sync["n"] > answered:
                answered = person.sync["n"]
                if waiting_since:
                    self.replies.append(time.perf_counter() - waiting_since)
                waiting_since = time.perf_counter()
                await person.say("act", n=person.sync["n"], seat=action[0], action=action[1])


async def measure(name: str, seconds: float, tables: int) -> dict[str, Any]:
    """One attack, or none, on a server of its own."""
    with tempfile.TemporaryDirectory() as folder, (Path(folder) / "log").open("w+") as log:
        server = Server(Path(folder) / "house.sqlite", "--bot-pace", "0", stderr=log, has_limits=True).start()
        try:
            innocents = Innocents(server.address, tables)
            await innocents.play(2)  # compile, connect, settle
            innocents.moves.clear()
            innocents.replies.clear()
            before = server.cpu_seconds()
            answers = await _under(name, server.address, innocents, seconds)
            health = httpx.get(f"{server.address}/healthz").status_code
            cpu = server.cpu_seconds() - before
        finally:
            server.stop()
        log.seek(0)
        traces = log.read().count("Traceback")
    return {"name": name, "answers": answers, "innocents": innocents, "health": health, "cpu": cpu, "traces": traces}


async def _under(name: str, address: str, innocents: Innocents, seconds: float) -> Counter[str]:
    if name == "quiet":
        await innocents.play(seconds)
        return Counter()
    command = ["-m", "bench.siege", "--attack", name, "--address", address, "--seconds", str(seconds)]
    attacking = await asyncio.create_subprocess_exec(sys.executable, *command, stdout=asyncio.subprocess.PIPE)
    await innocents.play(seconds)
    told, _ = await attacking.communicate()
    return Counter(json.loads(told or b"{}"))


def is_held(result: dict[str, Any], most: float) -> bool:
    """Whether nothing broke, and others' moves took no longer than that."""
    innocents, failed = result["innocents"], any(key.startswith("5") for key in result["answers"])
    is_broken = result["health"] != 200 or result["traces"] or innocents.errors or failed
    return (
        not is_broken
        and len(innocents.moves) >= FEWEST * innocents.number
        and float(np.percentile(innocents.moves, 99)) <= most
    )


def show(results: list[dict[str, Any]], is_timed: bool) -> bool:
    """The table of results; whether all is well."""
    most = max(MOST, TIMES * float(np.percentile(results[0]["innocents"].moves, 99))) if is_timed else float("inf")
    table = Table("attack", "answers", "moves", "p50 ms", "p99 ms", "bot p99 ms", "server CPU s", "held")
    for result in results:
        innocents = result["innocents"]
        p50, p99 = np.percentile(innocents.moves, (50, 99)) * 1000 if innocents.moves else (np.nan, np.nan)
        bot = np.percentile(innocents.replies, 99) * 1000 if innocents.replies else np.nan
        answers = " ".join(f"{key}:{number}" for key, number in sorted(result["answers"].items()))
        held = "yes" if is_held(result, most) else "NO"
        row = (str(len(innocents.moves)), f"{p50:.1f}", f"{p99:.1f}", f"{bot:.0f}", f"{result['cpu']:.1f}", held)
        table.add_row(result["name"], answers, *row)
    Console(width=160).print(table)
    return all(is_held(result, most) for result in results)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10.0, help="how long each attack lasts")
    parser.add_argument("--tables", type=int, default=4, help="innocent tables")
    parser.add_argument("--only", default="", help="some attacks only: " + ", ".join(ATTACKS))
    parser.add_argument("--untimed", action="store_true", help="don't judge by how long others' moves took")
    parser.add_argument("--attack", choices=ATTACKS, help=argparse.SUPPRESS)  # in the process of an attacker
    parser.add_argument("--address", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.attack:
        asyncio.run(attack(chosen.attack, chosen.address, chosen.seconds))
        return
    names = ["quiet", *(chosen.only.split(",") if chosen.only else ATTACKS)]
    results = [asyncio.run(measure(name, chosen.seconds, chosen.tables)) for name in track(names, "besieging")]
    sys.exit(0 if show(results, is_timed=not chosen.untimed) else 1)


if __name__ == "__main__":
    main()
