"""Where the nine segments lie: one river between two seats, or three rivers of three, one between each pair of seats.

The arrays have the number of seats as their first index. In Confluence river r, segments 3r … 3r + 2, is between the seats
r and r + 1 (the third between the last and the first).
"""

import numpy as np

from pyramidion.games.river import GAME

SEGMENTS = 9
EVERY_SEGMENT = (1 << SEGMENTS) - 1
NOBODY = -1
SEAT_NAMES = GAME.seat_names
SEATS = "".join(name[0].lower() for name in SEAT_NAMES)  # how a seat is written


def _rivals() -> "np.ndarray[tuple[int, ...], np.dtype[np.int8]]":
    table = np.full((4, 3, SEGMENTS), NOBODY, dtype=np.int8)
    for segment in range(SEGMENTS):
        table[2, 0, segment], table[2, 1, segment] = 1, 0
        left, right = segment // 3, (segment // 3 + 1) % 3
        table[3, left, segment], table[3, right, segment] = right, left
    return table


RIVAL = _rivals()  # [seats, seat, segment]: who sits on the other side, or NOBODY
SHORE = ((RIVAL != NOBODY) * (1 << np.arange(SEGMENTS))).sum(axis=-1)  # [seats, seat]: the bit set of a seat's segments
