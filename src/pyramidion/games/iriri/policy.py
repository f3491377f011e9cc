"""Greedy play: always a placement with most points, and any take."""

from typing import TYPE_CHECKING

from pyramidion.engine.compiled import compiled
from pyramidion.engine.playout import uniform_step
from pyramidion.engine.random import below
from pyramidion.games.iriri.placements import placements, worth
from pyramidion.games.iriri.rules import TO_PLACE, apply

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Numbers
    from pyramidion.engine.random import Random
    from pyramidion.games.iriri.rules import State


@compiled
def policy_step(s: "State", random: "Random", out: "Numbers") -> int:
    """One action of a greedy game; 0 and no action when it is over."""
    if s.phase != TO_PLACE:
        return uniform_step(s, random, out)
    apply(s, int(s.seat), greedy_placement(s, random, out))
    return 1


@compiled
def greedy_placement(s: "State", random: "Random", out: "Numbers") -> int:
    """A placement with most points, each of them as likely as the others."""
    best = most = ties = 0
    for i in range(placements(s, out)):
        points = worth(s, int(out[i]))
        if points > most:
            best, most, ties = int(out[i]), points, 1
        elif points == most:
            ties += 1
            if below(random, ties) == 0:
                best = int(out[i])
    return best


@compiled
def evaluate(s: "State", seat: int) -> int:
    """The points up to now."""
    return int(s.points[seat])
