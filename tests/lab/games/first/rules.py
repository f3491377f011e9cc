"""The first seat does one of three things, the second one of two, and the first has won."""

from typing import TYPE_CHECKING

from pyramidion.engine.compiled import compiled
from pyramidion.engine.dispatch import EVERYONE
from pyramidion.engine.memory import copy
from pyramidion.engine.record import Record, int8

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Numbers
    from pyramidion.engine.random import Random


class State(Record):
    turn_of = int8(most=2)  # the seat that is to act; 2: over


@compiled
def setup(s: State, seats: int, options: "Numbers") -> None:
    pass


@compiled
def actors(s: State) -> int:
    return 1 << int(s.turn_of) if s.turn_of < 2 else 0


@compiled
def legal(s: State, seat: int, out: "Numbers") -> int:
    if s.turn_of != seat:
        return 0
    number = 3 - seat
    for i in range(number):
        out[i] = 3 * seat + i
    return number


@compiled
def apply(s: State, seat: int, action: int) -> None:
    s.turn_of += 1


@compiled
def chance(s: State, random: "Random") -> int:
    return 0


@compiled
def odds(s: State, out: "Numbers", weights: "Numbers") -> int:
    return 0


@compiled
def audience(s: State, seat: int, action: int) -> int:
    return EVERYONE


@compiled
def observe(s: State, eyes: int, o: State) -> None:
    copy(o, s)


@compiled
def sample(o: State, random: "Random") -> None:
    pass  # nothing is unknown


@compiled
def score(s: State, seat: int) -> int:
    return 1 - seat
