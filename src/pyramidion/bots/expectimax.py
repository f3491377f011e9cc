"""Expectimax, compiled: all throws weighed, the most promising actions tried, and a network's opinion where it ends.

For games of two seats in which nothing is hidden. A node is a record of `stack`; what is known of it stands in the same row
of `nodes` and `worth`. Written without recursion: code that calls itself can't be loaded from disk.
"""

from typing import TYPE_CHECKING

from pyramidion.bots.tree import share_victory
from pyramidion.engine import bits, dispatch
from pyramidion.engine.compiled import compiled
from pyramidion.engine.dispatch import CHANCE, CHANCE_BIT
from pyramidion.engine.memory import copy

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pyramidion.engine.dispatch import Numbers, Shares, Solved
    from pyramidion.engine.network import Scratch, Weights
    from pyramidion.engine.record import Record, Records

    Nodes = NDArray[np.int64]

# The columns of a node
ACTOR = 0
NUMBER = 1  # of actions or throws,
NEXT = 2  # and which of them is to be tried next
PLIES = 3  # throws to look ahead from here
WHOLE = 4  # the weights of all throws
LISTS = 5  # from here on the actions, and after them the weights of throws

# How fast it goes
FUEL = 0  # nodes that may still be made,
PLACE = 1  # and where it was when there was none left
NOWHERE = -1

WIDE = 2  # so many actions, the best at first sight, are looked into further
OPEN = -1.0  # the worth of a node that is not yet known


@compiled
def expect(
    stack: "Records",
    first: int,
    plies: int,
    nodes: "Nodes",
    worth: "Shares",
    weights: "Weights",
    scratch: "Scratch",
    table: "Solved",
    shares: "Shares",
    pace: "Numbers",
) -> float:
    """What stack[first] is worth to the first seat, looking so many throws ahead; OPEN if that takes more than pace[FUEL]
    nodes: with more fuel and the same arguments it goes on from there."""
    depth, value = int(pace[PLACE]), OPEN
    if depth == NOWHERE:
        depth, value = first, open_node(stack, first, plies, nodes, worth, weights, scratch, table, shares)
    while value == OPEN or depth > first:
        if value == OPEN:
            if pace[FUEL] == 0:
                pace[PLACE] = depth
                return OPEN
            pace[FUEL] -= 1
            left = try_next(stack, depth, nodes)
            depth += 1
            value = open_node(stack, depth, left, nodes, worth, weights, scratch, table, shares)
        else:
            depth -= 1
            value = count_in(value, nodes[depth], worth, depth)
    pace[PLACE] = NOWHERE
    return value


@compiled
def open_node(
    stack: "Records",
    depth: int,
    plies: int,
    nodes: "Nodes",
    worth: "Shares",
    weights: "Weights",
    scratch: "Scratch",
    table: "Solved",
    shares: "Shares",
) -> float:
    """The worth of a position that need not be looked into; of others the actions or throws are listed."""
    s, node = stack[depth], nodes[depth]
    actors = dispatch.actors(s)
    if actors == 0:
        share_victory(s, shares)
        return float(shares[0])
    if dispatch.known(s, table, shares) or (plies == 0 and dispatch.judge(s, weights, scratch, shares)):
        return float(shares[0])
    node[ACTOR] = bits.lowest(actors)
    node[PLIES] = plies
    node[NEXT] = 0
    if actors == CHANCE_BIT:
        list_throws(s, node)
        worth[depth] = 0.0
    else:
        node[NUMBER] = dispatch.legal(s, int(node[ACTOR]), node[LISTS:])
        worth[depth] = OPEN if node[ACTOR] == 0 else -OPEN + 1.0
        if plies and node[NUMBER] > WIDE:
            keep_best(stack, depth, node, weights, scratch, shares)
    return OPEN


@compiled
def list_throws(s: "Record", node: "Numbers") -> None:
    half = (len(node) - LISTS) // 2
    node[NUMBER] = dispatch.odds(s, node[LISTS:], node[LISTS + half :])
    node[WHOLE] = 0
    for i in range(node[NUMBER]):
        node[WHOLE] += node[LISTS + half + i]
    if node[NUMBER] > 1 and node[PLIES]:
        node[PLIES] -= 1


@compiled
def keep_best(
    stack: "Records", depth: int, node: "Numbers", weights: "Weights", scratch: "Scratch", shares: "Shares"
) -> None:
    """Of a node's actions keep the best at first sight, and those after which the seat is still to act."""
    s, after, kept = stack[depth], stack[depth + 1], 0
    seat, number = int(node[ACTOR]), int(node[NUMBER])
    best = second = OPEN
    one = other = -1
    for i in range(number):
        action = int(node[LISTS + i])
        copy(after, s)
        dispatch.apply(after, seat, action)
        if not dispatch.judge(after, weights, scratch, shares):
            node[LISTS + kept] = action
            kept += 1
        elif shares[seat] > best:
            one, other, best, second = action, one, shares[seat], best
        elif shares[seat] > second:
            other, second = action, shares[seat]
    for action in (one, other):
        if action >= 0:
            node[LISTS + kept] = action
            kept += 1
    node[NUMBER] = kept


@compiled
def try_next(stack: "Records", depth: int, nodes: "Nodes") -> int:
    """Do the next action or throw of a node, in the record after it; how many throws to look ahead from there."""
    node = nodes[depth]
    copy(stack[depth + 1], stack[depth])
    dispatch.apply(stack[depth + 1], int(node[ACTOR]), int(node[LISTS + node[NEXT]]))
    node[NEXT] += 1
    return int(node[PLIES])


@compiled
def count_in(value: float, node: "Numbers", worth: "Shares", depth: int) -> float:
    """Count what the action or throw that was tried last is worth; the node's worth if it was the last one."""
    if node[ACTOR] == CHANCE:
        worth[depth] += node[LISTS + (len(node) - LISTS) // 2 + node[NEXT] - 1] * value
        return worth[depth] / node[WHOLE] if node[NEXT] == node[NUMBER] else OPEN
    worth[depth] = max(worth[depth], value) if node[ACTOR] == 0 else min(worth[depth], value)
    return worth[depth] if node[NEXT] == node[NUMBER] else OPEN
