"""The greedy bot: the action after which the position looks best, by the game's own evaluation, and no further."""

from typing import TYPE_CHECKING

import numpy as np

from pyramidion.engine import dispatch
from pyramidion.engine.compiled import compiled
from pyramidion.engine.memory import copy
from pyramidion.engine.random import below, generator
from pyramidion.game import Game

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Numbers
    from pyramidion.engine.random import Random
    from pyramidion.engine.record import Record

SAMPLES = 16  # of what it can't see, for each action


class Greedy:
    """Looks one action ahead."""

    def __init__(self, game: Game, seat: int, seed: int) -> None:
        self._seat = seat
        self._random = generator(seed)
        self._work = game.rules.State.new()
        self._buffer = np.zeros(game.widest, dtype=np.int64)

    def choose(self, observation: "Record") -> int:
        return greediest(observation, self._work, self._seat, self._random, self._buffer)


@compiled
def greediest(observation: "Record", s: "Record", seat: int, random: "Random", out: "Numbers") -> int:
    """The legal action with the best evaluation; of equal ones any."""
    number = dispatch.legal(observation, seat, out)
    best, most, ties = 0, 0, 0
    for i in range(number):
        worth = 0
        for _ in range(SAMPLES):
            copy(s, observation)
            dispatch.sample(s, random)
            dispatch.apply(s, seat, int(out[i]))
            worth += dispatch.evaluate(s, seat)
        if ties == 0 or worth > most:
            best, most, ties = int(out[i]), worth, 1
        elif worth == most:
            ties += 1
            if below(random, ties) == 0:
                best = int(out[i])
    return best
