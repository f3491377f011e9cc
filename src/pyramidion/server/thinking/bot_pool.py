"""Bots at work: they think in threads of their own, on what their seat sees, and never keep the event loop waiting."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

import numpy as np

from pyramidion.bots.assess import assess
from pyramidion.bots.levels import level_of, make, warm
from pyramidion.bots.search import Budget, Opinion, Stop
from pyramidion.engine.other_worlds import look_at_other_worlds
from pyramidion.engine.random import generator
from pyramidion.engine.record import Record
from pyramidion.game import Game
from pyramidion.play import Play, new
from pyramidion.server import gc_tuning

HINT = Budget(seconds=1.0, use_policy=True)
LONG_ENOUGH = 300  # events of a game that is played to have everything compiled
PATIENCE = 5.0  # seconds over a level's budget after which its bot plays anything legal

T = TypeVar("T")

log = logging.getLogger(__name__)


class BotPool:
    """A few threads for all bots and hints."""

    def __init__(self, threads: int) -> None:
        self._pool = ThreadPoolExecutor(threads, "thinker")
        self._warm: dict[str, asyncio.Task[None]] = {}
        self._stop = Stop()
        self._reviewing = asyncio.Lock()

    def close(self) -> None:
        """Stop at once: what is being thought is not needed any more."""
        self._stop.set()
        self._pool.shutdown(wait=True, cancel_futures=True)

    async def warm(self, game: Game) -> None:
        """Have a game compiled, once; whoever needs it waits here and not on the event loop."""
        if game.name not in self._warm:
            self._warm[game.name] = asyncio.create_task(asyncio.to_thread(_compile, game))
            self._warm[game.name].add_done_callback(lambda _: gc_tuning.keep())
        await asyncio.shield(self._warm[game.name])

    async def choose(self, level: str, game: Game, seats: int, seat: int, observation: Record) -> int:
        """What a bot of this level does. If it takes far too long, anything legal."""
        bot = make(level, game, seats, seat)
        budget = level_of(level).budget.seconds
        loop = asyncio.get_running_loop()
        try:
            deadline = (budget or 1.0) + PATIENCE
            return await asyncio.wait_for(loop.run_in_executor(self._pool, bot.choose, observation), deadline)
        except TimeoutError:
            log.warning("a bot was too slow", extra={"level": level, "game": game.name})
            return first_legal(game, observation, seat)

    async def assess(self, game: Game, seats: int, seat: int, observation: Record) -> Opinion:
        """For a hint: what the search thinks of each action, or a table knows of it."""

        work = partial(assess, game, observation, seats, seat, HINT, stop=self._stop)
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    async def review(self, work: Callable[[], T]) -> T:
        """Something about a finished game: one at a time, and beside the threads that bots need."""
        async with self._reviewing:
            return await asyncio.to_thread(work)


def first_legal(game: Game, observation: Record, seat: int) -> int:
    """Any action at all."""
    actions = np.zeros(game.widest, dtype=np.int64)
    game.rules.legal(observation, seat, actions)
    return int(actions[0])


def _compile(game: Game) -> None:
    """Have everything of a game compiled that a table and its bots need: a game is played, looked at and told."""
    warm(game)
    play = new(game, seed=0)
    _compile_other_worlds(play)
    while (actors := play.actors()) and len(play.events) < LONG_ENOUGH:
        event = play.act(play.legal_actions(actors[0])[-1], actors[0])
        play.was_forced(event)
        play.tell(event, actors[0])
        play.text(actors[0])
    game.rules.score(play.state, 0)


def _compile_other_worlds(play: Play) -> None:
    """What the undo policy needs."""
    state, nothing = play.game.rules.State, np.zeros((0, 2), dtype=np.int64)
    look_at_other_worlds(play.observe(1), nothing, 0, generator(0), state.new(), state.batch(1))
