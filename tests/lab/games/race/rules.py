"""In turn each seat tosses a coin, and goes one step at heads: three steps win."""

from typing import TYPE_CHECKING

from pyramidion.engine.compiled import compiled
from pyramidion.engine.dispatch import CHANCE_BIT, EVERYONE
from pyramidion.engine.memory import copy
from pyramidion.engine.random import below
from pyramidion.engine.record import Record, int8

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Numbers
    from pyramidion.engine.random import Random

GO, STAY, STEP = 0, 1, 2
GOAL = 3


class State(Record):
    steps = int8(2, most=GOAL)
    runner = int8(most=1)
    tossing = int8(most=1)


@compiled
def setup(s: State, seats: int, options: "Numbers") -> None:
    pass


@compiled
def actors(s: State) -> int:
    if s.steps[0] == GOAL or s.steps[1] == GOAL:
        return 0
    return CHANCE_BIT if s.tossing else 1 << int(s.runner)


@compiled
def legal(s: State, seat: int, out: "Numbers") -> int:
    out[0] = GO
    return 1 if seat == s.runner and not s.tossing else 0


@compiled
def apply(s: State, seat: int, action: int) -> None:
    if action == GO:
        s.tossing = 1
    else:
        s.steps[s.runner] += action - STAY
        s.tossing = 0
        s.runner = 1 - s.runner


@compiled
def chance(s: State, random: "Random") -> int:
    return STAY + below(random, 2)


@compiled
def odds(s: State, out: "Numbers", weights: "Numbers") -> int:
    out[0], out[1] = STAY, STEP
    weights[0], weights[1] = 1, 1
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
    return 1 if s.steps[seat] == GOAL else 0
