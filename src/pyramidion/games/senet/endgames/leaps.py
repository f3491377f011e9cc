"""Leaps: foretelling where numbers end that change ever more slowly, by how they have changed so far (Anderson's way).

Sweeps change numbers by less and less, in a way that is nearly linear: if they were different by so much before some sweeps,
they are different by so much after them. From such differences one is combined that undoes the change as far as possible.

There may be hundreds of millions of numbers: everything is done in place, and differences may be kept as short floats.
"""

from typing import TYPE_CHECKING, NotRequired, TypedDict

import numpy as np

from pyramidion.engine.compiled import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyramidion.engine.dispatch import Numbers

    Chances = NDArray[np.float64]
    Differences = NDArray[np.floating]  # long or short

NONE = np.zeros(0, np.int64)
FAR = 1e-6  # beyond what is possible: a leap that went so far was none


class Manner(TypedDict):
    """How leaps are made: what `Leaps` is told but the chances."""

    remembered: int
    telling: float
    kind: NotRequired[type[np.floating]]


class Leaps:
    """What is known from earlier sweeps of some chances."""

    def __init__(
        self,
        chances: "Chances",
        remembered: int,
        telling: float,
        kind: type[np.floating] = np.float64,
        held: "Numbers" = NONE,
    ) -> None:
        self.remembered = remembered  # differences
        self.telling = telling  # what others don't make up for of a difference tells something if it is a larger share
        self.kind = kind
        self.held = held  # where the chances are that no leap changes
        self.start = chances.copy()  # as they were before the latest sweeps
        self._forget()

    def _forget(self) -> None:
        # If the start is so different that the change differs by the one, the end does by the other.
        self.changes: list[Differences] = []  # of length 1, at right angles to each other
        self.ends: list[Differences] = []
        self.latest: tuple[Differences, Chances] | None = None  # a change and an end

    @staticmethod
    def memory(chances: int, remembered: int, kind: type[np.floating] = np.float64) -> int:
        """How many bytes all of it takes, at most."""
        return chances * (2 * 8 + (2 + 2 * remembered) * int(np.dtype(kind).itemsize))

    def leap(self, chances: "Chances") -> None:
        """Put chances, which some more sweeps have made what they are, to where they will end."""
        change = self._difference(chances, self.start)
        if len(self.changes) == self.remembered:
            del self.changes[0], self.ends[0]
        if self.latest:
            self._remember(self._difference(change, self.latest[0]), self._difference(chances, self.latest[1]))
        self.latest = change, self.start  # the start is not needed any more: the end takes its place
        self.latest[1][:] = chances
        for known, moved in zip(self.changes, self.ends, strict=True):
            subtract(dot(known, change), moved, chances)
        if clip(chances) > FAR:
            self._forget()  # nothing is linear any more
        self.start = chances.copy()

    def _difference(self, one: "Differences", other: "Differences") -> "Differences":
        difference = np.empty(one.shape, self.kind)
        np.subtract(one, other, out=difference, casting="same_kind")
        difference[self.held] = 0
        return difference

    def _remember(self, change: "Differences", end: "Differences") -> None:
        whole = dot(change, change)
        for known, moved in zip(self.changes, self.ends, strict=True):
            share = dot(known, change)
            subtract(share, known, change)
            subtract(share, moved, end)
        square = dot(change, change)
        if square > whole * self.telling**2:
            change /= square**0.5
            end /= square**0.5
            self.changes.append(change)
            self.ends.append(end)


@compiled
def dot(one: "Differences", other: "Differences") -> float:
    """The scalar product."""
    product = 0.0
    for i in range(len(one)):
        product += float(one[i]) * float(other[i])
    return product


@compiled
def subtract(share: float, difference: "Differences", numbers: "Differences") -> None:
    """Take a share of a difference away from numbers."""
    for i in range(len(numbers)):
        numbers[i] -= share * difference[i]


@compiled
def clip(chances: "Chances") -> float:
    """Make chances possible; by how much they were not, at most."""
    far = 0.0
    for i in range(len(chances)):
        possible = min(max(chances[i], 0.0), 1.0)
        far = max(far, abs(possible - chances[i]))
        chances[i] = possible
    return far
