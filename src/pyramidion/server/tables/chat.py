"""What people say at a table. It is kept like everything else, and nobody hears whom they have muted."""

from collections.abc import Iterable

import msgspec

from pyramidion.game import Illegal
from pyramidion.server.limits import Bucket, TooMuch
from pyramidion.server.people.names import clean
from pyramidion.server.people.users import Users
from pyramidion.server.protocol.socket import Said
from pyramidion.server.storage.chat import insert_remark, read_remarks
from pyramidion.server.storage.database import Database
from pyramidion.server.tables.presence import Connection

MOST_REMARKS = 30  # that somebody who comes is told
ONLOOKERS_RATE, ONLOOKERS_BURST = 1.0, 20.0  # remarks a second, and at once


class Chat:
    """The remarks of one table."""

    def __init__(self, database: Database, users: Users, table_id: str) -> None:
        self._database = database
        self._users = users
        self._table_id = table_id
        self.is_new = False  # whether nothing has ever been said here
        self._onlookers = Bucket(ONLOOKERS_RATE, ONLOOKERS_BURST)  # what all who watch may say together

    async def say(self, user: str, text: str, at: int, listeners: Iterable[Connection], *, is_seated: bool) -> None:
        """Write a remark down, then tell it."""
        text = clean(text)
        if not text:
            raise Illegal("the message is empty")
        await self._users.check_may_speak(user)
        if not is_seated and not self._onlookers.take():
            raise TooMuch("too many messages from people watching: please wait a moment")
        said = Said(user=user, title=await self._users.name_of(user), text=text, at=at)
        self.is_new = False
        await self._database.write(lambda connection: insert_remark(connection, self._table_id, said))
        encoded = msgspec.json.encode(said)
        for listener in list(listeners):
            if user not in self._users.muted_by(listener.user):
                (listener.push if listener.user == user else listener.push_if_quick)(encoded)

    async def remind(self, listener: Connection) -> None:
        """What was said last, for somebody who has just come."""
        if self.is_new:
            return
        muted = self._users.muted_by(listener.user)
        for said in await self._database.read(lambda connection: read_remarks(connection, self._table_id, MOST_REMARKS)):
            if said.user not in muted:
                listener.push(msgspec.json.encode(said))
