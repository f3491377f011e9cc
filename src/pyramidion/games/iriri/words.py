"""Words for people: what a placement lays, which words that makes, and where the dictionary has them."""

from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from pyramidion.games.iriri import board, placements
from pyramidion.games.iriri.dictionary import SIZES, members

if TYPE_CHECKING:
    from pyramidion.games.iriri.rules import State

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


def dictionary_of(o: "State") -> list[str]:
    """The pieces of the dictionary, clockwise."""
    return list(_dictionary(int(o.length), tuple(o.places.tolist())))


@lru_cache(maxsize=256)
def _dictionary(length: int, places_of_kinds: tuple[int, ...]) -> list[str]:
    pieces = [""] * length
    for kind, places in enumerate(places_of_kinds):
        for place in members(places):
            pieces[place] = name(kind)
    return pieces


def pieces_on(o: "State") -> list[Piece]:
    """The pieces on the board, row by row."""
    return list(_pieces_on(o.board.tobytes()))


@lru_cache(maxsize=256)
def _pieces_on(cells: bytes) -> list[Piece]:
    kinds = np.frombuffer(cells, dtype=np.int8).tolist()
    found = sorted((y, x, kinds[cell]) for cell, (x, y) in board.pieces_of(cells).items() if kinds[cell] >= 0)
    return [Piece(x, y, name(kind)) for y, x, kind in found]


def place_of(cell: int, pieces: dict[int, tuple[int, int]]) -> tuple[int, int]:
    """The coordinates of a cell; if it is far from all pieces, any that have its number."""
    return board.near(pieces, cell) or (cell % board.DOWN, cell // board.DOWN)


class Reader:
    """An observation as plain Python, to find the words of its many placements in."""

    def __init__(self, o: "State") -> None:
        self.pieces = pieces_on(o)
        self.dictionary = dictionary_of(o)
        self._o = o
        self._places = board.pieces_at(o)
        self._there = {(piece.x, piece.y): piece.piece for piece in self.pieces}
        self._found: dict[tuple[str, ...], list[list[int]]] = {}
        self._colour = COLOUR_LETTERS[int(o.seat)]

    def laid(self, placement: int) -> list[Piece]:
        """The pieces that a placement lays down."""
        cell, axis, sequence = placements.parts(placement)
        x, y = place_of(cell, self._places)
        laid = []
        for size in placements.SEQUENCES[sequence]:
            laid.append(Piece(x, y, SIZE_LETTERS[size] + self._colour))
            x, y = _next(x, y, axis)
            while (x, y) in self._there:
                x, y = _next(x, y, axis)
        return laid

    def words(self, laid: list[Piece], axis: int) -> list[Word]:
        """The words that pieces laid along an axis make or change: along it first, then across."""
        there = self._there | {(piece.x, piece.y): piece.piece for piece in laid}
        lines = [_line(there, laid[0], axis), *(_line(there, piece, 1 - axis) for piece in laid)]
        return [self._word(there, line) for line in lines if len(line) > 1]

    def all_words(self) -> list[Word]:
        """Every word on the board, rows before columns."""
        return [word for axis in (0, 1) for piece in self.pieces for word in self._beginning(piece, axis)]

    def _beginning(self, piece: Piece, axis: int) -> list[Word]:
        """The word that begins with this piece, if there is one."""
        line = _line(self._there, piece, axis)
        return [self._word(self._there, line)] if line[0] == (piece.x, piece.y) and len(line) > 1 else []

    def _word(self, there: dict[tuple[int, int], str], line: list[tuple[int, int]]) -> Word:
        (x, y), pieces = line[0], [there[cell] for cell in line]
        return Word(x, y, line[1] == (x, y + 1), pieces, self.matches(pieces))

    def matches(self, pieces: list[str]) -> list[list[int]]:
        """Where the dictionary has a word: the places of its pieces, counted from 1, for each way to find it."""
        key = tuple(pieces)
        if key not in self._found:
            self._found[key] = self._find(pieces)
        return self._found[key]

    def _find(self, pieces: list[str]) -> list[list[int]]:
        length, count = len(self.dictionary), len(pieces)
        if self._o.once and count > length:
            return []
        onward = self.dictionary * (2 + count // length)  # words may go round the circle
        backward = onward[::-1]
        found = []
        for start in range(length):
            if self.dictionary[start] == pieces[0]:
                if onward[start : start + count] == pieces:
                    found.append([(start + i) % length + 1 for i in range(count)])
                end = length - 1 - start
                if backward[end : end + count] == pieces:
                    found.append([(start - i) % length + 1 for i in range(count)])
        return found


def _next(x: int, y: int, axis: int) -> tuple[int, int]:
    return (x, y + 1) if axis else (x + 1, y)


def _line(there: dict[tuple[int, int], str], piece: Piece, axis: int) -> list[tuple[int, int]]:
    """The cells of the row or column that a piece is in."""
    x, y = piece.x, piece.y
    while ((x, y - 1) if axis else (x - 1, y)) in there:
        x, y = (x, y - 1) if axis else (x - 1, y)
    line = []
    while (x, y) in there:
        line.append((x, y))
        x, y = _next(x, y, axis)
    return line
