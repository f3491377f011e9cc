"""What a move costs, what is sent for it, and that neither grows.

    python -m bench.move [--rounds 5] [moves] [growth] [tables] [sockets] [back] [lobby] [page]

- moves: CPU of a move in one process without sockets, this code and the baseline in turns; and the bytes that pages are sent
- growth: CPU of a move from event 10 to event 5,000 of a game
- tables: CPU of a move with 10 to 2,000 tables
- sockets: CPU of a move through real sockets, this server and a bare Litestar server in turns
- back: looking back at any point of a game of 5,000 events, and loading it
- lobby: the CPU of a cold lobby with 100 live tables
- page: requests, bytes and CPU of the server until a board can be played on, for a browser that has never been there
"""

import argparse
import asyncio
import itertools
import json
import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import mean, median
from typing import Any, Self

import httpx
import msgspec

from bench.baseline import baseline_python, environment, per_move, run, source_folder
from bench.harness import Person, Server, begin, cpu_seconds, seat_two, visitors
from bench.moving import Measured, Round
from bench.wire import Wire
from pyramidion.server import gc_tuning
from pyramidion.server.protocol.deltas import difference
from pyramidion.server.protocol.shown import Shown
from pyramidion.server.tables.presenter import Presenter
from pyramidion.server.tables.table import Table
from pyramidion.testing.leaks import new_table

TURNS = ("senet", "river", "iriri", "pyramid_poker")
CHILD = Path(__file__).with_name("moving.py")
TABLES, MOVES, FIRST = 20, 40, 4
LENGTHS = (10, 100, 1000, 5000)
AT_ONCE = 200  # moves that are timed together
FORTH = 12  # events after which people go back
PAIRS, RATE, SECONDS = 200, 200, 10  # through sockets


