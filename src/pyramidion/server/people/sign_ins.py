"""Who asks: guests by a signed id in their cookie, accounts by a secret that can be ended from elsewhere."""

import secrets
import time
from collections.abc import Collection
from contextlib import suppress
from typing import NamedTuple

from pyramidion.server.people.cookies import CookieSigner
from pyramidion.server.people.remembered import Remembered
from pyramidion.server.people.secret_texts import hashed, new_secret
from pyramidion.server.people.users import Users
from pyramidion.server.storage import sign_ins as stored
from pyramidion.server.storage.access_tokens import AccessToken
from pyramidion.server.storage.database import Database, StorageUnavailable
from pyramidion.server.storage.sign_ins import SignIn

MARK = "~"  # before a secret in a cookie; no user's id begins so
SEEN_EVERY = 3_600_000  # milliseconds
PROVED_FOR = 10 * 60_000  # milliseconds for which somebody need not show again who they are
LONGEST_DEVICE = 120


class Identity(NamedTuple):
    """Who asks."""

    user: str  # nobody, if it is empty
    sign_in: SignIn | None = None  # of an account
    token: AccessToken | None = None  # of a program

    @property
    def key(self) -> str:
        """What was shown: when that is ended, so are the connections that it opened. Nothing of a guest's cookie."""
        shown = self.sign_in or self.token
        return shown.id if shown else ""

    @property
    def is_proved(self) -> bool:
        """Whether they have shown a moment ago who they are."""
        return self.sign_in is not None and now() - self.sign_in.proved < PROVED_FOR


NOBODY = Identity("")


class SignIns:
    """Finds out who asks, and signs people in and out."""

    def __init__(self, database: Database, users: Users, cookies: CookieSigner) -> None:
        self._database = database
        self._users = users
        self._cookies = cookies
        self._kept = Remembered[SignIn]()

    def guest_cookie(self, user: str) -> str:
        """The cookie of a guest."""
        return self._cookies.sign(user)

    async def identify(self, cookie: str) -> Identity:
        """Whose cookie this is. A guest's is nobody's any more when the guest has become an account."""
        said = self._cookies.signed_in(cookie)
        if said.startswith(MARK):
            sign_in = await self._find(hashed(said))
            return Identity(sign_in.user, sign_in) if sign_in else NOBODY
        is_guest = said and await self._users.is_guest(said)
        return Identity(said) if is_guest else NOBODY

    async def _find(self, secret_hash: str) -> SignIn | None:
        return await self._kept.find(secret_hash, lambda: self._read(secret_hash))

    async def _read(self, secret_hash: str) -> SignIn | None:
        sign_in = await self._database.read(lambda connection: stored.read_sign_in(connection, secret_hash))
        if sign_in:
            await self._note_seen(sign_in)
        return sign_in

    async def _note_seen(self, sign_in: SignIn) -> None:
        at = now()
        if at - sign_in.seen > SEEN_EVERY:
            with suppress(StorageUnavailable):  # whoever only looks can do so while nothing can be written
                await self._database.write(lambda connection: stored.note_seen(connection, sign_in.id, at))

    async def sign_in(self, user: str, device: str) -> str:
        """Somebody has shown who they are; the cookie they get."""
        at, secret = now(), MARK + new_secret()
        sign_in = SignIn(secrets.token_urlsafe(9), user, device[:LONGEST_DEVICE], at, at, at)
        await self._database.write(lambda connection: stored.insert_sign_in(connection, sign_in, hashed(secret)))
        self._kept.keep(hashed(secret), sign_in)
        return self._cookies.sign(secret)

    async def prove_again(self, sign_in: SignIn) -> None:
        """Somebody who is signed in has shown once more who they are."""
        at = now()
        await self._database.write(lambda connection: stored.note_proved(connection, sign_in.id, at))
        self.forget([sign_in.id])

    async def of(self, user: str) -> list[SignIn]:
        """Where somebody is signed in."""
        return await self._database.read(lambda connection: stored.sign_ins_of(connection, user))

    async def end(self, user: str, *, only: str = "", but: str = "") -> list[str]:
        """Sign somebody out in one place, everywhere, or everywhere else; where they were signed in."""
        ended = await self._database.write(lambda connection: stored.delete_sign_ins(connection, user, only=only, but=but))
        self.forget(ended)
        return ended

    def forget(self, ids: Collection[str]) -> None:
        """These sign-ins have been changed or ended."""
        self._kept.forget(ids)


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000
