"""The dictionary: pieces in a circle, held as one bit set of places for each kind of piece.

A word is read piece by piece. What is known on the way is a set of places, where the next piece must lie: the places of the
last one, each moved on by one round the circle, and only those where a piece of the right kind lies go on from there. So a
match runs round the circle as often as it likes and uses its pieces again (I-12), and all matches are found at once.
"""

from typing import TYPE_CHECKING

from pyramidion.engine.compiled import compiled

if TYPE_CHECKING:
    from pyramidion.games.iriri.rules import State

SIZES = 3  # small, medium, large
SEATS = 4  # at most
KINDS = SIZES * SEATS  # the kind of a piece is 3 × seat + size
OF_A_KIND = 4  # pieces of every kind in the dictionary at the start; the fifth begins in the hand
MOST_PLACES = KINDS * OF_A_KIND


@compiled
def onward(places: int, length: int) -> int:
    """The places that follow these in a circle of this length."""
    return (places << 1 | places >> (length - 1)) & ((1 << length) - 1)


@compiled
def backward(places: int, length: int) -> int:
    """The places before these in a circle of this length."""
    return places >> 1 | (places & 1) << (length - 1)


@compiled
def takable(s: "State", seat: int) -> int:
    """The places of the seat's pieces that are not the last of their kind in the dictionary (I-18)."""
    places = 0
    for kind in range(SIZES * seat, SIZES * seat + SIZES):
        of_this_kind = int(s.places[kind])
        if of_this_kind & (of_this_kind - 1):
            places |= of_this_kind
    return places


@compiled
def kind_at(s: "State", place: int) -> int:
    """What lies on a place of the dictionary."""
    kind = 0
    while int(s.places[kind]) >> place & 1 == 0:
        kind += 1
    return kind


def members(places: int) -> list[int]:
    """The places of a set, ascending."""
    return [place for place in range(places.bit_length()) if places >> place & 1]


@compiled
def append(s: "State", kind: int) -> None:
    """Lay a piece behind the last one of a dictionary that is being laid out."""
    s.places[kind] |= 1 << int(s.length)
    s.length += 1


@compiled
def remove(s: "State", place: int) -> None:
    """Take a piece out and close the gap."""
    before = (1 << place) - 1
    for kind in range(SIZES * int(s.seats)):
        places = int(s.places[kind])
        s.places[kind] = places & before | places >> (place + 1) << place
    s.length -= 1
