"""A River in Egypt as numbers for a learner. Seats are counted from one's own (0 is me, 1 the next …); segments are not
turned, because actions name them. Options are the environment's, not in here."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from pyramidion.engine.compiled import compiled
from pyramidion.engine.planes import clear, layout, spread
from pyramidion.engine.record import UNKNOWN
from pyramidion.games.river.rivers import SEGMENTS
from pyramidion.games.river.rules import TO_CLAIM, TO_PLAY
from pyramidion.games.river.sets import COLOURS, KINDS, NONE, SIZES

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Bytes
    from pyramidion.games.river.rules import State

SEATS = 3
SEEN = COLOURS + 1  # five colours, and a piece that I don't see

PLANES = layout(
    ("river", (SEGMENTS, KINDS), "one-hot: the kind that lies in each segment (kind = 5 × size + colour, the best first)"),
    ("side", (SEATS, SEGMENTS, KINDS), "how many pieces of each kind a seat has played to each segment"),
    ("claimed", (SEATS, SEGMENTS), "1 where a seat has claimed the segment"),
    (
        "hand",
        (SEATS, SIZES, SEEN),
        "one-hot: the colour of a seat's piece of each size; the sixth: a piece that I don't see",
    ),
    ("unplayed", (KINDS,), "how many of each kind are in the bag and in hands together"),
    ("to_play", (1,), "1 if I am to play a piece"),
    ("to_claim", (1,), "1 if I am to claim or not"),
    ("turn", (SEATS,), "one-hot: whose turn it is"),
    ("played", (SIZES,), "one-hot: the size played in this turn"),
    ("starter", (SEATS,), "one-hot: who began"),
    ("idle", (1,), "turns in a row without a piece played or a segment claimed"),
)
SIZE = PLANES[-1].end
RIVER, SIDE, CLAIMED, HAND, UNPLAYED, TO_PLAY_BIT, TO_CLAIM_BIT, TURN, PLAYED, STARTER, IDLE = (p.start for p in PLANES)


@compiled
def tensor(o: "State", seat: int, out: "Bytes") -> None:
    clear(out)
    seats = int(o.seats)
    for segment in range(SEGMENTS):
        kind = int(o.river[segment])
        out[RIVER + KINDS * segment + kind] += int(kind != NONE)  # without a piece, 0 is added to the next byte
    for relative in range(seats):
        write_seat(o, turned(seat + relative, seats), relative, out)
    unplayed = int(o.unplayed)
    for kind in range(KINDS):
        out[UNPLAYED + kind] = unplayed >> 2 * kind & 3
    mine = 1 if o.seat == seat else 0
    out[TO_PLAY_BIT] = mine if o.phase == TO_PLAY else 0
    out[TO_CLAIM_BIT] = mine if o.phase == TO_CLAIM else 0
    out[TURN + turned(int(o.seat) - seat + seats, seats)] = 1
    if o.played < SIZES:
        out[PLAYED + int(o.played)] = 1
    if o.starter != UNKNOWN:
        out[STARTER + turned(int(o.starter) - seat + seats, seats)] = 1
    out[IDLE] = o.idle


@compiled
def turned(seat: int, seats: int) -> int:
    """The remainder, for numbers below twice as many: a division would take longer."""
    return seat - seats if seat >= seats else seat


@compiled
def write_seat(o: "State", who: int, relative: int, out: "Bytes") -> None:
    """What a seat has beside the river, behind it, and in its hand."""
    for segment in range(SEGMENTS):
        place = SIDE + (SEGMENTS * relative + segment) * KINDS
        for n in range(2):
            kind = int(o.side[who, segment, n])
            out[place + kind] += int(kind != NONE)
    spread(int(o.claimed[who]), SEGMENTS, out, CLAIMED + SEGMENTS * relative)
    for size in range(SIZES):
        kind = int(o.hand[who, size])
        place = HAND + (SIZES * relative + size) * SEEN
        if kind == UNKNOWN:
            out[place + COLOURS] = 1
        elif kind != NONE:
            out[place + kind % COLOURS] = 1


def decode(planes: Mapping[str, "Bytes"], seat: int, seats: int) -> dict[str, object]:
    """The fields of the observation that the planes tell, to test them by."""
    side = np.full((SEATS, SEGMENTS, 2), NONE)
    hand = np.full((SEATS, SIZES), NONE)
    claimed = np.zeros(SEATS, dtype=int)
    for relative in range(seats):
        who = (seat + relative) % seats
        for segment in range(SEGMENTS):
            pieces = np.repeat(np.arange(KINDS), planes["side"][relative, segment])
            side[who, segment, : len(pieces)] = pieces
        for size, colour in np.argwhere(planes["hand"][relative]):
            hand[who, size] = UNKNOWN if colour == COLOURS else COLOURS * size + colour
        claimed[who] = int(planes["claimed"][relative] @ (1 << np.arange(SEGMENTS)))
    return {
        "river": [_hot(segment, NONE) for segment in planes["river"]],
        "side": side.tolist(),
        "claimed": claimed.tolist(),
        "hand": hand.tolist(),
        "unplayed": sum(int(number) << 2 * kind for kind, number in enumerate(planes["unplayed"])),
        "seat": (seat + _hot(planes["turn"], 0)) % seats,
        "played": _hot(planes["played"], SIZES),
        "starter": (seat + _hot(planes["starter"], 0)) % seats if planes["starter"].any() else UNKNOWN,
        "idle": int(planes["idle"][0]),
    }


def _hot(plane: "Bytes", none: int) -> int:
    return int(plane.argmax()) if plane.any() else none
