"""Guards: whose pages may write, and a sentence for everything that is refused or went wrong, never a trace."""

import logging
import re
import secrets
from typing import TypeVar

from litestar import MediaType, Response
from litestar.exceptions import HTTPException, MethodNotAllowedException, NotFoundException
from litestar.routes import HTTPRoute

from pyramidion.refusal import NotFound
from pyramidion.refusal import Refusal as Refused
from pyramidion.server.http.dependencies import Ask, NotForToken, NotProved, Unknown, check_scope
from pyramidion.server.http.page import page_as
from pyramidion.server.limits import TooMuch
from pyramidion.server.people.accounts import WrongSecret
from pyramidion.server.people.moderation import NotModerator
from pyramidion.server.protocol.rest import Refusal
from pyramidion.server.services import services_of
from pyramidion.server.sockets.request import NotDone
from pyramidion.server.storage.database import StorageUnavailable
from pyramidion.wording import sentence

HEADERS = {
    "Cache-Control": "private, no-cache",  # what is told depends on who asks
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}

STATUS = {
    Unknown: 401,
    WrongSecret: 401,
    NotProved: 403,
    NotForToken: 403,
    NotModerator: 403,
    NotFound: 404,
    TooMuch: 429,
}  # of refusals; the others are 409
STATUS_OF_CODE = {"too_many": 429, "internal": 500}  # of what a table refused


log = logging.getLogger(__name__)
T = TypeVar("T")


async def guard(request: Ask) -> Response[None] | Response[Refusal] | None:
    """No writing from other sites' pages."""
    services = services_of(request)
    if request.method == "OPTIONS":  # Litestar's own answer forgets methods whose handlers stand alone
        return Response(None, status_code=204, headers={"Allow": _allowed(request)})
    if request.method not in ("GET", "HEAD") and not services.is_welcome(request):
        return _refusal(403, "this request comes from another site", "wrong_origin")
    check_scope(request)
    return None


def _refusal(status: int, why: str, code: str) -> Response[Refusal]:
    return Response(Refusal(why=sentence(why), code=code), status_code=status, media_type=MediaType.JSON)


def _allowed(request: Ask) -> str:
    """The methods that an address knows."""
    methods: set[str] = set()
    for route in request.app.routes:
        if isinstance(route, HTTPRoute) and re.fullmatch(re.sub(r"{[^}]*}", "[^/]+", route.path), request.url.path):
            methods |= set(route.methods)
    return ", ".join(sorted(methods))


def explain(request: Ask, error: Exception) -> Response[Refusal] | Response[bytes | None]:
    """A sentence for every error, and never a trace. The page itself says that an address leads nowhere."""
    match error:
        case NotFoundException() if not request.url.path.startswith("/api"):
            return page_as(request, 404)
        case MethodNotAllowedException():
            refusal = _refusal(405, f"this address allows {_allowed(request)}, not {request.method}", "wrong_method")
            refusal.headers["Allow"] = _allowed(request)
            return refusal
        case UnicodeDecodeError():
            return _refusal(400, "that is not UTF-8", "bad_request")
        case RecursionError():
            return _refusal(400, "that is nested too deeply", "bad_request")
        case HTTPException():
            extra = error.extra if isinstance(error.extra, list) else []
            details = "; ".join(f"{item.get('key', 'the body')}: {item.get('message', '')}" for item in extra if item)
            return _refusal(error.status_code, f"{error.detail}{f' ({details})' if details else ''}", "bad_request")
        case NotDone():
            return _refusal(STATUS_OF_CODE.get(error.code, 409), str(error), error.code)
        case Refused():
            return _refusal(STATUS.get(type(error), 409), str(error), error.code)
        case StorageUnavailable():
            return _refusal(503, str(error), "storage_unavailable")
    reference = secrets.token_hex(4)
    log.error("a request failed", exc_info=error, extra={"reference": reference})
    return _refusal(500, f"something went wrong on our side (reference {reference})", "internal")


def add_headers(response: Response[T]) -> Response[T]:
    """What browsers are to be told with everything."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response
