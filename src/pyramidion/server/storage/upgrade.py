"""Bringing a database to the present schema, in place, with a copy of an older file beside it."""

import logging
from pathlib import Path

import sqlalchemy as sql

from pyramidion.server.storage.backup import backup
from pyramidion.server.storage.revision import FIRST, LATEST, check_known, revision_of

log = logging.getLogger(__name__)


def upgrade(engine: sql.Engine) -> None:
    """Run the migrations that are missing. A database of a later version is refused."""
    with engine.connect() as connection:
        tables = sql.inspect(connection).get_table_names()
        revision = revision_of(tables, lambda query: connection.exec_driver_sql(query).scalar())
    if revision == LATEST:  # nearly always; Alembic need not even be imported
        return
    check_known(revision)
    if revision:
        _keep_copy(engine, revision)
    _migrate(engine, revision)


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
