"""Iriri as numbers for a learner. Seats are counted from one's own: 0 is me, 1 the next. A kind of piece is
3 × seat + size, counted so, plus 1; 0 is no piece. Options are the environment's, not in here."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from pyramidion.engine import bits
from pyramidion.engine.compiled import compiled
from pyramidion.engine.planes import clear, layout
from pyramidion.games.iriri.board import CELLS
from pyramidion.games.iriri.dictionary import KINDS, MOST_PLACES, SEATS, SIZES
from pyramidion.games.iriri.rules import TO_PLACE, TO_TAKE

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Bytes, Numbers
    from pyramidion.games.iriri.rules import State

PLANES = layout(
    ("board", (CELLS,), "the kind on each cell; the cell at (x, y) has the number x + 63 y, modulo 2048, as actions do"),
    ("dictionary", (MOST_PLACES,), "the kinds in the circle, in order; 0 after the last"),
    ("hand", (SEATS, SIZES), "how many small, medium and large pieces each seat has in hand"),
    ("points", (SEATS, 2), "each seat's half points: the number divided by 256, then the rest"),
    ("to_place", (1,), "1 if I am to place pieces"),
    ("to_take", (1,), "1 if I am to take a piece out of the dictionary"),
    ("turn", (SEATS,), "one-hot: whose turn it is"),
    ("passes", (1,), "passes in direct succession up to now"),
)
SIZE = PLANES[-1].end
BOARD, DICTIONARY, HAND, POINTS, TO_PLACE_BIT, TO_TAKE_BIT, TURN, PASSES = (plane.start for plane in PLANES)


@compiled
def tensor(o: "State", seat: int, out: "Bytes") -> None:
    clear(out[DICTIONARY:])
    seats = int(o.seats)
    first = SIZES * seat
    for cell in range(CELLS):
        kind = int(o.board[cell])
        turned = kind - first + (SIZES * seats if kind < first else 0) + 1
        out[BOARD + cell] = turned if kind >= 0 else 0
    for kind in range(SIZES * seats):
        places = int(o.places[kind])
        while places:
            out[DICTIONARY + bits.lowest(places)] = (kind - first) % (SIZES * seats) + 1
            places &= places - 1
    for relative in range(seats):
        who = (seat + relative) % seats
        for size in range(SIZES):
            out[HAND + SIZES * relative + size] = o.hand[who, size]
        out[POINTS + 2 * relative] = int(o.points[who]) >> 8
        out[POINTS + 2 * relative + 1] = int(o.points[who]) & 255
    mine = 1 if o.seat == seat else 0
    out[TO_PLACE_BIT] = mine if o.phase == TO_PLACE else 0
    out[TO_TAKE_BIT] = mine if o.phase == TO_TAKE else 0
    out[TURN + (int(o.seat) - seat) % seats] = 1
    out[PASSES] = o.passes


def decode(planes: Mapping[str, "Bytes"], seat: int, seats: int) -> dict[str, object]:
    """The fields of the observation that the planes tell, to test them by. Of the board, -1 for every empty cell."""
    board, dictionary = _kinds(planes["board"], seat, seats), _kinds(planes["dictionary"], seat, seats).tolist()
    hand, points = np.zeros((SEATS, SIZES), dtype=int), np.zeros(SEATS, dtype=int)
    for relative in range(seats):
        hand[(seat + relative) % seats] = planes["hand"][relative]
        points[(seat + relative) % seats] = 256 * int(planes["points"][relative, 0]) + planes["points"][relative, 1]
    return {
        "board": board.tolist(),
        "places": [sum(1 << place for place, there in enumerate(dictionary) if there == kind) for kind in range(KINDS)],
        "length": sum(kind >= 0 for kind in dictionary),
        "hand": hand.tolist(),
        "points": points.tolist(),
        "seat": (seat + int(planes["turn"].argmax())) % seats,
        "passes": int(planes["passes"][0]),
    }


def _kinds(plane: "Bytes", seat: int, seats: int) -> "Numbers":
    turned = plane.astype(int) - 1
    return np.where(turned < 0, -1, (turned + SIZES * seat) % (SIZES * seats))
