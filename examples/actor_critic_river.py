"""An actor-critic with action masks on A River in Egypt, with PyTorch on the CPU: python examples/actor_critic_river.py

Advantage actor-critic (A2C) in self-play: one network plays all seats, since tensors are turned to the seat to act. Illegal
actions get a logit of minus infinity. After each stretch of decisions it learns from what they led to.
"""

import sys
from typing import Any

import numpy as np

from pyramidion import research

try:
    import torch
except ImportError:
    torch = None

MISSING = "PyTorch is not installed, so this example is skipped: pip install torch"
GAMES = 256
STRETCH = 24  # decisions before the network learns


def network(size: int, actions: int) -> Any:
    """A body of two layers, and from it the actions' logits and the value, in one output."""
    return torch.nn.Sequential(
        torch.nn.Linear(size, 128),
        torch.nn.ReLU(),
        torch.nn.Linear(128, 128),
        torch.nn.ReLU(),
        torch.nn.Linear(128, actions + 1),
    )


def judge(net: Any, batch: Any) -> tuple[Any, Any]:
    """What the seats to act may do, as a distribution, and what share of the victory they may expect."""
    out = net(torch.from_numpy(batch.tensor).float())
    legal = torch.from_numpy(batch.mask.astype(bool))
    return torch.distributions.Categorical(logits=out[:, :-1].masked_fill(~legal, -1e9)), torch.sigmoid(out[:, -1])


def targets(values: list[Any], seats: list[Any], rewards: list[Any], ends: list[Any]) -> Any:
    """What each decision led to: the result, or what the same seat thought at its next decision."""
    following = np.tile(values[-1][:, None], (1, rewards[0].shape[1]))  # by seat, from the end backward
    found = []
    for value, seat, reward, end in reversed(list(zip(values[:-1], seats, rewards, ends, strict=True))):
        following = np.where(end[:, None], reward, following)
        rows = np.arange(len(seat))
        found.append(following[rows, seat].copy())
        following[rows, seat] = value
    return torch.tensor(np.array(found[::-1]), dtype=torch.float32)


def learn(net: Any, optimiser: Any, batch: Any) -> None:
    """One stretch of self-play, and one step of the optimiser."""
    logs, entropies, judged, seats, rewards, ends = [], [], [], [], [], []
    for _ in range(STRETCH):
        policy, value = judge(net, batch)
        action = policy.sample()
        seats.append(batch.seat.copy())
        batch.step(action.numpy())
        logs.append(policy.log_prob(action))
        entropies.append(policy.entropy())
        judged.append(value)
        rewards.append(batch.reward.copy())
        ends.append(batch.terminated | batch.truncated)
    with torch.no_grad():
        last = judge(net, batch)[1].numpy()
    target = targets([*(value.detach().numpy() for value in judged), last], seats, rewards, ends)
    advantage = target - torch.stack(judged)
    loss = (advantage**2 - torch.stack(logs) * advantage.detach() - 0.01 * torch.stack(entropies)).mean()
    optimiser.zero_grad()
    loss.backward()
    optimiser.step()


def share_of_victories(net: Any, games: int = 500, seed: int = 99) -> float:
    """Against the uniform bot, on both seats."""
    batch = research.batch("river", GAMES, seed=seed).reset()
    assert isinstance(batch, research.Batch)
    own, results = np.arange(GAMES) % 2, list[float]()
    while len(results) < games:
        with torch.no_grad():
            chosen = judge(net, batch)[0].sample().numpy()
        batch.step(np.where(batch.seat == own, chosen, batch.sample()))
        results.extend(batch.reward[batch.terminated, own[batch.terminated]].tolist())
    return float(np.mean(results))


def train(stretches: int = 300, seed: int = 1) -> tuple[float, float]:
    """The share of victories against the uniform bot, before and after."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    batch = research.batch("river", GAMES, seed=seed).reset()
    net = network(batch.tensor.shape[1], batch.setting.actions)
    optimiser = torch.optim.Adam(net.parameters(), lr=1e-3)
    before = share_of_victories(net)
    for _ in range(stretches):
        learn(net, optimiser, batch)
    return before, share_of_victories(net)


if __name__ == "__main__":
    if torch is None:
        print(MISSING)
        sys.exit()
    print("from {:.1%} to {:.1%} of victories against the uniform bot".format(*train()))
