"""Decks and the pile: arrays that are filled from 0, the bottom, and hold `UNKNOWN` from their height on.

A deck's top is the end of its array, so that turning a card moves nothing; a pile that goes under a deck moves that deck
once. A card that nobody has seen yet is `UNKNOWN` too: its face comes when it is turned.
"""

from typing import TYPE_CHECKING

from pyramidion.engine.compiled import compiled
from pyramidion.engine.record import UNKNOWN

if TYPE_CHECKING:
    from pyramidion.games.egyptian_war.rules import State


@compiled
def lift(s: "State", seat: int) -> int:
    """Take the top card off a deck."""
    top = int(s.held[seat]) - 1
    card = int(s.deck[seat, top])
    s.deck[seat, top] = UNKNOWN
    s.held[seat] = top
    return card


@compiled
def pull(s: "State", seat: int) -> int:
    """Take the bottom card out of a deck."""
    card = int(s.deck[seat, 0])
    top = int(s.held[seat]) - 1
    for i in range(top):
        s.deck[seat, i] = s.deck[seat, i + 1]
    s.deck[seat, top] = UNKNOWN
    s.held[seat] = top
    return card


@compiled
def tuck(s: "State", seat: int, card: int) -> None:
    """Put one card under a deck."""
    for i in range(int(s.held[seat]), 0, -1):
        s.deck[seat, i] = s.deck[seat, i - 1]
    s.deck[seat, 0] = card
    s.held[seat] += 1
    s.tries[seat] = 0  # the spell without cards is over (E-23)


@compiled
def lay(s: "State", card: int) -> None:
    """Put a card on the pile, face up."""
    s.pile[s.height] = card
    s.height += 1


@compiled
def slip(s: "State", card: int) -> None:
    """Put a burned card beneath everything in the pile, face down (E-16)."""
    for i in range(int(s.height), 0, -1):
        s.pile[i] = s.pile[i - 1]
    s.pile[0] = card
    s.height += 1
    s.burned += 1


@compiled
def collect(s: "State", seat: int) -> None:
    """Turn the pile over and put it under a deck: its lowest card will come up first (E-05)."""
    height, held = int(s.height), int(s.held[seat])
    for i in range(held - 1, -1, -1):
        s.deck[seat, i + height] = s.deck[seat, i]
    for i in range(height):
        s.deck[seat, height - 1 - i] = s.pile[i]
        s.pile[i] = UNKNOWN
    s.held[seat] = held + height
    s.tries[seat] = 0
    s.height = 0
    s.burned = 0


@compiled
def next_holder(s: "State", seat: int, never: int) -> int:
    """The next seat clockwise that has cards, at last `seat` itself, but not the seat `never`; `UNKNOWN` if none has."""
    seats = int(s.seats)
    for _ in range(seats):
        seat += 1
        if seat == seats:
            seat = 0
        if s.held[seat] and seat != never:
            return seat
    return UNKNOWN


@compiled
def holders(s: "State") -> int:
    """How many seats have cards."""
    number = 0
    for seat in range(int(s.seats)):
        if s.held[seat]:
            number += 1
    return number
