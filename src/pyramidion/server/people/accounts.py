"""Accounts: a guest becomes one in place, opens it from another device, and may delete it."""

from typing import NamedTuple

from pyramidion.refusal import NotFound, Refusal
from pyramidion.server.limits import Buckets, TooMuch
from pyramidion.server.people import passkeys
from pyramidion.server.people.look_alikes import name_key
from pyramidion.server.people.names import checked_account_name
from pyramidion.server.people.passkeys import Site
from pyramidion.server.people.passwords import Passwords
from pyramidion.server.people.secret_texts import code_hash, hashed, new_codes, new_secret
from pyramidion.server.people.sign_ins import now
from pyramidion.server.people.users import Users
from pyramidion.server.storage import accounts as stored
from pyramidion.server.storage.accounts import Account, Passkey
from pyramidion.server.storage.database import Database
from pyramidion.server.storage.deletion import delete_user
from pyramidion.server.storage.sign_ins import Token, insert_token, take_token

CHALLENGE_FOR = 5 * 60_000  # milliseconds
NAME_PATIENCE = 3  # times as many attempts on one name as from one address: from elsewhere its owner still gets in


class WrongSecret(Refusal):
    """Whoever asks has not shown who they are. What was wrong is not told."""

    code = "wrong_secret"


class Opened(NamedTuple):
    """A new account."""

    user: str
    codes: list[str]  # for recovery: told once


class Accounts:
    """All accounts."""

    def __init__(self, database: Database, users: Users, rate: float, burst: float) -> None:
        self._database = database
        self._users = users
        self._passwords = Passwords()
        self._by_address = Buckets(rate, burst)
        self._by_name = Buckets(rate, NAME_PATIENCE * burst)

    def charge(self, address: str) -> None:
        """Somebody tries to open an account, or makes one."""
        if not self._by_address.take(address):
            raise TooMuch("too many attempts: please wait a minute")

    def _charge_name(self, key: str) -> None:
        if not self._by_name.take(key):
            raise TooMuch("too many attempts: please wait a minute")

    async def find(self, user: str) -> Account:
        """A user's account."""
        found = await self._database.read(lambda connection: stored.account_of(connection, user))
        if found is None:
            raise NotFound("you have no account yet")
        return found

    # Becoming one

    async def open(self, user: str, name: str, password: str, passkey: Passkey | None) -> Opened:
        """A guest becomes an account, and stays the same user: their seats, games and mutes are theirs as before."""
        name = checked_account_name(name)
        if not password and not passkey:
            raise Refusal("choose a password or a passkey")
        kept = await self._passwords.hashed(password, name) if password else None
        account, codes = Account(user, name, kept, now()), new_codes()
        hashes = [code_hash(user, code) for code in codes]
        await self._database.write(
            lambda connection: stored.insert_account(connection, account, name_key(name), hashes, passkey)
        )
        self._users.forget(user)
        return Opened(user, codes)

    async def change_password(self, user: str, password: str) -> None:
        account = await self.find(user)
        kept = await self._passwords.hashed(password, account.name)
        await self._database.write(lambda connection: stored.set_password(connection, user, kept))

    async def renew_codes(self, user: str) -> list[str]:
        """New recovery codes; the old ones are void."""
        codes = new_codes()
        hashes = [code_hash(user, code) for code in codes]
        await self._database.write(lambda connection: stored.replace_codes(connection, user, hashes))
        return codes

    async def codes_left(self, user: str) -> int:
        return await self._database.read(lambda connection: stored.count_codes(connection, user))

    # Opening it again

    async def by_password(self, name: str, password: str) -> str:
        """The user of this name and password. Who has an account is not told, nor by how long it takes."""
        key = name_key(name)
        self._charge_name(key)
        account = await self._database.read(lambda connection: stored.account_named(connection, key))
        if not await self._passwords.is_right(account.password if account else None, password) or account is None:
            raise WrongSecret("the name or the password is wrong")
        return account.user

    async def by_code(self, name: str, code: str) -> str:
        """The user of this name with this recovery code, which is used up."""
        key = name_key(name)
        self._charge_name(key)
        account = await self._database.read(lambda connection: stored.account_named(connection, key))
        user = account.user if account else ""
        if not await self._database.write(lambda connection: stored.use_code(connection, user, code_hash(user, code))):
            raise WrongSecret("the name or the recovery code is wrong")
        return user

    # Passkeys

    async def passkeys(self, user: str) -> list[Passkey]:
        return await self._database.read(lambda connection: stored.passkeys_of(connection, user))

    async def _challenge(self, kind: str, user: str) -> str:
        challenge, at = new_secret(), now()
        token, until = Token(user, ""), at + CHALLENGE_FOR
        await self._database.write(lambda connection: insert_token(connection, kind, hashed(challenge), token, at, until))
        return challenge

    async def _answered(self, kind: str, user: str, credential: str) -> str:
        """The challenge that is answered: given to this user, not long ago, and answered for the first time."""
        challenge = passkeys.challenge_in(credential)
        token = await self._database.write(lambda connection: take_token(connection, kind, hashed(challenge), now()))
        if token is None or token.user != user:
            raise WrongSecret("that took too long: please try again")
        return challenge

    async def new_passkey_options(self, site: Site, user: str, name: str) -> str:
        """What the browser needs to make a passkey."""
        challenge = await self._challenge("new_passkey", user)
        return passkeys.creation_options(site, challenge, user, name, await self.passkeys(user))

    async def new_passkey(self, site: Site, user: str, credential: str, label: str) -> Passkey:
        """The passkey that the browser has made; it is not written yet."""
        challenge = await self._answered("new_passkey", user, credential)
        made = passkeys.verify_new(site, challenge, credential)
        return Passkey(made.id, user, made.public_key, made.counter, label, now())

    async def add_passkey(self, passkey: Passkey) -> None:
        await self._database.write(lambda connection: stored.insert_passkey(connection, passkey))

    async def remove_passkey(self, user: str, passkey_id: str) -> None:
        if not await self._database.write(lambda connection: stored.delete_passkey(connection, user, passkey_id)):
            raise NotFound("you have no such passkey")

    async def passkey_options(self, site: Site) -> str:
        """What the browser needs to sign in by a passkey."""
        return passkeys.request_options(site, await self._challenge("passkey", ""))

    async def by_passkey(self, site: Site, credential: str) -> str:
        """The user whose passkey the browser has used."""
        challenge, key = await self._answered("passkey", "", credential), passkeys.id_in(credential)
        passkey = await self._database.read(lambda connection: stored.read_passkey(connection, key))
        if passkey is None:
            raise WrongSecret("that passkey doesn't work here")
        counter = passkeys.verify_used(site, challenge, credential, passkey)
        await self._database.write(lambda connection: stored.note_counter(connection, key, counter))
        return passkey.user

    async def delete(self, user: str) -> None:
        """Nothing stays but the games, under another name."""
        await self.find(user)
        await self._database.write(lambda connection: delete_user(connection, user))
        self._users.forget(user)
