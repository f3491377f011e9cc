"""Greedy play: always a placement with most points, and any take."""

from typing import TYPE_CHECKING

from pyramidion.engine.compiled import compiled
from pyramidion.engine.random import below
from pyramidion.games.iriri.placements import list_placements, worth
from pyramidion.games.iriri.rules import TO_PLACE, outside_turn, play_turn

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Numbers
    from pyramidion.engine.random import Random
    from pyramidion.games.iriri.rules import State


@compiled
def policy_step(s: "State", random: "Random", out: "Numbers") -> int:
    """A whole turn of a greedy game, or an action outside of one; 0 and no action when it is over."""
    if s.phase == TO_PLACE:
        return play_turn(s, greedy_placement(s, random, out), random)
    return outside_turn(s, random)


@compiled
def greedy_placement(s: "State", random: "Random", out: "Numbers") -> int:
    """A placement with most points, each of them as likely as the others."""
    best = most = ties = 0
    for i in range(list_placements(s, out)):
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
