"""The games. A game is listed here by its name and lives in the folder of that name."""

from importlib import import_module

from pyramidion.game import Game
from pyramidion.refusal import NotFound

GAMES = ("river", "senet", "egyptian_war", "iriri", "pyramid_poker")


def find(name: str) -> Game:
    """The game of this name."""
    if name not in GAMES:
        raise NotFound(f"there is no game {name!r}: choose one of {', '.join(GAMES)}")
    game: Game = import_module(f"{__name__}.{name}").GAME
    return game
