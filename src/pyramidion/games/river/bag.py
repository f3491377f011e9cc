"""What is in hands and what is still in the bag: heaps of pieces, as `sets` explains them.

The bag is no field of the state: it is what lies neither on the table nor in a hand. So an observation holds no bag either,
and how many pieces of each size are left in it can be told by everybody.
"""

from typing import TYPE_CHECKING

from pyramidion.engine import bits
from pyramidion.engine.compiled import compiled
from pyramidion.engine.random import below
from pyramidion.engine.record import UNKNOWN
from pyramidion.games.river.sets import COLOURS, NONE, OF_SIZE, ONCE, ONE, SIZES

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Numbers
    from pyramidion.engine.random import Random
    from pyramidion.games.river.rules import State


@compiled
def bag(s: "State") -> int:
    """The heap of what can still be drawn."""
    heap = int(s.unplayed)
    for seat in range(int(s.seats)):
        heap -= held(s, seat)
    return heap


@compiled
def held(s: "State", seat: int) -> int:
    """The heap of the pieces in a hand."""
    hand = s.hand[seat]
    return int(ONE[int(hand[0])]) + int(ONE[int(hand[1])]) + int(ONE[int(hand[2])])


@compiled
def pieces(heap: int, size: int) -> int:
    """How many pieces of a size a heap has."""
    part = heap & int(OF_SIZE[size])
    return bits.count(part & ONCE) + 2 * bits.count(part >> 1 & ONCE)


@compiled
def in_bag(s: "State", size: int) -> int:
    """How many pieces of a size are in the bag: what is neither on the table nor in a hand."""
    number = pieces(int(s.unplayed), size)
    for seat in range(int(s.seats)):
        if s.hand[seat, size] != NONE:
            number -= 1
    return number


@compiled
def within_reach(s: "State", seat: int, size: int) -> int:
    """How many pieces of a size a seat has in hand or may yet draw: known to everybody, also with hidden hands."""
    return in_bag(s, size) + (1 if s.hand[seat, size] != NONE else 0)


@compiled
def draw(heap: int, size: int, random: "Random") -> int:
    """Any piece of a size, each as likely as the others."""
    number = below(random, pieces(heap, size))
    kind = size * COLOURS
    while number >= heap >> 2 * kind & 3:
        number -= heap >> 2 * kind & 3
        kind += 1
    return kind


@compiled
def list_kinds(heap: int, size: int, weight: int, number: int, out: "Numbers", weights: "Numbers") -> int:
    """Add the kinds of a size to a list of outcomes, each copy with this weight, and return how many there are now."""
    for kind in range(size * COLOURS, (size + 1) * COLOURS):
        copies = heap >> 2 * kind & 3
        if copies:
            out[number] = kind
            weights[number] = copies * weight
            number += 1
    return number


@compiled
def unknown_slots(o: "State") -> int:
    """Bit seat * 3 + size: there is a piece that these eyes don't see."""
    unknown = 0
    for slot in range(3 * SIZES):
        if o.hand[slot // SIZES, slot % SIZES] == UNKNOWN:
            unknown |= 1 << slot
    return unknown


@compiled
def deal(o: "State", unknown: int, random: "Random") -> None:
    """Fill these slots of hands with any pieces that may be there."""
    for slot in range(3 * SIZES):
        if unknown >> slot & 1:
            o.hand[slot // SIZES, slot % SIZES] = NONE
    while unknown:
        seat, size = bits.lowest(unknown) // SIZES, bits.lowest(unknown) % SIZES
        o.hand[seat, size] = draw(bag(o), size, random)
        unknown &= unknown - 1
