"""The board: a plane without borders, on a ring of 2048 cells.

The cell at (x, y) has the number x + 63 y, modulo 2048. Two cells share a number only if they are 64 or more steps apart
(as from 0,0 to 63,−1 or to 32,32). All pieces hang together, and at most 48 ever leave hands and dictionary for the board,
so two of them are at most 47 steps apart, and two cells beside them 49: no game can meet itself round the ring. The first
piece of the first word lies on (0, 0), cell 0 (I-24).

A cell holds its piece's kind, or a negative number if it is empty. The three lowest bits of that number are the sizes that
the seat to place could lay there as far as the pieces around it are concerned: all of them in the open.
"""

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from pyramidion.engine.compiled import compiled

if TYPE_CHECKING:
    from pyramidion.games.iriri.rules import State

CELLS = 2048
LAST_CELL = CELLS - 1
RIGHT, DOWN = 1, 63
STEPS = (RIGHT, DOWN)  # along axis 0 and axis 1

_AROUND = sorted(  # the way to cells up to three steps away, nearest first
    [(x * RIGHT + y * DOWN, x, y) for x in range(-3, 4) for y in range(abs(x) - 3, 4 - abs(x))],
    key=lambda way: abs(way[1]) + abs(way[2]),
)

OPEN = -1  # an empty cell that touches no piece
SHORE = -16  # + sizes that fit: an empty cell beside a piece
ALL_SIZES = 0b111

CELLS_PER_WORD = 32  # a bit set of cells is 64 words
WORDS = CELLS // CELLS_PER_WORD


@compiled
def put(s: "State", cell: int, kind: int) -> None:
    """Lay a piece on an empty cell."""
    s.board[cell] = kind
    s.shore[cell // CELLS_PER_WORD] &= ~(1 << cell % CELLS_PER_WORD)
    for step in (RIGHT, -RIGHT, DOWN, -DOWN):
        beside = (cell + step) & LAST_CELL
        if s.board[beside] == OPEN:
            s.board[beside] = SHORE
            s.shore[beside // CELLS_PER_WORD] |= 1 << beside % CELLS_PER_WORD


@compiled
def run(s: "State", cell: int, step: int) -> int:
    """How many pieces follow each other from the cell next to this one."""
    pieces = 0
    cell = (cell + step) & LAST_CELL
    while s.board[cell] >= 0:
        pieces += 1
        cell = (cell + step) & LAST_CELL
    return pieces


@compiled
def next_empty(s: "State", cell: int, step: int) -> int:
    """The first empty cell after this one."""
    return (cell + (1 + run(s, cell, step)) * step) & LAST_CELL


@compiled
def is_empty(s: "State") -> bool:
    """Whether the first word is still to come."""
    return bool(s.board[0] < 0)


def cell_at(x: int, y: int) -> int:
    """The cell's number."""
    return (x * RIGHT + y * DOWN) % CELLS


def pieces_at(o: "State") -> dict[int, tuple[int, int]]:
    """The coordinates of all cells with pieces; of that of the first piece, while there is none."""
    return pieces_of(o.board.tobytes())


@lru_cache(maxsize=256)
def pieces_of(board: bytes) -> dict[int, tuple[int, int]]:
    """The same of the board's own bytes."""
    taken = set(np.flatnonzero(np.frombuffer(board, dtype=np.int8) >= 0).tolist())
    known = {0: (0, 0)}
    edge = [0]
    while edge:  # through the pieces, which hang together
        cell = edge.pop()
        x, y = known[cell]
        for step, at in ((RIGHT, (x + 1, y)), (-RIGHT, (x - 1, y)), (DOWN, (x, y + 1)), (-DOWN, (x, y - 1))):
            beside = (cell + step) & LAST_CELL
            if beside in taken and beside not in known:
                known[beside] = at
                edge.append(beside)
    return known


def near(pieces: dict[int, tuple[int, int]], cell: int) -> tuple[int, int] | None:
    """The coordinates of a cell up to three steps away from the pieces; None if it is farther, and can't matter now."""
    for step, x, y in _AROUND:
        if at := pieces.get((cell - step) & LAST_CELL):
            return at[0] + x, at[1] + y
    return None
