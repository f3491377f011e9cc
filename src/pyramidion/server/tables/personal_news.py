"""News: what somebody is told wherever they are, of challenges, pairings and their games.

What is written is read again from time to time, since another node may have written it. Nothing is told twice.
"""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable

import msgspec

from pyramidion.server.people.lobby import lobby
from pyramidion.server.protocol import programs
from pyramidion.server.protocol.programs import Begun, Challenge, Over, Paired, YourTurn
from pyramidion.server.storage.friends import challenges_of
from pyramidion.server.storage.seeks import read_seek
from pyramidion.server.tables.announcements import Finished, Happened, Invited, Started
from pyramidion.server.tables.presence import Connection
from pyramidion.server.tables.registry import Registry

LOOK_SECONDS = 15.0


class PersonalNews:
    """Tells everybody who listens what happens to them."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._environment = registry.environment
        self._lines: defaultdict[str, set[Connection]] = defaultdict(set)
        self._told: dict[Connection, set[programs.News]] = {}  # what each has been told that is still so
        announcements = registry.environment.announcements
        announcements.subscribe(Invited, lambda invited: self._look_again(invited.users))
        announcements.subscribe(Started, lambda one: self._tell_people(one.meta.people, Begun(one.table_id, one.meta.game)))
        announcements.subscribe(Finished, lambda one: self._tell_people(one.meta.people, Over(one.table_id, one.meta.game)))
        announcements.subscribe(Happened, self._happened)

    @property
    def listeners(self) -> set[str]:
        """Everybody who listens now."""
        return set(self._lines)

    def open(self) -> None:
        self._environment.tasks.spawn(self._look_for_ever())

    async def join(self, line: Connection, _since: int) -> None:
        """Somebody listens: they are told how things are, and then whatever is new."""
        self._told[line] = set()
        self._lines[line.user].add(line)
        await self._look(line)

    async def leave(self, line: Connection) -> None:
        """They listen no more."""
        del self._told[line]
        self._lines[line.user].discard(line)
        if not self._lines[line.user]:
            del self._lines[line.user]

    # What happens here

    def _happened(self, happened: Happened) -> None:
        session = self._registry.sessions.get(happened.table_id)
        if not self._lines or session is None or session.table.meta.status != "live":
            return
        table = session.table
        turn = YourTurn(table.id, table.meta.game, len(table.log))
        self._tell_people((user for seat in table.to_act if (user := table.meta.seats[seat].user)), turn)

    def _tell_people(self, users: Iterable[str], news: programs.News) -> None:
        for user in set(users) & self._lines.keys():
            for line in self._lines[user]:
                self._tell(line, news)

    def _tell(self, line: Connection, news: programs.News) -> None:
        if news not in self._told[line]:
            self._told[line].add(news)
            line.push(msgspec.json.encode(news))

    # What is written

    def _look_again(self, users: Iterable[str]) -> None:
        for user in set(users) & self._lines.keys():
            for line in self._lines[user]:
                self._environment.tasks.spawn(self._look(line))

    async def _look_for_ever(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            for line in list(self._told):
                await self._look(line)

    async def _look(self, line: Connection) -> None:
        """Tell what is so and was not told yet; what is so no more may be told again another time."""
        known = [news async for news in self._known(line.user)]
        if line in self._told:
            for news in known:
                self._tell(line, news)
            self._told[line] = set(known)

    async def _known(self, user: str) -> AsyncIterator[programs.News]:
        database = self._environment.database
        for one in await database.read(lambda connection: challenges_of(connection, user)):
            if one.challenged == user:
                yield Challenge(one.table_id, one.name, one.game, one.rated)
        seek = await database.read(lambda connection: read_seek(connection, user))
        if seek and seek.table_id:
            yield Paired(seek.table_id)
        for table in (await lobby(database, user, self._registry.present_at)).yours:
            if table.your_turn:
                yield YourTurn(table.id, table.game, table.n)
