"""Whether somebody learnt anything by an action: then it can't be taken back without asking.

Not by a list of harmless actions, but by looking: if what the seat could not know were otherwise, would it see the same?
"""

from typing import Any

from pyramidion.engine.dispatch import CHANCE, CHANCE_BIT
from pyramidion.engine.memory import copy
from pyramidion.engine.random import generator
from pyramidion.play import Event, Play

OTHER_WORLDS = 8  # for every event: where each might have come otherwise, all of these hardly look the same by luck


def learnt_nothing(play: Play, event: Event) -> bool:
    """Whether the seat that did this event knows no more now than it could have said before.

    The answer is told to the seat, so it must not depend on what the seat can't know either.
    """
    rules, seat, done = play.game.rules, event.seat, play.events[event.n :]
    before = play.observe_before(event, 1 << seat)
    if before.tobytes() == play.state_before(event).tobytes():
        return not any(_was_open(play, later) for later in done)
    sees = play.observe(1 << seat).tobytes()
    random = generator(event.n)
    worlds = OTHER_WORLDS * len(done)
    return all(_seen_in_another_world(rules, before, done, seat, random) == sees for _ in range(worlds))


def _was_open(play: Play, event: Event) -> bool:
    """Whether it was chance, and could have come otherwise."""
    before = play.state_before(event)
    return event.seat == CHANCE and (len(play.odds(before)) > 1 or play.game.rules.actors(before) != CHANCE_BIT)


def _seen_in_another_world(rules: Any, before: Any, done: list[Event], seat: int, random: Any) -> bytes:
    """What the seat would see after the same events, if what it could not know were otherwise."""
    world, sees = rules.State.new(), rules.State.new()
    copy(world, before)
    rules.sample(world, random)
    for event in done:
        if event.seat != CHANCE:
            rules.apply(world, event.seat, event.action)
        while rules.actors(world) == CHANCE_BIT:
            rules.apply(world, CHANCE, rules.chance(world, random))
    rules.observe(world, 1 << seat, sees)
    return bytes(sees.tobytes())
