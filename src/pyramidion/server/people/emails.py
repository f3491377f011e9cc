"""E-mail addresses: given only by those who want to, confirmed by a link, and good for getting back into an account."""

import re
from collections.abc import Callable, Coroutine

from pyramidion.game import Illegal
from pyramidion.server.limits import Buckets, TooMuch
from pyramidion.server.people.accounts import WrongSecret
from pyramidion.server.people.mail import Mailer
from pyramidion.server.people.secret_texts import hashed, new_secret
from pyramidion.server.people.sign_ins import now
from pyramidion.server.people.users import Users
from pyramidion.server.storage import emails as stored
from pyramidion.server.storage.database import Database
from pyramidion.server.storage.emails import Email
from pyramidion.server.storage.sign_ins import Token, insert_token, take_token
from pyramidion.wording import sentence

CONFIRM_FOR = 24 * 3600_000  # milliseconds for which a link works
SIGN_IN_FOR = 30 * 60_000
ADDRESS = re.compile(r"[\w.!#$%&'*+/=?^`{|}~-]+@[\w-]+(\.[\w-]+)+", re.ASCII)
MAIL_RATE, MAIL_BURST = 1 / 600, 3.0  # mails a second to one address, and at once

CONFIRM = """\
Hello {name},

please confirm your e-mail address for Pyramidion by opening this link within a day:

{link}

If this wasn't you, you can ignore this e-mail: nothing happens without the link.
"""
SIGN_IN = """\
Hello {name},

this link signs you in to Pyramidion. It works once, within half an hour:

{link}

If you didn't ask for it, you can ignore this e-mail: nobody can sign in without the link.
"""
NOTICE = """\
Hello {name},

{what} at Pyramidion.

If this wasn't you, have a link sent to sign in by, choose a new password and sign out everywhere else:

{link}
"""
MOST_NOTICES = 10.0  # at once to one user; then as many as other mails

Spawn = Callable[[Coroutine[object, object, None]], object]
"""Lets something run on its own."""


class Emails:
    """Everybody's addresses."""

    def __init__(self, database: Database, users: Users, mailer: Mailer, spawn: Spawn) -> None:
        self._database = database
        self._users = users
        self._mailer = mailer
        self._spawn = spawn
        self._notices = Buckets(MAIL_RATE, MOST_NOTICES)
        self._mails = Buckets(MAIL_RATE, MAIL_BURST)
        self._links = Buckets(MAIL_RATE, MAIL_BURST)  # apart: or a refusal above would tell who gets links

    @property
    def is_on(self) -> bool:
        return self._mailer.is_on

    async def of(self, user: str) -> Email | None:
        return await self._database.read(lambda connection: stored.read_email(connection, user))

    async def set(self, user: str, address: str) -> None:
        """Note an address, and send a link there. It is good for nothing before somebody follows it."""
        if not self.is_on:
            raise Illegal("this server doesn't send e-mail")
        address = address.strip().lower()
        if not ADDRESS.fullmatch(address):
            raise Illegal("that isn't an e-mail address")
        if not self._mails.take(address):
            raise TooMuch("too many e-mails to this address: please wait a few minutes")
        await self.notify(user, "another e-mail address was given for your account")
        await self._database.write(lambda connection: stored.set_email(connection, user, address))
        link = await self._link("confirm", user, address, CONFIRM_FOR)
        await self._send(user, address, "Confirm your e-mail address", CONFIRM, link)

    async def remove(self, user: str) -> None:
        await self.notify(user, "this e-mail address was taken from your account")
        await self._database.write(lambda connection: stored.delete_email(connection, user))

    async def confirm(self, token: str) -> None:
        """Somebody has followed the link."""
        said = await self._take("confirm", token)
        at = now()
        if not await self._database.write(lambda connection: stored.confirm_email(connection, said.user, said.data, at)):
            raise WrongSecret("this link no longer works")

    async def send_links(self, address: str) -> None:
        """Send a link to everybody who has confirmed this address. Whoever asked is not told whether there is anybody."""
        address = address.strip().lower()
        users = await self._database.read(lambda connection: stored.users_at(connection, address))
        if not users or not self._links.take(address):
            return
        for user in users:
            link = await self._link("sign-in", user, address, SIGN_IN_FOR)
            await self._send(user, address, "Sign in", SIGN_IN, link)

    async def by_link(self, token: str) -> str:
        """The user who was sent this link, if the address is still theirs."""
        said = await self._take("sign-in", token)
        email = await self.of(said.user)
        if email is None or (email.address, bool(email.confirmed)) != (said.data, True):
            raise WrongSecret("this link no longer works")
        return said.user

    async def notify(self, user: str, what: str) -> None:
        """Tell somebody who has confirmed an address what was changed in their account. Nobody waits for the mail."""
        email = await self.of(user)
        if not self.is_on or email is None or not email.confirmed or not self._notices.take(user):
            return
        name = await self._users.name_of(user)
        text = NOTICE.format(name=name, what=sentence(what).rstrip("."), link=f"{self._mailer.site}/account")
        self._spawn(self._mailer.send(email.address, "Your account was changed · Pyramidion", text))

    async def _link(self, kind: str, user: str, address: str, milliseconds: int) -> str:
        """A link that works once. Its secret stands behind a #, so that no server on the way logs it."""
        secret, at = new_secret(), now()
        token = Token(user, address)
        await self._database.write(
            lambda connection: insert_token(connection, kind, hashed(secret), token, at, at + milliseconds)
        )
        return f"{self._mailer.site}/mail/{kind}#{secret}"

    async def _take(self, kind: str, secret: str) -> Token:
        token = await self._database.write(lambda connection: take_token(connection, kind, hashed(secret), now()))
        if token is None:
            raise WrongSecret("this link no longer works")
        return token

    async def _send(self, user: str, address: str, subject: str, text: str, link: str) -> None:
        name = await self._users.name_of(user)
        await self._mailer.send(address, f"{subject} · Pyramidion", text.format(name=name, link=link))
