"""The database: one thread writes, over one connection.

What arrives while it commits goes into the next commit together: every event is durable before anybody hears of it, and many
are written at the price of one.
"""

import asyncio
import contextlib
import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple, TypeVar, cast

import sqlalchemy as sql
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, SQLAlchemyError

from pyramidion.refusal import Refusal
from pyramidion.server.storage.check import check_at_start
from pyramidion.server.storage.engines import engine_for, is_postgresql, shown
from pyramidion.server.storage.events import Row, insert_events, inserts
from pyramidion.server.storage.facts import remove_ballast, write_ballast
from pyramidion.server.storage.fenced import Appender, Doubled, Events
from pyramidion.server.storage.file_lock import FileLock
from pyramidion.server.storage.leases import Lease
from pyramidion.server.storage.restore import finish_restore
from pyramidion.server.storage.tables import UPDATE_PROGRESS, NotOurs, Progress, update_progress
from pyramidion.server.storage.trouble import in_brackets, lost_a_race
from pyramidion.server.storage.upgrade import upgrade

T = TypeVar("T")
Job = Callable[[sql.Connection], object]

MOST_IN_A_GROUP = 256
GATHER_SECONDS = 0.005  # what comes so soon after the first of a group joins it
READERS, AT_ONCE = 5, 3  # threads, and connections
PROBE_SECONDS = 1.0  # between two attempts to write, while nothing can be written

log = logging.getLogger(__name__)


class StorageUnavailable(Exception):
    """The database can't be written or read: what was asked for was not done."""


class OutcomeUnknown(StorageUnavailable):
    """The connection was lost: what was asked for may have been done or not, and whoever asked must look."""


