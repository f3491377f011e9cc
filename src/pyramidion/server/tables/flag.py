"""A table's flag: when somebody's time is up, they lose, or a bot plays on for them."""

import asyncio

from pyramidion.server.tables.live_table import LiveTable
from pyramidion.server.tables.table import now


class Flag:
    """Falls when a clock of one table has run out."""

    def __init__(self, live: LiveTable) -> None:
        self._live = live
        self._timer: asyncio.TimerHandle | None = None

    def set(self) -> None:
        """Wait for the next clock that may run out."""
        self.close()
        at, tasks = self._falls_at(), self._live.environment.tasks
        if at is not None:
            delay = max(at - now(), 0) / 1000
            self._timer = asyncio.get_running_loop().call_later(delay, lambda: tasks.spawn(self.fall()))

    def close(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    async def fall(self) -> None:
        """Time is up, unless the timer was early or another clock runs by now."""
        live, clocks = self._live, self._live.table.clocks
        async with live.lock:
            at = self._falls_at()
            if at is not None and at <= now():
                seat = min(clocks.running, key=lambda seat: clocks.left[seat])
                await live.commit(lambda: live.table.resign(seat, now(), "flag"))
            else:
                self.set()

    def _falls_at(self) -> int | None:
        table = self._live.table
        return table.clocks.flag_at() if table.meta.status == "live" else None
