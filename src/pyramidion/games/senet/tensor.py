"""Senet as numbers for a learner, its own pieces first. Options are the environment's, not in here."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pyramidion.engine.compiled import compiled
from pyramidion.engine.planes import layout, spread
from pyramidion.games.senet.rules import LAST, TO_MOVE

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Bytes
    from pyramidion.games.senet.rules import State

PLANES = layout(
    ("own", (LAST,), "1 where a piece of mine stands, squares 1 … 30 in order"),
    ("foe", (LAST,), "1 where a piece of the other side stands"),
    ("moved", (LAST,), "1 where a piece stands that this throw has moved already"),
    ("throw", (6,), "one-hot: the sticks show 1 … 6 (5 never)"),
    ("left", (6,), "one-hot: how far the next piece goes, the throw or what an earlier piece left of it"),
    ("my_move", (1,), "1 if I am to move now"),
    ("my_turn", (1,), "1 if it is my turn, also while the sticks are being thrown"),
    ("backward", (1,), "1 if nothing can move forward"),
    ("throws", (1,), "sticks thrown so far, in eights: at 250 the game is a draw"),
)
SIZE = PLANES[-1].end
OWN, FOE, MOVED, THROW, LEFT, MY_MOVE, MY_TURN, BACKWARD, THROWS = (plane.start for plane in PLANES)


@compiled
def tensor(o: "State", seat: int, out: "Bytes") -> None:
    spread(int(o.army[seat]) >> 1, LAST, out, OWN)
    spread(int(o.army[1 - seat]) >> 1, LAST, out, FOE)
    spread(int(o.moved) >> 1, LAST, out, MOVED)
    for i in range(6):
        out[THROW + i] = 1 if o.throw == i + 1 else 0
        out[LEFT + i] = 1 if o.left == i + 1 else 0
    mine = 1 if o.seat == seat else 0
    out[MY_MOVE] = mine if o.phase == TO_MOVE else 0
    out[MY_TURN] = mine
    out[BACKWARD] = o.backward
    out[THROWS] = int(o.throws) >> 3


def decode(planes: Mapping[str, "Bytes"], seat: int, seats: int) -> dict[str, object]:
    """The fields of the observation that the planes tell, to test them by."""
    armies = [_squares(planes["own"]), _squares(planes["foe"])]
    return {
        "army": armies if seat == 0 else armies[::-1],
        "moved": _squares(planes["moved"]),
        "throw": _hot(planes["throw"]),
        "left": _hot(planes["left"]),
        "seat": seat if planes["my_turn"][0] else 1 - seat,
        "backward": int(planes["backward"][0]),
    }


def _squares(plane: "Bytes") -> int:
    return sum(1 << square for square, there in enumerate(plane.tolist(), start=1) if there)


def _hot(plane: "Bytes") -> int:
    return next((value for value, there in enumerate(plane.tolist(), start=1) if there), 0)