class Conflict(Exception):
    """Somebody else has written what was to be written: what is on disk is the truth."""


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

    def __init__(self, url: str, node: str = "") -> None:
        self.engine = engine_for(url, node)
        self.problem = ""  # why nothing can be written, if that is so
        self._is_closed = False
        self._held = contextlib.ExitStack()
        self._appender = Appender(self.engine)
        self._jobs: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="writer", daemon=True)
        self._readers = ThreadPoolExecutor(READERS, "reader")
        self._at_once = ThreadPoolExecutor(AT_ONCE, "at-once")

    def open(self) -> None:
        """See that a file is ours alone and whole, make or upgrade the tables, and start the writer."""
        with contextlib.ExitStack() as held:
            try:
                if file := _file_of(self.engine):
                    held.enter_context(FileLock(file))
                    finish_restore(file)
                    check_at_start(file)
                held.callback(self.engine.dispose)
                upgrade(self.engine)
            except (OSError, SQLAlchemyError) as error:
                raise Refusal(f"the database {shown(self.engine)} can't be opened{in_brackets(error)}") from error
            self._held = held.pop_all()
        self._writer.start()

    def close(self) -> None:
        """Write what is waiting, and stop."""
        self._is_closed = True
        self._jobs.put(None)
        self._writer.join()
        for threads in (self._at_once, self._readers):
            threads.shutdown(cancel_futures=True)
        self._appender.close()
        self._held.close()

    # Writing

    async def write(self, job: Callable[[sql.Connection], T]) -> T:
        """Do a job in the next commit. `StorageUnavailable` if that fails; the job's own error if it had one."""
        return cast(T, await self._queue(job))

    async def write_at_once(self, job: Callable[[sql.Connection], T]) -> T:
        """Do a job in a commit of its own, which waits for no other: for what nodes tell each other."""
        try:
            return await self._in_thread(self._at_once, lambda: self._write_at_once(job))
        except SQLAlchemyError as error:
            log.warning("the database can't be written", exc_info=error)
            raise StorageUnavailable(f"the server can't save right now{in_brackets(error)}") from error

    async def _in_thread(self, threads: ThreadPoolExecutor, work: Callable[[], T]) -> T:
        if self._is_closed:
            raise StorageUnavailable("this server is stopping")
        return await asyncio.get_running_loop().run_in_executor(threads, work)

    def _write_at_once(self, job: Callable[[sql.Connection], T]) -> T:
        with self.engine.begin() as connection:
            return job(connection)

    async def append(self, table_id: str, rows: list[Row], progress: Progress, lease: Lease | None = None) -> None:
        """Add events to the log of a table. `Conflict` if they are there already; `NotOurs` if the lease is over."""
        await self._queue(Events(table_id, rows, progress, lease))

    def _queue(self, what: Job | Events) -> "asyncio.Future[object]":
        future = asyncio.get_running_loop().create_future()
        self._jobs.put(Waiting(what, future))
        return future

    def _write(self) -> None:
        with self.engine.connect() as connection:
            while (first := self._next(connection)) is not None:
                time.sleep(GATHER_SECONDS)
                group = [first]
                while len(group) < MOST_IN_A_GROUP and not self._jobs.empty():
                    if (job := self._jobs.get()) is None:
                        self._jobs.put(None)
                        break
                    group.append(job)
                outcomes = self._commit_all(connection, [waiting.what for waiting in group])
                group[0].future.get_loop().call_soon_threadsafe(_settle, group, outcomes)

    def _next(self, connection: sql.Connection) -> Waiting | None:
        """What is to be written next. In trouble it tries by itself again and again, to notice when that is over."""
        while self.problem:
            with contextlib.suppress(queue.Empty):
                return self._jobs.get(timeout=PROBE_SECONDS)
            self._commit(connection, [write_ballast])
            if not self.problem:
                self._commit(connection, [remove_ballast])
        return self._jobs.get()

    def _commit_all(self, connection: sql.Connection, jobs: Sequence[Job | Events]) -> list[Outcome]:
        """Commit a group: what a node appends to its tables at once and by itself, the rest together."""
        fenced = [what for what in jobs if isinstance(what, Events) and what.lease]
        if not fenced:
            return self._commit(connection, jobs)
        appended = iter(self._append_fenced(fenced))
        others = [what for what in jobs if not (isinstance(what, Events) and what.lease)]
        committed = iter(self._commit(connection, others) if others else [])
        return [next(appended if isinstance(what, Events) and what.lease else committed) for what in jobs]

    def _append_fenced(self, group: Sequence[Events]) -> list[Outcome]:
        try:
            accepted = self._appender.append(group)
        except Doubled:
            if len(group) > 1:
                return [outcome for one in group for outcome in self._append_fenced([one])]
            return [Outcome(error=Conflict("another program has written this already"))]
        except Exception as error:
            return [self._fail(error)] * len(group)
        self._note("")
        refusal = NotOurs("another server has taken this game over")
        return [Outcome() if one.table_id in accepted else Outcome(error=refusal) for one in group]

    def _fail(self, error: Exception) -> Outcome:
        """Nothing can be written, or nobody knows whether it was."""
        self._note(f"the server can't save right now{in_brackets(error)} and will try again", error)
        kind = OutcomeUnknown if is_postgresql(self.engine) else StorageUnavailable
        return Outcome(error=kind(self.problem))

    def _commit(self, connection: sql.Connection, jobs: Sequence[Job | Events]) -> list[Outcome]:
        try:
            outcomes = _append_quickly(connection, jobs) or _do_all(connection, jobs)
            connection.commit()
        except Exception as error:  # whatever it is, the writer has to outlive it
            with contextlib.suppress(SQLAlchemyError):
                connection.rollback()
            return [self._fail(error)] * len(jobs)
        self._note("")
        return outcomes

    def _note(self, problem: str, error: Exception | None = None) -> None:
        """Remember that there is trouble, or that there is none; log when that changes."""
        if problem and not self.problem:
            log.error("nothing can be written", exc_info=error)
        elif self.problem and not problem:
            log.info("everything can be written again")
        self.problem = problem

    # Reading

    async def read(self, job: Callable[[sql.Connection], T]) -> T:
        """Do a job that only reads, in a thread."""
        try:
            return await self._in_thread(self._readers, lambda: self._read(job))
        except SQLAlchemyError as error:
            log.exception("the database can't be read")
            raise StorageUnavailable(f"the server can't read right now{in_brackets(error)}") from error

    def _read(self, job: Callable[[sql.Connection], T], tries: int = 2) -> T:
        try:
            with self.engine.connect() as connection:
                return job(connection)
        except DBAPIError as error:
            if error.connection_invalidated and tries > 1:  # it was lost while nobody used it: a new one may be good
                return self._read(job, tries - 1)
            raise


