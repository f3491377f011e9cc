"""Which node may write of a table. The database decides, by its own clock.

A table belongs to one node at a time. Whoever takes it raises its epoch in the same statement, and every commit checks node
and epoch: a node that was stopped, cut off or slow can't write any more after another one took over.
"""

from collections.abc import Sequence
from typing import NamedTuple

import sqlalchemy as sql

from pyramidion.server.storage.schema import nodes, tables

BEAT_LIMIT = 4_000  # milliseconds without a beat after which a node is dead

NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
IS_ALIVE = f"nodes.beat > CASE WHEN :may_bury THEN {NOW} - {BEAT_LIMIT} ELSE 0 END"
CLAIM = sql.text(f"""
UPDATE tables SET node = :node, epoch = epoch + 1
WHERE id = :table
AND (node IS NULL OR node = :node OR NOT EXISTS (SELECT FROM nodes WHERE name = tables.node AND {IS_ALIVE}))
RETURNING epoch
""")
OWNER = sql.text("""
SELECT tables.node, nodes.address FROM tables LEFT JOIN nodes ON nodes.name = tables.node WHERE tables.id = :table
""")
RELEASE = sql.text("UPDATE tables SET node = NULL WHERE id = :table AND node = :node AND epoch = :epoch")
REGISTER = sql.text(f"""
INSERT INTO nodes (name, address, process, version, beat) VALUES (:name, :address, :process, :version, {NOW})
ON CONFLICT (name) DO UPDATE SET address = :address, process = :process, version = :version, beat = {NOW}
""")
BEAT = sql.text(f"""
UPDATE nodes SET beat = {NOW} WHERE name = :name AND process = :process AND beat > 0
RETURNING (SELECT min(others.name) FROM nodes AS others WHERE others.name = :name OR others.beat > {NOW} - {BEAT_LIMIT})
""")
ABANDONED = sql.text(f"""
SELECT tables.id FROM nodes JOIN tables ON tables.node = nodes.name
WHERE NOT ({IS_ALIVE}) AND tables.goes_on AND tables.status = 'live' LIMIT :most
""")


class Lease(NamedTuple):
    """The right to write of a table."""

    node: str
    epoch: int


class Node(NamedTuple):
    """A server of a cluster."""

    name: str
    address: str  # where the others reach it
    process: str  # told apart from an earlier or a later one of this name
    version: str


class Owner(NamedTuple):
    """The node that has a table, as far as that is known."""

    name: str
    address: str


def claim(connection: sql.Connection, table_id: str, node: str, *, may_bury: bool) -> Lease | Owner | None:
    """Take a table that is nobody's, ours or a dead node's; else whose it is. None if there is no such table.

    Who was cut off itself may bury nobody, and takes all others for alive that have not left.
    """
    epoch = connection.scalar(CLAIM, {"table": table_id, "node": node, "may_bury": may_bury})
    if epoch is not None:
        return Lease(node, epoch)
    row = connection.execute(OWNER, {"table": table_id}).first()
    return Owner(row.node or "", row.address or "") if row else None


def release(connection: sql.Connection, table_id: str, lease: Lease) -> None:
    """Let a table be anybody's, if it is still ours."""
    connection.execute(RELEASE, {"table": table_id, **lease._asdict()})


def register(connection: sql.Connection, node: Node) -> None:
    """Begin to live, in the place of whoever had this name."""
    connection.execute(REGISTER, node._asdict())


def beat(connection: sql.Connection, node: Node) -> str | None:
    """Say that a node is alive; the first by name of those that are. None if another process has this name now."""
    first: str | None = connection.scalar(BEAT, {"name": node.name, "process": node.process})
    return first


def leave(connection: sql.Connection, node: Node) -> None:
    """Live no more: all tables of the node can be taken at once."""
    connection.execute(nodes.update().where(nodes.c.name == node.name, nodes.c.process == node.process), {"beat": 0})


def abandoned(connection: sql.Connection, most: int, *, may_bury: bool) -> Sequence[str]:
    """Tables of dead nodes where something goes on without people."""
    return connection.scalars(ABANDONED, {"may_bury": may_bury, "most": most}).all()


def holds(lease: Lease | None) -> sql.ColumnElement[bool]:
    """The condition that a table is still the writer's."""
    if lease is None:
        return sql.true()
    return (tables.c.node == lease.node) & (tables.c.epoch == lease.epoch)
