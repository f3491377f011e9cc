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
    LAST_CELL,
    OPEN,
    STEPS,
    WORDS,
    is_empty,
    next_empty,
    run,
)
from pyramidion.games.iriri.dictionary import SIZES, backward, onward
from pyramidion.games.iriri.fitting import fitting_in_word, following, leading

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
ALONE = np.array(  # [sizes]: those of one piece, of one of these sizes
    [sum(1 << SEQUENCES.index((size,)) for size in range(SIZES) if fit >> size & 1) for fit in range(1 << SIZES)]
)

# Where a sequence of one size, of two or of three stands among all.
FIRST, SECOND = SEQUENCES.index((1,)), SEQUENCES.index((0, 1)) - SEQUENCES.index((0, 0))
PAIR, TRIPLE = SEQUENCES.index((0, 0)), SEQUENCES.index((0, 0, 0))

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
def placements(s: "State", out: "Numbers") -> int:
    """Fill `out` with all legal placements, ascending, and return their number. The cells must be marked."""
    number = list_placements(s, out)
    sort(out, number)
    return number


@compiled
def list_placements(s: "State", out: "Numbers") -> int:
    """The same in any order."""
    number, words = 0, words_of_hand(s)
    if is_empty(s):
        for axis in range(2):
            number = lay(s, 0, axis, 2, words, out, number)
        return number
    for word in range(WORDS):
        cells = int(s.shore[word])
        while cells:
            cell = CELLS_PER_WORD * word + bits.lowest(cells)
            cells &= cells - 1
            if s.board[cell] & ALL_SIZES:
                number = lay_through(s, cell, words, out, number)
    return number


@compiled
def words_of_hand(s: "State") -> int:
    """The sequences of the seat's hand that are in the dictionary."""
    seat, length = int(s.seat), int(s.length)
    hand, own, words = s.hand[seat], SIZES * seat, ~int(AT_LEAST[2])
    for first in range(SIZES):
        rising, falling = onward(int(s.places[own + first]), length), backward(int(s.places[own + first]), length)
        for second in range(SIZES):
            places, at = int(s.places[own + second]), first * FIRST + second * SECOND
            up, down = rising & places, falling & places
            words |= int(up | down != 0) << PAIR + at
            words |= fitting_in_word(s, seat, onward(up, length) | backward(down, length)) << TRIPLE + at
    return words & int(FROM_HAND[hand[0] + 4 * hand[1] + 16 * hand[2]])


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
def lay_through(s: "State", cell: int, words: int, out: "Numbers", number: int) -> int:
    """Add the placements in which this is the first cell beside the group. What fits there may be laid there alone."""
    sequences = int(ALONE[s.board[cell] & ALL_SIZES])
    while sequences:
        out[number] = cell * PER_CELL + bits.lowest(sequences)
        sequences &= sequences - 1
        number += 1
    for axis in range(2):
        start = cell
        for least in (2, 2, 3):
            number = lay(s, start, axis, least, words, out, number)
            start = (start - STEPS[axis]) & LAST_CELL
            if s.board[start] != OPEN:
                break
    return number


@compiled
def lay(s: "State", start: int, axis: int, least: int, words: int, out: "Numbers", number: int) -> int:
    """Add the placements of `least` and more pieces, at least two, that begin on this cell."""
    sequences, cells, others = fitting_in_line(s, start, STEPS[axis])
    sequences &= int(AT_LEAST[least])
    if cells[HAND - 1] == (start + (HAND - 1) * STEPS[axis]) & LAST_CELL:  # nothing lies between the cells
        sequences &= words
    if sequences and others:
        sequences = joined(s, start, STEPS[axis], cells, sequences)
    first = start * PER_CELL + axis * PER_AXIS
    while sequences:
        out[number] = first + bits.lowest(sequences)
        sequences &= sequences - 1
        number += 1
    return number


@compiled
def joined(s: "State", start: int, step: int, cells: "Three", sequences: int) -> int:
    """Those that make a word of the dictionary with the pieces before, between and behind these cells."""
    own, words, before = SIZES * int(s.seat), 0, run(s, start, -step)
    rising, falling = leading(s, start, step, before)
    for first in range(SIZES):
        places, one = int(s.places[own + first]), first * FIRST
        if sequences & STARTING_WITH[one] and (rising | falling) & places:
            up, down = following(s, start, step, rising & places, falling & places)
            for second in range(SIZES):
                places, two = int(s.places[own + second]), one + PAIR + second * SECOND
                if sequences & STARTING_WITH[two] and (up | down) & places:
                    upper, downer = following(s, cells[1], step, up & places, down & places)
                    words |= sequences & int(upper | downer != 0) << two
                    for third in range(SIZES):
                        places = int(s.places[own + third])
                        three = two + 1 + third
                        if sequences >> three & 1 and (upper | downer) & places:
                            last, least = following(s, cells[2], step, upper & places, downer & places)
                            words |= int(last | least != 0) << three
    return words


@compiled
def with_item(three: "Three", n: int, item: int) -> "Three":
    """The same three numbers but for one; a fourth is forgotten."""
    return item if n == 0 else three[0], item if n == 1 else three[1], item if n == 2 else three[2]


@compiled
def fitting_in_line(s: "State", start: int, step: int) -> tuple[int, "Three", int]:
    """The sequences that fit cell by cell from here on, the cells that they would go to, and how many pieces are among and
    beside those cells; none if no two pieces fit."""
    hand, cell, cells = s.hand[s.seat], start, (start, start, start)
    sequences = int(FROM_HAND[hand[0] + 4 * hand[1] + 16 * hand[2]])
    others = run(s, start, -step)
    for n in range(HAND):
        cells = with_item(cells, n, cell)
        behind = run(s, cell, step)
        others += behind
        too_long = s.once and others + n + 1 > s.length
        sequences &= int(ALLOWED[n, 0 if too_long else s.board[cell] & ALL_SIZES])
        if n and sequences & AT_LEAST[2] == 0:
            return 0, cells, others
        cell = (cell + (1 + behind) * step) & LAST_CELL
    return sequences, cells, others


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
