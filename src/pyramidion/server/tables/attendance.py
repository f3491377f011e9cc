"""Coming to a table and going: pages connect, bots hold the seats of those who stay away."""

import asyncio

from pyramidion.server.storage.events import Entry
from pyramidion.server.tables.live_table import LiveTable
from pyramidion.server.tables.presence import Connection
from pyramidion.server.tables.table import SUBSTITUTE, now

PRESENCE_SECONDS = 0.5  # so long those who go, or come to look on, are counted together: a crowd is told once


class Attendance:
    """Who comes to one table, and who goes."""

    def __init__(self, live: LiveTable) -> None:
        self._live = live
        self._timer: asyncio.TimerHandle | None = None

    async def join(self, connection: Connection, since: int) -> None:
        """A page has connected: it gets the table, and the others see that somebody is there."""
        live, presence = self._live, self._live.presence
        async with live.lock:
            live.check_is_ours()
            seats = live.table.seats_of(connection.user)
            presence.connections.add(connection)
            live.sync_one(connection, since)
            presence.is_back(seats)
            self._wait_for_absent()
            if any(live.table.meta.seats[seat].substitute for seat in seats):
                await live.commit(lambda: self._give_back(seats))
            elif seats:
                live.tell(presence.connections - {connection}, len(live.table.log))
            else:
                self._tell_presence_soon()

    async def leave(self, connection: Connection) -> None:
        """A page is gone. If its user does not come back, a bot will hold the seat for a time."""
        live = self._live
        live.presence.connections.discard(connection)
        if connection.user not in live.presence.users and not live.is_lost:
            async with live.lock:
                self._tell_presence_soon()
                self._wait_for_absent()

    def substitute(self, seat: int) -> None:
        """Let a bot hold the seat of somebody who has been away for long, while others are here; not in a rated game."""
        live, meta = self._live, self._live.table.meta
        if meta.status == "live" and meta.rated:
            live.environment.tasks.spawn(live.change(lambda: self._abandon(seat)))
        elif meta.status == "live" and any(live.presence.of(meta.seats)):
            live.environment.tasks.spawn(live.change(lambda: self._take_over(seat)))

    def close(self) -> None:
        self._live.presence.close()
        if self._timer:
            self._timer.cancel()

    def _wait_for_absent(self) -> None:
        if self._live.table.meta.status == "live":
            self._live.presence.wait_for_absent(self._live.table.meta.seats)

    def _tell_presence_soon(self) -> None:
        """Tell everybody before long who is there now; nothing of it if nobody is."""
        tasks = self._live.environment.tasks
        if self._timer is None and not tasks.is_closing:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(PRESENCE_SECONDS, lambda: tasks.spawn(self._tell_presence()))

    async def _tell_presence(self) -> None:
        self._timer = None
        async with self._live.lock:
            self._live.broadcast(len(self._live.table.log))

    def _abandon(self, seat: int) -> list[Entry]:
        """Whoever stays away from a rated game loses it: by the clock, or where there is none, now."""
        table = self._live.table
        is_missed = (
            table.meta.status == "live" and not table.clocks.is_on and not self._live.presence.of(table.meta.seats)[seat]
        )
        return table.resign(seat, now(), "abandon") if is_missed else []

    def _take_over(self, seat: int) -> list[Entry]:
        self._live.table.meta.seats[seat].substitute = SUBSTITUTE
        return []

    def _give_back(self, seats: list[int]) -> list[Entry]:
        for seat in seats:
            self._live.table.meta.seats[seat].substitute = None
        return []
