"""Looking through a finished game: what the search thinks of its positions, and the odds of its dice.

A finished game does not change any more: what was found is kept, and nobody has to wait for the table's lock.
"""

import time
from typing import Protocol

import msgspec
import numpy as np

from pyramidion.bots.search import Opinion
from pyramidion.engine.dispatch import CHANCE
from pyramidion.game import Game, Illegal
from pyramidion.play import GameRecord, Play, replay, who_and_what
from pyramidion.refusal import Refusal
from pyramidion.review.effects import Effect, choice, luck
from pyramidion.review.judge import Judge, shares
from pyramidion.review.knowledge import guesses
from pyramidion.server.limits import Who
from pyramidion.server.protocol.puzzles import Attempt, Attempted, Guessed, Task
from pyramidion.server.protocol.rest import ChanceEvent, Chances, Course, Odds
from pyramidion.server.storage.events import Entry
from pyramidion.server.storage.tables import TableMeta
from pyramidion.server.thinking.attempts import task_of, try_again
from pyramidion.server.thinking.bot_pool import NOBODY, BotPool

AT_ONCE = 0.4  # seconds of thinking in one answer: a page shows what it has, and asks for more


class FinishedGame(Protocol):
    """What a review needs to know of a table."""

    game: Game
    meta: TableMeta
    log: list[Entry]

    def at(self, n: int) -> Play:
        """The game as it was after the first `n` entries of the log."""


class Reviewer:
    """Of one table."""

    def __init__(self, table: FinishedGame, bot_pool: BotPool) -> None:
        self.table = table
        self._bot_pool = bot_pool
        self._judge = Judge(table.game, len(table.meta.seats))
        self._chances: dict[int, Chances] = {}

    def eyes(self, seat: int | None) -> int:
        """What may be looked at now that the game is over: with the eyes of one seat, or with everybody's."""
        meta = self.table.meta
        if meta.status != "over":
            raise Illegal("the game isn't over yet: until then you only see your own side")
        if seat is not None and not 0 <= seat < len(meta.seats):
            raise Illegal(f"there is no seat {seat}: seats are 0 to {len(meta.seats) - 1}")
        return (1 << len(meta.seats)) - 1 if seat is None else 1 << seat

    async def chances(self, n: int, who: Who = NOBODY) -> Chances:
        """What the judge thinks of the position after `n` events."""
        return (await self.chances_from(n, who, seconds=0.0))[0]

    async def chances_from(self, n: int, who: Who = NOBODY, seconds: float = AT_ONCE) -> list[Chances]:
        """The same of this position and those after it, as many as are judged in this time; at least one."""
        self._refuse_real_time()
        known = self._known_from(n)
        return known or await self._bot_pool.review(lambda: self._find(n, seconds), who)

    async def guesses(self, n: int, seat: int, who: Who = NOBODY) -> list[Guessed]:
        """What a seat could know of hidden pieces after `n` events, and what they were."""
        self.eyes(seat)

        def find() -> list[Guessed]:
            play = self.table.at(n)
            found = guesses(play, play.state, seat)
            return [Guessed(one.seat, one.place, list(one.odds.items()), one.truth) for one in found]

        return await self._bot_pool.review(find, who)

    async def task(self, n: int, seat: int, who: Who = NOBODY) -> Task:
        """The position after `n` events, for a seat to find out what was best."""
        self.eyes(seat)
        self._refuse_real_time()
        return await self._bot_pool.look(lambda: task_of(self.table.at(n), seat), who)

    async def try_again(self, n: int, seat: int, attempt: Attempt, who: Who = NOBODY) -> Attempted:
        """What would have come of another action after `n` events."""
        self.eyes(seat)
        self._refuse_real_time()
        return await self._bot_pool.review(lambda: try_again(self._judge, self.table.at(n), seat, attempt), who)

    def _refuse_real_time(self) -> None:
        if self.table.game.real_time:
            raise Illegal(f"there is no analysis for {self.table.game.title}")

    def _known_from(self, n: int) -> list[Chances]:
        """What has been found already, from a position on without a gap."""
        found = []
        while n in self._chances:
            found.append(self._chances[n])
            n += 1
        return found

    def _find(self, n: int, seconds: float) -> list[Chances]:
        until, found = time.perf_counter() + seconds, [self._one(n)]
        for later in range(n + 1, len(self.table.log) + 1):
            if time.perf_counter() >= until:
                break
            found.append(self._one(later))
        return found

    def _one(self, n: int) -> Chances:
        if n not in self._chances:
            self._chances[n] = chances(self.table, n, self._judge)
        return self._chances[n]


