"""The 54 blocks: 52 cards and two jokers, alone and in sets.

A card is a number, 13 × suit + rank, from the two of clubs (0) to the ace of spades (51); both jokers are block 52. A set of
blocks is an integer with bit 0 … 51 for each card, bit 52 if a joker is in it, and bit 53 too if both are: as many bits as
blocks, and one way to write a set.
"""

from functools import lru_cache
from typing import TYPE_CHECKING

from pyramidion.engine import bits
from pyramidion.engine.compiled import compiled
from pyramidion.engine.random import below

if TYPE_CHECKING:
    from pyramidion.engine.random import Random

RANKS = "23456789TJQKA"
SUITS = "cdhs"
CARDS = 52
JOKER = 52
BLOCKS = 54
ALL = (1 << BLOCKS) - 1


@compiled
def with_block(blocks: int, block: int) -> int:
    """The set, and this block in it."""
    if block == JOKER and blocks >> JOKER & 1:
        return blocks | 1 << (JOKER + 1)
    return blocks | 1 << block


@compiled
def without_block(blocks: int, block: int) -> int:
    """The set, and this block (which is in it) out of it."""
    if block == JOKER and blocks >> (JOKER + 1) & 1:
        return blocks ^ 1 << (JOKER + 1)
    return blocks ^ 1 << block


@compiled
def copies(blocks: int, block: int) -> int:
    """How many of this block the set has: two at most, of jokers."""
    return bits.count(blocks >> JOKER) if block == JOKER else blocks >> block & 1


@compiled
def any_of(blocks: int, random: "Random") -> int:
    """A block of a set, each as likely as the others. Tried until one is hit: a third of all, or more, are always in it."""
    bit = below(random, BLOCKS)
    while blocks >> bit & 1 == 0:
        bit = below(random, BLOCKS)
    return min(bit, JOKER)


@lru_cache(maxsize=4096)
def members(blocks: int) -> tuple[int, ...]:
    """The blocks of a set, ascending, each as often as it is there."""
    found = []
    while blocks:
        lowest = blocks & -blocks
        found.append(min(lowest.bit_length() - 1, JOKER))
        blocks ^= lowest
    return tuple(found)


def set_of(blocks: list[int]) -> int:
    """The set of these blocks."""
    found = ((1 << blocks.count(JOKER)) - 1) << JOKER
    for block in blocks:
        found |= 1 << block
    return found
