"""Placements a second in random games of Iriri, on one core: python bench/iriri_placements.py [seconds]

A placement is counted with everything that belongs to it: its share of the deal, finding all legal ones, choosing one of
them, the takes after it, the passes.
"""

import sys
import time
from typing import Any

import numpy as np

from pyramidion.engine.compiled import compiled
from pyramidion.engine.memory import copy
from pyramidion.engine.playout import uniform_step
from pyramidion.engine.random import generator
from pyramidion.games import find
from pyramidion.games.iriri.rules import TO_PLACE

GAMES_AT_ONCE = 500


@compiled
def count_placements(start: Any, s: Any, games: int, random: Any, out: Any, counts: Any) -> None:
    """Play `games` random games, and add to `counts`: the actions done, the placements among them."""
    for _ in range(games):
        copy(s, start)
        going = 1
        while going:
            placing = s.phase == TO_PLACE
            going = uniform_step(s, random, out)
            counts[0] += going
            counts[1] += placing


def measure(seats: int, seconds: float) -> str:
    """Games, actions and placements a second."""
    game = find("iriri")
    start = game.start(seats, game.choose({}))
    s, random = game.rules.State.new(), generator(seats)
    out, counts = np.zeros(game.widest, dtype=np.int64), np.zeros(2, dtype=np.int64)
    count_placements(start, s, 1, random, out, counts)
    counts[:] = 0
    games, begin = 0, time.perf_counter()
    while (spent := time.perf_counter() - begin) < seconds:
        count_placements(start, s, GAMES_AT_ONCE, random, out, counts)
        games += GAMES_AT_ONCE
    actions, placements = counts / spent
    return f"{seats} seats: {placements:9,.0f} placements/s   {actions:11,.0f} actions/s   {games / spent:8,.0f} games/s"


if __name__ == "__main__":
    for seats in find("iriri").seats:
        print(measure(seats, float(sys.argv[1]) if len(sys.argv) > 1 else 3.0))
