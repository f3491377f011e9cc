"""Truth on disk: users, tables, events and remarks in one SQL database.

One thread writes, over one connection. What arrives while it commits goes into the next commit together: every event is
durable before anybody hears of it, and many are written at the price of one.
"""

import asyncio
import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

import msgspec
import sqlalchemy as sql
from sqlalchemy.exc import DBAPIError

from pyramidion.refusal import Refusal
from pyramidion.server.fairness.slap_judge import Finish
from pyramidion.server.protocol.messages import Kind

T = TypeVar("T")
Job = Callable[[sql.Connection], Any]
Row = tuple[Any, ...]

MOST_IN_A_GROUP = 256
GATHER_SECONDS = 0.005  # what comes so soon after the first of a group joins it
ROWS_AT_ONCE = 1000  # SQLite takes 32,766 values in a statement
BUSY_SECONDS = 5  # how long to wait for another process, such as a backup
SCHEMA = 1  # raised with every change of the tables below; `upgrade` brings older files here

metadata = sql.MetaData()
facts = sql.Table(  # of the house itself: its schema and its keys
    "facts",
    metadata,
    sql.Column("name", sql.String, primary_key=True),
    sql.Column("value", sql.String, nullable=False),
)
users = sql.Table(
    "users",
    metadata,
    sql.Column("id", sql.String, primary_key=True),
    sql.Column("name", sql.String, nullable=False),
    sql.Column("created", sql.BigInteger, nullable=False),
    sql.Column("mutes", sql.String, nullable=False, default="[]"),
)
tables = sql.Table(
    "tables",
    metadata,
    sql.Column("id", sql.String, primary_key=True),
    sql.Column("game", sql.String, nullable=False),
    sql.Column("status", sql.String, nullable=False),
    sql.Column("listed", sql.Boolean, nullable=False),
    sql.Column("created", sql.BigInteger, nullable=False),
    sql.Column("has_bots", sql.Boolean, nullable=False),  # or a clock: something that goes on without people
    sql.Column("facts", sql.String, nullable=False),  # the rest of what a table is, as JSON
    sql.Index("tables_by_status", "status", "listed"),
)
sitters = sql.Table(  # who has a seat where
    "sitters",
    metadata,
    sql.Column("user", sql.String, primary_key=True),
    sql.Column("table_id", sql.String, primary_key=True),
)
events = sql.Table(
    "events",
    metadata,
    sql.Column("table_id", sql.String, primary_key=True),
    sql.Column("n", sql.Integer, primary_key=True),  # two writers can't both be right
    sql.Column("at", sql.BigInteger, nullable=False),
    sql.Column("seat", sql.Integer, nullable=False),
    sql.Column("kind", sql.String, nullable=False),
    sql.Column("action", sql.String, nullable=False),
    sql.Column("more", sql.String),  # the photo finish, or what an undo goes back to, as JSON
    sqlite_with_rowid=False,
)
remarks = sql.Table(
    "remarks",
    metadata,
    sql.Column("id", sql.Integer, primary_key=True, autoincrement=True),
    sql.Column("table_id", sql.String, nullable=False, index=True),
    sql.Column("user", sql.String, nullable=False),
    sql.Column("title", sql.String, nullable=False),
    sql.Column("text", sql.String, nullable=False),
    sql.Column("at", sql.BigInteger, nullable=False),
)

UPDATE_TABLE = tables.update().where(tables.c.id == sql.bindparam("table"))
DELETE_SITTERS = sitters.delete().where(sitters.c.table_id == sql.bindparam("table"))


class Trouble(Exception):
    """The database can't be written: what was asked for was not done."""


