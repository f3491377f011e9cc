"""Deleting somebody: their games stay, under a name that is nobody's."""

import sqlalchemy as sql

from pyramidion.server.storage.schema import (
    access_tokens,
    accounts,
    blocks,
    challenges,
    emails,
    friends,
    moderators,
    mutes,
    passkeys,
    recovery_codes,
    remarks,
    seats,
    seeks,
    sign_ins,
    tokens,
    users,
)

DELETED = "deleted"  # what people who are no more are called

OWNED = (
    access_tokens,
    accounts,
    blocks,
    challenges,
    emails,
    friends,
    moderators,
    mutes,
    passkeys,
    recovery_codes,
    remarks,
    seeks,
    sign_ins,
    tokens,
)


def delete_user(connection: sql.Connection, user: str) -> None:
    """Forget who somebody was. Results keep their number of the user, or others' ratings would not follow from them."""
    for table in OWNED:
        connection.execute(table.delete().where(table.c.user == user))
    connection.execute(mutes.delete().where(mutes.c.muted == user))
    connection.execute(friends.delete().where(friends.c.friend == user))
    connection.execute(challenges.delete().where(challenges.c.challenged == user))
    connection.execute(users.update().where(users.c.id == user), {"name": DELETED})
    connection.execute(seats.update().where((seats.c.user == user) | (seats.c.departed == user)), {"title": DELETED})
