"""The session of a table where things happen at a pace of their own: everything is seen for a moment, bots act when ready.

All times here are milliseconds of the server's own clock since the table was loaded.
"""

import asyncio
import time

from pyramidion.bots.race import Due, Race
from pyramidion.bots.reflex import Reflex
from pyramidion.engine.dispatch import CHANCE
from pyramidion.play import Play
from pyramidion.server.protocol.socket import Finish
from pyramidion.server.storage.database import StorageUnavailable
from pyramidion.server.storage.events import Entry
from pyramidion.server.tables.environment import Environment
from pyramidion.server.tables.offers import Rematch
from pyramidion.server.tables.presence import Connection
from pyramidion.server.tables.session import Session
from pyramidion.server.tables.table import Table, now


class PacedSession(Session):
    """Keeps the pace."""

    def __init__(self, environment: Environment, table: Table, rematch: Rematch) -> None:
        super().__init__(environment, table, rematch)
        self._opened = time.monotonic()
        self._race: Race | None = None
        self._moment_n = 0  # how many events there were when the present moment began
        self._is_told = True  # whether people have been told of it
        self._due_timer: asyncio.TimerHandle | None = None

    @property
    def is_judging(self) -> bool:
        """Whether nothing may happen until a reflex is judged."""
        return False

    def _reflex_is_due(self) -> None:
        """A bot does its reflex."""

    def _grace(self) -> float:
        """How long what people do in time may still be on its way."""
        return 0.0

    def _clock(self) -> float:
        return (time.monotonic() - self._opened) * 1000

    async def join(self, connection: Connection, since: int) -> None:
        """While nobody looked, time stood still."""
        if self._race and not self.presence.connections:
            self._race.shown(self._clock())
        await super().join(connection, since)

    # What happens by itself

    def go_on(self) -> None:
        """Wait for whoever is next: a bot, the clock, or somebody who sleeps."""
        if self._due_timer:
            self._due_timer.cancel()
        is_watched = self.presence.connections and not self.environment.tasks.is_closing  # else time stands still
        if not is_watched or self.table.meta.status != "live" or self.is_judging:
            return
        due, n = self.raced(self.table.playing).due(), len(self.table.log)
        grace = self._grace() if due.seat == CHANCE else 0  # what somebody did in time may still be on its way
        delay = max(due.at + grace - self._clock(), 0) / 1000
        loop = asyncio.get_running_loop()
        self._due_timer = loop.call_later(delay, lambda: self.environment.tasks.spawn(self._happen(due, n)))

    def _goes_on_alone(self) -> bool:
        return False

    def raced(self, play: Play) -> Race:
        """The race over the present game; a new one after the table was rewound, or when other bots sit here."""
        levels = {number: seat.plays for number, seat in enumerate(self.table.meta.seats) if seat.plays}
        if self._race is None or self._race.play is not play or set(self._race.bots) != set(levels):
            bots = {seat: Reflex(play.game, seat, level) for seat, level in levels.items()}
            self._race = Race(play, bots, tie=0)  # who ties is for the judge here
            self._race.began = self._race.timed_since = self._clock()
        return self._race

    async def _happen(self, due: Due, n: int) -> None:
        try:
            async with self.lock:
                if len(self.table.log) != n or self.is_judging or self.table.meta.status != "live":
                    return
                if due.action == self.table.game.real_time_rules.REFLEX:
                    self._reflex_is_due()
                else:
                    await self.commit(lambda: self._do(due.seat, due.action))
        except StorageUnavailable:
            await asyncio.sleep(1)
            self.go_on()

    def _do(self, seat: int, action: int | str | None, finish: Finish | None = None) -> list[Entry]:
        """One action and its times; None is the clock's."""
        race, at = self.raced(self.table.playing), self._clock()
        before = race.mark()
        entries = self.table.tick(now()) if action is None else self.table.act(seat, action, now(), finish=finish)
        race.moved(at, before)
        if race.moment() != before[0]:
            self._moment_n, self._is_told = len(self.table.log), False
        if self.table.meta.status == "live" and race.is_time_up(at):
            entries += self.table.act(CHANCE, race.timing.time_up, now())
        return entries

    def broadcast(self, since: int) -> None:
        """What happened can be seen when it is told, which is after it was written: times count from before that."""
        race = self.raced(self.table.playing) if self.table.meta.status == "live" else self._race
        if race and not self._is_told:
            race.shown(self._clock())
        self._is_told = True
        super().broadcast(since)

    def close(self) -> None:
        super().close()
        if self._due_timer:
            self._due_timer.cancel()