class More(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What some events have beside an action."""

    finish: Finish | None = None
    back_to: int | None = None
    clock: tuple[int, ...] = ()  # milliseconds that each seat has left after it


NOTHING_MORE = More()


class Entry(msgspec.Struct, frozen=True, gc=False):
    """An event as it is written."""

    n: int
    at: int
    seat: int
    kind: Kind
    action: str
    more: More = NOTHING_MORE

    def row(self, table_id: str) -> Row:
        """Its row in the table of events."""
        more = None if self.more == NOTHING_MORE else msgspec.json.encode(self.more).decode()
        return table_id, self.n, self.at, self.seat, self.kind, self.action, more


def entry_of(row: Any) -> Entry:
    """The reverse of `Entry.row`."""
    more = msgspec.json.decode(row.more, type=More) if row.more else NOTHING_MORE
    return Entry(row.n, row.at, row.seat, cast(Kind, row.kind), row.action, more)


class Waiting(NamedTuple):
    """Something to be written, and the future of who waits for it."""

    what: Job | list[Row]
    future: "asyncio.Future[Any]"


class Outcome(NamedTuple):
    """What came of it."""

    result: Any = None
    error: BaseException | None = None


class Store:
    """The database. Its coroutines return when what they wrote is on disk."""

    def __init__(self, url: str) -> None:
        self.engine = sql.create_engine(url, connect_args={"timeout": BUSY_SECONDS} if url.startswith("sqlite") else {})
        if self.engine.dialect.name == "sqlite":
            sql.event.listen(self.engine, "connect", _set_up_sqlite)
        self.trouble = ""  # why nothing can be written, if that is so
        self._jobs: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="writer", daemon=True)

    def open(self) -> None:
        """Make or upgrade the tables, and start the writer."""
        with self.engine.begin() as connection:
            upgrade(connection)
        self._writer.start()

    def close(self) -> None:
        """Write what is waiting, and stop."""
        self._jobs.put(None)
        self._writer.join()
        self.engine.dispose()

    # Writing

    async def write(self, job: Callable[[sql.Connection], T]) -> T:
        """Do a job in the next commit. `Trouble` if that fails; the job's own error if it had one."""
        return cast(T, await self._queue(job))

    async def log(self, rows: list[Row]) -> None:
        """The same for rows of the table of events, which is what nearly all jobs are."""
        await self._queue(rows)

    def _queue(self, what: Job | list[Row]) -> "asyncio.Future[Any]":
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
            self.trouble = f"the house can't write at present ({error.orig}); it will try again"
            return [Outcome(error=Trouble(self.trouble))] * len(group)
        self.trouble = ""
        return outcomes

    # Reading

    async def read(self, job: Callable[[sql.Connection], T]) -> T:
        """Do a job that only reads, in a thread of its own."""
        return await asyncio.to_thread(self._read, job)

    def _read(self, job: Callable[[sql.Connection], T]) -> T:
        with self.engine.connect() as connection:
            return job(connection)


def _do_all(connection: sql.Connection, group: list[Waiting]) -> list[Outcome]:
    """Do what waits. All rows go into one statement: between statements this thread has to wait for Python's lock.

    If that fails, it is all taken back and done once more, each by itself, to find who is to blame.
    """
    rows = [row for waiting in group if isinstance(waiting.what, list) for row in waiting.what]
    try:
        for i in range(0, len(rows), ROWS_AT_ONCE):
            insert(connection, rows[i : i + ROWS_AT_ONCE])
        return [Outcome(None if isinstance(what, list) else what(connection)) for what, _ in group]
    except Exception as error:
        if _is_disk(error):
            raise
        connection.rollback()
        return [_try(connection, waiting.what) for waiting in group]


def _try(connection: sql.Connection, what: Job | list[Row]) -> Outcome:
    """Do a job by itself: one that breaks a rule of the tables doesn't take the others with it, a failing disk does."""
    try:
        with connection.begin_nested():
            if not isinstance(what, list):
                return Outcome(what(connection))
            insert(connection, what)
            return Outcome()
    except Exception as error:
        if _is_disk(error):
            raise
        return Outcome(error=error)


def _is_disk(error: Exception) -> bool:
    """Whether it is the database that failed, and not what it was asked to do."""
    return isinstance(error, DBAPIError) and not isinstance(error, sql.exc.IntegrityError)


def insert(connection: sql.Connection, rows: list[Row]) -> None:
    """Write events."""
    mark = "?" if connection.dialect.paramstyle == "qmark" else "%s"
    one = f"({', '.join([mark] * len(events.c))})"
    connection.exec_driver_sql(f"INSERT INTO events VALUES {', '.join([one] * len(rows))}", tuple(chain.from_iterable(rows)))


def _settle(group: list[Waiting], outcomes: list[Outcome]) -> None:
    """Tell everybody who waits."""
    for (_, future), (result, error) in zip(group, outcomes, strict=True):
        if not future.cancelled():
            future.set_exception(error) if error else future.set_result(result)


def _set_up_sqlite(connection: Any, _record: Any) -> None:
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def upgrade(connection: sql.Connection) -> None:
    """Bring a database to the present schema; one from the future is refused."""
    metadata.create_all(connection)
    known = connection.scalar(sql.select(facts.c.value).where(facts.c.name == "schema"))
    if known is None:
        connection.execute(facts.insert().values(name="schema", value=str(SCHEMA)))
    elif int(known) > SCHEMA:
        raise Refusal(f"this database was made by a newer Pyramidion (schema {known}, and this one knows {SCHEMA})")


def fact(name: str, make: Callable[[], str]) -> Callable[[sql.Connection], str]:
    """A fact of the house, made when it is asked for the first time."""

    def job(connection: sql.Connection) -> str:
        value = connection.scalar(sql.select(facts.c.value).where(facts.c.name == name))
        if value is None:
            value = make()
            connection.execute(facts.insert().values(name=name, value=value))
        return value

    return job


def backup(database: Path, copy: Path) -> None:
    """A copy of a SQLite database as it is at one instant, also while a house writes to it."""
    if not database.exists():
        raise Refusal(f"there is no database {database}")
    if copy.exists():
        raise Refusal(f"{copy} exists already: a backup overwrites nothing")
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as source, sqlite3.connect(copy) as target:
        source.backup(target)
    source.close()
    target.close()
