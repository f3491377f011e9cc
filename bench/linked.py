"""Somebody behind a link with a delay, for measurements of who was faster."""

import asyncio
import contextlib
import json
import random
from collections.abc import Callable
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from bench.duels import Hand
from bench.harness import Person
from pyramidion.server.protocol.deltas import Merger

JITTER = 30.0  # milliseconds, of a round trip


class Linked(Person):
    """Somebody behind a link, which keeps the order of messages."""

    trip = 0.0
    choose = random.Random(0)
    hand: Hand  # how honest they are
    is_told = True

    async def open(self, table: str) -> None:
        """Connect, and let messages flow both ways."""
        told = {"X-Client-RTT": str(round(max(self.trip - JITTER / 2, 0.02) * 1000))} if self.is_told else {}
        self.socket = await connect(
            self.url(table),
            additional_headers={"Cookie": self.cookie} | told,
            max_size=None,
            compression=None,
            ping_interval=None,
        )
        self._arrived: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._merger = Merger()
        self._latest = {"in": 0.0, "out": 0.0}
        self._flow = asyncio.create_task(self._deliver())
        self._sending: set[asyncio.Task[None]] = set()

    async def leave(self) -> None:
        self._flow.cancel()
        await super().leave()

    def _later(self, way: str, do: Callable[..., object], *arguments: object) -> None:
        loop = asyncio.get_running_loop()
        half = max(self.trip + self.choose.uniform(-JITTER, JITTER) / 2, 0) / 2 / 1000
        self._latest[way] = max(
            self._latest[way] + 1e-6, loop.time() + half
        )  # of two at the same time either may come first
        loop.call_at(self._latest[way], do, *arguments)

    async def _deliver(self) -> None:
        assert self.socket is not None
        with contextlib.suppress(ConnectionClosed):
            async for text in self.socket:
                self._later("in", self._arrived.put_nowait, json.loads(text))

    async def say(self, tag: str, **fields: Any) -> None:
        self._later("out", self._send, json.dumps({"type": tag, **fields}))

    def _send(self, text: str) -> None:
        task = asyncio.create_task(self._send_if_open(text))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _send_if_open(self, text: str) -> None:
        assert self.socket is not None
        with contextlib.suppress(ConnectionClosed):
            await self.socket.send(text)

    async def receive(self) -> dict[str, Any]:
        """The next message that has come through the link; pings are answered as this hand does."""
        message = await self._arrived.get()
        after = self.hand.answers_after() if message["type"] == "ping" else None
        if after is not None:
            pong = json.dumps({"type": "pong", "t": self.hand.answers(message["t"])})
            if after < 0:  # by a helper, who has no link
                self._send(pong)
            else:
                asyncio.get_running_loop().call_later(after / 1000, self._later, "out", self._send, pong)
        return self._merger.hear(message) or message

    def beside(self, trip: float) -> "Linked":
        """The same person over another link."""
        other = type(self)(self.address, self.cookie, self.user)
        other.trip, other.hand, other.is_told = trip, self.hand, self.is_told
        return other
