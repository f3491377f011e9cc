"""How likely each seat is to win, from what it knows itself. Luck, mistakes and puzzles are all measured by one judge."""

from collections import OrderedDict
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from pyramidion.bots.assess import assess
from pyramidion.bots.search import Budget, Opinion
from pyramidion.engine.dispatch import CHANCE, CHANCE_BIT
from pyramidion.engine.memory import copy
from pyramidion.engine.record import Record
from pyramidion.game import Game

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Shares = NDArray[np.float64]

# By iterations, so that the same position is judged alike every time, unless the machine is too busy for that.
BUDGET = Budget(iterations=2000, seconds=2.0, use_policy=True, use_judge=True)
FEW = 6  # outcomes of chance that are judged one by one where a position is judged in which chance is to act,
DEEPEST = 3  # also if it acts again after that, so many times in a row
KEPT = 512  # positions whose judgement is remembered


class Judge:
    """Of one game with one number of seats."""

    def __init__(self, game: Game, seats: int, budget: Budget = BUDGET, seed: int = 0, *, use_tables: bool = True) -> None:
        self.game = game
        self.seats = seats
        self._budget = budget
        self._seed = seed
        self._use_tables = use_tables  # of solved positions
        self._kept: OrderedDict[tuple[int, bytes], float] = OrderedDict()

    def opinion(self, observation: Record, seat: int) -> Opinion:
        """What a seat should do, by what it sees."""
        return assess(self.game, observation, self.seats, seat, self._budget, seed=self._seed, use_tables=self._use_tables)

    def wins(self, state: Record, depth: int = 0) -> "Shares":
        """Every seat's chance. Where something is hidden each has its own opinion, and they need not add up to one."""
        actors = self.game.rules.actors(state)
        if not actors:
            return self._shares(state)
        if actors == CHANCE_BIT and depth < DEEPEST and self._leads_to_choices(outcomes := self.outcomes(state)):
            return mean([(self.wins(after, depth + 1), weight) for _, weight, after in outcomes])
        is_hidden = self._is_hidden(state)
        if self.seats == 2 and not is_hidden:
            seat = actors >> 1 & 1  # whose choice it is
            win = self._win(state, seat)
            return np.array([1 - win, win] if seat else [win, 1 - win])
        chances = np.array([self._win(state, seat) for seat in range(self.seats)])
        return chances if is_hidden else chances / max(chances.sum(), 1e-9)

    def outcomes(self, state: Record) -> list[tuple[int, int, Record]]:
        """What chance may do, with weights, and where each leads."""
        actions, weights = np.zeros((2, self.game.widest), dtype=np.int64)
        count = self.game.rules.odds(state, actions, weights)
        found = zip(actions[:count].tolist(), weights[:count].tolist(), strict=True)
        return [(action, weight, self.after(state, CHANCE, action)) for action, weight in found if weight]

    def after(self, state: Record, seat: int, action: int) -> Record:
        """The position after an action."""
        after = self.game.rules.State.new()
        copy(after, state)
        self.game.rules.apply(after, seat, action)
        return after

    def _leads_to_choices(self, outcomes: list[tuple[int, int, Record]]) -> bool:
        """Whether chance's outcomes are few, and after each somebody chooses or there is only one way on."""
        if len(outcomes) == 1:
            return True
        return len(outcomes) <= FEW and all(
            self._is_choice(after) or len(self.outcomes(after)) == 1 for *_, after in outcomes
        )

    def _is_choice(self, state: Record) -> bool:
        return self.game.rules.actors(state) != CHANCE_BIT

    def _is_hidden(self, state: Record) -> bool:
        return self._seen(state, 0).tobytes() != state.tobytes()

    def _seen(self, state: Record, eyes: int) -> Record:
        observation = self.game.rules.State.new()
        self.game.rules.observe(state, eyes, observation)
        return observation

    def _win(self, state: Record, seat: int) -> float:
        """One seat's chance by its own eyes, remembered."""
        observation = self._seen(state, 1 << seat)
        key = seat, observation.tobytes()
        if key not in self._kept:
            self._kept[key] = self._estimate(observation, seat)
        self._kept.move_to_end(key)
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return self._kept[key]

    def _estimate(self, observation: Record, seat: int) -> float:
        """After the best action if the seat is to choose; else on average over what the search tried."""
        if self.game.rules.actors(observation) == 1 << seat:
            return self.opinion(observation, seat).choices[0].win
        looks_ahead = self.game.judge is not None and self.game.judge.LOOKS_AHEAD  # that, and a table, answer who chooses
        budget = msgspec.structs.replace(self._budget, use_judge=self._budget.use_judge and not looks_ahead)
        opinion = assess(self.game, observation, self.seats, seat, budget, seed=self._seed, use_tables=False)
        visits = sum(choice.visits for choice in opinion.choices)
        return sum(choice.visits * choice.win for choice in opinion.choices) / max(visits, 1)

    def _shares(self, state: Record) -> "Shares":
        return shares([self.game.rules.score(state, seat) for seat in range(self.seats)])


def shares(scores: "list[int] | list[float]") -> "Shares":
    """One victory, shared by those with the best score."""
    won = np.array(scores) == max(scores)
    return np.asarray(won / won.sum())


def mean(weighted: "list[tuple[Shares, int]]") -> "Shares":
    """Of what chance may lead to, by its weights."""
    total = sum(weight for _, weight in weighted)
    return np.asarray(sum(wins * weight for wins, weight in weighted) / total)
