"""Comparing somebody's rated games with the best bot, for moderators: in the background, and once for each game."""

from functools import partial

from pyramidion.games import find
from pyramidion.server.limits import Who
from pyramidion.server.storage.agreements import Compared, compared, put_agreement
from pyramidion.server.tables.registry import Registry
from pyramidion.server.thinking.agreement import agrees, choices_of

MOST = 10  # games of one person


class Comparisons:
    """What is known of whom, and what is being worked out."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._environment = registry.environment
        self._busy: set[str] = set()  # people

    async def of(self, user: str) -> list[Compared]:
        """Somebody's latest rated games in which there is something to compare."""
        found = await self._environment.database.read(lambda connection: compared(connection, user, MOST))
        return [one for one in found if not find(one.game).real_time]

    def start(self, user: str, moderator: Who) -> None:
        """Work out what is not known yet, unless that is being done."""
        if user not in self._busy:
            self._busy.add(user)
            self._environment.tasks.spawn(self._compare_all(user, moderator))

    def is_busy(self, user: str) -> bool:
        return user in self._busy

    async def _compare_all(self, user: str, moderator: Who) -> None:
        try:
            for one in await self.of(user):
                if one.choices is None:
                    await self._compare(one.table_id, one.seat, moderator)
        finally:
            self._busy.discard(user)

    async def _compare(self, table_id: str, seat: int, moderator: Who) -> None:
        """One move after the other, so that others' questions come between them."""
        table, pool = (await self._registry.session(table_id)).table, self._environment.bot_pool
        found = [await pool.review(partial(agrees, table, n), moderator) for n in choices_of(table.log, seat)]
        choices, agreed = sum(one is not None for one in found), sum(one is True for one in found)
        await self._environment.database.write(lambda connection: put_agreement(connection, table_id, seat, choices, agreed))
