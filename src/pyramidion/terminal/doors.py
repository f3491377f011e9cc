"""Which terminal a game gets: the full screen where there is one, or plain lines."""

import asyncio
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from pyramidion.client.commands import TOKEN, server_of
from pyramidion.play import new
from pyramidion.terminal import saves

if TYPE_CHECKING:
    from pyramidion.play import Play
    from pyramidion.terminal.local import LocalTable
    from pyramidion.terminal.raced import RacedTable
    from pyramidion.terminal.table import Table


COME_BACK = f"You play as {{name}}. To come back as the same guest: {TOKEN}={{token}}"


def has_full_screen() -> bool:
    """Whether somebody sits at a terminal, and Textual is installed (`pip install 'pyramidion[terminal]'`)."""
    return sys.stdin.isatty() and sys.stdout.isatty() and find_spec("textual") is not None


def sit_down(play: "Play", people: list[int], bot: str, seed: int | None, file: Path, *, is_plain: bool) -> None:
    """Play a game here, people on some seats and bots on the others."""
    if is_plain or not has_full_screen():
        _in_lines(play, people, bot, seed, file)
    else:
        on_screen(_raced(play, people, bot, seed, file) if play.game.real_time else _local(play, people, bot, seed, file))


def join(link: str, token: str, name: str, seat: int | None, *, is_plain: bool) -> None:
    """Play at a table of a server."""
    if is_plain or not has_full_screen():
        _join_in_lines(link, token, name, seat)
    else:
        asyncio.run(_join_on_screen(link, token, name, seat))


def on_screen(table: "Table") -> None:
    """Show a table on the full screen, until it is left."""
    from pyramidion.terminal.screen.app import FullScreen

    FullScreen(table).run()
    if table.farewell:
        print(table.farewell)


async def _join_on_screen(link: str, token: str, name: str, seat: int | None) -> None:
    from pyramidion.client.tables import connect_async
    from pyramidion.terminal.joined_table import JoinedTable
    from pyramidion.terminal.screen.app import FullScreen

    server = await connect_async(server_of(link), token)
    try:
        if name:
            await server.rename(name)
        table = JoinedTable(await server.join(link, seat))
        await FullScreen(table).run_async()
    finally:
        await server.close()
    print(table.farewell)
    if not token:
        print(COME_BACK.format(name=server.name, token=server.token))


def _join_in_lines(link: str, token: str, name: str, seat: int | None) -> None:
    from pyramidion.client.sync import connect
    from pyramidion.terminal.joined import JoinedLines

    server = connect(server_of(link), token)
    if name:
        server.rename(name)
    if not token:
        print(COME_BACK.format(name=server.name, token=server.token))
    JoinedLines(server.join(link, seat)).run()


def _in_lines(play: "Play", people: list[int], bot: str, seed: int | None, file: Path) -> None:
    from pyramidion.bots.levels import make
    from pyramidion.terminal.lines import Lines
    from pyramidion.terminal.real_time import play_real_time

    if play.game.real_time:
        play_real_time(play, len(people), bot, seed, keep=lambda: saves.save(file, play, people, bot))
        return
    bots = {seat: make(bot, play.game, play.seats, seat, seed) for seat in range(play.seats) if seat not in people}
    Lines(play, bots, bot, file).run()


def _local(play: "Play", people: list[int], bot: str, seed: int | None, file: Path) -> "LocalTable":
    from pyramidion.bots.levels import make
    from pyramidion.terminal.local import LocalTable

    bots = {seat: make(bot, play.game, play.seats, seat, seed) for seat in range(play.seats) if seat not in people}
    return LocalTable(
        play, bots, bot, file, lambda: _local(again(play), people, bot, None, saves.fresh_file(play.game.name))
    )


def again(play: "Play") -> "Play":
    """The same game from its beginning."""
    # Options have names of their own, which no checker can tell from those of `new`.
    return new(play.game, seats=play.seats, **play.options)  # type: ignore[arg-type]


def _raced(play: "Play", people: list[int], bot: str, seed: int | None, file: Path) -> "RacedTable":
    from pyramidion.terminal.raced import RacedTable
    from pyramidion.terminal.real_time import race_with

    return RacedTable(
        race_with(play, len(people), bot, seed),
        len(people),
        bot,
        lambda given_up: saves.save(file, play, people, bot, given_up=given_up),
        lambda: _raced(again(play), people, bot, None, saves.fresh_file(play.game.name)),
    )
