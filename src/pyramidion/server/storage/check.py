"""Whether a SQLite file is whole: no page of it is damaged or missing, and no table's log has a hole."""

import logging
import math
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from pyramidion.refusal import Refusal
from pyramidion.server.storage.revision import check_known, revision_of
from pyramidion.server.storage.trouble import in_brackets

SECONDS_AT_START = 1.0  # for each half of the check: a large file is opened without having been read to its end
STEPS = 10_000  # of SQLite's machine, between two looks at the clock: some tenths of a millisecond
HEADER, MAGIC = 100, b"SQLite format 3\0"  # how long the beginning of a SQLite file is, and how it begins
SMALLEST_WITH_TABLES = 64 * 1024  # a database that is just being made has one page, which is no larger

LOGS = "(SELECT table_id, count(*) AS k, min(n) AS low, max(n) AS high FROM events GROUP BY table_id)"
HOLES = f"SELECT count(*) FROM {LOGS} WHERE low <> 0 OR high <> k - 1"
HOLES_AND_COUNTS = f"""
SELECT count(*) FROM {LOGS} LEFT JOIN tables ON tables.id = table_id WHERE low <> 0 OR high <> k - 1 OR tables.n IS NOT k
"""
WITHOUT_EVENTS = """
SELECT count(*) FROM tables WHERE n <> 0 AND NOT EXISTS (SELECT 1 FROM events WHERE table_id = tables.id)
"""

log = logging.getLogger(__name__)


class Damaged(Refusal):
    """A file that must not be used as a database."""

    code = "damaged"


def check_at_start(database: Path) -> None:
    """Refuse a file that is damaged or half a copy, before anything is written to it. A new file is fine.

    It takes two seconds at most. What a large file has beyond that is checked when it is copied (`pyramidion backup`).
    """
    try:
        _check_at_start(database)
    except Damaged as damage:
        raise Damaged(f"{damage}. Go back to a backup: pyramidion restore BACKUP --database {database}") from damage


def _check_at_start(database: Path) -> None:
    size = database.stat().st_size if database.exists() else 0
    if not size:
        if has_beside(database, "-wal"):
            raise Damaged(f"{database} is missing or empty, but what was last written to it is still in {database.name}-wal")
        return
    check_length(database)
    if size > SMALLEST_WITH_TABLES and _will_be_emptied(database):
        raise Damaged(f"{database} is incomplete: it is half a copy")
    is_unfinished = has_beside(database, "-journal")  # SQLite has to take something back, and may write for that
    with closing(sqlite3.connect(database) if is_unfinished else open_to_read(database)) as connection:
        is_complete = check(connection, database, seconds=SECONDS_AT_START, may_be_new=size <= SMALLEST_WITH_TABLES)
    if not is_complete:
        log.warning("the database is too large to be checked completely at the start; `pyramidion backup` checks all of it")


def open_to_read(file: Path, *, never_changes: bool = False) -> sqlite3.Connection:
    """A connection that writes nothing, not even what is left to be done after a crash."""
    return sqlite3.connect(f"{file.absolute().as_uri()}?{'immutable=1' if never_changes else 'mode=ro'}", uri=True)


def check(connection: sqlite3.Connection, name: Path, *, seconds: float = math.inf, may_be_new: bool = False) -> bool:
    """Refuse a database that is not whole. False if it could be checked only in part in this time."""
    try:
        tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not tables and may_be_new:
            return True
        if not tables:
            raise Damaged(f"{name} is empty: it looks like half a copy")
        revision = revision_of(tables, lambda query: (connection.execute(query).fetchone() or [None])[0])
        if not revision:
            raise Damaged(f"{name} isn't a Pyramidion database")
        check_known(revision)
        return all([_has_no_holes(connection, name, seconds), _has_no_bad_page(connection, name, seconds)])
    except sqlite3.Error as error:
        raise refusal_of(error, name) from error


def refusal_of(error: sqlite3.Error, name: Path) -> Refusal:
    """What SQLite has against a database, as a sentence."""
    if error.sqlite_errorname.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
        return Damaged(f"{name} is damaged or incomplete")
    return Refusal(f"{name} can't be read{in_brackets(error)}")


def _has_no_holes(connection: sqlite3.Connection, name: Path, seconds: float) -> bool:
    """Every table's events are 0 … n−1, and the table says that there are n."""
    columns = {row[1] for row in connection.execute("PRAGMA table_info(tables)")}
    queries = [HOLES_AND_COUNTS, WITHOUT_EVENTS] if "n" in columns else [HOLES]  # version 1 did not count
    deadline = time.monotonic() + seconds
    found = [_ask(connection, query, deadline) for query in queries]
    if holes := sum(int(one or 0) for one in found):
        raise Damaged(f"{name} is damaged: events are missing at {holes} table{'s' if holes > 1 else ''}")
    return None not in found


def _has_no_bad_page(connection: sqlite3.Connection, name: Path, seconds: float) -> bool:
    found = _ask(connection, "PRAGMA quick_check(1)", time.monotonic() + seconds)
    if found not in ("ok", None):
        log.error("SQLite finds the database damaged", extra={"found": found})
        raise Damaged(f"{name} is damaged")
    return found is not None


def _ask(connection: sqlite3.Connection, query: str, deadline: float) -> int | str | None:
    """The one value that a query gives; None if time was up before."""
    connection.set_progress_handler(lambda: time.monotonic() > deadline, STEPS)
    try:
        value: int | str | None = connection.execute(query).fetchone()[0]
        return value
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT:
            return None
        raise
    finally:
        connection.set_progress_handler(None, 0)


def check_length(database: Path) -> None:
    """The file is as long as it says: SQLite itself takes what is missing from the last page for zeros."""
    if has_beside(database, "-wal") or has_beside(database, "-journal"):
        return  # some of its pages may be there
    with database.open("rb") as file:
        header = file.read(HEADER)
    if not header.startswith(MAGIC[: len(header)]):
        raise Damaged(f"{database} isn't a database")
    page = int.from_bytes(header[16:18], "big")
    page = 65536 if page == 1 else page
    if database.stat().st_size < max(HEADER, page * int.from_bytes(header[28:32], "big")):
        raise Damaged(f"{database} is incomplete: its end is missing")


def _will_be_emptied(database: Path) -> bool:
    """Whether SQLite will go back to when the file was empty: what was being written to it is copied pages."""
    if not has_beside(database, "-journal"):
        return False
    with database.with_name(f"{database.name}-journal").open("rb") as file:
        return file.read(20)[16:] == bytes(4)  # how many pages there were


def has_beside(database: Path, suffix: str) -> bool:
    """Whether there is something in the file that SQLite keeps beside a database."""
    beside = database.with_name(f"{database.name}{suffix}")
    return beside.exists() and beside.stat().st_size > 0
