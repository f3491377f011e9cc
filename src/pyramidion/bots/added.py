"""Bots that other packages add, by entry points of the group `pyramidion.bots`: see docs/adding_games.md."""

import logging
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from pyramidion.bots import Bot
from pyramidion.game import Game
from pyramidion.refusal import Refusal

GROUP = "pyramidion.bots"

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Kind:
    """Somebody to play against, from another package."""

    title: str
    sentence: str
    make: Callable[[Game, int, int, int], Bot]  # of a game, the number of seats, its own seat and a seed
    games: tuple[str, ...] = ()  # the names of those it plays; none: all that are played in turns
    seconds: float = 1.0  # that it takes for a move at most: a server waits little longer

    def plays(self, game: Game) -> bool:
        """Whether it plays this game."""
        return not game.real_time and (not self.games or game.name in self.games)

    def sit_down(self, game: Game, seats: int, seat: int, seed: int) -> Bot:
        """The bot on a seat of a game that it plays."""
        if not self.plays(game):
            raise Refusal(f"{self.title} doesn't play {game.title}")
        return self.make(game, seats, seat, seed)


@cache
def added(taken: tuple[str, ...]) -> dict[str, Kind]:
    """The bots of other packages by their names, none of which may be taken. One that can't be used is left out."""
    found: dict[str, Kind] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        try:
            found[point.name] = _checked(point, taken)
        except Exception:  # whatever somebody else's package may raise
            log.exception("the bot %s of %s can't be used", point.name, point.value)
    return found


def _checked(point: EntryPoint, taken: tuple[str, ...]) -> Kind:
    if not re.fullmatch(r"[a-z][a-z0-9_]*", point.name) or point.name in taken:
        raise ValueError(f"a bot's name is in small letters and not one of {', '.join(taken)}")
    kind = point.load()
    if not isinstance(kind, Kind):
        raise TypeError(f"{point.value} is not a Kind of bot")
    return kind
