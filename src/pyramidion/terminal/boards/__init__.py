"""Boards for the full screen, a module for each of our games. Games of other packages bring theirs, or are drawn plainly."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    import msgspec

    from pyramidion.game import Game
    from pyramidion.protocols import Drawing


def drawing_of(game: "Game") -> "Drawing[msgspec.Struct] | None":
    """How a game is drawn, if somebody has said so."""
    return _drawing(game.package, game.name)


@cache
def _drawing(package: str, game: str) -> "Drawing[msgspec.Struct] | None":
    for name in (f"{package}.drawing", f"{__name__}.{game}"):
        if find_spec(name):
            return cast("Drawing[msgspec.Struct]", import_module(name))
    return None
