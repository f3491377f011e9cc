"""Guessing bounds of positions, by means that prove nothing: policy iteration.

A position has two bounds: how surely its mover wins, and how surely he loses, whatever the other side does. Every throw has
a price, which both lose: that is what makes them provable, and it makes the side that wants to prove something hurry.

What one side can be sure of has nothing to do with what the other can, so one side's bounds are found at a time. In a list
of positions the sides throw by turns: `columns` says which bounds to find in the first, the third and so on, and which in
the others. With equally many pieces both sides are alike, and both bounds are found everywhere.

`improve` finds the best way of playing every throw by the bounds as they are, `follow` finds the bounds anew by these ways
alone, over and over, which is faster. Both work in place, in the order of the positions, so that a position is bounded by
what those before it have just become.

As throws have a price, a side that can put the end off for ever so long would leave the other sure of nothing. Where it can,
the other's bound has a floor, the same in all such positions: what is the same everywhere needs no price to be proven.
"""

from typing import TYPE_CHECKING

import numpy as np

from pyramidion.engine.compiled import compiled
from pyramidion.games.senet.endgames.links import LAST_WAY, NUMBER, OTHERS_TURN, THROWS, WEIGHTS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyramidion.games.senet.endgames.links import Links

    Bounds = NDArray[np.float64]  # two columns, by the numbers of positions
    Chances = NDArray[np.float64]  # the same, one column after the other: a place is the number of a bound in these
    Columns = NDArray[np.int64]
    Choices = NDArray[np.int32]  # a row for each bound: its place, and that of the bound which a throw makes of it
    Floors = NDArray[np.float64]  # a number for each row of choices, or none

WIN, LOSS = 0, 1  # the columns of bounds
WIDTH = 1 + len(THROWS)  # of choices


@compiled
def place(link: int, column: int, positions: int) -> int:
    """The place of the bound that says how surely it leads to a win, or to a loss, to follow a link."""
    return (1 - column if link & OTHERS_TURN else column) * positions + (link >> NUMBER)


@compiled
def improve(
    chances: "Chances", links: "Links", columns: "Columns", choices: "Choices", floors: "Floors", price: float
) -> float:
    """Choose among the links of positions, and bound them by those; the largest change of a bound."""
    change, read, row, turn = 0.0, 0, 0, 0
    while row < len(choices):
        after = read
        for column in columns[turn]:
            after = choose(chances, links, read, column, choices[row])
            change = max(change, renew(chances, choices, row, floors, price))
            row += 1
        read, turn = after, 1 - turn
    return change


@compiled
def choose(chances: "Chances", links: "Links", read: int, column: int, choice: "Choices") -> int:
    """For each throw in a position the link that wins most surely, or the one that loses least surely; where the links end.

    The one is the mover's way to be sure of a win; by the other he denies the foe to be sure of one.
    """
    positions, sign = len(chances) // 2, 1 - 2 * column
    choice[0] = column * positions + links[read]
    for throw in range(1, WIDTH):
        best = -np.inf
        while True:
            read += 1
            link = int(links[read])
            there = place(link, column, positions)
            if sign * chances[there] > best:
                best = sign * chances[there]
                choice[throw] = there
            if link & LAST_WAY:
                break
    return read + 1


@compiled
def renew(chances: "Chances", choices: "Choices", row: int, floors: "Floors", price: float) -> float:
    """Find a bound by its chosen links, but none below its floor; the change."""
    chance = 0.0
    for throw, weight in enumerate(WEIGHTS):
        chance += weight * chances[choices[row, 1 + throw]]
    chance = max(floors[row] if len(floors) else 0.0, chance / 16 - price)
    here = choices[row, 0]
    change = abs(chance - chances[here])
    chances[here] = chance
    return float(change)


@compiled
def follow(chances: "Chances", choices: "Choices", floors: "Floors", price: float) -> float:
    """Find bounds by their chosen links; the largest change."""
    change = 0.0
    for row in range(len(choices)):
        change = max(change, renew(chances, choices, row, floors, price))
    return change
