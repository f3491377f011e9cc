"""A Gymnasium `VectorEnv` on top of a compiled batch: many games of one agent against bots.

Against the uniform bot everything is compiled. Other bots are asked one by one.
"""

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from pyramidion.bots.levels import UNIFORM
from pyramidion.engine.batch import REFLEX, WAIT
from pyramidion.game import Game, Value
from pyramidion.research.batches import Batch
from pyramidion.research.moments import MomentBatch
from pyramidion.research.opponents import Opponent
from pyramidion.research.setting import Reward, setting
from pyramidion.research.spaces import tensor_space

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Flags = NDArray[np.bool_]
    Stepped = tuple[NDArray[np.uint8], NDArray[np.float32], Flags, Flags, dict[str, object]]


class GamesVectorEnv(VectorEnv):  # type: ignore[misc]
    """Many games, with masks in `info["action_mask"]`. An illegal action changes nothing, is flagged in `info["illegal"]`,
    and counts towards the limit.

    The agent sits on seat i mod seats in environment i, unless one is named: so both sides are learnt, and nothing is drawn.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        *,
        opponent: str = UNIFORM,
        seat: int | None = None,
        seats: int | None = None,
        reward: Reward = "share",
        limit: int | None = None,
        autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        **options: Value,
    ) -> None:
        self.setting = setting(game, seats, options, limit=limit, reward=reward, autoreset="off")
        self.num_envs = num_envs
        self.render_mode = None
        self.metadata = {"autoreset_mode": AutoresetMode(autoreset_mode), "render_modes": []}
        self._mode = AutoresetMode(autoreset_mode)
        self._moments = self.setting.game.real_time
        self._actions = 2 if self._moments else self.setting.actions
        self.single_observation_space = tensor_space(self.setting)
        self.single_action_space = spaces.Discrete(self._actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.seat = np.arange(num_envs) % self.setting.seats if seat is None else np.full(num_envs, seat)
        self.opponent = opponent
        self._rows = np.arange(num_envs)
        self._batch: Any = (
            MomentBatch(self.setting, num_envs) if self._moments else Batch(self.setting, num_envs, packed=False)
        )
        self._others: dict[tuple[int, int], Opponent] = {}
        self._over = np.zeros(num_envs, dtype=np.bool_)
        self._refused = np.zeros(num_envs, dtype=np.int64)  # illegal actions in this game

    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple["NDArray[np.uint8]", dict[str, object]]:
        """New games everywhere, or where `options["reset_mask"]` is True: the others stay as they are."""
        which = asked_for((options or {}).get("reset_mask"), self.num_envs)
        super().reset(seed=seed)
        seed = int(self.np_random.integers(1 << 31))
        self._others |= {
            (i, other): Opponent(self.opponent, self.setting, other, seed + i)
            for i in (np.flatnonzero(which).tolist() if self.opponent != UNIFORM else ())
            for other in range(self.setting.seats)
        }
        self._batch.reset(which, seed=seed)
        self._over[which] = False
        self._begin(which, fresh=True)
        return self._seen(), self._info()

    def _begin(self, which: "Flags", *, fresh: bool = False) -> None:
        """New games, up to where the agent is to act."""
        self._refused[which] = 0
        while which.any():
            if not fresh:
                self._batch.reset(which)
            fresh = False
            _, terminated, truncated = self._let_others_act(which)
            which = terminated | truncated  # it ended before the agent could act

    def step(self, actions: "NDArray[np.int64]") -> "Stepped":
        resetting = self._over.copy() if self._mode == AutoresetMode.NEXT_STEP else np.zeros_like(self._over)
        acting = ~self._over
        reward, terminated, truncated, illegal = self._act(np.asarray(actions, dtype=np.int64), acting)
        self._begin(resetting)
        self._refused += illegal
        truncated |= ~terminated & ~resetting & (self._refused >= self.setting.limit) & acting
        over = terminated | truncated
        self._over = np.where(resetting, False, self._over | over)
        info: dict[str, object] = {"illegal": illegal} if illegal.any() else {}
        if self._mode == AutoresetMode.SAME_STEP and over.any():
            info |= {"final_obs": self._final(over), "_final_obs": over, "final_info": {}, "_final_info": over}
            self._begin(over)
            self._over[:] = False
        return self._seen(), reward, terminated, truncated, self._info() | info

    def _act(self, actions: "NDArray[np.int64]", acting: "Flags") -> tuple["NDArray[np.float32]", "Flags", "Flags", "Flags"]:
        """The agent's actions, and what the others do until it is its turn again."""
        batch = self._batch
        if self._moments:
            chosen = self._reactions()
            chosen[self._rows, self.seat] = actions
            chosen[~acting] = WAIT
            batch.step(chosen)
        else:
            batch.step(np.where(acting, actions, WAIT))
        illegal = batch.illegal & acting
        reward = np.where(acting, batch.reward[self._rows, self.seat], 0).astype(np.float32)
        terminated, truncated = batch.terminated & acting, batch.truncated & acting
        more, ended, cut = self._let_others_act(acting & ~(terminated | truncated))
        return reward + more, terminated | ended, truncated | cut, illegal

    def _let_others_act(self, which: "Flags") -> tuple["NDArray[np.float32]", "Flags", "Flags"]:
        """In these games, until the agent is to act or the game is over: its rewards, and where games ended."""
        batch = self._batch
        reward = np.zeros(self.num_envs, dtype=np.float32)
        terminated, truncated = np.zeros((2, self.num_envs), dtype=np.bool_)
        while not self._moments and (waiting := which & (batch.seat != self.seat) & (batch.seat >= 0)).any():
            batch.step(np.where(waiting, self._chosen(waiting), WAIT))
            reward += np.where(waiting, batch.reward[self._rows, self.seat], 0)
            terminated |= waiting & batch.terminated
            truncated |= waiting & batch.truncated
        return reward, terminated, truncated

    def _chosen(self, waiting: "Flags") -> "NDArray[np.int64]":
        chosen: NDArray[np.int64] = self._batch.sample()
        if self.opponent != UNIFORM:
            for i in np.flatnonzero(waiting).tolist():
                seat = int(self._batch.seat[i])
                chosen[i] = self._others[i, seat].choose(self._batch.observation(i, seat))
        return chosen

    def _reactions(self) -> "NDArray[np.int64]":
        chosen: NDArray[np.int64] = self._batch.sample()
        if self.opponent != UNIFORM:
            for i, seat in np.argwhere(self._batch.mask[:, :, REFLEX]).tolist():
                chosen[i, seat] = self._others[i, seat].reacts(self._batch.observation(i, seat))
        return chosen

    def _final(self, over: "Flags") -> "NDArray[np.object_]":
        final = np.full(self.num_envs, None, dtype=object)
        for i in np.flatnonzero(over):
            final[i] = self._batch.seen_by(i, int(self.seat[i])).copy()
        return final

    def _seen(self) -> "NDArray[np.uint8]":
        if self._moments:
            return np.array(self._batch.tensor[self._rows, self.seat])
        seen: NDArray[np.uint8] = self._batch.tensor.copy()
        for i in np.flatnonzero(self._over):  # the last to act was perhaps another seat
            seen[i] = self._batch.seen_by(i, int(self.seat[i]))
        return seen

    def action_masks(self) -> "NDArray[np.bool_]":
        """What may be done now, in each game."""
        mask = self._batch.mask[self._rows, self.seat] if self._moments else self._batch.mask
        return np.array(mask, dtype=np.bool_)

    def _info(self) -> dict[str, object]:
        return {"action_mask": self.action_masks().astype(np.int8), "seat": self.seat}


def asked_for(mask: object, number: int) -> "Flags":
    """Which environments are to be reset: all, or those of Gymnasium's `reset_mask`."""
    if mask is None:
        return np.ones(number, dtype=np.bool_)
    if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
        raise TypeError(f"reset_mask must be an array of booleans, not {mask!r}")
    if mask.shape != (number,) or not mask.any():
        raise ValueError(f"reset_mask must have {number} entries, at least one of them True, not {mask!r}")
    return mask
