"""Which pieces of a hand may be laid where, and what it scores.

Every part of a valid word is itself in the dictionary. Three things follow, and make the search short:
- a piece that does not fit alone beside its neighbours does not fit there as one of several either: each empty cell beside
  the group is tried once a turn, and keeps the sizes that fit;
- if anything at all can be laid, one piece can: whether a seat must pass is known when the cells have been tried;
- a word that has left the dictionary half way needs no further piece.
"""

from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from pyramidion.engine import bits
from pyramidion.engine.compiled import compiled
from pyramidion.games.iriri.board import (
    ALL_SIZES,
    CELLS,
    CELLS_PER_WORD,
    DOWN,
    LAST_CELL,
    OPEN,
    RIGHT,
    SHORE,
    STEPS,
    WORDS,
    is_empty,
    next_empty,
    run,
)
from pyramidion.games.iriri.dictionary import SIZES, backward, onward

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Numbers
    from pyramidion.games.iriri.rules import State

    Three = tuple[int, int, int]

HAND = 3  # pieces in a full hand

# What may be laid in one turn: one, two or three sizes in order, each sequence directly before those that begin with it.
SEQUENCES = sorted(sizes for count in range(1, HAND + 1) for sizes in product(range(SIZES), repeat=count))
COUNT = np.array([len(sizes) for sizes in SEQUENCES])
SIZE_AT = np.array([(*sizes, -1, -1)[:HAND] for sizes in SEQUENCES])  # [sequence, n]: the size of its piece n

# Sets of sequences are bit sets too.
AT_LEAST = np.array([sum(1 << i for i, sizes in enumerate(SEQUENCES) if len(sizes) >= n) for n in range(HAND + 1)])
STARTING_WITH = np.array(
    [sum(1 << i for i, longer in enumerate(SEQUENCES) if longer[: len(sizes)] == sizes) for sizes in SEQUENCES]
)
ALLOWED = np.array(  # [n, sizes]: those that have one of these sizes, or nothing, as piece n
    [
        [sum(1 << i for i, q in enumerate(SEQUENCES) if len(q) <= n or fit >> q[n] & 1) for fit in range(1 << SIZES)]
        for n in range(HAND)
    ]
)
FROM_HAND = np.array(  # [small + 4 medium + 16 large]: those that such a hand has the pieces for
    [
        sum(1 << i for i, q in enumerate(SEQUENCES) if all(q.count(size) <= hand >> 2 * size & 3 for size in range(SIZES)))
        for hand in range(4**SIZES)
    ]
)

# A placement's number: the first cell that gets a piece, the axis (0 to the right, 1 down), the sequence. The pieces go to
# the cells from there on that are empty. One piece alone has no direction; it is counted as going to the right.
PER_AXIS = len(SEQUENCES)
PER_CELL = PER_AXIS * len(STEPS)
PLACEMENTS = CELLS * PER_CELL


@compiled
def can_open(s: "State") -> bool:
    """Whether two pieces of the hand, which are of different sizes, are neighbours in the dictionary (I-03)."""
    length, own = int(s.length), SIZES * int(s.seat)
    for size in range(SIZES):
        beside = onward(int(s.places[own + size]), length)
        for other in range(SIZES):
            if other != size and beside & int(s.places[own + other]):
                return True
    return False


@compiled
def mark_fitting(s: "State") -> bool:
    """Mark every cell beside the group with the sizes that the seat can lay there; whether there are any."""
    any_fit = False
    for word in range(WORDS):
        cells = int(s.shore[word])
        while cells:
            cell = CELLS_PER_WORD * word + bits.lowest(cells)
            cells &= cells - 1
            sizes = fitting(s, cell)
            s.board[cell] = SHORE + sizes
            any_fit |= sizes != 0
    return any_fit


@compiled
def unmark_fitting(s: "State") -> None:
    """What fits is known for the seat to place only, with this dictionary."""
    for word in range(WORDS):
        cells = int(s.shore[word])
        while cells:
            s.board[CELLS_PER_WORD * word + bits.lowest(cells)] = SHORE
            cells &= cells - 1


@compiled
def fitting(s: "State", cell: int) -> int:
    """The sizes of the seat's hand that make valid words on a cell, in its row and in its column (I-08, I-09)."""
    row = joining(s, cell, RIGHT)
    column = joining(s, cell, DOWN)
    seat, sizes = int(s.seat), 0
    for size in range(SIZES):
        places = int(s.places[SIZES * seat + size])
        if s.hand[seat, size] and places & row and places & column:
            sizes |= 1 << size
    return sizes


@compiled
def joining(s: "State", cell: int, step: int) -> int:
    """The places of the dictionary where a piece on this cell can lie, for the sake of the pieces on both sides of it."""
    if s.once and run(s, cell, -step) + 1 + run(s, cell, step) > s.length:
        return 0
    rising, falling = leading(s, cell, step)
    falling_after, rising_after = leading(s, cell, -step)  # the same word read from its other end
    return rising & rising_after | falling & falling_after


