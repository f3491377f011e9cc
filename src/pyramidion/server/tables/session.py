"""The session of a table in memory: what a page says comes in here, and everything that follows from it begins here."""

import logging
import secrets
from collections.abc import Callable, Sequence
from functools import partial

import msgspec

from pyramidion.game import Illegal
from pyramidion.refusal import Refusal
from pyramidion.server.protocol.socket import (
    Act,
    Ask,
    Decline,
    Mute,
    Offer,
    Ready,
    Resign,
    Resync,
    Reveal,
    Say,
    Trouble,
    Up,
)
from pyramidion.server.storage.database import StorageUnavailable
from pyramidion.server.storage.events import Entry
from pyramidion.server.storage.tables import Seat
from pyramidion.server.tables.attendance import Attendance
from pyramidion.server.tables.bot_player import BotPlayer
from pyramidion.server.tables.chat import Chat
from pyramidion.server.tables.contest import Call, Contests
from pyramidion.server.tables.environment import Environment
from pyramidion.server.tables.flag import Flag
from pyramidion.server.tables.live_table import LiveTable
from pyramidion.server.tables.offers import Offers, Rematch
from pyramidion.server.tables.presence import Connection
from pyramidion.server.tables.readiness import commit_to, reveal
from pyramidion.server.tables.sitting import depart, take_seat
from pyramidion.server.tables.table import Table, now
from pyramidion.server.thinking.hints import Hints, hint
from pyramidion.server.thinking.review import Reviewer
from pyramidion.wording import sentence

log = logging.getLogger(__name__)


