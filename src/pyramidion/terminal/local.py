"""A game at this keyboard, with bots on the other seats, for the full screen."""

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path

from pyramidion.bots import Bot
from pyramidion.bots.levels import title
from pyramidion.engine.dispatch import CHANCE
from pyramidion.engine.memory import equal
from pyramidion.game import Game, Illegal, Move
from pyramidion.play import Play
from pyramidion.terminal import saves
from pyramidion.terminal.table import Changed, Hint, Player, Scene
from pyramidion.wording import possessive

HINTS = 5
PACE = 0.4  # seconds that a bot takes at least, so that people can follow

Again = Callable[[], "LocalTable"]


class LocalTable:
    """A game that is played in turns, people on some seats and bots on the others."""

    def __init__(
        self, play: Play, bots: Mapping[int, Bot], bot_name: str, file: Path, again: Again, pace: float = PACE
    ) -> None:
        self.play = play
        self.bots = bots
        self.people = [seat for seat in range(play.seats) if seat not in bots]
        self.looks = self.people[0] if len(self.people) == 1 else None  # who has the screen; nobody yet, of several
        self.pace = pace
        self._bot_name = bot_name
        self._file = file
        self._again = again
        self._given_up: int | None = None
        self._covered = False  # whether somebody else has to take the keyboard first
        self._acted = asyncio.Event()

    @property
    def game(self) -> Game:
        return self.play.game

    @property
    def commands(self) -> frozenset[str]:
        if self._is_over:
            return frozenset({"rematch"})
        return frozenset({"hint", "undo", "resign"}) if self.people else frozenset()

    @property
    def farewell(self) -> str:
        return "" if self._is_over else saves.farewell(self.game.name)

    @property
    def _is_over(self) -> bool:
        return self.play.is_over or self._given_up is not None

    @property
    def _rivals(self) -> list[int]:
        """The people of whom the first to act counts."""
        return [seat for seat in self.play.actors() if seat in self.people] if self.play.is_timed else []

    # Going on

    async def run(self, changed: Changed) -> None:
        """Let bots play until a person has to choose, again and again."""
        while True:
            self._acted.clear()
            await self._go_on(changed)
            self._save()
            changed()
            await self._acted.wait()

    async def _go_on(self, changed: Changed) -> None:
        while not self._is_over and (move := self._goes_by_itself()) is not None:
            changed()
            n, seat = len(self.play.events), move
            action = await self._choose(seat)
            if n == len(self.play.events) and not self._is_over:  # nobody has undone anything meanwhile
                self.play.tick() if action is None else self.play.act(action, seat)
                self._save()
        if not self._is_over:
            self._turn_to(self.play.actors()[0])

    def _goes_by_itself(self) -> int | None:
        """The seat for which nobody at this keyboard has to choose."""
        if self.play.is_timed:
            return CHANCE if len(self._rivals) < 2 else None
        seat = self.play.actors()[0]
        return seat if seat in self.bots or self._is_forced(seat) else None

    def _is_forced(self, seat: int) -> bool:
        return self.people == [seat] and len(self.play.legal_actions(seat)) == 1

    async def _choose(self, seat: int) -> int | None:
        if seat == CHANCE:
            return None
        if seat not in self.bots:
            return self.play.legal_actions(seat)[0]
        thought, _ = await asyncio.gather(
            asyncio.to_thread(self.bots[seat].choose, self.play.observe(1 << seat)), asyncio.sleep(self.pace)
        )
        return thought

    def _turn_to(self, seat: int) -> None:
        """Two people share one screen, and something on it may be secret."""
        if seat in self.people and seat != self.looks and len(self._rivals) < 2:
            self._covered = self._has_secrets(seat)
            self.looks = seat

    def _has_secrets(self, seat: int) -> bool:
        seen = self.play.observe(1 << seat)
        return not all(equal(seen, self.play.observe(1 << other)) for other in self.people)

    # Showing

    def scene(self) -> Scene:
        """What whoever has the screen may see; an onlooker's view while somebody has to take the keyboard."""
        eyes = 0 if self._covered or self.looks is None or len(self._rivals) > 1 else 1 << self.looks
        if self.play.is_over:
            eyes = (1 << self.play.seats) - 1
        view = self.play.display.view(self.play.observe(eyes))
        return Scene(
            view=view,
            text=self.play.display.text(view),
            headline=self._headline(),
            legal=self._legal(),
            news=tuple(self.play.tell(event, eyes=eyes) for event in self.play.events),
            is_over=self._is_over,
            curtain=self.name(self.looks) if self._covered and self.looks is not None else "",
        )

    def players(self) -> tuple[Player, ...]:
        return tuple(self._player(seat) for seat in range(self.play.seats))

    def name(self, seat: int) -> str:
        """What a seat is called; chance is nobody."""
        return "Nobody" if seat == CHANCE else self.play.seat_name(seat)

    def _player(self, seat: int) -> Player:
        who = f"{self.name(seat)} ({'you' if seat in self.people else title(self._bot_name)})"
        return Player(who, seat in self.people, seat in self.play.actors() and not self._is_over)

    def _headline(self) -> str:
        if self._given_up is not None:
            return f"{self.name(self._given_up)} resigned."
        if self.play.is_over:
            return self.play.ending()
        if len(self._rivals) > 1:
            return "Who was first?"
        seat = self.play.actors()[0]
        if seat in self.bots:
            return f"{title(self._bot_name)} is thinking…"
        return "Your turn." if len(self.people) == 1 else f"{possessive(self.name(seat))} turn."

    def _legal(self) -> dict[int, list[str]]:
        if self._is_over or self._covered:
            return {}
        if len(self._rivals) > 1:
            return {seat: self.play.legal(seat) for seat in self._rivals} | {CHANCE: [""]}
        return {
            seat: self.play.legal(seat) for seat in self.play.actors() if seat in self.people and not self._is_forced(seat)
        }

    async def moves(self) -> list[Move]:
        return [
            self._move(seat, action) for seat in self._legal() if seat != CHANCE for action in self.play.legal_actions(seat)
        ]

    def _move(self, seat: int, action: int) -> Move:
        """An action for people."""
        observation, display = self.play.observe(1 << seat), self.play.display
        written, told = display.encode(observation, action), display.tell(observation, seat, action)
        return Move(seat, self.play.encode(action, seat), written, told)

    # Doing

    async def act(self, seat: int, action: str, at: float) -> None:
        if self._is_over or self._covered:
            raise Illegal("the game is over" if self._is_over else "take the keyboard first")
        if seat == CHANCE:
            self.play.tick()
        else:
            self.play.act(action, seat)
        self._acted.set()

    async def read(self, seat: int, typed: str) -> str:
        return self.play.encode(self.play.display.parse(self.play.observe(1 << seat), typed), seat)

    async def hint(self) -> list[Hint]:
        seat, play = self._asking(), self.play
        n = len(play.events)
        opinion = await asyncio.to_thread(play.hint, seat)
        if play is not self.play or n != len(play.events):
            raise Illegal("no hint: something else has happened")
        return [Hint(choice.win, self._move(seat, choice.action)) for choice in opinion.choices[:HINTS]]

    def _asking(self) -> int:
        """The person whose turn it is."""
        seats = [seat for seat in self.play.actors() if seat in self.people]
        if not seats or self._is_over or self._covered:
            raise Illegal("no hint available: it isn't your turn")
        return seats[0]

    async def undo(self) -> None:
        """To the last choice of a person, over those of bots and over moves that were the only ones."""
        chosen = [event for event in self.play.events if event.seat in self.people and not self.play.was_forced(event)]
        if not chosen or self._is_over:
            raise Illegal("there is nothing to undo")
        self.play.undo(chosen[-1])
        self._acted.set()

    async def decline(self) -> None:
        raise Illegal("nobody asks for anything")

    async def resign(self) -> None:
        if self._is_over:
            raise Illegal("the game is over")
        self._given_up = self.people[0] if self.looks is None else self.looks
        self._acted.set()

    async def rematch(self) -> None:
        """The same again, from the beginning."""
        if not self._is_over:
            raise Illegal("the game isn't over yet")
        fresh = self._again()
        self.play, self.bots, self.people, self._file = fresh.play, fresh.bots, fresh.people, fresh._file
        self.looks, self._given_up, self._covered = fresh.looks, None, False
        self._acted.set()

    async def say(self, words: str) -> None:
        raise Illegal("there is nobody here to talk to")

    def pressed(self, key: str) -> tuple[int, str] | None:
        return None  # nothing here is in real time

    def lift_curtain(self) -> None:
        self._covered = False

    def shown(self) -> None:
        pass  # nothing here depends on when it is seen

    def _save(self) -> None:
        saves.save(self._file, self.play, self.people, self._bot_name, given_up=self._given_up is not None)
