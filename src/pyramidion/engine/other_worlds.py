"""What a seat would see if what it could not know were otherwise."""

from typing import TYPE_CHECKING

from pyramidion.engine.compiled import compiled
from pyramidion.engine.dispatch import CHANCE, CHANCE_BIT, actors, apply, chance, observe, sample
from pyramidion.engine.memory import copy

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Numbers
    from pyramidion.engine.random import Random
    from pyramidion.engine.record import Record, Records


@compiled
def look_at_other_worlds(
    before: "Record", acted: "Numbers", seat: int, random: "Random", world: "Record", seen: "Records"
) -> None:
    """What the seat would see after the same actions, if what it could not know before were otherwise; time and again."""
    for i in range(len(seen)):
        copy(world, before)
        sample(world, random)
        for j in range(len(acted)):
            apply(world, acted[j, 0], acted[j, 1])
            while actors(world) == CHANCE_BIT:
                apply(world, CHANCE, chance(world, random))
        observe(world, 1 << seat, seen[i])
