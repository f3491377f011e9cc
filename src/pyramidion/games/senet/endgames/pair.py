"""Two mirrored layers, 2 pieces against 3 and 3 against 2, say: solved together, when all with fewer pieces are."""

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from pyramidion.games.senet.endgames.guess import charge, follow, improve, leap
from pyramidion.games.senet.endgames.links import THROWS
from pyramidion.games.senet.endgames.order import chunks_of, fill_in
from pyramidion.games.senet.endgames.proof import check

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Numbers
    from pyramidion.games.senet.endgames.guess import Choices
    from pyramidion.games.senet.endgames.work import Crew, Work

    Task = Callable[[Work, int], float]

PRICE = 1e-10  # what a throw adds to the margins: what makes them provable
GOOD = PRICE / 4  # values that the best ways of playing change by no more are good enough
ENOUGH = 300  # chosen ways are followed until the values change by so many times less than when they were chosen
SWEEPS = 1000  # but in no more sweeps than this
LEAP = 20  # sweeps from one leap to the next
TOP = 2  # chunks that are solved first, if there are more
PROOFS = 50  # checks before giving up
GUESSED = 0.8  # the share of the time that guessing takes, about
CHOICE = 4 * (1 + len(THROWS))  # bytes of one position's choices


class Pair:
    """Two mirrored layers being solved."""

    def __init__(self, small: int, large: int, crew: "Crew", memory: int, report: Callable[[str, float], None]) -> None:
        self.crew = crew
        self.report = report
        self.chunks = chunks_of(small, large)
        self.all = range(len(self.chunks))
        self.top = self.all[: TOP if len(self.all) > TOP else 0]
        self.keeps = np.cumsum([chunk.room for chunk in self.chunks]) * CHOICE <= memory
        self.choices: list[Choices | None] = [None] * len(self.chunks)
        self.change = 1.0  # of a value, when all were last improved

    # Guessing

    def guess(self, after_each: Callable[[], None]) -> None:
        """Values that are nearly right.

        The most advanced positions come first. Among them are walls on 28, 29 and 30 that one side can hold for thousands of
        throws while its other pieces go round through the water. They depend on little else, all else depends on them.
        """
        self._guess_top()
        while (change := self._improve(self.all)) > GOOD:
            self._evaluate(self.all, change)
            self._guess_top()
            after_each()

    def _guess_top(self) -> None:
        while (change := self._improve(self.top)) > GOOD:
            self._evaluate(self.top, change)

    def _evaluate(self, numbers: range, change: float) -> None:
        """Follow the ways that were chosen, when that changed the values by so much."""
        self._repeat(self._follow, self.crew.tables.values, numbers, max(change / ENOUGH, GOOD / 10))

    def _improve(self, numbers: range) -> float:
        """Choose the best ways of playing; the largest change of a value that this makes."""
        change = 0.0
        for number, changed in zip(numbers, self.crew.each(self._improve_chunk, numbers), strict=True):
            change = max(change, changed)
            self._report_guess(number / len(self.chunks))
        if numbers == self.all:
            self.change = change
        return change

    def _report_guess(self, part: float) -> None:
        """The logarithm of the change tells how much is done; the next sweep is worth about a tenth of the rest."""
        done = math.log(self.change) / math.log(GOOD)
        self.report(f"values change by {self.change:.0e}", GUESSED * (done + (1 - done) * part / 10))

    def _improve_chunk(self, work: "Work", number: int) -> float:
        armies = self._armies(number)
        choices = np.zeros((len(armies), 1 + len(THROWS)), np.int32)
        if self.keeps[number]:
            self.choices[number] = choices
        return improve(work, armies, choices)

    def _armies(self, number: int) -> "Numbers":
        """The positions of a chunk."""
        chunk = self.chunks[number]
        armies = np.zeros((chunk.room, 2), np.int64)
        return armies[: fill_in(chunk.uppers, chunk.others, chunk.symmetric, armies)]

    def _chosen(self, work: "Work", number: int) -> "Choices":
        """The choices of a chunk, made anew if there was no memory to keep them."""
        choices = self.choices[number]
        if choices is None:
            armies = self._armies(number)
            choices = np.zeros((len(armies), 1 + len(THROWS)), np.int32)
            improve(work, armies, choices)
        return choices

    def _follow(self, work: "Work", number: int) -> float:
        return follow(work.values, self._chosen(work, number))

    def _repeat(self, task: "Task", table: Any, numbers: range, goal: float) -> None:
        """Do a task for some chunks until nothing in a table changes by more.

        What changes slowly soon changes everywhere by the same share less from one sweep to the next. So now and then it is
        guessed where that ends, which saves most of the sweeps.
        """
        last = 0.0
        for sweep in range(1, SWEEPS):
            before = self._remember(table, numbers) if sweep % LEAP == 0 else []
            change = max(self.crew.each(task, numbers), default=0.0)
            if change <= goal:
                return
            if before and change < last:
                self._leap(table, before, change / last)
            last = change

    def _remember(self, table: Any, numbers: range) -> list[tuple["Choices", Any]]:
        """The choices that are kept, and what a table holds for their positions."""
        kept = [self.choices[number] for number in numbers]
        return [(choices, table[choices[:, 0]]) for choices in kept if choices is not None]

    def _leap(self, table: Any, before: list[tuple["Choices", Any]], left: float) -> None:
        list(self.crew.each(lambda _work, n: leap(table, *before[n], left), range(len(before))))

    # Proving

    def prove(self) -> None:
        """Margins around the values that pass the check."""
        for numbers in (self.top, self.all):
            self._repeat(self._charge, self.crew.tables.margins, numbers, PRICE / 20)
        for _ in range(PROOFS):
            if self.failures() == 0:
                return
        raise ArithmeticError(f"{PROOFS} checks have proven nothing")

    def _charge(self, work: "Work", number: int) -> float:
        return charge(work.margins, self._chosen(work, number), PRICE)

    def failures(self) -> int:
        """How many positions don't pass the check."""
        failed = 0
        for number, failures in zip(self.all, self.crew.each(self._check, self.all), strict=True):
            failed += failures
            self.report("proving", GUESSED + (1 - GUESSED) * (number + 1) / len(self.chunks))
        return failed

    def _check(self, work: "Work", number: int) -> int:
        return check(work, self._armies(number))
