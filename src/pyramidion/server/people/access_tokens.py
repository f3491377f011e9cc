"""Access tokens: what somebody gives to a program, so that it may do some things in their name and no others."""

import secrets
from collections.abc import Collection
from contextlib import suppress

from pyramidion.refusal import NotFound, Refusal
from pyramidion.server.people.cookies import CookieSigner
from pyramidion.server.people.names import clean
from pyramidion.server.people.remembered import Remembered
from pyramidion.server.people.secret_texts import hashed, new_secret
from pyramidion.server.people.sign_ins import NOBODY, SEEN_EVERY, Identity, now
from pyramidion.server.people.users import Users
from pyramidion.server.protocol.fields import Scope
from pyramidion.server.storage import access_tokens as stored
from pyramidion.server.storage.access_tokens import AccessToken
from pyramidion.server.storage.database import Database, StorageUnavailable

MARK = "pyramidion_"  # so that a token that was published by mistake can be searched for
IMPLIED: dict[str, set[Scope]] = {"read": {"read"}, "play": {"read", "play"}, "bot": {"read", "play", "bot"}}


class BadToken(Refusal):
    """A token that is not ours, or not any more."""

    code = "bad_token"


def allows(token: AccessToken, scope: str) -> bool:
    """Whether a token is good for something: whoever may play may read as well, and so may bots."""
    return any(scope in IMPLIED.get(own, set()) for own in token.scopes.split())


class AccessTokens:
    """Everybody's."""

    def __init__(self, database: Database, users: Users, signer: CookieSigner) -> None:
        self._database = database
        self._users = users
        self._signer = signer
        self._kept = Remembered[AccessToken]()

    async def create(self, user: str, label: str, scopes: Collection[Scope]) -> tuple[str, AccessToken]:
        """A new token: its text, which nobody can be told again, and what is written of it."""
        secret = MARK + new_secret()
        token = AccessToken(secrets.token_urlsafe(9), user, clean(label), " ".join(sorted(scopes)), now(), None)
        makes_program = "bot" in scopes
        await self._database.write(
            lambda connection: stored.insert_access_token(connection, token, hashed(secret), makes_program=makes_program)
        )
        if makes_program:
            self._users.forget(user)
        return self._signer.sign(secret), token

    async def of(self, user: str) -> list[AccessToken]:
        return await self._database.read(lambda connection: stored.access_tokens_of(connection, user))

    async def revoke(self, user: str, token: str) -> None:
        if not await self._database.write(lambda connection: stored.delete_access_token(connection, user, token)):
            raise NotFound("you have no such access token")
        self.forget([token])

    def forget(self, ids: Collection[str]) -> None:
        """These have been revoked."""
        self._kept.forget(ids)

    async def identify(self, text: str) -> Identity:
        """Whose token this is. One that is made up asks the database nothing."""
        secret = self._signer.signed_in(text)
        if not secret.startswith(MARK):
            return NOBODY
        secret_hash = hashed(secret)
        token = await self._kept.find(
            secret_hash,
            lambda: self._database.read(lambda connection: stored.read_access_token(connection, secret_hash)),
        )
        if token is None or not await self._users.is_welcome(token.user):
            return NOBODY
        await self._note_seen(secret_hash, token)
        return Identity(token.user, token=token)

    async def _note_seen(self, secret_hash: str, token: AccessToken) -> None:
        at = now()
        if at - (token.seen or 0) > SEEN_EVERY:
            self._kept.keep(secret_hash, token._replace(seen=at))
            with suppress(StorageUnavailable):  # whoever only looks can do so while nothing can be written
                await self._database.write(lambda connection: stored.note_token_seen(connection, token.id, at))
