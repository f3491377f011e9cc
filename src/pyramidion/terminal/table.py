"""What the full screen shows and does, whether the game is here against bots or at a server's table.

A `Table` is one sitting as the people at this keyboard meet it. It hands out a `Scene` whenever something has changed, and
never what they may not see.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Protocol

from pyramidion.game import Game, Move

if TYPE_CHECKING:
    import msgspec

Changed = Callable[[], None]


@dataclass(frozen=True)
class Player:
    """Somebody at the table."""

    name: str
    is_you: bool
    is_next: bool  # whether it is their turn
    clock: str = ""  # time left, if there is a clock: 4:59


class Hint(NamedTuple):
    """What the search thinks of a move."""

    win: float  # the chance to win
    move: Move


@dataclass(frozen=True)
class Scene:
    """All that is on the screen."""

    view: "msgspec.Struct | None"  # the game's own View; none before it begins
    text: str  # the same as text, for games without a drawing; before it begins, what to wait for
    headline: str  # whose turn it is, or how the game ended
    legal: Mapping[int, list[str]] = field(default_factory=dict)  # what each of your seats may do, in notation
    news: tuple[str, ...] = ()  # all that happened and was said, in words
    is_over: bool = False
    curtain: str = ""  # who has to take the keyboard before their secrets are shown


class Table(Protocol):
    """One sitting."""

    @property
    def game(self) -> Game: ...

    @property
    def commands(self) -> frozenset[str]:
        """What can be asked for here now: hint, undo, decline, resign, rematch, chat."""
        ...

    @property
    def farewell(self) -> str:
        """What to say to who leaves now; nothing if there is nothing to come back to."""
        ...

    def scene(self) -> Scene: ...

    def players(self) -> tuple[Player, ...]:
        """Who sits here, with their clocks as they are now."""
        ...

    async def run(self, changed: Changed) -> None:
        """Let everybody else play, and say when something has changed; until it is cancelled."""
        ...

    async def act(self, seat: int, action: str, at: float) -> None:
        """Do an action; `at` is when the key was pressed, by `time.monotonic`. A refusal is raised."""
        ...

    async def read(self, seat: int, typed: str) -> str:
        """What somebody typed, in notation."""
        ...

    async def moves(self) -> list[Move]:
        """All that your seats may do."""
        ...

    async def hint(self) -> list[Hint]:
        """The best moves first."""
        ...

    async def undo(self) -> None:
        """Take your last move back, or ask for that, or agree to it."""
        ...

    async def decline(self) -> None:
        """Not agree to what somebody asks for."""
        ...

    async def resign(self) -> None: ...

    async def rematch(self) -> None: ...

    async def say(self, words: str) -> None: ...

    def pressed(self, key: str) -> tuple[int, str] | None:
        """In real time: whose key this is, and what it does now. A refusal is raised."""
        ...

    def lift_curtain(self) -> None: ...

    def shown(self) -> None:
        """The latest scene is on the screen now: in real time, reactions count from here."""
        ...
