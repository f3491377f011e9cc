"""Which node may write of a table. The database decides, by its own clock.

A table belongs to one node at a time. Whoever takes it raises its epoch in the same statement, and every commit checks node
and epoch: a node that was stopped, cut off or slow can't write any more after another one took over.
"""

from collections.abc import Sequence
from typing import NamedTuple

import sqlalchemy as sql

from pyramidion.server.storage.schema import nodes, tables

BEAT_LIMIT = 4_000  # milliseconds without a beat after which a node is dead

NOW = sql.text("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
CLAIM = sql.text("""
UPDATE tables SET node = :node, epoch = epoch + 1
WHERE id = :table
AND (node IS NULL OR node = :node OR NOT EXISTS (SELECT FROM nodes WHERE name = tables.node AND beat > :alive))
RETURNING epoch
""")
OWNER = sql.text("""
SELECT tables.node, nodes.address FROM tables LEFT JOIN nodes ON nodes.name = tables.node WHERE tables.id = :table
""")
RELEASE = sql.text("UPDATE tables SET node = NULL WHERE id = :table AND node = :node AND epoch = :epoch")
REGISTER = sql.text("""
INSERT INTO nodes (name, address, process, version, beat) VALUES (:name, :address, :process, :version, :beat)
ON CONFLICT (name) DO UPDATE SET address = :address, process = :process, version = :version, beat = :beat
""")
BEAT = sql.text("UPDATE nodes SET beat = :beat WHERE name = :name AND process = :process AND beat > 0")
ABANDONED = sql.text("""
SELECT tables.id FROM nodes JOIN tables ON tables.node = nodes.name
WHERE nodes.beat <= :alive AND tables.goes_on AND tables.status = 'live' LIMIT :most
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


def _alive(connection: sql.Connection, may_bury: bool) -> int:
    """When a node must have beaten last to be alive; who was cut off itself takes everybody for alive."""
    return int(connection.scalar(NOW) or 0) - BEAT_LIMIT if may_bury else 0


def claim(connection: sql.Connection, table_id: str, node: str, *, may_bury: bool) -> Lease | Owner | None:
    """Take a table that is nobody's, ours or a dead node's; else whose it is. None if there is no such table."""
    values = {"table": table_id, "node": node, "alive": _alive(connection, may_bury)}
    epoch = connection.scalar(CLAIM, values)
    if epoch is not None:
        return Lease(node, epoch)
    row = connection.execute(OWNER, {"table": table_id}).first()
    return Owner(row.node or "", row.address or "") if row else None


def release(connection: sql.Connection, table_id: str, lease: Lease) -> None:
    """Let a table be anybody's, if it is still ours."""
    connection.execute(RELEASE, {"table": table_id, **lease._asdict()})


def register(connection: sql.Connection, node: Node) -> None:
    """Begin to live, in the place of whoever had this name."""
    connection.execute(REGISTER, {**node._asdict(), "beat": connection.scalar(NOW)})


def beat(connection: sql.Connection, node: Node) -> bool:
    """Say that a node is alive; not if another process has its name now."""
    values = {"name": node.name, "process": node.process, "beat": connection.scalar(NOW)}
    return connection.execute(BEAT, values).rowcount == 1


def leave(connection: sql.Connection, node: Node) -> None:
    """Live no more: all tables of the node can be taken at once."""
    connection.execute(nodes.update().where(nodes.c.name == node.name, nodes.c.process == node.process), {"beat": 0})


def abandoned(connection: sql.Connection, most: int, *, may_bury: bool) -> Sequence[str]:
    """Tables of dead nodes where something goes on without people."""
    return connection.scalars(ABANDONED, {"alive": _alive(connection, may_bury), "most": most}).all()


def holds(lease: Lease | None) -> sql.ColumnElement[bool]:
    """The condition that a table is still the writer's."""
    if lease is None:
        return sql.true()
    return (tables.c.node == lease.node) & (tables.c.epoch == lease.epoch)


def living(connection: sql.Connection) -> list[str]:
    """The names of the nodes that are alive."""
    since = _alive(connection, may_bury=True)
    return list(connection.scalars(sql.select(nodes.c.name).where(nodes.c.beat > since).order_by(nodes.c.name)))
