"""Bots at a table: when it is a bot's turn it thinks, and does what it chose if the table is still as it was."""

import asyncio
import secrets

from pyramidion.server.storage.database import StorageUnavailable
from pyramidion.server.tables.contest import Call, Contests
from pyramidion.server.tables.live_table import LiveTable
from pyramidion.server.tables.table import SUBSTITUTE, now

RETRY_SECONDS = 1.0  # after a move could not be written


class BotPlayer:
    """Plays the seats of one table that bots have or hold."""

    def __init__(self, live: LiveTable, contests: Contests) -> None:
        self._live = live
        self._contests = contests
        self._thinking: asyncio.Task[None] | None = None

    @property
    def to_act(self) -> list[int]:
        """The seats on which a bot is to act."""
        table = self._live.table
        return [seat for seat in table.to_act if table.meta.seats[seat].plays]

    def go_on(self) -> None:
        """Let the next bot think, if it is its turn, none does yet, and somebody plays here or watches."""
        if self._thinking is None and (seats := self.to_act) and not self.is_asleep:
            seat = secrets.choice(seats) if self._contests.open else seats[0]
            self._thinking = self._live.environment.tasks.spawn(self._play(seat))

    @property
    def is_asleep(self) -> bool:
        """Bots alone don't play for nobody."""
        return not self._live.table.meta.people and not self._live.presence.connections

    def close(self) -> None:
        if self._thinking:
            self._thinking.cancel()

    async def _play(self, seat: int) -> None:
        live, n = self._live, len(self._live.table.log)
        try:
            action = await self._choose(seat)
        finally:
            self._thinking = None
        try:
            async with live.lock:
                if len(live.table.log) != n or seat not in self.to_act:
                    live.go_on()
                elif self._contests.open:
                    self._contests.call(Call(seat, action, now(), lag=0))
                else:
                    await live.commit(lambda: live.table.act(seat, action, now()))  # which sees to what comes next
        except StorageUnavailable:
            await asyncio.sleep(RETRY_SECONDS)
            live.go_on()

    async def _choose(self, seat: int) -> int:
        """What the bot does; it takes a moment at least, so that people can follow."""
        table, environment = self._live.table, self._live.environment
        play, level = table.playing, table.meta.seats[seat].plays or SUBSTITUTE
        who = environment.users.who(min(table.meta.people, default=table.meta.creator))
        choice = environment.bot_pool.choose(level, table.game, play.seats, seat, play.observe(1 << seat), who)
        action, _ = await asyncio.gather(choice, asyncio.sleep(environment.settings.bot_pace))
        return action
