"""Looking back: a game as it was, what the search thinks of it, and whether its dice were fair."""

from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from pyramidion.server.http.dependencies import READS, REFUSALS, Ask, TableId, game_named, guest_of, who_asks
from pyramidion.server.http.long_answers import COMPRESSED, long_answer
from pyramidion.server.protocol.puzzles import Attempt, Attempted, Guessed, Task
from pyramidion.server.protocol.rest import Chances, Course, Observed, Odds, Past, Review
from pyramidion.server.services import services_of
from pyramidion.server.tables import history
from pyramidion.server.tables.session import Session
from pyramidion.server.thinking.review import odds_of

LARGEST_RECORD = 1024 * 1024

Eyes = Annotated[int | None, QueryParameter(description="A seat, to see what it saw; everything if left out")]

Seat = Annotated[int, QueryParameter(description="Whose seat")]
From = Annotated[int, QueryParameter(description="The first position wanted")]


@get("/api/tables/{table_id:str}/at/{n:int}", responses=REFUSALS)
async def look_back(request: Ask, table_id: TableId, n: FromPath[int], eyes: Eyes = None) -> Past:
    """The board as it was after `n` events, as you saw it. After the end you see everything, or what one seat saw."""
    return await history.look_back(await _session(request, table_id), guest_of(request), n, eyes)


@get("/api/tables/{table_id:str}/observation", responses=REFUSALS)
async def observation(request: Ask, table_id: TableId) -> Observed:
    """What your seats know now, as the rules' own record, while the game is played: for programs that have the rules."""
    return await history.observation(await _session(request, table_id), guest_of(request))


@get("/api/tables/{table_id:str}/review", responses=REFUSALS, opt=COMPRESSED)
async def review(request: Ask, table_id: TableId, eyes: Eyes = None) -> Response[Review]:
    """A finished game with all its events, as everybody's eyes or one seat's saw them."""
    encoded = await history.review(await _session(request, table_id), guest_of(request), eyes, who_asks(request))
    return await long_answer(request, encoded)


@get("/api/tables/{table_id:str}/chances/{n:int}", responses=REFUSALS)
async def chances(request: Ask, table_id: TableId, n: FromPath[int]) -> Chances:
    """What the search thinks of a finished game after `n` events."""
    return await history.chances(await _session(request, table_id), n, who_asks(request))


@get("/api/tables/{table_id:str}/chances", responses=REFUSALS)
async def chances_from(request: Ask, table_id: TableId, n: From = 0) -> list[Chances]:
    """The same for the positions from `n` on, as many as are judged within half a second; ask again for those after them."""
    return await history.chances_from(await _session(request, table_id), n, who_asks(request))


@get("/api/tables/{table_id:str}/guesses/{n:int}", responses=REFUSALS)
async def guesses(request: Ask, table_id: TableId, n: FromPath[int], seat: Seat) -> list[Guessed]:
    """What a seat could know of hidden pieces after `n` events of a finished game, and what they were."""
    return await history.guesses(await _session(request, table_id), n, seat, who_asks(request))


@get("/api/tables/{table_id:str}/attempts/{n:int}", responses=REFUSALS)
async def task(request: Ask, table_id: TableId, n: FromPath[int], seat: Seat) -> Task:
    """The position after `n` events of a finished game, to find out what was best there."""
    return await history.task(await _session(request, table_id), n, seat, who_asks(request))


@post("/api/tables/{table_id:str}/attempts/{n:int}", responses=REFUSALS, status_code=200, opt=READS)
async def try_again(request: Ask, table_id: TableId, n: FromPath[int], seat: Seat, data: JSONBody[Attempt]) -> Attempted:
    """What would have come of another action after `n` events of a finished game. Nothing is written."""
    return await history.try_again(await _session(request, table_id), n, seat, data, who_asks(request))


@get("/api/tables/{table_id:str}/odds", responses=REFUSALS, opt=COMPRESSED)
async def odds(request: Ask, table_id: TableId) -> Response[Odds]:
    """The odds of every event of chance of a finished game, to check its dice by."""
    encoded = await history.odds(await _session(request, table_id), who_asks(request))
    return await long_answer(request, encoded)


@get("/api/tables/{table_id:str}/record", responses=REFUSALS, opt=COMPRESSED)
async def record(request: Ask, table_id: TableId) -> Response[bytes]:
    """The whole game with its dice, when it is over."""
    session = await _session(request, table_id)
    headers = {"Content-Disposition": f'attachment; filename="{session.table.game.name}-{table_id}.json"'}
    return await long_answer(request, await history.record(session, who_asks(request)), headers)


@post(
    "/api/verify/odds",
    responses=REFUSALS,
    status_code=200,
    request_max_body_size=LARGEST_RECORD,
    opt={**COMPRESSED, **READS},
)
async def odds_of_record(request: Ask, data: JSONBody[Course]) -> Response[Odds]:
    """The odds of a record from anywhere. Nothing is written."""
    bot_pool = services_of(request).bot_pool
    await bot_pool.preparations.prepare(game_named(data.game))
    encoded = await bot_pool.look(lambda: msgspec.json.encode(odds_of(data)), who_asks(request))
    return await long_answer(request, encoded)


async def _session(request: Ask, table_id: str) -> Session:
    return await services_of(request).registry.session(table_id)


HANDLERS = [look_back, observation, review, chances, chances_from, guesses, task, try_again, odds, record, odds_of_record]