class Session(LiveTable):
    """Hears pages, and lets bots move and flags fall."""

    def __init__(self, environment: Environment, table: Table, rematch: Rematch) -> None:
        super().__init__(environment, table)
        self.chat = Chat(environment.database, environment.users, table.id)
        self.reviewer = Reviewer(table, environment.bot_pool)
        self.attendance = Attendance(self)
        self._offers = Offers(self, rematch)
        self._contests = Contests(self)
        self._bots = BotPlayer(self, self._contests)
        self.flag = Flag(self)
        self._hints = Hints(environment.bot_pool, table.game, len(table.meta.seats))

    # Coming and going

    async def join(self, connection: Connection, since: int) -> None:
        """A page has connected."""
        await self.attendance.join(connection, since)
        async with self.lock:
            self.go_on()  # bots alone wait for somebody who watches
        await self.chat.remind(connection)

    async def leave(self, connection: Connection) -> None:
        """A page is gone."""
        await self.attendance.leave(connection)

    def _is_gone(self, seat: int) -> None:
        self.attendance.substitute(seat)

    # Hearing

    async def handle(self, connection: Connection, message: Up, at: int) -> None:
        """Do what a page asks for; if that is not to be, say why to that page alone."""
        try:
            await self._handle(connection, message, at)
        except StorageUnavailable as error:
            connection.push(msgspec.json.encode(Trouble(why=sentence(str(error)))))
            await self._sync_again(connection, len(self.table.log))
        except Refusal as refusal:
            self.refuse(connection, str(refusal), refusal.code)
        except Exception:
            reference = secrets.token_hex(4)
            log.exception("a message failed", extra={"reference": reference, "kind": type(message).__name__})
            self.refuse(connection, f"Something went wrong on our side (reference {reference})", "internal")
            await self._sync_again(connection, len(self.table.log))

    async def _sync_again(self, connection: Connection, since: int) -> None:
        async with self.lock:
            self.sync_one(connection, since)

    async def _handle(self, connection: Connection, message: Up, at: int) -> None:
        match message:
            case Act():
                await self._act(connection, message, at)
            case Ready():
                await self._get_ready(connection.user, partial(commit_to, commitment=message.salt_commitment))
            case Reveal():
                await self._get_ready(connection.user, partial(reveal, salt=message.salt))
            case Resign():
                await self._resign(connection, message, at)
            case Offer():
                await self._offers.offer(connection, message, at)
            case Resync():
                await self._sync_again(connection, message.n)
            case Decline():
                await self._offers.decline(connection, message)
            case Say() | Mute() if not connection.user:
                raise Illegal("we don't know who you are: please reload the page")
            case Say():
                is_seated = bool(self.table.seats_of(connection.user))
                await self.chat.say(connection.user, message.text, at, self.presence.connections, is_seated=is_seated)
            case Mute():
                await self.environment.users.mute(connection.user, message.user, message.on)
            case Ask():
                self._check_seat(connection, message.seat)
                if not self.table.meta.gives_hints:
                    raise Illegal("this table was opened without hints")
                self.environment.tasks.spawn(self._hint(connection, message))
            case _:
                raise Illegal(f"you can't slap in {self.table.game.title}")

    def _check_seat(self, connection: Connection, seat: int) -> None:
        if seat not in self.table.seats_of(connection.user):
            raise Illegal("that isn't your seat")

    async def _act(self, connection: Connection, message: Act, at: int) -> None:
        self._check_seat(connection, message.seat)
        async with self.lock:
            if (contest := self._contests.open) and message.n == contest.n:
                self._contests.call(Call(message.seat, message.action, at, self.presence.latency(connection.user)))
            elif too_late := self._contests.why_too_late(message.n):
                raise Illegal(too_late)
            else:
                lag = round(self.presence.latency(connection.user)) if self.table.clocks.is_on else 0
                act = partial(self.table.act, message.seat, message.action, at, lag=lag)
                await self.commit_if_current(connection, message.n, act)

    async def _resign(self, connection: Connection, message: Resign, at: int) -> None:
        self._check_seat(connection, message.seat)
        async with self.lock:
            await self.commit_if_current(connection, message.n, lambda: self.table.resign(message.seat, at))

    async def _get_ready(self, user: str, do: Callable[[Sequence[Seat], Sequence[int]], None]) -> None:
        """Somebody commits to a salt or reveals it; when all have revealed theirs, the game begins."""

        def begin() -> list[Entry]:
            seats = self.table.seats_of(user)
            if not seats or self.table.meta.status != "waiting":
                return []
            do(self.table.meta.seats, seats)
            return self.table.begin(now()) if self.table.is_ready else []

        await self.environment.bot_pool.preparations.prepare(self.table.game)
        await self.change(begin)

    async def sit(self, user: str, seat: int | None) -> None:
        """Take a free seat."""
        taken = await self.environment.users.seated(user)
        await self.change(lambda: take_seat(self.table, taken, seat))

    async def depart(self, user: str) -> None:
        """Leave for good."""
        await self.change(lambda: depart(self.table, user))

    async def retitle(self, user: str, title: str) -> None:
        """Somebody who sits here, or has left, is called otherwise."""

        def theirs() -> list[Seat]:
            return [seat for seat in self.table.meta.seats if user in (seat.user, seat.departed)]

        def rename() -> list[Entry]:
            for seat in theirs():
                seat.title = title
            return []

        if theirs():
            await self.change(rename)

    async def _hint(self, connection: Connection, ask: Ask) -> None:
        table, seat = self.table, ask.seat
        async with self.lock:
            if not table.play or ask.n != len(table.log) or seat not in table.to_act or table.game.real_time:
                self.refuse(connection, "no hint available right now", "illegal")
                return
            play, observation = table.play, table.play.observe(1 << seat)
            opinion = self._hints.opinion(ask.n, seat, observation, self.environment.users.who(connection.user))
        try:
            connection.push(msgspec.json.encode(hint(play, ask.n, seat, observation, await opinion)))
        except Refusal as refusal:
            self.refuse(connection, str(refusal), refusal.code)

    # Going on without people

    def go_on(self) -> None:
        """Let bots think, and flags fall."""
        if not self.environment.tasks.is_closing:
            self.flag.set()
            self._contests.go_on()
            self._bots.go_on()

    def is_idle(self, since: int) -> bool:
        """Whether nobody is here, nothing goes on, and nothing has happened for a time."""
        if self.presence.connections or self.lock.locked() or self.touched >= since:
            return False
        return self.table.meta.status != "live" or not self._goes_on_alone()

    def _goes_on_alone(self) -> bool:
        """Whether something happens here even if nobody looks."""
        return bool((self._bots.to_act and not self._bots.is_asleep) or self.table.clocks.running)

    def close(self) -> None:
        """Nothing happens here on its own any more."""
        self.attendance.close()
        self.flag.close()
        self._contests.close()
        self._bots.close()
