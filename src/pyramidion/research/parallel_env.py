"""PettingZoo's parallel environments: all agents choose at the same time.

In games of real time they really do: stay calm (0) or act by reflex (1). In games of turns the agents that are not to act
have one legal action, the last: to wait.
"""

from typing import TYPE_CHECKING

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv

from pyramidion.game import Game, Value
from pyramidion.research.batches import Batch
from pyramidion.research.moments import MomentBatch
from pyramidion.research.setting import Reward, Setting, setting
from pyramidion.research.spaces import check_mode, drawn, masked_space, metadata

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Seen = dict[str, dict[str, NDArray[np.integer]]]
    Stepped = tuple[Seen, dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, object]]]


class _Parallel(ParallelEnv):  # type: ignore[misc]
    """What both kinds share. An illegal action changes nothing and is flagged in everybody's info."""

    _batch: Batch | MomentBatch
    agents: list[str]

    def __init__(self, chosen: Setting, actions: int, render_mode: str | None) -> None:
        self.setting = chosen
        self.render_mode = check_mode(render_mode)
        self.metadata = metadata(chosen, parallelizable=True)
        self.possible_agents = [f"player_{seat}" for seat in range(chosen.seats)]
        self.agents = []
        self.observation_spaces = {agent: masked_space(chosen, actions) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}

    def __str__(self) -> str:
        return self.setting.title

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple["Seen", dict[str, dict[str, object]]]:
        self._batch.reset(seed=seed)
        self.agents = self.possible_agents[:]
        return self._seen(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> "Stepped":
        batch = self._batch
        batch.step(self._chosen(actions))
        seen = self._seen()
        rewards = {agent: float(batch.reward[0, seat]) for seat, agent in enumerate(self.agents)}
        terminated, truncated = bool(batch.terminated[0]), bool(batch.truncated[0])
        illegal: dict[str, object] = {"illegal": True} if batch.illegal[0] else {}
        stepped = (
            seen,
            rewards,
            dict.fromkeys(self.agents, terminated),
            dict.fromkeys(self.agents, truncated),
            {agent: dict(illegal) for agent in self.agents},
        )
        if terminated or truncated:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return stepped

    def _chosen(self, actions: dict[str, int]) -> "NDArray[np.int64]":
        raise NotImplementedError

    def _seen(self) -> "Seen":
        raise NotImplementedError

    def render(self) -> str | None:
        return drawn(self.setting, self._batch.states[0], self.render_mode)

    def close(self) -> None:
        pass


class TurnsParallel(_Parallel):
    """A game of turns: all but one wait."""

    _batch: Batch

    def __init__(self, chosen: Setting, render_mode: str | None = None) -> None:
        super().__init__(chosen, chosen.actions + 1, render_mode)
        self._batch = Batch(chosen, 1, packed=False)

    def _chosen(self, actions: dict[str, int]) -> "NDArray[np.int64]":
        """What the agent to act does; that the others wait is taken for granted."""
        seat = self._batch.seat[0]
        return np.array([actions[self.possible_agents[seat]] if seat >= 0 else 0], dtype=np.int64)

    def _seen(self) -> "Seen":
        seen = {}
        for seat, agent in enumerate(self.agents):
            mask = np.zeros(self.setting.actions + 1, dtype=np.int8)
            if seat == self._batch.seat[0]:
                mask[:-1] = self._batch.mask[0]
            else:
                mask[-1] = 1
            seen[agent] = {"observation": self._batch.seen_by(0, seat), "action_mask": mask}
        return seen


class MomentsParallel(_Parallel):
    """A game of real time: calm or reflex."""

    _batch: MomentBatch

    def __init__(self, chosen: Setting, render_mode: str | None = None) -> None:
        super().__init__(chosen, 2, render_mode)
        self._batch = MomentBatch(chosen, 1)

    def _chosen(self, actions: dict[str, int]) -> "NDArray[np.int64]":
        return np.array([[actions[agent] for agent in self.agents]], dtype=np.int64)

    def _seen(self) -> "Seen":
        tensor, mask = self._batch.tensor[0].copy(), self._batch.mask[0].astype(np.int8)
        return {agent: {"observation": tensor[i], "action_mask": mask[i]} for i, agent in enumerate(self.agents)}


def parallel(
    game: str | Game,
    *,
    seats: int | None = None,
    render_mode: str | None = None,
    reward: Reward = "share",
    limit: int | None = None,
    **options: Value,
) -> TurnsParallel | MomentsParallel:
    """A PettingZoo environment in which all agents choose at the same time."""
    chosen = setting(game, seats, options, limit=limit, reward=reward, autoreset="off")
    return MomentsParallel(chosen, render_mode) if chosen.game.real_time else TurnsParallel(chosen, render_mode)
