"""The four levels of the house, and who plays on them."""

import re
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
    "farmer": Level("Farmer", "Looks at what is before him.", Budget(iterations=40, informed=True)),
    "scribe": Level("Scribe", "Counts and compares.", Budget(iterations=200, informed=True)),
    "vizier": Level("Vizier", "Plans ahead.", Budget(iterations=1000, informed=True)),
    "pharaoh": Level("Pharaoh", "Sees furthest.", Budget(iterations=5000, seconds=1.5, informed=True)),
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
    if budget := _own_budget(name):
        return Thinker(game, seats, seat, Level(name, "", budget), secrets.randbits(40) if seed is None else seed)
    if name not in LEVELS:
        raise ValueError(f"there is no bot {name!r}; there is {', '.join([UNIFORM, *LEVELS])}")
    return Thinker(game, seats, seat, LEVELS[name], secrets.randbits(40) if seed is None else seed)


def _own_budget(name: str) -> Budget | None:
    """A search of one's own: `search:3000` iterations, `search:0.2s`; `policy:3000` plays games out by the game's policy."""
    own = re.fullmatch(r"(search|policy):(?:(\d+)|([\d.]+)s)", name)
    if not own:
        return None
    return Budget(int(own[2]) if own[2] else None, float(own[3]) if own[3] else None, informed=own[1] == "policy")
