"""The order in which the positions of two mirrored layers are gone through: what a move forward leads to comes first.

So one sweep carries news all the way from the end of the board to its beginning; only swaps, moves back and the water need
another. Armies are ordered as the numbers that their bit sets are: an army that has moved forward comes before what it was.
The larger army without its rearmost piece comes first, then the other army, then the rearmost piece, then whose throw it is.
Any order that puts forward moves first would do; in this one what belongs together also lies close together in memory.
"""

from itertools import combinations, pairwise
from math import comb
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pyramidion.engine import bits
from pyramidion.engine.compiled import compiled
from pyramidion.games.senet.endgames.positions import SQUARES
from pyramidion.games.senet.rules import LAST, WATER, WATER_BIT

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Numbers

CHUNK = 1 << 17  # positions, about: what a thread takes at a time


class Chunk(NamedTuple):
    """Some of the positions of a pair of layers, all that follow each other."""

    uppers: "Numbers"  # the larger armies without their rearmost pieces
    others: "Numbers"  # the armies that they meet
    symmetric: bool  # both are of the same size: one of two equal pairs of armies is left out
    room: int  # no more positions than this


def armies_of(size: int) -> "Numbers":
    """All armies of a size, the most advanced first."""
    squares = [square for square in range(1, LAST + 1) if square != WATER]
    return np.array(sorted((sum(1 << square for square in army) for army in combinations(squares, size)), reverse=True))


def chunks_of(small: int, large: int) -> list[Chunk]:
    """The layers with so many pieces on one side and so many, not fewer, on the other, cut into chunks."""
    uppers, others = armies_of(large - 1), armies_of(small)
    lower = np.array([_squares_below(int(upper)) for upper in uppers])
    rooms = 2 * comb(SQUARES - large, small) * lower
    ends = np.cumsum(rooms) // CHUNK
    cuts = [0, *(np.flatnonzero(np.diff(ends)) + 1), len(uppers)]
    return [Chunk(uppers[begin:end], others, small == large, int(rooms[begin:end].sum())) for begin, end in pairwise(cuts)]


def _squares_below(upper: int) -> int:
    """How many squares the rearmost piece can stand on."""
    square = rearmost(upper)
    return square - 1 - (square > WATER)


@compiled
def rearmost(army: int) -> int:
    """The square of an army's last piece; past the board if there is none."""
    return bits.lowest(army | 1 << LAST + 1)


@compiled
def fill_in(uppers: "Numbers", others: "Numbers", symmetric: bool, armies: "Numbers") -> int:
    """The positions of a chunk in their order, each as the mover's army and the other's; how many there are."""
    number = 0
    for upper in uppers:
        for other in others:
            if upper & other == 0:
                number = fill_in_rearmost(int(upper), int(other), symmetric, armies, number)
    return number


@compiled
def fill_in_rearmost(upper: int, other: int, symmetric: bool, armies: "Numbers", number: int) -> int:
    """The positions that differ in the rearmost piece of the larger army, from `number` on; where they end."""
    for square in range(rearmost(upper) - 1, 0, -1):
        army = upper | 1 << square
        if (other | WATER_BIT) >> square & 1 or (symmetric and army < other):
            continue
        armies[number, 0] = armies[number + 1, 1] = army
        armies[number, 1] = armies[number + 1, 0] = other
        number += 2
    return number
