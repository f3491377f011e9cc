"""Two mirrored layers, 2 pieces against 3 and 3 against 2, say: solved together, when all with fewer pieces are."""

import math
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import numpy as np

from pyramidion.games.senet.endgames.guess import DEPTH, WIDTH, follow, improve
from pyramidion.games.senet.endgames.leaps import Leaps
from pyramidion.games.senet.endgames.order import chunks_of, fill_in
from pyramidion.games.senet.endgames.proof import check, strike

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Numbers
    from pyramidion.games.senet.endgames.guess import Bounds, Choices
    from pyramidion.games.senet.endgames.links import Links
    from pyramidion.games.senet.endgames.work import Crew

PRICE = 1e-12  # of a throw: what makes bounds provable
GOOD = PRICE / 4  # bounds that the best ways of playing change by no more are good enough
ENOUGH = 300  # chosen ways are followed until the bounds change by so many times less than when they were chosen
SWEEPS = 1000  # but in no more sweeps than this
LEAP = 10  # sweeps from one leap to the next
TOP = 2  # chunks that are solved first, if there are more
GUESSED = 0.9  # the share of the time that guessing takes, about
WIDE = 2e-5  # bounds that are further apart get a floor
ROUGH = DEPTH / 100  # bounds that change by no more are good enough to find floors by
NO_CHOICES = np.zeros((0, WIDTH), np.int32)


