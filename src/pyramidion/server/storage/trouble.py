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
POSTGRESQL_REASONS = {  # by the beginning of their SQLSTATE
    "25006": "the database may only be read",
    "42501": "this user may not do that",
    "53100": "the disk is full",
    "53300": "it has too many connections",
    "55P03": "someone else holds what is to be written",
    "57P": "the database server is stopping or starting",
}
CONNECTING_REASONS = {  # libpq gives no code for what goes wrong before there is a connection
    "password": "the user or the password is wrong",
    "database ": "there is no such database",
    "role ": "there is no such user",
    "resolve host": "there is no such host",
    "refused": "no server answers there",
    "timeout": "no server answers there",
    "starting up": "the database server is starting",
    "connection option": "the URL has an option that PostgreSQL doesn't know",
}


def reason(error: BaseException) -> str:
    """Why a database did not do what it was asked for, if that can be told from an error."""
    original = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(original, OSError):
        return original.strerror or ""
    if isinstance(original, sqlite3.Error):
        return REASONS.get("_".join(getattr(original, "sqlite_errorname", "").split("_")[:2]), "")
    return _postgresql_reason(original) if isinstance(error, DBAPIError) or hasattr(error, "sqlstate") else ""


def _postgresql_reason(original: BaseException | None) -> str:
    code = getattr(original, "sqlstate", None) or ""
    if code:
        return next((why for start, why in POSTGRESQL_REASONS.items() if code.startswith(start)), "")
    said = str(original)
    return next((why for word, why in CONNECTING_REASONS.items() if word in said), "")


def lost_a_race(error: BaseException) -> bool:
    """Whether two nodes wanted the same rows in different orders, and this one was told to begin again."""
    code = getattr(error.orig, "sqlstate", None) if isinstance(error, DBAPIError) else None
    return code in ("40001", "40P01", "55P03")


def in_brackets(error: BaseException) -> str:
    """The same to be put behind a sentence."""
    why = reason(error)
    return f" ({why})" if why else ""
