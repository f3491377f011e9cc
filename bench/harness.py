"""A real server process for measurements, and people who play there over real sockets."""

import asyncio
import os
import random
import signal
import subprocess
import sys
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path
from typing import IO, Any, Self, TypeVar

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from pyramidion.client.readiness import Readiness
from pyramidion.server.protocol.deltas import merge

NOTHING_YET: dict[str, Any] = {"n": 0, "status": "waiting", "legal": []}
PLAIN = {"pyramid_poker": {"starter": "random"}}  # where two people would race otherwise, and one come too late
WIDE_OPEN = ["--message-rate", "1e9", "--request-rate", "1e9", "--burst", "1e9", "--sockets-per-address", "1000000"]
WIDE_OPEN += ["--tables-per-user", "1000000", "--log", "warning"]
NEWER = [
    "--address-rate",
    "1e9",
    "--guest-rate",
    "1e9",
    "--connections-per-address",
    "1000000",
]  # the baseline has no such limits
NEWER += ["--tables-of-bots-per-user", "1000000"]


def visitors(at_once: int = 50) -> httpx.AsyncClient:
    """A client for many people: it keeps no cookies, or the server would take everybody for who came first.

    It gives up idle connections before the server does (after 5 s): else a request may meet one that is being closed.
    """
    limits = httpx.Limits(max_connections=at_once, keepalive_expiry=2.0)
    return httpx.AsyncClient(timeout=120, limits=limits, cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])))


class Server:
    """`pyramidion serve` in a process of its own."""

    def __init__(
        self,
        database: Path,
        *flags: str,
        stderr: IO[str] | None = None,
        python: str | Path = sys.executable,  # another version's, such as the baseline's
        env: dict[str, str] | None = None,
        has_limits: bool = False,  # the usual ones; otherwise none that a measurement would reach
    ) -> None:
        self.database = database
        self.python = python
        self.env = env
        self.stderr = stderr
        self.flags = flags if has_limits else (*WIDE_OPEN, *(NEWER if python == sys.executable else ()), *flags)
        self.address = ""
        self.process: subprocess.Popen[str] | None = None

    def start(self, port: int = 0) -> "Server":
        command = [str(self.python), "-m", "pyramidion", "serve", "--no-browser", "--port", str(port)]
        command += ["--database", str(self.database), *self.flags]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.stderr, text=True, env=self.env)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if "http://" not in line:
            raise RuntimeError(f"the server did not start: {line!r}")
        self.address = "http://" + line.split("http://")[1].split()[0]
        return self

    @property
    def port(self) -> int:
        return int(self.address.rsplit(":", 1)[1])

    def kill(self) -> None:
        """No chance to write anything more."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self._bury(self.process)

    def stop(self) -> int:
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self._bury(self.process)

    def _bury(self, process: "subprocess.Popen[str]") -> int:
        code = process.wait(timeout=30)
        if process.stdout:
            process.stdout.close()
        return code

    def memory(self) -> float:
        """Resident, in megabytes."""
        assert self.process is not None
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1024

    def cpu_seconds(self) -> float:
        assert self.process is not None
        return cpu_seconds(self.process.pid)


def cpu_seconds(pid: int) -> float:
    """What a process has used up to now, with all its threads."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Person:
    """Somebody with a cookie and one open page."""

    decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder()

    def __init__(self, address: str, cookie: str, user: str) -> None:
        self.address = address
        self.cookie = cookie
        self.user = user
        self.socket: ClientConnection | None = None
        self.sync = dict(NOTHING_YET)
        self.readiness: Readiness | None = None

    @classmethod
    async def come(cls, http: httpx.AsyncClient, address: str) -> Self:
        response = await http.get(f"{address}/api/me")
        return cls(address, response.headers["set-cookie"].split(";")[0], response.json()["user"])

    async def ask(self, http: httpx.AsyncClient, path: str, body: Any) -> Any:
        response = await http.post(f"{self.address}{path}", json=body, headers={"Cookie": self.cookie})
        response.raise_for_status()
        return response.json()

    async def open(self, table: str) -> None:
        headers = {"Cookie": self.cookie}
        self.socket = await connect(
            self.url(table), additional_headers=headers, max_size=None, compression=None, ping_interval=None
        )

    def url(self, table: str) -> str:
        """Where a table's socket is, for somebody who has seen what this person has."""
        return f"{self.address.replace('http', 'ws', 1)}/api/tables/{table}/socket?n={self.sync['n']}"

    async def leave(self) -> None:
        """Close the page, and know nothing of the table any more."""
        assert self.socket is not None
        await self.socket.close()
        self.sync = dict(NOTHING_YET)

    async def read(self) -> dict[str, Any]:
        """The next message; pings are answered, and the latest Sync is remembered."""
        assert self.socket is not None
        while True:
            message: dict[str, Any] = self.decoder.decode(await self.socket.recv(decode=False))
            if message["type"] == "ping":
                await self.say("pong", t=message["t"])
                continue
            if message["type"] == "sync":
                self.sync = message
            elif message["type"] == "delta":
                message = self.sync = merge(self.sync, message)
            else:
                return message
            await self.get_ready()
            return message

    async def say(self, tag: str, **fields: Any) -> None:
        assert self.socket is not None
        await self.socket.send(msgspec.json.encode({"type": tag, **fields}), text=True)

    async def be_ready(self) -> None:
        """Commit to a salt now, and reveal it when a Sync says that everybody has."""
        self.readiness = Readiness()
        await self.get_ready()

    async def get_ready(self) -> None:
        if self.readiness and "yours" in self.sync:
            for message in self.readiness.answers(self.sync):
                await self.say(message.pop("type"), **message)

    def any_action(self, choose: random.Random) -> tuple[int, str] | None:
        if not self.sync["legal"] or self.sync["status"] != "live":
            return None
        legal = self.sync["legal"][0]
        return legal["seat"], choose.choice(legal["actions"])


async def begin(table: str, *people: Person) -> None:
    """Open a table's page for everybody, and read until the game has begun."""
    for person in people:
        await person.open(table)
        await person.be_ready()
    await asyncio.gather(*(_read_until_live(person) for person in people))


async def _read_until_live(person: Person) -> None:
    while person.sync["status"] == "waiting":
        await person.read()


AnyPerson = TypeVar("AnyPerson", bound=Person)


async def seat_two(
    kind: type[AnyPerson], http: httpx.AsyncClient, address: str, game: str, *, listed: bool = False
) -> tuple[str, AnyPerson, AnyPerson]:
    """A table of two people who have come."""
    first, second = await kind.come(http, address), await kind.come(http, address)
    seats = [{"who": "me"}, {"who": "anybody"}]
    wish = {"game": game, "seats": seats, "seating": "as_listed", "listed": listed, "options": PLAIN.get(game, {})}
    table = (await first.ask(http, "/api/tables", wish))["id"]
    await second.ask(http, f"/api/tables/{table}/sit", {"seat": None})
    return table, first, second
