"""A server and its tables, with `await`. `sync.py` has the same without."""

import asyncio
import re
import time
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import quote

import msgspec

from pyramidion.client.line import Line
from pyramidion.client.news import listen
from pyramidion.client.observations import OtherRules, decoded
from pyramidion.client.rest import Json, NotDone, Rest
from pyramidion.client.state import TableVerbs
from pyramidion.game import Illegal, Move
from pyramidion.server.protocol.socket import Happened, Hint

TABLE = re.compile(r"(?:.*/(?:t|tables)/)?(?P<id>[\w-]+)/?(?:[?#].*)?")  # an id, or a link with it

SLAP = "slap"  # the action that is done by reflex, in games of real time
TABLE_WISHES = ("listed", "hints", "rated", "position", "seating")  # of a new table; what else is named is of the game


class AsyncTable(TableVerbs):
    """A table that one has joined, or watches. What only looks is as in `Play`; what does something is awaited."""

    def __init__(self, server: "AsyncServer", table_id: str) -> None:
        self.server = server
        self.id = table_id
        self._line = Line(server.rest, table_id)

    @property
    def sync(self) -> Json:
        return self._line.state.sync

    @property
    def events(self) -> list[Happened]:
        return self._line.state.events

    @property
    def said(self) -> list[Json]:
        return self._line.state.said

    @property
    def slapped(self) -> list[int]:
        """In real time: the seats that have slapped, as long as others may still have been faster."""
        return self._line.state.slapped

    @property
    def told_at(self) -> float:
        """When the latest message about the table came, by `time.monotonic`: clocks run from there."""
        return self._line.told_at

    @property
    def is_connected(self) -> bool:
        """Whether there is a connection now. If there is none, another one is being tried for."""
        return self._line.is_open

    @property
    def link(self) -> str:
        """To send to others."""
        return f"{self.server.rest.address}/t/{self.id}"

    async def open(self) -> None:
        await self._line.open()

    async def close(self) -> None:
        """Leave the connection, not the seat."""
        self.server.forget(self)
        await self._line.close()

    # Acting

    async def act(self, action: str, seat: int | None = None) -> Happened:
        """Do an action; the event, once it is written. An error says why not, and then nothing has changed."""
        if self.game.real_time and action == SLAP:
            return await self.slap(seat)
        seat, n = self.actor(seat), self.n
        message = {"type": "act", "n": n, "seat": seat, "action": action}
        await self._line.say(message, lambda: self._done(n, seat) is not None or self._is_late(n))
        if event := self._done(n, seat):
            return event
        raise Illegal("too late: something else has happened")

    async def slap(self, seat: int | None = None, reaction: float | None = None) -> Happened:
        """Slap, so many milliseconds after the card could be seen: if that isn't said, since the server told of it."""
        seat, n = self.actor(seat), self.n
        if reaction is None:
            reaction = (time.monotonic() - self.told_at) * 1000
        await self._line.say({"type": "slap", "n": n, "seat": seat, "reaction": reaction}, lambda: self.n > n)
        return self.events[n]

    def _done(self, n: int, seat: int) -> Happened | None:
        """What a seat has done since there were `n` events."""
        return next((event for event in self.events[n:] if event.seat == seat and event.kind == "act"), None)

    def _is_late(self, n: int) -> bool:
        return not self.game.real_time and self.n > n

    async def resign(self, seat: int | None = None) -> None:
        """Give up."""
        n = self.n
        message = {"type": "resign", "n": n, "seat": self.actor(seat)}
        await self._line.say(message, lambda: any(event.kind == "resign" for event in self.events[n:]))

    async def say(self, text: str) -> None:
        """Say something to everybody here."""
        before, user = len(self.said), self.server.user
        message = {"type": "say", "text": text}
        await self._line.say(message, lambda: any(one["user"] == user for one in self.said[before:]))

    async def offer(self, wish: str) -> None:
        """Ask for an `undo` or a `rematch`, or agree to it."""
        n = self.n
        await self._line.say({"type": "offer", "wish": wish, "n": n}, lambda: self._has_offered(wish, n))

    def _has_offered(self, wish: str, n: int) -> bool:
        """Whether the others know of the wish, or have agreed already."""
        is_agreed = self.sync["again"] if wish == "rematch" else any(event.kind == "undo" for event in self.events[n:])
        return bool(is_agreed) or self.server.user in self.sync["wishes"].get(wish, [])

    async def decline(self, wish: str) -> None:
        """Not agree to what somebody asked for, or ask no longer."""
        await self._line.say({"type": "decline", "wish": wish}, lambda: not self.sync["wishes"].get(wish))

    async def undo(self) -> None:
        """Take back one's last move, or ask for it."""
        await self.offer("undo")

    async def hint(self, seat: int | None = None) -> Hint:
        """What the server's search thinks of what a seat may do, the best first."""
        wish = {"n": self.n, "seat": self.actor(seat)}
        return msgspec.convert(await self.server.rest.ask("POST", f"/api/tables/{self.id}/hint", wish), Hint)

    async def leave(self) -> None:
        """Give one's seat up: before the game it is free again, during it a bot plays on."""
        await self.server.rest.ask("POST", f"/api/tables/{self.id}/leave")

    # Waiting

    async def wait_for_turn(self) -> bool:
        """Wait until one may act; False when the game is over."""
        while not self.may_act and not self.is_over:
            await self._line.news()
        return self.may_act

    @property
    def heard(self) -> int:
        """How many messages have told something."""
        return self._line.heard

    async def wait(self, heard: int) -> None:
        """Wait until something is told that was not among so many messages."""
        while self._line.heard == heard:
            await self._line.news()

    async def happens(self, number: int) -> Happened | None:
        """The event of this number, once it has happened; None if the game ended without."""
        while number >= len(self.events) and not self.is_over:
            await self._line.news()
        return self.events[number] if number < len(self.events) else None

    async def __aiter__(self) -> AsyncIterator[Happened]:
        """Every event from the beginning, as it happens, to the game's end."""
        number = 0
        while event := await self.happens(number):
            yield event
            number += 1

    # Asking

    async def record(self) -> Json:
        """The whole game with its dice, when it is over."""
        return dict(await self.server.rest.ask("GET", f"/api/tables/{self.id}/record"))

    async def observation(self) -> Any:
        """What one's seats know, as the rules' own record: for a search of our own. See `pyramidion.play.Play.observe`."""
        return decoded(self.game, await self.server.rest.ask("GET", f"/api/tables/{self.id}/observation"))

    async def moves(self, seat: int | None = None) -> list[Move]:
        """What a seat may do, as people read it; in notation alone, if the server has other rules than ours."""
        seat, display = self.actor(seat), self.display
        legal = self.legal(seat)
        try:
            known = await self.observation()
        except OtherRules:
            return [Move(seat, action, action, "") for action in legal]
        numbers = [self.game.notation.parse(known, action) for action in legal]
        return [
            Move(seat, action, display.encode(known, number), display.tell(known, seat, number))
            for action, number in zip(legal, numbers, strict=True)
        ]

    async def read(self, typed: str) -> str:
        """What somebody typed, in notation."""
        try:
            known = await self.observation()
        except OtherRules:
            return typed
        return str(self.game.notation.encode(known, self.display.parse(known, typed)))


