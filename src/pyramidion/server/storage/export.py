"""Everything that is kept of one user, as one file. What opens their account is not in it, nor what others may not know."""

from typing import Any

import msgspec
import sqlalchemy as sql

from pyramidion.server.storage.schema import (
    accounts,
    emails,
    events,
    mutes,
    passkeys,
    ratings,
    remarks,
    results,
    seats,
    sign_ins,
    tables,
    users,
)

VERSION = 1


def export_of(connection: sql.Connection, user: str) -> bytes:
    """JSON. It is made where it is read, in a thread: it may be long."""
    found = {
        "version": VERSION,
        "user": _rows(connection, sql.select(users).where(users.c.id == user)),
        "account": _rows(connection, sql.select(accounts.c.created).where(accounts.c.user == user)),
        "email": _rows(connection, sql.select(emails.c.address, emails.c.confirmed).where(emails.c.user == user)),
        "passkeys": _rows(connection, sql.select(passkeys.c.label, passkeys.c.created).where(passkeys.c.user == user)),
        "sign_ins": _rows(connection, _sign_ins(user)),
        "mutes": _rows(connection, sql.select(mutes.c.muted).where(mutes.c.user == user)),
        "ratings": _rows(connection, sql.select(ratings).where(ratings.c.user == user)),
        "results": _rows(connection, sql.select(results).where(results.c.user == user).order_by(results.c.at)),
        "games": _rows(connection, _games(user)),
        "moves": _rows(connection, _moves(user)),
        "messages": _rows(connection, sql.select(remarks).where(remarks.c.user == user).order_by(remarks.c.id)),
    }
    return msgspec.json.format(msgspec.json.encode(found), indent=1)


def _rows(connection: sql.Connection, query: sql.Select[Any]) -> list[dict[str, Any]]:
    return [dict(row) for row in connection.execute(query).mappings()]


def _sign_ins(user: str) -> sql.Select[Any]:
    return sql.select(sign_ins.c.device, sign_ins.c.created, sign_ins.c.seen).where(sign_ins.c.user == user)


def _games(user: str) -> sql.Select[Any]:
    """The tables where they sit, with their seat there: not the secret of the dice, nor what others hold."""
    columns = tables.c.id, tables.c.game, tables.c.options, tables.c.status, tables.c.created, seats.c.seat, seats.c.score
    return sql.select(*columns).join(seats, seats.c.table_id == tables.c.id).where(seats.c.user == user)


def _moves(user: str) -> sql.Select[Any]:
    """What they did there themselves."""
    is_theirs = (seats.c.table_id == events.c.table_id) & (seats.c.seat == events.c.seat) & (seats.c.user == user)
    columns = events.c.table_id, events.c.n, events.c.at, events.c.kind, events.c.action
    return sql.select(*columns).join(seats, is_theirs).order_by(events.c.table_id, events.c.n)
