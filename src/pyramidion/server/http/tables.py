"""The lobby, and tables: opening, joining and leaving them."""

from litestar import get, post
from litestar.params import JSONBody

from pyramidion.server.http.dependencies import PLAYS, REFUSALS, Ask, TableId, guest_of, user_of
from pyramidion.server.people.lobby import lobby, one_table
from pyramidion.server.protocol.rest import Lobby, NewTable, Sit, TableInfo
from pyramidion.server.services import services_of


@get("/api/tables", responses=REFUSALS)
async def tables(request: Ask) -> Lobby:
    """The tables you sit at, those that wait for somebody, and those you may watch."""
    services = services_of(request)
    return await lobby(services.database, guest_of(request), services.registry.present_at)


@post("/api/tables", responses=REFUSALS, opt=PLAYS)
async def create(request: Ask, data: JSONBody[NewTable]) -> TableInfo:
    """Open a table."""
    user = user_of(request)
    return await _info(request, await services_of(request).registry.create(user, data), user)


@get("/api/tables/{table_id:str}", responses=REFUSALS)
async def table(request: Ask, table_id: TableId) -> TableInfo:
    """A table."""
    return await _info(request, table_id, guest_of(request))


@post("/api/tables/{table_id:str}/sit", responses=REFUSALS, status_code=200, opt=PLAYS)
async def sit(request: Ask, table_id: TableId, data: JSONBody[Sit]) -> TableInfo:
    """Take a seat."""
    user = user_of(request)
    services = services_of(request)
    session = await services.registry.session(table_id)
    await services.moderation.check_welcome(user, session.table.meta.people)
    await session.sit(user, data.seat)
    return await _info(request, table_id, user)


@post("/api/tables/{table_id:str}/leave", responses=REFUSALS, status_code=200, opt=PLAYS)
async def leave(request: Ask, table_id: TableId) -> TableInfo:
    """Leave a table: before the game the seat is free again, during it a bot takes it."""
    user, services = user_of(request), services_of(request)
    await (await services.registry.session(table_id)).depart(user)
    await services.matchmaker.forget(user, table_id)
    return await _info(request, table_id, user)


async def _info(request: Ask, table_id: str, user: str) -> TableInfo:
    services = services_of(request)
    return await one_table(services.database, table_id, user, services.registry.present_at)


HANDLERS = [tables, create, table, sit, leave]
