"""Moving everything from a SQLite file into a new PostgreSQL database."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sql
from sqlalchemy.exc import SQLAlchemyError

from pyramidion.refusal import Refusal
from pyramidion.server.storage.database import Database
from pyramidion.server.storage.engines import is_postgresql, shown
from pyramidion.server.storage.events import Row
from pyramidion.server.storage.schema import metadata
from pyramidion.server.storage.trouble import in_brackets

ROWS_AT_ONCE = 5_000


class Moved(NamedTuple):
    """What was moved."""

    tables: int  # with a game
    rows: int  # in all


def move(file: Path, url: str) -> Moved:
    """Copy a database into an empty one: all of it, or nothing. No server may use either of them."""
    if not file.is_file():
        raise Refusal(f"there is no database {file}")
    target = Database(url)
    if not is_postgresql(target.engine):
        raise Refusal("only a SQLite file can be moved, and only to postgresql+psycopg://…")
    source = Database(f"sqlite:///{file}")
    source.open()
    try:
        target.open()
        try:
            return _move(source.engine, target.engine)
        finally:
            target.close()
    except (SQLAlchemyError, target.engine.dialect.loaded_dbapi.Error) as error:
        raise Refusal(f"moving to {shown(target.engine)} failed{in_brackets(error)}: nothing was moved") from error
    finally:
        source.close()


def _move(source: sql.Engine, target: sql.Engine) -> Moved:
    with source.connect() as reading, target.begin() as writing:
        writing.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")
        if _holds_anything(writing):
            raise Refusal(f"{shown(target)} is not empty: move to a new database")
        copied = {table.name: _copy(table, reading, writing) for table in metadata.sorted_tables}
        return Moved(copied["tables"], sum(copied.values()))


def _holds_anything(connection: sql.Connection) -> bool:
    return any(connection.scalar(sql.select(sql.exists().select_from(table))) for table in metadata.sorted_tables)


def _copy(table: sql.Table, reading: sql.Connection, writing: sql.Connection) -> int:
    """Copy one table; how many rows it has."""
    count = 0
    for rows in _portions(table, reading):
        names = ", ".join(f'"{column.name}"' for column in table.columns)
        with writing.connection.cursor() as cursor, cursor.copy(f'COPY "{table.name}" ({names}) FROM STDIN') as copy:  # type: ignore[attr-defined]
            for row in rows:
                copy.write_row(row)
        count += len(rows)
    _go_on_counting(table, writing)
    return count


def _portions(table: sql.Table, reading: sql.Connection) -> Iterator[list[sql.Row[Row]]]:
    result = reading.execution_options(yield_per=ROWS_AT_ONCE).execute(sql.select(table))
    yield from (list(rows) for rows in result.partitions())


def _go_on_counting(table: sql.Table, writing: sql.Connection) -> None:
    """New rows get numbers after those that were moved."""
    if (column := table.autoincrement_column) is not None:
        numbers = f"pg_get_serial_sequence('{table.name}', '{column.name}')"
        writing.exec_driver_sql(f'SELECT setval({numbers}, max("{column.name}")) FROM "{table.name}"')
