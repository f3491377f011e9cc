"""The house: its users, its tables, and what they share. One house is one process with one database."""

import asyncio
import hashlib
import hmac
import logging
import secrets
from collections import deque
from collections.abc import Coroutine
from typing import Any

import msgspec
import sqlalchemy as sql
from prometheus_client import CollectorRegistry, Counter, Gauge

from pyramidion.bots.levels import LEVELS
from pyramidion.game import BadOption, Game, Illegal
from pyramidion.games import GAMES, find
from pyramidion.play import load, new
from pyramidion.server import gc_tuning as garbage
from pyramidion.server.fairness import dice as fairness
from pyramidion.server.protocol.messages import Chosen, Finished, Lobby, NewTable, TableInfo
from pyramidion.server.settings import Settings, database_url
from pyramidion.server.sockets.rate_limits import Buckets
from pyramidion.server.storage import database as store
from pyramidion.server.storage.database import Store, entry_of
from pyramidion.server.tables.realtime_session import RealTimeHost
from pyramidion.server.tables.seating import rematch, seating
from pyramidion.server.tables.session import Host
from pyramidion.server.tables.table import Facts, Sitter, Table, now, token
from pyramidion.server.thinking.bot_pool import Thinkers

COOKIE = "pyramidion"  # its name
MOST_LISTED = 100
MOST_PLAYED = 6  # finished games that somebody is reminded of
IDLE_AFTER = 10_000  # milliseconds without people after which a table leaves the memory, if nothing goes on there
SWEEP_SECONDS = 5
CALM_EVENTS = 50  # between two sweeps, in all games together
WAKE_UP_PAUSE = 0.01  # between two tables that are loaded at the start, so that people come first
GUESTS = ("Ibis", "Falcon", "Cat", "Heron", "Lotus", "Scarab", "Jackal", "Papyrus", "Gazelle", "Hoopoe", "Cobra", "Lynx")

log = logging.getLogger(__name__)


class NotFound(LookupError):
    """There is no such thing."""


