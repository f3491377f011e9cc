"""Bots at work: they think in threads of their own, on what their seat sees, and never keep the event loop waiting.

A bot's time counts from when it begins to think, however many others wait.
"""

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import TypeVar

import numpy as np

from pyramidion.bots.assess import assess
from pyramidion.bots.levels import LEVELS, make, seconds
from pyramidion.bots.search import Budget, Opinion, Stop
from pyramidion.engine.record import Record
from pyramidion.game import Game, Illegal
from pyramidion.server.limits import CpuLimits, Who
from pyramidion.server.thinking.lane import Lane
from pyramidion.server.thinking.preparations import Preparations

HINT = Budget(seconds=1.0, use_policy=True)
NOBODY = Who("", "")
MOST_QUESTIONS = 100  # of one user that wait at the same time
PATIENCE = 5.0  # seconds of thinking over a level's budget after which its bot plays anything legal

T = TypeVar("T")

log = logging.getLogger(__name__)


class BotPool:
    """Threads for moves, and others for all that can wait: hints, then reviews. Nobody's question delays a bot's move."""

    def __init__(self, threads: int, cpu: CpuLimits) -> None:
        self._cpu = cpu
        self._moves = Lane("moves", threads, self._cpu.charge, niceness=5)
        self._questions = Lane("questions", 1, self._cpu.charge, urgencies=3, niceness=10)
        self._positions = Lane("positions", 1, self._cpu.charge, urgencies=2)
        self.preparations = Preparations()
        self._stop = Stop()

    def close(self) -> None:
        """Stop at once: what is being thought is not needed any more."""
        self._stop.set()
        self.preparations.close()
        for lane in (self._moves, self._questions, self._positions):
            lane.close()

    async def choose(self, level: str, game: Game, seats: int, seat: int, observation: Record, who: Who = NOBODY) -> int:
        """What a bot of this level does, for who plays against it. If it thinks for far too long, anything legal.

        The same for a bot of another package that fails, or that isn't installed any more: the game must go on.
        """
        try:
            return await self._choice(level, game, seats, seat, observation, who)
        except TimeoutError:
            log.warning("a bot was too slow", extra={"level": level, "game": game.name})
        except Exception:
            if level in LEVELS:
                raise
            log.exception("a bot failed", extra={"level": level, "game": game.name})
        return first_legal(game, observation, seat)

    async def _choice(self, level: str, game: Game, seats: int, seat: int, observation: Record, who: Who) -> int:
        bot = make(level, game, seats, seat)
        job = self._moves.put(who, partial(bot.choose, observation))
        try:
            await job.begun  # waiting is not thinking
            action = await asyncio.wait_for(job.result, seconds(level) + PATIENCE)
        finally:
            job.result.cancel()
        if level not in LEVELS and action not in legal_actions(game, observation, seat):
            raise Illegal(f"{action} isn't legal")
        return action

    async def assess(self, game: Game, seats: int, seat: int, observation: Record, who: Who = NOBODY) -> Opinion:
        """For a hint: what the search thinks of each action, or a table knows of it."""
        work = partial(assess, game, observation, seats, seat, HINT, stop=self._stop)
        return await self._answer(self._questions, who, work, urgency=0, last=2)

    async def review(self, work: Callable[[], T], who: Who = NOBODY) -> T:
        """Think about a finished game."""
        return await self._answer(self._questions, who, work, urgency=1, last=2)

    async def look(self, work: Callable[[], T], who: Who = NOBODY) -> T:
        """Something that takes milliseconds: a position, a record."""
        return await self._answer(self._positions, who, work, urgency=0, last=1)

    async def _answer(self, lane: Lane, who: Who, work: Callable[[], T], urgency: int, last: int) -> T:
        """Who has used up their share of CPU time comes last."""
        job = lane.put(who, work, urgency=last if self._cpu.is_used_up(who) else urgency, most=MOST_QUESTIONS)
        try:
            return await job.result
        finally:
            job.result.cancel()  # if nobody waits any more, it need not be begun


def first_legal(game: Game, observation: Record, seat: int) -> int:
    """Any action at all."""
    return legal_actions(game, observation, seat)[0]


def legal_actions(game: Game, observation: Record, seat: int) -> list[int]:
    """All that a seat may do."""
    actions = np.zeros(game.widest, dtype=np.int64)
    return list(actions[: game.rules.legal(observation, seat, actions)].tolist())
