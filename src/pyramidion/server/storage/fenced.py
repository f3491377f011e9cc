"""Writing events as the node that has their tables: check and insert are one statement, which holds no lock afterwards.

It is what a node does most, so it goes to the driver directly, over a connection of its own, and all values as two texts of
JSON: that takes a fifth of the time in Python that SQLAlchemy and an array for each column took.
"""

import select
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sql

from pyramidion.server.storage.events import Row
from pyramidion.server.storage.leases import Lease
from pyramidion.server.storage.tables import Progress

IS_OURS = "tables.node = g.node AND tables.epoch = g.epoch"

APPEND = """
WITH ours AS (
UPDATE tables SET n = g.n, to_act = g.to_act
FROM json_to_recordset(%s::json) AS g (id text, node text, epoch int, n int, to_act int)
WHERE tables.id = g.id AND {} RETURNING tables.id
), written AS (
INSERT INTO events (table_id, n, at, seat, kind, action, more)
SELECT e.* FROM json_to_recordset(%s::json)
AS e (table_id text, n int, at bigint, seat int, kind text, action text, more text) JOIN ours ON ours.id = e.table_id
) SELECT id FROM ours
"""
HEAD = "id", "node", "epoch", "n", "to_act"
EVENT = "table_id", "n", "at", "seat", "kind", "action", "more"


class Doubled(Exception):
    """An event with one of these numbers is there already: nothing was written."""


class Events(NamedTuple):
    """Events of one table, which is what nearly all jobs are."""

    table_id: str
    rows: list[Row]
    progress: Progress
    lease: Lease | None = None  # of the node that writes; a server that is alone needs none


class Appender:
    """A connection that only adds events; each statement is its own transaction."""

    def __init__(self, engine: sql.Engine) -> None:
        self._engine = engine
        self._connection: Any = None  # the driver's, as SQLAlchemy has no types for it

    def append(self, group: Sequence[Events]) -> set[str]:
        """Write events of several tables; the tables whose events were accepted."""
        try:
            return {row[0] for row in self._connected().execute(APPEND.format(IS_OURS), _values(group)).fetchall()}
        except self._engine.dialect.loaded_dbapi.IntegrityError as error:
            raise Doubled from error
        except Exception:
            self.close()  # it may be broken: the next one is new
            raise

    def _connected(self) -> Any:
        if self._connection is not None and _has_news(self._connection):
            self.close()
        if self._connection is None:
            pooled = self._engine.raw_connection()
            self._connection = pooled.driver_connection
            pooled.detach()  # nobody else wants one that commits by itself
            self._connection.autocommit = True
        return self._connection

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _has_news(connection: Any) -> bool:
    """Whether PostgreSQL has said something unasked, such as that it ends: then it is sure that nothing was written."""
    poll = select.poll()
    poll.register(connection.fileno(), select.POLLIN)
    return bool(poll.poll(0))


def _values(group: Sequence[Events]) -> tuple[str, str]:
    heads = [(one.table_id, *(one.lease or Lease("", 0)), *one.progress) for one in group]
    return _json(HEAD, heads), _json(EVENT, [row for one in group for row in one.rows])


def _json(names: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    return msgspec.json.encode([dict(zip(names, row, strict=True)) for row in rows]).decode()
