"""How far bots overrun their time: python bench/budgets.py [positions]

Every level, and a search that always uses up its tenth of a second, thinks about positions of random games with every number
of seats. Each position is asked about some times and the fastest counts, so that other work of the machine does not. Then
Pharaoh's first move in a fresh process with nothing compiled, after `warm`, which is timed by itself.
"""

import os
import random
import subprocess
import sys
import tempfile
import time
from typing import Any

from pyramidion.bots import Bot
from pyramidion.bots.levels import LEVELS, level_of, make, warm
from pyramidion.game import Game
from pyramidion.games import GAMES, find
from pyramidion.play import new

TIMES = 3  # that each position is asked about
CLOCKED = "policy:0.1s"
COLD_START = """
import sys, time
from pyramidion.bots.levels import make, warm
from pyramidion.games import find
from pyramidion.play import new
game = find(sys.argv[1])
before = time.perf_counter()
warm(game)
compiled = time.perf_counter()
play = new(game, seed=1)
(seat,) = play.actors()
bot = make("pharaoh", game, play.seats, seat, seed=1)
observation = play.observe(1 << seat)
begun = time.perf_counter()
bot.choose(observation)
print(compiled - before, time.perf_counter() - begun)
"""


def seconds_for(bot: Bot, observation: Any) -> float:
    before = time.perf_counter()
    bot.choose(observation)
    return time.perf_counter() - before


def slowest(game: Game, seats: int, name: str, positions: int) -> float:
    """The longest that a bot takes, in positions of random games."""
    dice, longest, seen = random.Random(1), 0.0, 0
    while seen < positions:
        play = new(game, seats=seats, seed=dice.getrandbits(32))
        while not play.is_over and seen < positions:
            seat = play.actors()[0]
            if dice.random() < 0.2:
                observation = play.observe(1 << seat)
                longest = max(
                    longest, min(seconds_for(make(name, game, seats, seat, seen), observation) for _ in range(TIMES))
                )
                seen += 1
            play.act(dice.choice(play.legal_actions(seat)), seat)
    return longest


def first_move(game: Game) -> tuple[float, float]:
    """Seconds of compiling, and of the first move after it."""
    with tempfile.TemporaryDirectory() as empty:
        command = [sys.executable, "-c", COLD_START, game.name]
        environment = {**os.environ, "PYRAMIDION_CACHE": empty}
        printed = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    compiling, moving = map(float, printed.split())
    return compiling, moving


def main(positions: int) -> None:
    for game in (game for game in map(find, GAMES) if not game.real_time):
        warm(game)
        for seats in game.seats:
            for name in (*LEVELS, CLOCKED):
                longest, seconds = slowest(game, seats, name, positions), level_of(name).budget.seconds or 0
                who = f"{game.name:>14} {seats} seats {name:>12}"
                late = max(0, longest - seconds)
                print(f"{who}: at most {1000 * longest:5.0f} of {1000 * seconds:.0f} ms, {1000 * late:.0f} ms late")
        compiling, moving = first_move(game)
        print(f"{game.name:>14} cold: {compiling:.1f} s compiling, then Pharaoh's first move in {1000 * moving:.0f} ms")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
