"""Undo: which choice is taken back, and whether that needs anybody's consent.

It does not if nobody acted since and nothing was learnt. Whether something was learnt is not decided by a list of harmless
actions, but by looking: if what the seat could not know were otherwise, would it see the same?
"""

from collections.abc import Sequence

import numpy as np

from pyramidion.engine.dispatch import CHANCE, CHANCE_BIT
from pyramidion.engine.other_worlds import look_at_other_worlds
from pyramidion.engine.random import generator
from pyramidion.game import Illegal
from pyramidion.play import Event, Play
from pyramidion.server.tables.table import Table

MOST_UNDOS = 300  # at one table, so that its log doesn't grow for ever
OTHER_WORLDS = 8  # for every event: where each might have come otherwise, all of these hardly look the same by luck


def last_choice(table: Table, seats: Sequence[int]) -> int | None:
    """The number of the last event that one of these seats chose; what was forced was no choice."""
    if table.play is None:
        return None
    for event, n in zip(reversed(table.play.events), reversed(table.line), strict=True):
        if event.seat in seats and not table.play.was_forced(event):
            return n
    return None


def check_undos(table: Table) -> None:
    """Refuse to take back more, if that was done too often."""
    if sum(entry.kind == "undo" for entry in table.log) >= MOST_UNDOS:
        raise Illegal(f"{MOST_UNDOS} moves have been undone in this game: no more undos")


def may_undo(table: Table, seats: Sequence[int]) -> bool:
    """Whether these seats may take their last choice back without asking."""
    if table.play is None or table.meta.status != "live":
        return False
    if has_only_bots_beside(table, seats) and not table.meta.rated:
        return last_choice(table, seats) is not None
    choice = _unanswered(table.play, seats)
    return choice is not None and learnt_nothing(table.play, choice)


def has_only_bots_beside(table: Table, seats: Sequence[int]) -> bool:
    """Whether these seats play against bots alone."""
    return all(seat.bot for number, seat in enumerate(table.meta.seats) if number not in seats)


def _unanswered(play: Play, seats: Sequence[int]) -> Event | None:
    """The last choice of these seats, if nobody else has acted since."""
    for event in reversed(play.events):
        if event.seat != CHANCE and event.seat not in seats:
            return None
        if event.seat != CHANCE and not play.was_forced(event):
            return event
    return None


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


def _was_open(play: Play, event: Event) -> bool:
    """Whether it was chance, and could have come otherwise."""
    before = play.state_before(event)
    return event.seat == CHANCE and (len(play.odds(before)) > 1 or play.game.rules.actors(before) != CHANCE_BIT)
