"""Random agents in every interface: python examples/random_agents.py [GAME]"""

import random
import sys

import gymnasium
import numpy as np
import pyspiel

from pyramidion import research
from pyramidion.games import find
from pyramidion.research.gym import identifier


def in_a_batch(game: str, steps: int = 200) -> int:
    """64 games at once: how many ended."""
    batch = research.batch(game, 64, seed=1).reset()
    ended = 0
    for _ in range(steps):
        batch.step(batch.sample())
        ended += int((batch.terminated | batch.truncated).sum())
    return ended


def one_after_the_other(game: str) -> dict[str, float]:
    """PettingZoo's AEC, without its dead steps: everybody's reward."""
    env = research.aec(game)
    env.reset(seed=1)
    for agent, seen in research.turns(env):
        env.step(env.action_space(agent).sample(seen["action_mask"]))
    return dict(env.rewards)


def all_at_once(game: str) -> dict[str, float]:
    """PettingZoo's parallel interface: everybody's reward."""
    env = research.parallel(game)
    seen, _ = env.reset(seed=1)
    rewards: dict[str, float] = {}
    while env.agents:
        actions = {agent: env.action_space(agent).sample(seen[agent]["action_mask"]) for agent in env.agents}
        seen, rewards, *_ = env.step(actions)
    return rewards


def against_a_bot(game: str, opponent: str = "uniform") -> float:
    """Gymnasium: the agent's reward."""
    env = gymnasium.make(f"pyramidion.research.gym:{identifier(find(game))}", opponent=opponent)
    _, info = env.reset(seed=1)
    reward, over = 0.0, False
    while not over:
        _, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
        over = terminated or truncated
    return reward


def against_bots(game: str, steps: int = 100) -> float:
    """Gymnasium's vector: 16 agents' rewards together."""
    name = f"pyramidion.research.gym:{identifier(find(game))}"
    env = gymnasium.make_vec(name, num_envs=16, vectorization_mode="vector_entry_point")
    _, info = env.reset(seed=1)
    rewards = 0.0
    for _ in range(steps):
        actions = [env.single_action_space.sample(mask) if mask.any() else 0 for mask in info["action_mask"]]
        _, reward, _, _, info = env.step(np.array(actions))  # where a game is over, this resets it
        rewards += float(reward.sum())
    return rewards


def in_open_spiel(game: str, seed: int = 1) -> list[float]:
    """OpenSpiel: everybody's return."""
    research.register_open_spiel()
    state, dice = pyspiel.load_game(f"pyramidion_{game}").new_initial_state(), random.Random(seed)
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(dice.choices(outcomes, shares)[0])
        elif state.is_simultaneous_node():
            state.apply_actions([dice.choice(state.legal_actions(player)) for player in range(state.num_players())])
        else:
            state.apply_action(dice.choice(state.legal_actions()))
    returns: list[float] = state.returns()
    return returns


if __name__ == "__main__":
    name = sys.argv[1] if len(sys.argv) > 1 else "senet"
    print("batch:", in_a_batch(name), "games ended")
    for play in (one_after_the_other, all_at_once, against_a_bot, against_bots, in_open_spiel):
        print(f"{play.__name__}:", play(name))
