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
    from pyramidion.games.senet.endgames.links import Links
    from pyramidion.games.senet.endgames.work import Crew

PRICE = 1e-10  # what a throw adds to the margins: what makes them provable
GOOD = PRICE / 4  # values that the best ways of playing change by no more are good enough
ENOUGH = 300  # chosen ways are followed until the values change by so many times less than when they were chosen
SWEEPS = 1000  # but in no more sweeps than this
LEAP = 20  # sweeps from one leap to the next
TOP = 2  # chunks that are solved first, if there are more
PROOFS = 50  # checks before giving up
GUESSED = 0.8  # the share of the time that guessing takes, about
NO_CHOICES = np.zeros((0, 1 + len(THROWS)), np.int32)


class Pair:
    """Two mirrored layers being solved."""

    def __init__(self, small: int, large: int, crew: "Crew", memory: int, report: Callable[[str, float], None]) -> None:
        self.crew = crew
        self.tables = crew.tables
        self.report = report
        self.chunks = chunks_of(small, large)
        self.all = range(len(self.chunks))
        self.top = self.all[: TOP if len(self.all) > TOP else 0]
        self.memory = memory  # bytes that may still be used for links
        self.links: list[Links | None] = [None] * len(self.chunks)
        self.choices: list[Choices] = [NO_CHOICES] * len(self.chunks)
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
        self._repeat(self._follow, self.tables.values, numbers, max(change / ENOUGH, GOOD / 10))

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

    def _improve_chunk(self, number: int) -> float:
        links = self._links(number)
        return improve(self.tables.values, links, self.choices[number])

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
                self.choices[number] = np.zeros((len(armies), 1 + len(THROWS)), np.int32)
        return links

    def _armies(self, number: int) -> "Numbers":
        """The positions of a chunk."""
        chunk = self.chunks[number]
        armies = np.zeros((chunk.room, 2), np.int64)
        return armies[: fill_in(chunk.uppers, chunk.others, chunk.symmetric, armies)]

    def _follow(self, number: int) -> float:
        return follow(self.tables.values, self.choices[number])

    def _repeat(self, task: Callable[[int], float], table: Any, numbers: range, goal: float) -> None:
        """Do a task for some chunks until nothing in a table changes by more.

        What changes slowly soon changes everywhere by the same share less from one sweep to the next. So now and then it is
        guessed where that ends, which saves most of the sweeps.
        """
        last = 0.0
        for sweep in range(1, SWEEPS):
            before = [table[self.choices[n][:, 0]] for n in numbers] if sweep % LEAP == 0 else []
            change = max(self.crew.each(task, numbers), default=0.0)
            if change <= goal:
                return
            if before and change < last:
                self._leap(table, numbers, before, change / last)
            last = change

    def _leap(self, table: Any, numbers: range, before: list[Any], left: float) -> None:
        list(self.crew.each(lambda n: leap(table, self.choices[n], before[n], left), numbers))

    # Proving

    def prove(self) -> None:
        """Margins around the values that pass the check."""
        for numbers in (self.top, self.all):
            self._repeat(self._charge, self.tables.margins, numbers, PRICE / 20)
        for _ in range(PROOFS):
            if self.failures() == 0:
                return
        raise ArithmeticError(f"{PROOFS} checks have proven nothing")

    def _charge(self, number: int) -> float:
        return charge(self.tables.margins, self.choices[number], PRICE)

    def failures(self) -> int:
        """How many positions don't pass the check."""
        failed = 0
        for number, failures in zip(self.all, self.crew.each(self._check, self.all), strict=True):
            failed += failures
            self.report("proving", GUESSED + (1 - GUESSED) * (number + 1) / len(self.chunks))
        return failed

    def _check(self, number: int) -> int:
        return check(self.tables.values, self.tables.margins, self._links(number))
