"""Bots of one's own: they accept challenges by their own rules, and play several tables at once.

A bot is a class with `choose(observation, legal, clock)`; each table has an instance of its own. What else it may have:
`games` (the names of those it plays; all, if it doesn't say), and `accepts(challenge)`.
"""

import asyncio
import importlib.util
import logging
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from pyramidion.client.rest import Json
from pyramidion.client.tables import AsyncServer, AsyncTable
from pyramidion.refusal import Refusal

MOST_REFUSALS = 5  # one after the other, before a bot gives a game up
REMATCH_SECONDS = 120.0  # that it stays at a table after the game, in case somebody wants to play again

log = logging.getLogger(__name__)


class Observation:
    """What a bot is shown: its seat's view of a table."""

    def __init__(self, table: AsyncTable, seat: int, loop: asyncio.AbstractEventLoop) -> None:
        self.seat = seat
        self.seats = len(table.sync["chairs"])
        self.game = table.game
        self.options = dict(table.sync["options"])
        self.n = table.n
        self.events = list(table.events)
        self._table = table
        self._loop = loop

    @property
    def view(self) -> Any:
        """As the game's own `View`."""
        return self._table.view()

    @property
    def text(self) -> str:
        """As text."""
        return self._table.text()

    @property
    def record(self) -> Any:
        """As the rules' own record, which a search of ours can think about. It is asked of the server."""
        return asyncio.run_coroutine_threadsafe(self._table.observation(), self._loop).result()


class TableBot(Protocol):
    """What plays at one table."""

    def choose(self, observation: Observation, legal: list[str], clock: float | None) -> str | None:
        """One of the legal actions; None: nothing for now. The clock is its seconds left, if there is one."""


class Runner:
    """Plays for one user, wherever they are challenged or sit."""

    def __init__(self, server: AsyncServer, bot: type[TableBot], most_tables: int = 8) -> None:
        self._server = server
        self._bot = bot
        self._most = most_tables
        # Threads of their own, one a table: a bot that thinks may ask the server, and that needs one of the loop's.
        self._thinking = ThreadPoolExecutor(most_tables, "pyramidion bot")
        self._playing: dict[str, asyncio.Task[None]] = {}

    async def run(self) -> None:
        """Play for ever."""
        try:
            async for news in self._server.news():
                await self._hear(news)
        finally:
            for playing in self._playing.values():
                playing.cancel()
            await asyncio.gather(*self._playing.values(), return_exceptions=True)
            self._thinking.shutdown(wait=False, cancel_futures=True)
            await self._server.close()

    async def join(self, link: str) -> None:
        """Play at this table."""
        table = await self._server.join(link)
        await table.close()
        self._play(table.id)

    async def _hear(self, news: Json) -> None:
        if news["type"] == "challenge":
            await self._answer(news)
        elif news["type"] != "over":
            self._play(news["table"])

    async def _answer(self, challenge: Json) -> None:
        try:
            if not await self._accepts(challenge):
                await self._server.decline(challenge["table"])
                return
            await self._server.sit(challenge["table"])
        except Refusal as refusal:  # it was taken back just now
            log.info("a challenge was not accepted: %s", refusal)
            return
        self._play(challenge["table"])

    async def _accepts(self, challenge: Json) -> bool:
        """Whether the bot wants to play that; it may look at all that is known of the table."""
        games: list[str] | None = getattr(self._bot, "games", None)
        if len(self._playing) >= self._most or (games is not None and challenge["game"] not in games):
            return False
        accepts = getattr(self._bot, "accepts", None)
        if accepts is None:
            return True
        table = await self._server.rest.ask("GET", f"/api/tables/{challenge['table']}")
        try:
            return bool(accepts(self._bot(), {**table, **challenge}))
        except Exception:
            log.exception("the bot failed at a challenge, which is declined")
            return False

    def _play(self, table_id: str) -> None:
        if table_id not in self._playing:
            playing = self._playing[table_id] = asyncio.create_task(self._play_and_report(table_id))
            playing.add_done_callback(lambda _: self._playing.pop(table_id, None))

    async def _play_and_report(self, table_id: str) -> None:
        try:
            await self._play_table(table_id)
        except Refusal as refusal:
            log.warning("table %s was left: %s", table_id, refusal)
        except Exception:
            log.exception("the bot failed at table %s", table_id)

    async def _play_table(self, table_id: str) -> None:
        table = await self._server.watch(table_id)
        try:
            log.info("playing %s at %s", table.game.title, table.link)
            await self._play_game(table)
            log.info("%s %s", table.link, table.ending)
            if again := await self._rematch(table):
                self._play(again)
        finally:
            await table.close()

    async def _play_game(self, table: AsyncTable) -> None:
        bot, refusals, loop = self._bot(), 0, asyncio.get_running_loop()
        while await table.wait_for_turn():
            heard, seat = table.heard, table.sync["legal"][0]["seat"]
            observation = Observation(table, seat, loop)
            try:
                choosing = partial(bot.choose, observation, table.legal(seat), _clock(table, seat))
                action = await loop.run_in_executor(self._thinking, choosing)
                if action is None:
                    await table.wait(heard)
                elif table.n == observation.n or table.game.real_time:
                    await table.act(action, seat)
                refusals = 0
            except Refusal as refusal:
                refusals += 1
                log.warning("%s: %s", table.link, refusal)
                if refusals >= MOST_REFUSALS:
                    await table.resign(seat)
            except Exception:
                await table.resign(seat)
                raise

    async def _rematch(self, table: AsyncTable) -> str | None:
        """Agree to a rematch, if somebody wants one soon: its table."""
        try:
            async with asyncio.timeout(REMATCH_SECONDS):
                while not table.sync["again"]:
                    heard, wishing = table.heard, table.sync["wishes"].get("rematch", [])
                    if wishing and self._server.user not in wishing:
                        await table.offer("rematch")
                    await table.wait(heard)
        except TimeoutError:
            return None
        return str(table.sync["again"])


def _clock(table: AsyncTable, seat: int) -> float | None:
    clock = table.clock
    return clock.left[seat] / 1000 if clock else None


def load(file: Path) -> type[TableBot]:
    """The bot of a Python file: its only class with `choose`, or the one called Bot."""
    spec = importlib.util.spec_from_file_location(file.stem, file)
    if spec is None or spec.loader is None or not file.is_file():
        raise Refusal(f"{file} isn't a Python file")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found = {
        name: thing
        for name, thing in vars(module).items()
        if isinstance(thing, type) and hasattr(thing, "choose") and thing.__module__ == module.__name__
    }
    if "Bot" not in found and len(found) != 1:
        raise Refusal(f"{file} has {len(found) or 'no'} classes with a method choose: name one of them Bot")
    bot: type[TableBot] = found.get("Bot") or next(iter(found.values()))
    return bot
