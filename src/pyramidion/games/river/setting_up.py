"""The set-up: what is drawn for the river and for the hands, and who begins."""

from typing import TYPE_CHECKING

from pyramidion.engine import bits
from pyramidion.engine.compiled import compiled
from pyramidion.engine.random import below
from pyramidion.games.river.bag import list_kinds, pieces
from pyramidion.games.river.rivers import SEGMENTS
from pyramidion.games.river.sets import NONE, SIZES, STRENGTH

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Numbers
    from pyramidion.engine.random import Random
    from pyramidion.games.river.rules import State

# The order of the river's pieces by size
RANDOM = 0
BY_SIZE = 1  # three large, three medium, three small
IN_TURN = 2  # large, medium, small, three times over: in Confluence one of each in every river

# Who starts
ANYBODY = 0
WEAKEST = 1
FIRST_SEAT = 2


@compiled
def next_segment(s: "State") -> int:
    """The first segment that has no piece yet."""
    segment = 0
    while s.river[segment] != NONE:
        segment += 1
    return segment


@compiled
def fixed_size(s: "State", segment: int) -> int:
    """The size that a segment has in an order that is not random."""
    return segment // 3 if s.order == BY_SIZE else segment % 3


@compiled
def still_due(s: "State", size: int) -> int:
    """How many pieces of a size the river still needs: three of each in all."""
    return 3 - (15 - pieces(int(s.unplayed), size))


@compiled
def river_size(s: "State", random: "Random") -> int:
    """The size of the next river piece: any that the river still needs, unless the order is fixed."""
    segment = next_segment(s)
    if s.order != RANDOM:
        return fixed_size(s, segment)
    number = below(random, SEGMENTS - segment)
    size = 0
    while number >= still_due(s, size):
        number -= still_due(s, size)
        size += 1
    return size


@compiled
def list_river_kinds(s: "State", out: "Numbers", weights: "Numbers") -> int:
    """The kinds that may be drawn for the river: the sizes as likely as it needs them, then any piece of the size."""
    heap = int(s.unplayed)
    if s.order != RANDOM:
        return list_kinds(heap, fixed_size(s, next_segment(s)), 1, 0, out, weights)
    number = 0
    for size in range(SIZES):
        weight = still_due(s, size) * pieces(heap, (size + 1) % SIZES) * pieces(heap, (size + 2) % SIZES)
        if weight:
            number = list_kinds(heap, size, weight, number, out, weights)
    return number


@compiled
def may_start(s: "State") -> int:
    """The seats of which chance lets one begin (R-09, R-10)."""
    if s.start == FIRST_SEAT:
        return 1
    if s.start == ANYBODY:
        return (1 << int(s.seats)) - 1
    weakest, least = 0, 127
    for seat in range(int(s.seats)):
        value = int(STRENGTH[int(s.loose), dealt(s, seat, 0), dealt(s, seat, 1), dealt(s, seat, 2)])
        if value < least:
            weakest, least = 0, value
        if value == least:
            weakest |= 1 << seat
    return weakest


@compiled
def dealt(s: "State", seat: int, size: int) -> int:
    """The piece of a size that a seat was dealt: on the table if it has been played, or else in the hand."""
    opened = int(s.opened[seat, size])
    return int(s.hand[seat, size]) if opened == NONE else opened


@compiled
def list_bits(choices: int, out: "Numbers", weights: "Numbers") -> int:
    """The numbers of a bit set as outcomes of equal weight."""
    number = 0
    while choices:
        out[number] = bits.lowest(choices)
        weights[number] = 1
        number += 1
        choices &= choices - 1
    return number
