"""Gymnasium environments: one agent, and a bot of one's choice on every other seat.

They are registered when this module is imported, also by Gymnasium itself:
`gymnasium.make("pyramidion.research.gym:Pyramidion/Senet-v1", opponent="vizier")`.
"""

from typing import TYPE_CHECKING

import gymnasium
import numpy as np
from gymnasium import spaces

from pyramidion.engine.batch import CALM, REFLEX
from pyramidion.game import Game, Value
from pyramidion.games import find, names
from pyramidion.research.batches import Batch
from pyramidion.research.moments import MomentBatch
from pyramidion.research.opponents import Opponent
from pyramidion.research.setting import Reward, setting
from pyramidion.research.spaces import RENDER_MODES, check_mode, drawn, tensor_space

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Seen = NDArray[np.uint8]


class SingleEnv(gymnasium.Env):  # type: ignore[misc]
    """One seat of a game, which is drawn anew for every game unless it is named.

    The mask of legal actions is in `info["action_mask"]`, and `action_masks()` gives it where sb3-contrib asks for it. An
    illegal action changes nothing, is flagged in `info["illegal"]`, and counts towards the limit.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        *,
        opponent: str = "uniform",
        seat: int | None = None,
        seats: int | None = None,
        reward: Reward = "share",
        limit: int | None = None,
        render_mode: str | None = None,
        **options: Value,
    ) -> None:
        self.setting = setting(game, seats, options, limit=limit, reward=reward, autoreset="off")
        if seat is not None and not 0 <= seat < self.setting.seats:
            raise ValueError(f"seats are 0 … {self.setting.seats - 1}, not {seat}")
        self.render_mode = check_mode(render_mode)
        self.opponent = opponent
        self.observation_space = tensor_space(self.setting)
        real_time = self.setting.game.real_time
        self._actions = 2 if real_time else self.setting.actions
        self.action_space = spaces.Discrete(self._actions)
        self._batch = MomentBatch(self.setting, 1) if real_time else Batch(self.setting, 1, packed=False)
        self._wanted_seat, self.seat = seat, seat or 0
        self._others: dict[int, Opponent] = {}
        self._refused = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple["Seen", dict[str, object]]:
        super().reset(seed=seed)
        numbers = self.np_random.integers(1 << 31, size=self.setting.seats + 1).tolist()
        drawn_seat = int(self.np_random.integers(self.setting.seats))
        self.seat = drawn_seat if self._wanted_seat is None else self._wanted_seat
        others = [seat for seat in range(self.setting.seats) if seat != self.seat]
        self._others = {seat: Opponent(self.opponent, self.setting, seat, numbers[seat]) for seat in others}
        self._refused = 0
        self._batch.reset(seed=numbers[-1])
        self._let_others_act()
        if self._is_over():  # it ended before this seat could act: rare, and nothing to learn from
            return self.reset()
        return self._seen(), self._info()

    def step(self, action: int) -> tuple["Seen", float, bool, bool, dict[str, object]]:
        batch = self._batch
        batch.step(self._chosen(int(action)))
        self._refused += bool(batch.illegal[0])
        illegal = bool(batch.illegal[0])
        self._let_others_act()
        terminated = bool(batch.terminated[0])
        truncated = bool(batch.truncated[0]) or (not terminated and self._refused >= self.setting.limit)
        reward = float(batch.reward[0, self.seat]) if terminated else 0.0
        if self.render_mode == "human":
            self.render()
        return self._seen(), reward, terminated, truncated, self._info() | ({"illegal": True} if illegal else {})

    def _chosen(self, action: int) -> "NDArray[np.int64]":
        if isinstance(self._batch, Batch):
            return np.array([action], dtype=np.int64)
        return np.array([[action if seat == self.seat else self._react(seat) for seat in range(self.setting.seats)]])

    def _react(self, seat: int) -> int:
        assert isinstance(self._batch, MomentBatch)
        if not self._batch.mask[0, seat, REFLEX]:
            return CALM
        return self._others[seat].reacts(self._batch.observation(0, seat))

    def _let_others_act(self) -> None:
        while isinstance(self._batch, Batch) and not self._is_over() and (seat := int(self._batch.seat[0])) != self.seat:
            action = self._others[seat].choose(self._batch.observation(0, seat))
            self._batch.step(np.array([action], dtype=np.int64))

    def _is_over(self) -> bool:
        return bool(self._batch.terminated[0] or self._batch.truncated[0])

    def _seen(self) -> "Seen":
        return self._batch.seen_by(0, self.seat).copy()

    def action_masks(self) -> "NDArray[np.bool_]":
        """What may be done now."""
        mask = self._batch.mask[0, self.seat] if isinstance(self._batch, MomentBatch) else self._batch.mask[0]
        return np.array(mask, dtype=np.bool_)

    def _info(self) -> dict[str, object]:
        return {"action_mask": self.action_masks().astype(np.int8), "seat": self.seat}

    def render(self) -> str | None:
        return drawn(self.setting, self._batch.states[0], self.render_mode)


def identifier(game: Game) -> str:
    """A game's name in Gymnasium, with the version of its rules: Pyramidion/EgyptianWar-v1."""
    return f"Pyramidion/{''.join(word.capitalize() for word in game.name.split('_'))}-v{game.version}"


def register_gymnasium() -> None:
    """Make all games known to Gymnasium; a second time does nothing."""
    for name in names():
        if identifier(find(name)) not in gymnasium.registry:
            gymnasium.register(
                identifier(find(name)),
                entry_point="pyramidion.research.gym:SingleEnv",
                vector_entry_point="pyramidion.research.vector:GamesVectorEnv",
                kwargs={"game": name},
            )


register_gymnasium()
