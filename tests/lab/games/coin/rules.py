"""The first seat flips a coin: heads, and it has won."""

from typing import TYPE_CHECKING

from pyramidion.engine.compiled import compiled
from pyramidion.engine.dispatch import CHANCE_BIT, EVERYONE
from pyramidion.engine.memory import copy
from pyramidion.engine.random import below
from pyramidion.engine.record import Record, int8

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Numbers
    from pyramidion.engine.random import Random

FLIP, HEADS, TAILS = 0, 1, 2


class State(Record):
    coin_step = int8(most=2)  # 0: to flip; 1: in the air; 2: over
    heads = int8(most=1)


@compiled
def setup(s: State, seats: int, options: "Numbers") -> None:
    pass


@compiled
def actors(s: State) -> int:
    if s.coin_step == 1:
        return CHANCE_BIT
    return 1 if s.coin_step == 0 else 0


@compiled
def legal(s: State, seat: int, out: "Numbers") -> int:
    out[0] = FLIP
    return 1 if seat == 0 and s.coin_step == 0 else 0


@compiled
def apply(s: State, seat: int, action: int) -> None:
    s.coin_step += 1
    s.heads = 1 if action == HEADS else 0


@compiled
def chance(s: State, random: "Random") -> int:
    return HEADS + below(random, 2)


@compiled
def odds(s: State, out: "Numbers", weights: "Numbers") -> int:
    out[0], out[1] = HEADS, TAILS
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
    return int(s.heads) if seat == 0 else 1 - int(s.heads)
