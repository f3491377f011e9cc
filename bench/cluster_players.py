"""People who play at a cluster through everything that happens to it, and remember all that they were told."""

import asyncio
import contextlib
import random
import time
from collections import Counter, defaultdict, deque
from collections.abc import AsyncIterator, Sequence
from typing import Any, NamedTuple

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from bench.cluster_checker import Event
from pyramidion.client.readiness import Readiness
from pyramidion.server.protocol.deltas import Missed

FIRST_WAIT, LONGEST_WAIT = 0.5, 2.0  # seconds: as the page waits between two tries while a game is moving
THOUGHT = 8.0  # seconds for which some think before they act again after a silence, and don't repeat what they said before
MOST_OLD = 4  # pages that somebody has given up and leaves open
SILENCE = 5.0  # seconds without an answer after which somebody opens another page, and leaves the old one open
LOST = (OSError, TimeoutError, EOFError, WebSocketException, InvalidHandshake, httpx.HTTPError)


class Broken(NamedTuple):
    """Nothing has been acknowledged since."""

    since: float  # when the last action was sent
    damage: str  # that had been done by then


class Diary:
    """What all players were told, and how long they had to wait for it."""

    def __init__(self) -> None:
        self.seen: defaultdict[str, dict[int, Event]] = defaultdict(dict)
        self.contradictions: list[str] = []  # two pages were told different things
        self.acknowledged = 0
        self.refused: Counter[str] = Counter()
        self.took: list[float] = []  # from an action to its acknowledgement, where nothing broke in between
        self.damage = "nothing"  # that was done last
        self.recoveries: defaultdict[str, list[float]] = defaultdict(list)  # by damage: seconds until all was well again

    def note(self, table: str, events: Sequence[dict[str, Any]]) -> None:
        for event in events:
            told: Event = (event["seat"], event["kind"], event["action"])
            if self.seen[table].setdefault(event["n"], told) != told:
                self.contradictions.append(f"{table} {event['n']}: {self.seen[table][event['n']]} and {told}")


@contextlib.asynccontextmanager
async def playing(addresses: Sequence[str], diary: Diary, players: int, pace: float) -> AsyncIterator[None]:
    """So many people play meanwhile."""
    tasks = [asyncio.create_task(Player(addresses, diary, pace, seed).play_for_ever()) for seed in range(players)]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        ends = await asyncio.gather(*tasks, return_exceptions=True)
    for end in ends:
        if isinstance(end, Exception):
            raise end


