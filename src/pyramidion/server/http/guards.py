"""Doors: who may not come in is told why in a sentence, and never with a trace."""

import logging
import re
from typing import Any

from litestar import MediaType, Response
from litestar.exceptions import HTTPException, MethodNotAllowedException, NotFoundException
from litestar.routes import HTTPRoute

from pyramidion.server.http.dependencies import Ask, Unknown, house_of
from pyramidion.server.http.page import page_as
from pyramidion.server.protocol.messages import Refusal
from pyramidion.server.sockets.connection import is_welcome
from pyramidion.server.storage.database import Trouble
from pyramidion.server.tables.registry import NotFound

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}

log = logging.getLogger(__name__)


async def keep_doors(request: Ask) -> Response[Any] | None:
    """Not too many requests from one address, and no writing from other sites' pages."""
    house = house_of(request)
    if request.method == "OPTIONS":  # Litestar's own answer forgets methods whose handlers stand alone
        return Response(None, status_code=204, headers={"Allow": _allowed(request)})
    if not house.requests.take(request.client.host if request.client else ""):
        return _refusal(429, "not so fast: too many requests")
    if request.method not in ("GET", "HEAD") and not is_welcome(request, house):
        return _refusal(403, "this request comes from another site's page")
    return None


def _refusal(status: int, why: str) -> Response[Refusal]:
    return Response(Refusal(why=why), status_code=status, media_type=MediaType.JSON)


def _allowed(request: Ask) -> str:
    """The methods that an address knows."""
    methods: set[str] = set()
    for route in request.app.routes:
        if isinstance(route, HTTPRoute) and re.fullmatch(re.sub(r"{[^}]*}", "[^/]+", route.path), request.url.path):
            methods |= set(route.methods)
    return ", ".join(sorted(methods))


def explain(request: Ask, error: Exception) -> Response[Any]:
    """A sentence for every error, and never a trace. The page itself says that an address leads nowhere."""
    match error:
        case NotFoundException() if not request.url.path.startswith("/api"):
            return page_as(404)
        case MethodNotAllowedException():
            refusal = _refusal(405, f"this address knows {_allowed(request)}, not {request.method}")
            refusal.headers["Allow"] = _allowed(request)
            return refusal
        case HTTPException():
            extra = error.extra if isinstance(error.extra, list) else []
            details = "; ".join(f"{item.get('key', 'the body')}: {item.get('message', '')}" for item in extra if item)
            return _refusal(error.status_code, f"{error.detail}{f' ({details})' if details else ''}")
        case Unknown():
            return _refusal(401, "the house does not know you: get /api/me first")
        case NotFound():
            return _refusal(404, str(error))
        case Trouble():
            return _refusal(503, str(error))
        case ValueError():
            return _refusal(409, str(error))
    log.error("a request failed", exc_info=error)
    return _refusal(500, "something went wrong here; it was noted")


def add_headers(response: Response[Any]) -> Response[Any]:
    """What browsers are to be told with everything."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response
