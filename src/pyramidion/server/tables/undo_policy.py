"""Whether somebody learnt anything by an action: then it can't be taken back without asking.

Not by a list of harmless actions, but by looking: if what the seat could not know were otherwise, would it see the same?
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from pyramidion.engine.compiled import compiled
from pyramidion.engine.dispatch import CHANCE, CHANCE_BIT, actors, apply, chance, observe, sample
from pyramidion.engine.memory import copy
from pyramidion.engine.random import generator
from pyramidion.play import Event, Play

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Numbers
    from pyramidion.engine.random import Random

OTHER_WORLDS = 8  # for every event: where each might have come otherwise, all of these hardly look the same by luck


def learnt_nothing(play: Play, event: Event) -> bool:
    """Whether the seat that did this event knows no more now than it could have said before.

    The answer is told to the seat, so it must not depend on what the seat can't know either.
    """
    seat, done, state = event.seat, play.events[event.n :], play.game.rules.State
    before = play.observe_before(event, 1 << seat)
    if before.tobytes() == play.state_before(event).tobytes():
        return not any(_was_open(play, later) for later in done)
    acted = np.array([(later.seat, later.action) for later in done if later.seat != CHANCE], dtype=np.int64)
    worlds = OTHER_WORLDS * len(done)
    seen = state.batch(worlds)
    look_at_other_worlds(before, acted, seat, generator(event.n), state.new(), seen)
    return bool(seen.tobytes() == play.observe(1 << seat).tobytes() * worlds)


def warm(play: Play) -> None:
    """Have what this needs compiled."""
    state, nothing = play.game.rules.State, np.zeros((0, 2), dtype=np.int64)
    look_at_other_worlds(play.observe(1), nothing, 0, generator(0), state.new(), state.batch(1))


def _was_open(play: Play, event: Event) -> bool:
    """Whether it was chance, and could have come otherwise."""
    before = play.state_before(event)
    return event.seat == CHANCE and (len(play.odds(before)) > 1 or play.game.rules.actors(before) != CHANCE_BIT)


@compiled
def look_at_other_worlds(before: Any, acted: "Numbers", seat: int, random: "Random", world: Any, seen: Any) -> None:
    """What the seat would see after the same actions, if what it could not know before were otherwise; time and again."""
    for i in range(len(seen)):
        copy(world, before)
        sample(world, random)
        for j in range(len(acted)):
            apply(world, acted[j, 0], acted[j, 1])
            while actors(world) == CHANCE_BIT:
                apply(world, CHANCE, chance(world, random))
        observe(world, 1 << seat, seen[i])
