"""The first seat chooses how: strongly it wins three times in four, weakly once."""

from typing import TYPE_CHECKING

from pyramidion.engine.compiled import compiled
from pyramidion.engine.dispatch import CHANCE_BIT, EVERYONE
from pyramidion.engine.memory import copy
from pyramidion.engine.random import below
from pyramidion.engine.record import Record, int8

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Numbers
    from pyramidion.engine.random import Random

STRONG, WEAK, WON, LOST = 0, 1, 2, 3


class State(Record):
    stage = int8(most=2)  # 0: to choose; 1: to be seen; 2: over
    strongly = int8(most=1)
    won = int8(most=1)


@compiled
def setup(s: State, seats: int, options: "Numbers") -> None:
    pass


@compiled
def actors(s: State) -> int:
    if s.stage == 1:
        return CHANCE_BIT
    return 1 if s.stage == 0 else 0


@compiled
def legal(s: State, seat: int, out: "Numbers") -> int:
    out[0], out[1] = STRONG, WEAK
    return 2 if seat == 0 and s.stage == 0 else 0


@compiled
def apply(s: State, seat: int, action: int) -> None:
    if action == STRONG:
        s.strongly = 1
    s.won = 1 if action == WON else 0
    s.stage += 1


@compiled
def chance(s: State, random: "Random") -> int:
    return WON if below(random, 4) < 1 + 2 * int(s.strongly) else LOST


@compiled
def odds(s: State, out: "Numbers", weights: "Numbers") -> int:
    out[0], out[1] = WON, LOST
    weights[0], weights[1] = 1 + 2 * int(s.strongly), 3 - 2 * int(s.strongly)
    return 2


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
    return int(s.won) if seat == 0 else 1 - int(s.won)