# Chances


def chances(table: FinishedGame, n: int, judge: Judge | None = None) -> Chances:
    """The chances of all seats after `n` events, what would have been best then, and what was changed by what happened."""
    play = table.at(n)
    judge = judge or Judge(play.game, play.seats)
    nothing = [0.0] * play.seats
    if n == len(table.log) or play.is_over:
        won = shares(table.meta.scores or nothing).tolist()
        return Chances(n=n, seat=None, win=won, best=None, told=None, lost=0.0, changes=nothing)
    entry, seat = table.log[n], _actor(table, play, n)
    if seat is None:
        return _told(n, _luck(judge, play, entry))
    observation = play.observe(1 << seat)
    action = play.parse(entry.action) if entry.kind == "act" and entry.seat == seat else None
    found = choice(judge, play.state, observation, seat, action)
    best = found.opinion.best if found.opinion else 0
    return msgspec.structs.replace(
        _told(n, found),
        seat=seat,
        best=str(play.game.notation.encode(observation, best)),
        told=play.display.tell(observation, seat, best),
        lost=max(0.0, float(-found.changes[seat])),
        ahead=_ahead(found.opinion, action),
        reason=play.display.reason(observation, seat, best),
    )


def _luck(judge: Judge, play: Play, entry: Entry) -> Effect:
    """What chance did; nothing if the game was ended before it could."""
    if entry.kind != "act" or play.actors() != (CHANCE,):
        return Effect(judge.wins(play.state), np.zeros(judge.seats))
    return luck(judge, play.state, play.parse(entry.action, CHANCE))


def _told(n: int, found: Effect) -> Chances:
    together = max(found.wins.sum(), 1e-9)  # where something is hidden, each seat has its own opinion
    win, changes = (found.wins / together).tolist(), found.changes.tolist()
    return Chances(n=n, seat=None, win=win, best=None, told=None, lost=0.0, changes=changes)


def _actor(table: FinishedGame, play: Play, n: int) -> int | None:
    """Who acted then; or who was to act, if something else happened."""
    seats = [seat for seat in play.actors() if seat != CHANCE]
    acted = table.log[n].seat
    return acted if acted in seats else next(iter(seats), None)


def _ahead(opinion: Opinion | None, action: int | None) -> float:
    """How far an action, if it was the best, was ahead of the next best."""
    if opinion is None or len(opinion.choices) == 1 or action != opinion.best:
        return 0.0
    best, following = opinion.choices[:2]
    return max(0.0, best.win - following.win)


# Odds


def odds_of(course: Course) -> Odds:
    """The odds of a record that somebody brought."""
    record: GameRecord = {
        "game": course.game,
        "version": course.version,
        "seats": course.seats,
        "options": course.options,
        "position": course.position,
        "events": [list(event) for event in course.events],
    }
    if not course.position:
        del record["position"]
    return odds(record)


def odds(record: GameRecord) -> Odds:
    """Replay a record as far as the rules allow it, and say what chance could have done at each of its events."""
    play = replay({**record, "events": []})
    events: list[ChanceEvent] = []
    for n, event in enumerate(record["events"]):
        try:
            seat, action = who_and_what(event, play.seats)
            if seat == CHANCE and CHANCE in play.actors():
                outcomes = [(play.encode(outcome, CHANCE), weight) for outcome, weight in play.odds()]
                events.append(ChanceEvent(n=n, outcomes=outcomes))
            play.act(action, seat)
        except Refusal as error:
            return Odds(events=events, trouble=f"event {n} ({event[1]}) isn't possible: {error}")
    return Odds(events=events, trouble=None)
