"""The tables in memory: each is loaded when somebody comes, and leaves when nothing goes on there any more."""

import asyncio
import contextlib
from collections.abc import Container, Sequence

from pyramidion.games import find, names
from pyramidion.refusal import NotFound
from pyramidion.server import gc_tuning
from pyramidion.server.limits import TooMuch
from pyramidion.server.protocol.rest import NewTable
from pyramidion.server.storage.tables import (
    AlsoWrite,
    TableMeta,
    Unfinished,
    count_unfinished,
    insert_table,
    nothing_else,
    read_table,
    tables_to_wake,
    unfinished_of,
)
from pyramidion.server.tables.announcements import Happened, Lost
from pyramidion.server.tables.environment import Environment
from pyramidion.server.tables.opening import game_of, has_people, new_table, rematch_of
from pyramidion.server.tables.ownership import Elsewhere
from pyramidion.server.tables.presence import Connection
from pyramidion.server.tables.realtime_session import RealtimeSession
from pyramidion.server.tables.session import Session
from pyramidion.server.tables.table import Table, now, token

IDLE_AFTER = 10_000  # milliseconds without people after which a table leaves the memory, if nothing goes on there
SWEEP_SECONDS = 5
CALM_EVENTS = 50  # between two sweeps, at all tables together
SIGNED_OUT, TRY_AGAIN = 4401, 1013  # why a socket is closed
WAKE_UP_PAUSE = 0.01  # between two tables that are loaded at the start, so that people come first