@compiled
def leading(s: "State", cell: int, step: int) -> tuple[int, int]:
    """The places where a piece on this cell can lie, for the sake of the run before it: read onward, and read backward."""
    length = int(s.length)
    rising = falling = (1 << length) - 1
    pieces = run(s, cell, -step)
    cell = (cell - pieces * step) & LAST_CELL
    for _ in range(pieces):
        places = int(s.places[s.board[cell]])
        rising = onward(rising & places, length)
        falling = backward(falling & places, length)
        cell = (cell + step) & LAST_CELL
    return rising, falling


@compiled
def following(s: "State", cell: int, step: int, rising: int, falling: int) -> tuple[int, int]:
    """From the places of the piece on this cell, over the run behind it, to the places for the next empty cell."""
    length = int(s.length)
    rising, falling = onward(rising, length), backward(falling, length)
    cell = (cell + step) & LAST_CELL
    while s.board[cell] >= 0:
        places = int(s.places[s.board[cell]])
        rising = onward(rising & places, length)
        falling = backward(falling & places, length)
        cell = (cell + step) & LAST_CELL
    return rising, falling


@compiled
def placements(s: "State", out: "Numbers") -> int:
    """Fill `out` with all legal placements, ascending, and return their number. The cells must be marked."""
    number = 0
    if is_empty(s):
        for axis in range(2):
            number = lay(s, 0, axis, 2, out, number)
        return number
    for word in range(WORDS):
        cells = int(s.shore[word])
        while cells:
            cell = CELLS_PER_WORD * word + bits.lowest(cells)
            cells &= cells - 1
            if s.board[cell] & ALL_SIZES:
                number = lay_through(s, cell, out, number)
    sort(out, number)
    return number


@compiled
def sort(out: "Numbers", number: int) -> None:
    """By insertion: they are few, and almost in order."""
    for i in range(1, number):
        action, j = int(out[i]), i
        while j and out[j - 1] > action:
            out[j] = out[j - 1]
            j -= 1
        out[j] = action


@compiled
def lay_through(s: "State", cell: int, out: "Numbers", number: int) -> int:
    """Add the placements in which this is the first cell beside the group."""
    for axis in range(2):
        number = lay(s, cell, axis, 1 + axis, out, number)  # one piece alone: to the right only
        start = cell
        for least in range(2, HAND + 1):
            start = (start - STEPS[axis]) & LAST_CELL
            if s.board[start] != OPEN:
                break
            number = lay(s, start, axis, least, out, number)
    return number


@compiled
def lay(s: "State", start: int, axis: int, least: int, out: "Numbers", number: int) -> int:
    """Add the placements of `least` and more pieces that begin on this cell."""
    step, own = STEPS[axis], SIZES * int(s.seat)
    sequences, cells = fitting_in_line(s, start, step)
    if sequences & AT_LEAST[least] == 0:
        return number
    first, first_falling = leading(s, start, step)
    rising, falling = (first, 0, 0), (first_falling, 0, 0)  # the places for piece n; tuples need no memory
    while sequences:
        sequence = bits.lowest(sequences)
        count = int(COUNT[sequence])
        last = count - 1
        places = int(s.places[own + SIZE_AT[sequence, last]])
        up, down = following(s, cells[last], step, rising[last] & places, falling[last] & places)
        if up | down:
            rising, falling = with_item(rising, count, up), with_item(falling, count, down)
            sequences &= sequences - 1
            if count >= least:
                out[number] = start * PER_CELL + axis * PER_AXIS + sequence
                number += 1
        else:
            sequences &= ~int(STARTING_WITH[sequence])
    return number


@compiled
def with_item(three: "Three", n: int, item: int) -> "Three":
    """The same three numbers but for one; a fourth is forgotten."""
    return item if n == 0 else three[0], item if n == 1 else three[1], item if n == 2 else three[2]


@compiled
def fitting_in_line(s: "State", start: int, step: int) -> tuple[int, "Three"]:
    """The sequences of the hand that fit cell by cell from here on, and the cells that they would go to."""
    seat, cell = int(s.seat), start
    sequences = int(FROM_HAND[s.hand[seat, 0] + 4 * s.hand[seat, 1] + 16 * s.hand[seat, 2]])
    word = run(s, start, -step)
    cells = (start, start, start)
    for n in range(HAND):
        cells = with_item(cells, n, cell)
        behind = run(s, cell, step)
        word += 1 + behind
        too_long = s.once and word > s.length
        sequences &= int(ALLOWED[n, 0 if too_long else s.board[cell] & ALL_SIZES])
        cell = (cell + (1 + behind) * step) & LAST_CELL
    return sequences, cells


@compiled
def worth(s: "State", placement: int) -> int:
    """What a placement scores, in half points: every piece of every word that it makes or changes (I-02, I-10)."""
    cell, axis, sequence = parts(placement)
    count = int(COUNT[sequence])
    if is_empty(s):
        return 6 * count + 1
    step, across = STEPS[axis], STEPS[1 - axis]
    total, along = 0, run(s, cell, -step)
    for _ in range(count):
        crossing = run(s, cell, -across) + 1 + run(s, cell, across)
        total += crossing if crossing > 1 else 0
        along += 1 + run(s, cell, step)
        cell = next_empty(s, cell, step)
    return 2 * (total + along if along > 1 else total)


@compiled
def parts(placement: int) -> tuple[int, int, int]:
    """A placement's first cell, its axis, and its sequence."""
    return placement // PER_CELL, placement % PER_CELL // PER_AXIS, placement % PER_AXIS
