"""The damage that is done to a cluster while people play at it."""

import asyncio
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from itertools import cycle

from bench.cluster_parts import Link, Parts
from bench.cluster_players import Diary

PAUSE_SECONDS, CUT_SECONDS = 10.0, 8.0
CALM_SECONDS = 4.0  # between two damages
LONGEST_TROUBLE = 120.0  # also on a busy machine
LONGEST_ABSENCE = 6.0  # of a node that was killed: it comes back before or after its tables were taken over
SHARES = {"kill": 10, "pause": 5, "cut": 2, "cut_redis": 2, "postgresql": 1, "redis": 1, "drain": 3}
DAMAGE = [kind for kind, share in SHARES.items() for _ in range(share)]


class Vandal:
    """Does damage, one after the other."""

    def __init__(self, parts: Parts, diary: Diary, seed: int, pause: float) -> None:
        self.parts = parts
        self.diary = diary
        self.choose = random.Random(seed)
        self.done: Counter[str] = Counter()
        self._pause = pause
        self._in_turn = cycle(parts.nodes)

    async def rage(self, kinds: Sequence[str], until: float) -> None:
        """Each of them once, in any order; and again while there is time."""
        while not self.done or time.monotonic() < until:
            for kind in self.choose.sample(kinds, len(kinds)):
                self.diary.damage = kind
                print(f"{time.strftime('%X')} {kind}", file=sys.stderr, flush=True)
                work: Callable[[], Awaitable[None]] = getattr(self, kind)
                await work()
                self.done[kind] += 1
                await asyncio.sleep(CALM_SECONDS)
                await self._people_play_on()

    async def _people_play_on(self) -> None:
        """Wait until something is acknowledged again; an error if that never happens."""
        before = self.diary.acknowledged
        async with asyncio.timeout(LONGEST_TROUBLE):
            while self.diary.acknowledged == before:
                await asyncio.sleep(0.05)

    async def kill(self) -> None:
        node = self.choose.choice(self.parts.nodes)
        await node.end(signal.SIGKILL)
        await asyncio.sleep(self.choose.uniform(0, LONGEST_ABSENCE))
        await node.start()

    async def pause(self) -> None:
        node = self.choose.choice(self.parts.nodes)
        node.signal(signal.SIGSTOP)
        await asyncio.sleep(self._pause)
        node.signal(signal.SIGCONT)

    async def cut(self) -> None:
        await self._cut(self.choose.choice(self.parts.links))

    async def cut_redis(self) -> None:
        await self._cut(self.choose.choice(self.parts.redis_links))

    async def _cut(self, link: Link) -> None:
        link.cut()
        await asyncio.sleep(CUT_SECONDS)
        link.mend()

    async def postgresql(self) -> None:
        await asyncio.to_thread(self.parts.postgresql.stop, self.choose.choice([signal.SIGINT, signal.SIGQUIT]))
        await asyncio.to_thread(self.parts.postgresql.start)

    async def redis(self) -> None:
        self.parts.redis.stop()
        await asyncio.sleep(2)
        self.parts.redis.start()

    async def drain(self) -> None:
        node = next(self._in_turn)
        await node.end(signal.SIGTERM)
        await node.start()
