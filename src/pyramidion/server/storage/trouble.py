"""What went wrong with a database, in our own words: what SQLite or SQLAlchemy says goes into the log and nowhere else."""

import sqlite3

from sqlalchemy.exc import DBAPIError

REASONS = {
    "SQLITE_BUSY": "another program has locked the database",
    "SQLITE_CANTOPEN": "the file can't be opened",
    "SQLITE_CORRUPT": "the database is damaged",
    "SQLITE_FULL": "the disk is full",
    "SQLITE_IOERR": "the disk reports an error",
    "SQLITE_NOTADB": "the file isn't a database",
    "SQLITE_PERM": "the file may not be opened",
    "SQLITE_READONLY": "the file may only be read",
}


def reason(error: BaseException) -> str:
    """Why a database did not do what it was asked for, if that can be told from an error."""
    original = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(original, OSError):
        return original.strerror or ""
    name = getattr(original, "sqlite_errorname", "") if isinstance(original, sqlite3.Error) else ""
    return REASONS.get("_".join(name.split("_")[:2]), "")


def in_brackets(error: BaseException) -> str:
    """The same to be put behind a sentence."""
    why = reason(error)
    return f" ({why})" if why else ""
