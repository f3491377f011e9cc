"""The database: one thread writes, over one connection.

What arrives while it commits goes into the next commit together: every event is durable before anybody hears of it, and many
are written at the price of one.
"""

import asyncio
import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from typing import NamedTuple, TypeVar, cast

import sqlalchemy as sql
from sqlalchemy.exc import DBAPIError, IntegrityError

from pyramidion.server.storage.events import Row, insert_events
from pyramidion.server.storage.tables import Progress, update_progress
from pyramidion.server.storage.upgrade import upgrade

T = TypeVar("T")
Job = Callable[[sql.Connection], object]

MOST_IN_A_GROUP = 256
GATHER_SECONDS = 0.005  # what comes so soon after the first of a group joins it
BUSY_SECONDS = 5  # how long to wait for another process, such as a backup


class StorageUnavailable(Exception):
    """The database can't be written: what was asked for was not done."""


class Conflict(Exception):
    """Somebody else has written what was to be written: what is on disk is the truth."""


class Events(NamedTuple):
    """Events of one table, which is what nearly all jobs are."""

    table_id: str
    rows: list[Row]
    progress: Progress


class Waiting(NamedTuple):
    """Something to be written, and the future of who waits for it."""

    what: Job | Events
    future: "asyncio.Future[object]"


class Outcome(NamedTuple):
    """What came of it."""

    result: object = None
    error: BaseException | None = None


class Database:
    """Its coroutines return when what they wrote is on disk."""

    def __init__(self, url: str) -> None:
        self.engine = sql.create_engine(url, connect_args={"timeout": BUSY_SECONDS} if url.startswith("sqlite") else {})
        if self.engine.dialect.name == "sqlite":
            sql.event.listen(self.engine, "connect", _set_up_sqlite)
        self.problem = ""  # why nothing can be written, if that is so
        self._jobs: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="writer", daemon=True)

    def open(self) -> None:
        """Make or upgrade the tables, and start the writer."""
        upgrade(self.engine)
        self._writer.start()

    def close(self) -> None:
        """Write what is waiting, and stop."""
        self._jobs.put(None)
        self._writer.join()
        self.engine.dispose()

    # Writing

    async def write(self, job: Callable[[sql.Connection], T]) -> T:
        """Do a job in the next commit. `StorageUnavailable` if that fails; the job's own error if it had one."""
        return cast(T, await self._queue(job))

    async def append(self, table_id: str, rows: list[Row], progress: Progress) -> None:
        """Add events to the log of a table. `Conflict` if they are there already."""
        await self._queue(Events(table_id, rows, progress))

    def _queue(self, what: Job | Events) -> "asyncio.Future[object]":
        future = asyncio.get_running_loop().create_future()
        self._jobs.put(Waiting(what, future))
        return future

    def _write(self) -> None:
        with self.engine.connect() as connection:
            while (first := self._jobs.get()) is not None:
                time.sleep(GATHER_SECONDS)
                group = [first]
                while len(group) < MOST_IN_A_GROUP and not self._jobs.empty():
                    if (job := self._jobs.get()) is None:
                        self._jobs.put(None)
                        break
                    group.append(job)
                outcomes = self._commit(connection, group)
                group[0].future.get_loop().call_soon_threadsafe(_settle, group, outcomes)

    def _commit(self, connection: sql.Connection, group: list[Waiting]) -> list[Outcome]:
        try:
            outcomes = _do_all(connection, group)
            connection.commit()
        except DBAPIError as error:
            connection.rollback()
            self.problem = f"the server can't write at present ({error.orig}); it will try again"
            return [Outcome(error=StorageUnavailable(self.problem))] * len(group)
        self.problem = ""
        return outcomes

    # Reading

    async def read(self, job: Callable[[sql.Connection], T]) -> T:
        """Do a job that only reads, in a thread of its own."""
        return await asyncio.to_thread(self._read, job)

    def _read(self, job: Callable[[sql.Connection], T]) -> T:
        with self.engine.connect() as connection:
            return job(connection)


def _do_all(connection: sql.Connection, group: list[Waiting]) -> list[Outcome]:
    """Do what waits. All events go into one statement: between statements this thread has to wait for Python's lock.

    If that fails, it is all taken back and done once more, each by itself, to find who is to blame.
    """
    try:
        _append(connection, [waiting.what for waiting in group if isinstance(waiting.what, Events)])
        return [Outcome(None if isinstance(what, Events) else what(connection)) for what, _ in group]
    except Exception as error:
        if _is_disk(error):
            raise
        connection.rollback()
        return [_try(connection, waiting.what) for waiting in group]


def _append(connection: sql.Connection, group: list[Events]) -> None:
    if group:
        insert_events(connection, [row for events in group for row in events.rows])
        update_progress(connection, [(*events.progress, events.table_id) for events in group])


def _try(connection: sql.Connection, what: Job | Events) -> Outcome:
    """Do a job by itself: one that breaks a rule of the tables doesn't take the others with it, a failing disk does."""
    try:
        with connection.begin_nested():
            if not isinstance(what, Events):
                return Outcome(what(connection))
            _append(connection, [what])
            return Outcome()
    except IntegrityError as error:
        return Outcome(error=Conflict(str(error.orig)))
    except Exception as error:
        if _is_disk(error):
            raise
        return Outcome(error=error)


def _is_disk(error: Exception) -> bool:
    """Whether it is the database that failed, and not what it was asked to do."""
    return isinstance(error, DBAPIError) and not isinstance(error, IntegrityError)


def _settle(group: list[Waiting], outcomes: list[Outcome]) -> None:
    """Tell everybody who waits."""
    for (_, future), (result, error) in zip(group, outcomes, strict=True):
        if not future.cancelled():
            future.set_exception(error) if error else future.set_result(result)


def _set_up_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")
