"""A small fast generator for simulations: sfc32 (Chris Doty-Humphrey's "small fast counting" family).

Its four words stay below 2³² inside 64-bit integers, so that nothing overflows: compiled and plain Python give the same
numbers. It is for simulations only; a table's dice are made so that they can be checked and not foretold.
"""

from typing import TYPE_CHECKING

import numpy as np

from pyramidion.engine.compiled import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Random = NDArray[np.int64]

_WORD = 0xFFFFFFFF


def generator(seed: int) -> "Random":
    """A generator in the state that this seed gives."""
    words = [seed & _WORD, seed >> 32 & _WORD, seed >> 64 & _WORD, 1]
    random = np.array(words, dtype=np.int64)
    for _ in range(12):  # until every bit of the seed has reached every bit of the state
        bits(random)
    return random


@compiled
def bits(random: "Random") -> int:
    """The next 32 random bits."""
    a, b, c, counter = int(random[0]), int(random[1]), int(random[2]), int(random[3])
    result = (a + b + counter) & _WORD
    random[0] = b ^ (b >> 9)
    random[1] = (c + (c << 3)) & _WORD
    random[2] = (((c << 21) | (c >> 11)) + result) & _WORD
    random[3] = (counter + 1) & _WORD
    return result


@compiled
def below(random: "Random", limit: int) -> int:
    """A number from 0 to limit−1, each exactly as likely as the others (limit < 2³¹)."""
    product = bits(random) * limit
    if product & _WORD < limit:  # rare: Lemire's method, the division only where a bias is possible
        unfair = (_WORD + 1) % limit
        while product & _WORD < unfair:
            product = bits(random) * limit
    return product >> 32
