"""What a position between two throws looks like to whoever is to throw, for a network to judge."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pyramidion.engine import bits
from pyramidion.engine.compiled import compiled
from pyramidion.engine.network import UNIT, logit, share
from pyramidion.games.senet.rules import LAST, TO_THROW

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Shares
    from pyramidion.engine.network import Scratch, Weights
    from pyramidion.games.senet.rules import State

FAR = 4  # so far apart pieces of both sides are looked at together
OWN = 0  # the squares of one's own pieces,
FOE = OWN + LAST  # and of the other's
OWN_PAIR = FOE + LAST  # two side by side
FOE_PAIR = OWN_PAIR + LAST
OWN_BLOCK = FOE_PAIR + LAST  # three
FOE_BLOCK = OWN_BLOCK + LAST
OWN_COUNT = FOE_BLOCK + LAST
FOE_COUNT = OWN_COUNT + 8
AHEAD = FOE_COUNT + 8  # one of the other's so far ahead of one's own
BEHIND = AHEAD + FAR * LAST
FEATURES = BEHIND + FAR * LAST
WIDTH = 64
CUT = 0
POSITIONS = 30_000_000
LOOKS_AHEAD = True
TRAINED: tuple[Mapping[str, int], ...] = ({"pieces": 5}, {"pieces": 5}, {"pieces": 7})  # the usual game counts most


def is_trained_for(o: "State") -> bool:
    return not (o.same_row or o.skip_water or o.exact or o.null_bounce)


@compiled
def judge(s: "State", weights: "Weights", scratch: "Scratch", shares: "Shares") -> bool:
    seat = int(s.seat)
    number = features(s, seat, scratch)
    if number == 0:
        return False
    shares[seat] = share(logit(number, weights, scratch)) / UNIT
    shares[1 - seat] = 1 - shares[seat]
    return True


@compiled
def features(s: "State", seat: int, out: "Scratch") -> int:
    """The features of a position for the seat that is to throw; their number, 0 where nobody is to throw."""
    if s.phase != TO_THROW or s.seat != seat:
        return 0
    own, foe = int(s.army[seat]), int(s.army[1 - seat])
    out[0] = OWN_COUNT + bits.count(own)
    out[1] = FOE_COUNT + bits.count(foe)
    number = add(own, OWN, out, 2)
    number = add(foe, FOE, out, number)
    own_pairs, foe_pairs = own & own >> 1, foe & foe >> 1
    number = add(own_pairs, OWN_PAIR, out, number)
    number = add(foe_pairs, FOE_PAIR, out, number)
    number = add(own_pairs & own_pairs >> 1, OWN_BLOCK, out, number)
    number = add(foe_pairs & foe_pairs >> 1, FOE_BLOCK, out, number)
    for distance in range(1, FAR + 1):
        number = add(own & foe >> distance, AHEAD + LAST * (distance - 1), out, number)
        number = add(own & foe << distance, BEHIND + LAST * (distance - 1), out, number)
    return number


@compiled
def add(squares: int, first: int, out: "Scratch", number: int) -> int:
    """A feature for each square of a set."""
    while squares:
        out[number] = first + bits.lowest(squares) - 1
        squares &= squares - 1
        number += 1
    return number
