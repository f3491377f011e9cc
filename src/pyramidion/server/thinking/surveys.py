"""Surveys that people watch: in the server's spare time, bounded for everybody, and over as soon as nobody watches."""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator
from functools import partial
from itertools import count
from typing import Literal, NamedTuple

import msgspec

from pyramidion.bots.levels import BEST, LEVELS
from pyramidion.lab.live import Slice
from pyramidion.refusal import Refusal
from pyramidion.server.limits import TooMuch, Who
from pyramidion.server.protocol.lab import NewSurvey, SurveyNews
from pyramidion.server.thinking.lab_process import LabProcess, ProcessEnded
from pyramidion.server.thinking.lane import Lane

SLICES = (0.1, 0.2)  # seconds: the first figures come soon
SLICE = 0.5  # and then these
MOST_AT_ONE_ADDRESS = 4
MOST = 20  # on the whole server: each keeps its games in memory
IDLE = 60.0  # seconds without a survey after which the process ends
BOTS = ("uniform", "policy", *list(LEVELS)[:BEST])  # the best takes too long for a game

log = logging.getLogger(__name__)


class Watched(NamedTuple):
    """A survey that somebody watches, and where."""

    survey: str
    address: str


class Surveys:
    """One at a time for everybody who asks; slices of all that are going on take turns."""

    def __init__(self, most_seconds: float) -> None:
        self._most_seconds = most_seconds
        self._process = LabProcess()
        self._lane = Lane("surveys", 1, lambda _who, _seconds: None)  # its thread only waits
        self._numbers = count(1)
        self._watched: dict[str, Watched] = {}  # by user
        self._is_closed = False
        self._idle: asyncio.TimerHandle | None = None

    def end(self) -> None:
        """Let everybody know at once that no more is coming."""
        self._is_closed = True
        self._watched.clear()
        self._process.close()

    def close(self) -> None:
        """Stop, and leave nothing behind."""
        self.end()
        if self._idle:
            self._idle.cancel()
        self._lane.close()

    def begin(self, wish: NewSurvey, who: Who) -> AsyncIterator[SurveyNews]:
        """What is found, as long as somebody asks for more. It ends what they watched before; refused at once if wrong."""
        if not self._most_seconds:
            raise Refusal("this server measures no games: run `pyramidion lab` on your own machine")
        if unknown := [bot for bot in wish.bots if bot not in BOTS]:
            raise Refusal(f"the lab's bots are {', '.join(BOTS)} here, not {unknown[0]}: others take too long for a game")
        number = str(next(self._numbers))
        survey = Slice(number, wish.game, wish.seats, wish.bots, wish.seed, wish.variants, wish.games)
        survey.setups()
        self._check_room(who)
        return self._follow(survey, who)

    def _check_room(self, who: Who) -> None:
        others = Counter(watched.address for user, watched in self._watched.items() if user != who.user)
        if others[who.address] >= MOST_AT_ONE_ADDRESS or others.total() >= MOST:
            raise TooMuch("too many surveys are going on: please wait until one of them is over")

    async def _follow(self, survey: Slice, who: Who) -> AsyncIterator[SurveyNews]:
        mine = self._watched[who.user] = Watched(survey.survey, who.address)
        news, spent, slices = SurveyNews(0, [], [], 0.0), 0.0, iter(SLICES)
        try:
            while not news.ended:
                news = await self._ask(msgspec.structs.replace(survey, seconds=next(slices, SLICE)), who)
                spent += news.cpu_seconds
                is_mine = self._watched.get(who.user) == mine
                news = msgspec.structs.replace(news, ended=self._end_of(survey, news, spent) if is_mine else "another")
                yield news
        except ProcessEnded:
            if not self._is_closed:
                log.warning("the lab's process has ended", extra={"game": survey.game})
            yield msgspec.structs.replace(news, ended="closed" if self._is_closed else "trouble")
        finally:
            self._forget(mine, who)

    def _end_of(self, survey: Slice, news: SurveyNews, spent: float) -> Literal["", "all", "time"]:
        if news.games >= survey.games:
            return "all"
        return "time" if spent >= self._most_seconds else ""

    async def _ask(self, asked: Slice, who: Who) -> SurveyNews:
        job = self._lane.put(who, partial(self._process.ask, asked))
        try:
            return msgspec.json.decode(await job.result, type=SurveyNews)
        finally:
            job.result.cancel()  # if nobody watches any more, it need not be begun

    def _forget(self, mine: Watched, who: Who) -> None:
        """Let the process forget a survey, and end when there was none for a while."""
        if self._watched.get(who.user) == mine:
            del self._watched[who.user]
        self._lane.put(who, partial(self._process.forget, mine.survey))
        if self._idle:
            self._idle.cancel()
        if not self._is_closed:
            self._idle = asyncio.get_running_loop().call_later(IDLE, self._rest)

    def _rest(self) -> None:
        if not self._watched:
            self._process.stop()
