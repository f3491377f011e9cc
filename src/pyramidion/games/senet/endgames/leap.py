"""Leaps: closing most of a layer's gaps at once, where sweeps alone would take thousands.

With four or five pieces against one, the larger army can hold a wall on 28, 29 and 30 for hundreds of throws while its other
pieces go round through the water. A sweep proves no more than one round of that. So the values are *guessed* first, by means
that prove nothing (policy iteration, with Anderson's acceleration of the sweeps), all bounds are moved most of the way to
the guess, and then it is *proven* that they are bounds all the same.

The proof. Let P be bounds that are proven and Q those after the leap, above P or equal. Say that a side plays the way that
is best by Q wherever Q > P, and from the moment Q = P what proves P. If each Q > P is less than what its successors make of
it by Q, then Q grows by at least one unit with each throw on average, whatever the other side does. It can't grow for ever,
so almost surely the play comes to a position with Q = P, or leaves the layer; and on average Q there is more than it was at
first. So the side can expect Q. (If the other side chooses a way whose link was dropped, so much the better: by P alone that
gives more than Q asks for.) A sweep checks it for every position. Where it fails, the bound is lowered, to P at the
lowest, and the check is repeated; if it fails too often the leap is taken back and nothing is lost but time.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from pyramidion.engine.compiled import compiled
from pyramidion.games.senet.endgames.sweep import (
    FAILED,
    LAST_WAY,
    LOST,
    NUMBER,
    ONE,
    OTHERS_TURN,
    STOP_NOW,
    WON,
    Work,
    weigh,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyramidion.games.senet.endgames.sweep import Bounds, Links

    Values = NDArray[np.float64]
    KeptLinks = list[tuple[Links, int]]

HISTORY = 6  # sweeps that the acceleration looks back on
POLICIES = 12  # at most so many rounds of policy iteration
SWEEPS = 40  # at most so many in each round
GOOD = 2e-9  # a guess that no sweep changes by more is good enough
SHARES = (0.99, 0.9, 0.6)  # of the way to the guess: what is tried, in turn
LANDINGS = 25  # checks of one leap, at most


# Guessing


def guess_values(values: "Values", region: slice, bounds: "Bounds", kept: "KeptLinks") -> None:
    """Improve a guess of the values in a region, with all other values given; it stays within the bounds."""
    low, high = bounds[region, WON] / ONE, 1 - bounds[region, LOST] / ONE
    chosen = [(np.zeros(size, np.int32), 0) for _, size in kept]
    for _ in range(POLICIES):
        values[region] = np.clip(values[region], low, high)
        before = values[region].copy()
        evaluate(values, kept)
        change = np.abs(values[region] - before)
        if change.max() < GOOD:
            return
        chosen = [
            (ways, choose_ways(values, links, size, ways)) for (links, size), (ways, _) in zip(kept, chosen, strict=True)
        ]
        accelerate(values, region, chosen, float(np.sqrt(np.mean(change**2))) / 500)


def accelerate(values: "Values", region: slice, kept: "KeptLinks", good: float) -> None:
    """Sweeps with Anderson's acceleration, until one changes the values by `good` or less on average.

    It puts together the last sweeps so that what they changed cancels out as well as possible. That is a small problem of
    least squares, of which only the newest row changes from sweep to sweep.
    """
    steps: list[Any] = []
    turns: list[Any] = []
    products = np.zeros((0, 0))
    last: tuple[Values, Values] | None = None
    for _ in range(SWEEPS):
        before = values[region].copy()
        evaluate(values, kept)
        after = values[region].copy()
        change = after - before
        if np.sqrt(np.mean(change**2)) <= good:
            return
        if last:
            steps.append((after - last[0]).astype(np.float32))
            turns.append((change - last[1]).astype(np.float32))
            products = _with_newest(products, turns)
            if len(steps) > HISTORY:
                products = products[1:, 1:]
                del steps[0], turns[0]
            for weight, step in zip(_mixture(products, turns, change), steps, strict=True):
                values[region] -= weight * step
        last = after, change


def _with_newest(products: Any, turns: list[Any]) -> Any:
    """The scalar products of all pairs, with those of the newest added."""
    row = np.array([float(turn @ turns[-1]) for turn in turns])
    grown = np.zeros((len(turns), len(turns)))
    grown[:-1, :-1] = products
    grown[-1] = grown[:, -1] = row
    return grown


def _mixture(products: Any, turns: list[Any], change: "Values") -> Any:
    """How much of each step is to be taken back."""
    short = change.astype(np.float32)
    sizes = np.sqrt(np.diag(products)) + 1e-30
    wanted = np.array([float(turn @ short) for turn in turns]) / sizes
    return np.linalg.lstsq(products / np.outer(sizes, sizes), wanted, rcond=1e-10)[0] / sizes


def evaluate(values: "Values", kept: "KeptLinks") -> None:
    """One sweep of a guess."""
    for links, size in kept:
        sweep_values(values, links, size)


@compiled
def sweep_values(values: "Values", kept: "Links", size: int) -> None:
    """Each position's value anew from its links, in their order."""
    read = 0
    while read < size:
        position = int(kept[read])
        read += 1
        value = 0.0
        for weight in (4, 6, 4, 1, 1):
            best = 0.0
            while True:
                link = int(kept[read])
                read += 1
                best = max(best, value_of(link, values))
                if link & LAST_WAY:
                    break
            value += weight * best
        values[position] = value / 16


