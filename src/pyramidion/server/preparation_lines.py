"""What a terminal shows while a server still prepares its games: a bar, and a line for each game that is ready."""

import asyncio
import sys
from collections.abc import Sequence
from typing import TextIO

from pyramidion.preparation import Progress
from pyramidion.server.thinking.preparations import Preparations

REFRESH = 0.25  # seconds


async def tell_preparation(preparations: Preparations, address: str, out: TextIO | None = None) -> None:
    """Until everything can be played."""
    if going_on := preparations.progress():
        await _tell(preparations, _titles(going_on), out or sys.stdout)
        print(f"All games are ready: {address}", file=out, flush=True)


async def _tell(preparations: Preparations, waiting: set[str], out: TextIO) -> None:
    from rich.console import Console
    from rich.progress import Progress as Bars  # only now: importing it takes a tenth of a second

    console, games = Console(file=out, highlight=False, soft_wrap=True), len(waiting)
    console.print(f"Preparing {_listed(sorted(waiting))} for this computer, once. You can already open the page.")
    with Bars(console=console, transient=True, disable=not console.is_terminal) as bars:
        bar = bars.add_task("Preparing games", total=games)
        while waiting:
            await asyncio.sleep(REFRESH)
            going_on = preparations.progress()
            for title in sorted(waiting - _titles(going_on)):
                console.print(f"{title} is ready.")
            waiting &= _titles(going_on)
            bars.update(bar, completed=games - sum(1 - one.share for one in going_on))


def _titles(going_on: Sequence[Progress]) -> set[str]:
    return {one.game.title for one in going_on}


def _listed(titles: Sequence[str]) -> str:
    *most, last = titles
    return f"{', '.join(most)} and {last}" if most else last
