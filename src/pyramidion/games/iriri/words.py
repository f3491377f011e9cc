"""Words for people: what a placement lays, which words that makes, and where the dictionary has them."""

from typing import Any

import msgspec

from pyramidion.games.iriri import board, dictionary, placements
from pyramidion.games.iriri.dictionary import SIZES

SIZE_LETTERS = "SML"
COLOUR_LETTERS = "YBRG"


class Piece(msgspec.Struct, frozen=True):
    """A piece on the board."""

    x: int  # to the right
    y: int  # down
    piece: str  # its size and colour: SY is a small yellow one


class Word(msgspec.Struct, frozen=True):
    """A row or column of pieces on the board."""

    x: int  # its first piece
    y: int
    down: bool  # a column, not a row
    pieces: list[str]
    matches: list[list[int]]  # each way to find it: the places of its pieces in the dictionary, counted from 1


def name(kind: int) -> str:
    """A piece in two letters, its size and its colour."""
    return SIZE_LETTERS[kind % SIZES] + COLOUR_LETTERS[kind // SIZES]


def kind_of(piece: str) -> int:
    """The kind that two letters mean."""
    return SIZES * COLOUR_LETTERS.index(piece[1]) + SIZE_LETTERS.index(piece[0])


def dictionary_of(o: Any) -> list[str]:
    """The pieces of the dictionary, clockwise."""
    return [name(dictionary.kind_at(o, place)) for place in range(int(o.length))]


def pieces_on(o: Any) -> list[Piece]:
    """The pieces on the board, row by row."""
    found = [(y, x, int(o.board[cell])) for cell, (x, y) in board.near(o).items() if o.board[cell] >= 0]
    return [Piece(x, y, name(kind)) for y, x, kind in sorted(found)]


def laid_by(o: Any, placement: int) -> list[Piece]:
    """The pieces that a placement lays down."""
    cell, axis, sequence = placements.parts(placement)
    x, y = place_of(o, cell)
    laid = []
    for size in placements.SEQUENCES[sequence]:
        laid.append(Piece(x, y, name(SIZES * int(o.seat) + size)))
        on = 1 + board.run(o, cell, board.STEPS[axis])
        cell = board.next_empty(o, cell, board.STEPS[axis])
        x, y = (x, y + on) if axis else (x + on, y)
    return laid


def place_of(o: Any, cell: int) -> tuple[int, int]:
    """The coordinates of a cell; if it is far from all pieces, any that have its number."""
    return board.near(o).get(cell, (cell % board.STEPS[1], cell // board.STEPS[1]))


def words_of(o: Any, placement: int) -> list[Word]:
    """The words that a placement makes or changes: along it first, then across."""
    laid = laid_by(o, placement)
    there = {(piece.x, piece.y): piece.piece for piece in pieces_on(o) + laid}
    down = bool(placements.parts(placement)[1])
    runs = [_run(there, laid[0], down), *(_run(there, piece, not down) for piece in laid)]
    return [Word(x, y, down, pieces, matches(o, pieces)) for x, y, down, pieces in runs if len(pieces) > 1]


def _run(there: dict[tuple[int, int], str], piece: Piece, down: bool) -> tuple[int, int, bool, list[str]]:
    """The row or column that a piece is in."""
    dx, dy = (0, 1) if down else (1, 0)
    x, y = piece.x, piece.y
    while (x - dx, y - dy) in there:
        x, y = x - dx, y - dy
    pieces: list[str] = []
    while (x + len(pieces) * dx, y + len(pieces) * dy) in there:
        pieces.append(there[x + len(pieces) * dx, y + len(pieces) * dy])
    return x, y, down, pieces


def matches(o: Any, pieces: list[str]) -> list[list[int]]:
    """Where the dictionary has a word: the places of its pieces, counted from 1, for each way to find it."""
    length = int(o.length)
    if o.once and len(pieces) > length:
        return []
    rising = falling = (1 << length) - 1
    for piece in pieces:
        places = int(o.places[kind_of(piece)])
        rising = dictionary.onward(rising, length) & places
        falling = dictionary.backward(falling, length) & places
    back = range(1 - len(pieces), 1)
    onward = [[(end + i) % length + 1 for i in back] for end in range(length) if rising >> end & 1]
    backward = [[(end - i) % length + 1 for i in back] for end in range(length) if falling >> end & 1]
    return onward + [places for places in backward if places not in onward]
