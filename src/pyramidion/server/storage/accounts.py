"""What is written of accounts: names that are theirs alone, and what they are opened by."""

from collections.abc import Sequence
from typing import NamedTuple

import sqlalchemy as sql

from pyramidion.game import Illegal
from pyramidion.refusal import NotFound
from pyramidion.server.storage.schema import accounts, passkeys, recovery_codes, users


class NameTaken(Illegal):
    """Somebody else has an account of this name, or of one that looks like it."""

    code = "name_taken"


class Account(NamedTuple):
    """An account."""

    user: str
    name: str
    password: str | None  # hashed
    created: int


class Passkey(NamedTuple):
    """What a browser or a device can prove to have."""

    id: str
    user: str
    public_key: str
    counter: int
    label: str
    created: int


def _find(connection: sql.Connection, condition: sql.ColumnElement[bool]) -> Account | None:
    query = sql.select(accounts.c.user, users.c.name, accounts.c.password, accounts.c.created)
    row = connection.execute(query.join(users, users.c.id == accounts.c.user).where(condition)).first()
    return Account(*row) if row else None


def account_of(connection: sql.Connection, user: str) -> Account | None:
    """A user's account; None if they are a guest."""
    return _find(connection, accounts.c.user == user)


def account_named(connection: sql.Connection, name_key: str) -> Account | None:
    """The account whose name reads like this."""
    return _find(connection, accounts.c.name_key == name_key)


def insert_account(
    connection: sql.Connection, account: Account, name_key: str, code_hashes: Sequence[str], passkey: Passkey | None
) -> None:
    """Make an account of a guest, who stays the same user."""
    user = account.user
    if account_of(connection, user):
        raise Illegal("you have an account already")
    check_free(connection, name_key, user)
    row = {"user": user, "name_key": name_key, "password": account.password, "created": account.created}
    connection.execute(accounts.insert(), row)
    connection.execute(users.update().where(users.c.id == user), {"name": account.name})
    replace_codes(connection, user, code_hashes)
    if passkey:
        insert_passkey(connection, passkey)


def check_free(connection: sql.Connection, name_key: str, user: str) -> None:
    """Refuse a name that reads like the name of somebody else's account."""
    if connection.scalar(sql.select(accounts.c.user).where(accounts.c.name_key == name_key, accounts.c.user != user)):
        raise NameTaken("that name is taken: choose another one")


def rename_account(connection: sql.Connection, user: str, name_key: str) -> None:
    """Give a name up for another one; nothing happens to a guest, who has none to give up."""
    connection.execute(accounts.update().where(accounts.c.user == user), {"name_key": name_key})


def check_is_account(connection: sql.Connection, user: str) -> None:
    """Refuse somebody who has no account, or none any more: nothing may be left that opens it."""
    if account_of(connection, user) is None:
        raise NotFound("you have no account yet")


def set_password(connection: sql.Connection, user: str, password: str) -> None:
    check_is_account(connection, user)
    connection.execute(accounts.update().where(accounts.c.user == user), {"password": password})


def replace_codes(connection: sql.Connection, user: str, hashes: Sequence[str]) -> None:
    """From now on these recovery codes, and no others."""
    check_is_account(connection, user)
    connection.execute(recovery_codes.delete().where(recovery_codes.c.user == user))
    connection.execute(recovery_codes.insert(), [{"user": user, "code_hash": code} for code in hashes])


def use_code(connection: sql.Connection, user: str, code_hash: str) -> bool:
    """Use a recovery code up; whether there was one."""
    is_code = (recovery_codes.c.user == user) & (recovery_codes.c.code_hash == code_hash)
    return connection.execute(recovery_codes.delete().where(is_code)).rowcount == 1


def count_codes(connection: sql.Connection, user: str) -> int:
    query = sql.select(sql.func.count()).select_from(recovery_codes).where(recovery_codes.c.user == user)
    return connection.scalar(query) or 0


def insert_passkey(connection: sql.Connection, passkey: Passkey) -> None:
    check_is_account(connection, passkey.user)
    if connection.scalar(sql.select(passkeys.c.id).where(passkeys.c.id == passkey.id)):
        raise Illegal("this passkey is in use already")
    connection.execute(passkeys.insert(), passkey._asdict())


def read_passkey(connection: sql.Connection, passkey_id: str) -> Passkey | None:
    row = connection.execute(sql.select(passkeys).where(passkeys.c.id == passkey_id)).first()
    return Passkey(**row._mapping) if row else None


def passkeys_of(connection: sql.Connection, user: str) -> list[Passkey]:
    query = sql.select(passkeys).where(passkeys.c.user == user).order_by(passkeys.c.created)
    return [Passkey(**row._mapping) for row in connection.execute(query)]


def note_counter(connection: sql.Connection, passkey_id: str, counter: int) -> None:
    """How often a passkey was used, as far as it tells."""
    connection.execute(passkeys.update().where(passkeys.c.id == passkey_id), {"counter": counter})


def delete_passkey(connection: sql.Connection, user: str, passkey_id: str) -> bool:
    """Forget a passkey of a user; whether there was one. The last way in stays."""
    own = passkeys_of(connection, user)
    if passkey_id not in {passkey.id for passkey in own}:
        return False
    account = account_of(connection, user)
    if len(own) == 1 and not (account and account.password):
        raise Illegal("this is the only way into your account: choose a password first")
    connection.execute(passkeys.delete().where(passkeys.c.id == passkey_id))
    return True
