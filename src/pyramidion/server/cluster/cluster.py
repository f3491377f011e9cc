"""This server as a node of a cluster: what it begins, what it lets go of, and when."""

import asyncio
import contextlib
import logging
import random
import secrets
from collections.abc import Callable

from pyramidion.refusal import NotFound
from pyramidion.server.cluster.forwarding import Forwarding
from pyramidion.server.cluster.membership import Membership
from pyramidion.server.cluster.passes import PassOffice
from pyramidion.server.cluster.redis_news import RedisNews
from pyramidion.server.metrics import Metrics
from pyramidion.server.news import News
from pyramidion.server.storage.database import Database, StorageUnavailable
from pyramidion.server.storage.facts import fact
from pyramidion.server.tables.registry import Registry

RESCUE_SECONDS = 1.0  # between two looks for tables that dead nodes have left, on average
RESCUED_AT_ONCE = 20
HAND_OVER_SECONDS = 1.0  # so long may be written what was begun, before the others take the tables

log = logging.getLogger(__name__)


class Cluster:
    """Begins and ends a node's life among others."""

    def __init__(self, membership: Membership, registry: Registry, key: bytes) -> None:
        self.membership = membership
        self.forwarding = Forwarding(registry, membership.node, PassOffice(key))
        membership.depart_there = self.forwarding.depart
        self.taken_over = 0  # tables of nodes that had died, so far
        self._registry = registry

    @property
    def node(self) -> str:
        return self.membership.node

    @property
    def is_leaving(self) -> bool:
        return self.membership.is_leaving

    @property
    def is_cut_off(self) -> bool:
        return self.membership.is_cut_off

    def measure(self, metrics: Metrics) -> None:
        """Have figures of the node told."""
        figures: dict[str, tuple[str, Callable[[], float]]] = {
            "forwarded": ("Requests and sockets passed on to other nodes", lambda: self.forwarding.forwarded),
            "taken_over": ("Tables of dead nodes that go on here", lambda: self.taken_over),
            "silent_seconds": ("Since the database last heard of this node", lambda: self.membership.silent_seconds),
            "bus_down": ("1 while Redis can't be reached", lambda: float(getattr(self._news, "is_down", False))),
        }
        for name, (documentation, value) in figures.items():
            metrics.gauge(f"pyramidion_{name}", documentation).set_function(value)

    @property
    def _news(self) -> News:
        return self._registry.environment.news

    def open(self) -> None:
        spawn = self._registry.environment.tasks.spawn
        spawn(self.membership.beat_for_ever())
        spawn(self.membership.watch_for_ever(self._fall_silent))
        spawn(self._rescue_for_ever())
        if isinstance(news := self._news, RedisNews):
            for work in (news.talk_for_ever(), news.listen_for_ever(), news.note_for_ever(self._registry.by_table)):
                spawn(work)

    def _fall_silent(self) -> None:
        if self._registry.sessions:
            log.warning("the database is silent: all tables are closed", extra={"tables": len(self._registry.sessions)})
        self._let_go()

    def _let_go(self) -> None:
        """Close all tables: others may have taken them, or soon will."""
        for table_id in list(self._registry.sessions):
            self._registry.drop(table_id)

    async def _rescue_for_ever(self) -> None:
        while True:
            await asyncio.sleep(RESCUE_SECONDS * random.uniform(0.5, 1.5))
            with contextlib.suppress(StorageUnavailable):
                for table_id in await self.membership.abandoned(RESCUED_AT_ONCE):
                    await self._rescue(table_id)

    async def _rescue(self, table_id: str) -> None:
        """Go on with a table where bots are to move or a clock runs, if no other node does so already."""
        with contextlib.suppress(NotFound, StorageUnavailable):
            await self._registry.session(table_id)
            self.taken_over += 1
            log.info("took a table over", extra={"table": table_id})

    async def close(self) -> None:
        """Hear and tell no more."""
        if isinstance(news := self._news, RedisNews):
            await news.close()

    async def drain(self) -> None:
        """Hand all tables over: their pages are told to come back, and any node may have them."""
        if self.membership.is_leaving:
            return
        self.membership.is_leaving = True
        self._let_go()
        with contextlib.suppress(StorageUnavailable, TimeoutError):
            await asyncio.wait_for(self.membership.leave(), HAND_OVER_SECONDS)


async def cluster_of(database: Database, membership: Membership, registry: Registry) -> Cluster:
    """The node, with all it needs to forward to others."""
    key = await database.write(lambda connection: fact(connection, "cluster_key", lambda: secrets.token_hex(32)))
    return Cluster(membership, registry, bytes.fromhex(key))
