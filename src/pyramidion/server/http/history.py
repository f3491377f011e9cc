"""Looking back: a game as it was, what the search thinks of it, and whether its dice were fair."""

from typing import Annotated

from litestar import get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from pyramidion.server.http.dependencies import REFUSALS, Ask, TableId, game_named, guest_of, house_of
from pyramidion.server.protocol.messages import Chances, Course, Odds, Past, Review
from pyramidion.server.tables.registry import NotFound
from pyramidion.server.tables.session import Host
from pyramidion.server.thinking.review import odds_of

LARGEST_RECORD = 1024 * 1024

Eyes = Annotated[int | None, QueryParameter(description="A seat, to see what it saw; everything if left out")]


@get("/api/tables/{table_id:str}/at/{n:int}", responses=REFUSALS)
async def look_back(request: Ask, table_id: TableId, n: FromPath[int], eyes: Eyes = None) -> Past:
    """The board as it was after `n` events, as you saw it. After the end you see everything, or what one seat saw."""
    host = await house_of(request).host(table_id)
    async with host.lock:
        _check_number(host, n)
        seats = host.table.seats_of(guest_of(request))
        return host.looker.past(host.table.eyes_of(seats) if eyes is None else host.reviewer.eyes(eyes), n)


@get("/api/tables/{table_id:str}/review", responses=REFUSALS)
async def review(request: Ask, table_id: TableId, eyes: Eyes = None) -> Review:
    """A finished game with all its events, as everybody's eyes or one seat's saw them."""
    host = await house_of(request).host(table_id)
    seats = host.table.seats_of(guest_of(request))
    async with host.lock:
        return host.looker.review(seats, host.reviewer.eyes(eyes))


@get("/api/tables/{table_id:str}/chances/{n:int}", responses=REFUSALS)
async def chances(request: Ask, table_id: TableId, n: FromPath[int]) -> Chances:
    """What the search thinks of a finished game after `n` events."""
    host = await _finished(request, table_id)
    _check_number(host, n)
    return await host.reviewer.chances(n)


@get("/api/tables/{table_id:str}/odds", responses=REFUSALS)
async def odds(request: Ask, table_id: TableId) -> Odds:
    """The odds of every event of chance of a finished game, to check its dice by."""
    return await (await _finished(request, table_id)).reviewer.odds()


@post("/api/verify/odds", responses=REFUSALS, status_code=200, request_max_body_size=LARGEST_RECORD)
async def odds_of_record(request: Ask, data: JSONBody[Course]) -> Odds:
    """The same of a record from anywhere. Nothing is written."""
    thinkers = house_of(request).thinkers
    await thinkers.warm(game_named(data.game))
    return await thinkers.review(lambda: odds_of(data))


async def _finished(request: Ask, table_id: str) -> Host:
    """The host of a table where the game is over, and written."""
    host = await house_of(request).host(table_id)
    async with host.lock:
        host.reviewer.eyes(None)
    return host


def _check_number(host: Host, n: int) -> None:
    if host.table.play is None or not 0 <= n <= len(host.table.log):
        raise NotFound(f"the game has {len(host.table.log)} events up to now")


HANDLERS = [look_back, review, chances, odds, odds_of_record]
