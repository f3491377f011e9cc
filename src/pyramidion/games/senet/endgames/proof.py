"""Proving bounds: what each side can be sure of, whatever the other does.

A *bound* is a pair of numbers of a position: how surely its mover wins and how surely he loses. What is missing from their
sum to `ONE` is unknown. They are whole numbers, so that nothing here depends on how a sum of floats is rounded.

The proof. Let Q be how surely a side wins, for every position of a layer, and let it play by Q: always the way whose Q is
the highest. Say that wherever Q > 0, it is *less* than what the successors make of it, sixteenth by sixteenth, with the best
of them where this side chooses and the worst where the other does; successors with fewer pieces count with what is proven
of them. Then on average Q grows by at least one unit with each throw, whatever the other side does. As it can't grow for
ever, the play almost surely leaves the layer or comes to a position with Q = 0, and on average Q is then more than it was.
So this side wins at least as surely as Q says.

`check` looks at every position whether that holds. A good guess of the values, less a small price for every throw that is
still expected, passes at once. Where it fails the bound is lowered, and everything is checked again.
"""

from typing import TYPE_CHECKING

from pyramidion.engine.compiled import compiled
from pyramidion.games.senet.endgames.guess import open_position
from pyramidion.games.senet.endgames.links import LAST_WAY, NUMBER, OTHERS_TURN, WEIGHTS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pyramidion.engine.dispatch import Numbers
    from pyramidion.games.senet.endgames.links import Links
    from pyramidion.games.senet.endgames.work import Work

    Bounds = NDArray[np.int32]

ONE = 1 << 30  # certainty
WON, LOST = 0, 1  # the columns of bounds
SLACK = 4  # how much further than necessary a bound that failed is lowered


@compiled
def propose(work: "Work", first: int, end: int) -> None:
    """Bounds from the values and the margins of positions."""
    for position in range(first, end):
        value, margin = float(work.values[position]), float(work.margins[position])
        work.bounds[position, WON] = max(0, int((value - margin) * ONE))
        work.bounds[position, LOST] = max(0, int((1 - value - margin) * ONE))


@compiled
def settle(work: "Work", first: int, end: int) -> int:
    """Values and margins from the bounds of positions; the widest gap."""
    widest = 0
    for position in range(first, end):
        won, lost = int(work.bounds[position, WON]), int(work.bounds[position, LOST])
        work.values[position] = (ONE + won - lost) / (2 * ONE)
        work.margins[position] = (ONE - won - lost) / (2 * ONE)
        widest = max(widest, ONE - won - lost)
    return widest


@compiled
def check(work: "Work", armies: "Numbers") -> int:
    """Compare the bounds of positions with what their successors make of them; lower those that fail. How many did."""
    failed = 0
    for i in range(len(armies)):
        position = open_position(work, int(armies[i, 0]), int(armies[i, 1]))
        won, lost = weigh(work.links, work.bounds)
        failed += lower(work.bounds, position, WON, won)
        failed += lower(work.bounds, position, LOST, lost)
    return failed


@compiled
def weigh(links: "Links", bounds: "Bounds") -> tuple[int, int]:
    """How surely a position's mover wins and loses, by the bounds of its successors, rounded down."""
    won, lost, read = 0, 0, 0
    for weight in WEIGHTS:
        best, least = 0, ONE
        while True:
            link = int(links[read])
            read += 1
            others_turn = 1 if link & OTHERS_TURN else 0
            best = max(best, int(bounds[link >> NUMBER, WON ^ others_turn]))
            least = min(least, int(bounds[link >> NUMBER, LOST ^ others_turn]))
            if link & LAST_WAY:
                break
        won += weight * best
        lost += weight * least
    return won >> 4, lost >> 4


@compiled
def lower(bounds: "Bounds", position: int, column: int, made: int) -> int:
    """Lower a bound that is not less than what its successors make of it; 1 if it had to be."""
    if bounds[position, column] == 0 or bounds[position, column] < made:
        return 0
    bounds[position, column] = max(0, made - SLACK)
    return 1
