"""What all handlers share: who asks, for what, and how they are refused."""

from typing import Annotated, Any, cast
from urllib.parse import urlsplit

from litestar import Request
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import PathParameter

from pyramidion.game import Game
from pyramidion.games import find
from pyramidion.refusal import Refusal as Refused
from pyramidion.server.limits import Who, address_of
from pyramidion.server.people.access_tokens import allows
from pyramidion.server.people.passkeys import Site
from pyramidion.server.people.sign_ins import NOBODY, Identity
from pyramidion.server.protocol.rest import Refusal
from pyramidion.server.services import Asking, services_of

COMPRESSES_ITSELF = "compresses_itself"  # an option of routes: the framework would do it on the event loop, or twice
REFUSALS = {
    status: ResponseSpec(Refusal, description=why, generate_examples=False)
    for status, why in {
        400: "Invalid request",
        401: "Not signed in: GET /api/me first",
        403: "Request from another site, sign in again first, not for this access token, or only for moderators",
        404: "Not found",
        405: "Method not allowed",
        409: "Not possible",
        413: "Request too large",
        429: "Too many requests",
        503: "Can't save right now",
    }.items()
}

SCOPE = "scope"  # an option of routes: what an access token must be good for
READS = {SCOPE: "read"}
PLAYS = {SCOPE: "play"}
BY_COOKIE = {SCOPE: "nothing"}  # that any token is good for

Ask = Request[Any, Any, Any]
UserId = Annotated[str, PathParameter(max_length=40, description="A user's id, from a table, a list or a profile")]
TableId = Annotated[str, PathParameter(max_length=40, description="A table's name, from its link")]


class Unknown(Refused):
    """We don't know who asks."""

    code = "unknown_user"


class NotProved(Refused):
    """Somebody is signed in, but not so recently that this could not be somebody else at their computer."""

    code = "prove_again"


class NotForToken(Refused):
    """A program has a token that is not good for this."""

    code = "wrong_scope"


def check_scope(request: Ask) -> None:
    """Programs may look, unless a route says otherwise, and do only what a route says they may."""
    token = identity_of(request).token
    looks = request.method in ("GET", "HEAD")
    scope = str(request.route_handler.opt.get(SCOPE, "read" if looks else "nothing"))
    if token and not allows(token, scope):
        raise NotForToken(f"this access token can't do that{f': it needs {scope}' if scope != 'nothing' else ''}")


IDENTITY = "identity"  # where the gate notes in a scope who asks


def identity_of(request: Asking) -> Identity:
    """Who asks, as the gate has found out."""
    return cast("dict[str, Identity]", request.scope).get(IDENTITY, NOBODY)


def guest_of(request: Ask) -> str:
    """Who asks; nobody if we don't know."""
    return identity_of(request).user


def user_of(request: Ask) -> str:
    """Who asks, where that must be known."""
    user = guest_of(request)
    if not user:
        raise Unknown("you aren't signed in: GET /api/me first")
    return user


def proved_user(request: Ask) -> str:
    """Who asks for something that nobody else at their computer should do: they have signed in a moment ago."""
    user, identity = user_of(request), identity_of(request)
    if identity.sign_in and not identity.is_proved:
        raise NotProved("please sign in again to change this")
    return user


def who_asks(request: Ask) -> Who:
    """Who is charged for what this request costs."""
    return Who(guest_of(request), address(request))


def address(request: Ask) -> str:
    """Where a request comes from."""
    return address_of(request.scope["client"])


def site_of(request: Ask) -> Site:
    """The site that the page is on. Browsers tell its origin with whatever writes, and the guards have looked at it."""
    scheme = "https" if services_of(request).settings.https else request.url.scheme
    origin = request.headers.get("origin") or f"{scheme}://{request.url.netloc}"
    return Site(origin, urlsplit(origin).hostname or "")


def game_named(name: str) -> Game:
    """The game of this name."""
    return find(name)