@compiled
def value_of(link: int, values: "Values") -> float:
    """What it is worth to follow a link."""
    value = float(values[link >> NUMBER])
    return 1 - value if link & OTHERS_TURN else value


@compiled
def choose_ways(values: "Values", kept: "Links", size: int, chosen: "Links") -> int:
    """The links of the best ways only, one a throw; where they end."""
    read, write = 0, 0
    while read < size:
        chosen[write] = kept[read]
        read += 1
        write += 1
        for _ in range(5):
            best = read
            while not kept[read] & LAST_WAY:
                read += 1
                if value_of(int(kept[read]), values) > value_of(int(kept[best]), values):
                    best = read
            chosen[write] = kept[best] | LAST_WAY
            read += 1
            write += 1
    return write


# Proving


@compiled
def take_off(work: Work, kept: "Links", size: int, values: "Values", share: float) -> None:
    """Move all bounds a share of the way to the guess, and remember what they were."""
    read = 0
    while read < size:
        position = int(kept[read])
        guess = int(values[position] * ONE)
        for column in (WON, LOST):
            now = int(work.bounds[position, column])
            goal = guess if column == WON else ONE - guess
            work.proven[position, column] = now
            work.bounds[position, column] = now + max(0, int(share * (goal - now)))
        read = next_position(kept, read)


@compiled
def land(work: Work, kept: "Links", size: int) -> None:
    """Check a leap: each bound that was raised must be less than what its successors make of it. Lower those that fail."""
    read = 0
    while read < size and not work.tally[STOP_NOW]:
        position = int(kept[read])
        read += 1
        won, lost = 0, 0
        for weight in (4, 6, 4, 1, 1):
            best, least, read = weigh(kept, read, work.bounds)
            won += weight * best
            lost += weight * least
        check(work, position, WON, won >> 4)
        check(work, position, LOST, lost >> 4)


@compiled
def check(work: Work, position: int, column: int, made: int) -> None:
    """Compare one bound with what its successors make of it."""
    now, proven = int(work.bounds[position, column]), int(work.proven[position, column])
    if proven < now and made <= now:
        work.tally[FAILED] += 1
        work.bounds[position, column] = max(proven, made - 2)


@compiled
def take_back(work: Work, kept: "Links", size: int) -> None:
    """Undo a leap."""
    read = 0
    while read < size:
        position = int(kept[read])
        for column in (WON, LOST):
            work.bounds[position, column] = work.proven[position, column]
        read = next_position(kept, read)


@compiled
def next_position(kept: "Links", read: int) -> int:
    """Where the next position's links begin."""
    read += 1
    for _ in range(5):
        while not kept[read] & LAST_WAY:
            read += 1
        read += 1
    return read
