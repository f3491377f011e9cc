"""A game of real time at this keyboard, for the full screen.

A press counts from when the key was pressed, not from when it was read. Reactions of bots count from when the new card is on
the screen, as people's do.
"""

import asyncio
import time
from collections.abc import Callable

from pyramidion.bots.race import Race
from pyramidion.game import Game, Illegal, Move
from pyramidion.play import Play
from pyramidion.terminal import saves
from pyramidion.terminal.real_time import told
from pyramidion.terminal.table import Changed, Hint, Player, Scene

KEYS = ({"space": "reflex", "enter": "calm"}, {"a": "reflex", "s": "calm"})  # of the first and the second person

Keep = Callable[[bool], None]
"""Saves the game; whether somebody gave it up."""
Again = Callable[[], "RacedTable"]


class RacedTable:
    """A game of real time: people on the first seats, bots with reflexes on the others."""

    def __init__(self, race: Race, people: int, bot_name: str, keep: Keep, again: Again) -> None:
        self.people = people
        self._bot_name = bot_name
        self._again = again
        self._acted = asyncio.Event()
        self._begin(race, keep)

    def _begin(self, race: Race, keep: Keep) -> None:
        self.race = race
        self._keep = keep
        self._started = time.monotonic()
        self._given_up: int | None = None
        self._shown_moment = -1  # of the moments, the latest that is on the screen
        self._news: list[str] = []  # of so many events:
        self._told = 0

    @property
    def play(self) -> Play:
        return self.race.play

    @property
    def game(self) -> Game:
        return self.play.game

    @property
    def commands(self) -> frozenset[str]:
        return frozenset({"rematch"} if self._is_over else {"resign"})

    @property
    def farewell(self) -> str:
        return "" if self._is_over else saves.farewell(self.game.name)

    @property
    def _is_over(self) -> bool:
        return self.play.is_over or self._given_up is not None

    def _now(self, at: float | None = None) -> float:
        """Milliseconds since the game began."""
        return ((time.monotonic() if at is None else at) - self._started) * 1000

    async def run(self, changed: Changed) -> None:
        """Let bots and the clock act when they are due."""
        try:
            while True:
                changed()
                self._acted.clear()
                await (self._acted.wait() if self._is_over else self._wait_for_others())
                if self._is_over:
                    self._save()
        finally:
            self._save()

    async def _wait_for_others(self) -> None:
        """Until something happens: if nobody at this keyboard is faster, what is due."""
        due = self.race.due()
        try:
            await asyncio.wait_for(self._acted.wait(), max(due.at - self._now(), 0) / 1000)
        except TimeoutError:
            self.race.act(max(self._now(), due.at), due.seat, due.action)

    def _save(self) -> None:
        self._keep(self._given_up is not None)

    def shown(self) -> None:
        if self.race.moment() != self._shown_moment and not self.play.is_over:
            self._shown_moment = self.race.moment()
            self.race.shown(self._now())
            self._acted.set()  # what is due is due a little later

    def scene(self) -> Scene:
        view = self.play.view(eyes=0)
        return Scene(
            view=view,
            text=self.play.display.text(view),
            headline=self._headline(),
            legal=self._legal(),
            news=self._all_news(),
            is_over=self._is_over,
        )

    def _legal(self) -> dict[int, list[str]]:
        if self._is_over:
            return {}
        return {seat: legal for seat in range(self.people) if (legal := self.play.legal(seat))}

    def _all_news(self) -> tuple[str, ...]:
        """Only what is new is worded: in real time there is no time for all of it again."""
        self._news += told(self.play, self._told)
        self._told = len(self.play.events)
        return tuple(self._news)

    def players(self) -> tuple[Player, ...]:
        return tuple(self._player(seat) for seat in range(self.play.seats))

    def _player(self, seat: int) -> Player:
        who = f"{self.play.seat_name(seat)} ({'you' if seat < self.people else self._bot_name.title()})"
        return Player(who, seat < self.people, not self._is_over and self.race.calm_action(seat) is not None)

    def _headline(self) -> str:
        if self._given_up is not None:
            return f"{self.play.seat_name(self._given_up)} resigned."
        if self.play.is_over:
            return self.play.ending()
        text = self.play.display.text(self.play.view(eyes=0)).splitlines()
        return text[-1] if text else ""

    async def read(self, seat: int, typed: str) -> str:
        raise Illegal("moves can't be typed in a game of real time")

    async def moves(self) -> list[Move]:
        raise Illegal("there is no time to choose from a list")

    async def act(self, seat: int, action: str, at: float) -> None:
        if self._is_over:
            raise Illegal("the game is over")
        self.race.act(self._now(at), seat, self.play.parse(action, seat))
        self._acted.set()

    def pressed(self, key: str) -> tuple[int, str] | None:
        """Whose key it is, and what that does now."""
        for seat in range(self.people):
            deed = KEYS[seat].get(key)
            action = self.play.game.real_time_rules.REFLEX if deed == "reflex" else self.race.calm_action(seat)
            if deed and action is None:
                raise Illegal(f"it's not {self.play.seat_name(seat)}'s turn")
            if deed and action is not None:
                return seat, self.play.encode(action, seat)
        return None

    async def hint(self) -> list[Hint]:
        raise Illegal("there is nothing to search in a game of real time")

    async def undo(self) -> None:
        raise Illegal("what happened in real time can't be undone")

    async def decline(self) -> None:
        raise Illegal("nobody asks for anything")

    async def resign(self) -> None:
        self._given_up = 0
        self._acted.set()

    async def rematch(self) -> None:
        """The same again, from the beginning."""
        if not self._is_over:
            raise Illegal("the game isn't over yet")
        fresh = self._again()
        self._begin(fresh.race, fresh._keep)
        self._acted.set()

    async def say(self, words: str) -> None:
        raise Illegal("there is nobody here to talk to")

    def lift_curtain(self) -> None:
        pass
