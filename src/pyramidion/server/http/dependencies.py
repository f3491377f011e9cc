"""What all handlers share: who asks, for what, and how they are refused."""

from typing import Annotated, Any

from litestar import Request, WebSocket
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import PathParameter

from pyramidion.game import Game
from pyramidion.games import GAMES, find
from pyramidion.server.protocol.messages import Refusal
from pyramidion.server.tables.registry import COOKIE, House, NotFound

REFUSALS = {
    status: ResponseSpec(Refusal, description=why, generate_examples=False)
    for status, why in {
        400: "The request is not as it should be",
        401: "The house does not know you: GET /api/me first",
        403: "The request comes from another site",
        404: "There is no such thing",
        405: "The address does not know this method",
        409: "That can't be done",
        413: "The request is too large",
        429: "Too many requests",
        503: "Nothing can be written at present",
    }.items()
}

Ask = Request[Any, Any, Any]
TableId = Annotated[str, PathParameter(max_length=40, description="A table's name, from its link")]


class Unknown(Exception):
    """The house does not know who asks."""


def house_of(asks: Ask | WebSocket[Any, Any, Any]) -> House:
    """The house that is asked."""
    house: House = asks.app.state.house
    return house


def guest_of(request: Ask) -> str:
    """Who asks; nobody if the house does not know."""
    return house_of(request).user_of(request.cookies.get(COOKIE))


def user_of(request: Ask) -> str:
    """Who asks, where that must be known."""
    user = guest_of(request)
    if not user:
        raise Unknown
    return user


def game_named(name: str) -> Game:
    """The game of this name."""
    if name not in GAMES:
        raise NotFound(f"there is no game {name!r}")
    return find(name)
