"""Finding opponents: seeks are paired, tables opened for them, and whoever does not come is replaced."""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from weakref import WeakValueDictionary

from pyramidion.bots.levels import LEVELS
from pyramidion.games import find
from pyramidion.refusal import NotFound, Refusal
from pyramidion.server.people.pairing import Party, pair, parties_of
from pyramidion.server.people.ratings import anchor
from pyramidion.server.protocol.rest import Chosen, ClockWish, NewTable
from pyramidion.server.storage import seeks as stored
from pyramidion.server.storage.moderation import blocks_among
from pyramidion.server.storage.ratings import UNKNOWN, Pool, read_ratings
from pyramidion.server.storage.seeks import Seek
from pyramidion.server.storage.tables import TableMeta
from pyramidion.server.tables.announcements import Invited
from pyramidion.server.tables.opening import game_of, new_table
from pyramidion.server.tables.ownership import Elsewhere
from pyramidion.server.tables.pairings import Standing, has_free_seat, look_after
from pyramidion.server.tables.rated import CLOCK, check_seat
from pyramidion.server.tables.registry import Registry
from pyramidion.server.tables.seating import lots
from pyramidion.server.tables.sitting import free_seats
from pyramidion.server.tables.table import now

ROUND_SECONDS = 1.0  # between two rounds of pairing
SEEN_EVERY = 15_000
LONGEST_WAIT = 30.0  # seconds for which a page may wait for an answer

log = logging.getLogger(__name__)


