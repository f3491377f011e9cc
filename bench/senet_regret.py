"""A bot's regret in solved positions of Senet: python bench/senet_regret.py [positions] [bot] [seed]

Takes the best table of the user's data folder, random positions that it has, random throws, and asks the bot: Pharaoh, who
knows the table, or another one, such as judge:20000, who does not. What its choice gives away is computed a second time, by
playing every legal action to the end of the throw with the plain rules.
"""

import random
import sys
import time
from typing import TYPE_CHECKING

import numpy as np

from pyramidion.bots.endgames import table_for
from pyramidion.bots.levels import make, warm
from pyramidion.engine.dispatch import CHANCE
from pyramidion.engine.memory import copy
from pyramidion.games.senet import GAME
from pyramidion.games.senet.endgames.positions import STARTS, position_number, position_of
from pyramidion.games.senet.endgames.table import UNIT
from pyramidion.games.senet.rules import OVER, PASS, STUCK, THROW, TO_MOVE, State, apply, legal

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Solved

LARGE = 0.05  # what counts as an error
WAYS = [1] * 4 + [2] * 6 + [3] * 4 + [4, 6]  # how the sticks fall


def random_choice(numbers: "Solved", dice: random.Random) -> State:
    """A position that the table has, after a throw that leaves a choice."""
    while True:
        s = State.of(GAME.start(2, GAME.choose({"pieces": 7})))
        s.seat = seat = dice.randrange(2)
        s.army[seat], s.army[1 - seat] = position_of(dice.randrange(1, len(numbers)))
        apply(s, CHANCE, THROW + dice.choice(WAYS))
        if s.phase == TO_MOVE and len(actions(s)) > 1:
            return s


def actions(s: State) -> list[int]:
    out = np.zeros(GAME.widest, np.int64)
    return [int(action) for action in out[: legal(s, int(s.seat), out)]]


def after(s: State, action: int) -> State:
    child = State.new()
    copy(child, s)
    apply(child, int(s.seat), action)
    return child


def value(s: State, seat: int, numbers: "Solved") -> int:
    """What a position is worth to a seat that has just moved, in the table's units."""
    if s.phase == OVER:
        return UNIT
    if s.phase == TO_MOVE:
        return max(value(after(s, action), seat, numbers) for action in actions(s))
    if s.phase == STUCK:
        return value(after(s, PASS), seat, numbers)
    mover = int(s.seat)
    worth = int(numbers[position_number(int(s.army[mover]), int(s.army[1 - mover]), STARTS)])
    return worth if mover == seat else UNIT - worth


def main(positions: int, name: str, seed: int) -> None:
    warm(GAME)
    table = table_for(GAME, GAME.start(2, GAME.choose({})))
    if table is None:
        raise SystemExit("there is no table: pyramidion solve senet --pieces 6")
    dice, thinking, regrets = random.Random(seed), 0.0, []
    bots = [make(name, GAME, 2, seat, seed=1) for seat in range(2)]
    for _ in range(positions):
        s = random_choice(table.numbers, dice)
        seat = int(s.seat)
        values = {action: value(after(s, action), seat, table.numbers) for action in actions(s)}
        began = time.process_time()
        choice = bots[seat].choose(s)
        thinking += time.process_time() - began
        regrets.append((max(values.values()) - values[choice]) / UNIT)
    large, mean = sum(regret > LARGE for regret in regrets) / positions, sum(regrets) / positions
    print(f"{positions:,} positions of {len(table.numbers):,}: {name}'s mean regret is {mean:.3%} of a win, the greatest")
    print(f"{max(regrets):g}; over {LARGE:.0%} in {large:.2%} of positions ({1000 * thinking / positions:.2f} ms a move)")


if __name__ == "__main__":
    positions, name, seed = [*sys.argv[1:], *("100000", "pharaoh", "1")[len(sys.argv) - 1 :]]
    main(int(positions), name, int(seed))
