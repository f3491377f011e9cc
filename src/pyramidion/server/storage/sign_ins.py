"""Where somebody is signed in, and what was given to somebody to bring back once."""

from typing import NamedTuple

import sqlalchemy as sql

from pyramidion.server.storage.schema import sign_ins, tokens


class SignIn(NamedTuple):
    """A browser in which somebody is signed in to an account."""

    id: str
    user: str
    device: str
    created: int
    seen: int
    proved: int  # when they last showed who they are


class Token(NamedTuple):
    """What was noted with a token when it was given."""

    user: str
    data: str


COLUMNS = [sign_ins.c[name] for name in SignIn._fields]


def insert_sign_in(connection: sql.Connection, sign_in: SignIn, secret_hash: str) -> None:
    connection.execute(sign_ins.insert(), {**sign_in._asdict(), "secret_hash": secret_hash})


def read_sign_in(connection: sql.Connection, secret_hash: str) -> SignIn | None:
    row = connection.execute(sql.select(*COLUMNS).where(sign_ins.c.secret_hash == secret_hash)).first()
    return SignIn(*row) if row else None


def sign_ins_of(connection: sql.Connection, user: str) -> list[SignIn]:
    """All of one user, the latest first."""
    query = sql.select(*COLUMNS).where(sign_ins.c.user == user).order_by(sign_ins.c.seen.desc(), sign_ins.c.id)
    return [SignIn(*row) for row in connection.execute(query)]


def note_seen(connection: sql.Connection, sign_in: str, at: int) -> None:
    connection.execute(sign_ins.update().where(sign_ins.c.id == sign_in), {"seen": at})


def note_proved(connection: sql.Connection, sign_in: str, at: int) -> None:
    connection.execute(sign_ins.update().where(sign_ins.c.id == sign_in), {"seen": at, "proved": at})


def delete_sign_ins(connection: sql.Connection, user: str, *, only: str = "", but: str = "") -> list[str]:
    """End one of a user's, or all, or all but one; which were ended."""
    ended = [one.id for one in sign_ins_of(connection, user) if one.id != but and only in ("", one.id)]
    connection.execute(sign_ins.delete().where(sign_ins.c.id.in_(ended)))
    return ended


def insert_token(connection: sql.Connection, kind: str, token_hash: str, token: Token, now: int, expires: int) -> None:
    """Note what was given. What nobody has brought back in time is forgotten."""
    connection.execute(tokens.delete().where(tokens.c.expires < now))
    row = {"token_hash": token_hash, "kind": kind, **token._asdict(), "expires": expires}
    connection.execute(tokens.insert(), row)


def take_token(connection: sql.Connection, kind: str, token_hash: str, now: int) -> Token | None:
    """What was noted, if it is brought back in time; it can be brought back once."""
    is_token = (tokens.c.token_hash == token_hash) & (tokens.c.kind == kind)
    taken = connection.execute(tokens.delete().where(is_token).returning(tokens.c.user, tokens.c.data, tokens.c.expires))
    row = taken.first()
    return Token(row.user, row.data) if row and row.expires >= now else None
