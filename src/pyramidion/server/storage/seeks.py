"""Seeks: who looks for opponents. Each is a row, so that nobody is paired twice, whoever pairs them."""

from collections.abc import Sequence
from typing import NamedTuple

import sqlalchemy as sql

from pyramidion.game import Illegal
from pyramidion.server.storage.schema import seeks, tables, users


class Seek(NamedTuple):
    """Somebody who looks for opponents, or has just been paired."""

    user: str
    game: str
    seats: int
    rated: bool
    mu: float  # their rating
    created: int
    seen: int  # when their page last asked
    table_id: str | None = None  # where they have been paired
    paired: int | None = None


class Gone(Illegal):
    """Somebody whom one wanted to play is no longer looking for opponents."""

    code = "gone"


def put_seek(connection: sql.Connection, seek: Seek) -> None:
    """Look for opponents; whatever else one was looking for is forgotten."""
    take_seek(connection, seek.user)
    connection.execute(seeks.insert(), seek._asdict())


def take_seek(connection: sql.Connection, user: str, table_id: str | None = None) -> Seek | None:
    """Forget what somebody was looking for, or only if they were paired at this table; what that was."""
    is_it = (seeks.c.user == user) & (sql.true() if table_id is None else seeks.c.table_id == table_id)
    row = connection.execute(seeks.delete().where(is_it).returning(*seeks.c)).first()
    return Seek(*row) if row else None


def read_seek(connection: sql.Connection, user: str) -> Seek | None:
    row = connection.execute(sql.select(seeks).where(seeks.c.user == user)).first()
    return Seek(*row) if row else None


def all_seeks(connection: sql.Connection) -> list[Seek]:
    """Everybody's, whoever has waited for longest first."""
    return [Seek(*row) for row in connection.execute(sql.select(seeks).order_by(seeks.c.created, seeks.c.user))]


def seeks_at(connection: sql.Connection, node: str | None) -> list[Seek]:
    """Of those who were paired at tables that a node has."""
    query = sql.select(seeks).join(tables, tables.c.id == seeks.c.table_id).where(tables.c.node == node)
    return [Seek(*row) for row in connection.execute(query.order_by(seeks.c.created, seeks.c.user))]


def open_seeks(connection: sql.Connection, most: int) -> list[tuple[Seek, str]]:
    """Seeks that can be taken, with the names of those who seek."""
    query = sql.select(seeks, users.c.name).join(users, users.c.id == seeks.c.user).where(seeks.c.table_id.is_(None))
    return [(Seek(*row[:-1]), row[-1]) for row in connection.execute(query.order_by(seeks.c.created).limit(most))]


def note_seen(connection: sql.Connection, user: str, at: int) -> None:
    connection.execute(seeks.update().where(seeks.c.user == user), {"seen": at})


def claim(connection: sql.Connection, together: Sequence[str], table_id: str, at: int) -> None:
    """Pair these people at a table, if all of them are still looking: otherwise nobody is paired."""
    are_open = seeks.c.user.in_(list(together)) & seeks.c.table_id.is_(None)
    if connection.execute(seeks.update().where(are_open), {"table_id": table_id, "paired": at}).rowcount != len(together):
        raise Gone("they have found another opponent")


def forget(connection: sql.Connection, begun: Sequence[str], gone: Sequence[str], astray: Sequence[str]) -> None:
    """Nobody is looked for at these tables, nor by these people; and those who have no seat where they were paired go on."""
    connection.execute(seeks.delete().where(seeks.c.table_id.in_(list(begun)) | seeks.c.user.in_(list(gone))))
    connection.execute(seeks.update().where(seeks.c.user.in_(list(astray))), {"table_id": None, "paired": None})
