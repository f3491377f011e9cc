"""A game of real time along a clock: who acts next, and when, if nobody acts before.

The clock is the caller's: the terminal's is the true one, the lab's jumps from each event to the next. All times are
milliseconds since the game began.

A bot's reflex counts from when it is done, but is due a tie window later: until then somebody else may be equally fast.
"""

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from pyramidion.bots.reflex import Reflex
from pyramidion.engine.dispatch import CHANCE
from pyramidion.game import Illegal
from pyramidion.timing import Timing

if TYPE_CHECKING:
    from pyramidion.play import Event, Play


class Due(NamedTuple):
    """What will happen, and when, if nobody acts before."""

    at: float
    seat: int
    action: int | None  # None: time is up, and chance acts


class Race:
    """Bots on some seats of a game; the others are for the caller to play.

    The tie window is the table's, unless another one is given: 0 for people who share a keyboard, or for a caller with a
    judge of its own.
    """

    def __init__(self, play: "Play", bots: Mapping[int, Reflex], tie: float | None = None) -> None:
        self.play = play
        self.bots = bots
        self.began = 0.0  # when the present moment began
        self.timed_since = 0.0  # when chance got something to do when time is up
        self.timing: Timing = play.game.timing.timing(play.options)
        self.tie = self.timing.tie if tie is None else tie

    def due(self) -> Due:
        """The next to act while everybody else waits: a bot, the clock, or the clock for a seat that sleeps."""
        dues = [due for seat in range(self.play.seats) if (due := self._due(seat))]
        if self.play.is_timed:
            dues.append(Due(self.timed_since + self.timing.window, CHANCE, None))
        first = min(dues, key=lambda due: due[:2])
        if first.seat in self.reflexes():
            return first._replace(at=math.nextafter(first.at + self.tie, math.inf))  # at the window's very end it is a tie
        return first

    def _due(self, seat: int) -> Due | None:
        if seat not in self.bots:
            calm = self.calm_action(seat)
            return None if calm is None else Due(self.began + self.timing.patience, seat, calm)
        plan = self.bots[seat].plan(self.play.observe(1 << seat))
        if plan is None:
            return None
        calm = plan.action != self.play.game.real_time_rules.REFLEX
        return Due(self.began + max(plan.after, self.timing.pace if calm else 0), seat, plan.action)

    def reflexes(self) -> dict[int, float]:
        """When bots do their reflex in this moment, by their seats, if it is right to do it."""
        rules = self.play.game.real_time_rules
        if not rules.cue(self.play.state):
            return {}
        plans = {seat: bot.plan(self.play.observe(1 << seat)) for seat, bot in self.bots.items()}
        return {seat: self.began + plan.after for seat, plan in plans.items() if plan and plan.action == rules.REFLEX}

    def calm_action(self, seat: int) -> int | None:
        """What a seat may do that is not its reflex."""
        actions = [action for action in self.play.legal_actions(seat) if action != self.play.game.real_time_rules.REFLEX]
        return actions[0] if actions else None

    def act(self, at: float, seat: int, action: int | None) -> "Event":
        """Let it happen now. What is not a reflex must wait until everybody could see the last event, and for the judge."""
        if action is not None:
            self.check_pace(at, action)
        before = self.mark()
        event = self.play.tick() if action is None else self._judged(at, seat, action)
        self.moved(at, before)
        if self.is_time_up(at):
            self.play.act(self.timing.time_up, CHANCE)
        return event

    def _judged(self, at: float, seat: int, action: int) -> "Event":
        """The action; or, where a reflex is right, that of whoever is first, or a tie of all who are as fast."""
        times = self.reflexes()
        if action != self.play.game.real_time_rules.REFLEX:
            if any(time <= at for time in times.values()):
                raise Illegal(self.timing.is_judged)
            return self.play.act(action, seat)
        if refusal := self.play.why_not(action, seat):
            raise Illegal(refusal)
        times.setdefault(seat, at)
        first = min(times, key=lambda each: times[each])
        is_tie = sum(time <= times[first] + self.tie for time in times.values()) > 1
        return self.play.act(self.timing.tied, CHANCE) if is_tie else self.play.act(action, first)

    def check_pace(self, at: float, action: int) -> None:
        """Refuse what comes before everybody could see what happened last."""
        if action != self.play.game.real_time_rules.REFLEX and at < self.began + self.timing.pace:
            raise Illegal(self.timing.too_soon)

    def mark(self) -> tuple[int, bool]:
        """What `moved` wants to know of the time before."""
        return self.moment(), self.play.is_timed

    def moved(self, at: float, before: tuple[int, bool]) -> None:
        """Something has happened: perhaps a new moment has begun, or time runs for chance."""
        moment, was_timed = before
        if self.moment() != moment:
            self.began = at
        if self.play.is_timed and (not was_timed or self.moment() != moment):
            self.timed_since = at

    def shown(self, at: float) -> None:
        """The present moment is seen from now on only: its times count from here."""
        if self.timed_since == self.began:
            self.timed_since = at
        self.began = at

    def moment(self) -> int:
        """A number that changes with what there is to react to."""
        return int(self.play.game.real_time_rules.moment(self.play.state))

    def is_time_up(self, at: float) -> bool:
        """Whether the limit by time is reached, and the rules let the table call it now."""
        limit, time_up = self.timing.limit, self.timing.time_up
        return limit is not None and at >= limit and time_up in self.play.legal_actions(CHANCE)

    def run(self) -> float:
        """Let the bots play to the end, at once; how long it would have taken."""
        at = 0.0
        while not self.play.is_over:
            due = self.due()
            at = max(at, due.at)
            self.act(at, due.seat, due.action)
        return at
