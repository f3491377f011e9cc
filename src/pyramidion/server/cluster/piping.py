"""Requests and sockets, passed through to another node as they are."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import h11
from litestar.types import Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from pyramidion.server.cluster.passes import HEADER

NOT_MINE = 421  # how a node answers what it should have got for a table that is not its own
REACH_SECONDS = 2.0
ANSWER_SECONDS = 30.0
LARGEST = 65_536
TRY_AGAIN = 1013
GONE = (1005, 1006)  # codes that only say that there was none

DROPPED = {b"connection", b"content-length", b"host", b"keep-alive", b"origin", b"transfer-encoding", b"upgrade"}
DROPPED |= {b"x-client-rtt", b"x-forwarded-for", b"x-forwarded-proto", HEADER}
NOT_PASSED_BACK = {b"connection", b"keep-alive", b"transfer-encoding"}
PASSED_ON_SOCKETS = {b"cookie", b"user-agent"}

Header = tuple[bytes, bytes]


class NotTheirs(Exception):
    """The other node does not have the table any more."""


class Unreachable(Exception):
    """The other node does not answer."""


# Sockets


async def pipe_socket(address: str, header: Header, scope: Scope, receive: Receive, send: Send) -> None:
    """Connect a page's socket to another node, until either side has enough."""
    query = scope["query_string"].decode("latin-1")
    passed = [(name.decode(), value.decode("latin-1")) for name, value in scope["headers"] if name in PASSED_ON_SOCKETS]
    try:
        upstream = await connect(
            f"ws://{address}{scope['path']}?{query}",
            additional_headers=[*passed, (header[0].decode(), header[1].decode())],
            user_agent_header=None,
            compression=None,
            max_size=None,
            ping_interval=None,
            open_timeout=REACH_SECONDS,
            proxy=None,
        )
    except InvalidStatus as error:
        raise (NotTheirs if error.response.status_code == NOT_MINE else Unreachable)(str(error)) from error
    except (OSError, TimeoutError, InvalidHandshake) as error:
        raise Unreachable(str(error)) from error
    async with upstream:
        await _accept(receive, send)
        await _pipe_both(upstream, receive, send)


async def _accept(receive: Any, send: Any) -> None:
    await receive()  # websocket.connect
    await send({"type": "websocket.accept"})


async def _pipe_both(upstream: ClientConnection, receive: Any, send: Any) -> None:
    up, down = asyncio.create_task(_up(upstream, receive)), asyncio.create_task(_down(upstream, send))
    _, waiting = await asyncio.wait((up, down), return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()
    await asyncio.gather(up, down, return_exceptions=True)


async def _up(upstream: ClientConnection, receive: Any) -> None:
    with contextlib.suppress(ConnectionClosed):
        while (message := await receive())["type"] == "websocket.receive":
            await upstream.send(message.get("text") or message.get("bytes") or "")


async def _down(upstream: ClientConnection, send: Any) -> None:
    with contextlib.suppress(ConnectionClosed):
        while True:
            text = await upstream.recv()
            await send({"type": "websocket.send", "text": text if isinstance(text, str) else text.decode()})
    code = upstream.close_code
    await send({"type": "websocket.close", "code": TRY_AGAIN if code in GONE or not code else code, "reason": ""})


# Requests


class HeldRequest:
    """A request whose body is read once, and can be handed on several times."""

    def __init__(self, receive: Receive) -> None:
        self._receive: Any = receive
        self._body: bytes | None = None
        self._is_told = False

    async def body(self) -> bytes:
        if self._body is None:
            parts, is_more = list[bytes](), True
            while is_more and sum(map(len, parts)) <= LARGEST:
                message = await self._receive()
                parts.append(message.get("body", b""))
                is_more = message.get("more_body", False)
            self._body = b"".join(parts)
        return self._body

    async def __call__(self) -> Any:
        """What the application receives, if it is to answer after all."""
        if self._body is None or self._is_told:
            return await self._receive()
        self._is_told = True
        return {"type": "http.request", "body": self._body, "more_body": False}


async def pipe_request(address: str, header: Header, scope: Scope, request: HeldRequest, send: Send) -> None:
    """Let another node answer a request."""
    body = await request.body()
    host, _, port = address.rpartition(":")
    try:
        async with asyncio.timeout(REACH_SECONDS):
            reader, writer = await asyncio.open_connection(host.strip("[]"), int(port))
    except (OSError, TimeoutError, ValueError) as error:
        raise Unreachable(str(error)) from error
    connection = h11.Connection(h11.CLIENT)
    try:
        writer.write(_request(connection, address, header, scope, body))
        await _answer(_events(connection, reader), send)
    except (OSError, TimeoutError, h11.RemoteProtocolError) as error:
        raise Unreachable(str(error)) from error
    finally:
        writer.close()


def _request(connection: h11.Connection, address: str, header: Header, scope: Any, body: bytes) -> bytes:
    query = scope["query_string"]
    target = scope["raw_path"] + (b"?" + query if query else b"")
    headers = [
        *((name, value) for name, value in scope["headers"] if name not in DROPPED),
        (b"host", address.encode()),
        (b"connection", b"close"),
        (b"content-length", str(len(body)).encode()),
        header,
    ]
    events = [h11.Request(method=scope["method"], target=target, headers=headers), h11.Data(data=body), h11.EndOfMessage()]
    return b"".join(connection.send(event) or b"" for event in events)


async def _answer(events: AsyncIterator[Any], send: Any) -> None:
    """Pass an answer on as it comes."""
    async for event in events:
        if isinstance(event, h11.Response):
            if event.status_code == NOT_MINE:
                raise NotTheirs
            kept = [(name, value) for name, value in event.headers if name not in NOT_PASSED_BACK]
            await send({"type": "http.response.start", "status": event.status_code, "headers": kept})
        elif isinstance(event, h11.Data):
            await send({"type": "http.response.body", "body": bytes(event.data), "more_body": True})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _events(connection: h11.Connection, reader: asyncio.StreamReader) -> AsyncIterator[Any]:
    while not isinstance(event := connection.next_event(), h11.EndOfMessage | h11.ConnectionClosed):
        if event is h11.NEED_DATA:
            async with asyncio.timeout(ANSWER_SECONDS):
                connection.receive_data(await reader.read(LARGEST))
        else:
            yield event
