"""The same without `await`: the connections live in a thread of their own, so that they go on while one thinks."""

import asyncio
import threading
from collections.abc import AsyncIterator, Coroutine, Iterator
from typing import Any, TypeVar

from pyramidion.client.rest import Json
from pyramidion.client.state import TableVerbs
from pyramidion.client.tables import AsyncServer, AsyncTable, connect_async
from pyramidion.game import Move
from pyramidion.server.protocol.socket import Happened, Hint

T = TypeVar("T")


class Background:
    """An event loop in a thread that ends with the program."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="pyramidion client", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._loop.run_forever()
            self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        finally:
            self._loop.close()

    def run(self, work: Coroutine[object, None, T]) -> T:
        """Have something done there, and wait for it."""
        doing = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return doing.result()
        except BaseException:
            doing.cancel()
            raise

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()


class Table(TableVerbs):
    """A table that one has joined, or watches, with the verbs of `Play`."""

    def __init__(self, background: Background, table: AsyncTable) -> None:
        self._background = background
        self._table = table
        self.id = table.id
        self.link = table.link

    @property
    def sync(self) -> Json:
        return self._table.sync

    @property
    def events(self) -> list[Happened]:
        return self._table.events

    @property
    def said(self) -> list[Json]:
        return self._table.said

    def act(self, action: str, seat: int | None = None) -> Happened:
        """Do an action; the event, once it is written. An error says why not, and then nothing has changed."""
        return self._background.run(self._table.act(action, seat))

    def slap(self, seat: int | None = None, reaction: float | None = None) -> Happened:
        """Slap, so many milliseconds after the card could be seen: if that isn't said, since the server told of it."""
        return self._background.run(self._table.slap(seat, reaction))

    def resign(self, seat: int | None = None) -> None:
        """Give up."""
        self._background.run(self._table.resign(seat))

    def say(self, text: str) -> None:
        """Say something to everybody here."""
        self._background.run(self._table.say(text))

    def offer(self, wish: str) -> None:
        """Ask for an `undo` or a `rematch`, or agree to it."""
        self._background.run(self._table.offer(wish))

    def decline(self, wish: str) -> None:
        """Not agree to what somebody asked for, or ask no longer."""
        self._background.run(self._table.decline(wish))

    def undo(self) -> None:
        """Take back one's last move, or ask for it."""
        self._background.run(self._table.undo())

    def hint(self, seat: int | None = None) -> Hint:
        """What the server's search thinks of what a seat may do, the best first."""
        return self._background.run(self._table.hint(seat))

    def leave(self) -> None:
        """Give one's seat up: before the game it is free again, during it a bot plays on."""
        self._background.run(self._table.leave())

    def wait_for_turn(self) -> bool:
        """Wait until one may act; False when the game is over."""
        return self._background.run(self._table.wait_for_turn())

    @property
    def heard(self) -> int:
        """How many messages have told something."""
        return self._table.heard

    def wait(self, heard: int) -> None:
        """Wait until something is told that was not among so many messages."""
        self._background.run(self._table.wait(heard))

    def __iter__(self) -> Iterator[Happened]:
        """Every event from the beginning, as it happens, to the game's end."""
        number = 0
        while event := self._background.run(self._table.happens(number)):
            yield event
            number += 1

    def record(self) -> Json:
        """The whole game with its dice, when it is over."""
        return self._background.run(self._table.record())

    def observation(self) -> Any:
        """What one's seats know, as the rules' own record: for a search of our own."""
        return self._background.run(self._table.observation())

    def moves(self, seat: int | None = None) -> list[Move]:
        """What a seat may do, as people read it."""
        return self._background.run(self._table.moves(seat))

    def read(self, typed: str) -> str:
        """What somebody typed, in notation."""
        return self._background.run(self._table.read(typed))

    def close(self) -> None:
        """Leave the connection, not the seat."""
        self._background.run(self._table.close())


class Server:
    """A server, for somebody with a token."""

    def __init__(self, background: Background, server: AsyncServer) -> None:
        self._background = background
        self._server = server
        self.user = server.user
        self.name = server.name
        self.token = server.token

    def rename(self, name: str) -> None:
        """Be called otherwise, at the tables to come."""
        self._background.run(self._server.rename(name))
        self.name = self._server.name

    def tables(self) -> Json:
        """The tables that one sits at, those that wait for somebody, and those to watch."""
        return self._background.run(self._server.tables())

    def open(self, game: str, *seats: str, clock: Json | None = None, **more: object) -> Table:
        """Open a table with these on its seats: me, anybody, or a bot's level. Options of the game by keyword."""
        return self._joined(self._server.open(game, *seats, clock=clock, **more))

    def join(self, link: str, seat: int | None = None) -> Table:
        """Sit down at a table, by its link or id, if there is a free seat; otherwise watch."""
        return self._joined(self._server.join(link, seat))

    def watch(self, link: str) -> Table:
        """Come to a table without taking a seat; if one sits there already, to that seat."""
        return self._joined(self._server.watch(link))

    def challenge(self, name: str, game: str, seats: int = 2, *, rated: bool = False) -> Table:
        """Challenge somebody by name: the table waits for them."""
        return self._joined(self._server.challenge(name, game, seats, rated=rated))

    def challenges(self) -> list[Json]:
        """One's challenges and those to one."""
        return self._background.run(self._server.challenges())

    def decline(self, table_id: str) -> None:
        """Decline a challenge, or take one's own back."""
        self._background.run(self._server.decline(table_id))

    def news(self) -> Iterator[Json]:
        """What happens to one, for ever: challenges, pairings, games that begin and end, one's turns."""
        news = self._server.news()
        while True:
            yield self._background.run(_next(news))

    def close(self) -> None:
        """End all connections."""
        self._background.run(self._server.close())
        self._background.stop()

    def _joined(self, joining: Coroutine[object, None, AsyncTable]) -> Table:
        return Table(self._background, self._background.run(joining))


async def _next(news: AsyncIterator[Json]) -> Json:
    return await anext(news)


def connect(url: str, token: str = "", *, scope: str = "play") -> Server:
    """Come to a server: as who the token says, or as a new guest, with a token for that."""
    background = Background()
    try:
        return Server(background, background.run(connect_async(url, token, scope=scope)))
    except BaseException:
        background.stop()
        raise
