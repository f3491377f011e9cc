"""Luck and mistakes in solved positions of Senet, held against the table: python -m bench.review_table [positions] [seed]

Takes the best table of the user's data folder, and random positions that it has. What is true is computed a second time, by
playing every throw and every action to its end with the plain rules. Printed for a judge with the table and one without.
"""

import random
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bench.senet_regret import WAYS, actions, after, value
from pyramidion.bots.endgames import table_for
from pyramidion.bots.levels import warm
from pyramidion.engine.dispatch import CHANCE
from pyramidion.engine.memory import copy
from pyramidion.games.senet import GAME
from pyramidion.games.senet.endgames.positions import position_of
from pyramidion.games.senet.endgames.table import UNIT
from pyramidion.games.senet.rules import THROW, TO_MOVE, State, apply
from pyramidion.lab.intervals import Figure, mean_of
from pyramidion.review.effects import choice, luck
from pyramidion.review.judge import Judge

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Solved


class Sample(NamedTuple):
    """A position before a throw, the throw that came, and an action after it; and what both did to whoever threw."""

    before: State
    throw: int
    thrown: State
    action: int | None  # none where there was no choice
    luck: float
    cost: float


def samples(numbers: "Solved", number: int, seed: int) -> Iterator[Sample]:
    """Random ones."""
    dice = random.Random(seed)
    for _ in range(number):
        before = State.of(GAME.start(2, GAME.choose({"pieces": 7})))
        before.seat = seat = dice.randrange(2)
        before.army[seat], before.army[1 - seat] = position_of(dice.randrange(1, len(numbers)))
        throw = dice.choice(WAYS)
        thrown = threw(before, throw)
        worth = {way: true_win(threw(before, way), seat, numbers) for way in set(WAYS)}
        gained = worth[throw] - sum(worth[way] for way in WAYS) / len(WAYS)
        action = dice.choice(actions(thrown)) if thrown.phase == TO_MOVE else None
        cost = 0.0 if action is None else true_win(after(thrown, action), seat, numbers) - worth[throw]
        yield Sample(before, THROW + throw, thrown, action, gained, cost)


def threw(before: State, throw: int) -> State:
    child = State.new()
    copy(child, before)
    apply(child, CHANCE, THROW + throw)
    return child


def true_win(s: State, seat: int, numbers: "Solved") -> float:
    return value(s, seat, numbers) / UNIT


def differences(judge: Judge, some: list[Sample]) -> tuple[Figure, Figure]:
    """By how much a judge's luck and mistakes differ from the true ones, on average."""
    lucks, costs = [], []
    for before, throw, thrown, action, gained, cost in some:
        seat = int(before.seat)
        lucks.append(abs(luck(judge, before, throw).changes[seat] - gained))
        if action is not None:
            costs.append(abs(choice(judge, thrown, thrown, seat, action).changes[seat] - cost))
    return mean_of("luck", np.array(lucks)), mean_of("mistakes", np.array(costs))


def main(positions: int, seed: int) -> None:
    warm(GAME)
    table = table_for(GAME, GAME.start(2, GAME.choose({})))
    if table is None:
        raise SystemExit("there is no table: pyramidion solve senet --pieces 6")
    some = list(samples(table.numbers, positions, seed))
    print(f"{positions:,} positions of {len(table.numbers):,}")
    for name, has_table in (("with the table", True), ("without", False)):
        for figure in differences(Judge(GAME, 2, use_tables=has_table), some):
            told = f"{figure.value:.5f} ({figure.low:.5f} to {figure.high:.5f}) of a win, {figure.n:,} events"
            print(f"  {name}: {figure.name} differ by {told}", flush=True)


if __name__ == "__main__":
    count, first = [*sys.argv[1:], *("2000", "1")[len(sys.argv) - 1 :]]
    main(int(count), int(first))