class Registry:
    """All sessions of this process."""

    def __init__(self, environment: Environment) -> None:
        self.environment = environment
        self.sessions: dict[str, Session] = {}
        self._loading: dict[str, asyncio.Task[Session]] = {}
        self._events = 0  # since the last sweep
        environment.announcements.subscribe(Happened, self._count)
        environment.news.hear("retitled", self._hear_retitled)
        environment.news.hear("signed_out", self.hang_up)
        environment.announcements.subscribe(Lost, lambda lost: self.drop(lost.table_id))

    def _count(self, happened: Happened) -> None:
        self._events += len(happened.entries)

    def open(self) -> None:
        """Let everything go on that was going on."""
        self.environment.tasks.spawn(self._wake_up())
        self.environment.tasks.spawn(self._sweep())

    def close(self) -> None:
        """Nothing goes on any more."""
        for session in self.sessions.values():
            session.close()

    async def session(self, table_id: str) -> Session:
        """The session of a table, which is loaded if it has to be."""
        if session := self.sessions.get(table_id):
            session.touched = now()
            return session
        if table_id not in self._loading:
            self._loading[table_id] = asyncio.create_task(self._load(table_id))
        try:
            return await asyncio.shield(self._loading[table_id])
        finally:
            self._loading.pop(table_id, None)

    def present(self, table_id: str) -> set[str]:
        """The users who are connected to a table; of a table that is not in memory, none."""
        session = self.sessions.get(table_id)
        return session.presence.users if session else set()

    async def present_at(self, table_ids: Sequence[str]) -> dict[str, set[str]]:
        """The users who are connected to each of these tables, here or at other nodes."""
        others = await self.environment.news.present(table_ids)
        return {table_id: self.present(table_id) | others.get(table_id, set()) for table_id in table_ids}

    def by_table(self) -> dict[str, set[str]]:
        """The users who are connected here, table by table."""
        return {table_id: users for table_id, one in self.sessions.items() if (users := one.presence.users)}

    def everybody(self) -> set[str]:
        """The users who are connected to any table."""
        return set[str]().union(*(session.presence.users for session in self.sessions.values()))

    def drop(self, table_id: str) -> None:
        """Forget a table that is not ours any more; its pages come back, here or to another node."""
        if session := self.sessions.pop(table_id, None):
            session.lose()
            session.close()
            for connection in list(session.presence.connections):
                connection.end(TRY_AGAIN)

    # What happens to somebody at all tables

    def hang_up(self, keys: Container[str]) -> None:
        """Close the pages of those who have been signed out, and the programs whose token is revoked."""
        for connection in self._connections():
            if connection.key and connection.key in keys:
                connection.end(SIGNED_OUT)

    def send_away(self, user: str) -> None:
        """Close all pages of somebody, who may be a guest."""
        for connection in self._connections():
            if connection.user == user:
                connection.end(SIGNED_OUT)

    def _connections(self) -> list[Connection]:
        return [one for session in self.sessions.values() for one in session.presence.connections]

    async def leave_all(self, user: str) -> None:
        """Somebody leaves every table where a game is not over."""
        for table_id in await self.environment.database.read(lambda connection: unfinished_of(connection, user)):
            try:
                session = await self.session(table_id)
            except Elsewhere as elsewhere:
                await self.environment.ownership.depart(elsewhere, table_id, user)
                continue
            while session.table.seats_of(user) and session.table.meta.status != "over":
                await session.depart(user)

    async def retitle(self, user: str, title: str) -> None:
        """Somebody is called otherwise in the database: so they are at the tables in memory."""
        self.environment.news.tell("retitled", [user])
        await self._retitle(user, title)

    def _hear_retitled(self, users: Sequence[str]) -> None:
        for user in users:
            self.environment.tasks.spawn(self._retitle_as_written(user))

    async def _retitle_as_written(self, user: str) -> None:
        self.environment.users.forget_here([user])
        await self._retitle(user, await self.environment.users.name_of(user))

    async def _retitle(self, user: str, title: str) -> None:
        for session in list(self.sessions.values()):
            await session.retitle(user, title)

    async def _load(self, table_id: str) -> Session:
        lease = await self.environment.ownership.claim(table_id)  # first: from now on nobody else writes
        found = await self.environment.database.read(lambda connection: read_table(connection, table_id))
        if found is None:
            raise NotFound("there is no game here")
        meta, entries = found
        table = Table(table_id, meta)
        await self.environment.bot_pool.preparations.prepare(table.game)
        await asyncio.to_thread(table.rewind, entries, meta)
        session = self.sessions[table_id] = self._session_of(table)
        session.lease = lease
        table.run_clocks(now())
        session.go_on()
        return session

    def _session_of(self, table: Table) -> Session:
        kind = RealtimeSession if table.game.real_time else Session
        return kind(self.environment, table, self._rematch)

    # Opening tables

    async def create(self, user: str, wish: NewTable) -> str:
        """Open a table; its id. Who made it sits down; if only bots are to sit there, the game begins."""
        game, environment = game_of(wish), self.environment
        unfinished = await self.check_may_open(user)
        if not has_people(wish) and unfinished.of_bots >= environment.settings.tables_of_bots_per_user:
            raise TooMuch("you have started too many games between bots: wait until some are over")
        await environment.bot_pool.preparations.prepare(game)
        return await self._open(new_table(await environment.users.seated(user), wish))

    async def check_may_open(self, user: str) -> Unfinished:
        """Refuse one more table to somebody who has too many; how many they have."""
        unfinished = await self.environment.database.read(lambda connection: count_unfinished(connection, user))
        if unfinished.tables >= self.environment.settings.tables_per_user:
            raise TooMuch("you are in too many games: finish or leave some first")
        return unfinished

    async def open_for(self, meta: TableMeta, also: AlsoWrite) -> str:
        """Open a table for people who were brought together; its id. With it something else is written, or neither."""
        return await self._open(meta, also)

    async def _rematch(self, table: Table) -> str:
        return await self._open(rematch_of(table))

    async def _open(self, meta: TableMeta, also: AlsoWrite = nothing_else) -> str:
        table = Table(token(), meta)
        session = self._session_of(table)
        session.chat.is_new = True
        session.lease = lease = self.environment.ownership.new()
        await self.environment.database.write(lambda connection: insert_table(connection, table.id, meta, also, lease))
        self.sessions[table.id] = session
        await session.change(lambda: table.begin(now()) if table.is_ready else [])
        return table.id

    # In the background

    async def _wake_up(self) -> None:
        """Compile the games, then load the tables where bots are to move or clocks run."""
        await self.environment.bot_pool.preparations.prepare_all([find(name) for name in names()])
        node = self.environment.ownership.node
        for table_id in await self.environment.database.read(lambda connection: tables_to_wake(connection, node)):
            with contextlib.suppress(Elsewhere):  # another node was quicker
                await (await self.session(table_id)).note_progress()
            await asyncio.sleep(WAKE_UP_PAUSE)

    async def _sweep(self) -> None:
        """Forget tables where nobody is and nothing goes on; they are on disk."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            for table_id, session in list(self.sessions.items()):
                if session.is_idle(now() - IDLE_AFTER):
                    session.close()
                    del self.sessions[table_id]
                    await self.environment.ownership.release(table_id, session.lease)
            gc_tuning.search(is_calm=self._is_calm())
            self._events = 0

    def _is_calm(self) -> bool:
        """Whether it harms nobody if the server does not listen for a moment: little goes on, and nobody plays by reflex."""
        by_reflex = any(one.presence.connections and one.table.game.real_time for one in self.sessions.values())
        return self._events < CALM_EVENTS and not by_reflex


async def hand_over(registry: Registry, table_id: str) -> bool:
    """Let another node have a table where nobody has come yet and no game has begun; whether it may take it."""
    if (session := registry.sessions.get(table_id)) is None:
        return True
    async with session.lock:
        if session.presence.connections or session.table.meta.status != "waiting":
            return session.is_lost
        registry.drop(table_id)
    await registry.environment.ownership.release(table_id, session.lease)
    return True
