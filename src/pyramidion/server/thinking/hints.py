"""Hints: what the search thinks of each action, as a page is told."""

import asyncio
from collections.abc import Awaitable

from pyramidion.bots.search import Opinion
from pyramidion.engine.record import Record
from pyramidion.game import Game
from pyramidion.play import Play
from pyramidion.server.limits import Who
from pyramidion.server.protocol.socket import Hint, Opined
from pyramidion.server.thinking.bot_pool import BotPool


class Hints:
    """The hints of one table. Of each position the search is asked once for each seat, however often people ask."""

    def __init__(self, bot_pool: BotPool, game: Game, seats: int) -> None:
        self._bot_pool = bot_pool
        self._game = game
        self._seats = seats
        self._n = -1
        self._opinions: dict[int, asyncio.Task[Opinion]] = {}

    def opinion(self, n: int, seat: int, observation: Record, who: Who) -> Awaitable[Opinion]:
        """What the search thinks after `n` events."""
        if n != self._n:
            self._n, self._opinions = n, {}
        if seat not in self._opinions or _has_failed(self._opinions[seat]):
            work = self._bot_pool.assess(self._game, self._seats, seat, observation, who)
            self._opinions[seat] = asyncio.create_task(work)
        return asyncio.shield(self._opinions[seat])


def _has_failed(task: "asyncio.Task[Opinion]") -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)


def hint(play: Play, n: int, seat: int, observation: Record, opinion: Opinion) -> Hint:
    """An opinion as a page is told."""
    total = sum(choice.visits for choice in opinion.choices) or 1
    choices = [
        Opined(
            action=str(play.game.notation.encode(observation, choice.action)),
            told=play.display.tell(observation, seat, choice.action),
            win=choice.win,
            share=choice.visits / total,
            reason=play.display.reason(observation, seat, choice.action),
        )
        for choice in opinion.choices
    ]
    return Hint(n=n, seat=seat, choices=choices, exact=opinion.is_exact)
