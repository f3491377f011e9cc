"""Guessing the values of positions, by means that prove nothing: policy iteration.

`improve` finds the best way of playing every throw by the values as they are, `follow` values the positions anew by these
ways alone, over and over. It takes a fiftieth of the time, for it needs no rules. Both work in place, in the order of the
positions, so that a position is valued by what those before it have just become.
"""

from typing import TYPE_CHECKING

import numpy as np

from pyramidion.engine.compiled import compiled
from pyramidion.games.senet.endgames.links import LAST_WAY, NUMBER, OTHERS_TURN, WEIGHTS, expand
from pyramidion.games.senet.endgames.positions import position_number
from pyramidion.games.senet.rules import TO_THROW

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyramidion.engine.dispatch import Numbers
    from pyramidion.games.senet.endgames.links import Links
    from pyramidion.games.senet.endgames.work import Work

    Values = NDArray[np.float64]
    Choices = NDArray[np.int32]  # a row for each position: its number, and a link for each throw
    Margins = NDArray[np.float32]


@compiled
def worth_of(link: int, values: "Values") -> float:
    """What it is worth to follow a link."""
    value = float(values[link >> NUMBER])
    return 1 - value if link & OTHERS_TURN else value


@compiled
def open_position(work: "Work", own: int, foe: int) -> int:
    """Fill in the links of the position in which the army `own` is to throw; its number."""
    start = work.stack[0]
    start.phase = TO_THROW
    start.seat = 0
    start.army[0] = own
    start.army[1] = foe
    expand(work.stack, work.starts, work.links)
    return position_number(own, foe, work.starts)


@compiled
def improve(work: "Work", armies: "Numbers", choices: "Choices") -> float:
    """Choose the best links of these positions, and value them by those; the largest change of a value."""
    change = 0.0
    for i in range(len(armies)):
        position = open_position(work, int(armies[i, 0]), int(armies[i, 1]))
        choose(work.links, work.values, choices[i])
        choices[i, 0] = position
        change = max(change, revalue(work.values, choices[i]))
    return change


@compiled
def choose(links: "Links", values: "Values", choice: "Choices") -> None:
    """The best link of each throw."""
    read = 0
    for throw in range(len(WEIGHTS)):
        best = -np.inf
        while True:
            link = int(links[read])
            read += 1
            worth = worth_of(link, values)
            if worth > best:
                best = worth
                choice[throw + 1] = link
            if link & LAST_WAY:
                break


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