class Player:
    """Somebody who plays both sides of one game after another."""

    def __init__(self, addresses: Sequence[str], diary: Diary, pace: float, seed: int) -> None:
        self.addresses = addresses  # of nodes, or of a proxy
        self.diary = diary
        self.pace = pace
        self.choose = random.Random(seed)
        self.cookie = ""
        self.broken: Broken | None = None
        self.pending: dict[str, Any] | None = None  # an action that is not acknowledged
        self.failures = 0  # to connect, since the last Sync
        self.thoughtful = False
        self.sent = 0.0
        self.old: deque[ClientConnection] = deque()  # pages that were given up, and are still open

    async def play_for_ever(self) -> None:
        try:
            async with httpx.AsyncClient(timeout=SILENCE) as http:
                while True:
                    with contextlib.suppress(*LOST):
                        table = await self._open_table(http)
                        await self._play(table)
                    await asyncio.sleep(FIRST_WAIT * self.choose.random())
        finally:
            while self.old:
                self.old.pop().transport.abort()

    async def _open_table(self, http: httpx.AsyncClient) -> str:
        address = self.choose.choice(self.addresses)
        if not self.cookie:
            response = await http.get(f"http://{address}/api/me")
            response.raise_for_status()
            self.cookie = response.headers["set-cookie"].split(";")[0]
        wish = {"game": "senet", "seats": [{"who": "me"}] * 2, "options": {"pieces": 7}}
        response = await http.post(f"http://{address}/api/tables", json=wish, headers={"Cookie": self.cookie})
        response.raise_for_status()
        return str(response.json()["id"])

    async def _play(self, table: str) -> None:
        """One game to its end, over as many sockets as it takes."""
        self.pending, self.sent, is_over = None, time.monotonic(), False
        while not is_over:
            try:
                is_over = await self._sit(table)
            except (*LOST, Missed):
                self.broken = self.broken or Broken(self.sent, self.diary.damage)
                await asyncio.sleep(min(FIRST_WAIT * 2**self.failures, LONGEST_WAIT) * self.choose.uniform(0.8, 1.2))
                self.failures += 1

    async def _sit(self, table: str) -> bool:
        """At one page, until it breaks or the game is over."""
        known = len(self.diary.seen[table])
        url = f"ws://{self.choose.choice(self.addresses)}/api/tables/{table}/socket?n={known}"
        headers = {"Cookie": self.cookie}
        page = await connect(
            url, additional_headers=headers, open_timeout=SILENCE, max_size=None, ping_interval=None, proxy=None
        )
        try:
            return await self._hear(page, table)
        except TimeoutError:  # it is not closed: what it has been told may still be done
            self.old.append(page)
            if len(self.old) > MOST_OLD:
                self.old.popleft().transport.abort()
            if self.choose.random() < 0.5:
                self.pending, self.thoughtful = None, True
            raise
        finally:
            if page not in self.old:
                await page.close()

    async def _hear(self, page: ClientConnection, table: str) -> bool:
        sync: dict[str, Any] = {}
        readiness = Readiness()
        while sync.get("status") != "over":
            async with asyncio.timeout(SILENCE):  # wait_for may lose that a player is told to end
                message = msgspec.json.decode(await page.recv())
            match message["type"]:
                case "ping":
                    await self._say(page, {"type": "pong", "t": message["t"]})
                case "refused" | "trouble":
                    self.diary.refused[message.get("code", message["type"])] += 1
                    self.pending = None
                    if message.get("code") != "late":  # after which the whole table comes anyway
                        await asyncio.sleep(self.pace)
                        await self._say(page, {"type": "resync", "n": len(self.diary.seen[table])})
                case "sync" | "delta":
                    sync = {**sync, **message, **message.get("changed", {})}
                    self.failures = 0
                    self.diary.note(table, message["events"])
                    for answer in readiness.answers(sync):
                        await self._say(page, answer)
                    self._acknowledge(table, sync["n"])
                    await self._go_on(page, sync)
        return True

    def _acknowledge(self, table: str, n: int) -> None:
        """See whether the action is done: it is what happened with its number."""
        if self.pending is None or n <= self.pending["n"]:
            return
        happened = self.diary.seen[table].get(self.pending["n"])
        if happened and happened[2] == self.pending["action"]:
            self.diary.acknowledged += 1
            now = time.monotonic()
            if self.broken is None:
                self.diary.took.append(now - self.sent)
            else:
                self.diary.recoveries[self.broken.damage].append(now - self.broken.since)
            self.broken = None
        self.pending = None

    async def _go_on(self, page: ClientConnection, sync: dict[str, Any]) -> None:
        """Act when it is our turn; what was not acknowledged is said again, as the page does."""
        if sync["status"] != "live" or not sync["legal"]:
            return
        if self.pending is None:
            await self._think()
            legal = self.choose.choice(sync["legal"])
            action = self.choose.choice(legal["actions"])
            self.pending = {"type": "act", "n": sync["n"], "seat": legal["seat"], "action": action}
            self.sent = time.monotonic()
        await self._say(page, self.pending)

    async def _think(self) -> None:
        """As long as it takes; nobody waits for an acknowledgement meanwhile."""
        seconds = THOUGHT if self.thoughtful else self.pace * self.choose.uniform(0.5, 1.5)
        await asyncio.sleep(seconds)
        self.thoughtful = False
        if self.broken:
            self.broken = self.broken._replace(since=self.broken.since + seconds)

    async def _say(self, page: ClientConnection, message: Any) -> None:
        await page.send(msgspec.json.encode(message).decode())
