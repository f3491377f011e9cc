"""Guessing bounds of positions, by means that prove nothing: policy iteration.

A position has two bounds: how surely its mover wins, and how surely he loses, whatever the other side does. Every throw has
a price, which both lose: that is what makes them provable, and it makes the side that wants to prove something hurry.

`improve` finds the best way of playing every throw by the bounds as they are, `follow` finds the bounds anew by these ways
alone, over and over, which is faster. Both work in place, in the order of the positions, so that a position is bounded by
what those before it have just become.

As throws have a price, a side that can put the end off for ever so long would leave the other sure of nothing. Where it can,
the other's bound has a floor, the same in all such positions: what is the same everywhere needs no price to be proven.
Floors are given as bounds are, a row for each position of a list, or no rows if it has none.
"""

from typing import TYPE_CHECKING

import numpy as np

from pyramidion.engine.compiled import compiled
from pyramidion.games.senet.endgames.links import LAST_WAY, NUMBER, OTHERS_TURN, THROWS, WEIGHTS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyramidion.games.senet.endgames.links import Links

    Bounds = NDArray[np.float64]  # a row for each position, by its number
    Choices = NDArray[np.int32]  # a row for each position: its number, the links of the mover's choice, those of his foe's

WIN, LOSS = 0, 1  # the columns of bounds
WIDTH = 1 + 2 * len(THROWS)  # of choices
BYTES_OF_CHOICES = 4 * WIDTH  # of one position


@compiled
def bound(link: int, column: int, bounds: "Bounds") -> float:
    """How surely it leads to a win, or to a loss, to follow a link."""
    return float(bounds[link >> NUMBER, 1 - column if link & OTHERS_TURN else column])


@compiled
def improve(bounds: "Bounds", links: "Links", choices: "Choices", floors: "Bounds", price: float) -> float:
    """Choose among the links of positions, and bound them by those; the largest change of a bound."""
    change, read = 0.0, 0
    for i in range(len(choices)):
        read = choose(bounds, links, read, choices[i])
        change = max(change, renew(bounds, choices[i], floor(floors, i, WIN), floor(floors, i, LOSS), price))
    return change


@compiled
def choose(bounds: "Bounds", links: "Links", read: int, choice: "Choices") -> int:
    """For each throw in the next position of a list the link that wins most surely, and the one that loses least surely.

    The one is the mover's way to be sure of a win; by the other he denies the foe to be sure of one. Where the links end.
    """
    choice[0] = links[read]
    for throw in range(1, len(WEIGHTS) + 1):
        most, least = -np.inf, np.inf
        while True:
            read += 1
            link = int(links[read])
            win, loss = bound(link, WIN, bounds), bound(link, LOSS, bounds)
            if win > most:
                most = win
                choice[throw] = link
            if loss < least:
                least = loss
                choice[len(WEIGHTS) + throw] = link
            if link & LAST_WAY:
                break
    return read + 1


@compiled
def renew(bounds: "Bounds", choice: "Choices", win_floor: float, loss_floor: float, price: float) -> float:
    """Bound a position by its chosen links, but not below its floors; the larger of the changes."""
    win = loss = 0.0
    for throw, weight in enumerate(WEIGHTS):
        win += weight * bound(int(choice[1 + throw]), WIN, bounds)
        loss += weight * bound(int(choice[1 + len(WEIGHTS) + throw]), LOSS, bounds)
    win, loss = max(win_floor, win / 16 - price), max(loss_floor, loss / 16 - price)
    position = int(choice[0])
    change = max(abs(win - bounds[position, WIN]), abs(loss - bounds[position, LOSS]))
    bounds[position, WIN], bounds[position, LOSS] = win, loss
    return float(change)


@compiled
def floor(floors: "Bounds", i: int, column: int) -> float:
    """Below which a bound does not fall: 0, if nothing is said."""
    return float(floors[i, column]) if len(floors) else 0.0


@compiled
def follow(bounds: "Bounds", choices: "Choices", floors: "Bounds", price: float) -> float:
    """Bound positions by their chosen links; the largest change."""
    change = 0.0
    for i in range(len(choices)):
        change = max(change, renew(bounds, choices[i], floor(floors, i, WIN), floor(floors, i, LOSS), price))
    return change
