"""What bots may know of Seega beside its rules: sensible people capture when they can, and count stones."""

from typing import TYPE_CHECKING

from pyramidion.engine.compiled import compiled
from pyramidion.engine.random import below
from seega.rules import SQUARES, STOP, State, apply, captures, is_over, legal, stones, target

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Numbers
    from pyramidion.engine.random import Random


@compiled
def policy_step(s: State, random: "Random", out: "Numbers") -> int:
    """Capture if that is possible; else anything. 0 when it is over."""
    if is_over(s):
        return 0
    seat = int(s.seat)
    count = legal(s, seat, out)
    action = out[below(random, count)]
    best = 0
    for number in range(count):
        one = out[number]
        taken = captures(s, seat, target(one)) if SQUARES <= one < STOP else 0
        if taken > best:
            best, action = taken, one
    apply(s, seat, action)
    return 1


@compiled
def evaluate(s: State, seat: int) -> int:
    """How many stones a seat is ahead."""
    return stones(s, seat) - stones(s, 1 - seat)
