"""Streams for programs: what a socket tells, and what happens to somebody, as lines of JSON for as long as they listen."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Annotated, Any

from litestar import Response, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Example
from litestar.params import QueryParameter
from litestar.types import Receive, Scope, Send

from pyramidion.server.http.dependencies import (
    COMPRESSES_ITSELF,
    REFUSALS,
    Ask,
    TableId,
    address,
    guest_of,
    identity_of,
    user_of,
)
from pyramidion.server.limits import TooMuch
from pyramidion.server.services import services_of
from pyramidion.server.sockets.stream import Stream, WholeStream
from pyramidion.server.storage.database import StorageUnavailable

LINES = "application/x-ndjson"
UNCOMPRESSED = {COMPRESSES_ITSELF: True}  # a compressor would hold lines back
HEADERS = {"Content-Type": LINES, "Cache-Control": "no-store", "X-Accel-Buffering": "no"}

Since = Annotated[int, QueryParameter(ge=0, le=1_000_000, description="How many events you have: you are told those after")]
Whole = Annotated[bool, QueryParameter(description="Tell the whole table with every change, and no deltas")]
Serve = Callable[[Receive, Send], Awaitable[None]]


class Lines(Response[str]):
    """A response that goes on. As an application by itself it knows when whoever listens has gone."""

    def __init__(self, serve: Serve) -> None:
        super().__init__("", headers=HEADERS)
        self._serve = serve

    def to_asgi_response(self, *_args: Any, **_more: Any) -> Any:
        async def answer(_scope: Scope, receive: Receive, send: Send) -> None:
            headers = [(name.lower().encode(), value.encode()) for name, value in self.headers.items()]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            with suppress(StorageUnavailable):  # the table has moved just now: whoever listens comes back
                await self._serve(receive, send)
            await send({"type": "http.response.body", "body": b"", "more_body": False})

        return answer


def _example(*lines: str) -> dict[int, ResponseSpec]:
    """For the description: what the first lines look like."""
    spec = ResponseSpec(
        str, description="Lines of JSON, for as long as you listen", media_type=LINES, generate_examples=False
    )
    spec.examples = [Example(value="\n".join(lines))]
    return {200: spec, **REFUSALS}


TABLE_LINES = _example(
    '{"type":"sync","version":7,"table":"x7Kq","game":"senet","status":"live","n":3,"yours":[0],"actors":[0],…}',
    '{"type":"delta","version":9,"after":7,"n":4,"events":[{"n":3,"seat":0,"kind":"act","action":"10-13",…}],…}',
)
NEWS_LINES = _example(
    '{"type":"challenge","table":"x7Kq","name":"Anna","game":"senet","rated":true}',
    '{"type":"your_turn","table":"p3Xw","game":"iriri","n":12}',
)


@get("/api/tables/{table_id:str}/stream", responses=TABLE_LINES, opt=UNCOMPRESSED, media_type=LINES)
async def table_stream(request: Ask, table_id: TableId, n: Since = 0, whole: Whole = False) -> Lines:
    """What happens at a table: the messages of its socket, one a line. Come back with `n`, and you have missed nothing."""
    services, identity = services_of(request), identity_of(request)
    session = await services.registry.session(table_id)
    if identity.user:
        await services.users.name_of(identity.user)
    kind = WholeStream if whole else Stream
    return _lines(request, lambda line: line.serve(session, n), kind)


@get("/api/me/stream", responses=NEWS_LINES, opt=UNCOMPRESSED, media_type=LINES)
async def own_stream(request: Ask) -> Lines:
    """What happens to you, one line each: challenges, pairings, games that begin and end, and your turns."""
    user_of(request)
    return _lines(request, lambda line: line.serve(services_of(request).personal_news, 0), Stream)


def _lines(request: Ask, serve: Callable[[Stream], Awaitable[None]], kind: type[Stream]) -> Lines:
    """A stream counts as a socket of its address."""
    limits, own_address, identity = services_of(request).socket_limits, address(request), identity_of(request)
    if limits.is_full(own_address):
        raise TooMuch("too many open streams from your address: close one first")

    async def go_on(receive: Receive, send: Send) -> None:
        with limits.one_more(own_address):
            await serve(kind(guest_of(request), identity.key, receive, send))

    return Lines(go_on)


HANDLERS = [table_stream, own_stream]
