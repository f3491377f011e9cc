"""Looking ahead throw by throw, one more each time, as far as a budget allows: for games that `expectimax` can play."""

import time
from typing import TYPE_CHECKING

import numpy as np

from pyramidion.bots.endgames import NO_TABLE, Table
from pyramidion.bots.expectimax import FUEL, LISTS, NOWHERE, OPEN, PLACE, expect
from pyramidion.bots.search import Budget, Choice, Opinion, Stop
from pyramidion.engine.memory import copy
from pyramidion.engine.network import scratch_for
from pyramidion.engine.record import Record
from pyramidion.game import Game

if TYPE_CHECKING:
    from pyramidion.engine.network import Weights

DEEPEST = 64  # records from the root to a leaf: up to nine for a throw
MOST_PLIES = 6
CHUNK = 2000  # nodes between two looks at the clock: about a millisecond
NARROW = 0.08  # an action that looks so much worse than the best is not looked into any further


class OutOfBudget(Exception):
    """There is no more time, or no more nodes."""


def look_ahead(
    game: Game,
    observation: Record,
    seat: int,
    budget: Budget,
    weights: "Weights",
    *,
    stop: Stop | None = None,
    table: Table | None = None,
) -> Opinion:
    """What a seat should do. An iteration is a node."""
    return _Lookahead(game, observation, seat, budget, weights, stop or Stop(), table).opinion()


class _Lookahead:
    """One position, and all that looking ahead from it needs."""

    def __init__(
        self,
        game: Game,
        observation: Record,
        seat: int,
        budget: Budget,
        weights: "Weights",
        stop: Stop,
        table: Table | None,
    ) -> None:
        self._game, self._seat, self._budget, self._stop = game, seat, budget, stop
        self._observation = observation
        self._weights, self._scratch = weights, scratch_for(weights)
        self._table = table.numbers if table else NO_TABLE
        self._stack = game.rules.State.batch(DEEPEST)
        self._nodes = np.zeros((DEEPEST, LISTS + 2 * game.widest), dtype=np.int64)
        self._worth, self._shares = np.zeros(DEEPEST), np.zeros(2)
        self._pace = np.zeros(2, dtype=np.int64)
        self._used = 0

    def opinion(self) -> Opinion:
        started = time.perf_counter()
        self._deadline = None if self._budget.seconds is None else self._budget.clock() + self._budget.seconds
        values = {action: self._value(action, 0, is_first=True) for action in self._actions()}
        visits = dict.fromkeys(values, 1)
        try:
            for plies in range(1, MOST_PLIES + 1):
                promising = [action for action, value in values.items() if value > max(values.values()) - NARROW]
                if len(promising) == 1:
                    break
                found = {action: self._value(action, plies) for action in promising}
                values |= {action: min(value, *found.values()) for action, value in values.items()} | found
                visits |= dict.fromkeys(found, self._used)
        except OutOfBudget:
            pass
        choices = [Choice(action, visits[action], value) for action, value in values.items()]
        choices.sort(key=lambda choice: (-choice.win, choice.action))
        return Opinion(choices, [choices[0].action], self._used, time.perf_counter() - started)

    def _actions(self) -> list[int]:
        out = np.zeros(self._game.widest, dtype=np.int64)
        return [int(action) for action in out[: self._game.rules.legal(self._observation, self._seat, out)]]

    def _value(self, action: int, plies: int, *, is_first: bool = False) -> float:
        """What an action is worth to the seat, so many throws ahead; the first look is always taken."""
        copy(self._stack[0], self._observation)
        self._game.rules.apply(self._stack[0], self._seat, action)
        self._pace[PLACE] = NOWHERE
        value = self._go_on(plies)
        while value == OPEN:
            if not is_first and self._is_over():
                raise OutOfBudget
            value = self._go_on(plies)
        return value if self._seat == 0 else 1.0 - value

    def _go_on(self, plies: int) -> float:
        self._pace[FUEL] = CHUNK
        rest = (self._nodes, self._worth, self._weights, self._scratch, self._table, self._shares, self._pace)
        value = float(expect(self._stack, 0, plies, *rest))
        self._used += CHUNK - int(self._pace[FUEL])
        return value

    def _is_over(self) -> bool:
        is_late = self._deadline is not None and self._budget.clock() > self._deadline
        is_used_up = self._budget.iterations is not None and self._used >= self._budget.iterations
        return is_late or is_used_up or bool(self._stop.flag[0])
