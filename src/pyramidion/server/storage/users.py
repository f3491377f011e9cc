"""What is written of users."""

from typing import NamedTuple

import sqlalchemy as sql

from pyramidion.server.storage.schema import mutes, users


class User(NamedTuple):
    """A user, and whom they do not want to hear."""

    name: str
    muted: set[str]


def insert_user(connection: sql.Connection, user: str, name: str, created: int) -> None:
    connection.execute(users.insert(), {"id": user, "name": name, "created": created})


def read_user(connection: sql.Connection, user: str) -> User | None:
    name = connection.scalar(sql.select(users.c.name).where(users.c.id == user))
    if name is None:
        return None
    return User(name, set(connection.scalars(sql.select(mutes.c.muted).where(mutes.c.user == user))))


def rename_user(connection: sql.Connection, user: str, name: str) -> None:
    connection.execute(users.update().where(users.c.id == user), {"name": name})


def set_mute(connection: sql.Connection, user: str, muted: str, *, on: bool) -> None:
    connection.execute(mutes.delete().where(mutes.c.user == user, mutes.c.muted == muted))
    if on:
        connection.execute(mutes.insert(), {"user": user, "muted": muted})
