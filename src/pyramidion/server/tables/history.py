"""Looking back at a table: a game as it was, to its people or to everybody once it is over."""

from pyramidion.refusal import NotFound
from pyramidion.server.limits import Who
from pyramidion.server.protocol.rest import Chances, Odds, Past, Review
from pyramidion.server.tables.record import TableRecord, record_of
from pyramidion.server.tables.session import Session


async def look_back(session: Session, user: str, n: int, seat: int | None) -> Past:
    """The board after `n` events, as the user saw it. After the end they see everything, or what one seat saw."""
    async with session.lock:
        _check_number(session, n)
        table = session.table
        eyes = table.eyes_of(table.seats_of(user)) if seat is None else session.reviewer.eyes(seat)
        return session.presenter.past(eyes, n)


async def review(session: Session, user: str, seat: int | None) -> Review:
    """A finished game with all its events, as everybody's eyes or one seat's saw them."""
    async with session.lock:
        return session.presenter.review(session.table.seats_of(user), session.reviewer.eyes(seat))


async def chances(session: Session, n: int, who: Who) -> Chances:
    """What the search thinks of a finished game after `n` events."""
    async with session.lock:
        session.reviewer.eyes(None)
        _check_number(session, n)
    return await session.reviewer.chances(n, who)


async def odds(session: Session, who: Who) -> Odds:
    """The odds of every event of chance of a finished game, to check its dice by."""
    session.reviewer.eyes(None)
    return await session.reviewer.odds(await record(session), who)


async def record(session: Session) -> TableRecord:
    """The whole game with its dice, when it is over."""
    async with session.lock:
        return record_of(session.table)


def _check_number(session: Session, n: int) -> None:
    if session.table.play is None or not 0 <= n <= len(session.table.log):
        raise NotFound(f"the game has only {len(session.table.log)} events so far")
