"""Any node takes any request and any socket. If the table is another node's, it is passed on: one hop, never two."""

import logging
import re
from typing import Any, cast

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from pyramidion.refusal import NotFound
from pyramidion.server.cluster.passes import HEADER, Pass, PassOffice
from pyramidion.server.cluster.piping import TRY_AGAIN, HeldRequest, NotTheirs, Unreachable, pipe_request, pipe_socket
from pyramidion.server.limits import address_of
from pyramidion.server.protocol.rest import Refusal
from pyramidion.server.sockets.latency import EXTENSION
from pyramidion.server.storage.database import StorageUnavailable
from pyramidion.server.tables.ownership import Elsewhere
from pyramidion.server.tables.registry import Registry, hand_over

OF_A_TABLE = re.compile(r"/api/tables/([^/]{1,40})/.")
SERVER_ERROR = 500
TRIES = 3  # a table may have moved between our look and our call, or be handed over to us

log = logging.getLogger(__name__)


class Forwarding:
    """Passes on what is for other nodes, and lets in what they pass on."""

    def __init__(self, registry: Registry, node: str, office: PassOffice) -> None:
        self._registry = registry
        self._node = node
        self._office = office
        self.forwarded = 0  # so far

    def admit(self, scope: Scope) -> str | None:
        """For whom another node vouches, if it does; the request then looks as if it had come here directly."""
        value = next((value for name, value in scope["headers"] if name == HEADER), b"")
        one = self._office.read(value.decode("latin-1"), scope["path"], self._node) if value else None
        if one is None:
            return None
        _arrive(scope, one)
        return one.user

    async def elsewhere(self, scope: Scope) -> Elsewhere | None:
        """Which node this is for, if not for ours. The table is ours from now on, if it can be."""
        of_table = OF_A_TABLE.match(scope["path"])
        if of_table is None:
            return None
        try:
            await self._registry.session(of_table[1])
        except Elsewhere as elsewhere:
            return elsewhere
        except (NotFound, StorageUnavailable):
            pass  # which the application will find out and say
        return None

    async def is_here(self, scope: Scope) -> bool:
        """Whether what was passed on is answered here: not if the first who comes to a table takes it to their node."""
        if await self.elsewhere(scope) is not None:
            return False
        of_table = OF_A_TABLE.match(scope["path"])
        return _is_request(scope) or of_table is None or not await hand_over(self._registry, of_table[1])

    async def serve(self, scope: Scope, receive: Receive, send: Send, user: str, here: ASGIApp) -> None:
        """Have a request or a socket answered, here or where its table is."""
        receiving: Any = HeldRequest(receive) if _is_request(scope) else receive
        for _ in range(TRIES):
            if (elsewhere := await self.elsewhere(scope)) is None:
                await here(scope, receiving, send)
                return
            try:
                await self._pipe(elsewhere, scope, receiving, send, user)
                self.forwarded += 1
                return
            except NotTheirs:
                continue
            except Unreachable as why:
                log.info("a node can't be reached", extra={"node": elsewhere.node, "why": str(why)})
                break
        await _try_again(scope, receiving, send)

    async def depart(self, elsewhere: Elsewhere, table_id: str, user: str) -> None:
        """Have somebody leave a table that another node has; it is as if they had asked there."""
        path = f"/api/tables/{table_id}/leave"
        scope: Any = {"type": ScopeType.HTTP, "method": "POST", "path": path, "raw_path": path.encode()}
        scope |= {"query_string": b"", "headers": [], "client": ("", 0)}
        statuses: list[int] = []

        async def receive() -> Any:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Any) -> None:
            statuses.append(message.get("status", 0))

        try:
            await self._pipe(elsewhere, scope, HeldRequest(receive), send, user)
        except (NotTheirs, Unreachable) as error:
            raise elsewhere from error
        if statuses[0] >= SERVER_ERROR:
            raise elsewhere

    async def _pipe(self, elsewhere: Elsewhere, scope: Scope, receive: Any, send: Send, user: str) -> None:
        if not elsewhere.address:
            raise Unreachable("the table's node has left")
        extensions = cast("dict[str, Any]", scope).get("extensions") or {}
        trip = extensions.get(EXTENSION)
        one = Pass(user, address_of(scope["client"]), trip() if trip else None, scope["path"], elsewhere.node)
        header = (HEADER, self._office.write(one).encode())
        pipe: Any = pipe_request if _is_request(scope) else pipe_socket
        await pipe(elsewhere.address, header, scope, receive, send)


def _is_request(scope: Scope) -> bool:
    return scope["type"] == ScopeType.HTTP


def _arrive(scope: Scope, one: Pass) -> None:
    """Let a request that was passed on look as if it had come here directly."""
    changed = cast("dict[str, object]", scope)
    trip = one.trip
    changed["client"] = (one.address, 0)
    extensions = cast("dict[str, object]", changed.get("extensions") or {})
    changed["extensions"] = {**extensions, EXTENSION: (lambda: trip) if trip is not None else None}


async def _try_again(scope: Scope, receive: Any, send: Any) -> None:
    """The table's node is not there, and nobody has taken its place yet: that takes seconds."""
    if not _is_request(scope):
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.close", "code": TRY_AGAIN, "reason": ""})
        return
    body = msgspec.json.encode(Refusal(why="This game is moving to another server: please try again.", code="try_again"))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), (b"retry-after", b"2")]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
