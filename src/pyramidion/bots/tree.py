"""The search tree, compiled: information-set Monte-Carlo tree search for every game, by dispatch on the record's type.

Each iteration fills in what the searching seat can't know (`sample`), walks down the tree by the actions that this seat
would see, adds a node, plays a random game to its end and counts the result for every seat. Where a table of solved
positions has the position, the iteration ends there, with the table's value; where a network was trained, the random game is
cut short and judged. A node stands for what the seat has seen: an
action that it is not told leads to one and the same node, whatever it was.
"""

from typing import TYPE_CHECKING

import numpy as np

from pyramidion.engine import dispatch
from pyramidion.engine.compiled import compiled
from pyramidion.engine.dispatch import CHANCE, EVERYONE
from pyramidion.engine.memory import copy
from pyramidion.engine.playout import one_of
from pyramidion.engine.random import below
from pyramidion.engine.record import UNKNOWN

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyramidion.engine.dispatch import Numbers, Shares, Solved
    from pyramidion.engine.network import Scratch, Weights
    from pyramidion.engine.random import Random
    from pyramidion.engine.record import Record

    Nodes = NDArray[np.int32]
    Values = NDArray[np.float64]

# The columns of a node
ACTION = 0  # what led here; UNKNOWN if the searching seat was not told
VISITS = 1
OFFERED = 2  # how often the action was legal when its parent was passed: with secrets, not always
CHILD = 3  # the first child, 0 if none; children are in ascending order of their actions
NEXT = 4  # the next sibling, 0 if none
COLUMNS = 5

ROOT = 1  # node 0 is no node
FULL = 0  # what `child_of` answers when there is no room for a node


@compiled
def search(
    observation: "Record",
    s: "Record",
    seat: int,
    iterations: int,
    exploration: float,
    use_policy: bool,
    random: "Random",
    nodes: "Nodes",
    values: "Values",
    used: "Numbers",
    path: "Numbers",
    out: "Numbers",
    table: "Solved",
    weights: "Weights",
    cut: int,
    scratch: "Scratch",
    shares: "Shares",
    stop: "Numbers",
) -> int:
    """So many iterations, fewer if `stop[0]` is set meanwhile; how many were done. The tree is in `nodes` and `values`."""
    for done in range(iterations):
        if stop[0]:
            return done
        copy(s, observation)
        dispatch.sample(s, random)
        depth = descend(s, seat, exploration, random, nodes, values, used, path, out, table, shares)
        conclude(s, use_policy, random, out, table, weights, cut, scratch, shares)
        remember(shares, nodes, values, path, depth)
    return iterations


@compiled
def descend(
    s: "Record",
    seat: int,
    exploration: float,
    random: "Random",
    nodes: "Nodes",
    values: "Values",
    used: "Numbers",
    path: "Numbers",
    out: "Numbers",
    table: "Solved",
    shares: "Shares",
) -> int:
    """Walk from the root to a new node, doing the actions on the way in `s`; how many nodes were passed, in `path`."""
    path[0] = ROOT
    depth = 1
    while depth < path.shape[0]:
        actors = dispatch.actors(s)
        if actors == 0 or dispatch.known(s, table, shares):
            break
        node = path[depth - 1]
        actor = one_of(actors, random)
        if actor == CHANCE:
            action = dispatch.chance(s, random)
        else:
            number = dispatch.legal(s, actor, out)
            action = choose(node, actor, number, exploration, random, nodes, values, out)
        audience = dispatch.audience(s, actor, action)
        label = action if audience == EVERYONE or audience >> seat & 1 else UNKNOWN
        dispatch.apply(s, actor, action)
        child = child_of(node, label, nodes, used)
        if child == FULL:
            break
        path[depth] = child
        depth += 1
        if nodes[child, VISITS] == 0 and actor != CHANCE:
            break
    return depth


@compiled
def choose(
    node: int,
    actor: int,
    number: int,
    exploration: float,
    random: "Random",
    nodes: "Nodes",
    values: "Values",
    out: "Numbers",
) -> int:
    """An action that was never tried here, if there is one; else the most promising one for the actor (UCB1)."""
    best, best_bound = 0, -1.0
    untried, new = 0, 0
    offered, log = 1, 0.0  # of the sibling before: nearly always the same
    child = nodes[node, CHILD]
    for i in range(number):
        while child and nodes[child, ACTION] < out[i]:
            child = nodes[child, NEXT]
        if child and nodes[child, ACTION] == out[i]:
            nodes[child, OFFERED] += 1
            if not untried:
                visits = nodes[child, VISITS]
                if nodes[child, OFFERED] != offered:
                    offered = int(nodes[child, OFFERED])
                    log = np.log(offered)
                bound = values[child, actor] / visits + exploration * np.sqrt(log / visits)
                if bound > best_bound:
                    best, best_bound = i, bound
        else:
            untried += 1
            if below(random, untried) == 0:
                new = i
    return int(out[new]) if untried else int(out[best])


@compiled
def child_of(node: int, label: int, nodes: "Nodes", used: "Numbers") -> int:
    """The child of a node for an action, made if it is not there yet; FULL if there is no room."""
    before, child = 0, nodes[node, CHILD]
    while child and nodes[child, ACTION] < label:
        before, child = child, nodes[child, NEXT]
    if child and nodes[child, ACTION] == label:
        return int(child)
    if used[0] == nodes.shape[0]:
        return FULL
    new = int(used[0])
    used[0] += 1
    nodes[new, ACTION] = label
    nodes[new, OFFERED] = 1
    nodes[new, NEXT] = child
    if before:
        nodes[before, NEXT] = new
    else:
        nodes[node, CHILD] = new
    return new


@compiled
def conclude(
    s: "Record",
    use_policy: bool,
    random: "Random",
    out: "Numbers",
    table: "Solved",
    weights: "Weights",
    cut: int,
    scratch: "Scratch",
    shares: "Shares",
) -> None:
    """Play on to the end, or to a position that the table has; or, where there is a network, `cut` actions and let it judge.
    Say what each seat gets of the victory."""
    steps = 0
    while len(table) == 0 or not dispatch.known(s, table, shares):
        if len(weights) and steps >= cut and dispatch.judge(s, weights, scratch, shares):
            return
        step = dispatch.policy_step(s, random, out) if use_policy else dispatch.playout_step(s, random, out)
        if step == 0:
            share_victory(s, shares)
            return
        steps += step


@compiled
def share_victory(s: "Record", shares: "Shares") -> None:
    """One victory, shared by those with the best score."""
    best, winners = dispatch.score(s, 0), 0
    for seat in range(shares.shape[0]):
        best = max(best, dispatch.score(s, seat))
    for seat in range(shares.shape[0]):
        winners += dispatch.score(s, seat) == best
    for seat in range(shares.shape[0]):
        shares[seat] = 1.0 / winners if dispatch.score(s, seat) == best else 0.0


@compiled
def remember(shares: "Shares", nodes: "Nodes", values: "Values", path: "Numbers", depth: int) -> None:
    """Count a result in every node passed."""
    for i in range(depth):
        nodes[path[i], VISITS] += 1
    for seat in range(shares.shape[0]):
        if shares[seat]:
            for i in range(depth):
                values[path[i], seat] += shares[seat]
