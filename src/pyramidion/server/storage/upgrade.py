"""Bringing a database to the present schema, in place, with a copy of an older file beside it."""

import logging
from pathlib import Path

import sqlalchemy as sql

from pyramidion.server.storage.backup import backup
from pyramidion.server.storage.revision import FIRST, LATEST, check_known, revision_of

MIGRATING = 7_928_391_025  # the number of PostgreSQL's advisory lock for who migrates

log = logging.getLogger(__name__)


def upgrade(engine: sql.Engine) -> None:
    """Run the migrations that are missing. A database of a later version is refused."""
    with engine.connect() as connection:
        revision = revision_in(connection)
    if revision == LATEST:  # nearly always; Alembic need not even be imported
        return
    check_known(revision)
    if revision:
        _keep_copy(engine, revision)
    with engine.begin() as connection:
        _migrate(connection)


def revision_in(connection: sql.Connection) -> str:
    """The revision that a database has; empty for a new one."""
    return revision_of(sql.inspect(connection).get_table_names(), lambda query: connection.exec_driver_sql(query).scalar())


def _keep_copy(engine: sql.Engine, revision: str) -> None:
    """A SQLite file is copied before it is changed; of other databases people keep copies themselves."""
    if engine.dialect.name == "sqlite" and engine.url.database:
        file = Path(engine.url.database)
        copy = file.with_name(f"{file.name}.before-{LATEST}")
        if not copy.exists():
            backup(file, copy)
        log.info("upgrading the database", extra={"revision": revision, "to": LATEST, "copy": copy.name})


def _migrate(connection: sql.Connection) -> None:
    from alembic import command
    from alembic.config import Config

    _be_alone(connection)
    revision = revision_in(connection)  # as it is now: another node may have been quicker
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    if revision == FIRST:
        command.stamp(config, FIRST)
    command.upgrade(config, LATEST)


def _be_alone(connection: sql.Connection) -> None:
    """Let nobody else migrate until this transaction ends: all or nothing, also if the process is killed in between."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        return
    for name in ("lock_timeout", "idle_in_transaction_session_timeout"):  # a migration may take its time
        connection.exec_driver_sql(f"SET LOCAL {name} = 0")
    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATING})")
