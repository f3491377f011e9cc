"""Games that are made ready to be played: what has to be compiled is compiled by a process of its own, then loaded here.

So tables of other games go on meanwhile: Numba would hold the interpreter of this process for most of the time.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

from pyramidion.engine.compiled import is_cold
from pyramidion.game import Game
from pyramidion.preparation import Compiler, Progress, compile_game, cores
from pyramidion.server import gc_tuning

AT_ONCE, LATER = 0, 19  # how nice a process is that people wait for, and one that nobody waits for yet
MOST_AT_A_TIME = 32  # threads, which only wait

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")


class Preparations:
    """Each game is prepared once: at once for whoever needs it, or when a core is free."""

    def __init__(self) -> None:
        self._compiled: dict[str, asyncio.Task[None]] = {}
        self._loaded: dict[str, asyncio.Task[None]] = {}
        self._progress: dict[str, Progress] = {}
        self._compilers: dict[str, Compiler] = {}  # by game
        self._awaited: set[str] = set()  # games that somebody waits for
        self._threads = ThreadPoolExecutor(MOST_AT_A_TIME, "preparation")
        self._cores = asyncio.Semaphore(cores())
        self._one_at_a_time = asyncio.Lock()
        self._is_closed = False

    def close(self) -> None:
        """Stop at once."""
        self._is_closed = True
        for task in (*self._compiled.values(), *self._loaded.values()):
            task.cancel()
        for compiler in list(self._compilers.values()):
            compiler.kill()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def progress(self) -> Sequence[Progress]:
        """Of the games that people would have to wait for."""
        return list(self._progress.values())

    async def prepare(self, game: Game) -> None:
        """Have a game ready as soon as possible; whoever needs it waits here and not on the event loop."""
        await _once(self._loaded, game, lambda: self._load(game))

    async def prepare_all(self, games: Sequence[Game]) -> None:
        """In the background: as many are compiled at a time as there are cores, and one is loaded."""
        self._progress |= {game.name: Progress(game) for game in games if is_cold(game.name)}
        await asyncio.gather(*map(self._prepare_later, games))

    async def _prepare_later(self, game: Game) -> None:
        async with self._cores:
            await self._compile_once(game)
        async with self._one_at_a_time:
            await self.prepare(game)

    async def _load(self, game: Game) -> None:
        self._hurry(game)
        await self._compile_once(game)
        await self._in_thread(compile_game, game)
        self._progress.pop(game.name, None)
        gc_tuning.keep()

    def _hurry(self, game: Game) -> None:
        """Let others wait for this game, also if it is being compiled already."""
        self._awaited.add(game.name)
        if compiler := self._compilers.get(game.name):
            compiler.hurry()

    async def _compile_once(self, game: Game) -> None:
        await _once(self._compiled, game, lambda: self._compile(game))

    async def _compile(self, game: Game) -> None:
        if is_cold(game.name):
            progress = self._progress[game.name] = Progress(game)
            if not await self._in_thread(self._run_compiler, game.name, progress.advance):
                log.warning("a game could not be compiled in a process of its own", extra={"game": game.name})

    def _run_compiler(self, name: str, advance: Callable[[], None]) -> bool:
        niceness = AT_ONCE if name in self._awaited else LATER
        compiler = self._compilers[name] = Compiler(name, niceness=niceness)
        if self._is_closed:  # while it was started
            compiler.kill()
        elif niceness != AT_ONCE and name in self._awaited:
            compiler.hurry()
        is_well = compiler.wait(advance)
        if compiler.was_too_nice and not self._is_closed:
            return self._run_compiler(name, advance)
        self._compilers.pop(name)
        return is_well

    async def _in_thread(self, work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, partial(work, *arguments, **named))


async def _once(tasks: dict[str, asyncio.Task[None]], game: Game, work: Callable[[], Coroutine[object, None, None]]) -> None:
    """Do something for a game, or wait for whoever does it already; who stops waiting does not stop it."""
    if game.name not in tasks:
        tasks[game.name] = asyncio.create_task(work())
    await asyncio.shield(tasks[game.name])
