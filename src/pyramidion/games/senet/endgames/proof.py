"""Proving bounds: what each side can be sure of, whatever the other does.

Of every position it is said how surely its mover wins and how surely he loses. Both are taken as whole numbers of units,
so that the proof does not depend on how floats are rounded.

The proof. `strike` shows that from every position of a layer some run of throws leads to one with fewer pieces, whatever
both sides do; as there are finitely many positions, the play almost surely comes to that. Let Q be how surely a side is said
to win, for every position of a layer, and let it play by Q: always the way whose Q is the highest. `check` shows that Q is
nowhere more than what the successors make of it, sixteenth by sixteenth, with the best of them where this side chooses and
the worst where the other does; successors with fewer pieces count with what is proven of them. Then Q never falls on average
until the play leaves the layer, whatever the other side does. So this side wins at least as surely as Q says.

Bounds that were found with a small price on every throw pass: they are less than what the successors make of them by that
price, and a little more or less as far as they were not found exactly.
"""

from typing import TYPE_CHECKING

import numpy as np

from pyramidion.engine.compiled import compiled
from pyramidion.games.senet.endgames.guess import LOSS, WIN
from pyramidion.games.senet.endgames.links import LAST_WAY, NUMBER, OTHERS_TURN, WEIGHTS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyramidion.games.senet.endgames.guess import Bounds
    from pyramidion.games.senet.endgames.links import Links

    Staying = NDArray[np.bool_]  # by the numbers of positions: whether the play might stay in this layer for ever

ONE = 1 << 52  # certainty, in units


@compiled
def check(bounds: "Bounds", links: "Links") -> int:
    """Compare what is said of positions with what their successors make of it; of how many too much is said."""
    failed, read = 0, 0
    while read < len(links):
        position = int(links[read])
        win, loss, read = weigh(bounds, links, read + 1)
        if too_much(bounds[WIN, position], win) or too_much(bounds[LOSS, position], loss):
            failed += 1
    return failed


@compiled
def weigh(bounds: "Bounds", links: "Links", read: int) -> tuple[int, int, int]:
    """How surely a mover wins and loses, by the successors of the position, rounded down; where its links end."""
    win, loss = 0, 0
    for weight in WEIGHTS:
        most, least = 0, ONE
        while True:
            link = int(links[read])
            read += 1
            most = max(most, units(bound(link, WIN, bounds)))
            least = min(least, units(bound(link, LOSS, bounds)))
            if link & LAST_WAY:
                break
        win += weight * most
        loss += weight * least
    return win >> 4, loss >> 4, read


@compiled
def bound(link: int, column: int, bounds: "Bounds") -> float:
    """How surely it leads to a win, or to a loss, to follow a link."""
    return float(bounds[1 - column if link & OTHERS_TURN else column, link >> NUMBER])


@compiled
def units(chance: float) -> int:
    """A chance as a whole number of units, rounded down."""
    return max(0, int(chance * ONE))


@compiled
def too_much(said: float, made: int) -> bool:
    """Whether more is said than what the successors make of it."""
    return units(said) > made


@compiled
def strike(staying: "Staying", links: "Links") -> int:
    """Strike out positions where some throw, however it is played, leads to none that stays; how many still stay."""
    stay, read = 0, 0
    while read < len(links):
        position = int(links[read])
        can_stay, read = can_be_kept(staying, links, read + 1)
        staying[position] &= can_stay
        stay += staying[position]
    return stay


@compiled
def can_be_kept(staying: "Staying", links: "Links", read: int) -> tuple[bool, int]:
    """Whether every throw can be played to a position that stays; where the links end."""
    every = True
    for _ in WEIGHTS:
        some = False
        while True:
            link = int(links[read])
            read += 1
            some |= staying[link >> NUMBER]
            if link & LAST_WAY:
                break
        every &= some
    return every, read
