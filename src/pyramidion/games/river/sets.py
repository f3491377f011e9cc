"""Pieces and sets: fifteen kinds, every set of three ranked once, and what would beat it.

A kind is `size * 5 + colour`: the better the size and the colour, the lower the number. A heap of pieces in which the order
doesn't matter is one integer with two bits for each kind, the number of its copies; `ONE[kind]` is one piece of it.
"""

from itertools import combinations_with_replacement, permutations

import numpy as np

SIZES = 3  # 0 large, 1 medium, 2 small; written 3, 2, 1
COLOURS = 5  # best first; written K, R, Y, G, B in notation, whatever people call them
KINDS = 15
COPIES = 3  # of every kind
NONE = 15  # no piece, where a kind could be

ONE = np.array([1 << 2 * kind for kind in range(KINDS)] + [0])  # ONE[NONE] is no piece
ALL = (1 << 2 * KINDS) - 1  # three of everything
ONCE = ALL // 3  # bit 2k: kind k
OF_SIZE = np.array([0b1111111111 << 10 * size for size in range(SIZES)])

# The seven classes of sets, worst first.
CLASSES = ("No set", "Pair", "Run", "Triplet", "Monochrome pair", "Monochrome run", "Monochrome triplet")
NO_SET, PAIR, RUN, TRIPLET, MONO_PAIR, MONO_RUN, MONO_TRIPLET = range(7)

LETTERS = "KRYGB"
SIZE_NAMES = ("large", "medium", "small")


def write(kind: int) -> str:
    """A piece in notation: K3 is a large one of the best colour."""
    return f"{LETTERS[kind % COLOURS]}{SIZES - kind // COLOURS}"


NAMES = tuple(write(kind) for kind in range(KINDS))

Value = tuple[int, int, int]
"""Class, size and colour of a set, such that the stronger set has the greater value; 0 for what doesn't count."""


def appraise(kinds: tuple[int, int, int], loose: bool) -> Value:
    """The best class that fits, then the size and the colour that count in it (R-01 … R-06)."""
    sizes, colours = {kind // COLOURS for kind in kinds}, {kind % COLOURS for kind in kinds}
    twin = next((kind for kind in kinds if kinds.count(kind) > 1), None)
    if len(set(kinds)) == 1:
        return MONO_TRIPLET, *_worth(kinds[0])
    if len(sizes) == SIZES and len(colours) == 1:
        return MONO_RUN, 0, _worth(kinds[0])[1]
    if twin is not None:
        return MONO_PAIR, *_worth(twin)
    if len(sizes) == 1:
        return TRIPLET, _worth(kinds[0])[0], 0
    if len(sizes) == SIZES:
        return (RUN if loose or len(colours) == SIZES else NO_SET), 0, 0
    return PAIR, _worth(_paired(kinds))[0], 0


def _paired(kinds: tuple[int, int, int]) -> int:
    """A piece whose size another one has too."""
    sizes = [kind // COLOURS for kind in kinds]
    return next(kind for kind, size in zip(kinds, sizes, strict=True) if sizes.count(size) == 2)


def _worth(kind: int) -> tuple[int, int]:
    return SIZES - kind // COLOURS, COLOURS - kind % COLOURS


SETS = tuple(combinations_with_replacement(range(KINDS), 3))  # all 680
VALUES = tuple(sorted({appraise(kinds, loose=False) for kinds in SETS}))  # all 43; a set's strength is its place here
STRENGTHS = len(VALUES)


def _strengths() -> "np.ndarray[tuple[int, ...], np.dtype[np.int8]]":
    table = np.zeros((2, KINDS, KINDS, KINDS), dtype=np.int8)
    place = {value: strength for strength, value in enumerate(VALUES)}
    for loose in (False, True):
        for kinds in SETS:
            strength = place[appraise(kinds, loose)]
            for order in set(permutations(kinds)):
                table[int(loose), *order] = strength
    return table


def _beating() -> "np.ndarray[tuple[int, ...], np.dtype[np.int32]]":
    levels = np.arange(STRENGTHS)[None, :, None, None, None]
    beats = STRENGTH[:, None] > levels
    kinds: np.ndarray[tuple[int, ...], np.dtype[np.int32]] = (beats * ONE[:KINDS]).sum(axis=-1).astype(np.int32)
    return kinds


STRENGTH = _strengths()  # [loose run, kind, kind, kind]: 0 … 42, in any order of the three
BEATING = _beating()  # [loose run, strength, kind, kind]: the third kinds (bits of ONCE) that make a stronger set