def _append_quickly(connection: sql.Connection, jobs: Sequence[Job | Events]) -> list[Outcome]:
    """Commit nothing but events, which is the usual, by SQLite's own driver: SQLAlchemy takes twice as long.

    Nothing comes of it if there is more to do, or if it fails: then it is done the long way, which finds out why.
    """
    group = [what for what in jobs if isinstance(what, Events)]
    if connection.dialect.name != "sqlite" or len(group) < len(jobs):
        return []
    driver = connection.connection
    try:
        cursor = driver.cursor()
        for statement, values in inserts([row for events in group for row in events.rows], "?"):
            cursor.execute(statement, values)
        cursor.executemany(UPDATE_PROGRESS.format("?"), _progress(group))
        driver.commit()
    except sqlite3.Error:
        driver.rollback()
        return []
    return [Outcome()] * len(group)


def _progress(group: list[Events]) -> list[tuple[int, int | None, str]]:
    return [(*events.progress, events.table_id) for events in group]


def _do_all(connection: sql.Connection, jobs: Sequence[Job | Events]) -> list[Outcome]:
    """Do what waits. All events go into one statement: between statements this thread has to wait for Python's lock.

    If that fails, it is all taken back and done once more, each by itself, to find who is to blame.
    """
    try:
        _append(connection, [what for what in jobs if isinstance(what, Events)])
        return [Outcome(None if isinstance(what, Events) else what(connection)) for what in jobs]
    except Exception as error:
        if _is_disk(error):
            raise
        connection.rollback()
        return [_try(connection, what) for what in jobs]


def _append(connection: sql.Connection, group: list[Events]) -> None:
    if group:
        insert_events(connection, [row for events in group for row in events.rows])
        update_progress(connection, _progress(group))


def _try(connection: sql.Connection, what: Job | Events) -> Outcome:
    """Do a job by itself: one that breaks a rule of the tables doesn't take the others with it, a failing disk does."""
    try:
        with connection.begin_nested():
            if not isinstance(what, Events):
                return Outcome(what(connection))
            _append(connection, [what])
            return Outcome()
    except IntegrityError:
        return Outcome(error=Conflict("another program has written this already"))
    except Exception as error:
        if lost_a_race(error):
            return Outcome(error=StorageUnavailable("someone else is writing the same: please try again"))
        if _is_disk(error):
            raise
        return Outcome(error=error)


def _is_disk(error: Exception) -> bool:
    """Whether it is the database that failed, and not what it was asked to do."""
    return isinstance(error, DBAPIError) and not isinstance(error, IntegrityError | DataError) and not lost_a_race(error)


def _settle(group: list[Waiting], outcomes: list[Outcome]) -> None:
    """Tell everybody who waits."""
    for (_, future), (result, error) in zip(group, outcomes, strict=True):
        if not future.cancelled():
            future.set_exception(error) if error else future.set_result(result)


def _file_of(engine: sql.Engine) -> Path | None:
    """The file that a SQLite database is in; other databases look after themselves."""
    name = engine.url.database
    return Path(name) if engine.dialect.name == "sqlite" and name and name != ":memory:" else None
