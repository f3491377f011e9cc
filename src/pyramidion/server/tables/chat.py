"""What people say at a table. It is kept like everything else, and nobody hears whom they have muted."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec
import sqlalchemy as sql

from pyramidion.game import Illegal
from pyramidion.server.protocol.messages import Said
from pyramidion.server.storage import database as store

if TYPE_CHECKING:
    from pyramidion.server.sockets.connection import Connection
    from pyramidion.server.tables.registry import House

MOST_REMARKS = 30  # that somebody who comes is told


class Talk:
    """The remarks of one table."""

    def __init__(self, house: "House", table_id: str) -> None:
        self.house = house
        self.table_id = table_id
        self.is_new = False  # whether nothing has ever been said here

    async def say(self, speaker: "Connection", text: str, at: int, listeners: Iterable["Connection"]) -> None:
        """Write a remark down, then tell it."""
        text = " ".join(text.split())
        if not text:
            raise Illegal("there is nothing in that remark")
        said = Said(user=speaker.user, title=await self.house.name_of(speaker.user), text=text, at=at)
        self.is_new = False
        row = {"table_id": self.table_id, **msgspec.structs.asdict(said)}
        await self.house.store.write(lambda connection: connection.execute(store.remarks.insert(), row).rowcount)
        encoded = msgspec.json.encode(said)
        for listener in list(listeners):
            if speaker.user not in self.house.mutes_of(listener.user):
                listener.push(encoded)

    async def remind(self, listener: "Connection") -> None:
        """What was said last, for somebody who has just come."""
        if self.is_new:
            return
        columns = store.remarks.c
        query = sql.select(columns.user, columns.title, columns.text, columns.at).where(columns.table_id == self.table_id)
        query = query.order_by(columns.id.desc()).limit(MOST_REMARKS)
        rows = await self.house.store.read(lambda connection: connection.execute(query).all())
        for row in reversed(rows):
            if row.user not in self.house.mutes_of(listener.user):
                listener.push(msgspec.json.encode(Said(*row)))
