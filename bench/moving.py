"""People at tables in one process, without sockets: what `bench/move.py` runs with the interpreters of two versions.

It says "ready", then takes one line of JSON for each round, a `Round`, and answers with one, a `Measured`. The application
is called as uvicorn would call it, with queues in place of sockets; what people do with what they hear is not measured.
"""

import asyncio
import hashlib
import importlib
import json
import random
import secrets
import sys
import tempfile
import time
from contextlib import suppress
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any, TypedDict

import httpx
import uvloop
from litestar import Litestar

from pyramidion.server.app import application
from pyramidion.server.settings import Settings

WIDE_OPEN = ("message_rate", "request_rate", "address_rate", "guest_rate", "burst", "sockets_per_address", "tables_per_user")
PLAIN = {"pyramid_poker": {"starter": "random"}}  # where two people would race otherwise
SEND_NOW = "pyramidion.send_now"
MOST_ROUNDS = 100_000  # of messages that are waited for: then something is wrong


class Round(TypedDict):
    """What is to be measured."""

    game: str
    tables: int
    moves: int  # at each table
    after: int  # that were made before, not measured
    seed: int


class Measured(TypedDict):
    """For one move on average, of all of the process's CPU."""

    microseconds: float
    bytes: list[int]  # of each message that told a move
    events: float  # in a table's log at the end


def tune_python() -> None:
    """As the server itself does when it runs, in either version."""
    for name in ("gc_tuning", "garbage"):
        with suppress(ModuleNotFoundError):
            importlib.import_module(f"pyramidion.server.{name}").tune()
            return


def behind_gate(app: Litestar) -> Any:
    """The application as a server has it: in later versions a gate before it finds out who asks."""
    with suppress(ModuleNotFoundError):
        return importlib.import_module("pyramidion.server.http.gate").Gate(app)
    return app


def new_merger() -> Any:
    """What makes the whole table of the messages that are sent, if this version has such."""
    with suppress(ModuleNotFoundError):
        return importlib.import_module("pyramidion.server.protocol.deltas").Merger()
    return None


class Person:
    """Somebody with a page."""

    def __init__(self, cookie: str) -> None:
        self.cookie = cookie
        self.salt = secrets.token_hex(16)
        self.said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.heard: list[str] = []
        self.told = asyncio.Event()
        self.sync: dict[str, Any] = {}
        self.merger = new_merger()
        self.task: asyncio.Task[None] | None = None

    def open(self, app: Any, table: str) -> None:
        scope = {
            "type": "websocket",
            "path": f"/api/tables/{table}/socket",
            "raw_path": f"/api/tables/{table}/socket".encode(),
            "query_string": b"n=0",
            "headers": [(b"cookie", self.cookie.encode()), (b"host", b"localhost")],
            "client": ("127.0.0.1", 1),
            "server": ("localhost", 80),
            "scheme": "ws",
            "root_path": "",
            "subprotocols": [],
            "extensions": {SEND_NOW: self.hear_now},
            "state": {},
        }
        self.said.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.create_task(app(scope, self.said.get, self.hear))

    async def hear(self, message: Any) -> None:
        if message["type"] == "websocket.send":
            self.heard.append(message.get("text") or message["bytes"].decode())
            self.told.set()

    def hear_now(self, text: bytes) -> bool:
        """What later versions give the application beside `hear`, so that no task has to be woken to send something."""
        self.heard.append(text.decode())
        self.told.set()
        return True

    def say(self, tag: str, **fields: Any) -> None:
        self.said.put_nowait({"type": "websocket.receive", "text": json.dumps({"type": tag, **fields})})

    @property
    def reveals(self) -> bool:
        """Whether in this version people commit to their salts before they tell them."""
        return "salt_commitments" in self.sync

    def be_ready(self) -> None:
        if self.reveals:
            self.say("ready", salt_commitment=hashlib.sha256(self.salt.encode()).hexdigest())
        else:
            self.say("ready", salt=self.salt)

    async def catch_up(self) -> list[int]:
        """Read what was heard; how long the messages were that told of a table."""
        while not self.heard:
            self.told.clear()
            await self.told.wait()
        sizes = []
        for text in self.heard:
            message = json.loads(text)
            if message["type"] == "refused":
                raise RuntimeError(message["why"])
            if whole := self.merger.hear(message) if self.merger else message if message["type"] == "sync" else None:
                self.sync = whole
                sizes.append(len(text))
        self.heard.clear()
        return sizes

    async def leave(self) -> None:
        self.said.put_nowait({"type": "websocket.disconnect", "code": 1000})
        assert self.task is not None
        await self.task


