"""The gate: every request and every handshake comes through here before anything else looks at it.

How much anybody may ask for is checked first, then whether they asked for us: a page of another site whose name was made to
lead here (DNS rebinding) comes with that name.
"""

import ipaddress
import re
from typing import Any, cast

import msgspec
from litestar import Litestar
from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.types import Receive, Scope, Send

from pyramidion.server.http.conditional import answer
from pyramidion.server.http.dependencies import IDENTITY
from pyramidion.server.limits import Who, address_of
from pyramidion.server.people.cookies import cookie_in
from pyramidion.server.people.sign_ins import Identity
from pyramidion.server.protocol.rest import Refusal
from pyramidion.server.services import Services
from pyramidion.server.settings import Settings
from pyramidion.wording import sentence

HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[\w.-]*)(:(?P<port>\d{1,5}))?", re.ASCII | re.IGNORECASE)
MOST_PORT = 65_535


class Gate:
    """Stands before the application."""

    def __init__(self, app: Litestar) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        services: Services | None = self._app.state.get("services")
        if services is None or "client" not in scope:  # the server opens or closes
            await self._app(scope, receive, send)
            return
        if services.cluster and services.cluster.is_cut_off and scope["path"].startswith("/api/"):
            await _refuse(scope, send, 503, "this server can't reach its database: please try again", "try_again")
            return  # at once, so that a proxy can ask another node
        forwarding = services.cluster.forwarding if services.cluster else None
        vouched = forwarding.admit(scope) if forwarding else None  # by another node, which has looked at all this already
        text = _token(scope)
        identity = await _identify(scope, services, text, vouched)
        who = Who(identity.user, address_of(scope["client"]))
        if vouched is not None:
            await self._answer_for_other(scope, receive, send, is_wanted=vouched == identity.user)
        elif not services.request_limits.take(who):
            await _refuse(scope, send, 429, "too many requests: please wait a moment", "too_many")
        elif not is_ours(_header(scope, b"host"), services.settings):
            await _refuse(scope, send, 421, "this server doesn't know that host name: see the setting hosts", "wrong_host")
        elif text and not identity.token:
            await _refuse(scope, send, 401, "that access token isn't valid, or not any more", "bad_token")
        else:
            services.users.seen_at(who.user, who.address)
            if forwarding and _may_be_forwarded(scope, services):
                await forwarding.serve(scope, receive, send, who.user, self._answer)
            else:
                await self._answer(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        await answer(self._app, scope, receive, send)

    async def _answer_for_other(self, scope: Scope, receive: Receive, send: Send, *, is_wanted: bool) -> None:
        """Answer what another node has passed on. It is never passed on again."""
        cluster = self._app.state.services.cluster
        if is_wanted and await cluster.forwarding.is_here(scope):
            await self._answer(scope, receive, send)
        else:
            await _refuse(scope, send, 421, "this game isn't on this server any more: please try again", "not_mine")


def _token(scope: Scope) -> str:
    """The access token that a program shows."""
    kind, _, token = _header(scope, b"authorization").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


async def _identify(scope: Scope, services: Services, token: str, vouched: str | None) -> Identity:
    """Find out who asks, once for all that looks at the request. What is not ours asks the database nothing."""
    cookie = cookie_in(_header(scope, b"cookie")) or ""
    if token:
        identity = await services.access_tokens.identify(token)
    else:
        identity = Identity(vouched) if vouched and not cookie else await services.sign_ins.identify(cookie)
    cast("dict[str, object]", scope)[IDENTITY] = identity
    return identity


def _may_be_forwarded(scope: Scope, services: Services) -> bool:
    """Whether another node may believe that our pages ask for this; what only reads, anybody may ask for."""
    return scope.get("method") in ("GET", "HEAD") or services.is_welcome(ASGIConnection(scope))


def _header(scope: Scope, name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")


def is_ours(host: str, settings: Settings) -> bool:
    """Whether a Host header names us. Addresses always do, and so do names that can lead nowhere else."""
    form = HOST.fullmatch(host)
    if form is None or int(form["port"] or 0) > MOST_PORT:  # what reads it later would fail
        return False
    name = form["name"].strip("[]").rstrip(".").lower()
    if name in ("localhost", "") or name.endswith(".localhost"):
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        origins = {origin.split("://")[-1].rsplit(":", 1)[0] for origin in settings.origins}
        return name in {settings.host.lower(), *map(str.lower, settings.hosts), *origins}
    return True


async def _refuse(scope: Scope, send: Send, status: int, why: str, code: str) -> None:
    """A sentence; a handshake is answered like a request."""
    prefix = "websocket.http.response" if scope["type"] == ScopeType.WEBSOCKET else "http.response"
    body = msgspec.json.encode(Refusal(why=sentence(why), code=code))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    start: Any = {"type": f"{prefix}.start", "status": status, "headers": headers}
    end: Any = {"type": f"{prefix}.body", "body": body, "more_body": False}
    await send(start)
    await send(end)
