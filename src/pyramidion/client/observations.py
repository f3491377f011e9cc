"""What seats know of a game, as the rules' own record, as a server tells it."""

from base64 import b64decode
from typing import TYPE_CHECKING

from pyramidion.client.rest import Json
from pyramidion.game import Game
from pyramidion.refusal import Refusal

if TYPE_CHECKING:
    from pyramidion.engine.record import Record


class OtherRules(Refusal):
    """The server's rules of a game are of another version than ours: it can be played, but not understood here."""


def decoded(game: Game, told: Json) -> "Record":
    """The record; a refusal if the server's rules are of another version than ours."""
    data = b64decode(told["record"])
    if told["version"] != game.version or len(data) != game.rules.State.dtype.itemsize:
        raise OtherRules(f"the server has other rules of {game.title} than this version of Pyramidion")
    return game.rules.State.from_bytes(data)
