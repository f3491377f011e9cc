"""Two mirrored layers, 2 pieces against 3 and 3 against 2, say: solved together, when all with fewer pieces are."""

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from pyramidion.games.senet.endgames.guess import charge, follow, improve
from pyramidion.games.senet.endgames.links import THROWS
from pyramidion.games.senet.endgames.order import chunks_of, fill_in
from pyramidion.games.senet.endgames.proof import check, propose

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Numbers
    from pyramidion.games.senet.endgames.guess import Choices
    from pyramidion.games.senet.endgames.work import Crew, Work

PRICE = 2e-8  # what a throw costs in the bounds: what makes them provable
GOOD = PRICE / 4  # a guess that the best ways of playing change by no more is good enough
ENOUGH = 300  # chosen ways are followed until the values change by so many times less than when they were chosen
FOLLOWS = 400  # but not more often than this
LEAP = 6  # sweeps from one leap to the next
PROOFS = 50  # checks before giving up
GUESSED = 0.8  # the share of the time that guessing takes, about
CHOICE = 4 * (1 + len(THROWS))  # bytes of one position's choices


def leap(part: Any, before: Any, left: float) -> None:
    """Take all sweeps at once, if each makes `left` of the change that the one before it made; `before` is used up."""
    np.subtract(part, before, out=before)
    before *= left / (1 - left)
    part += before


class Pair:
    """Two mirrored layers being solved."""

    def __init__(
        self, small: int, large: int, region: slice, crew: "Crew", memory: int, report: Callable[[str, float], None]
    ) -> None:
        self.crew = crew
        self.report = report
        self.region = region
        self.chunks = chunks_of(small, large)
        kept = np.cumsum([chunk.room for chunk in self.chunks]) * CHOICE <= memory
        self.keeps = [bool(fits) for fits in kept]
        self.choices: list[Choices | None] = [None] * len(self.chunks)

    # Guessing

    def guess(self, after_each: Callable[[], None]) -> None:
        """Values that are nearly right."""
        change = 1.0
        while (change := self._improve(change)) > GOOD:
            self._repeat(self._follow, self.crew.tables.values, max(change / ENOUGH, GOOD / 10))
            after_each()

    def _improve(self, before: float) -> float:
        """Choose the best ways of playing; the largest change of a value that this makes."""
        done, change = GUESSED * min(1.0, math.log(before) / math.log(GOOD)), 0.0
        for number, changed in enumerate(self.crew.each(self._improve_chunk, len(self.chunks)), 1):
            change = max(change, changed)
            part = number / len(self.chunks)
            self.report(f"values change by {before:.0e}", done + (GUESSED - done) * part / 5)
        return change

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

    def _repeat(self, task: Callable[["Work", int], float], table: Any, goal: float) -> None:
        """Do a task for all chunks until nothing in a table changes by more.

        What changes slowly soon changes everywhere by the same share less from one sweep to the next: it is guessed where
        that ends, now and then, which saves most of the sweeps.
        """
        part, last = table[self.region], 1.0
        for sweep in range(1, FOLLOWS):
            before = part.copy() if sweep % LEAP == 0 else None
            change = max(self.crew.each(task, len(self.chunks)))
            if change <= goal:
                return
            if before is not None and change < last:
                leap(part, before, change / last)
            last = change

    def _follow(self, work: "Work", number: int) -> float:
        return follow(work.values, self._chosen(work, number))

    # Proving

    def prove(self) -> None:
        """Bounds around the values that pass the check."""
        self._repeat(self._charge, self.crew.tables.margins, PRICE / 20)
        propose(self.crew.tables, self.region.start, self.region.stop)
        for _ in range(PROOFS):
            if self.failures() == 0:
                return
        raise ArithmeticError(f"{PROOFS} checks have not proven any bounds")

    def _charge(self, work: "Work", number: int) -> float:
        return charge(work.margins, self._chosen(work, number), PRICE)

    def failures(self) -> int:
        failed = 0
        for number, failures in enumerate(self.crew.each(self._check, len(self.chunks)), 1):
            failed += failures
            self.report("proving", GUESSED + (1 - GUESSED) * number / len(self.chunks))
        return failed

    def _check(self, work: "Work", number: int) -> int:
        return check(work, self._armies(number))
