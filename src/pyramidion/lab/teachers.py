"""Teachers: games of one kind that a network plays against itself, and learns from."""

from typing import TYPE_CHECKING, Protocol

import numpy as np

from pyramidion.bots.endgames import NO_TABLE
from pyramidion.bots.expectimax import LISTS
from pyramidion.engine.network import scratch_for
from pyramidion.game import Game, Value
from pyramidion.lab.loops import episodes, learning

if TYPE_CHECKING:
    from pyramidion.engine.network import Weights
    from pyramidion.engine.random import Random
    from pyramidion.engine.record import Record
    from pyramidion.lab.loops.learning import Floats
    from pyramidion.protocols import Judge


class Teacher(Protocol):
    """Games of one kind."""

    def teach(
        self, positions: int, part: float, rate: float, random: "Random", floats: "Floats", weights: "Weights"
    ) -> tuple[int, float]:
        """Let a network learn from so many positions, or some more, when so much of the training is over; their number, and
        the sum of the squared errors."""
        ...


class Throws:
    """Games in which a position between two throws is worth what the network thinks one throw later."""

    STRAYS = (20, 2)  # of so many actions one is any: in half of the games rarely, in the others often, to see everything
    DEEPEST = 24  # records of a search that looks one throw ahead
    LONGEST = 400  # throws of a game; then another one begins

    def __init__(self, game: Game, start: "Record", stray: int) -> None:
        self._start, self._stray = start, stray
        self._stack = game.rules.State.batch(self.DEEPEST)
        self._stack[0] = start
        self._nodes = np.zeros((self.DEEPEST, LISTS + 2 * game.widest), dtype=np.int64)
        self._count = np.zeros(1, dtype=np.int64)

    def teach(
        self, positions: int, part: float, rate: float, random: "Random", floats: "Floats", weights: "Weights"
    ) -> tuple[int, float]:
        room = (np.zeros(floats.shape[1], np.float32), weights, scratch_for(weights), self._nodes, np.zeros(self.DEEPEST))
        rest = (NO_TABLE, np.zeros(2), np.zeros(2, dtype=np.int64), self._count)
        game = (self._start, self._stack, positions, self.LONGEST, self._stray)
        return positions, positions * float(learning.self_play(*game, rate, random, floats, *room, *rest))


class Episodes:
    """Whole games, of which the network learns when each is over."""

    STRAYS = (40, 6)  # the same; straying keeps results from what was before
    BY_POLICY = 0.6  # so much of the training is by games of the policy, which are quick; then players look for themselves,
    LOOKS = 12  # at so many actions
    MOST = 512  # positions of a game that are learnt from

    def __init__(self, game: Game, seats: int, start: "Record", stray: int) -> None:
        self._start, self._stray, self._seats, self._widest = start, stray, seats, game.widest
        self._records = game.rules.State.batch(episodes.RECORDS)

    def teach(
        self, positions: int, part: float, rate: float, random: "Random", floats: "Floats", weights: "Weights"
    ) -> tuple[int, float]:
        out, more = np.zeros(self._widest, dtype=np.int64), np.zeros(self._widest, dtype=np.int64)
        kept = np.zeros((self.MOST, self._seats, episodes.KEPT), dtype=np.int32)
        opinions, strayed = np.zeros((self.MOST, self._seats)), np.zeros(self.MOST, dtype=np.int64)
        sums, count = np.zeros(floats.shape[1], np.float32), np.zeros(1, dtype=np.int64)
        squares = episodes.learn_from_games(
            self._start,
            self._records,
            positions,
            self._stray,
            self.LOOKS if part >= self.BY_POLICY else 0,
            rate,
            random,
            floats,
            sums,
            weights,
            scratch_for(weights),
            out,
            more,
            NO_TABLE,
            np.zeros(self._seats),
            kept,
            opinions,
            strayed,
            count,
        )
        return int(count[0]), float(squares)


def teachers(game: Game, judge: "Judge[Record]") -> list[Teacher]:
    """One for each kind of game that a network is to know, and each way of playing it."""
    kinds = [_start(game, dict(kind)) for kind in judge.TRAINED]
    if judge.LOOKS_AHEAD:
        return [Throws(game, start, stray) for _, start in kinds for stray in Throws.STRAYS]
    return [Episodes(game, seats, start, stray) for seats, start in kinds for stray in Episodes.STRAYS]


def _start(game: Game, kind: dict[str, Value]) -> tuple[int, "Record"]:
    seats = int(kind.pop("seats", game.seats[0]))
    return seats, game.start(seats, game.choose(kind))