class House:
    """Everything that is shared by all who come in."""

    substitute = "scribe"  # the level of a bot that holds a seat

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(database_url(settings))
        self.thinkers = Thinkers(settings.thinkers)
        self.hosts: dict[str, Host] = {}
        self.requests = Buckets(settings.request_rate, settings.burst)
        self.messages = Buckets(2 * settings.message_rate, 2 * settings.burst)  # of a user, over all sockets
        self.sockets: dict[str, int] = {}  # open ones, by address
        self.is_closing = False
        self.lacks: dict[str, deque[float]] = {}  # of users' last slaps: see the judge
        self._names: dict[str, str] = {}
        self._busy = 0  # events since the last sweep
        self._mutes: dict[str, set[str]] = {}
        self._loading: dict[str, asyncio.Task[Host]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._key = b""
        self._count_things()

    def _count_things(self) -> None:
        self.registry = CollectorRegistry()
        self._events = Counter("pyramidion_events", "Events written", registry=self.registry)
        tables = Gauge("pyramidion_tables", "Tables in memory", registry=self.registry)
        tables.set_function(lambda: len(self.hosts))
        sockets = Gauge("pyramidion_sockets", "Open sockets", registry=self.registry)
        sockets.set_function(lambda: sum(self.sockets.values()))
        trouble = Gauge("pyramidion_trouble", "1 while nothing can be written", registry=self.registry)
        trouble.set_function(lambda: float(bool(self.store.trouble)))

    def counted(self, events: int) -> None:
        self._events.inc(events)
        self._busy += events

    # Opening and closing

    async def open(self) -> None:
        """Open the database, and let everything go on that was going on."""
        self.loop = asyncio.get_running_loop()
        self.store.open()
        self._key = bytes.fromhex(await self.store.write(store.fact("cookie_key", lambda: secrets.token_hex(32))))
        self.spawn(self._wake_up())
        self.spawn(self._sweep())

    async def close(self) -> None:
        """Finish what is being written, and stop."""
        self.is_closing = True
        for host in self.hosts.values():
            host.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.thinkers.close()
        self.store.close()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Let something run by itself; if it fails, that is logged."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("a task failed", exc_info=error)

    async def _wake_up(self) -> None:
        """Compile the games, then load the tables where bots are to move or clocks run."""
        for name in GAMES:
            await self.thinkers.warm(find(name))
        columns = store.tables.c
        query = sql.select(columns.id).where(columns.status == "live", columns.has_bots)
        for (table_id,) in await self.store.read(lambda connection: connection.execute(query).all()):
            await self.host(table_id)
            await asyncio.sleep(WAKE_UP_PAUSE)

    async def _sweep(self) -> None:
        """Forget tables where nobody is and nothing goes on; they are on disk."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            for table_id, host in list(self.hosts.items()):
                if host.is_idle(now() - IDLE_AFTER):
                    host.close()
                    del self.hosts[table_id]
            garbage.search(is_calm=self._is_calm())
            self._busy = 0

    def _is_calm(self) -> bool:
        """Whether it harms nobody if the house does not listen for a moment: little goes on, and nobody is at war."""
        at_war = any(host.connections and host.table.game.real_time for host in self.hosts.values())
        return self._busy < CALM_EVENTS and not at_war

    # Users

    def cookie(self, user: str) -> str:
        """A user's name with our signature."""
        return f"{user}.{hmac.digest(self._key, user.encode(), hashlib.sha256).hex()}"

    def user_of(self, cookie: str | None) -> str:
        """Whose cookie this is; nobody's, if the signature is not ours."""
        user, _, signature = (cookie or "").partition(".")
        return user if user and hmac.compare_digest(self.cookie(user), f"{user}.{signature}") else ""

    async def new_user(self) -> str:
        """A guest."""
        user = secrets.token_urlsafe(9)
        name = f"{secrets.choice(GUESTS)} {secrets.randbelow(90) + 10}"
        row = {"id": user, "name": name, "created": now(), "mutes": "[]"}
        await self.store.write(lambda connection: connection.execute(store.users.insert(), row).rowcount)
        self._names[user] = name
        return user

    async def name_of(self, user: str) -> str:
        """What a user is called."""
        if user not in self._names:
            await self._remember(user)
        return self._names.get(user, "Somebody")

    async def _remember(self, user: str) -> None:
        query = sql.select(store.users.c.name, store.users.c.mutes).where(store.users.c.id == user)
        row = await self.store.read(lambda connection: connection.execute(query).first())
        if row:
            self._names[user], self._mutes[user] = row.name, set(msgspec.json.decode(row.mutes, type=list[str]))

    async def rename(self, user: str, name: str) -> None:
        """Be called otherwise, at the tables to come."""
        name = " ".join("".join(sign for sign in name if sign.isprintable()).split())
        if not name:
            raise Illegal("a name needs at least one letter")
        await self._update_user(user, {"name": name})
        self._names[user] = name

    async def mute(self, user: str, other: str, on: bool) -> None:
        """No longer hear somebody, or hear them again."""
        await self.name_of(user)
        mutes = self._mutes.setdefault(user, set())
        (mutes.add if on else mutes.discard)(other)
        await self._update_user(user, {"mutes": msgspec.json.encode(sorted(mutes)).decode()})

    def mutes_of(self, user: str) -> set[str]:
        return self._mutes.get(user, set())

    async def _update_user(self, user: str, values: dict[str, Any]) -> None:
        update = store.users.update().where(store.users.c.id == user)
        await self.store.write(lambda connection: connection.execute(update, values).rowcount)

    # Tables

    async def host(self, table_id: str) -> Host:
        """The host of a table, which is loaded if it has to be."""
        if host := self.hosts.get(table_id):
            host.touched = now()
            return host
        if table_id not in self._loading:
            self._loading[table_id] = asyncio.create_task(self._load(table_id))
        try:
            return await asyncio.shield(self._loading[table_id])
        finally:
            self._loading.pop(table_id, None)

    async def _load(self, table_id: str) -> Host:
        row, rows = await self.store.read(lambda connection: _table_rows(connection, table_id))
        if row is None:
            raise NotFound("there is no table here")
        facts = msgspec.json.decode(row.facts, type=Facts)
        table = Table(table_id, facts)
        await self.thinkers.warm(table.game)
        table.rewind([entry_of(row) for row in rows], facts)
        return self._take_in(table)

    def _take_in(self, table: Table) -> Host:
        host = self.hosts[table.id] = self._host_of(table)
        table.run_clocks(now())
        host.go_on()
        return host

    def _host_of(self, table: Table) -> Host:
        return RealTimeHost(self, table) if table.game.real_time else Host(self, table)

    async def create(self, user: str, wish: NewTable) -> Host:
        """Open a table. Who made it sits down; if only bots are to sit there, the game begins."""
        game = _known(wish.game)
        await self._check_count(user)
        await self.thinkers.warm(game)
        facts = _facts(game, user, wish)
        for chosen in seating(game, wish):
            facts.sitters.append(_sitter(chosen, user, await self.name_of(user)))
        return await self._open_table(facts)

    async def _check_count(self, user: str) -> None:
        columns = store.tables.c
        query = sql.select(sql.func.count()).select_from(
            store.tables.join(store.sitters, columns.id == store.sitters.c.table_id)
        )
        query = query.where(store.sitters.c.user == user, columns.status != "over")
        if await self.store.read(lambda connection: connection.scalar(query) or 0) >= self.settings.tables_per_user:
            raise Illegal("you sit at too many tables: finish or leave some of them first")

    async def _open_table(self, facts: Facts) -> Host:
        table = Table(token(), facts)
        host = self._host_of(table)
        host.talk.is_new = True
        row = {"id": table.id, "game": facts.game, "listed": facts.listed, "created": facts.created}
        row |= host.row(msgspec.json.encode(facts))
        sitters = host.sitter_rows()

        def job(connection: sql.Connection) -> None:
            connection.execute(store.tables.insert(), row)
            if sitters:
                connection.execute(store.sitters.insert(), sitters)

        await self.store.write(job)
        self.hosts[table.id] = host
        await host.change(lambda: table.begin(now()) if table.is_ready else [])
        return host

    async def sit(self, user: str, host: Host, seat: int | None) -> None:
        """Take a free seat."""
        title = await self.name_of(user)

        def take() -> list[store.Entry]:
            sitters = host.table.facts.sitters
            free = [number for number, sitter in enumerate(sitters) if not sitter.user and not sitter.bot]
            if host.table.facts.status != "waiting" or not free:
                raise Illegal("all seats are taken: you can watch")
            if seat is not None and seat not in free:
                raise Illegal("that seat is taken, or there is none of that number")
            sitters[free[0] if seat is None else seat] = Sitter(user=user, title=title)
            return []

        await host.change(take)

    async def rematch(self, table: Table) -> str:
        """A new table with the same people."""
        old = table.facts
        seats, options = rematch(table)
        sitters = [Sitter(user=s.user, title=s.title, bot=s.bot) for s in (old.sitters[seat] for seat in seats)]
        facts = Facts(
            game=old.game,
            version=table.game.version,
            seats=old.seats,
            options=options,
            position=old.position,
            clock=old.clock,
            secret=fairness.new_secret(),
            sitters=sitters,
            creator=old.creator,
            created=now(),
        )
        return (await self._open_table(facts)).table.id

    async def lobby(self, user: str) -> Lobby:
        """The tables that a user may see."""
        own = sql.select(store.sitters.c.table_id).where(store.sitters.c.user == user)
        columns = store.tables.c
        newest = columns.created.desc()
        mine = (
            sql.select(columns.id).where(columns.id.in_(own), columns.status != "over").order_by(newest).limit(MOST_LISTED)
        )
        listed = sql.select(columns.id).where(columns.listed).order_by(newest).limit(MOST_LISTED)
        queries = [mine, listed.where(columns.status == "waiting"), listed.where(columns.status == "live")]
        played = sql.select(columns.id, columns.facts).where(columns.id.in_(own), columns.status == "over")
        played = played.order_by(newest).limit(MOST_PLAYED)

        def look(connection: sql.Connection) -> tuple[list[Any], list[Any]]:
            return [connection.scalars(query).all() for query in queries], list(connection.execute(played))

        found, over = await self.store.read(look)
        yours, waiting, live = [[await self.info(table_id, user) for table_id in ids] for ids in found]
        return Lobby(
            yours=yours, waiting=waiting, live=live, over=[_finished(table_id, facts, user) for table_id, facts in over]
        )

    async def info(self, table_id: str, user: str) -> TableInfo:
        """A table as the lobby shows it."""
        host = await self.host(table_id)
        async with host.lock:
            return host.looker.info(host.table.seats_of(user), host.present())


def _table_rows(connection: sql.Connection, table_id: str) -> tuple[Any, list[Any]]:
    row = connection.execute(sql.select(store.tables).where(store.tables.c.id == table_id)).first()
    query = sql.select(store.events).where(store.events.c.table_id == table_id).order_by(store.events.c.n)
    return row, list(connection.execute(query))


def _finished(table_id: str, facts: str, user: str) -> Finished:
    """What is written of a finished game: nobody has to sit down there again to tell it."""
    known = msgspec.json.decode(facts, type=Facts)
    return Finished(
        id=table_id,
        game=known.game,
        titles=[sitter.title or "" for sitter in known.sitters],
        yours=[seat for seat, sitter in enumerate(known.sitters) if sitter.user == user],
        scores=known.scores or [],
        created=known.created,
    )


def _known(name: str) -> Game:
    if name not in GAMES:
        raise BadOption(f"there is no game {name!r}; there is {', '.join(GAMES)}")
    return find(name)


def _facts(game: Game, user: str, wish: NewTable) -> Facts:
    """A table as it was wished for, before anybody sits there. Bad options and positions are refused here."""
    if wish.position:
        play = load(game, wish.position, dice=None)
        seats, options, position = play.seats, play.options, wish.position
    else:
        between_people = sum(chosen.who != "bot" for chosen in wish.seats) > 1
        options = game.choose(wish.options, between_people=between_people)
        seats, position = game.choose_seats(len(wish.seats)), ""
        new(game, seats=seats, dice=None, **options)  # type: ignore[arg-type]
    if seats != len(wish.seats):
        raise BadOption(f"the position is for {seats} seats, and {len(wish.seats)} were named")
    if game.real_time and wish.clock.kind != "none":
        raise BadOption(f"{game.title} needs no clock: everything there happens at once")
    return Facts(
        game=game.name,
        version=game.version,
        seats=seats,
        options=options,
        position=position,
        clock=wish.clock,
        secret=fairness.new_secret(),
        sitters=[],
        creator=user,
        listed=wish.listed,
        created=now(),
    )


def _sitter(chosen: Chosen, user: str, name: str) -> Sitter:
    if chosen.who == "bot":
        if chosen.level not in LEVELS:
            raise BadOption(f"there is no bot {chosen.level!r}; there is {', '.join(LEVELS)}")
        return Sitter(bot=chosen.level, title=LEVELS[chosen.level].title)
    return Sitter(user=user, title=name) if chosen.who == "me" else Sitter()
