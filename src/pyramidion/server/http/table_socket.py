"""Where pages connect to a table."""

from typing import Any

from litestar import WebSocket, websocket
from litestar.params import FromPath

from pyramidion.refusal import NotFound
from pyramidion.server.http.dependencies import identity_of
from pyramidion.server.limits import address_of
from pyramidion.server.services import Services, services_of
from pyramidion.server.sockets.connection import Connection
from pyramidion.server.storage.database import StorageUnavailable

WRONG_ORIGIN, NO_TABLE, TOO_MANY, TRY_AGAIN = 4403, 4404, 4430, 1013  # why a socket is closed

Socket = WebSocket[Any, Any, Any]


@websocket("/api/tables/{table_id:str}/socket")
async def table_socket(socket: Socket, table_id: FromPath[str]) -> None:
    """A page at a table; the query `n` says how many events it has."""
    n = socket.query_params.get("n", "0")
    try:
        await _serve(socket, services_of(socket), table_id, int(n) if n.isdecimal() and len(n) < 8 else 0)
    finally:
        del socket.receive, socket.send  # through these it refers to itself, and would stay in memory for minutes


async def _serve(socket: Socket, services: Services, table_id: str, since: int) -> None:
    if not services.is_welcome(socket):
        await socket.close(code=WRONG_ORIGIN)
        return
    await socket.accept()
    with services.socket_limits.one_more(address_of(socket.scope["client"])) as may_open:
        if not may_open:
            await socket.close(code=TOO_MANY)
            return
        try:
            session = await services.registry.session(table_id)
            identity = identity_of(socket)
            if identity.user:
                await services.users.name_of(identity.user)
            await Connection(socket, identity.user, identity.key, services.socket_limits).serve(session, since)
        except NotFound:
            await socket.close(code=NO_TABLE)
        except StorageUnavailable:
            await socket.close(code=TRY_AGAIN)


HANDLERS = [table_socket]
