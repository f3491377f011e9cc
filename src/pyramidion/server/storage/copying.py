"""Copying a SQLite database, and having it on disk."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from pyramidion.refusal import Refusal
from pyramidion.server.storage.check import Damaged, check, open_to_read, refusal_of
from pyramidion.server.storage.trouble import in_brackets


def copy_checked(database: Path, copy: Path, *, never_changes: bool = False) -> None:
    """Copy a database and check the copy; when this returns it is on disk."""
    try:
        with (
            closing(open_to_read(database, never_changes=never_changes)) as source,
            closing(sqlite3.connect(copy)) as target,
        ):
            _copy(source, target)
            check(target, database)
    except sqlite3.Error as error:
        if isinstance(refusal := refusal_of(error, database), Damaged):
            raise refusal from error
        raise Refusal(f"{database} can't be copied to {copy.parent}{in_brackets(error)}") from error
    sync(copy)


def _copy(source: sqlite3.Connection, target: sqlite3.Connection) -> None:
    target.execute("PRAGMA journal_mode=OFF")  # there is nothing to go back to, and `sync` sees to the disk
    target.execute("PRAGMA synchronous=OFF")
    source.backup(target)
    target.execute("PRAGMA journal_mode=DELETE")  # it is one file, whatever is done to it; a server will use a WAL again


def sync(path: Path) -> None:
    """Have a file on disk."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Have on disk what a folder's files are called. Windows knows no such thing."""
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
