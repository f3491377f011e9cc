"""HEAD wherever there is GET, and a tag on every answer, so that nobody is sent what they have already."""

from hashlib import blake2b
from typing import cast

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPResponseBodyEvent, HTTPResponseStartEvent, HTTPScope, Message, Receive, Scope, Send

NEVER_TAGGED = {b"etag", b"set-cookie"}  # answers that have a tag already, or do more than to tell something

GZIP, GZIP_HEAD = b"\x1f\x8b", 10  # in its head gzip has the time, which is no part of what is told


class Conditional:
    """One answer: sees what is sent before it goes out."""

    def __init__(self, scope: HTTPScope, send: Send) -> None:
        self._is_silent = scope["method"] == "HEAD"
        self._known = next((value for name, value in scope["headers"] if name == b"if-none-match"), b"")
        self._send = send
        self._start: HTTPResponseStartEvent | None = None
        self._is_over = False

    async def send(self, message: Message) -> None:
        """Hold the head of an answer back until its body is here."""
        if message["type"] == "http.response.start":
            self._start = message
            return
        if message["type"] != "http.response.body":
            await self._send(message)
            return
        if self._start is not None:
            start, self._start = self._start, None
            is_known = self._may_be_tagged(start, message) and self._tag(start, message.get("body", b""))
            self._is_silent |= is_known
            await self._send(start)
        if self._is_silent and self._is_over:
            return
        if self._is_silent:
            message = {**message, "body": b"", "more_body": False}  # also of an answer that would go on for hours
            self._is_over = True
        await self._send(message)

    def _may_be_tagged(self, start: HTTPResponseStartEvent, body: HTTPResponseBodyEvent) -> bool:
        return (
            start["status"] == 200
            and not body.get("more_body")
            and not any(name.lower() in NEVER_TAGGED for name, _ in start["headers"])
        )

    def _tag(self, start: HTTPResponseStartEvent, body: bytes) -> bool:
        """Add a tag; whether whoever asks has this very answer, and is told only that."""
        content = body[GZIP_HEAD:] if body.startswith(GZIP) else body
        tag = b'W/"' + blake2b(content, digest_size=10).hexdigest().encode() + b'"'
        start["headers"] = [*start["headers"], (b"etag", tag)]
        if tag not in self._known:
            return False
        start["status"] = 304
        start["headers"] = [(name, value) for name, value in start["headers"] if name.lower() != b"content-length"]
        return True


async def answer(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    """Let an application answer, which knows of neither."""
    if scope["type"] != ScopeType.HTTP or scope["method"] not in ("GET", "HEAD"):
        await app(scope, receive, send)
    else:
        conditional, asked = Conditional(scope, send), cast(HTTPScope, {**scope, "method": "GET"})
        await app(asked, receive, conditional.send)
