"""REINFORCE on Senet with a linear policy, in NumPy: python examples/reinforce_senet.py

The policy's preference for moving the piece on a square is linear in the tensor, with weights of its own for each throw. It
learns from whole games against the uniform bot, on both seats, and nothing but their results. With this seed it goes from
about a half to over 88 % of the games, in about a minute on one core, of which the environments take the least part.
"""

import os
import time

os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np

from pyramidion import research
from pyramidion.games import find

GAMES = 512  # at once
STEPS = 320  # decisions in each game before the weights are changed; what has not ended by then is not learnt from
RATE = 0.03
LEFT = next(plane for plane in find("senet").tensor.PLANES if plane.name == "left")


class Policy:
    """Softmax over the legal actions; Adam looks after the weights."""

    def __init__(self, size: int, actions: int) -> None:
        self.weights = np.zeros((6 * (size + 1), actions), dtype=np.float32)
        self.mean, self.square, self.updates = np.zeros_like(self.weights), np.zeros_like(self.weights), 0

    def features(self, tensor: np.ndarray) -> np.ndarray:
        """The tensor and a 1, in the place that belongs to what is left of the throw; zeros in the other five."""
        left = tensor[:, LEFT.start : LEFT.end].argmax(axis=1)
        found = np.zeros((len(tensor), 6, tensor.shape[1] + 1), dtype=np.float32)
        found[np.arange(len(tensor)), left, :-1] = tensor
        found[np.arange(len(tensor)), left, -1] = 1
        return found.reshape(len(tensor), -1)

    def chances(self, features: np.ndarray, mask: np.ndarray) -> np.ndarray:
        logits = np.where(mask, features @ self.weights, -np.inf)
        raised = np.exp(logits - logits.max(axis=1, keepdims=True))
        return raised / raised.sum(axis=1, keepdims=True)

    def learn(self, gradient: np.ndarray) -> None:
        self.updates += 1
        self.mean += 0.1 * (gradient - self.mean)
        self.square += 0.01 * (gradient**2 - self.square)
        mean, square = self.mean / (1 - 0.9**self.updates), self.square / (1 - 0.99**self.updates)
        self.weights += RATE * mean / (np.sqrt(square) + 1e-8)


class Learner:
    """Plays many games against the uniform bot, and remembers what was done in them."""

    def __init__(self, seed: int) -> None:
        self.batch = research.batch("senet", GAMES, seed=seed).reset()
        self.seat = np.arange(GAMES) % 2
        self.random = np.random.default_rng(seed)
        self.policy = Policy(self.batch.tensor.shape[1], self.batch.setting.actions)
        self.environment_seconds = 0.0

    def act(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """One decision everywhere: which were the policy's, with what features, chances and actions."""
        mine = np.flatnonzero(self.batch.seat == self.seat)
        features = self.policy.features(self.batch.tensor[mine])
        chances = self.policy.chances(features, self.batch.mask[mine].astype(bool))
        noise = self.random.gumbel(size=chances.shape)
        with np.errstate(divide="ignore"):
            chosen = (np.log(chances) + noise).argmax(axis=1)
        before = time.process_time()
        actions = self.batch.sample()
        actions[mine] = chosen
        self.batch.step(actions)
        self.environment_seconds += time.process_time() - before
        return mine, features, chances, chosen

    def iterate(self) -> float:
        """Play, then learn from the games that have ended: the share of them that was won."""
        steps, number, results = [], np.zeros(GAMES, dtype=int), {}
        self.batch.reset()
        for _ in range(STEPS):
            mine, features, chances, chosen = self.act()
            steps.append((mine, number[mine].copy(), features, chances, chosen))
            for i in np.flatnonzero(self.batch.terminated):
                results[i, number[i]] = self.batch.reward[i, self.seat[i]]
                number[i] += 1
        share = float(np.mean(list(results.values())))
        table = np.zeros((GAMES, number.max() + 1), dtype=np.float32)
        for key, result in results.items():
            table[key] = result - share
        gradient = np.zeros_like(self.policy.weights)
        for mine, game, features, chances, chosen in steps:
            better = -chances
            better[np.arange(len(mine)), chosen] += 1
            gradient += features.T @ (better * table[mine, game][:, None])
        self.policy.learn(gradient / len(results))
        return share

    def share_of_victories(self, games: int) -> float:
        """Against the uniform bot, without learning."""
        results: list[float] = []
        self.batch.reset()
        while len(results) < games:
            self.act()
            ended = np.flatnonzero(self.batch.terminated)
            results.extend(self.batch.reward[ended, self.seat[ended]].tolist())
        return float(np.mean(results))


def train(iterations: int = 60, seed: int = 1, tell: bool = True) -> tuple[float, float, float]:
    """The share of victories before and after, and the environments' share of the CPU time."""
    learner = Learner(seed)
    first = learner.share_of_victories(1000)
    learner.environment_seconds, before = 0.0, time.process_time()
    for iteration in range(iterations):
        share = learner.iterate()
        if tell and iteration % 5 == 0:
            print(f"{iteration:4d}  {share:.1%}  {time.process_time() - before:.0f} s")
    part = learner.environment_seconds / (time.process_time() - before)
    return first, learner.share_of_victories(4000), part


if __name__ == "__main__":
    print("from {:.1%} to {:.1%} of victories; {:.1%} of the CPU time in the environments".format(*train()))
