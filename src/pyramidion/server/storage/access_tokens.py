"""Access tokens: what programs show in place of a cookie."""

from typing import NamedTuple

import sqlalchemy as sql

from pyramidion.refusal import Refusal
from pyramidion.server.storage.schema import access_tokens, users

MOST_TOKENS = 50  # of one user


class AccessToken(NamedTuple):
    """A token of a user's, without its secret."""

    id: str
    user: str
    label: str
    scopes: str  # with spaces between them
    created: int
    seen: int | None  # to the hour; None: never used


COLUMNS = [access_tokens.c[name] for name in AccessToken._fields]


def insert_access_token(connection: sql.Connection, token: AccessToken, secret_hash: str, *, makes_program: bool) -> None:
    """Write a new token; one for bots makes its user a program for good."""
    owned = sql.select(sql.func.count()).where(access_tokens.c.user == token.user)
    if (connection.scalar(owned) or 0) >= MOST_TOKENS:
        raise Refusal(f"you have {MOST_TOKENS} access tokens: revoke one first")
    connection.execute(access_tokens.insert(), {**token._asdict(), "secret_hash": secret_hash})
    if makes_program:
        connection.execute(users.update().where(users.c.id == token.user), {"is_program": True})


def read_access_token(connection: sql.Connection, secret_hash: str) -> AccessToken | None:
    row = connection.execute(sql.select(*COLUMNS).where(access_tokens.c.secret_hash == secret_hash)).first()
    return AccessToken(*row) if row else None


def access_tokens_of(connection: sql.Connection, user: str) -> list[AccessToken]:
    """All of one user, the latest first."""
    query = sql.select(*COLUMNS).where(access_tokens.c.user == user)
    return [AccessToken(*row) for row in connection.execute(query.order_by(access_tokens.c.created.desc()))]


def note_token_seen(connection: sql.Connection, token: str, at: int) -> None:
    connection.execute(access_tokens.update().where(access_tokens.c.id == token), {"seen": at})


def delete_access_token(connection: sql.Connection, user: str, token: str) -> bool:
    """Revoke a token; whether the user had it."""
    is_theirs = (access_tokens.c.id == token) & (access_tokens.c.user == user)
    return connection.execute(access_tokens.delete().where(is_theirs)).rowcount == 1
