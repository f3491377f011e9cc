"""Connecting to a database: a SQLite file, or PostgreSQL for many nodes."""

import sqlite3
from typing import Any

import sqlalchemy as sql
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from pyramidion.refusal import Refusal

POSTGRESQL = "postgresql+psycopg"  # SQLAlchemy's name for it with our driver
SUPPORTED = f"a SQLite file, or {POSTGRESQL}://USER:PASSWORD@HOST/DATABASE"

BUSY_SECONDS = 5  # how long SQLite waits for another process, such as a backup
CONNECT_SECONDS = 5
CONNECTIONS = 12  # that are kept open: as many as there are threads that use them
LOCK_MILLISECONDS = 3_000  # nobody waits longer for a row that somebody holds
IDLE_MILLISECONDS = 3_000  # a node that was stopped while it held a row loses it: others have to take over its tables
LOST_MILLISECONDS = 5_000  # so long may what was sent stay unacknowledged before a connection counts as lost


def engine_for(url: str, node: str = "") -> sql.Engine:
    """What connects to a database; a sentence if the URL leads nowhere we can go. PostgreSQL is told who connects."""
    parsed = _parse(url)
    options: dict[str, Any] = {"hide_parameters": True}  # not even logs tell what is secret
    if parsed.get_backend_name() == "sqlite":
        engine = sql.create_engine(parsed, connect_args={"timeout": BUSY_SECONDS}, **options)
        sql.event.listen(engine, "connect", _set_up_sqlite)
        return engine
    try:
        options |= {"pool_size": CONNECTIONS, "connect_args": _postgresql_options(node)}
        return sql.create_engine(parsed.set(drivername=POSTGRESQL), **options)
    except ModuleNotFoundError as error:
        raise Refusal("PostgreSQL needs a driver: pip install 'pyramidion[cluster]'") from error


def is_postgresql(engine: sql.Engine) -> bool:
    return engine.dialect.name == "postgresql"


def shown(engine: sql.Engine) -> str:
    """A database's name for people, without its password."""
    if engine.dialect.name == "sqlite":
        return engine.url.database or ""
    return engine.url.render_as_string(hide_password=True)


def _parse(url: str) -> sql.URL:
    try:
        parsed = sql.make_url(url)
        is_known = parsed.drivername in ("sqlite", "postgresql", POSTGRESQL) and bool(parsed.get_dialect())
    except (ArgumentError, NoSuchModuleError, ValueError) as error:
        raise Refusal(f"the database's URL is wrong: give {SUPPORTED}") from error
    if not is_known:
        raise Refusal(f"{parsed.drivername} is not a database that Pyramidion can use: give {SUPPORTED}")
    return parsed


def _postgresql_options(node: str) -> dict[str, Any]:
    """No lock is held or waited for without end, and a connection that leads nowhere is noticed."""
    server = {
        "lock_timeout": LOCK_MILLISECONDS,
        "idle_in_transaction_session_timeout": IDLE_MILLISECONDS,
        "tcp_user_timeout": LOST_MILLISECONDS,
    }
    return {
        "connect_timeout": CONNECT_SECONDS,
        "tcp_user_timeout": LOST_MILLISECONDS,
        "application_name": f"pyramidion {node}".strip(),
        "options": " ".join(f"-c {name}={value}" for name, value in server.items()),
    }


def _set_up_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")
