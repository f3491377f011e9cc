"""A bot of a package: it captures the most it can, and otherwise moves at random."""

import random

import numpy as np

from pyramidion.bots.added import Kind
from pyramidion.engine.record import Record
from pyramidion.game import Game
from seega.rules import SQUARES, STOP, State, captures, target


class CamelDriver:
    """Takes what it can get."""

    def __init__(self, game: Game, seats: int, seat: int, seed: int) -> None:
        self._game = game
        self._seat = seat
        self._random = random.Random(seed)

    def choose(self, observation: Record) -> int:
        o = State.of(observation)
        buffer = np.zeros(self._game.widest, dtype=np.int64)
        actions: list[int] = buffer[: self._game.rules.legal(o, self._seat, buffer)].tolist()
        return max(actions, key=lambda action: (self._taken(o, action), self._random.random()))

    def _taken(self, o: State, action: int) -> int:
        return captures(o, self._seat, target(action)) if SQUARES <= action < STOP else 0


CAMEL_DRIVER = Kind(
    title="Camel driver", sentence="Takes every stone in reach.", make=CamelDriver, games=("seega",), seconds=0.1
)
