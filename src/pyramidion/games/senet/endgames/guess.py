"""Guessing the values of positions, by means that prove nothing: policy iteration.

`improve` finds the best way of playing every throw by the values as they are, `follow` values the positions anew by these
ways alone, over and over, which is faster. Both work in place, in the order of the positions, so that a position is valued
by what those before it have just become.
"""

from typing import TYPE_CHECKING

import numpy as np

from pyramidion.engine.compiled import compiled
from pyramidion.games.senet.endgames.links import LAST_WAY, NUMBER, OTHERS_TURN, WEIGHTS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyramidion.games.senet.endgames.links import Links

    Values = NDArray[np.float64]
    Choices = NDArray[np.int32]  # a row for each position: its number, and a link for each throw
    Margins = NDArray[np.float32]


@compiled
def worth_of(link: int, values: "Values") -> float:
    """What it is worth to follow a link."""
    value = float(values[link >> NUMBER])
    return 1 - value if link & OTHERS_TURN else value


@compiled
def improve(values: "Values", links: "Links", choices: "Choices") -> float:
    """Choose the best of the links of positions, and value them by those; the largest change of a value."""
    change, read = 0.0, 0
    for i in range(len(choices)):
        read = choose(values, links, read, choices[i])
        change = max(change, revalue(values, choices[i]))
    return change


@compiled
def choose(values: "Values", links: "Links", read: int, choice: "Choices") -> int:
    """The number of the next position in a list and the best link of each throw; where its links end."""
    choice[0] = links[read]
    for throw in range(1, len(WEIGHTS) + 1):
        best = -np.inf
        while True:
            read += 1
            link = int(links[read])
            worth = worth_of(link, values)
            if worth > best:
                best = worth
                choice[throw] = link
            if link & LAST_WAY:
                break
    return read + 1


@compiled
def revalue(values: "Values", choice: "Choices") -> float:
    """Value a position by its chosen links; how much that changes."""
    total = 0.0
    for throw, weight in enumerate(WEIGHTS):
        total += weight * worth_of(int(choice[throw + 1]), values)
    position = int(choice[0])
    change = abs(total / 16 - float(values[position]))
    values[position] = total / 16
    return change


@compiled
def follow(values: "Values", choices: "Choices") -> float:
    """Value positions by their chosen links; the largest change."""
    change = 0.0
    for i in range(len(choices)):
        change = max(change, revalue(values, choices[i]))
    return change


@compiled
def charge(margins: "Margins", choices: "Choices", price: float) -> float:
    """What all throws cost from these positions on, by the chosen links, if each costs so much; the largest change."""
    change = 0.0
    for i in range(len(choices)):
        total = 0.0
        for throw, weight in enumerate(WEIGHTS):
            total += weight * float(margins[choices[i, throw + 1] >> NUMBER])
        position = int(choices[i, 0])
        total = price + total / 16
        change = max(change, abs(total - float(margins[position])))
        margins[position] = total
    return change


@compiled
def leap(table: "Values", choices: "Choices", before: "Values", left: float) -> None:
    """Take all further sweeps at once, if each makes `left` of the change that the one before it made."""
    for i in range(len(choices)):
        position = int(choices[i, 0])
        table[position] += (table[position] - before[i]) * left / (1 - left)
