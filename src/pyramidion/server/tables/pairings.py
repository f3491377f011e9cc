"""Those who were paired: their game begins, or somebody does not come and the seat goes to the next who fits."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from pyramidion.refusal import NotFound
from pyramidion.server.storage.events import Entry
from pyramidion.server.storage.seeks import Seek
from pyramidion.server.tables.ownership import Elsewhere
from pyramidion.server.tables.readiness import missing
from pyramidion.server.tables.registry import Registry
from pyramidion.server.tables.session import Session
from pyramidion.server.tables.sitting import free_seats
from pyramidion.server.tables.table import now

SHOW_UP = 30_000  # milliseconds in which those who were paired must come
SIT_DOWN = 5_000  # milliseconds after which somebody who was paired and has no seat looks for one again
ALL = 1_000  # seats, for a table that is not ours to fill
LOST = 60_000  # milliseconds without a word from a page, after which it seeks no more


@dataclass
class Standing:
    """What has become of those who seek."""

    begun: set[str] = field(default_factory=set)  # tables that wait for nobody any more
    gone: set[str] = field(default_factory=set)  # people who look for nobody any more
    astray: set[str] = field(default_factory=set)  # people who were paired and don't sit there: they look again
    taken: dict[str, int] = field(default_factory=dict)  # how many seats are not free at a table that waits
    elsewhere: set[str] = field(default_factory=set)  # tables that another node looks after


async def look_after(registry: Registry, seeks: Sequence[Seek]) -> Standing:
    """See who has come, and free the seats of those who have not."""
    standing, tables = Standing(), defaultdict[str, list[Seek]](list)
    for seek in seeks:
        if seek.table_id:
            tables[seek.table_id].append(seek)
        elif now() - seek.seen > LOST:
            standing.gone.add(seek.user)
    for table_id, paired in tables.items():
        try:
            await _look_at(registry, table_id, paired, standing)
        except Elsewhere:  # its node sees to it
            standing.taken[table_id] = ALL
    return standing


def has_free_seat(registry: Registry, seek: Seek) -> bool:
    """Whether there is room where somebody was paired; of a table that is not in memory, nobody knows."""
    session = registry.sessions.get(seek.table_id or "")
    return session is not None and any(seat.is_free for seat in session.table.meta.seats)


async def _look_at(registry: Registry, table_id: str, paired: Sequence[Seek], standing: Standing) -> None:
    try:
        session = await _session(registry, table_id)
    except Elsewhere:
        standing.elsewhere.add(table_id)
        return
    for seek in paired if session else []:
        assert session is not None
        if await _has_missed(session, seek, max(one.paired or 0 for one in paired)):
            standing.gone.add(seek.user)
    meta = session.table.meta if session else None
    if meta is None or meta.status != "waiting":
        standing.begun.add(table_id)
        return
    standing.taken[table_id] = sum(not seat.is_free for seat in meta.seats)
    without = {seek.user for seek in paired if now() - (seek.paired or 0) > SIT_DOWN} - meta.people
    standing.astray |= without - standing.gone


async def _session(registry: Registry, table_id: str) -> Session | None:
    try:
        return await registry.session(table_id)
    except NotFound:
        return None


async def _has_missed(session: Session, seek: Seek, latest: int) -> bool:
    """Whether somebody has not come; then their seat is free again, unless the game has begun just now."""
    if session.table.meta.status != "waiting" or not _is_late(session, seek, latest):
        return False

    def free() -> list[Entry]:
        return free_seats(session.table, seek.user) if _is_late(session, seek, latest) else []

    await session.change(free)
    return session.table.meta.status == "waiting" and seek.user not in session.table.meta.people


def _is_late(session: Session, seek: Seek, latest: int) -> bool:
    """Whether somebody who was paired is not here in time; or is, but holds all up long after the last one was paired."""
    if seek.user not in session.presence.users:
        return now() - (seek.paired or 0) > SHOW_UP
    is_missing = set(missing(session.table.meta.seats)) & set(session.table.seats_of(seek.user))
    return bool(is_missing) and now() - latest > 2 * SHOW_UP  # a page may be slow, or its game have to be compiled
