"""The full screen for tests: on tables of our own, driven by Textual's pilot, and read as text."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any

import pyramidion
from pyramidion import Play
from pyramidion.bots.levels import make
from pyramidion.engine.dispatch import CHANCE
from pyramidion.terminal.local import LocalTable
from pyramidion.terminal.screen.app import FullScreen
from pyramidion.terminal.screen.board import Board

SECONDS = 600
SIZES = [(80, 24), (140, 45)]  # of terminals: what every program must fit into, and a large one
LATE = {"senet": 180, "river": 50, "pyramid_poker": 84, "iriri": 30}  # actions of seats, of games that begin like these


def table(play: Play, file: Path, people: tuple[int, ...] = (0,), bot: str = "uniform", again: Any = None) -> LocalTable:
    """A game with a quick bot, which takes no more time than it needs."""
    bots = {seat: make(bot, play.game, play.seats, seat, seat) for seat in range(play.seats) if seat not in people}
    return LocalTable(play, bots, bot, file, again or (lambda: table(play, file, people, bot)), pace=0)


def played(game: str, events: int, seed: int = 3, **options: Any) -> Play:
    """A game that has been played at random for so many actions of seats."""
    play, choose = pyramidion.new(game, seed=seed, **options), random.Random(seed)
    for _ in range(events):
        seats = [seat for seat in play.actors() if seat != CHANCE]
        if play.is_over:
            break
        if play.is_timed or not seats:
            play.tick()
        else:
            play.act(choose.choice(play.legal_actions(seats[0])), seats[0])
    return play


def shown(app: FullScreen) -> str:
    """What is on the screen, as text. Textual offers pictures of it only, so its own lines are read."""
    strips = app.screen._compositor.render_strips(app.size)
    return "\n".join(strip.text.rstrip() for strip in strips)


def board(app: FullScreen) -> Board:
    return app.screen_stack[0].query_one(Board)


def is_ready(app: FullScreen) -> bool:
    """Whether somebody can tap, or the game is over."""
    return app.seen.is_over or bool(board(app).taps.lit)


async def until(pilot: Any, is_so: Callable[[], bool]) -> None:
    """Wait for something, however long that takes on a busy machine."""
    async with asyncio.timeout(SECONDS):
        while not is_so():
            await pilot.pause(0.01)


def drive(app: FullScreen, script: Callable[[Any], Awaitable[None]], size: tuple[int, int] = (80, 24)) -> None:
    """Run a script against the app."""

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await script(pilot)

    job: Coroutine[Any, Any, None] = run()
    asyncio.run(job)
