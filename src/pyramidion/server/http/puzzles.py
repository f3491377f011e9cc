"""Puzzles: positions with one clearly best action."""

from litestar import get, post
from litestar.params import FromPath, JSONBody

from pyramidion.server.http.dependencies import READS, REFUSALS, Ask, game_named, who_asks
from pyramidion.server.protocol.puzzles import Attempt, Attempted, Puzzle, PuzzleInfo
from pyramidion.server.services import services_of
from pyramidion.server.thinking import attempts


@get("/api/puzzles", responses=REFUSALS)
async def puzzles() -> list[PuzzleInfo]:
    """All puzzles, game by game, the easiest first."""
    return attempts.puzzles()


@get("/api/puzzles/today", responses=REFUSALS)
async def today() -> PuzzleInfo:
    """The puzzle of the day, the same for everybody until midnight (UTC)."""
    return attempts.puzzle_of_the_day()


@get("/api/puzzles/{game:str}/{number:int}", responses=REFUSALS)
async def puzzle(request: Ask, game: FromPath[str], number: FromPath[int]) -> Puzzle:
    """A puzzle, as whoever is to act sees it."""
    found, bot_pool = game_named(game), services_of(request).bot_pool
    await bot_pool.preparations.prepare(found)
    return await bot_pool.look(lambda: attempts.show(found, number), who_asks(request))


@post("/api/puzzles/{game:str}/{number:int}", responses=REFUSALS, status_code=200, opt=READS)
async def solve(request: Ask, game: FromPath[str], number: FromPath[int], data: JSONBody[Attempt]) -> Attempted:
    """Try to solve it. Nothing is written."""
    found, bot_pool = game_named(game), services_of(request).bot_pool
    await bot_pool.preparations.prepare(found)
    return await bot_pool.review(lambda: attempts.solve(found, number, data), who_asks(request))


HANDLERS = [puzzles, today, puzzle, solve]