class AsyncServer:
    """A server, for somebody with a token."""

    def __init__(self, rest: Rest, me: Json) -> None:
        self.rest = rest
        self.user = str(me["user"])
        self.name = str(me["name"])
        self._open = set[AsyncTable]()

    @property
    def token(self) -> str:
        """To come back as the same person."""
        return self.rest.token

    async def rename(self, name: str) -> None:
        """Be called otherwise, at the tables to come."""
        self.name = str((await self.rest.ask("PUT", "/api/me", {"name": name}))["name"])

    async def tables(self) -> Json:
        """The tables that one sits at, those that wait for somebody, and those to watch."""
        return dict(await self.rest.ask("GET", "/api/tables"))

    async def open(self, game: str, *seats: str, clock: Json | None = None, **more: object) -> AsyncTable:
        """Open a table with these on its seats: me, anybody, or a bot's level. Options of the game by keyword."""
        of_table: Json = {name: more.pop(name) for name in TABLE_WISHES if name in more}
        chosen = [_chosen(seat) for seat in seats or ("me", "scribe")]
        wish: Json = {"game": game, "seats": chosen, "options": more, **of_table}
        made = await self.rest.ask("POST", "/api/tables", wish | ({"clock": clock} if clock else {}))
        return await self.watch(made["id"])

    async def join(self, link: str, seat: int | None = None) -> AsyncTable:
        """Sit down at a table, by its link or id, if there is a free seat; otherwise watch."""
        table_id = table_of(link)
        info = await self.rest.ask("GET", f"/api/tables/{table_id}")
        if seat is not None or (not info["yours"] and info["status"] == "waiting"):
            try:
                await self.sit(table_id, seat)
            except NotDone:
                if seat is not None:
                    raise
        return await self.watch(table_id)

    async def sit(self, table_id: str, seat: int | None = None) -> None:
        """Take a seat; any free one if none is named."""
        await self.rest.ask("POST", f"/api/tables/{table_id}/sit", {"seat": seat})

    async def watch(self, link: str) -> AsyncTable:
        """Come to a table without taking a seat; if one sits there already, to that seat."""
        table = AsyncTable(self, table_of(link))
        try:
            await table.open()
        except BaseException:
            await table.close()
            raise
        self._open.add(table)
        return table

    def forget(self, table: AsyncTable) -> None:
        """A table that was left need not be closed."""
        self._open.discard(table)

    async def close(self) -> None:
        """End all connections."""
        for table in tuple(self._open):
            await table.close()

    async def challenge(self, name: str, game: str, seats: int = 2, *, rated: bool = False) -> AsyncTable:
        """Challenge somebody by name: the table waits for them."""
        wish = {"game": game, "seats": seats, "rated": rated}
        made = await self.rest.ask("POST", f"/api/people/{quote(name, safe='')}/challenge", wish)
        return await self.watch(made["table"])

    async def challenges(self) -> list[Json]:
        """One's challenges and those to one."""
        return list(await self.rest.ask("GET", "/api/challenges"))

    async def decline(self, table_id: str) -> None:
        await self.rest.ask("DELETE", f"/api/challenges/{table_id}")

    def news(self) -> AsyncIterator[Json]:
        """What happens to one, for ever: challenges, pairings, games that begin and end, one's turns."""
        return listen(self.rest)


async def connect_async(url: str, token: str = "", *, scope: str = "play") -> AsyncServer:
    """Come to a server: as who the token says, or as a new guest, with a token for that."""
    rest = Rest(url, token)
    if not token:
        await asyncio.to_thread(rest.become_guest, scope)
    return AsyncServer(rest, await rest.ask("GET", "/api/me"))


def table_of(link: str) -> str:
    """A table's id, from a link or as it is."""
    found = TABLE.fullmatch(link.strip())
    if not found:
        raise Illegal(f"{link!r} isn't a link to a table")
    return found["id"]


def _chosen(seat: str) -> dict[str, str]:
    return {"who": seat} if seat in ("me", "anybody") else {"who": "bot", "level": seat}
