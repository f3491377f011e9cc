"""E-mail addresses. They are told to their owner alone."""

from typing import NamedTuple

import sqlalchemy as sql

from pyramidion.server.storage.accounts import check_is_account
from pyramidion.server.storage.schema import emails


class Email(NamedTuple):
    """Somebody's address."""

    address: str
    confirmed: int | None  # when they followed the link that was sent there


def read_email(connection: sql.Connection, user: str) -> Email | None:
    row = connection.execute(sql.select(emails.c.address, emails.c.confirmed).where(emails.c.user == user)).first()
    return Email(*row) if row else None


def set_email(connection: sql.Connection, user: str, address: str) -> None:
    """Note an address that is still to be confirmed."""
    check_is_account(connection, user)
    delete_email(connection, user)
    connection.execute(emails.insert(), {"user": user, "address": address, "confirmed": None})


def confirm_email(connection: sql.Connection, user: str, address: str, at: int) -> bool:
    """Somebody has followed the link; whether that is still their address."""
    is_it = (emails.c.user == user) & (emails.c.address == address)
    return connection.execute(emails.update().where(is_it), {"confirmed": at}).rowcount == 1


def delete_email(connection: sql.Connection, user: str) -> None:
    connection.execute(emails.delete().where(emails.c.user == user))


def users_at(connection: sql.Connection, address: str) -> list[str]:
    """Those who have confirmed this address."""
    return list(
        connection.scalars(sql.select(emails.c.user).where(emails.c.address == address, emails.c.confirmed.is_not(None)))
    )
