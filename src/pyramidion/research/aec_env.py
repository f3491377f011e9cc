"""PettingZoo's AEC environments: one agent after the other. `turns` walks through a game without dead steps."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.conversions import parallel_to_aec

from pyramidion.engine.record import Record
from pyramidion.game import Game, Value
from pyramidion.research.batches import Batch
from pyramidion.research.parallel_env import MomentsParallel
from pyramidion.research.setting import Reward, Setting, setting
from pyramidion.research.spaces import check_mode, drawn, masked_space, metadata

if TYPE_CHECKING:
    from numpy.typing import NDArray


class TurnsEnv(AECEnv):  # type: ignore[misc]
    """A game of turns. An illegal action changes nothing and is flagged in the agent's info."""

    def __init__(self, chosen: Setting, render_mode: str | None = None) -> None:
        super().__init__()
        self.setting = chosen
        self.render_mode = check_mode(render_mode)
        self.metadata = metadata(chosen, parallelizable=False)
        self.possible_agents = [f"player_{seat}" for seat in range(chosen.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: masked_space(chosen, chosen.actions) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(chosen.actions) for agent in self.possible_agents}
        self._batch = Batch(chosen, 1, packed=False)
        self._link()
        self._action = np.zeros(1, dtype=np.int64)
        self._nothing = np.zeros(chosen.actions, dtype=np.int8)

    def _link(self) -> None:
        """Parts of the batch's arrays, which every step writes anew."""
        self._mask = self._batch.mask.view(np.int8)[0]
        self._tensor, self._seat, self._illegal = self._batch.tensor[0], self._batch.seat, self._batch.illegal

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__dict__.update(state)
        self._link()

    def __str__(self) -> str:
        return self.setting.title

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        self._batch.reset(seed=seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._batch.seat[0]]

    def observe(self, agent: str) -> dict[str, "NDArray[np.integer]"]:
        if agent == self.agent_selection:
            return {"observation": self._tensor.copy(), "action_mask": self._mask.copy()}
        return {"observation": self._batch.seen_by(0, self._seats[agent]), "action_mask": self._nothing.copy()}

    def record(self, agent: str) -> Record:
        """What an agent may know, as a record: what our bots are asked with."""
        return self._batch.observation(0, self._seats[agent])

    def action_masks(self) -> "NDArray[np.bool_]":
        """What the agent to act may do, where sb3-contrib asks for it."""
        return np.array(self._mask, dtype=np.bool_)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} has to act: None is for agents whose game is over")
        self._action[0] = action
        self._batch.step(self._action)
        self._cumulative_rewards[agent] = 0.0
        if self.infos[agent] or self._illegal[0]:
            self.infos[agent] = {"illegal": True} if self._illegal[0] else {}
        seat = self._seat[0]
        if seat < 0:
            self._finish(self._batch)
        else:
            self.agent_selection = self.possible_agents[seat]
        if self.render_mode == "human":
            self.render()

    def _finish(self, batch: Batch) -> None:
        terminated, truncated = bool(batch.terminated[0]), bool(batch.truncated[0])
        for seat, agent in enumerate(self.agents):
            self.rewards[agent] = float(batch.reward[0, seat])
            self.terminations[agent], self.truncations[agent] = terminated, truncated
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str | None:
        return drawn(self.setting, self._batch.states[0], self.render_mode)

    def close(self) -> None:
        pass


def aec(
    game: str | Game,
    *,
    seats: int | None = None,
    render_mode: str | None = None,
    reward: Reward = "share",
    limit: int | None = None,
    **options: Value,
) -> AECEnv:
    """A PettingZoo environment of one agent after the other. In games of real time all choose before a moment is decided."""
    chosen = setting(game, seats, options, limit=limit, reward=reward, autoreset="off")
    if chosen.game.real_time:
        return parallel_to_aec(MomentsParallel(chosen, render_mode))
    return TurnsEnv(chosen, render_mode)


def turns(env: AECEnv) -> Iterator[tuple[str, dict[str, "NDArray[np.integer]"]]]:
    """The agents to act, with what they see, until the game is over: `for agent, seen in turns(env): env.step(…)`."""
    while env.agents:
        agent = env.agent_selection
        if env.terminations[agent] or env.truncations[agent]:
            return
        yield agent, env.observe(agent)