class Sitting:
    """Two people who play game after game."""

    def __init__(self, app: Any, http: httpx.AsyncClient, asked: Round, seed: int) -> None:
        self.app, self.http, self.asked = app, http, asked
        self.choose = random.Random(seed)
        self.people: list[Person] = []

    @property
    def n(self) -> int:
        return int(self.people[0].sync.get("n", 0))

    async def begin(self) -> None:
        cookies = [(await self.http.get("/api/me")).headers["set-cookie"].split(";")[0] for _ in range(2)]
        self.people = [Person(cookie) for cookie in cookies]
        game = self.asked["game"]
        wish = {"game": game, "seats": [{"who": "me"}, {"who": "anybody"}], "options": PLAIN.get(game, {})}
        table = (await self._ask("/api/tables", wish, cookies[0]))["id"]
        await self._ask(f"/api/tables/{table}/sit", {"seat": None}, cookies[1])
        for person in self.people:
            person.open(self.app, table)
            await self._until(lambda person=person: bool(person.sync))
            person.be_ready()
        if self.people[0].reveals:
            await self._until(lambda: all(all(person.sync["salt_commitments"]) for person in self.people))
            for person in self.people:
                person.say("reveal", salt=person.salt)
        await self._until(self._is_live)

    async def _ask(self, path: str, body: Any, cookie: str) -> Any:
        response = await self.http.post(path, json=body, headers={"Cookie": cookie})
        response.raise_for_status()
        return response.json()

    def _is_live(self) -> bool:
        return all(person.sync["status"] == "live" for person in self.people) and self.people[1].sync["n"] == self.n

    async def _until(self, condition: Any) -> None:
        for _ in range(MOST_ROUNDS):
            for person in self.people:
                if person.heard:
                    await person.catch_up()
            if condition():
                return
            await asyncio.sleep(0.001)
        raise RuntimeError("nothing comes")

    async def go_on(self) -> None:
        """See that somebody is to act."""
        if self.people and self.people[0].sync["status"] == "live":
            return
        for person in self.people:
            await person.leave()
        await self.begin()

    def act(self) -> None:
        """Say what somebody does next."""
        person = next(person for person in self.people if person.sync["legal"])
        legal = person.sync["legal"][0]
        person.say("act", n=self.n, seat=legal["seat"], action=self.choose.choice(legal["actions"]))

    async def hear(self) -> list[int]:
        before = self.n
        sizes: list[int] = []
        while any(person.sync["n"] == before for person in self.people):
            for person in self.people:
                sizes += await person.catch_up()
        return sizes

    async def leave(self) -> None:
        for person in self.people:
            await person.leave()


async def measure(app: Any, http: httpx.AsyncClient, asked: Round) -> Measured:
    sittings = [Sitting(app, http, asked, 1000 * asked["seed"] + i) for i in range(asked["tables"])]
    for _ in range(asked["after"]):
        await _one_move(sittings)
    used, sizes = 0.0, []
    for _ in range(asked["moves"]):
        seconds, lengths = await _one_move(sittings)
        used += seconds
        sizes += lengths
    events = sum(sitting.n for sitting in sittings) / len(sittings)
    for sitting in sittings:
        await sitting.leave()
    return {"microseconds": used / asked["moves"] / len(sittings) * 1e6, "bytes": sizes, "events": events}


async def _one_move(sittings: list[Sitting]) -> tuple[float, list[int]]:
    """One at every table, at once: the seconds of CPU of all, and the sizes of what was sent."""
    for sitting in sittings:
        await sitting.go_on()
    people = [person for sitting in sittings for person in sitting.people]
    for person in people:
        person.told.clear()
    for sitting in sittings:
        sitting.act()
    started = time.process_time()
    for person in people:
        await person.told.wait()
    used = time.process_time() - started
    return used, [size for sitting in sittings for size in await sitting.hear()]


async def _wait_until_idle() -> None:
    """Until all games are loaded or compiled, which the server does in the background."""
    calm = 0
    while calm < 5:
        before = time.process_time()
        await asyncio.sleep(0.3)
        calm = calm + 1 if time.process_time() - before < 0.02 else 0


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        wide = {name: 10**9 for name in WIDE_OPEN if name in Settings.__struct_fields__}
        app = application(Settings(database=f"{folder}/house.sqlite", **wide))  # type: ignore[arg-type]
        gate = behind_gate(app)
        transport = httpx.ASGITransport(gate, client=("127.0.0.1", 1))
        nobodys = CookieJar(DefaultCookiePolicy(allowed_domains=[]))  # or everybody would be who came first
        visitors = httpx.AsyncClient(transport=transport, base_url="http://localhost", timeout=600, cookies=nobodys)
        async with app.lifespan(), visitors as http:
            await _wait_until_idle()
            tune_python()
            print(json.dumps("ready"), flush=True)
            while line := await asyncio.to_thread(sys.stdin.readline):
                print(json.dumps(await measure(gate, http, json.loads(line))), flush=True)


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(main())
