"""Leaps: foretelling where a table ends that changes ever more slowly, by how it has changed so far (Anderson's way).

Sweeps change a table by less and less, in a way that is nearly linear: if it was different by so much before some sweeps, it
is different by so much after them. From such differences one is combined that undoes the change as far as possible.
"""

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from pyramidion.games.senet.endgames.guess import Bounds

FAR = 1e-6  # beyond what is possible: a leap that went so far was none
REMEMBERED = 20  # differences
NOTHING = 1e-9  # what is left of a difference, if the others make up for the rest of it, tells nothing


class Leaps:
    """What is known from earlier sweeps. The columns of a table have nothing to do with each other."""

    def __init__(self, table: "Bounds") -> None:
        self.start = table  # as it was before the latest sweeps
        self.changes: list[Bounds] = []  # in columns of length 1, at right angles to each other:
        self.ends: list[Bounds] = []  # if the start is so different that the change differs by that, the end does by this
        self.latest: tuple[Bounds, Bounds] | None = None  # a change and an end

    def leap(self, end: "Bounds") -> "Bounds":
        """Where a table will end that is this after some more sweeps."""
        change = end - self.start
        if self.latest:
            self._remember(change - self.latest[0], end - self.latest[1])
        self.latest = change, end
        for known, moved in zip(self.changes, self.ends, strict=True):
            share = _dot(known, change)
            change, end = change - share * known, end - share * moved
        self.start = end.clip(0, 1)
        if np.abs(self.start - end).max() > FAR:
            self.changes, self.ends, self.latest = [], [], None  # nothing is linear any more
        return self.start

    def _remember(self, change: "Bounds", end: "Bounds") -> None:
        whole = _dot(change, change)
        for known, moved in zip(self.changes, self.ends, strict=True):
            share = _dot(known, change)
            change, end = change - share * known, end - share * moved
        square = _dot(change, change)
        tells = square > whole * NOTHING**2
        length = np.where(tells, np.sqrt(square), np.inf)
        self.changes = [*self.changes, change / length][-REMEMBERED:]
        self.ends = [*self.ends, end / length][-REMEMBERED:]


def _dot(one: "Bounds", other: "Bounds") -> "Bounds":
    """The scalar products of the columns."""
    products: Bounds = np.einsum("ij,ij->j", one, other)
    return products
