"""A WebSocket that does no more than two thousand players need: whole messages, on a line that does not break.

Those who measure share the machine with what they measure. A full client takes twice as long for a message as this.
"""

import asyncio
import base64
import secrets
from collections.abc import Callable
from urllib.parse import urlsplit

END_OF_HEAD = b"\r\n\r\n"
TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A  # first bytes of messages, all of them whole
MASKED = 0x80
NO_MASK = bytes(4)  # what a client says must be masked; by this it stays as it is
TWO_BYTES = 126  # a length that says how long the length is; one more means eight bytes


class Wire(asyncio.Protocol):
    """An open line; every message is handed to `hear`."""

    def __init__(self, hear: Callable[[bytes], None]) -> None:
        self.hear = hear
        self.transport: asyncio.Transport | None = None
        self.welcomed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._data = bytearray()

    async def open(self, url: str, cookie: str) -> None:
        """Connect, and wait until the server agrees."""
        parts = urlsplit(url)
        assert parts.hostname is not None
        assert parts.port is not None
        await asyncio.get_running_loop().create_connection(lambda: self, parts.hostname, parts.port)
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        lines = [f"GET {parts.path}?{parts.query} HTTP/1.1", f"Host: {parts.netloc}", f"Cookie: {cookie}"]
        lines += ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}"]
        self._write("\r\n".join(lines).encode() + END_OF_HEAD)
        await self.welcomed

    def say(self, text: bytes) -> None:
        self._write(_head(TEXT, len(text)) + text)

    def close(self) -> None:
        self._write(_head(CLOSE, 0))
        assert self.transport is not None
        self.transport.close()

    def _write(self, data: bytes) -> None:
        assert self.transport is not None
        self.transport.write(data)

    # What asyncio calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self._data += data
        if not self.welcomed.done() and not self._read_head():
            return
        while message := self._take():
            kind, content = message
            if kind == TEXT:
                self.hear(content)
            elif kind == PING:
                self._write(_head(PONG, len(content)) + content)

    def _read_head(self) -> bool:
        """Whether the server has agreed, and all that it says about that is read."""
        head, end, rest = self._data.partition(END_OF_HEAD)
        if not end:
            return False
        if b" 101 " not in head.split(b"\r\n")[0]:
            self.welcomed.set_exception(ConnectionError(head.decode()))
            return False
        self._data = rest
        self.welcomed.set_result(None)
        return True

    def _take(self) -> tuple[int, bytes] | None:
        """The next message with its kind, if all of it is here."""
        data = self._data
        if len(data) < 2:
            return None
        start, length = 2, data[1]
        if length >= TWO_BYTES:
            start = 4 if length == TWO_BYTES else 10
            length = int.from_bytes(data[2:start], "big") if len(data) >= start else 1 << 60
        if len(data) < start + length:
            return None
        message = data[0], bytes(data[start : start + length])
        del data[: start + length]
        return message


def _head(kind: int, length: int) -> bytes:
    """What comes before a message."""
    if length < TWO_BYTES:
        return bytes((kind, MASKED | length)) + NO_MASK
    return bytes((kind, MASKED | TWO_BYTES)) + length.to_bytes(2, "big") + NO_MASK
