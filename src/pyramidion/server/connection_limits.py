"""Limits on connections, before there is a request: how many there may be, and how long a request may take to arrive."""

import asyncio
import contextlib
from collections import Counter
from ipaddress import ip_address, ip_network
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State

from pyramidion.server.limits import address_of
from pyramidion.server.settings import Settings
from pyramidion.server.sockets import latency
from pyramidion.server.sockets.connection import SEND_NOW
from pyramidion.server.sockets.frames import are_whole, short_text, text_frame

REQUEST_SECONDS = 15.0  # so long a request may take to arrive, with all its headers and its body
RESERVED_FILES = 64  # that the server itself needs: the database, the page
MOST_FILES = 65_536
NOT_UTF8 = 1007  # why a socket is closed
MOST_UNHEARD = 8  # messages of a page that wait, before no more are read
BUSY = b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\nRetry-After: 10\r\n\r\n"


class ConnectionLimits:
    """Counts the connections of one server."""

    def __init__(self, most: int, most_per_address: int, trusted_proxies: tuple[str, ...] = ()) -> None:
        self._most = most
        self._most_per_address = most_per_address
        self._proxies = [ip_network(proxy, strict=False) for proxy in trusted_proxies]
        self._open: Counter[str] = Counter()
        self._total = 0

    def admit(self, address: str) -> bool:
        """Whether one more connection may be open; it is counted if so."""
        has_too_many = self._open[address] >= self._most_per_address and not self.is_proxy(address)
        if has_too_many or self._total >= self._most:
            return False
        self._open[address] += 1
        self._total += 1
        return True

    def release(self, address: str) -> None:
        """A connection was closed."""
        self._total -= 1
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]

    def is_proxy(self, address: str) -> bool:
        """Whether we trust what this address tells of others."""
        with contextlib.suppress(ValueError):
            return any(ip_address(address) in proxy for proxy in self._proxies)
        return False


def limits_for(settings: Settings) -> ConnectionLimits:
    """As many connections as there are file descriptors, but for a reserve."""
    return ConnectionLimits(file_limit() - RESERVED_FILES, settings.connections_per_address, settings.trusted_proxies)


def file_limit() -> int:
    """How many files and connections this process may have open; it asks for as many as it may get."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return MOST_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return min(soft, MOST_FILES)


class LimitedSocket(WebSocketsSansIOProtocol):
    """uvicorn's protocol for sockets, with what the kernel knows of the way to the page."""

    limits: ConnectionLimits  # of its server: see protocols()
    _is_whole = True  # whether all that came so far was whole frames

    async def run_asgi(self) -> None:
        """Let the application know the way to the page, and how to send on it."""
        is_direct = not self.limits.is_proxy(address_of(self.client))
        extensions: dict[str, Any] = self.scope["extensions"] or {}
        extensions[SEND_NOW] = self.send_now
        extensions[latency.EXTENSION] = latency.kernel_of(self.transport, self.scope["headers"], is_direct=is_direct)
        await super().run_asgi()

    async def send(self, message: Any) -> None:
        await super().send(message)
        if self.initial_response and self.close_sent:  # refused in words, of which uvicorn would say that nobody answered
            self.handshake_complete = True

    def send_now(self, text: bytes) -> bool:
        """Send a message without waking a task for it, unless the page has much to read already: whether it was sent."""
        if not self._is_open() or not self.writable.is_set():
            return False
        self.transport.write(text_frame(text))
        return True

    def _is_open(self) -> bool:
        return self.conn.state is State.OPEN and not self.transport.is_closing()

    def data_received(self, data: bytes) -> None:
        """A short text, between whole messages, is read at once; the library reads everything else.

        Once a frame came in parts the library reads all of them: what looks like a text may be the rest of another.
        """
        if self._is_open() and self._is_whole and not self.conn.reader.buffer:
            text = None if self.frames else short_text(data)
            if text is not None:
                self.handle_text(Frame(Opcode.TEXT, text))
                return
            self._is_whole = are_whole(data)
        super().data_received(data)

    def send_receive_event_to_app(self) -> None:
        """Reading stops only for a page that says more than is done. uvicorn would stop and go on for every message.

        Text that is not UTF-8 ends the socket. uvicorn would log a traceback, as if that were our fault.
        """
        if self.curr_msg_data_type != "text" or self.close_sent:
            super().send_receive_event_to_app()
            return
        text, self.frames = b"".join(self.frames), []
        try:
            self.queue.put_nowait({"type": "websocket.receive", "text": text.decode()})
        except UnicodeDecodeError:
            self.conn.fail(NOT_UTF8)
            self.handle_parser_exception()
        if self.queue.qsize() >= MOST_UNHEARD and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.limits.release(address_of(self.client))


class LimitedHttp(H11Protocol):
    """uvicorn's protocol for requests, which must be admitted and may not dawdle."""

    limits: ConnectionLimits  # of its server: see protocols()
    _timer: asyncio.TimerHandle | None = None
    _is_admitted = False

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._is_admitted = self.limits.admit(address_of(self.client))
        if self._is_admitted:
            self._timer = self.loop.call_later(REQUEST_SECONDS, transport.close)
        else:
            transport.write(BUSY)
            transport.close()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._is_complete():
            self._stop_timer()
        elif self._timer is None:
            self._timer = self.loop.call_later(REQUEST_SECONDS, self.transport.close)

    def shutdown(self) -> None:
        """The server stops. Programs' streams would go on for hours: they are told that nobody listens any more."""
        super().shutdown()
        if self.cycle and self.scope["path"].endswith("/stream") and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
            self.transport.close()

    def _is_complete(self) -> bool:
        """Whether no part of a request is missing; a socket's protocol has taken over, if the connection is not ours."""
        if self.transport.get_protocol() is not self:
            return True
        state = self.conn.their_state
        return state is not h11.SEND_BODY and (state is not h11.IDLE or not self.conn.trailing_data[0])

    def _stop_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stop_timer()
        if self._is_admitted:
            self.limits.release(address_of(self.client))


def protocols(limits: ConnectionLimits) -> tuple[type[LimitedHttp], type[LimitedSocket]]:
    """The protocols of one server. uvicorn makes them itself, for each connection: the limits are their class's."""
    own = {"limits": limits}
    return type("Http", (LimitedHttp,), own), type("Socket", (LimitedSocket,), own)
