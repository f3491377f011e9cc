"""A small network that judges positions, in integers: the same opinion on every CPU, whatever its floats would do.

A position is a list of features, the numbers of what is true of it. Each has a row of weights; the rows of a position's
features are added up, what is negative becomes 0, and what is left is weighed and added up again. The sum is the logarithm
of the odds of winning. `lab/training` finds the weights, in floats of the same layout.
"""

from typing import TYPE_CHECKING

import numpy as np

from pyramidion.engine import dispatch
from pyramidion.engine.compiled import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyramidion.engine.dispatch import Shares
    from pyramidion.engine.record import Record

    Weights = NDArray[np.int16]
    Scratch = NDArray[np.int32]

# Rows of weights: one for each feature, and then
BIAS = -3  # what the sums begin with
OUTPUT = -2  # what each of them weighs in the end
REST = -1  # its first number is what the last sum begins with
MORE_ROWS = 3

FINE = 11  # bits after the binary point of the weights of features,
OUTPUT_FINE = 10  # of those of the output,
LOGIT_FINE = 10  # and of a logit
SURE = 12  # no logit counts for more

STEP = 6  # bits of a logit between two entries of SIGMOID
UNIT = 1 << 20  # certainty
SIGMOID = np.array(
    [round(UNIT / (1 + np.exp(-i / 2 ** (LOGIT_FINE - STEP)))) for i in range((SURE << LOGIT_FINE >> STEP) + 2)]
)

NO_WEIGHTS: "Weights" = np.zeros((0, 1), dtype=np.int16)  # of a game that was not trained
NO_WEIGHTS.flags.writeable = False  # as weights on disk are: to compiled code they are of one type

MOST_FEATURES = 128  # that are true of a position


def scratch_for(weights: "Weights") -> "Scratch":
    """Room to judge in: the features of a position, and the sums."""
    return np.zeros(MOST_FEATURES + weights.shape[1], dtype=np.int32)


@compiled
def logit(number: int, weights: "Weights", scratch: "Scratch") -> int:
    """The logarithm of the odds of a position whose features are the first so many numbers of `scratch`."""
    rows, width = weights.shape
    sums = scratch[MOST_FEATURES:]
    for j in range(width):
        sums[j] = weights[rows + BIAS, j]
    for i in range(number):
        row = scratch[i]
        for j in range(width):
            sums[j] += weights[row, j]
    total = int(weights[rows + REST, 0]) << FINE
    for j in range(width):
        total += int(max(sums[j], 0)) * int(weights[rows + OUTPUT, j])
    return total >> (FINE + OUTPUT_FINE - LOGIT_FINE)


@compiled
def share(odds: int) -> int:
    """The share of a victory to expect with these odds, in units."""
    if odds < 0:
        return UNIT - share_over_half(-odds)
    return share_over_half(odds)


@compiled
def share_over_half(odds: int) -> int:
    odds = min(odds, SURE << LOGIT_FINE)
    step, between = odds >> STEP, odds & ((1 << STEP) - 1)
    low = int(SIGMOID[step])
    return low + ((int(SIGMOID[step + 1]) - low) * between >> STEP)


@compiled
def opinion(s: "Record", weights: "Weights", scratch: "Scratch", shares: "Shares") -> bool:
    """The `judge` of a game that gives only features: of a game for two from one seat's side, or from everybody's. Then the
    seats' chances are made to add up to a victory; a quotient of integers is the same on every CPU."""
    seats, seen, last, total = shares.shape[0], 0, 0, 0
    for seat in range(seats):
        number = dispatch.features(s, seat, scratch)
        if number:
            chance = share(logit(number, weights, scratch))
            shares[seat] = chance
            total += chance
            seen += 1
            last = seat
    if seen == 0:
        return False
    if seen == seats:
        for seat in range(seats):
            shares[seat] /= total
    else:
        shares[last] = total / UNIT
        shares[1 - last] = 1 - shares[last]
    return True
