"""Offers: to take the last choice back, and to play again. Everybody who sits at the table must agree."""

from collections.abc import Awaitable, Callable

from pyramidion.game import Illegal
from pyramidion.server.protocol.fields import Wish
from pyramidion.server.protocol.socket import Decline, Offer
from pyramidion.server.storage.events import Entry
from pyramidion.server.tables.live_table import LiveTable
from pyramidion.server.tables.presence import Connection
from pyramidion.server.tables.table import Table
from pyramidion.server.tables.undo_policy import check_undos, last_choice, may_undo

Rematch = Callable[[Table], Awaitable[str]]
"""Opens the rematch of a table; its id."""


class Offers:
    """The offers at one table."""

    def __init__(self, live: LiveTable, rematch: Rematch) -> None:
        self._live = live
        self._open_rematch = rematch

    async def offer(self, connection: Connection, offer: Offer, at: int) -> None:
        """Make an offer, or agree to somebody else's."""
        table = self._live.table
        async with self._live.lock:
            if not table.seats_of(connection.user):
                raise Illegal("only players can ask for that")
            if offer.wish == "undo":
                await self._undo(connection, offer.n, at)
            elif table.meta.status != "over":
                raise Illegal("the game isn't over yet")
            else:
                await self._rematch(connection)

    async def decline(self, connection: Connection, decline: Decline) -> None:
        """Not agree, or take back one's own offer."""
        async with self._live.lock:
            if not self._live.table.seats_of(connection.user):
                raise Illegal("only players can decline that")
            self._set(decline.wish, [])

    async def _undo(self, connection: Connection, n: int, at: int) -> None:
        """Take back at once what may be taken back; otherwise everybody must agree with who wished first."""
        live, table = self._live, self._live.table
        table.playing  # noqa: B018 - raises if the game is not being played
        agreed = [*live.offers.get("undo", []), connection.user]
        undoing = table.seats_of(agreed[0])
        number = last_choice(table, undoing)
        if number is None:
            raise Illegal("there is nothing to undo")
        check_undos(table)
        if table.meta.rated and not may_undo(table, undoing):
            raise Illegal("in a rated game you can only undo a move that told you nothing new")
        if table.meta.people <= set(agreed) or (len(agreed) == 1 and may_undo(table, undoing)):
            await live.commit_if_current(connection, n, lambda: table.undo(number, undoing[0], at))
        else:
            self._set("undo", agreed)

    async def _rematch(self, connection: Connection) -> None:
        """The same again, when all who are still here want it."""
        live, meta = self._live, self._live.table.meta
        agreed = [*live.offers.get("rematch", []), connection.user]
        if meta.rematch or not live.presence.users & meta.people <= set(agreed):
            self._set("rematch", agreed)
            return
        rematch = await self._open_rematch(live.table)

        def link() -> list[Entry]:
            live.table.meta.rematch = rematch
            return []

        await live.commit(link)

    def _set(self, wish: Wish, users: list[str]) -> None:
        """From now on these users have that wish."""
        self._live.offers[wish] = users
        self._live.broadcast(len(self._live.table.log))
