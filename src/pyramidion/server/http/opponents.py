"""Finding somebody to play with: seeks, challenges, friends."""

from typing import Annotated

from litestar import delete, get, post, put
from litestar.params import JSONBody, PathParameter, QueryParameter

from pyramidion.game import Illegal
from pyramidion.refusal import NotFound
from pyramidion.server.http.dependencies import PLAYS, REFUSALS, Ask, TableId, UserId, game_named, user_of
from pyramidion.server.people.ratings import points
from pyramidion.server.protocol.opponents import ChallengeInfo, FriendInfo, OpenSeek, SeekInfo, SeekWish, TakenSeek
from pyramidion.server.services import services_of
from pyramidion.server.storage.friends import (
    Friend,
    challenges_of,
    delete_challenge,
    friends_of,
    insert_challenge,
    set_friend,
)
from pyramidion.server.storage.ratings import UNKNOWN
from pyramidion.server.storage.seeks import Seek, open_seeks
from pyramidion.server.tables.announcements import Invited
from pyramidion.server.tables.matchmaking import nearest_bot, wish_of
from pyramidion.server.tables.opening import new_table
from pyramidion.server.tables.rated import check_seat
from pyramidion.server.tables.table import now

MOST_SEEKS = 100

PersonName = Annotated[str, PathParameter(max_length=40, description="What an account is called")]
Wait = Annotated[float, QueryParameter(ge=0, le=30, description="Seconds to wait for news before the answer")]


@get("/api/seeks", responses=REFUSALS)
async def seeks(request: Ask) -> list[OpenSeek]:
    """Everybody who looks for opponents, whoever has waited for longest first."""
    found = await services_of(request).database.read(lambda connection: open_seeks(connection, MOST_SEEKS))
    return [
        OpenSeek(one.user, name, one.game, one.seats, one.rated, points(UNKNOWN._replace(mu=one.mu)), one.created)
        for one, name in found
    ]


@post("/api/seek", responses=REFUSALS, opt=PLAYS)
async def seek(request: Ask, data: JSONBody[SeekWish]) -> SeekInfo:
    """Look for opponents; whatever else you were looking for is forgotten."""
    game = game_named(data.game)
    if data.seats not in game.seats:
        raise Illegal(f"{game.title} can't be played by {data.seats} players")
    return _info(await services_of(request).matchmaker.seek(user_of(request), data.game, data.seats, rated=data.rated))


@get("/api/seek", responses=REFUSALS)
async def own_seek(request: Ask, wait: Wait = 0.0) -> SeekInfo | None:
    """What you are looking for, if anything; with `wait`, when somebody is found, or after so many seconds."""
    found = await services_of(request).matchmaker.of(user_of(request), wait)
    return _info(found) if found else None


@delete("/api/seek", responses=REFUSALS, status_code=200, opt=PLAYS)
async def stop_seeking(request: Ask) -> None:
    """Look for nobody any more."""
    await services_of(request).matchmaker.stop(user_of(request))


@post("/api/seeks/{user:str}/take", responses=REFUSALS, status_code=200, opt=PLAYS)
async def take(request: Ask, user: UserId) -> TakenSeek:
    """Play with somebody who looks for opponents."""
    taker, services = user_of(request), services_of(request)
    await services.moderation.check_welcome(taker, [user])
    return TakenSeek(await services.matchmaker.take(taker, user))


def _info(found: Seek) -> SeekInfo:
    return SeekInfo(found.game, found.seats, found.rated, found.created, found.table_id, nearest_bot(found))


@post("/api/people/{name:str}/challenge", responses=REFUSALS, opt=PLAYS)
async def challenge(request: Ask, name: PersonName, data: JSONBody[SeekWish]) -> TakenSeek:
    """Challenge somebody: a table waits for them, and they find it among their challenges."""
    user, services = user_of(request), services_of(request)
    challenged = (await services.profiles.find(name)).user
    if challenged == user:
        raise Illegal("you can't challenge yourself")
    await services.moderation.check_welcome(user, [challenged])
    if data.seats not in game_named(data.game).seats:
        raise Illegal(f"{game_named(data.game).title} can't be played by {data.seats} players")
    check_seat(game_named(data.game), await services.users.seated(challenged), rated=data.rated)
    await services.registry.check_may_open(user)
    meta = new_table(await services.users.seated(user), wish_of(data.game, data.seats, rated=data.rated))
    await services.bot_pool.preparations.prepare(game_named(data.game))
    at = now()
    table_id = await services.registry.open_for(
        meta, lambda connection, table_id: insert_challenge(connection, table_id, user, challenged, at)
    )
    services.environment.announcements.publish(Invited(table_id, [challenged]))
    return TakenSeek(table_id)


@get("/api/challenges", responses=REFUSALS)
async def challenges(request: Ask) -> list[ChallengeInfo]:
    """Your challenges and those to you, as long as their tables wait."""
    user = user_of(request)
    found = await services_of(request).database.read(lambda connection: challenges_of(connection, user))
    return [ChallengeInfo(one.table_id, one.name, one.game, one.rated, one.user == user, one.created) for one in found]


@delete("/api/challenges/{table_id:str}", responses=REFUSALS, status_code=200, opt=PLAYS)
async def decline(request: Ask, table_id: TableId) -> None:
    """Decline a challenge, or take yours back."""
    user = user_of(request)
    if not await services_of(request).database.write(lambda connection: delete_challenge(connection, user, table_id)):
        raise NotFound("there is no such challenge")


@get("/api/friends", responses=REFUSALS)
async def friends(request: Ask) -> list[FriendInfo]:
    """Your friends, whether they are here, and where you can watch them. Whoever has blocked you never seems to be here."""
    user, services = user_of(request), services_of(request)
    found = await services.database.read(lambda connection: friends_of(connection, user))
    here = services.registry.everybody() | services.personal_news.listeners
    here |= await services.environment.news.online([one.user for one in found])
    return [_friend(one, is_here=one.user in here or services.users.is_online(one.user)) for one in found]


def _friend(one: Friend, *, is_here: bool) -> FriendInfo:
    return FriendInfo(one.name, False, None) if one.is_hiding else FriendInfo(one.name, is_here, one.watch)


@put("/api/friends/{name:str}", responses=REFUSALS, status_code=200)
async def befriend(request: Ask, name: PersonName) -> None:
    """Make somebody your friend. They are not asked, and not told."""
    await _set_friend(request, name, on=True)


@delete("/api/friends/{name:str}", responses=REFUSALS, status_code=200)
async def unfriend(request: Ask, name: PersonName) -> None:
    """Somebody is no longer your friend."""
    await _set_friend(request, name, on=False)


async def _set_friend(request: Ask, name: str, *, on: bool) -> None:
    user, services = user_of(request), services_of(request)
    friend, at = (await services.profiles.find(name)).user, now()
    await services.database.write(lambda connection: set_friend(connection, user, friend, at, on=on))


HANDLERS = [seeks, seek, own_seek, stop_seeking, take, challenge, challenges, decline, friends, befriend, unfriend]
