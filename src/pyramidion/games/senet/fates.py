"""The fates of all pieces that may move, found out at once: crossing into compiled code costs more than one fate does."""

from typing import TYPE_CHECKING

import numpy as np

from pyramidion.engine import bits
from pyramidion.engine.compiled import compiled
from pyramidion.games.senet.rules import State, fate

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_MOVERS, COLUMNS = 7, 6


def fates(o: State) -> list[list[int]]:
    """For each piece that may move its square, and what `fate` tells of it."""
    out = np.empty((MOST_MOVERS, COLUMNS), dtype=np.int64)
    found: list[list[int]] = out[: _write_fates(o, out)].tolist()
    return found


@compiled
def _write_fates(o: State, out: "NDArray[np.int64]") -> int:
    """Their number."""
    number, movers = 0, int(o.movers)
    while movers:
        square = bits.lowest(movers)
        movers &= movers - 1
        target, reached, end, swaps, left = fate(o, square)
        out[number, 0], out[number, 1], out[number, 2] = square, target, reached
        out[number, 3], out[number, 4], out[number, 5] = end, int(swaps), left
        number += 1
    return number
