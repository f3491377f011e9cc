"""Writing events as the node that has their tables: check and insert are one statement, which holds no lock afterwards."""

from collections.abc import Sequence
from typing import NamedTuple

import sqlalchemy as sql

from pyramidion.server.storage.events import Row
from pyramidion.server.storage.leases import Lease
from pyramidion.server.storage.tables import Progress

IS_OURS = "tables.node = g.node AND tables.epoch = g.epoch"

APPEND = """
WITH g AS (SELECT * FROM unnest(%s::text[], %s::text[], %s::int[], %s::int[], %s::int[]) AS g (id, node, epoch, n, to_act)),
ours AS (UPDATE tables SET n = g.n, to_act = g.to_act FROM g WHERE tables.id = g.id AND {} RETURNING tables.id),
written AS (
INSERT INTO events (table_id, n, at, seat, kind, action, more)
SELECT e.* FROM unnest(%s::text[], %s::int[], %s::bigint[], %s::int[], %s::text[], %s::text[], %s::text[])
AS e (table_id, n, at, seat, kind, action, more) JOIN ours ON ours.id = e.table_id
) SELECT id FROM ours
"""


class Events(NamedTuple):
    """Events of one table, which is what nearly all jobs are."""

    table_id: str
    rows: list[Row]
    progress: Progress
    lease: Lease | None = None  # of the node that writes; a server that is alone needs none


def append_fenced(connection: sql.Connection, group: Sequence[Events]) -> set[str]:
    """Write events of several tables; the tables whose events were accepted."""
    heads = [(one.table_id, *(one.lease or Lease("", 0)), *one.progress) for one in group]
    rows = [row for one in group for row in one.rows]
    values = (*_columns(heads, 5), *_columns(rows, 7))
    return set(connection.exec_driver_sql(APPEND.format(IS_OURS), values).scalars())


def _columns(rows: Sequence[Row], width: int) -> list[list[object]]:
    return [list(column) for column in zip(*rows, strict=True)] or [[] for _ in range(width)]
