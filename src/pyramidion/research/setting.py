"""What a research environment is asked for: the game, seats and options, and how long and for what it is played."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from pyramidion.engine import batch as engine
from pyramidion.game import Game, Value
from pyramidion.games import find

if TYPE_CHECKING:
    from pyramidion.engine.record import Record
    from pyramidion.protocols import Tensors

Autoreset = Literal["same_step", "next_step", "off"]
Reward = Literal["share", "points"]

AUTORESET = {"off": engine.OFF, "next_step": engine.NEXT_STEP, "same_step": engine.SAME_STEP}
PATIENCE = 10  # a game is truncated after so many times its usual length


@dataclass(frozen=True)
class Setting:
    """The same for every environment of a batch."""

    game: Game
    seats: int
    options: dict[str, Value]
    limit: int  # decisions after which a game is truncated
    reward: Reward
    autoreset: Autoreset

    def __deepcopy__(self, _memo: object) -> "Setting":
        """It never changes: copies of environments share it."""
        return self

    @property
    def actions(self) -> int:
        """Seats' actions are 0 … actions − 1."""
        return self.game.seat_actions or self.game.actions

    @property
    def title(self) -> str:
        """The name of the environment, with the version of the game's rules."""
        return f"{self.game.name}_v{self.game.version}"

    def start(self) -> "Record":
        """The first state of every game."""
        return self.game.start(self.seats, self.options)

    @property
    def tensor(self) -> "Tensors[Record]":
        """How learners see the game."""
        assert self.game.tensor is not None  # `setting` refuses other games
        return self.game.tensor

    def plan(self) -> "np.ndarray[tuple[int, ...], np.dtype[np.int64]]":
        """What compiled code is told of this."""
        unit = self.game.unit if self.reward == "points" else 0
        window = int(self.game.timing.timing(self.options).tie) if self.game.real_time else 0
        return np.array([self.seats, AUTORESET[self.autoreset], self.limit, unit, window], dtype=np.int64)


def setting(
    game: str | Game,
    seats: int | None,
    options: dict[str, Value],
    *,
    limit: int | None = None,
    reward: Reward = "share",
    autoreset: Autoreset = "same_step",
) -> Setting:
    """What was asked for, checked, and the defaults of the rest."""
    facts = find(game) if isinstance(game, str) else game
    if reward not in ("share", "points"):
        raise ValueError(f"rewards are 'share' or 'points', not {reward!r}")
    if autoreset not in AUTORESET:
        raise ValueError(f"autoreset is one of {', '.join(AUTORESET)}, not {autoreset!r}")
    number = facts.choose_seats(seats)
    limit = PATIENCE * facts.usual_length if limit is None else limit
    if facts.rules and not facts.tensor:
        raise ValueError(f"{facts.title} has no tensor.py, so that learners can't see it")
    return Setting(facts, number, facts.choose(options), limit, reward, autoreset)
