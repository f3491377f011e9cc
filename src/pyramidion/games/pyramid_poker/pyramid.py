"""The pyramid: 36 places in eight rows, as bits of one integer.

Place 8 × row + column: row 0 is the foundation with its columns 0 … 7 (a1 … h1), and a block in a row above stands on two,
of the same column and the next, in the row below. So what carries, and what lies on top, are shifts by 8 and 7.
"""

from pyramidion.engine.compiled import compiled

ROWS = 8
TOP = 56  # the number of the highest place
PLACES = tuple(ROWS * row + column for row in range(ROWS) for column in range(ROWS - row))
PYRAMID = sum(1 << place for place in PLACES)
FOUNDATION = 0xFF


@compiled
def open_places(standing: int) -> int:
    """The empty places where a block can stand: in the foundation, or on two neighbours (P-04)."""
    carried = (standing & standing >> 1) << ROWS
    return (FOUNDATION | carried) & PYRAMID & ~standing


@compiled
def free_blocks(standing: int) -> int:
    """The blocks with no block on top (P-08)."""
    above = standing & ~FOUNDATION
    return standing & ~(above >> ROWS | above >> (ROWS - 1))
