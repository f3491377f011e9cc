"""People as others see them: profiles, histories, leaderboards."""

from typing import Annotated

from litestar import get
from litestar.params import FromPath, PathParameter, QueryParameter

from pyramidion.refusal import NotFound
from pyramidion.server.http.dependencies import REFUSALS, Ask, game_named, guest_of
from pyramidion.server.protocol.people import Leaderboard, Outcome, PlayedGames, Profile, RatingPoint
from pyramidion.server.services import services_of
from pyramidion.server.storage.profiles import Filter
from pyramidion.server.storage.ratings import Pool

PersonName = Annotated[str, PathParameter(max_length=40, description="What an account is called")]
Page = Annotated[int, QueryParameter(ge=0, le=100_000, description="Pages are counted from 0")]
GameName = Annotated[str | None, QueryParameter(max_length=40, description="Only this game")]
Opponent = Annotated[str | None, QueryParameter(max_length=40, description="Only games against the account of this name")]
Won = Annotated[Outcome | None, QueryParameter(description="Only games that ended so for them")]
IsRated = Annotated[bool | None, QueryParameter(description="Only rated games, or only others")]


@get("/api/people/{name:str}", responses=REFUSALS)
async def profile(request: Ask, name: PersonName) -> Profile:
    """Somebody with an account: ratings, results, and what they are playing."""
    services = services_of(request)
    return await services.profiles.profile(name, guest_of(request), services.registry.present_at)


@get("/api/people/{name:str}/games", responses=REFUSALS)
async def games(
    request: Ask,
    name: PersonName,
    game: GameName = None,
    outcome: Won = None,
    rated: IsRated = None,
    opponent: Opponent = None,
    page: Page = 0,
) -> PlayedGames:
    """The games that somebody has played, the last one first. Games that were not public are told to themselves alone."""
    wanted = Filter(game, outcome, rated, opponent)
    return await services_of(request).profiles.games(name, guest_of(request), wanted, page)


@get("/api/people/{name:str}/ratings/{game:str}/{seats:int}", responses=REFUSALS)
async def graph(request: Ask, name: PersonName, game: FromPath[str], seats: FromPath[int]) -> list[RatingPoint]:
    """How somebody's rating went in a pool."""
    return await services_of(request).profiles.graph(name, _pool(game, seats))


@get("/api/leaderboards/{game:str}/{seats:int}", responses=REFUSALS)
async def leaderboard(request: Ask, game: FromPath[str], seats: FromPath[int], page: Page = 0) -> Leaderboard:
    """The best of a pool: accounts whose ratings are certain enough."""
    return await services_of(request).profiles.leaderboard(_pool(game, seats), page)


def _pool(game: str, seats: int) -> Pool:
    if seats not in game_named(game).seats:
        raise NotFound("this game can't have that many players")
    return Pool(game, seats)


HANDLERS = [profile, games, graph, leaderboard]
