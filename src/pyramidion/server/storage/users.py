"""What is written of users."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

import sqlalchemy as sql

from pyramidion.game import Illegal
from pyramidion.server.storage.accounts import check_free, rename_account
from pyramidion.server.storage.deletion import DELETED
from pyramidion.server.storage.moderation import sanction_of
from pyramidion.server.storage.schema import accounts, mutes, users

Kind = Literal["guest", "account", "deleted"]
"""Guests come by a cookie with their id; accounts by a secret; who is deleted comes no more."""


class User(NamedTuple):
    """A user, and whom they do not want to hear."""

    name: str
    muted: set[str]
    kind: Kind = "guest"
    silenced_until: int = 0  # milliseconds since 1970; by a moderator
    is_closed: bool = False
    is_program: bool = False  # a program plays as this user, and everybody sees it


def insert_guest(connection: sql.Connection, user: str, names: Mapping[str, str], created: int) -> str:
    """Write a new guest, under the first of these names that is no account's; which that was."""
    taken = set(connection.scalars(sql.select(accounts.c.name_key).where(accounts.c.name_key.in_(list(names)))))
    name = next((name for key, name in names.items() if key not in taken), f"Guest {user[:4]}")
    connection.execute(users.insert(), {"id": user, "name": name, "created": created})
    return name


def read_user(connection: sql.Connection, user: str) -> User | None:
    query = sql.select(users.c.name, users.c.is_program, accounts.c.user).outerjoin(accounts, accounts.c.user == users.c.id)
    row = connection.execute(query.where(users.c.id == user)).first()
    if row is None:
        return None
    muted = set(connection.scalars(sql.select(mutes.c.muted).where(mutes.c.user == user)))
    return User(
        row.name,
        muted,
        "account" if row.user else "deleted" if row.name == DELETED else "guest",
        *sanction_of(connection, user),
        is_program=row.is_program,
    )


def rename_user(connection: sql.Connection, user: str, kind: Kind, name: str, name_key: str) -> None:
    """Give a user another name, which must not be mistaken for an account's of somebody else.

    An account's name was looked at more closely than a guest's: so nothing happens to who is no longer of this kind.
    """
    known = read_user(connection, user)
    if known is None or known.kind != kind:
        raise Illegal("your account has changed: please try again")
    check_free(connection, name_key, user)
    connection.execute(users.update().where(users.c.id == user), {"name": name})
    rename_account(connection, user, name_key)


def set_mute(connection: sql.Connection, user: str, muted: str, *, on: bool) -> None:
    connection.execute(mutes.delete().where(mutes.c.user == user, mutes.c.muted == muted))
    if on:
        connection.execute(mutes.insert(), {"user": user, "muted": muted})
