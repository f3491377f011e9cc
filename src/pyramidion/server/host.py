"""The host of a table: lets one thing happen at a time, has it written, and only then tells everybody.

While something is being written, the table in memory is ahead of the truth. So nobody looks at it without holding the lock.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sql

from pyramidion.game import Illegal
from pyramidion.server import store
from pyramidion.server.looking import Looker
from pyramidion.server.messages import (
    Act,
    Ask,
    Decline,
    Down,
    Kind,
    Mute,
    Offer,
    Ready,
    Refused,
    Resign,
    Say,
    Sync,
    Trouble,
    Up,
    Wish,
)
from pyramidion.server.reviewing import Reviewer
from pyramidion.server.store import Entry
from pyramidion.server.table import Facts, Sitter, Table, now
from pyramidion.server.talk import Talk
from pyramidion.server.thinkers import hint

if TYPE_CHECKING:
    from pyramidion.server.house import House
    from pyramidion.server.socket import Connection

PRESENCE_SECONDS = 0.5  # so long those who go, or come to look on, are counted together: a crowd is told once

log = logging.getLogger(__name__)


class Host:
    """Of a table in memory."""

    def __init__(self, house: "House", table: Table) -> None:
        self.house = house
        self.table = table
        self.looker = Looker(table)
        self.reviewer = Reviewer(table, house.thinkers)
        self.talk = Talk(house, table.id)
        self.connections: set[Connection] = set()
        self.wishes: dict[Wish, list[str]] = {}  # who wishes; who wished first comes first
        self.lock = asyncio.Lock()
        self.touched = now()
        self._thinking: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._away: dict[int, asyncio.TimerHandle] = {}
        self._presence_timer: asyncio.TimerHandle | None = None

    # Changing the table

    async def change(self, do: Callable[[], list[Entry]]) -> None:
        """Do something to the table, have it written, tell it. If it can't be written, it was not done."""
        async with self.lock:
            await self._change(do)

    async def _change(self, do: Callable[[], list[Entry]]) -> None:
        before, length, people = msgspec.json.encode(self.table.facts), len(self.table.log), self._people()
        entries = do()
        after = msgspec.json.encode(self.table.facts)
        try:
            await self._keep(entries, after if after != before else None, has_new_people=self._people() != people)
        except (store.Trouble, sql.exc.IntegrityError) as error:
            self.table.rewind(self.table.log[:length], msgspec.json.decode(before, type=Facts))
            self.looker.forget()
            self.table.run_clocks(now())
            self._set_timer()
            log.error("could not write", extra={"table": self.table.id, "why": str(error)})
            raise store.Trouble(str(error)) from error
        self.house.counted(len(entries))
        self.touched = now()
        if entries:
            self.wishes.clear()
        self.looker.forget()
        self.tell(length)
        self.go_on()

    async def _keep(self, entries: Sequence[Entry], facts: bytes | None, *, has_new_people: bool) -> None:
        """Write what happened, and the table itself and its people if they have changed."""
        rows = [entry.row(self.table.id) for entry in entries]
        if facts is None:
            if rows:
                await self.house.store.log(rows)
            return
        values, sitters = self.row(facts), self.sitter_rows()

        def job(connection: sql.Connection) -> None:
            if rows:
                store.insert(connection, rows)
            connection.execute(store.UPDATE_TABLE, {"table": self.table.id, **values})
            if has_new_people:
                connection.execute(store.DELETE_SITTERS, {"table": self.table.id})
                if sitters:
                    connection.execute(store.sitters.insert(), sitters)

        await self.house.store.write(job)

    def row(self, facts: bytes) -> dict[str, Any]:
        """What is written of the table itself."""
        own = self.table.facts
        goes_on = own.clock.kind != "none" or any(sitter.plays for sitter in own.sitters)
        return {"status": own.status, "has_bots": goes_on, "facts": facts.decode()}

    def sitter_rows(self) -> list[dict[str, str]]:
        """Who is written to sit here."""
        return [{"user": user, "table_id": self.table.id} for user in self._people()]

    def _people(self) -> set[str]:
        return {sitter.user for sitter in self.table.facts.sitters if sitter.user}

    # Telling

    def tell(self, since: int) -> None:
        """Send everybody the table as their eyes see it, with the events from `since` on."""
        messages: dict[tuple[int, ...], bytes] = {}
        for connection in list(self.connections):
            key = tuple(self.table.seats_of(connection.user))
            if key not in messages:
                messages[key] = msgspec.json.encode(self.sync(key, since))
            connection.push(messages[key])
        self.looker.forget()  # who comes later has it described anew: a thousand remembered boards are many megabytes

    def sync(self, seats: Sequence[int], since: int) -> Sync:
        """The table for somebody on these seats."""
        return self.looker.sync(seats, since, self.present(), self.wishes, self.looking_on())

    def present(self) -> list[bool]:
        here = {connection.user for connection in self.connections}
        return [sitter.user in here for sitter in self.table.facts.sitters]

    def looking_on(self) -> int:
        """How many people look on: somebody with two pages is one, and pages without a cookie are one each."""
        people = self._people()
        return len({connection.user or connection for connection in self.connections if connection.user not in people})

    def tell_all(self, message: Down) -> None:
        """Send everybody the same."""
        encoded = msgspec.json.encode(message)
        for connection in list(self.connections):
            connection.push(encoded)

    # Coming and going

    async def join(self, connection: "Connection", since: int) -> None:
        """A page has connected: it gets the table, the latest remarks, and the others see that somebody is there."""
        async with self.lock:
            self.connections.add(connection)
            seats = self.table.seats_of(connection.user)
            connection.push(msgspec.json.encode(self.sync(seats, since)))
            for seat in seats:
                if timer := self._away.pop(seat, None):
                    timer.cancel()
            self._wait_for_absent()
            if any(self.table.facts.sitters[seat].substitute for seat in seats):
                await self._change(lambda: self._give_back(seats))
            elif seats:
                self._tell_others(connection)
            else:
                self._tell_presence_soon()
        await self.talk.remind(connection)

    async def leave(self, connection: "Connection") -> None:
        """A page is gone. If its user does not come back, a bot will hold the seat for a time."""
        self.connections.discard(connection)
        if connection.user and any(other.user == connection.user for other in self.connections):
            return
        async with self.lock:
            self._tell_presence_soon()
            self._wait_for_absent()

    def _wait_for_absent(self) -> None:
        """Give everybody who is away a time to come back; but while nobody is there who waits, the table waits as well."""
        here = {connection.user for connection in self.connections}
        for seat, sitter in enumerate(self.table.facts.sitters):
            is_missed = sitter.user and sitter.user not in here and here & self._people() and not sitter.substitute
            if is_missed and self.table.facts.status == "live" and seat not in self._away:
                loop = asyncio.get_running_loop()
                self._away[seat] = loop.call_later(self.house.settings.grace, self._gone, seat)

    def _tell_others(self, connection: "Connection") -> None:
        for other in list(self.connections - {connection}):
            other.push(msgspec.json.encode(self.sync(self.table.seats_of(other.user), len(self.table.log))))

    def _tell_presence_soon(self) -> None:
        """Tell everybody before long who is there now; nothing of it if nobody is."""
        if self._presence_timer is None and not self.house.is_closing:
            loop = asyncio.get_running_loop()
            self._presence_timer = loop.call_later(PRESENCE_SECONDS, lambda: self.house.spawn(self._tell_presence()))

    async def _tell_presence(self) -> None:
        self._presence_timer = None
        async with self.lock:
            self.tell(len(self.table.log))

    def _gone(self, seat: int) -> None:
        self._away.pop(seat, None)
        if self.table.facts.status == "live" and any(self.present()):
            self.house.spawn(self.change(lambda: self._substitute(seat)))

    def _substitute(self, seat: int) -> list[Entry]:
        self.table.facts.sitters[seat].substitute = self.house.substitute
        return []

    def _give_back(self, seats: Sequence[int]) -> list[Entry]:
        for seat in seats:
            self.table.facts.sitters[seat].substitute = None
        return []

    # Hearing

    async def hear(self, connection: "Connection", message: Up, at: int) -> None:
        """Do what a page asks for; if that is not to be, say why to that page alone."""
        try:
            await self._hear(connection, message, at)
        except store.Trouble as trouble:
            async with self.lock:
                connection.push(msgspec.json.encode(Trouble(why=str(trouble))))
                connection.push(msgspec.json.encode(self.sync(self.table.seats_of(connection.user), len(self.table.log))))
        except ValueError as refusal:
            self._refuse(connection, str(refusal))

    def _refuse(self, connection: "Connection", why: str) -> None:
        connection.push(msgspec.json.encode(Refused(n=len(self.table.log), why=_sentence(why))))

    async def _hear(self, connection: "Connection", message: Up, at: int) -> None:
        match message:
            case Act():
                await self._hear_act(connection, message, at)
            case Ready():
                await self.ready(connection.user, message.salt)
            case Resign():
                self._own(connection.user, message.seat)
                await self._if_current(connection, message.n, lambda: self._resign(message.seat, at))
            case Offer():
                await self._hear_offer(connection, message, at)
            case Decline():
                async with self.lock:
                    self._tell_wishes(message.wish, [])
            case Say():
                await self.talk.say(connection, message.text, at, self.connections)
            case Mute():
                await self.house.mute(connection.user, message.user, message.on)
            case Ask():
                self._own(connection.user, message.seat)
                self.house.spawn(self._hint(connection, message))
            case _:
                raise Illegal(f"{self.table.game.title} is played in turns: there is nothing to slap")

    def _own(self, user: str, seat: int) -> None:
        if seat not in self.table.seats_of(user):
            raise Illegal("that seat is not yours")

    async def _if_current(self, connection: "Connection", n: int, do: Callable[[], list[Entry]]) -> None:
        """Do it if the page knew the latest event: what was sent twice is done once, what is late is not done."""
        async with self.lock:
            await self._change_if_current(connection, n, do)

    async def _change_if_current(self, connection: "Connection", n: int, do: Callable[[], list[Entry]]) -> None:
        if n == len(self.table.log):
            await self._change(do)
            return
        self._refuse(connection, "something else has happened since: look again")
        since = min(n, len(self.table.log))
        connection.push(msgspec.json.encode(self.sync(self.table.seats_of(connection.user), since)))

    async def _hear_act(self, connection: "Connection", message: Act, at: int) -> None:
        self._own(connection.user, message.seat)
        lag = round(connection.trips.median)
        await self._if_current(connection, message.n, lambda: self.table.act(message.seat, message.action, at, lag=lag))

    def _resign(self, seat: int, at: int, kind: Kind = "resign") -> list[Entry]:
        """Give up, or run out of time: with two seats that ends the game, with more a bot plays on for that seat."""
        self.table.playing  # noqa: B018 - raises if there is nothing to resign
        if self.table.facts.seats == 2:
            return self.table.resign(seat, at, kind)
        sitter = self.table.facts.sitters[seat]
        sitter.bot, sitter.user, sitter.substitute = self.house.substitute, None, None
        return self.table.depart(seat, at, kind)

    async def depart(self, user: str) -> None:
        """Leave for good: before the game the seat is free again, during it a bot takes it."""

        def go() -> list[Entry]:
            facts, seats = self.table.facts, self.table.seats_of(user)
            if not seats:
                raise Illegal("you don't sit at this table")
            if facts.status == "live":
                return self._resign(seats[0], now())
            for seat in seats if facts.status == "waiting" else []:
                facts.sitters[seat] = Sitter()
            return []

        await self.change(go)

    # Getting ready, wishes, hints

    async def ready(self, user: str, salt: str) -> None:
        """Somebody has come and seen what the table has committed itself to; when all have, the game begins."""

        def begin() -> list[Entry]:
            seats = self.table.seats_of(user)
            if not seats or self.table.facts.status != "waiting":
                return []
            for seat in seats:
                sitter = self.table.facts.sitters[seat]
                sitter.salt = sitter.salt or salt
            return self.table.begin(now()) if self.table.is_ready else []

        await self.house.thinkers.warm(self.table.game)
        await self.change(begin)

    async def _hear_offer(self, connection: "Connection", offer: Offer, at: int) -> None:
        async with self.lock:
            seats = self.table.seats_of(connection.user)
            if not seats:
                raise Illegal("only people who sit at the table can wish for that")
            if offer.wish == "undo":
                await self._wish_undo(connection, offer.n, seats, at)
            elif self.table.facts.status != "over":
                raise Illegal("the game is not over yet")
            else:
                await self._wish_rematch(connection)

    async def _wish_undo(self, connection: "Connection", n: int, seats: list[int], at: int) -> None:
        """Take back at once what may be taken back; otherwise everybody must agree with who wished first."""
        self.table.playing  # noqa: B018 - raises if the game is not being played
        agreed = [*self.wishes.get("undo", []), connection.user]
        undoing = self.table.seats_of(agreed[0])
        number = self.table.last_choice(undoing)
        if number is None:
            raise Illegal("there is nothing to take back")
        if self._people() <= set(agreed) or (len(agreed) == 1 and self.table.may_undo(seats)):
            await self._change_if_current(connection, n, lambda: self.table.undo(number, undoing[0], at))
        else:
            self._tell_wishes("undo", agreed)

    def _tell_wishes(self, wish: Wish, users: list[str]) -> None:
        """From now on these users have that wish."""
        self.wishes[wish] = users
        self.tell(len(self.table.log))

    async def _wish_rematch(self, connection: "Connection") -> None:
        """The same again, when all who are still here want it."""
        agreed = [*self.wishes.get("rematch", []), connection.user]
        here = {other.user for other in self.connections} & self._people()
        if self.table.facts.again or not here <= set(agreed):
            self._tell_wishes("rematch", agreed)
            return
        again = await self.house.rematch(self.table)

        def link() -> list[Entry]:
            self.table.facts.again = again
            return []

        await self._change(link)

    async def _hint(self, connection: "Connection", ask: Ask) -> None:
        table, seat = self.table, ask.seat
        async with self.lock:
            if not table.play or ask.n != len(table.log) or seat not in self.looker.actors() or table.game.real_time:
                self._refuse(connection, "there is nothing to give a hint for now")
                return
            play, observation = table.play, table.play.observe(1 << seat)
        opinion = await self.house.thinkers.opine(table.game, table.facts.seats, seat, observation)
        connection.push(msgspec.json.encode(hint(play, ask.n, seat, observation, opinion)))

    # Going on by itself

    def go_on(self) -> None:
        """Let bots think, and flags fall."""
        if self.house.is_closing:
            return
        self._set_timer()
        if self.table.facts.status != "live":
            return
        if self._thinking is None and (bots := self._bots_to_act()):
            self._thinking = self.house.spawn(self._think(bots[0]))

    def _bots_to_act(self) -> list[int]:
        return [seat for seat in self.looker.actors() if self.table.facts.sitters[seat].plays]

    async def _think(self, seat: int) -> None:
        """Let a bot choose, and do what it chose if the table is still as it was. Every change sees to what comes next."""
        table, n = self.table, len(self.table.log)
        try:
            level, play = table.facts.sitters[seat].plays, table.playing
            observation = play.observe(1 << seat)
            choice = self.house.thinkers.choose(level or self.house.substitute, table.game, play.seats, seat, observation)
            action, _ = await asyncio.gather(choice, asyncio.sleep(self.house.settings.bot_pace))
        finally:
            self._thinking = None
        try:
            async with self.lock:
                if len(table.log) == n and seat in self._bots_to_act():
                    await self._change(lambda: table.act(seat, action, now()))
                else:
                    self.go_on()
        except store.Trouble:
            await asyncio.sleep(1)
            self.go_on()

    def _set_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
        flag = self.table.clocks.flag_at() if self.table.facts.status == "live" else None
        if flag is not None:
            delay = max(flag - now(), 0) / 1000
            self._timer = asyncio.get_running_loop().call_later(delay, lambda: self.house.spawn(self._flag()))

    async def _flag(self) -> None:
        async with self.lock:
            flag = self.table.clocks.flag_at()
            if self.table.facts.status == "live" and flag is not None and flag <= now():
                seat = min(self.table.clocks.running, key=lambda seat: self.table.clocks.left[seat])
                await self._change(lambda: self._resign(seat, now(), "flag"))
            else:
                self._set_timer()  # a timer may be a millisecond early, and by now another clock may run

    def is_idle(self, since: int) -> bool:
        """Whether nobody is here, nothing goes on, and nothing has happened for a time."""
        if self.connections or self.lock.locked() or self.touched >= since:
            return False
        return self.table.facts.status != "live" or not self._goes_on_alone()

    def _goes_on_alone(self) -> bool:
        """Whether something happens here even if nobody looks."""
        return bool(self._bots_to_act() or self.table.clocks.running)

    def close(self) -> None:
        """Nothing happens by itself any more."""
        for timer in (*self._away.values(), self._timer, self._presence_timer):
            if timer:
                timer.cancel()
        if self._thinking:
            self._thinking.cancel()


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."
