"""Everything that is kept of one user, as one file. What opens their account is not in it, nor what others may not know."""

import msgspec
import sqlalchemy as sql

from pyramidion.server.storage.schema import (
    access_tokens,
    accounts,
    blocks,
    challenges,
    emails,
    events,
    friends,
    mutes,
    passkeys,
    ratings,
    remarks,
    reports,
    results,
    sanctions,
    seats,
    seeks,
    sign_ins,
    tables,
    users,
)

VERSION = 1

Query = sql.Select[tuple[object, ...]]

departures = events.alias("departures")


def export_of(connection: sql.Connection, user: str) -> bytes:
    """JSON. It is made where it is read, in a thread: it may be long."""
    found = {"version": VERSION, **{name: _rows(connection, query) for name, query in _queries(user).items()}}
    return msgspec.json.format(msgspec.json.encode(found), indent=1)


def _rows(connection: sql.Connection, query: Query) -> list[dict[str, object]]:
    return [dict(row) for row in connection.execute(query).mappings()]


def _queries(user: str) -> dict[str, Query]:
    return {
        "user": sql.select(users).where(users.c.id == user),
        "account": sql.select(accounts.c.created).where(accounts.c.user == user),
        "email": sql.select(emails.c.address, emails.c.confirmed).where(emails.c.user == user),
        "passkeys": sql.select(passkeys.c.label, passkeys.c.created).where(passkeys.c.user == user),
        "sign_ins": sql.select(sign_ins.c.device, sign_ins.c.created, sign_ins.c.seen).where(sign_ins.c.user == user),
        "access_tokens": _access_tokens(user),
        "mutes": sql.select(mutes.c.muted).where(mutes.c.user == user),
        "blocks": sql.select(blocks.c.blocked).where(blocks.c.user == user),
        "friends": sql.select(friends.c.friend, friends.c.created).where(friends.c.user == user),
        "challenges": sql.select(challenges).where((challenges.c.user == user) | (challenges.c.challenged == user)),
        "seeks": sql.select(seeks).where(seeks.c.user == user),
        "reports": sql.select(reports).where(reports.c.user == user).order_by(reports.c.id),
        "sanctions": sql.select(sanctions).where(sanctions.c.user == user),
        "ratings": sql.select(ratings).where(ratings.c.user == user),
        "results": sql.select(results).where(results.c.user == user).order_by(results.c.at),
        "games": _games(user),
        "moves": _moves(user),
        "messages": sql.select(remarks).where(remarks.c.user == user).order_by(remarks.c.id),
    }


def _access_tokens(user: str) -> Query:
    columns = access_tokens.c.label, access_tokens.c.scopes, access_tokens.c.created, access_tokens.c.seen
    return sql.select(*columns).where(access_tokens.c.user == user)


def _games(user: str) -> Query:
    """The tables where they sit or have left, with their seat there: not the secret of the dice, nor what others hold."""
    columns = tables.c.id, tables.c.game, tables.c.options, tables.c.status, tables.c.created, seats.c.seat, seats.c.score
    return sql.select(*columns).join(seats, seats.c.table_id == tables.c.id).where(_is_theirs(user))


def _moves(user: str) -> Query:
    """What they did there themselves: not what a bot did in their place when they had left."""
    left = sql.select(sql.func.min(departures.c.n)).where(
        departures.c.table_id == events.c.table_id,
        departures.c.seat == events.c.seat,
        departures.c.kind.in_(("resign", "flag", "abandon")),
    )
    is_their_seat = (seats.c.table_id == events.c.table_id) & (seats.c.seat == events.c.seat) & _is_theirs(user)
    is_own = seats.c.departed.is_(None) | (events.c.n <= left.scalar_subquery())
    columns = events.c.table_id, events.c.n, events.c.at, events.c.kind, events.c.action
    return sql.select(*columns).join(seats, is_their_seat & is_own).order_by(events.c.table_id, events.c.n)


def _is_theirs(user: str) -> sql.ColumnElement[bool]:
    return (seats.c.user == user) | (seats.c.departed == user)
