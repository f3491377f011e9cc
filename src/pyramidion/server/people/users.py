"""Users: guests with a name, and whom they have muted. What was asked for once is kept in memory."""

import secrets
import time
from collections import OrderedDict

from pyramidion.server.limits import Who
from pyramidion.server.people.names import checked_name
from pyramidion.server.storage.database import Database
from pyramidion.server.storage.users import User, insert_user, read_user, rename_user, set_mute

GUESTS = ("Ibis", "Falcon", "Cat", "Heron", "Crane", "Scarab", "Jackal", "Stork", "Gazelle", "Hoopoe", "Cobra", "Lynx")
NOBODY = User("Somebody", set())
MOST_ADDRESSES = 20_000


class Users:
    """Everybody who has a cookie of ours."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: dict[str, User] = {}
        self._addresses: OrderedDict[str, str] = OrderedDict()

    async def new_guest(self) -> str:
        """Somebody who came for the first time; their id."""
        user = secrets.token_urlsafe(9)
        name = f"{secrets.choice(GUESTS)} {secrets.randbelow(90) + 10}"
        created = time.time_ns() // 1_000_000
        await self._database.write(lambda connection: insert_user(connection, user, name, created))
        self._known[user] = User(name, set())
        return user

    def seen_at(self, user: str, address: str) -> None:
        """Somebody has asked for something."""
        if user:
            self._addresses[user] = address
            self._addresses.move_to_end(user)
            if len(self._addresses) > MOST_ADDRESSES:
                self._addresses.popitem(last=False)

    def who(self, user: str) -> Who:
        """A user with the address where they were last seen."""
        return Who(user, self._addresses.get(user, user))

    async def name_of(self, user: str) -> str:
        """What a user is called."""
        return (await self._load(user)).name

    async def _load(self, user: str) -> User:
        if user not in self._known:
            found = await self._database.read(lambda connection: read_user(connection, user))
            if found is None:
                return NOBODY
            self._known[user] = found
        return self._known[user]

    async def rename(self, user: str, name: str) -> None:
        """Be called otherwise, at the tables to come."""
        name = checked_name(name)
        known = await self._load(user)
        await self._database.write(lambda connection: rename_user(connection, user, name))
        self._known[user] = known._replace(name=name)

    async def mute(self, user: str, other: str, on: bool) -> None:
        """No longer hear somebody, or hear them again."""
        known = await self._load(user)
        await self._database.write(lambda connection: set_mute(connection, user, other, on=on))
        (known.muted.add if on else known.muted.discard)(other)

    def muted_by(self, user: str) -> set[str]:
        """Whom a user, who is connected, does not want to hear."""
        known = self._known.get(user)
        return known.muted if known else set()
