"""People and their tables."""

from typing import Any

import msgspec
from litestar import MediaType, Response, WebSocket, get, post, put, websocket
from litestar.datastructures import Cookie
from litestar.params import FromPath, JSONBody

from pyramidion.server.http.dependencies import REFUSALS, Ask, TableId, guest_of, house_of, user_of
from pyramidion.server.protocol.messages import Lobby, Me, NewTable, Rename, Sit, TableInfo
from pyramidion.server.sockets.connection import serve
from pyramidion.server.tables.registry import COOKIE

COOKIE_SECONDS = 400 * 24 * 3600  # as long as browsers allow


@get("/api/me", responses=REFUSALS)
async def me(request: Ask) -> Response[Me]:
    """Who you are. Whoever comes for the first time becomes a guest with a name and a cookie."""
    house = house_of(request)
    user = guest_of(request) or await house.new_user()
    cookie = Cookie(
        key=COOKIE,
        value=house.cookie(user),
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="lax",
        secure=house.settings.https,
    )
    return Response(Me(user, await house.name_of(user)), cookies=[cookie])


@put("/api/me", responses=REFUSALS)
async def rename(request: Ask, data: JSONBody[Rename]) -> Me:
    """Be called otherwise."""
    user = user_of(request)
    await house_of(request).rename(user, data.name)
    return Me(user, await house_of(request).name_of(user))


@get("/api/tables", responses=REFUSALS)
async def lobby(request: Ask) -> Lobby:
    """The tables you sit at, those that wait for somebody, and those you may watch."""
    return await house_of(request).lobby(guest_of(request))


@post("/api/tables", responses=REFUSALS)
async def create(request: Ask, data: JSONBody[NewTable]) -> TableInfo:
    """Open a table."""
    user, house = user_of(request), house_of(request)
    return await house.info((await house.create(user, data)).table.id, user)


@get("/api/tables/{table_id:str}", responses=REFUSALS)
async def table(request: Ask, table_id: TableId) -> TableInfo:
    """A table."""
    return await house_of(request).info(table_id, guest_of(request))


@post("/api/tables/{table_id:str}/sit", responses=REFUSALS, status_code=200)
async def sit(request: Ask, table_id: TableId, data: JSONBody[Sit]) -> TableInfo:
    """Take a seat."""
    user, house = user_of(request), house_of(request)
    host = await house.host(table_id)
    await house.sit(user, host, data.seat)
    return await house.info(table_id, user)


@post("/api/tables/{table_id:str}/leave", responses=REFUSALS, status_code=200)
async def leave(request: Ask, table_id: TableId) -> TableInfo:
    """Leave a table: before the game the seat is free again, during it a bot takes it."""
    user, house = user_of(request), house_of(request)
    host = await house.host(table_id)
    await host.depart(user)
    return await house.info(table_id, user)


@get("/api/tables/{table_id:str}/record", responses=REFUSALS)
async def record(request: Ask, table_id: TableId) -> Response[bytes]:
    """The whole game with its dice, when it is over."""
    host = await house_of(request).host(table_id)
    headers = {"Content-Disposition": f'attachment; filename="{host.table.game.name}-{table_id}.json"'}
    async with host.lock:
        return Response(msgspec.json.encode(host.table.record()), media_type=MediaType.JSON, headers=headers)


@websocket("/api/tables/{table_id:str}/socket")
async def table_socket(socket: WebSocket[Any, Any, Any], table_id: FromPath[str]) -> None:
    """A page at a table; the query `n` says how many events it has."""
    n = socket.query_params.get("n", "0")
    await serve(socket, house_of(socket), table_id, int(n) if n.isdecimal() and len(n) < 8 else 0)


HANDLERS = [me, rename, lobby, create, table, sit, leave, record, table_socket]
