"""Users: guests and accounts with a name, and whom they have muted. What was asked for once is kept in memory."""

import secrets
import time
from collections import OrderedDict
from collections.abc import Sequence

from pyramidion.refusal import NotFound, Refusal
from pyramidion.server.limits import Who
from pyramidion.server.news import News, NoNews
from pyramidion.server.people.look_alikes import name_key
from pyramidion.server.people.names import checked_account_name, checked_name
from pyramidion.server.storage.database import Database
from pyramidion.server.storage.tables import Seat
from pyramidion.server.storage.users import Kind, User, insert_guest, read_user, rename_user, set_mute

GUESTS = ("Ibis", "Falcon", "Cat", "Heron", "Crane", "Scarab", "Jackal", "Stork", "Gazelle", "Hoopoe", "Cobra", "Lynx")
NOBODY = User("Somebody", set())
MOST_ADDRESSES = 20_000
ONLINE_SECONDS = 120.0
TRIES = 20  # names for a guest that may be an account's already


class Users:
    """Everybody who has a cookie of ours."""

    def __init__(self, database: Database, news: News | None = None) -> None:
        self._database = database
        self._news = news or NoNews()
        self._news.hear("user_changed", self.forget_here)
        self._known: dict[str, User] = {}
        self._forgotten = 0  # counts what was written elsewhere: what was read before is not kept
        self._addresses: OrderedDict[str, str] = OrderedDict()
        self._seen: dict[str, float] = {}

    async def new_guest(self) -> str:
        """Somebody who came for the first time; their id."""
        user, created = secrets.token_urlsafe(9), time.time_ns() // 1_000_000
        names = {name_key(name): name for name in (_guest_name() for _ in range(TRIES))}
        name = await self._database.write(lambda connection: insert_guest(connection, user, names, created))
        self._known[user] = User(name, set())
        return user

    def seen_at(self, user: str, address: str) -> None:
        """Somebody has asked for something."""
        if user:
            self._addresses[user] = address
            self._seen[user] = time.monotonic()
            self._addresses.move_to_end(user)
            if len(self._addresses) > MOST_ADDRESSES:
                self._seen.pop(self._addresses.popitem(last=False)[0], None)

    def who(self, user: str) -> Who:
        """A user with the address where they were last seen."""
        return Who(user, self._addresses.get(user, user))

    def is_online(self, user: str) -> bool:
        """Whether somebody has asked for something a moment ago: pages do so by themselves."""
        return time.monotonic() - self._seen.get(user, -ONLINE_SECONDS) < ONLINE_SECONDS

    async def name_of(self, user: str) -> str:
        """What a user is called."""
        return (await self._load(user)).name

    async def kind_of(self, user: str) -> Kind:
        """Whether somebody is a guest, an account, or no more."""
        return (await self._load(user)).kind

    async def is_guest(self, user: str) -> bool:
        """Whether a cookie with this id is good: not if they have an account, are no more, or were sent away."""
        known = await self._load(user)
        return known.kind == "guest" and not known.is_closed

    async def is_welcome(self, user: str) -> bool:
        """Whether somebody may come with a token: not who is no more, or was sent away."""
        known = await self._load(user)
        return known is not NOBODY and known.kind != "deleted" and not known.is_closed

    async def is_program(self, user: str) -> bool:
        """Whether a program plays as this user."""
        return (await self._load(user)).is_program

    async def seated(self, user: str) -> Seat:
        """A seat that somebody takes."""
        known = await self._load(user)
        return Seat(user=user, title=known.name, is_program=known.is_program)

    async def check_exists(self, user: str) -> None:
        if await self._load(user) is NOBODY:
            raise NotFound("there is no such player")

    async def check_open(self, user: str) -> None:
        """Refuse somebody whose account a moderator has closed."""
        if (await self._load(user)).is_closed:
            raise Refusal("this account was closed by a moderator")

    async def check_may_speak(self, user: str) -> None:
        """Refuse somebody whom a moderator has muted."""
        if (await self._load(user)).silenced_until > time.time_ns() // 1_000_000:
            raise Refusal("a moderator has muted you: you can still play")

    def forget(self, user: str) -> None:
        """Something of a user was written elsewhere: it is read again when it is asked for."""
        self._known.pop(user, None)
        self._forgotten += 1
        self._news.tell("user_changed", [user])

    def forget_here(self, users: Sequence[str]) -> None:
        """The same, where it was written at another node."""
        for user in users:
            self._known.pop(user, None)
        self._forgotten += 1

    async def _load(self, user: str) -> User:
        if known := self._known.get(user):
            return known
        forgotten = self._forgotten
        found = await self._database.read(lambda connection: read_user(connection, user))
        if found is None:
            return NOBODY
        if forgotten == self._forgotten:
            self._known[user] = found
        return found

    async def rename(self, user: str, name: str) -> None:
        """Be called otherwise, at the tables to come."""
        known = await self._load(user)
        name = checked_account_name(name) if known.kind == "account" else checked_name(name)
        await self._database.write(lambda connection: rename_user(connection, user, known.kind, name, name_key(name)))
        self.forget(user)

    async def mute(self, user: str, other: str, on: bool) -> None:
        """No longer hear somebody, or hear them again."""
        known = await self._load(user)
        await self._database.write(lambda connection: set_mute(connection, user, other, on=on))
        for one in (known, self._known.get(user, known)):  # which may have been read anew meanwhile
            (one.muted.add if on else one.muted.discard)(other)
        self._news.tell("user_changed", [user])

    def muted_by(self, user: str) -> set[str]:
        """Whom a user, who is connected, does not want to hear."""
        known = self._known.get(user)
        return known.muted if known else set()


def _guest_name() -> str:
    return f"{secrets.choice(GUESTS)} {secrets.randbelow(90) + 10}"
