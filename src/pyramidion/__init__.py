"""Pyramidion: five tabletop games of pyramids and Egypt, one set of rules.

    >>> import pyramidion
    >>> play = pyramidion.new("senet", seed=7)
    >>> play.legal()
    ['2-5', '4-7', '6-9', '8-11', '10-13']
    >>> _ = play.act("10-13")

Importing the package is cheap: NumPy and Numba are imported when the first game is made.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from pyramidion.game import BadOption, BadPosition, Illegal, NotAnAction
from pyramidion.games import GAMES
from pyramidion.version import __version__

if TYPE_CHECKING:
    from pyramidion.client.sync import connect
    from pyramidion.client.tables import connect_async
    from pyramidion.engine.dispatch import CHANCE
    from pyramidion.play import BadRecord, Event, Play, load, new, replay, seeded

__all__ = [
    "CHANCE",
    "GAMES",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "Event",
    "Illegal",
    "NotAnAction",
    "Play",
    "__version__",
    "connect",
    "connect_async",
    "load",
    "new",
    "replay",
    "seeded",
]


ELSEWHERE = {"connect": "client.sync", "connect_async": "client.tables"}  # what is not in `play`


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"pyramidion.{ELSEWHERE.get(name, 'play')}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
