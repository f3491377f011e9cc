"""Proving bounds: what each side can be sure of, whatever the other does.

Around its value every position has a margin; by the one less the other its mover is said to win at least, and by one less
both to lose at least. Both are taken as whole numbers of units, so that the proof does not depend on how floats are rounded.

The proof. Let Q be how surely a side is said to win, for every position of a layer, and let it play by Q: always the way
whose Q is the highest. Say that wherever Q > 0, it is *less* than what the successors make of it, sixteenth by sixteenth,
with the best of them where this side chooses and the worst where the other does; successors with fewer pieces count with
what is proven of them. Then on average Q grows by at least one unit with each throw, whatever the other side does. As it
can't grow for ever, the play almost surely leaves the layer or comes to a position with Q = 0, and on average Q is then more
than it was. So this side wins at least as surely as Q says.

`check` looks at every position whether that holds. Good values, with margins of a small price for every throw that is still
expected, pass at once. Where one fails its margin is widened, and everything is checked again.
"""

from typing import TYPE_CHECKING

from pyramidion.engine.compiled import compiled
from pyramidion.games.senet.endgames.links import LAST_WAY, NUMBER, OTHERS_TURN, WEIGHTS

if TYPE_CHECKING:
    from pyramidion.games.senet.endgames.guess import Margins, Values
    from pyramidion.games.senet.endgames.links import Links

ONE = 1 << 52  # certainty, in units
SLACK = 2e-11  # a margin is widened by so much more than was missing: or else that would never end


@compiled
def surely_won(position: int, values: "Values", margins: "Margins") -> int:
    """How surely the mover wins."""
    return max(0, int((values[position] - margins[position]) * ONE))


@compiled
def surely_lost(position: int, values: "Values", margins: "Margins") -> int:
    """How surely the mover loses."""
    return max(0, int((1 - values[position] - margins[position]) * ONE))


@compiled
def check(values: "Values", margins: "Margins", links: "Links") -> int:
    """Compare what is said of positions with what their successors make of it; widen margins. How many had to be."""
    failed, read = 0, 0
    while read < len(links):
        position = int(links[read])
        won, lost, read = weigh(values, margins, links, read + 1)
        missing = max(
            excess(surely_won(position, values, margins), won), excess(surely_lost(position, values, margins), lost)
        )
        if missing:
            margins[position] += missing / ONE + SLACK
            failed += 1
    return failed


@compiled
def weigh(values: "Values", margins: "Margins", links: "Links", read: int) -> tuple[int, int, int]:
    """How surely a mover wins and loses, by the successors of the position, rounded down; where its links end."""
    won, lost = 0, 0
    for weight in WEIGHTS:
        best, least = 0, ONE
        while True:
            link = int(links[read])
            read += 1
            wins, loses = surely_won(link >> NUMBER, values, margins), surely_lost(link >> NUMBER, values, margins)
            best = max(best, loses if link & OTHERS_TURN else wins)
            least = min(least, wins if link & OTHERS_TURN else loses)
            if link & LAST_WAY:
                break
        won += weight * best
        lost += weight * least
    return won >> 4, lost >> 4, read


@compiled
def excess(said: int, made: int) -> int:
    """By how much what is said is not less than what the successors make of it; 0 if all is well."""
    return said - made + 1 if 0 < said >= made else 0
