"""The four levels of the house, and who plays on them."""

import secrets
from dataclasses import dataclass
from typing import Any

import numpy as np

from pyramidion.bots import Bot
from pyramidion.bots.search import Budget, think
from pyramidion.bots.uniform import Uniform
from pyramidion.game import Game

UNIFORM = "uniform"


@dataclass(frozen=True)
class Level:
    """Somebody to play against. The weak ones look less far ahead; none blunders on purpose."""

    title: str
    sentence: str
    budget: Budget


LEVELS = {
    "farmer": Level("Farmer", "Looks at what is before him.", Budget(iterations=30)),
    "scribe": Level("Scribe", "Counts and compares.", Budget(iterations=300)),
    "vizier": Level("Vizier", "Plans ahead.", Budget(iterations=3000)),
    "pharaoh": Level("Pharaoh", "Thinks as long as it takes, but never longer than a second.", Budget(seconds=1.0)),
}


class Thinker:
    """Plays what the search finds, within the budget of a level."""

    def __init__(self, game: Game, seats: int, seat: int, level: Level, seed: int) -> None:
        self._game = game
        self._seats = seats
        self._seat = seat
        self._budget = level.budget
        self._seed = seed
        self._buffer = np.zeros(game.widest, dtype=np.int64)

    def choose(self, observation: Any) -> int:
        if self._game.rules.legal(observation, self._seat, self._buffer) == 1:
            return int(self._buffer[0])
        self._seed += 1
        return think(self._game, observation, self._seats, self._seat, self._budget, seed=self._seed).best


def make(name: str, game: Game, seats: int, seat: int, seed: int | None = None) -> Bot:
    """The bot of this name, on a seat of a game that is played in turns."""
    if name == UNIFORM:
        return Uniform(game, seat, seed)
    if name not in LEVELS:
        raise ValueError(f"there is no bot {name!r}; there is {', '.join([UNIFORM, *LEVELS])}")
    return Thinker(game, seats, seat, LEVELS[name], secrets.randbits(40) if seed is None else seed)
