"""Who asks: guests by a signed id in their cookie, accounts by a secret that can be ended from elsewhere."""

import secrets
import time
from collections import OrderedDict
from collections.abc import Container
from contextlib import suppress
from typing import NamedTuple

from pyramidion.server.people.cookies import CookieSigner
from pyramidion.server.people.secret_texts import hashed, new_secret
from pyramidion.server.people.users import Users
from pyramidion.server.storage import sign_ins as stored
from pyramidion.server.storage.database import Database, StorageUnavailable
from pyramidion.server.storage.sign_ins import SignIn

MARK = "~"  # before a secret in a cookie; no user's id begins so
FRESH_SECONDS = 20.0  # how long what was read is believed: another node may have ended it
SEEN_EVERY = 3_600_000  # milliseconds
PROVED_FOR = 10 * 60_000  # milliseconds for which somebody need not show again who they are
LONGEST_DEVICE = 120
MOST_KEPT = 20_000


class Identity(NamedTuple):
    """Who asks."""

    user: str  # nobody, if it is empty
    sign_in: SignIn | None = None  # of an account

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
        self._kept: OrderedDict[str, tuple[float, SignIn]] = OrderedDict()  # by the hash of the secret
        self._ended = 0  # counts what was ended or changed: what was read before is not kept

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
        kept = self._kept.get(secret_hash)
        if kept and time.monotonic() - kept[0] < FRESH_SECONDS:
            return kept[1]
        ended = self._ended
        try:
            sign_in = await self._database.read(lambda connection: stored.read_sign_in(connection, secret_hash))
        except StorageUnavailable:
            return kept[1] if kept else None
        if sign_in is None:
            self._kept.pop(secret_hash, None)
            return None
        if ended == self._ended:
            self._keep(secret_hash, sign_in)
        await self._note_seen(sign_in)
        return sign_in

    def _keep(self, secret_hash: str, sign_in: SignIn) -> None:
        self._kept[secret_hash] = time.monotonic(), sign_in
        self._kept.move_to_end(secret_hash)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)

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
        self._keep(hashed(secret), sign_in)
        return self._cookies.sign(secret)

    async def prove_again(self, sign_in: SignIn) -> None:
        """Somebody who is signed in has shown once more who they are."""
        at = now()
        await self._database.write(lambda connection: stored.note_proved(connection, sign_in.id, at))
        self.forget({sign_in.id})

    async def of(self, user: str) -> list[SignIn]:
        """Where somebody is signed in."""
        return await self._database.read(lambda connection: stored.sign_ins_of(connection, user))

    async def end(self, user: str, *, only: str = "", but: str = "") -> list[str]:
        """Sign somebody out in one place, everywhere, or everywhere else; where they were signed in."""
        ended = await self._database.write(lambda connection: stored.delete_sign_ins(connection, user, only=only, but=but))
        self.forget(set(ended))
        return ended

    def forget(self, ids: Container[str]) -> None:
        """These sign-ins have been changed or ended."""
        self._ended += 1
        for secret_hash in [key for key, (_, sign_in) in self._kept.items() if sign_in.id in ids]:
            del self._kept[secret_hash]


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000
