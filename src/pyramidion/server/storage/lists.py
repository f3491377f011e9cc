"""Lists of tables, answered by SQL alone: no table is loaded to be listed."""

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

import sqlalchemy as sql

from pyramidion.server.storage.events import Row
from pyramidion.server.storage.schema import seats, tables

MOST_LISTED = 100
MOST_FINISHED = 6  # finished games that somebody is reminded of
MOST_OF_ONE = 3  # tables of one person among those that everybody sees, so that nobody fills the lobby


SeatRow = sql.Row[Row]


class Listed(NamedTuple):
    """A table's row, and those of its seats."""

    table: sql.Row[Row]
    seats: list[SeatRow]


class Lists(NamedTuple):
    """What the lobby shows to a user."""

    yours: list[Listed]
    waiting: list[Listed]
    live: list[Listed]
    over: list[Listed]


def lists_for(connection: sql.Connection, user: str) -> Lists:
    """The tables a user sits at, those that wait for somebody, those to watch, and the user's last games."""
    own = tables.c.id.in_(sql.select(seats.c.table_id).where(seats.c.user == user))
    status = tables.c.status
    return Lists(
        yours=_listed(connection, MOST_LISTED, own, status != "over"),
        waiting=_listed(connection, MOST_LISTED, status == "waiting", tables.c.id.in_(_latest_of_each("waiting"))),
        live=_listed(connection, MOST_LISTED, status == "live", tables.c.id.in_(_latest_of_each("live"))),
        over=_listed(connection, MOST_FINISHED, own, status == "over"),
    )


def games_in_progress(connection: sql.Connection, user: str, *, with_private: bool) -> list[Listed]:
    """The tables where somebody plays: all of them, or those that everybody may watch."""
    own = tables.c.id.in_(sql.select(seats.c.table_id).where(seats.c.user == user))
    if with_private:
        return _listed(connection, MOST_LISTED, own, tables.c.status != "over")
    return _listed(connection, MOST_LISTED, own, tables.c.status == "live", tables.c.listed)


def _latest_of_each(status: str) -> sql.Select[tuple[str]]:
    """The listed tables of this status, of each person the latest few. One that waits has somebody to wait for."""
    shown = tables.c.listed & (tables.c.status == status)
    if status == "waiting":
        shown &= tables.c.id.in_(sql.select(seats.c.table_id).where(seats.c.user.is_not(None)))
    latest = sql.func.row_number().over(partition_by=tables.c.creator, order_by=tables.c.created.desc()).label("latest")
    ranked = sql.select(tables.c.id, latest).where(shown).subquery()
    return sql.select(ranked.c.id).where(ranked.c.latest <= MOST_OF_ONE)


def one_listed(connection: sql.Connection, table_id: str) -> Listed | None:
    """One table as lists show it."""
    return next(iter(_listed(connection, 1, tables.c.id == table_id)), None)


def _listed(connection: sql.Connection, most: int, *conditions: sql.ColumnElement[bool]) -> list[Listed]:
    query = sql.select(tables).where(*conditions).order_by(tables.c.created.desc()).limit(most)
    rows = list(connection.execute(query))
    sitting = _seats_of(connection, [row.id for row in rows])
    return [Listed(row, sitting[row.id]) for row in rows]


def _seats_of(connection: sql.Connection, ids: Iterable[str]) -> dict[str, list[SeatRow]]:
    query = sql.select(seats).where(seats.c.table_id.in_(list(ids))).order_by(seats.c.table_id, seats.c.seat)
    found: dict[str, list[SeatRow]] = defaultdict(list)
    for row in connection.execute(query):
        found[row.table_id].append(row)
    return found