class Version:
    """A process that plays with one version of the code."""

    def __init__(self, python: str | Path, folder: Path, env: dict[str, str]) -> None:
        self._process = subprocess.Popen(
            [str(python), str(CHILD)], cwd=folder, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._answer()

    def _answer(self) -> Any:
        assert self._process.stdout is not None
        return json.loads(self._process.stdout.readline())

    def play(self, asked: Round) -> Measured:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        measured: Measured = self._answer()
        return measured

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def here() -> Version:
    return Version(sys.executable, CHILD.parents[1], dict(os.environ))


def before() -> Version:
    return Version(baseline_python(), source_folder(), environment())


def measure_moves(rounds: int) -> None:
    """Both versions in turns; the first round, in which rules are loaded, does not count."""
    with before() as old, here() as new:
        for game in TURNS:
            times: dict[Version, list[float]] = {old: [], new: []}
            sizes: list[int] = []
            for number in range(rounds + 1):
                for version in (old, new):
                    asked: Round = {"game": game, "tables": TABLES, "moves": MOVES, "after": FIRST, "seed": number}
                    measured = version.play(asked)
                    times[version] += [measured["microseconds"]] if number else []
                    sizes += measured["bytes"] if number and version is new else []
            first, second = median(times[old]), median(times[new])
            print(f"{game:14} {first:5.0f} µs before, {second:5.0f} µs here: {second / first:.2f}", end="   ")
            print(f"({listed(times[old])} / {listed(times[new])})", end="   ")
            print(f"sent: {mean(sizes):.0f} bytes on average, {max(sizes)} at most", flush=True)


def listed(times: list[float]) -> str:
    return " ".join(f"{each:.0f}" for each in sorted(times))


def measure_tables(rounds: int) -> None:
    with here() as version:
        asked: Round = {"game": "senet", "tables": 10, "moves": MOVES, "after": FIRST, "seed": 0}
        version.play(asked)
        for tables in (10, 100, 1000, 2000):
            moves = max(2, 4000 // tables)
            times = [version.play({**asked, "tables": tables, "moves": moves})["microseconds"] for _ in range(rounds)]
            print(f"{tables} tables: {median(times):.0f} µs a move ({listed(times)})", flush=True)


# A long game, in memory


class LongGame:
    """A game whose people take back most of what they do, so that it never ends; both see all of it."""

    def __init__(self, game: str) -> None:
        self.choose = random.Random(3)
        self.table: Table = new_table(game, 2, {}, "7" * 64)
        self.table.begin(0)
        self.presenter = Presenter(self.table)
        self.shown: list[Shown] = [self._show(seat, 0) for seat in range(2)]

    def _show(self, seat: int, since: int) -> Shown:
        return self.presenter.show((seat,), since, [True, True], {})

    def move(self) -> None:
        """What the server does for a move, but for the database and the sockets."""
        table, since = self.table, len(self.table.log)
        seat = table.to_act[0]
        table.act(seat, self.choose.choice(table.playing.legal(seat)), since)
        self.presenter.forget()
        for looker in range(2):
            shown = self._show(looker, since)
            msgspec.json.encode(difference(self.shown[looker], shown))
            self.shown[looker] = shown

    def grow(self, events: int) -> None:
        """Until the log is so long: always forth and back in the first few moves of the game."""
        table = self.table
        first = len(table.line)
        while len(table.log) < events:
            if len(table.line) > first + FORTH or table.meta.status == "over":
                table.meta.status, table.meta.scores = "live", None
                table.undo(table.line[first + 2], 0, len(table.log))
            seat = table.to_act[0]
            table.act(seat, self.choose.choice(table.playing.legal(seat)), len(table.log))


def measure_growth(rounds: int) -> None:
    gc_tuning.tune()  # as the server does: a search through everything would be taken for the cost of some move
    for game in TURNS:
        LongGame(game).grow(FORTH)  # what is loaded at first belongs to no length
        costs = []
        for length in LENGTHS:
            costs.append(min(_time_of_moves(game, length) for _ in range(rounds)))
        told = ", ".join(f"{cost:.0f} µs at {length}" for cost, length in zip(costs, LENGTHS, strict=True))
        print(f"{game:14} a move, but for the database and sockets: {told} events", flush=True)


def _time_of_moves(game: str, length: int) -> float:
    used, moves = 0.0, 0
    while moves < AT_ONCE:
        long = LongGame(game)
        long.grow(length)
        _time_of_some(LongGame(game), FORTH)  # a long game took long to make: the processor has forgotten what a move needs
        seconds, number = _time_of_some(long, 4)
        used += seconds
        moves += number
    return used / moves * 1e6


def _time_of_some(long: LongGame, most: int) -> tuple[float, int]:
    """The CPU of some moves, and how many there were: the game may end."""
    used, moves = 0.0, 0
    while moves < most and long.table.meta.status == "live":
        started = time.process_time()
        long.move()
        used += time.process_time() - started
        moves += 1
    return used, moves


def measure_back(_rounds: int) -> None:
    """At each point the best of three, since a busy machine is no slower game."""
    for game in TURNS:
        long = LongGame(game)
        long.grow(5000)
        points = [long.choose.randrange(len(long.table.log) + 1) for _ in range(1000)]
        times = [min(_time_of_look(long, n) for _ in range(3)) for n in points]
        started = time.process_time()
        long.table.rewind(list(long.table.log), long.table.meta)
        loaded = (time.process_time() - started) * 1000
        print(
            f"{game:14} looking back at 5,000 events: {mean(times):.2f} ms on average, {max(times):.2f} ms at most; ", end=""
        )
        print(f"loading: {loaded:.0f} ms", flush=True)


def _time_of_look(long: LongGame, n: int) -> float:
    started = time.process_time()
    msgspec.json.encode(long.presenter.past(1, n))
    return (time.process_time() - started) * 1000


# Through sockets


def measure_sockets(rounds: int) -> None:
    """Our server and a bare one in turns, at the same rate."""
    ours, bare = [], []
    for _ in range(rounds):
        flags = ["--tables", str(PAIRS), "--moves", str(RATE), "--seconds", str(SECONDS)]
        ours.append(float(per_move(run(sys.executable, CHILD.parents[1], dict(os.environ), "-m", "bench.load", *flags))))
        bare.append(asyncio.run(_measure_bare()))
        print(f"  {ours[-1]:.0f} µs a move here, {bare[-1]:.0f} µs on the bare server", flush=True)
    print(f"{PAIRS} tables, {RATE} moves a second: {median(ours) / median(bare):.2f} x the bare server", flush=True)


async def _measure_bare() -> float:
    with tempfile.TemporaryDirectory() as folder, socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        process = subprocess.Popen([sys.executable, "-m", "bench.bare", str(port), f"{folder}/rows.sqlite"])
        try:
            return await _drive_bare(process.pid, port)
        finally:
            process.terminate()
            process.wait()


async def _drive_bare(pid: int, port: int) -> float:
    """The CPU of a message, in microseconds; both sockets of each pair hear of it."""
    heard: list[bytes] = []
    pairs = []
    for number in range(PAIRS):
        pairs.append([await _open(f"ws://127.0.0.1:{port}/pair/{number}?n=0", heard.append) for _ in range(2)])
    before, started, count = cpu_seconds(pid), time.perf_counter(), RATE * SECONDS
    for number in range(count):
        await asyncio.sleep(max(started + number / RATE - time.perf_counter(), 0))
        pairs[number % PAIRS][number // PAIRS % 2].say(b'{"type":"act","n":17,"seat":0,"action":"10-12"}')
    while len(heard) < 2 * count:
        await asyncio.sleep(0.01)
    used = cpu_seconds(pid) - before
    for wire in itertools.chain(*pairs):
        wire.close()
    return used / count * 1e6


async def _open(url: str, hear: Callable[[bytes], None]) -> Wire:
    """Connect as soon as the server is there."""
    while True:
        wire = Wire(hear)
        try:
            await wire.open(url, "")
            return wire
        except ConnectionError:
            await asyncio.sleep(0.1)


# The lobby and the page


def measure_lobby(rounds: int) -> None:
    """A server that has just been started, asked for its lobby with 100 live tables."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "house.sqlite"
        server = Server(database).start()
        asyncio.run(_open_tables(server.address))
        server.stop()
        times = []
        for _ in range(rounds):
            server = Server(database).start()
            times.append(_cost_of_lobby(server))
            server.stop()
    print(f"a cold lobby with 100 live tables: {median(times):.0f} ms of CPU ({listed(times)})", flush=True)


async def _open_tables(address: str) -> None:
    async with visitors() as http:
        for number in range(100):
            table, *people = await seat_two(Person, http, address, TURNS[number % len(TURNS)], listed=True)
            await begin(table, *people)
            for person in people:
                await person.leave()


def _cost_of_lobby(server: Server) -> float:
    """Milliseconds; games are compiled or loaded before, which is none of the lobby's."""
    _wait_until_idle(server)
    before = server.cpu_seconds()
    lobby = httpx.get(f"{server.address}/api/tables").json()
    assert len(lobby["live"]) == 100
    return (server.cpu_seconds() - before) * 1000


def measure_page(rounds: int) -> None:
    """A browser that was never here opens a table: requests, bytes and CPU until somebody can move."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "house.sqlite").start()
        for game in TURNS:
            told = [_open_page(server, game) for _ in range(rounds)]
            cost = median(milliseconds for *_, milliseconds in told)
            print(f"{game:14} {told[0][0]} requests, {told[0][1] / 1000:.0f} KB, {cost:.0f} ms of CPU", flush=True)
        server.stop()


def _open_page(server: Server, game: str) -> tuple[int, int, float]:
    """The first visit of a new browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path=shutil.which("chromium"))
        maker = httpx.Client(base_url=server.address, timeout=120)
        maker.get("/api/me")
        seats = [{"who": "me"}, {"who": "bot", "level": "farmer"}]
        table = maker.post("/api/tables", json={"game": game, "seats": seats, "seating": "as_listed"}).json()["id"]
        context = browser.new_context()
        context.add_cookies([{"name": name, "value": value, "url": server.address} for name, value in maker.cookies.items()])
        page = context.new_page()
        session = context.new_cdp_session(page)
        counts = [0, 0]
        session.on("Network.requestWillBeSent", lambda told: counts.__setitem__(0, counts[0] + _is_sent(told)))
        session.on("Network.webSocketCreated", lambda _: counts.__setitem__(0, counts[0] + 1))
        session.on("Network.loadingFinished", lambda told: counts.__setitem__(1, counts[1] + int(told["encodedDataLength"])))
        session.on(
            "Network.webSocketFrameReceived",
            lambda told: counts.__setitem__(1, counts[1] + len(told["response"]["payloadData"])),
        )
        session.send("Network.enable")
        _wait_until_idle(server)
        before = server.cpu_seconds()
        page.goto(f"{server.address}/t/{table}")
        page.locator(".drawn").wait_for(timeout=120_000)
        used = (server.cpu_seconds() - before) * 1000
        browser.close()
        return counts[0], counts[1], used


def _is_sent(told: dict[str, Any]) -> bool:
    """Whether a request leaves the browser: pictures that stand in the page itself don't."""
    return not told["request"]["url"].startswith("data:")


def _wait_until_idle(server: Server) -> None:
    """Until nothing is compiled or loaded in the background any more."""
    calm, last = 0, server.cpu_seconds()
    while calm < 3:
        time.sleep(0.3)
        now = server.cpu_seconds()
        calm, last = (calm + 1 if now - last < 0.02 else 0), now


MEASURES = {
    "moves": measure_moves,
    "growth": measure_growth,
    "tables": measure_tables,
    "sockets": measure_sockets,
    "back": measure_back,
    "lobby": measure_lobby,
    "page": measure_page,
}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("what", nargs="*", default=[*MEASURES])
    arguments = parser.parse_args()
    for what in arguments.what:
        print(f"\n{what}", flush=True)
        MEASURES[what](arguments.rounds)
