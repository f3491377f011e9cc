"""Training a network, compiled: games that it plays against itself, and after each position a step towards what was seen.

Weights are learnt in floats, in the layout of `engine/network.py`; positions are judged by integers, to which they are
rounded from time to time.
"""

from typing import TYPE_CHECKING

import numpy as np

from pyramidion.bots.expectimax import FUEL, LISTS, NOWHERE, PLACE, expect
from pyramidion.engine import bits, dispatch
from pyramidion.engine.compiled import compiled
from pyramidion.engine.dispatch import CHANCE, CHANCE_BIT
from pyramidion.engine.memory import copy
from pyramidion.engine.network import BIAS, LOGIT_FINE, OUTPUT, REST, SURE, UNIT, share
from pyramidion.engine.random import below

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyramidion.bots.expectimax import Nodes
    from pyramidion.engine.dispatch import Numbers, Shares, Solved
    from pyramidion.engine.network import Scratch, Weights
    from pyramidion.engine.random import Random
    from pyramidion.engine.record import Record, Records

    Floats = NDArray[np.float32]

PLENTY = 1 << 40  # nodes of a search that looks one throw ahead


@compiled
def step(features: "Scratch", number: int, target: float, weights: "Floats", sums: "Floats", rate: float) -> float:
    """One step of gradient descent towards the share that a position turned out to be worth; the squared error before it."""
    rows, width = weights.shape
    for j in range(width):
        sums[j] = weights[rows + BIAS, j]
    for i in range(number):
        row = features[i]
        for j in range(width):
            sums[j] += weights[row, j]
    total = weights[rows + REST, 0]
    for j in range(width):
        total += max(sums[j], np.float32(0)) * weights[rows + OUTPUT, j]
    odds = int(min(max(total, -SURE), SURE) * (1 << LOGIT_FINE))
    error = share(odds) / UNIT - target
    push = np.float32(-rate * error)
    weights[rows + REST, 0] += push
    for j in range(width):
        out = weights[rows + OUTPUT, j]
        weights[rows + OUTPUT, j] += push * max(sums[j], np.float32(0))
        sums[j] = push * out if sums[j] > 0 else np.float32(0)
        weights[rows + BIAS, j] += sums[j]
    for i in range(number):
        row = features[i]
        for j in range(width):
            weights[row, j] += sums[j]
    return error * error


@compiled
def self_play(
    start: "Record",
    stack: "Records",
    positions: int,
    longest: int,
    stray: int,
    rate: float,
    random: "Random",
    floats: "Floats",
    sums: "Floats",
    weights: "Weights",
    scratch: "Scratch",
    nodes: "Nodes",
    worth: "Shares",
    table: "Solved",
    shares: "Shares",
    pace: "Numbers",
    count: "Numbers",
) -> float:
    """Learn from so many positions of games that go on in stack[0]; the mean squared error. Every position is worth what its
    network thinks one throw later. One action in `stray` is any."""
    s = stack[0]
    total = 0.0
    pace[PLACE] = NOWHERE
    for _ in range(positions):
        while dispatch.actors(s) != CHANCE_BIT:
            actors = dispatch.actors(s)
            if actors == 0 or count[0] > longest:
                copy(s, start)
                count[0] = 0
            else:
                dispatch.apply(
                    s,
                    bits.lowest(actors),
                    best_action(
                        stack, bits.lowest(actors), stray, random, weights, scratch, nodes, worth, table, shares, pace
                    ),
                )
        pace[FUEL] = PLENTY
        value = expect(stack, 0, 1, nodes, worth, weights, scratch, table, shares, pace)
        seat = 0
        number = dispatch.features(s, seat, scratch)
        if number == 0:
            seat = 1
            number = dispatch.features(s, seat, scratch)
        if number:
            total += step(scratch, number, value if seat == 0 else 1.0 - value, floats, sums, rate)
        count[0] += 1
        dispatch.apply(s, CHANCE, dispatch.chance(s, random))
    return total / positions


@compiled
def best_action(
    stack: "Records",
    seat: int,
    stray: int,
    random: "Random",
    weights: "Weights",
    scratch: "Scratch",
    nodes: "Nodes",
    worth: "Shares",
    table: "Solved",
    shares: "Shares",
    pace: "Numbers",
) -> int:
    """The action that looks best for a seat at once; now and then any."""
    s, after = stack[0], stack[1]
    out = nodes[0, LISTS:]
    number = dispatch.legal(s, seat, out)
    if below(random, stray) == 0:
        return int(out[below(random, number)])
    best, most = 0, -1.0
    for i in range(number):
        copy(after, s)
        dispatch.apply(after, seat, int(out[i]))
        value = expect(stack, 1, 0, nodes, worth, weights, scratch, table, shares, pace)
        value = value if seat == 0 else 1.0 - value
        if value > most:
            best, most = int(out[i]), value
    return best
