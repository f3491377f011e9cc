"""A table's log: actions, undos, resignations and fallen flags, numbered from 0. It only grows."""

from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import cast

import msgspec
import sqlalchemy as sql

from pyramidion.server.protocol.fields import Kind
from pyramidion.server.protocol.socket import Finish
from pyramidion.server.storage.schema import events

Row = tuple[object, ...]

COLUMNS = ", ".join(column.name for column in events.c)  # named: a newer version may have added some
ROWS_AT_ONCE = 1000  # SQLite takes 32,766 values in a statement


class EventExtra(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What some events have beside an action."""

    finish: Finish | None = None
    back_to: int | None = None
    clock: tuple[int, ...] = ()  # milliseconds that each seat has left after it
    allowance: tuple[int, ...] = ()  # milliseconds of lag that each seat may still be forgiven


NO_EXTRA = EventExtra()


class Entry(msgspec.Struct, frozen=True, gc=False):
    """An event as it is written."""

    n: int
    at: int
    seat: int
    kind: Kind
    action: str
    extra: EventExtra = NO_EXTRA

    def row(self, table_id: str) -> Row:
        """Its row in the table of events."""
        extra = None if self.extra == NO_EXTRA else msgspec.json.encode(self.extra).decode()
        return table_id, self.n, self.at, self.seat, self.kind, self.action, extra


def entry_of(row: sql.Row[Row]) -> Entry:
    """The reverse of `Entry.row`."""
    extra = msgspec.json.decode(row.more, type=EventExtra) if row.more else NO_EXTRA
    return Entry(row.n, row.at, row.seat, cast(Kind, row.kind), row.action, extra)


def insert_events(connection: sql.Connection, rows: list[Row]) -> None:
    """Write events, many in one statement."""
    mark = "?" if connection.dialect.paramstyle == "qmark" else "%s"
    for statement, values in inserts(rows, mark):
        connection.exec_driver_sql(statement, values)


def inserts(rows: list[Row], mark: str) -> Iterator[tuple[str, Row]]:
    """The statements that write events, each with its values."""
    for i in range(0, len(rows), ROWS_AT_ONCE):
        part = rows[i : i + ROWS_AT_ONCE]
        yield _insert(len(part), mark), tuple(chain.from_iterable(part))


@cache
def _insert(rows: int, mark: str) -> str:
    one = f"({', '.join([mark] * len(events.c))})"
    return f"INSERT INTO events ({COLUMNS}) VALUES {', '.join([one] * rows)}"


def read_events(connection: sql.Connection, table_id: str) -> list[Entry]:
    """The whole log of a table."""
    query = sql.select(events).where(events.c.table_id == table_id).order_by(events.c.n)
    return [entry_of(row) for row in connection.execute(query)]
