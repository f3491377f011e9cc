"""Pyramid Poker as numbers for a learner: mine first, then the other's. Options are the environment's, not in here."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from pyramidion.engine import bits
from pyramidion.engine.compiled import compiled
from pyramidion.engine.planes import clear, layout, spread
from pyramidion.engine.record import UNKNOWN
from pyramidion.games.pyramid_poker.cards import CARDS, JOKER, copies
from pyramidion.games.pyramid_poker.pyramid import FOUNDATION, PLACES, ROWS, TOP
from pyramidion.games.pyramid_poker.rules import TO_CHOOSE, TO_PLACE, TO_PUT, TO_SAY, TO_TAKE

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Bytes
    from pyramidion.games.pyramid_poker.rules import State

RANKS = 13
FACE = RANKS + 4 + 1  # a rank, a suit, or the joker
BLOCKS = CARDS + 1  # the cards, then jokers
INDEX = np.array([PLACES.index(place) if place in PLACES else 0 for place in range(TOP + 1)])  # a place's number in planes
# Where in its bytes a face has its rank and its suit. For the joker they are one place; what is unknown writes a 0 to the
# first. Tables, because whether a block is known is a coin's throw, and a branch on it would be guessed wrong half the time.
RANK_AT = np.array([face % RANKS if face < CARDS else FACE - 1 if face == JOKER else 0 for face in range(64)])
SUIT_AT = np.array([RANKS + face // RANKS if face < CARDS else FACE - 1 if face == JOKER else 0 for face in range(64)])

PLANES = layout(
    ("standing", (len(PLACES),), "1 where a block stands: row 1 from a to h, row 2, … the top"),
    ("mine", (len(PLACES),), "1 where it faces me"),
    ("face", (len(PLACES), FACE), "one-hot, if I know the block: 13 ranks from the two, 4 suits (c d h s), or the joker"),
    ("hands", (2, 3, CARDS), "the cards in my left, centre and right hand, then in the other's (card = 13 × suit + rank)"),
    ("unseen", (BLOCKS,), "how many of each block I have not seen: 52 cards, then the jokers"),
    ("block", (BLOCKS,), "one-hot: the block that was drawn or taken, if I know it"),
    ("turned", (BLOCKS,), "the blocks turned up for a joker"),
    ("phase", (5,), "one-hot: say tut tut, place, take, choose, put; none while chance acts"),
    ("my_turn", (1,), "1 if it is my turn"),
    ("began", (1,), "1 if I began this round"),
    ("points", (2,), "points of all rounds that are over, mine and the other's"),
    ("rounds", (1,), "rounds begun so far"),
)
SIZE = PLANES[-1].end
STANDING, MINE, FACES, HANDS, UNSEEN, BLOCK, TURNED, PHASE, MY_TURN, BEGAN, POINTS, ROUNDS = (p.start for p in PLANES)
PHASES = (TO_SAY, TO_PLACE, TO_TAKE, TO_CHOOSE, TO_PUT)


@compiled
def tensor(o: "State", seat: int, out: "Bytes") -> None:
    clear(out)
    write_pyramid(o, seat, out)
    for relative in range(2):
        for hand in range(3):
            if o.hands[seat ^ relative, hand]:
                spread(int(o.hands[seat ^ relative, hand]), CARDS, out, HANDS + (3 * relative + hand) * CARDS)
        out[POINTS + relative] = o.points[seat ^ relative]
    spread(int(o.unseen), CARDS, out, UNSEEN)
    out[UNSEEN + JOKER] = copies(int(o.unseen), JOKER)
    if o.block != UNKNOWN:
        out[BLOCK + int(o.block)] = 1
    if o.turned:
        spread(int(o.turned), BLOCKS, out, TURNED)
    for i in range(len(PHASES)):
        out[PHASE + i] = 1 if o.phase == PHASES[i] else 0
    out[MY_TURN] = 1 if o.seat == seat else 0
    out[BEGAN] = 1 if o.starter == seat else 0
    out[ROUNDS] = o.rounds


@compiled
def write_pyramid(o: "State", seat: int, out: "Bytes") -> None:
    """Row after row: what is written beyond a row's end is overwritten by what comes after it."""
    standing = int(o.standing)
    mine = int(o.facing) if seat else standing & ~int(o.facing)
    for row in range(ROWS):
        spread(standing >> ROWS * row & FOUNDATION, ROWS, out, STANDING + int(INDEX[ROWS * row]))
    for row in range(ROWS):
        spread(mine >> ROWS * row & FOUNDATION, ROWS, out, MINE + int(INDEX[ROWS * row]))
    write_faces(o, mine, out)
    theirs = standing & ~mine
    if theirs and o.face[bits.lowest(theirs)] != UNKNOWN:  # all of a side are seen, or none: these by the other's eyes too
        write_faces(o, theirs, out)


@compiled
def write_faces(o: "State", places: int, out: "Bytes") -> None:
    while places:
        place = bits.lowest(places)
        places &= places - 1
        face, start = int(o.face[place]), FACES + FACE * int(INDEX[place])
        known = 1 if face != UNKNOWN else 0
        out[start + int(RANK_AT[face & 63])] = known
        out[start + int(SUIT_AT[face & 63])] = known


def decode(planes: Mapping[str, "Bytes"], seat: int, seats: int) -> dict[str, object]:
    """The fields of the observation that the planes tell, to test them by."""
    standing, mine = _places(planes["standing"]), _places(planes["mine"])
    hands = planes["hands"] if seat == 0 else planes["hands"][::-1]
    points = planes["points"].tolist()
    jokers = (1 << int(planes["unseen"][JOKER])) - 1
    return {
        "standing": standing,
        "facing": mine if seat else standing & ~mine,
        "face": _faces(planes["face"]),
        "hands": [[_set(hand) for hand in three] for three in hands],
        "unseen": _set(planes["unseen"][:CARDS]) | jokers << JOKER,
        "block": int(planes["block"].argmax()) if planes["block"].any() else UNKNOWN,
        "turned": _set(planes["turned"]),
        "seat": seat if planes["my_turn"][0] else 1 - seat,
        "starter": seat if planes["began"][0] else 1 - seat,
        "points": points if seat == 0 else points[::-1],
        "rounds": int(planes["rounds"][0]),
    }


def _faces(planes: "Bytes") -> list[int]:
    faces = [UNKNOWN] * (TOP + 1)
    for number, plane in enumerate(planes):
        if plane[-1]:
            faces[PLACES[number]] = JOKER
        elif plane.any():
            faces[PLACES[number]] = RANKS * int(plane[RANKS:-1].argmax()) + int(plane[:RANKS].argmax())
    return faces


def _places(plane: "Bytes") -> int:
    return sum(1 << place for place, there in zip(PLACES, plane.tolist(), strict=True) if there)


def _set(plane: "Bytes") -> int:
    return sum(1 << card for card, there in enumerate(plane.tolist()) if there)
