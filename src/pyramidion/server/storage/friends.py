"""Friends, and challenges to somebody by name."""

from typing import NamedTuple

import sqlalchemy as sql

from pyramidion.server.storage.schema import accounts, blocks, challenges, friends, seats, tables, users


class Friend(NamedTuple):
    """Somebody's friend, and a table where everybody may watch them."""

    user: str
    name: str
    watch: str | None
    is_hiding: bool  # has blocked the one who asks


class Challenge(NamedTuple):
    """A table that waits for somebody."""

    table_id: str
    user: str
    challenged: str
    name: str  # of the one who was not asked for
    game: str
    rated: bool
    created: int


def set_friend(connection: sql.Connection, user: str, friend: str, at: int, *, on: bool) -> None:
    connection.execute(friends.delete().where(friends.c.user == user, friends.c.friend == friend))
    if on:
        connection.execute(friends.insert(), {"user": user, "friend": friend, "created": at})


def friends_of(connection: sql.Connection, user: str) -> list[Friend]:
    """By their names."""
    is_live = (tables.c.status == "live") & tables.c.listed
    playing = sql.select(sql.func.max(tables.c.id)).join(seats, seats.c.table_id == tables.c.id)
    watch = playing.where(seats.c.user == friends.c.friend, is_live).scalar_subquery()
    is_hiding = sql.exists().where(blocks.c.user == friends.c.friend, blocks.c.blocked == user)
    query = sql.select(friends.c.friend, users.c.name, watch, is_hiding).join(accounts, accounts.c.user == friends.c.friend)
    query = query.join(users, users.c.id == friends.c.friend).where(friends.c.user == user).order_by(users.c.name)
    return [Friend(*row) for row in connection.execute(query)]


def insert_challenge(connection: sql.Connection, table_id: str, user: str, challenged: str, at: int) -> None:
    row = {"table_id": table_id, "user": user, "challenged": challenged, "created": at}
    connection.execute(challenges.insert(), row)


def replace_challenge(connection: sql.Connection, table_id: str, user: str, challenged: str, at: int) -> None:
    """The same for a table that somebody else may have been challenged to: who was asked last counts."""
    connection.execute(challenges.delete().where(challenges.c.table_id == table_id))
    insert_challenge(connection, table_id, user, challenged, at)


def challenges_of(connection: sql.Connection, user: str) -> list[Challenge]:
    """Those that somebody has made or got, and whose table still waits, the last one first."""
    other = sql.case((challenges.c.user == user, challenges.c.challenged), else_=challenges.c.user)
    columns = challenges.c.table_id, challenges.c.user, challenges.c.challenged, users.c.name, tables.c.game, tables.c.rated
    query = sql.select(*columns, challenges.c.created).join(tables, tables.c.id == challenges.c.table_id)
    query = query.join(users, users.c.id == other).where((challenges.c.user == user) | (challenges.c.challenged == user))
    return [
        Challenge(*row)
        for row in connection.execute(query.where(tables.c.status == "waiting").order_by(challenges.c.created.desc()))
    ]


def delete_challenge(connection: sql.Connection, user: str, table_id: str) -> bool:
    """Take a challenge back, or decline it; whether there was one."""
    is_theirs = (challenges.c.user == user) | (challenges.c.challenged == user)
    return connection.execute(challenges.delete().where(challenges.c.table_id == table_id, is_theirs)).rowcount == 1
