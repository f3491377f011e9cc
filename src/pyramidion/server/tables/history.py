"""Looking back at a table: a game as it was, to its people or to everybody once it is over.

Whatever grows with the log is made and encoded in a thread: a long game would keep the event loop busy for too long.
"""

from collections.abc import Callable

import msgspec

from pyramidion.refusal import NotFound
from pyramidion.server.limits import Who
from pyramidion.server.protocol.puzzles import Attempt, Attempted, Guessed, Task
from pyramidion.server.protocol.rest import Chances, Observed, Past
from pyramidion.server.tables.record import record_of
from pyramidion.server.tables.session import Session
from pyramidion.server.thinking.review import odds as odds_of


async def look_back(session: Session, user: str, n: int, seat: int | None) -> Past:
    """The board after `n` events, as the user saw it. After the end they see everything, or what one seat saw."""
    async with session.lock:
        _check_number(session, n)
        table, seats = session.table, session.table.seats_of(user)
        eyes = table.eyes_of(seats) if seat is None else session.reviewer.eyes(seat)
        return session.presenter.past(eyes, n, seats)


async def observation(session: Session, user: str) -> Observed:
    """What somebody may know of a game now, as the rules' own record."""
    async with session.lock:
        return session.presenter.observed(session.table.seats_of(user))


async def review(session: Session, user: str, seat: int | None, who: Who) -> bytes:
    """A finished game with all its events, as everybody's eyes or one seat's saw them: a Review."""

    def describe() -> object:
        return session.presenter.review(session.table.seats_of(user), session.reviewer.eyes(seat))

    async with session.lock:
        return await _encoded(session, describe, who)


async def chances(session: Session, n: int, who: Who) -> Chances:
    """What the search thinks of a finished game after `n` events."""
    async with session.lock:
        session.reviewer.eyes(None)
        _check_number(session, n)
    return await session.reviewer.chances(n, who)


async def chances_from(session: Session, n: int, who: Who) -> list[Chances]:
    """The same after `n` events and after those that follow, as many as are judged at once."""
    async with session.lock:
        session.reviewer.eyes(None)
        _check_number(session, n)
    return await session.reviewer.chances_from(n, who)


async def guesses(session: Session, n: int, seat: int, who: Who) -> list[Guessed]:
    """What a seat could know of hidden pieces after `n` events of a finished game."""
    async with session.lock:
        _check_number(session, n)
    return await session.reviewer.guesses(n, seat, who)


async def task(session: Session, n: int, seat: int, who: Who) -> Task:
    """The position after `n` events of a finished game, for a seat to find out what was best."""
    async with session.lock:
        _check_number(session, n)
    return await session.reviewer.task(n, seat, who)


async def try_again(session: Session, n: int, seat: int, attempt: Attempt, who: Who) -> Attempted:
    """What would have come of another action after `n` events of a finished game."""
    async with session.lock:
        _check_number(session, n)
    return await session.reviewer.try_again(n, seat, attempt, who)


async def odds(session: Session, who: Who) -> bytes:
    """The odds of every event of chance of a finished game, to check its dice by: Odds."""
    session.reviewer.eyes(None)
    whole = await record(session, who)
    return await _encoded(session, lambda: odds_of(msgspec.json.decode(whole)), who)


async def record(session: Session, who: Who) -> bytes:
    """The whole game with its dice, when it is over: a TableRecord."""
    async with session.lock:
        return await _encoded(session, lambda: record_of(session.table), who)


async def _encoded(session: Session, make: Callable[[], object], who: Who) -> bytes:
    return await session.environment.bot_pool.look(lambda: msgspec.json.encode(make()), who)


def _check_number(session: Session, n: int) -> None:
    if session.table.play is None or not 0 <= n <= len(session.table.log):
        raise NotFound(f"the game has only {len(session.table.log)} events so far")
