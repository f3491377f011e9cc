"""Inviting programs to a table: those that are here, and listen to their news."""

from litestar import get, post
from litestar.params import JSONBody

from pyramidion.game import Illegal
from pyramidion.refusal import NotFound
from pyramidion.server.http.dependencies import PLAYS, REFUSALS, Ask, TableId, user_of
from pyramidion.server.protocol.programs import Invitation, ProgramInfo
from pyramidion.server.services import Services, services_of
from pyramidion.server.storage.friends import replace_challenge
from pyramidion.server.tables.announcements import Invited
from pyramidion.server.tables.rated import check_seat
from pyramidion.server.tables.table import now

MOST_LISTED = 50


@get("/api/programs", responses=REFUSALS)
async def programs(request: Ask) -> list[ProgramInfo]:
    """Bots of other people that are here now. They choose themselves what they play."""
    services = services_of(request)
    here = [user for user in sorted(services.personal_news.listeners) if await services.users.is_program(user)]
    return [ProgramInfo(user, await services.users.name_of(user)) for user in here[:MOST_LISTED]]


@post("/api/tables/{table_id:str}/invite", responses=REFUSALS, status_code=200, opt=PLAYS)
async def invite(request: Ask, table_id: TableId, data: JSONBody[Invitation]) -> None:
    """Invite a bot that is here to a free seat of your table. It sits down, or declines; the latest invitation counts."""
    user, services = user_of(request), services_of(request)
    await _check(services, user, table_id, data.user)
    at = now()
    await services.database.write(lambda connection: replace_challenge(connection, table_id, user, data.user, at))
    services.environment.announcements.publish(Invited(table_id, [data.user]))


async def _check(services: Services, user: str, table_id: str, invited: str) -> None:
    session = await services.registry.session(table_id)
    meta = session.table.meta
    if user not in meta.people:
        raise Illegal("only players can invite a bot")
    if meta.status != "waiting" or not any(seat.is_free for seat in meta.seats):
        raise Illegal("all seats are taken")
    if invited not in services.personal_news.listeners or not await services.users.is_program(invited):
        raise NotFound("that bot isn't here right now")
    await services.moderation.check_welcome(user, [invited])
    check_seat(session.table.game, await services.users.seated(invited), rated=meta.rated)


HANDLERS = [programs, invite]
