"""Which sizes of a hand make valid words on a cell, as far as the pieces around it are concerned.

Every part of a valid word is itself in the dictionary. So a piece fits only beside kinds that it is beside in the dictionary
too, which is known once a turn for all kinds. That rules most cells out; only where a cell touches two pieces in a line are
words looked up.
"""

from typing import TYPE_CHECKING

from pyramidion.engine import bits
from pyramidion.engine.compiled import compiled
from pyramidion.games.iriri.board import ALL_SIZES, CELLS_PER_WORD, DOWN, LAST_CELL, RIGHT, SHORE, STEPS, WORDS, run
from pyramidion.games.iriri.dictionary import SIZES, backward, onward

if TYPE_CHECKING:
    from pyramidion.games.iriri.rules import State


@compiled
def neighbours(s: "State", seat: int) -> int:
    """For no piece and for each kind three bits: the sizes of a seat's hand that may be beside it in the dictionary."""
    length, beside = int(s.length), ALL_SIZES
    for size in range(SIZES):
        places = int(s.places[SIZES * seat + size]) if s.hand[seat, size] else 0
        places = onward(places, length) | backward(places, length)
        for kind in range(SIZES * int(s.seats)):
            beside |= int(places & int(s.places[kind]) != 0) << SIZES * (1 + kind) + size
    return beside


@compiled
def mark_fitting(s: "State") -> bool:
    """Mark every cell beside the group with the sizes that the seat can lay there; whether there are any."""
    seat, any_fit = int(s.seat), False
    beside = neighbours(s, seat)
    for word in range(WORDS):
        cells = int(s.shore[word])
        while cells:
            cell = CELLS_PER_WORD * word + bits.lowest(cells)
            cells &= cells - 1
            sizes = fitting(s, cell, seat, beside)
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
def fitting(s: "State", cell: int, seat: int, beside: int) -> int:
    """The sizes of a seat's hand that make valid words on a cell beside the group, in its row and column (I-08, I-09)."""
    sizes = ALL_SIZES
    for step in (RIGHT, -RIGHT, DOWN, -DOWN):
        kind = int(s.board[(cell + step) & LAST_CELL])
        sizes &= beside >> SIZES * (1 + max(kind, -1))
    for step in STEPS:
        if sizes:
            before, after = run(s, cell, -step), run(s, cell, step)
            if before + after > 1:
                sizes &= fitting_in_word(s, seat, joining(s, cell, step, before, after))
    return sizes


@compiled
def fitting_in_word(s: "State", seat: int, places: int) -> int:
    """The sizes of a seat's colour that lie on one of these places of the dictionary."""
    own, sizes = SIZES * seat, 0
    for size in range(SIZES):
        sizes |= int(places & int(s.places[own + size]) != 0) << size
    return sizes


@compiled
def joining(s: "State", cell: int, step: int, before: int, after: int) -> int:
    """The places of the dictionary where a piece on this cell can lie, for the sake of the pieces on both sides of it."""
    if s.once and before + 1 + after > s.length:
        return 0
    rising, falling = leading(s, cell, step, before)
    if after:
        falling_after, rising_after = leading(s, cell, -step, after)  # the same word read from its other end
        rising, falling = rising & rising_after, falling & falling_after
    return rising | falling


@compiled
def leading(s: "State", cell: int, step: int, pieces: int) -> tuple[int, int]:
    """The places where a piece on this cell can lie, for the sake of so many before it: read onward, and read backward."""
    length = int(s.length)
    rising = falling = (1 << length) - 1
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
