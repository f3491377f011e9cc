"""This node among the others: it says that it lives, and takes tables. The database is the referee, and its clock counts."""

import asyncio
import logging
import os
import random
import secrets
import signal
import time
from collections.abc import Awaitable, Callable

from pyramidion.refusal import NotFound
from pyramidion.server.storage import leases
from pyramidion.server.storage.database import Database, StorageUnavailable
from pyramidion.server.storage.leases import BEAT_LIMIT, Lease, Node, Owner
from pyramidion.server.tables.ownership import Elsewhere
from pyramidion.version import __version__

BEAT_SECONDS = 1.0
LIMIT_SECONDS = BEAT_LIMIT / 1000
CUT_OFF_SECONDS = LIMIT_SECONDS / 2
WATCH_SECONDS = 0.25

log = logging.getLogger(__name__)


Depart = Callable[[Elsewhere, str, str], Awaitable[None]]


async def _nowhere(elsewhere: Elsewhere, _table_id: str, _user: str) -> None:
    raise elsewhere


class Membership:
    """One node's life. It is the ownership that its tables ask for their leases."""

    def __init__(self, database: Database, name: str, address: str) -> None:
        self.me = Node(name, address, secrets.token_hex(8), __version__)
        self.is_leaving = False
        self.pairs_for_all = False  # the first by name of those that are alive does
        self.depart_there: Depart = _nowhere  # how to ask another node
        self._database = database
        self._beaten = self._steady_since = time.monotonic()  # the latest beat, and since when none has been missing

    @property
    def node(self) -> str:
        return self.me.name

    @property
    def silent_seconds(self) -> float:
        """For how long the others have not heard from this node, at most."""
        return time.monotonic() - self._beaten

    @property
    def is_cut_off(self) -> bool:
        """Whether the others may soon take this node for dead."""
        return self.silent_seconds > CUT_OFF_SECONDS

    @property
    def may_bury(self) -> bool:
        """Whether it may be believed that others are dead: not by who was cut off itself a moment ago, or has just come."""
        return not self.is_cut_off and self._beaten - self._steady_since >= LIMIT_SECONDS

    # Living

    async def enter(self) -> None:
        await self._database.write_at_once(lambda connection: leases.register(connection, self.me))
        await self._beat()

    async def beat_for_ever(self) -> None:
        while True:
            await self._beat()
            await asyncio.sleep(BEAT_SECONDS)

    async def _beat(self) -> None:
        at = time.monotonic()  # of the asking: the database's answer may have waited
        try:
            first = await self._database.write_at_once(lambda connection: leases.beat(connection, self.me))
        except StorageUnavailable:
            return
        if first is None and not self.is_leaving:
            log.critical("another process has taken this node's name: this one ends", extra={"node": self.node})
            os.kill(os.getpid(), signal.SIGTERM)
            return
        if at - self._beaten > CUT_OFF_SECONDS:
            self._steady_since = at
        self._beaten = at
        self.pairs_for_all = first == self.node

    async def watch_for_ever(self, fall_silent: Callable[[], None]) -> None:
        """Let go of everything when others may soon take this node for dead."""
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            if self.is_cut_off:
                fall_silent()

    async def leave(self) -> None:
        """All tables can be taken at once."""
        self.is_leaving = True
        await self._database.write(lambda connection: leases.leave(connection, self.me))

    # Ownership

    def new(self) -> Lease:
        return Lease(self.node, 1)

    async def claim(self, table_id: str) -> Lease:
        if self.is_leaving:
            raise Elsewhere("", "")
        may_bury = self.may_bury
        found = await self._database.write_at_once(
            lambda connection: leases.claim(connection, table_id, self.node, may_bury=may_bury)
        )
        if found is None:
            raise NotFound("there is no game here")
        if isinstance(found, Owner):
            raise Elsewhere(found.name, found.address)
        return found

    async def release(self, table_id: str, lease: Lease | None) -> None:
        if lease:
            try:
                await self._database.write_at_once(lambda connection: leases.release(connection, table_id, lease))
            except StorageUnavailable:
                log.info("a table stays ours: the database can't be written", extra={"table": table_id})

    async def depart(self, elsewhere: Elsewhere, table_id: str, user: str) -> None:
        await self.depart_there(elsewhere, table_id, user)

    async def abandoned(self, most: int) -> list[str]:
        """Some tables of dead nodes where something goes on, in any order: other nodes look for them too."""
        may_bury = self.may_bury
        found = await self._database.read(lambda connection: leases.abandoned(connection, 4 * most, may_bury=may_bury))
        return random.sample(list(found), min(most, len(found)))