class Matchmaker:
    """Pairs those who seek."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._environment = registry.environment
        self._database = registry.environment.database
        self._environment.news.hear("paired", self._tell_here)
        self._waiting = WeakValueDictionary[str, asyncio.Event]()  # pages that wait to be told

    def open(self) -> None:
        self._environment.tasks.spawn(self._pair_for_ever())

    # Seeking

    async def seek(self, user: str, game: str, seats: int, *, rated: bool) -> Seek:
        """Look for opponents; whatever else one was looking for, or has found and not begun, is given up."""
        find(game).choose_seats(seats)
        check_seat(find(game), await self._environment.users.seated(user), rated=rated)
        await self._registry.check_may_open(user)
        await self.stop(user)
        seek = Seek(user, game, seats, rated, await self._mu(user, Pool(game, seats)), now(), now())
        await self._database.write(lambda connection: stored.put_seek(connection, seek))
        return seek

    async def _mu(self, user: str, pool: Pool) -> float:
        known = await self._database.read(lambda connection: read_ratings(connection, pool, [user]))
        return known.get(user, UNKNOWN).mu

    async def of(self, user: str, wait: float) -> Seek | None:
        """Somebody's seek: at once if they are paired, or when they are, or after some seconds."""
        event = self._waiting.setdefault(user, asyncio.Event())  # before looking, or what is told meanwhile is missed
        seek = await self._find(user)
        if seek is None or seek.table_id or wait <= 0:
            return seek
        with suppress(TimeoutError):
            await asyncio.wait_for(event.wait(), min(wait, LONGEST_WAIT))
        return await self._find(user)

    async def _find(self, user: str) -> Seek | None:
        seek = await self._database.read(lambda connection: stored.read_seek(connection, user))
        at = now()
        if seek and at - seek.seen > SEEN_EVERY:
            await self._database.write(lambda connection: stored.note_seen(connection, user, at))
        return seek

    async def stop(self, user: str) -> None:
        """Look for nobody any more. Who was paired and hasn't begun gives the seat back."""
        found = await self._database.write(lambda connection: stored.take_seek(connection, user))
        if found and found.table_id:
            try:
                session = await self._registry.session(found.table_id)
                await session.change(lambda: free_seats(session.table, user))
            except NotFound:
                pass
            except Elsewhere as elsewhere:
                await self._environment.ownership.depart(elsewhere, found.table_id, user)
        self._tell([user])

    async def forget(self, user: str, table_id: str) -> None:
        """Somebody has left the table where they were paired, if they were: nobody is looked for in their name."""
        await self._database.write(lambda connection: stored.take_seek(connection, user, table_id))

    async def take(self, user: str, other: str) -> str:
        """Play with somebody who seeks; the table. If they are gone, one goes on looking for what one was looking for."""
        theirs = await self._database.read(lambda connection: stored.read_seek(connection, other))
        if theirs is None or theirs.table_id or other == user:
            raise stored.Gone("they are no longer looking for an opponent")
        before = await self._database.read(lambda connection: stored.read_seek(connection, user))
        own = await self.seek(user, theirs.game, theirs.seats, rated=theirs.rated)
        try:
            return await self._open([theirs, own])
        except stored.Gone:
            await self._go_back_to(user, before)
            raise

    async def _go_back_to(self, user: str, before: Seek | None) -> None:
        await self.stop(user)
        if before and before.table_id is None:
            await self._database.write(lambda connection: stored.put_seek(connection, before))

    # Pairing

    async def _pair_for_ever(self) -> None:
        while True:
            await asyncio.sleep(ROUND_SECONDS)
            try:
                await self.pair_all()
            except Exception:
                log.exception("a round of pairing failed")

    async def pair_all(self) -> None:
        """One round: forget who is gone, replace who has not come, pair who can be paired."""
        seeks = await self._seeks()
        if not seeks:
            return
        standing = await look_after(self._registry, seeks)
        looking = await self._looking(seeks, standing)
        users = [seek.user for seek in looking]
        blocks = await self._database.read(lambda connection: blocks_among(connection, users))
        for (_, seats, _), parties in parties_of(looking, standing.taken).items():
            for group in await asyncio.to_thread(pair, parties, seats, now(), blocks):
                await self._seat(group)

    async def _seeks(self) -> list[Seek]:
        """What is ours to see to: everybody's, if we pair for all or a table of ours has a free seat; else our tables'."""
        ownership = self._environment.ownership
        if not ownership.pairs_for_all:
            here = await self._database.read(lambda connection: stored.seeks_at(connection, ownership.node))
            if not any(has_free_seat(self._registry, seek) for seek in here):
                return here
        return await self._database.read(stored.all_seeks)

    async def _looking(self, seeks: Sequence[Seek], standing: Standing) -> list[Seek]:
        """Those who still look for somebody, and are noted so."""
        begun, gone, astray = sorted(standing.begun), sorted(standing.gone), sorted(standing.astray)
        if begun or gone or astray:
            await self._database.write(lambda connection: stored.forget(connection, begun, gone, astray))
        left_out = standing.begun | standing.elsewhere
        left = [seek for seek in seeks if seek.user not in standing.gone and seek.table_id not in left_out]
        there = [seek._replace(table_id=None) if seek.user in standing.astray else seek for seek in left]
        return [seek for seek in there if standing.taken.get(seek.table_id or "", 0) < seek.seats]

    async def _seat(self, group: Sequence[Party]) -> None:
        """Bring a group together: at the table where some of them sit already, or at a new one."""
        try:
            table_id = next((party.table_id for party in group if party.table_id), None)
            fresh = [seek for party in group if party.table_id is None for seek in party.members]
            if table_id is None:
                await self._open(fresh)
            else:
                await self._join(table_id, fresh)
        except Refusal as refusal:  # one of them has gone just now: the others are paired in the next round
            log.info("a group was not paired", extra={"code": refusal.code})

    async def _join(self, table_id: str, seeks: Sequence[Seek]) -> None:
        session, users = await self._registry.session(table_id), [seek.user for seek in seeks]
        at = now()
        await self._database.write(lambda connection: stored.claim(connection, users, table_id, at))
        for user in users:
            await session.sit(user, None)
        self._tell_paired(table_id, users)

    async def _open(self, seeks: Sequence[Seek]) -> str:
        """Open a table for these people: their seeks and the table are written together, or neither."""
        first, users, at = seeks[0], [seek.user for seek in seeks], now()
        meta = await self._meta(first, users)
        await self._environment.bot_pool.preparations.prepare(find(first.game))
        table_id = await self._registry.open_for(
            meta, lambda connection, table_id: stored.claim(connection, users, table_id, at)
        )
        self._tell_paired(table_id, users)
        return table_id

    async def _meta(self, seek: Seek, users: Sequence[str]) -> TableMeta:
        wish = wish_of(seek.game, seek.seats, rated=seek.rated)
        meta = new_table(await self._environment.users.seated(users[0]), wish)
        meta.listed = True
        free = [number for number, seat in enumerate(meta.seats) if seat.is_free]
        for user, number in zip(users[1:], lots.sample(free, len(users) - 1), strict=True):
            meta.seats[number] = await self._environment.users.seated(user)
        return meta

    def _tell_paired(self, table_id: str, users: Sequence[str]) -> None:
        self._environment.announcements.publish(Invited(table_id, users))
        self._tell(users)

    def _tell(self, users: Sequence[str]) -> None:
        self._tell_here(users)
        self._environment.news.tell("paired", users)

    def _tell_here(self, users: Sequence[str]) -> None:
        for user in users:
            if event := self._waiting.get(user):
                event.set()


def wish_of(game: str, seats: int, *, rated: bool) -> NewTable:
    """A table for people who don't know each other: the usual options, and a clock where there can be one."""
    chosen = [Chosen("me"), *[Chosen("anybody")] * (seats - 1)]
    wish = NewTable(game=game, seats=chosen, rated=rated)
    return NewTable(game=game, seats=chosen, rated=rated, clock=ClockWish() if game_of(wish).real_time else CLOCK)


def nearest_bot(seek: Seek) -> str:
    """The level of the bot that is nearest in strength, as far as it was measured."""
    measured = {level: anchor(seek.game, find(seek.game).seats[0], level) for level in LEVELS}
    known = {level: rating.mu for level, rating in measured.items() if rating}
    return min(known, key=lambda level: abs(known[level] - seek.mu), default=next(iter(LEVELS)))
