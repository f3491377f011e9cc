"""What all handlers share: who asks, for what, and how they are refused."""

from typing import Annotated, Any

from litestar import Request
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import PathParameter

from pyramidion.game import Game
from pyramidion.games import find
from pyramidion.refusal import Refusal as Refused
from pyramidion.server.limits import Who, address_of
from pyramidion.server.people.cookies import COOKIE
from pyramidion.server.protocol.rest import Refusal
from pyramidion.server.services import services_of

COMPRESSES_ITSELF = "compresses_itself"  # an option of routes: the framework would do it on the event loop, or twice
REFUSALS = {
    status: ResponseSpec(Refusal, description=why, generate_examples=False)
    for status, why in {
        400: "Invalid request",
        401: "Not signed in: GET /api/me first",
        403: "Request from another site",
        404: "Not found",
        405: "Method not allowed",
        409: "Not possible",
        413: "Request too large",
        429: "Too many requests",
        503: "Can't save right now",
    }.items()
}

Ask = Request[Any, Any, Any]
TableId = Annotated[str, PathParameter(max_length=40, description="A table's name, from its link")]


class Unknown(Refused):
    """We don't know who asks."""

    code = "unknown_user"


def guest_of(request: Ask) -> str:
    """Who asks; nobody if we don't know."""
    return services_of(request).cookies.user_of(request.cookies.get(COOKIE))


def user_of(request: Ask) -> str:
    """Who asks, where that must be known."""
    user = guest_of(request)
    if not user:
        raise Unknown("you aren't signed in: GET /api/me first")
    return user


def who_asks(request: Ask) -> Who:
    """Who is charged for what this request costs."""
    return Who(guest_of(request), address_of(request.scope["client"]))


def game_named(name: str) -> Game:
    """The game of this name."""
    return find(name)
