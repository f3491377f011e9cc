"""News between nodes, over Redis or Valkey. If that is gone, tables go on, and news comes late or not at all."""

import asyncio
import contextlib
import logging
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from redis.asyncio import Redis
from redis.exceptions import RedisError

from pyramidion.server.news import Kind, Listener

CHANNEL = "pyramidion:news"
PRESENT, ONLINE = "pyramidion:present:", "pyramidion:online:"
NOTE_SECONDS = 1.0  # between two looks at who is here
REFRESH_SECONDS = 5.0
EXPIRE_SECONDS = 15  # what a node that has died said of its people is forgotten then
TIMEOUT_SECONDS = 1.0
PAUSE_SECONDS = 1.0  # after something failed: nobody waits for Redis meanwhile
MOST_WAITING = 1_000

log = logging.getLogger(__name__)

Everybody = Callable[[], Mapping[str, set[str]]]
"""Who is connected to this node, table by table."""


class Notice(msgspec.Struct, frozen=True):
    """One piece of news."""

    kind: Kind
    ids: list[str]
    by: str  # which process tells it


class RedisNews:
    """What this node tells the others, and hears of them."""

    def __init__(self, url: str, process: str) -> None:
        self._redis: Any = Redis.from_url(
            url, socket_timeout=TIMEOUT_SECONDS, socket_connect_timeout=TIMEOUT_SECONDS, decode_responses=True
        )
        self._process = process
        self._listeners: defaultdict[str, list[Listener]] = defaultdict(list)
        self._outbox: asyncio.Queue[Notice] = asyncio.Queue(MOST_WAITING)
        self._noted: dict[str, tuple[float, frozenset[str]]] = {}  # when, and who
        self._failed = -PAUSE_SECONDS

    @property
    def is_down(self) -> bool:
        return time.monotonic() - self._failed < PAUSE_SECONDS

    # Telling and hearing

    def tell(self, kind: Kind, ids: Sequence[str]) -> None:
        with contextlib.suppress(asyncio.QueueFull):
            self._outbox.put_nowait(Notice(kind, list(ids), self._process))

    def hear(self, kind: Kind, listener: Listener) -> None:
        self._listeners[kind].append(listener)

    async def talk_for_ever(self) -> None:
        while True:
            notice = await self._outbox.get()
            with self._noting_trouble():
                await self._redis.publish(CHANNEL, msgspec.json.encode(notice).decode())

    async def listen_for_ever(self) -> None:
        while True:
            with self._noting_trouble():
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    while True:
                        if message := await channel.get_message(ignore_subscribe_messages=True, timeout=10.0):
                            self._hear(message["data"])
            await asyncio.sleep(PAUSE_SECONDS)

    def _hear(self, data: str) -> None:
        try:
            notice = msgspec.json.decode(data, type=Notice)
        except msgspec.DecodeError:  # of a newer version, which tells more
            return
        for listener in self._listeners[notice.kind] if notice.by != self._process else ():
            listener(notice.ids)

    # Who is where

    async def note_for_ever(self, everybody: Everybody) -> None:
        """Let the others know who is here."""
        while True:
            await asyncio.sleep(NOTE_SECONDS)
            with self._noting_trouble():
                await self._note(everybody())

    async def _note(self, everybody: Mapping[str, set[str]]) -> None:
        """Note what has changed, and again in time what has not."""
        now = time.monotonic()
        pipeline = self._redis.pipeline(transaction=False)
        for table_id in self._noted.keys() - everybody.keys():
            pipeline.delete(PRESENT + table_id)
            del self._noted[table_id]
        for table_id, users in everybody.items():
            at, before = self._noted.get(table_id, (0.0, None))
            if frozenset(users) != before or now - at > REFRESH_SECONDS:
                pipeline.set(PRESENT + table_id, msgspec.json.encode(sorted(users)).decode(), ex=EXPIRE_SECONDS)
                for user in users:
                    pipeline.set(ONLINE + user, "1", ex=EXPIRE_SECONDS)
                self._noted[table_id] = now, frozenset(users)
        if pipeline.command_stack:
            await pipeline.execute()

    async def present(self, table_ids: Sequence[str]) -> Mapping[str, set[str]]:
        found = await self._values([PRESENT + table_id for table_id in table_ids])
        return {
            table_id: set(msgspec.json.decode(value, type=list[str]))
            for table_id, value in zip(table_ids, found, strict=False)
            if value
        }

    async def online(self, users: Sequence[str]) -> set[str]:
        found = await self._values([ONLINE + user for user in users])
        return {user for user, value in zip(users, found, strict=False) if value}

    async def _values(self, keys: list[str]) -> list[str | None]:
        if keys and not self.is_down:
            with self._noting_trouble():
                return list(await self._redis.mget(keys))
        return []

    @contextlib.contextmanager
    def _noting_trouble(self) -> Any:
        try:
            yield
        except (RedisError, OSError, TimeoutError) as error:
            if not self.is_down:
                log.info("no news: Redis can't be reached", extra={"why": type(error).__name__})
            self._failed = time.monotonic()

    async def close(self) -> None:
        with contextlib.suppress(RedisError, OSError):
            await self._redis.aclose()
