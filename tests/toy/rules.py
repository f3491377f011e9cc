"""The rules of the toy game."""

from typing import TYPE_CHECKING

from pyramidion.engine.compiled import compiled
from pyramidion.engine.dispatch import CHANCE_BIT, EVERYONE
from pyramidion.engine.memory import blank
from pyramidion.engine.random import below
from pyramidion.engine.record import UNKNOWN, Record, int8

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Numbers
    from pyramidion.engine.random import Random

HIGH, LOW = 4, 5


class State(Record):
    cards = int8(2, most=3, least=UNKNOWN)  # each seat's, if dealt
    turn = int8(most=3)  # 0, 1: the next card goes to this seat; 2: the first seat speaks; 3: over
    low = int8(most=1)  # 1 if low wins
    openly = int8(most=1)  # option


@compiled
def setup(s: State, seats: int, options: "Numbers") -> None:
    s.cards[0] = UNKNOWN
    s.cards[1] = UNKNOWN
    s.openly = options[0]


@compiled
def actors(s: State) -> int:
    if s.turn < 2:
        return CHANCE_BIT
    return 1 if s.turn == 2 else 0


@compiled
def legal(s: State, seat: int, out: "Numbers") -> int:
    if s.turn != 2 or seat != 0:
        return 0
    out[0], out[1] = HIGH, LOW
    return 2


@compiled
def apply(s: State, seat: int, action: int) -> None:
    if action < HIGH:
        s.cards[s.turn] = action
    else:
        s.low = action - HIGH
    s.turn += 1


@compiled
def chance(s: State, random: "Random") -> int:
    card = below(random, 4)
    while card == s.cards[0]:
        card = below(random, 4)
    return card


@compiled
def odds(s: State, out: "Numbers", weights: "Numbers") -> int:
    number = 0
    for card in range(4):
        if card != s.cards[0]:
            out[number], weights[number] = card, 1
            number += 1
    return number


@compiled
def audience(s: State, seat: int, action: int) -> int:
    return EVERYONE if action >= HIGH or s.openly else 1 << int(s.turn)


@compiled
def observe(s: State, eyes: int, o: State) -> None:
    blank(o)
    o.turn = s.turn
    o.low = s.low
    o.openly = s.openly
    for seat in range(2):
        if s.openly or eyes >> seat & 1:
            o.cards[seat] = s.cards[seat]


@compiled
def sample(o: State, random: "Random") -> None:
    for seat in range(min(2, int(o.turn))):
        while o.cards[seat] == UNKNOWN or o.cards[seat] == o.cards[1 - seat]:
            o.cards[seat] = below(random, 4)


@compiled
def score(s: State, seat: int) -> int:
    wins = s.cards[seat] > s.cards[1 - seat]
    return 2 if wins != (s.low == 1) else 0
