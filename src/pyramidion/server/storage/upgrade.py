"""Bringing a database to the present schema, in place, with a copy of an older file beside it."""

import logging
from pathlib import Path

import sqlalchemy as sql

from pyramidion.refusal import Refusal
from pyramidion.server.storage.backup import backup

FIRST = "0001"  # version 1 did not use migrations: what it made is this revision
LATEST = "0002"

log = logging.getLogger(__name__)


def upgrade(engine: sql.Engine) -> None:
    """Run the migrations that are missing. A database of a later version is refused."""
    with engine.connect() as connection:
        revision = revision_of(connection)
    if revision == LATEST:  # nearly always; Alembic need not even be imported
        return
    _check_known(revision)
    if revision:
        _keep_copy(engine, revision)
    _migrate(engine, revision)


def revision_of(connection: sql.Connection) -> str:
    """The revision of a database; empty for a new one."""
    names = sql.inspect(connection).get_table_names()
    if "alembic_version" in names:
        return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() or ""
    if "facts" not in names:
        return ""
    schema = connection.exec_driver_sql("SELECT value FROM facts WHERE name = 'schema'").scalar()
    return f"{int(schema):04}" if schema else ""


def _check_known(revision: str) -> None:
    if revision > LATEST:
        raise Refusal(f"this database was made by a newer Pyramidion (schema {revision}, and this one knows {LATEST})")


def _keep_copy(engine: sql.Engine, revision: str) -> None:
    """A SQLite file is copied before it is changed; of other databases people keep copies themselves."""
    if engine.dialect.name == "sqlite" and engine.url.database:
        file = Path(engine.url.database)
        copy = file.with_name(f"{file.name}.before-{LATEST}")
        if not copy.exists():
            backup(file, copy)
        log.info("upgrading the database", extra={"revision": revision, "to": LATEST, "copy": copy.name})


def _migrate(engine: sql.Engine, revision: str) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    with engine.begin() as connection:
        if engine.dialect.name == "sqlite":  # all or nothing, also if the process is killed in between
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        config.attributes["connection"] = connection
        if revision == FIRST:
            command.stamp(config, FIRST)
        command.upgrade(config, LATEST)