class Pair:
    """Two mirrored layers being solved."""

    def __init__(self, small: int, large: int, crew: "Crew", memory: int, report: Callable[[str, float], None]) -> None:
        self.crew = crew
        self.bounds = crew.tables.bounds
        self.report = report
        self.chunks = chunks_of(small, large)
        self.all = range(len(self.chunks))
        self.top = self.all[: TOP if len(self.all) > TOP else 0]
        self.memory = memory  # bytes that may still be used for links
        self.links: list[Links | None] = [None] * len(self.chunks)
        self.choices: list[Choices] = [NO_CHOICES] * len(self.chunks)
        self.floors = np.zeros(2)  # of the larger army's bounds and of the other's
        self.change = 1.0  # of a bound, when all were last improved

    # Guessing

    def guess(self, after_each: Callable[[], None]) -> None:
        """Bounds that should pass the check.

        The most advanced positions come first. Among them are walls on 28, 29 and 30 that one side can hold for very many
        throws while its other pieces go round through the water. They depend on little else, all else depends on them.
        """
        self._guess_top()
        while (change := self._improve(self.all)) > GOOD:
            if change > ROUGH or not self._lay_floors():
                self._repeat(self.all, _goal(change))
            self._guess_top()
            after_each()

    def _guess_top(self) -> None:
        while (change := self._improve(self.top)) > GOOD:
            self._repeat_with_leaps(_goal(change))

    def _improve(self, numbers: range) -> float:
        """Choose the best ways of playing; the largest change of a bound that this makes."""
        change = 0.0
        for number, changed in zip(numbers, self._sweep(self._improve_chunk, numbers), strict=True):
            change = max(change, changed)
            self._report_guess(number / len(self.chunks))
        if numbers == self.all:
            self.change = change
        return change

    def _sweep(self, task: Callable[[int], float], numbers: range) -> Iterable[float]:
        """Do a task for some chunks: side by side, but at the top in order, or else a leap could tell nothing."""
        return map(task, numbers) if numbers == self.top else self.crew.each(task, numbers)

    def _report_guess(self, part: float) -> None:
        """The logarithm of the change tells how much is done; the next sweep is worth about a tenth of the rest."""
        done = math.log(self.change) / math.log(GOOD)
        self.report(f"bounds change by {self.change:.0e}", GUESSED * (done + (1 - done) * part / 10))

    def _improve_chunk(self, number: int) -> float:
        links = self._links(number)
        return improve(self.bounds, links, self.choices[number], self.floors, PRICE)

    def _links(self, number: int) -> "Links":
        """The links of a chunk, by the rules only if there was no memory to keep them."""
        links = self.links[number]
        if links is None:
            armies = self._armies(number)
            links = self.crew.links_of(armies)
            if links.nbytes <= self.memory:
                self.memory -= links.nbytes
                self.links[number] = links
            if len(self.choices[number]) == 0:
                self.choices[number] = np.zeros((len(armies), WIDTH), np.int32)
        return links

    def _armies(self, number: int) -> "Numbers":
        """The positions of a chunk."""
        chunk = self.chunks[number]
        armies = np.zeros((chunk.room, 2), np.int64)
        return armies[: fill_in(chunk.uppers, chunk.others, chunk.symmetric, armies)]

    def _follow(self, number: int) -> float:
        return follow(self.bounds, self.choices[number], self.floors, PRICE)

    def _repeat(self, numbers: range, goal: float, sweeps: int = SWEEPS) -> bool:
        """Follow the choices in some chunks until nothing changes by more; whether it came to that."""
        return any(max(self._sweep(self._follow, numbers), default=0.0) <= goal for _ in range(sweeps))

    # Leaping

    def _repeat_with_leaps(self, goal: float) -> None:
        """The same for the top, where things change so slowly that where it ends must be foretold."""
        leaps = Leaps(np.concatenate([self._sides(number) for number in self.top]))
        positions = np.concatenate([self.choices[number][:, 0] for number in self.top])
        for _ in range(SWEEPS // LEAP):
            if self._repeat(self.top, goal, LEAP):
                return
            self.bounds[positions] = _turned(leaps.leap(_turned(self.bounds[positions])))

    # Floors

    def _lay_floors(self) -> bool:
        """Lay a floor where the bounds are furthest apart, if they are far apart and there is none; whether that was done.

        There one side can put the end off for ever so long: six pieces hold a wall for 10¹⁵ throws if they want to. It does
        best to wait, at next to no risk, for what it likes best, so all these positions are worth nearly the same. But by
        waiting on it would make the other side pay for ever, and so that one is sure of nothing, by the price alone. The
        floor gives it back what the waiting side's own bound leaves to it.
        """
        tops = [self._sides(number) for number in self.top]
        widest = max((1 - sides.sum(axis=1).min() for sides in tops), default=0.0)
        if widest < WIDE or self.floors.any():
            return False
        for side in (0, 1):
            if any(((1 - sides.sum(axis=1) == widest) & (sides[:, side] == 0)).any() for sides in tops):
                self.floors[side] = widest - DEPTH
                self._give_back(side)
        return bool(self.floors.any())

    def _give_back(self, side: int) -> None:
        """Let one side be sure of all that the other is not: a good start for finding its bounds again."""
        for number in self.all:
            sides = self._sides(number)
            sides[:, side] = 1 - sides[:, 1 - side]
            self.bounds[self.choices[number][:, 0]] = _turned(sides)

    def _sides(self, number: int) -> "Bounds":
        """The bounds in a chunk by sides: how surely the larger army wins, and how surely the other."""
        return _turned(self.bounds[self.choices[number][:, 0]])

    # Proving

    def prove(self) -> None:
        """Check the bounds, and that the play comes to an end; an ArithmeticError if that fails."""
        if self._endless():
            raise ArithmeticError("a game might go on for ever")
        if failed := self.failures():
            raise ArithmeticError(f"the bounds of {failed} positions are not proven")

    def _endless(self) -> bool:
        """Whether the play might stay in these layers for ever."""
        staying = np.zeros(len(self.bounds), np.bool_)
        for number in self.all:
            staying[self.choices[number][:, 0]] = True
        before, left = 0, [1 + len(choices) for choices in self.choices]
        while sum(left) != before:
            before = sum(left)
            some = [number for number in self.all if left[number]]
            for number, stay in zip(some, self.crew.each(lambda n: strike(staying, self._links(n)), some), strict=True):
                left[number] = stay
        return before > 0

    def failures(self) -> int:
        """How many positions don't pass the check."""
        failed = 0
        for number, failures in zip(self.all, self.crew.each(self._check, self.all), strict=True):
            failed += failures
            self.report("proving", GUESSED + (1 - GUESSED) * (number + 1) / len(self.chunks))
        return failed

    def _check(self, number: int) -> int:
        return check(self.bounds, self._links(number))


def _goal(change: float) -> float:
    """Choices that changed the bounds by so much are followed until these change by no more than this."""
    return max(change / ENOUGH, GOOD / 10)


def _turned(bounds: "Bounds") -> "Bounds":
    """Bounds of a chunk by sides, if they were by whose throw it is, and the other way round: the sides throw by turns."""
    sides = bounds.reshape(-1, 2, 2).copy()
    sides[:, 1] = sides[:, 1, ::-1]
    return sides.reshape(-1, 2)
