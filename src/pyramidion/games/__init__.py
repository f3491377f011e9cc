"""The games. Ours are listed here by their names and live in folders of those names.

A package of somebody else adds games by entry points of the group `pyramidion.games`: the name of each is its game's name,
and leads to its `Game`. See docs/adding_games.md.
"""

import logging
import re
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points

from pyramidion.game import Game
from pyramidion.refusal import NotFound

GAMES = ("river", "senet", "egyptian_war", "iriri", "pyramid_poker")
GROUP = "pyramidion.games"

log = logging.getLogger(__name__)


def names() -> tuple[str, ...]:
    """The names of all games that can be played: ours, then those that other packages add."""
    return (*GAMES, *added())


def find(name: str) -> Game:
    """The game of this name."""
    if name in GAMES:
        game: Game = import_module(f"{__name__}.{name}").GAME
        return game
    if name in added():
        return added()[name]
    raise NotFound(f"there is no game {name!r}: choose one of {', '.join(names())}")


def title(name: str) -> str:
    """What people call a game; its name, if that was a package's that isn't installed any more."""
    return find(name).title if name in names() else name


def seat_name(name: str, seat: int) -> str:
    """What people call a seat of a game, or of one that isn't installed any more."""
    return find(name).seat_name(seat) if name in names() else f"seat {seat + 1}"


@cache
def added() -> dict[str, Game]:
    """The games of other packages. One that can't be used is left out: it must not keep anyone from the others."""
    found: dict[str, Game] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        try:
            found[point.name] = _checked(point)
        except Exception:  # whatever somebody else's package may raise
            log.exception("the game %s of %s can't be used", point.name, point.value)
    return found


def _checked(point: EntryPoint) -> Game:
    if not re.fullmatch(r"[a-z][a-z0-9_]*", point.name) or point.name in GAMES:
        raise ValueError(f"a game's name is in small letters and not one of {', '.join(GAMES)}")
    game = point.load()
    if not isinstance(game, Game) or game.name != point.name:
        raise ValueError(f"{point.value} is not the Game with the name {point.name}")
    return game
