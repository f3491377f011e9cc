"""Who has won."""

from typing import TYPE_CHECKING

from pyramidion.engine import bits
from pyramidion.engine.compiled import compiled
from pyramidion.games.river.rivers import SHORE
from pyramidion.games.river.sets import STRENGTH

if TYPE_CHECKING:
    from pyramidion.games.river.rules import State

ENOUGH = 5  # segments win with two seats


@compiled
def winning(claimed: int) -> bool:
    """Whether segments hold three neighbours, or are five (R-26)."""
    return claimed & claimed >> 1 & claimed >> 2 != 0 or bits.count(claimed) >= ENOUGH


@compiled
def winners_of_two(s: "State") -> int:
    return 1 if winning(int(s.claimed[0])) else 2


@compiled
def winners_of_three(s: "State") -> int:
    """Who has most segments; of two, who won their mutual river; of three with three each, the best pieces (R-33, R-34)."""
    most = max(bits.count(int(s.claimed[0])), bits.count(int(s.claimed[1])), bits.count(int(s.claimed[2])))
    leaders = 0
    for seat in range(3):
        if bits.count(int(s.claimed[seat])) == most:
            leaders |= 1 << seat
    if bits.count(leaders) == 2:
        return winners_of_mutual_river(s, leaders)
    if bits.count(leaders) == 3 and most == 3:
        return holders_of_best_pieces(s)
    return leaders


@compiled
def winners_of_mutual_river(s: "State", leaders: int) -> int:
    one, other = bits.lowest(leaders), bits.highest(leaders)
    river = int(SHORE[3, one]) & int(SHORE[3, other])
    difference = bits.count(int(s.claimed[one]) & river) - bits.count(int(s.claimed[other]) & river)
    if difference == 0:
        return leaders
    return 1 << one if difference > 0 else 1 << other


@compiled
def holders_of_best_pieces(s: "State") -> int:
    best, holders = -1, 0
    for seat in range(3):
        value = trophy(s, int(s.claimed[seat]))
        if value > best:
            best, holders = value, 0
        if value == best:
            holders |= 1 << seat
    return holders


@compiled
def trophy(s: "State", claimed: int) -> int:
    """The strength of the river pieces of three segments."""
    first, last = bits.lowest(claimed), bits.highest(claimed)
    middle = bits.lowest(claimed & (claimed - 1))
    return int(STRENGTH[int(s.loose), int(s.river[first]), int(s.river[middle]), int(s.river[last])])
