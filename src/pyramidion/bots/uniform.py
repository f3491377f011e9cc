"""The uniform bot: any legal action, each as likely as the others."""

import random

import numpy as np

from pyramidion.engine.record import Record
from pyramidion.game import Game


class Uniform:
    """Plays at random, as its seed decides."""

    def __init__(self, game: Game, seat: int, seed: int | None = None) -> None:
        self._game = game
        self._seat = seat
        self._random = random.Random(seed)
        self._buffer = np.zeros(game.widest, dtype=np.int64)

    def choose(self, observation: Record) -> int:
        count = self._game.rules.legal(observation, self._seat, self._buffer)
        return int(self._buffer[self._random.randrange(count)])
