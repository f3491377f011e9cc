"""A million inputs that nobody should send: positions, messages, requests and frames. Nothing may break.

    python -m bench.fuzz [--inputs 1000000] [--seed 0]

Positions are texts of real positions with something changed, loaded and played on, some of them in a process where compiled
code checks its bounds. Messages are those of bench/hostile.py. Requests and frames are bytes on raw connections to a real
server without limits. Broken is: a crash, anything but a refusal, an answer of 500 or more, a traceback in the log, an
answer that tells of our insides, and a server that is not well afterwards.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import re
import struct
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import httpx
from rich.console import Console
from rich.table import Table

from bench.harness import Person, Server, begin, seat_two, visitors
from bench.wire import END_OF_HEAD

CHECKED = "positions, bounds checked"
SHARES = {"positions": 0.35, CHECKED: 0.05, "messages": 0.3, "requests": 0.2, "frames": 0.1}
INSIDES = re.compile(rb"Traceback|sqlalchemy|sqlite3|SELECT |INSERT |site-packages|pyramidion/server|\.py\b")
LANES = 8  # raw connections at once


# Positions, in a process of their own


def fuzz_positions(number: int, seed: int) -> Counter[str]:
    """Load changed positions, and play on from those that are some; what came of them."""
    from pyramidion.games import GAMES

    choose, counts = random.Random(seed), Counter[str]()
    texts = {game: _positions(game, choose) for game in GAMES}
    for i in range(number):
        game = GAMES[i % len(GAMES)]
        counts[_try_position(game, _changed(choose, texts[game]), choose)] += 1
    return counts


def _positions(game: str, choose: random.Random) -> list[str]:
    """Positions of random games, with all kinds of options."""
    from pyramidion.engine.dispatch import CHANCE
    from pyramidion.games import find
    from pyramidion.play import new

    found, texts = find(game), []
    for _ in range(40):
        options: dict[str, Any] = {option.name: choose.choice(option.values) for option in found.options if option.values}
        with contextlib.suppress(ValueError):
            play = new(found, seats=choose.choice(found.seats), seed=choose.getrandbits(32), **options)
            for _ in range(choose.randrange(60)):
                if not (actors := [actor for actor in play.actors() if actor != CHANCE]):
                    break
                play.act(choose.choice(play.legal(actors[0])), actors[0])
            texts.append(play.dump())
    assert texts, game
    return texts


def _changed(choose: random.Random, texts: list[str]) -> str:
    """One of the texts with something changed: mostly so little that it may still be a position."""
    text = choose.choice(texts)
    if choose.random() < 0.05:
        other = choose.choice(texts)
        return text[: choose.randrange(len(text) + 1)] + other[choose.randrange(len(other) + 1) :]
    for _ in range(choose.choice((1, 1, 1, 1, 2, 5))):
        text = choose.choice((_swap_alike, _swap_alike, _swap_words, _count_otherwise, _any_sign))(choose, text)
    return text


def _swap_alike(choose: random.Random, text: str) -> str:
    """Two letters, digits or other signs change places."""
    place = choose.randrange(len(text))
    alike = [
        i
        for i, sign in enumerate(text)
        if sign.isdigit() == text[place].isdigit() and sign.isalpha() == text[place].isalpha()
    ]
    first, second = sorted((place, choose.choice(alike)))
    return (
        text
        if first == second
        else text[:first] + text[second] + text[first + 1 : second] + text[first] + text[second + 1 :]
    )


def _swap_words(choose: random.Random, text: str) -> str:
    parts = re.split("([ /,-])", text)
    first, second = (choose.randrange(0, len(parts), 2) for _ in range(2))
    parts[first], parts[second] = parts[second], parts[first]
    return "".join(parts) or " "


def _count_otherwise(choose: random.Random, text: str) -> str:
    numbers = list(re.finditer(r"\d+", text))
    if not numbers:
        return text
    found = choose.choice(numbers)
    other = choose.choice((int(found[0]) + 1, max(int(found[0]) - 1, 0), choose.randrange(100), 2**31, 2**64))
    return text[: found.start()] + str(other) + text[found.end() :]


def _any_sign(choose: random.Random, text: str) -> str:
    place = choose.randrange(len(text))
    return text[:place] + choose.choice((*text, *"09-/ :=,é\x00", "")) + text[place + choose.randrange(2) :] or " "


def _try_position(game: str, text: str, choose: random.Random) -> str:
    from pyramidion.engine.dispatch import CHANCE
    from pyramidion.play import load

    try:
        play = load(game, text, seed=1)
    except ValueError:
        return "refused"
    try:
        assert load(game, play.dump(), seed=1).state.tobytes() == play.state.tobytes()
        for _ in range(12):
            play.view(eyes=choose.randrange(1 << play.seats))
            if not (actors := [actor for actor in play.actors() if actor != CHANCE]):
                break
            seat = choose.choice(actors)
            play.act(choose.choice(play.legal(seat)), seat)
            play.text(seat)
        if play.is_over:
            play.scores()
    except Exception as error:
        print(f"{game}: {text!r}: {type(error).__name__}: {error}", file=sys.stderr)
        return "BROKEN"
    return "played"


def positions(number: int, seed: int, *, is_checked: bool) -> Counter[str]:
    env = os.environ | ({"NUMBA_BOUNDSCHECK": "1"} if is_checked else {})
    command = [sys.executable, "-m", "bench.fuzz", "--positions", str(number), "--seed", str(seed)]
    done = subprocess.run(command, capture_output=True, text=True, env=env, check=False)
    if done.returncode:
        return Counter({"BROKEN": 1, done.stderr[-1000:]: 1})
    if done.stderr:
        print(done.stderr[:3000])
    return Counter(json.loads(done.stdout.splitlines()[-1]))


# Messages


def messages(number: int, seed: int) -> Counter[str]:
    done = subprocess.run(
        [sys.executable, "-m", "bench.hostile", "--messages", str(number), "--seed", str(seed)],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        print(done.stdout[-3000:], done.stderr[-3000:])
    return Counter({"BROKEN" if done.returncode else "changed nothing": number})


# Bytes on raw connections


class Raw:
    """Somebody who says bytes to a server."""

    def __init__(self, server: Server, person: Person, table: str, seed: int) -> None:
        self.port, self.person, self.table = server.port, person, table
        self.choose = random.Random(seed)
        self.counts: Counter[str] = Counter()

    async def requests(self, number: int) -> None:
        """Requests, most of them nearly right, each on a connection that is used again while it holds."""
        streams = None
        for _ in range(number):
            try:
                streams = streams or await asyncio.open_connection("127.0.0.1", self.port)
                status = await self._ask(*streams)
            except (OSError, EOFError, TimeoutError):
                status, streams = "closed", None
            self.counts[status] += 1
            if status in ("closed", "400") and streams:
                streams[1].close()
                streams = None
        if streams:
            streams[1].close()

    async def _ask(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> str:
        writer.write(self.request())
        head = await asyncio.wait_for(reader.readuntil(END_OF_HEAD), 30)
        length = re.search(rb"content-length: (\d+)", head.lower())
        body = await reader.readexactly(int(length[1])) if length else b""
        status = head.split()[1].decode()
        is_broken = status >= "500" or (INSIDES.search(body) and b"<script" not in body)
        return "BROKEN" if is_broken else status

    def request(self) -> bytes:
        choose = self.choose
        method = choose.choice(("GET", "GET", "POST", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"))
        body = self._body() if method not in ("GET", "OPTIONS") else b""
        headers = [f"{method} {self._path()} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", f"Cookie: {self._cookie()}"]
        headers += [f"Content-Length: {len(body)}", "Content-Type: application/json"]
        if choose.random() < 0.2:
            headers.append(
                choose.choice(("X-Forwarded-For: é, 1", "Origin: null", "Accept-Encoding: gzip", "Range: bytes=9-1"))
            )
        whole = bytearray("\r\n".join(headers).encode("utf-8") + END_OF_HEAD)
        if choose.random() < 0.1:  # also what is no HTTP at all
            whole[choose.randrange(len(whole) - 4)] = choose.randrange(256)
        return bytes(whole) + body

    def _cookie(self) -> str:
        cookie = self.person.cookie
        if self.choose.random() < 0.8:
            return cookie
        place = self.choose.randrange(len(cookie))
        return cookie[:place] + self.choose.choice("x.=;\t") + cookie[place + 1 :]

    def _path(self) -> str:
        choose = self.choose
        table = self.table if choose.random() < 0.7 else choose.choice(("nothing", "%00", "..%2f..", "x" * 300, "%ff"))
        number = choose.choice(("0", "1", "-1", "99999999999999999999", "x", "1e3"))
        name = choose.choice(("senet", "iriri", "nothing", "%2e%2e"))
        paths = [
            "/api/me",
            "/api/games",
            "/api/tables",
            f"/api/games/{name}/look",
            f"/api/games/{name}/lesson",
            "/api/verify/odds",
        ]
        paths += [
            f"/api/tables/{table}{rest}" for rest in ("", "/sit", "/leave", f"/at/{number}", "/review", "/record", "/odds")
        ]
        paths += [
            f"/api/tables/{table}/chances/{number}",
            "/",
            f"/t/{table}",
            "/assets/../../app.py",
            "/healthz",
            f"/{name}?{number}",
        ]
        return choose.choice(paths) + (f"?eyes={number}" if choose.random() < 0.2 else "")

    def _body(self) -> bytes:
        choose = self.choose
        seats = [{"who": choose.choice(("me", "anybody", "bot", "x"))} for _ in range(choose.randrange(10))]
        bodies: list[Any] = [{"name": "x" * choose.randrange(60)}, {"seat": choose.choice((0, -1, None, 2**70, "0"))}]
        bodies += [
            {"game": "senet", "seats": seats, "position": choose.choice(("", "x", "\x00"))},
            {"actions": ["1-2"] * 3},
            [],
            None,
        ]
        bodies += [{"game": "senet", "version": 1, "seats": 2, "options": {}, "events": [[0, "1-2"], ["chance", "throw 1"]]}]
        text = bytearray(json.dumps(choose.choice(bodies)).encode())
        for _ in range(choose.choice((0, 0, 1, 3))):
            text[choose.randrange(len(text))] = choose.randrange(256)
        return bytes(text)

    async def frames(self, number: int) -> None:
        """Frames of WebSockets with wrong kinds, lengths, masks and contents, after a handshake that is right."""
        sent = 0
        while sent < number:
            with contextlib.suppress(OSError, EOFError):
                reader, writer = await self._handshake()
                while sent < number and not reader.at_eof() and not writer.is_closing():
                    sent += 1
                    writer.write(self.frame())
                    await writer.drain()
                    if sent % 4 == 0:  # what is answered is not read, but somebody may have closed
                        with contextlib.suppress(TimeoutError):
                            await asyncio.wait_for(reader.read(1 << 16), 0.02)
                writer.close()
        self.counts["sent"] += sent

    async def _handshake(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        lines = [
            f"GET /api/tables/{self.table}/socket HTTP/1.1",
            f"Host: 127.0.0.1:{self.port}",
            f"Cookie: {self.person.cookie}",
        ]
        lines += ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"]
        lines += ["Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg=="]
        writer.write("\r\n".join(lines).encode() + END_OF_HEAD)
        await reader.readuntil(END_OF_HEAD)
        return reader, writer

    def frame(self) -> bytes:
        choose = self.choose
        first = choose.choice(
            (0x81, 0x81, 0x81, 0x01, 0x00, 0x80, 0x82, 0x89, 0x8A, 0xC1, 0xF1, 0x88, choose.randrange(256))
        )
        text = choose.choice(
            (b'{"type":"pong","t":1}', b'{"type":"say","text":"\xff"}', choose.randbytes(choose.randrange(130)), b"")
        )
        length = len(text) if choose.random() < 0.9 else choose.choice((0, 125, 126, 127, 65_535, 2**40))
        mask = 0x80 if choose.random() < 0.9 else 0
        if length < 126:
            head = bytes((first, mask | length))
        elif length < 65_536:
            head = bytes((first, mask | 126)) + struct.pack(">H", length)
        else:
            head = bytes((first, mask | 127)) + struct.pack(">Q", length)
        return head + (bytes(4) if mask else b"") + text


async def raw(kind: str, number: int, seed: int) -> Counter[str]:
    """Requests or frames against a server of their own, where two people's table must stay as it was."""
    with tempfile.TemporaryDirectory() as folder, (Path(folder) / "log").open("w+") as log:
        server = Server(Path(folder) / "house.sqlite", stderr=log).start()
        try:
            async with visitors() as http:
                table, first, second = await seat_two(Person, http, server.address, "senet")
                await begin(table, first, second)
                street = await Person.come(http, server.address)
                n, lanes = first.sync["n"], [Raw(server, street, table, seed + lane) for lane in range(LANES)]
                work: Callable[[Raw, int], Coroutine[Any, Any, None]] = Raw.requests if kind == "requests" else Raw.frames
                await asyncio.gather(*(work(lane, number // LANES) for lane in lanes))
                counts = sum((lane.counts for lane in lanes), Counter[str]())
                counts["BROKEN"] += await _is_unwell(http, server, table, n)
        finally:
            server.stop()
        log.seek(0)
        text = log.read()
    traces = text.count("Traceback") + text.count('"level": "error"')
    if traces:
        print(text[:3000])
    counts["BROKEN"] += traces
    return +counts


async def _is_unwell(http: httpx.AsyncClient, server: Server, table: str, n: int) -> bool:
    """Whether the server is not well, or the table is not as it was."""
    health = await http.get(f"{server.address}/healthz")
    watching = await Person.come(http, server.address)
    await watching.open(table)
    await watching.read()
    return health.status_code != 200 or watching.sync["n"] != n or watching.sync["status"] != "live"


def main(arguments: argparse.Namespace) -> int:
    table, broken, total = Table("input", "number", "what came of it"), 0, 0
    shares = {kind: share for kind, share in SHARES.items() if kind != CHECKED or not arguments.unchecked}
    for kind, share in shares.items():
        number = int(arguments.inputs * share)
        counts = _fuzz(kind, number, arguments.seed)
        broken, total = broken + counts["BROKEN"], total + number
        table.add_row(kind, f"{number:,}", " ".join(f"{what}:{count:,}" for what, count in sorted(counts.items())))
    Console(width=150).print(table)
    print(f"{total:,} inputs: {broken} broken")
    return int(bool(broken))


def _fuzz(kind: str, number: int, seed: int) -> Counter[str]:
    if kind.startswith("positions"):
        return positions(number, seed, is_checked=kind == CHECKED)
    return messages(number, seed) if kind == "messages" else asyncio.run(raw(kind, number, seed))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--inputs", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--unchecked", action="store_true", help="don't check bounds, for which everything is compiled anew")
    parser.add_argument("--positions", type=int, help=argparse.SUPPRESS)  # in a process of its own
    chosen = parser.parse_args()
    if chosen.positions is None:
        raise SystemExit(main(chosen))
    print(json.dumps(fuzz_positions(chosen.positions, chosen.seed)))
