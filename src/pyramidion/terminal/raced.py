"""A game of real time at this keyboard, for the full screen.

A press counts from when the key was pressed, not from when it was read. Reactions of bots count from when the new card is on
the screen, as people's do.
"""

import asyncio
import time

from pyramidion.bots.race import Race
from pyramidion.game import Game, Illegal
from pyramidion.play import Play
from pyramidion.terminal.real_time import told
from pyramidion.terminal.table import Changed, Hint, Player, Scene

KEYS = ({"space": "reflex", "enter": "calm"}, {"a": "reflex", "s": "calm"})  # of the first and the second person


class RacedTable:
    """A game of real time: people on the first seats, bots with reflexes on the others."""

    def __init__(self, race: Race, people: int, bot_name: str, keep: Changed) -> None:
        self.race = race
        self.people = people
        self._bot_name = bot_name
        self._keep = keep
        self._started = time.monotonic()
        self._given_up: int | None = None
        self._acted = asyncio.Event()
        self._shown_moment = -1  # of the moments, the latest that is on the screen

    @property
    def play(self) -> Play:
        return self.race.play

    @property
    def game(self) -> Game:
        return self.play.game

    @property
    def commands(self) -> frozenset[str]:
        return frozenset() if self._is_over else frozenset({"resign"})

    @property
    def _is_over(self) -> bool:
        return self.play.is_over or self._given_up is not None

    def _now(self, at: float | None = None) -> float:
        """Milliseconds since the game began."""
        return ((time.monotonic() if at is None else at) - self._started) * 1000

    async def run(self, changed: Changed) -> None:
        """Let bots and the clock act when they are due."""
        changed()
        while not self._is_over:
            self._acted.clear()
            due = self.race.due()
            try:
                await asyncio.wait_for(self._acted.wait(), max(due.at - self._now(), 0) / 1000)
            except TimeoutError:
                self.race.act(max(self._now(), due.at), due.seat, due.action)
            changed()
        self._keep()

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
            players=tuple(self._player(seat) for seat in range(self.play.seats)),
            legal={}
            if self._is_over
            else {seat: self.play.legal(seat) for seat in range(self.people) if self.play.legal(seat)},
            news=tuple(told(self.play, 0)),
            is_over=self._is_over,
        )

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

    def tell(self, seat: int, action: str) -> str:
        return ""

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

    async def resign(self) -> None:
        self._given_up = 0
        self._acted.set()

    async def rematch(self) -> None:
        raise Illegal("start another game for a rematch")

    async def say(self, words: str) -> None:
        raise Illegal("there is nobody here to talk to")

    def lift_curtain(self) -> None:
        pass
