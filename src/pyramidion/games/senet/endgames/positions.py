"""Every position of Senet between two throws as a number: what a table of values is read by.

Such a position is the army of the side that is to throw, the mover's, and that of the other. All positions with so many
pieces of the mover and so many of the other are one layer. Layers follow each other by the number of pieces in all, so that
a table for few pieces is the beginning of every larger one, and a layer is next to its mirror image. Inside a layer an army
is numbered by its place among all of its size (the combinatorial number system): the mover's on the whole board, then the
other's on the squares that are left. Number 0 is no position: it stands for the mover having won.
"""

from collections.abc import Iterator
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from pyramidion.engine import bits
from pyramidion.engine.compiled import compiled
from pyramidion.games.senet.rules import LAST, WATER_BIT

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Numbers

SQUARES = 29  # nobody stands in the water
WON_GAME = 0
MOST_PIECES = 7  # on the board in all, of which tables can be made
CHOOSE = np.array([[comb(n, k) for k in range(MOST_PIECES + 1)] for n in range(LAST + 1)], dtype=np.int64)


def layers(pieces: int) -> Iterator[tuple[int, int]]:
    """All layers with at most so many pieces, in the order of a table: (the mover's pieces, the other's)."""
    for pair in mirrored(pieces):
        yield from pair


def mirrored(pieces: int) -> Iterator[list[tuple[int, int]]]:
    """The same, a layer and its mirror image together."""
    for total in range(2, pieces + 1):
        for own in range(1, total // 2 + 1):
            foe = total - own
            yield [(own, foe)] if own == foe else [(own, foe), (foe, own)]


def layer_size(own: int, foe: int) -> int:
    """How many positions a layer has."""
    return comb(SQUARES, own) * comb(SQUARES - own, foe)


def table_size(pieces: int) -> int:
    """How many numbers a table for so many pieces has, 0 among them."""
    return WON_GAME + 1 + sum(layer_size(own, foe) for own, foe in layers(pieces))


def layer_starts() -> "Numbers":
    """The number of each layer's first position, by the mover's and the other's pieces."""
    starts = np.zeros((MOST_PIECES, MOST_PIECES), dtype=np.int64)
    start = WON_GAME + 1
    for own, foe in layers(MOST_PIECES):
        starts[own, foe] = start
        start += layer_size(own, foe)
    return starts


STARTS = layer_starts()


@compiled
def position_number(own: int, foe: int, starts: "Numbers") -> int:
    """The number of the position in which the army `own` is to throw against `foe`."""
    size, foes = bits.count(own), bits.count(foe)
    row = army_number(own, WATER_BIT) * CHOOSE[SQUARES - size, foes]
    return int(starts[size, foes] + row + army_number(foe, WATER_BIT | own))


@compiled
def army_number(army: int, taken: int) -> int:
    """The place of an army among those of its size on the squares that are not taken; the rearmost come first."""
    number = 0
    size = 0
    while army:
        square = bits.lowest(army)
        army &= army - 1
        size += 1
        number += CHOOSE[square - 1 - bits.count(taken & ((1 << square) - 1)), size]
    return int(number)


def army_of(number: int, size: int, taken: int) -> int:
    """The army that `army_number` gives this number."""
    free = [square for square in range(1, LAST + 1) if not taken >> square & 1]
    army = 0
    for left in range(size, 0, -1):
        place = next(n for n in range(len(free) - 1, -1, -1) if comb(n, left) <= number)
        number -= comb(place, left)
        army |= 1 << free[place]
    return army


def position_of(number: int) -> tuple[int, int]:
    """The armies, the mover's first, of the position that `position_number` gives this number in a table."""
    for own, foe in layers(MOST_PIECES):
        place = number - int(STARTS[own, foe])
        if 0 <= place < layer_size(own, foe):
            row, column = divmod(place, comb(SQUARES - own, foe))
            army = army_of(row, own, WATER_BIT)
            return army, army_of(column, foe, WATER_BIT | army)
    raise ValueError(f"positions with at most {MOST_PIECES} pieces have the numbers 1 to {table_size(MOST_PIECES) - 1}")
