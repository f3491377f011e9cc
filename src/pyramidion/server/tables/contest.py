"""A contest at a table of turns: several seats may act at once, and the first to do so decides what comes next.

A slow connection must not lose it. So calls are compared by when they were made, as far as latencies are believed, and a
call waits until no earlier one can still be on its way. If nobody calls in time, chance decides.
"""

import asyncio
from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple

from pyramidion.engine.dispatch import CHANCE
from pyramidion.game import Illegal
from pyramidion.server.protocol.socket import Trouble
from pyramidion.server.storage.database import StorageUnavailable
from pyramidion.server.storage.events import Entry
from pyramidion.server.tables.live_table import LiveTable
from pyramidion.server.tables.presence import Connection
from pyramidion.server.tables.table import now
from pyramidion.server.tables.wording import player_names
from pyramidion.wording import sentence

SECONDS = 10.0  # so long everybody has to call
RETRY_SECONDS = 1.0  # after the outcome could not be written


class Call(NamedTuple):
    """What a seat does in a contest."""

    seat: int
    action: int | str
    at: int  # when it arrived
    lag: float  # how long a message takes there and back, as far as believed: what was told came late, and so did the answer

    @property
    def made(self) -> float:
        """When it was made, had there been no way to go."""
        return self.at - self.lag


class Contest:
    """Collects calls, and has it decided when it is time. All times are milliseconds since 1970."""

    def __init__(self, n: int, decide: Callable[[], object], lags: Iterable[float]) -> None:
        self.n = n  # so many events had happened before it
        self.calls: dict[int, Call] = {}
        self._decide = decide
        self._timer = asyncio.get_running_loop().call_later(SECONDS + max(lags, default=0.0) / 1000, decide)

    @property
    def first(self) -> Call | None:
        return min(self.calls.values(), key=lambda call: call.made, default=None)

    def wait(self, now: int, lags: Iterable[float]) -> None:
        """Somebody has called: wait only as long as somebody else, with such a lag, may have called before the first."""
        first = min(call.made for call in self.calls.values())
        delay = max(first + max(lags, default=0.0) - now, 0) / 1000
        self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(delay, self._decide)

    def close(self) -> None:
        """Nobody is waited for any more."""
        self._timer.cancel()


class Contests:
    """The contests of one table, one after the other."""

    def __init__(self, live: LiveTable) -> None:
        self._live = live
        self.open: Contest | None = None
        self._latest = -1  # how many events had happened before the latest contest

    def go_on(self) -> None:
        """Open a contest where chance acts when time is up, and end it when something has happened."""
        live = self._live
        play = live.table.play if live.table.meta.status == "live" else None
        is_open = play is not None and play.is_timed
        if self.open and not (is_open and self.open.n == len(live.table.log)):
            self.close()
        if is_open and self.open is None:
            self._latest = len(live.table.log)
            self.open = Contest(self._latest, lambda: live.environment.tasks.spawn(self._decide()), self._lags())
            for connection in self._contestants():
                connection.measure()

    def close(self) -> None:
        if self.open:
            self.open.close()
        self.open = None

    def call(self, call: Call) -> None:
        """A seat acts in the open contest."""
        assert self.open is not None
        if refusal := self._live.table.playing.why_not(call.action, call.seat):
            raise Illegal(refusal)
        self.open.calls.setdefault(call.seat, call)
        self.open.wait(now(), self._lags())

    def why_too_late(self, n: int) -> str:
        """Why what was done after so many events comes too late, if that was a contest."""
        log = self._live.table.log
        if n != self._latest or n >= len(log) or log[n].kind != "act":
            return ""
        seat = log[n].seat
        return "too late: time was up" if seat == CHANCE else f"too late: {player_names(self._live.table)[seat]} was first"

    def _contestants(self) -> list[Connection]:
        """The pages of people who may call and have not."""
        table, called = self._live.table, self.open.calls if self.open else {}
        users = {table.meta.seats[seat].user for seat in table.to_act if seat not in called}
        return [one for one in self._live.presence.connections if one.user and one.user in users]

    def _lags(self) -> list[float]:
        return [self._live.presence.latency(connection.user) for connection in self._contestants()]

    async def _decide(self) -> None:
        """The first call counts, as the one event that comes of it; if nobody has called, chance acts."""
        live = self._live
        try:
            async with live.lock:
                if self.open and self.open.n == len(live.table.log) and live.table.meta.status == "live":
                    await live.commit(partial(self._settle, self.open.first))
        except StorageUnavailable as error:
            live.push_all(Trouble(why=sentence(str(error))))
            await asyncio.sleep(RETRY_SECONDS)
            self.close()
            live.go_on()

    def _settle(self, first: Call | None) -> list[Entry]:
        table = self._live.table
        return table.act(first.seat, first.action, first.at) if first else table.tick(now())
