"""Claims: a segment may be claimed when the rival has no completion that is strictly stronger (R-12 … R-16).

Nothing is enumerated: `BEATING` holds, for a strength and two pieces, the third pieces that would beat it as one bit set.
What a claimant can't account for is one heap of pieces, and the proof is whether the two meet.
"""

from typing import TYPE_CHECKING

from pyramidion.engine import bits
from pyramidion.engine.compiled import compiled
from pyramidion.games.river.bag import held, within_reach
from pyramidion.games.river.rivers import RIVAL
from pyramidion.games.river.sets import BEATING, COLOURS, NONE, OF_SIZE, ONCE, SIZES, STRENGTH

if TYPE_CHECKING:
    from pyramidion.games.river.rules import State


@compiled
def claimable(s: "State", seat: int, segment: int) -> bool:
    """Whether a seat with both its pieces on a segment can prove that its rival can't make a stronger set."""
    rival = int(RIVAL[int(s.seats), seat, segment])
    mine = strength(s, seat, segment)
    theirs = int(s.side[rival, segment, 0])
    if s.side[rival, segment, 1] != NONE:
        return strength(s, rival, segment) <= mine
    heap = pool(s, seat, rival)
    if theirs != NONE:
        return at_hand(heap) & int(BEATING[int(s.loose), mine, int(s.river[segment]), theirs]) == 0
    return not two_beat(s, heap, scarce(s, rival), mine, int(s.river[segment]))


@compiled
def strength(s: "State", seat: int, segment: int) -> int:
    """The strength of a seat's full side with the river's piece."""
    own = s.side[seat, segment]
    return int(STRENGTH[int(s.loose), int(s.river[segment]), int(own[0]), int(own[1])])


@compiled
def pool(s: "State", seat: int, rival: int) -> int:
    """The heap of pieces that, for all this seat may know, the rival could still play (R-13)."""
    heap = int(s.unplayed) - held(s, seat)
    if s.seats == 2:
        return heap
    if not s.hidden:
        return heap - held(s, 3 - seat - rival)
    for size in range(SIZES):
        if within_reach(s, rival, size) == 0:
            heap &= ~int(OF_SIZE[size])
    return heap


@compiled
def scarce(s: "State", rival: int) -> int:
    """The kinds of the sizes of which the rival can get only one more piece, though the pool may hold several (R-14)."""
    kinds = 0
    if s.hidden and s.seats == 3:
        for size in range(SIZES):
            if within_reach(s, rival, size) == 1:
                kinds |= int(OF_SIZE[size])
    return kinds


@compiled
def two_beat(s: "State", heap: int, single: int, mine: int, river: int) -> bool:
    """Whether two pieces of the heap, no two of a `single` size, and the river's piece beat a strength."""
    once = at_hand(heap)
    twice = heap >> 1 & ONCE
    rest = once
    while rest:
        bit = rest & -rest
        rest ^= bit
        kind = bits.lowest(bit) >> 1
        partners = rest | twice & bit
        if single & bit:
            partners &= ~int(OF_SIZE[kind // COLOURS])
        if partners & int(BEATING[int(s.loose), mine, river, kind]):
            return True
    return False


@compiled
def at_hand(heap: int) -> int:
    """The kinds that the heap has at least one of, as bits of ONCE."""
    return (heap | heap >> 1) & ONCE
