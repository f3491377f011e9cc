"""A table in memory with everybody who is connected to it: one thing happens at a time, is written, and only then told.

While something is being written, the table in memory is ahead of the truth. So nobody looks at it without holding the lock.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence

import msgspec

from pyramidion.refusal import Refusal
from pyramidion.server.people.results import result_of
from pyramidion.server.protocol.deltas import Differences
from pyramidion.server.protocol.fields import Wish
from pyramidion.server.protocol.shown import Common, Shown
from pyramidion.server.protocol.socket import Down, Refused
from pyramidion.server.storage.database import Conflict, OutcomeUnknown, StorageUnavailable
from pyramidion.server.storage.events import Entry
from pyramidion.server.storage.leases import Lease
from pyramidion.server.storage.tables import NotOurs, TableMeta, read_table, update_table
from pyramidion.server.tables.announcements import Finished, Happened, Lost, Started
from pyramidion.server.tables.environment import Environment
from pyramidion.server.tables.presence import Connection, Presence
from pyramidion.server.tables.presenter import Presenter
from pyramidion.server.tables.table import Table, now
from pyramidion.wording import sentence

Change = Callable[[], list[Entry]]
"""Something that is done to a table; what is to be written of it."""

MOVED = "this game is moving to another server: it will be back in a moment"

log = logging.getLogger(__name__)


class LiveTable:
    """Commits changes of a table, and broadcasts them."""

    def __init__(self, environment: Environment, table: Table) -> None:
        self.environment = environment
        self.table = table
        self.presenter = Presenter(table)
        self.presence = Presence(environment.settings.grace, self._is_gone)
        self.offers: dict[Wish, list[str]] = {}  # who wishes; who wished first comes first
        self.lock = asyncio.Lock()
        self.lease: Lease | None = None  # of a node of a cluster
        self.is_lost = False  # whether somebody else may have written of the table: then it is not ours to go on with
        self.touched = now()

    def _is_gone(self, seat: int) -> None:
        """Somebody has been away for too long."""

    def go_on(self) -> None:
        """See to what happens next without people."""

    # Changing the table

    async def change(self, do: Change) -> None:
        """Do something to the table, have it written, tell it."""
        async with self.lock:
            await self.commit(do)

    async def commit(self, do: Change) -> None:
        """The same for who holds the lock. If anything goes wrong, the table is again as it is on disk."""
        self.check_is_ours()
        before, length = self.table.meta.copy(), len(self.table.log)
        try:
            entries = do()
            await self._write(entries, before)
        except (NotOurs, OutcomeUnknown) as error:
            self.lose()
            raise StorageUnavailable(MOVED) from error
        except Conflict as conflict:
            await self._reload()
            raise StorageUnavailable("another program has changed this game") from conflict
        except Refusal:
            if len(self.table.log) != length or self.table.meta != before:
                self._roll_back(before, length)
            raise
        except Exception:
            self._roll_back(before, length)
            raise
        self._announce(entries, before.status)
        self.touched = now()
        if entries:
            self.offers.clear()
        self.presenter.forget()
        self.broadcast(length)
        self.go_on()

    def check_is_ours(self) -> None:
        if self.is_lost:
            raise StorageUnavailable(MOVED)

    def lose(self) -> None:
        """Forget the table, which is loaded anew when somebody asks for it, here or on another node."""
        if not self.is_lost:
            self.is_lost = True
            self.environment.announcements.publish(Lost(self.table.id))

    async def commit_if_current(self, connection: Connection, n: int, do: Change) -> None:
        """Do it if the page knew the latest event: what was sent twice is done once, what is late is not done."""
        if n == len(self.table.log):
            await self.commit(do)
        else:
            self.refuse(connection, "the position has changed: please look again", "late")
            self.sync_one(connection, min(n, len(self.table.log)))

    async def _write(self, entries: Sequence[Entry], before: TableMeta) -> None:
        """Write what happened, and the table itself and its seats if they have changed."""
        table, database = self.table, self.environment.database
        rows, progress = [entry.row(table.id) for entry in entries], table.progress
        if table.meta == before:
            if rows:
                await database.append(table.id, rows, progress, self.lease)
            return
        meta = table.meta
        has_new_seats = (before.seats, before.scores) != (meta.seats, meta.scores)
        result = result_of(table.id, meta, now()) if meta.status == "over" != before.status else None
        await database.write(
            lambda connection: update_table(
                connection, table.id, meta, rows, progress, has_new_seats=has_new_seats, result=result, lease=self.lease
            )
        )

    async def note_progress(self) -> None:
        """Write how far the game has come: in databases of version 1 that is not written yet."""
        async with self.lock:
            await self.environment.database.append(self.table.id, [], self.table.progress, self.lease)

    def _roll_back(self, before: TableMeta, length: int) -> None:
        self.table.rewind(self.table.log[:length], before)
        self._is_again_as_on_disk()

    async def _reload(self) -> None:
        found = await self.environment.database.read(lambda connection: read_table(connection, self.table.id))
        if found:
            self.table.rewind(found[1], found[0])
        self._is_again_as_on_disk()

    def _is_again_as_on_disk(self) -> None:
        log.error("a change was taken back", extra={"game": self.table.game.name}, exc_info=True)
        self.presenter.forget()
        self.table.run_clocks(now())
        self.go_on()

    def _announce(self, entries: Sequence[Entry], status: str) -> None:
        table, announcements = self.table, self.environment.announcements
        if status == "waiting" and table.meta.status != "waiting":
            announcements.publish(Started(table.id, table.meta))
        if entries:
            announcements.publish(Happened(table.id, entries))
        if status != "over" and table.meta.status == "over":
            announcements.publish(Finished(table.id, table.meta))

    # Telling

    def broadcast(self, since: int) -> None:
        """Tell everybody what has changed to their eyes, with the events from `since` on."""
        self.tell(self.presence.connections, since)

    def tell(self, connections: Iterable[Connection], since: int) -> None:
        """Tell some."""
        common, told = self._common(), dict[tuple[int, ...], Shown]()
        messages: dict[tuple[tuple[int, ...], int], bytes] = {}
        differences = Differences()
        for connection in list(connections):
            seats = tuple(self.table.seats_of(connection.user))
            if seats not in told:
                told[seats] = self.presenter.show_to(common, seats, since)
            before, after = connection.shown, told[seats]
            key = seats, before.version if before else 0
            if key not in messages:
                messages[key] = msgspec.json.encode(differences.between(before, after) if before else after.sync())
            connection.shown = after
            connection.push(messages[key])
        self.presenter.forget()  # who comes later has it described again: a thousand remembered boards are many megabytes

    def _common(self) -> Common:
        meta, presence = self.table.meta, self.presence
        return self.presenter.common(presence.of(meta.seats), self.offers, presence.watching(meta.people))

    def sync_one(self, connection: Connection, since: int) -> None:
        """Send one page the whole table."""
        told = self.presenter.show_to(self._common(), self.table.seats_of(connection.user), since)
        connection.shown = told._replace(events=[])  # which may be hundreds
        connection.push(msgspec.json.encode(told.sync()))

    def refuse(self, connection: Connection, why: str, code: str) -> None:
        """Tell one page why something was not done."""
        connection.push(msgspec.json.encode(Refused(n=len(self.table.log), why=sentence(why), code=code)))

    def push_all(self, message: Down) -> None:
        """Send everybody the same."""
        encoded = msgspec.json.encode(message)
        for connection in list(self.presence.connections):
            connection.push(encoded)
