"""REINFORCE on Senet with a linear policy, in NumPy: python examples/reinforce_senet.py

The policy's preference for moving the piece on a square is linear in the tensor, with weights of its own for each throw and
for the row of the hindmost piece (nothing is borne off while one is in the first). It plays both sides against itself and
learns from the results of whole games, nothing else.
"""

import os
import time
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray

from pyramidion import research
from pyramidion.games.senet.tensor import PLANES

Numbers = NDArray[Any]

GAMES = 256  # at once
STEPS = 320  # decisions in each game before the weights are changed; what has not ended by then is not learnt from
RATE = 0.03
THROWS, ROWS = 6, 3
LEFT, OWN = (next(plane for plane in PLANES if plane.name == name) for name in ("left", "own"))


class Policy:
    """Softmax over the legal actions; Adam looks after the weights."""

    def __init__(self, size: int, actions: int) -> None:
        self.weights = np.zeros((THROWS * ROWS * (size + 1), actions), dtype=np.float32)
        self.mean, self.square, self.updates = np.zeros_like(self.weights), np.zeros_like(self.weights), 0

    def features(self, tensor: Numbers) -> Numbers:
        """The tensor and a 1, in the place of the throw and of the row of my hindmost piece; zeros elsewhere."""
        throw = tensor[:, LEFT.start : LEFT.end].argmax(axis=1)
        row = tensor[:, OWN.start : OWN.end].argmax(axis=1) // 10
        found = np.zeros((len(tensor), THROWS * ROWS, tensor.shape[1] + 1), dtype=np.float32)
        found[np.arange(len(tensor)), ROWS * throw + row, :-1] = tensor
        found[np.arange(len(tensor)), ROWS * throw + row, -1] = 1
        return found.reshape(len(tensor), -1)

    def chances(self, features: Numbers, mask: Numbers) -> Numbers:
        logits = np.where(mask, features @ self.weights, -np.inf)
        raised = np.exp(logits - logits.max(axis=1, keepdims=True))
        shares: Numbers = raised / raised.sum(axis=1, keepdims=True)
        return shares

    def learn(self, gradient: Numbers) -> None:
        self.updates += 1
        self.mean += 0.1 * (gradient - self.mean)
        self.square += 0.01 * (gradient**2 - self.square)
        mean, square = self.mean / (1 - 0.9**self.updates), self.square / (1 - 0.99**self.updates)
        self.weights += RATE * mean / (np.sqrt(square) + 1e-8)


class Learner:
    """Plays many games against itself, and remembers what was done in them."""

    def __init__(self, seed: int) -> None:
        batch = research.batch("senet", GAMES, seed=seed).reset()
        assert isinstance(batch, research.Batch)
        self.batch = batch
        self.random = np.random.default_rng(seed)
        self.policy = Policy(self.batch.tensor.shape[1], self.batch.setting.actions)
        self.environment_seconds = 0.0

    def choose(self) -> Numbers:
        """An action for every seat to act, as the policy likes them."""
        chances = self.policy.chances(self.policy.features(self.batch.tensor), self.batch.mask.astype(bool))
        with np.errstate(divide="ignore"):
            return np.asarray((np.log(chances) + self.random.gumbel(size=chances.shape)).argmax(axis=1))

    def step(self, actions: Numbers) -> None:
        before = time.process_time()
        self.batch.step(actions)
        self.environment_seconds += time.process_time() - before

    def iterate(self) -> None:
        """Play, then learn from the games that have ended: what led to victory is to be done more often."""
        memory, number, results = [], np.zeros(GAMES, dtype=int), np.zeros((GAMES, 32, 2), dtype=np.float32)
        self.batch.reset()
        for _ in range(STEPS):
            seen = self.batch.tensor.copy(), self.batch.mask.astype(bool), self.batch.seat.copy(), number.copy()
            memory.append((*seen, self.choose()))
            self.step(memory[-1][-1])
            ended = np.flatnonzero(self.batch.terminated)
            results[ended, number[ended]] = self.batch.reward[ended] - 0.5
            number[ended] += 1
        gradient = np.zeros_like(self.policy.weights)
        for tensor, mask, seat, game, chosen in memory:
            features = self.policy.features(tensor)
            better = -self.policy.chances(features, mask)
            better[np.arange(GAMES), chosen] += 1
            gradient += features.T @ (better * results[np.arange(GAMES), game, seat][:, None])
        self.policy.learn(gradient / number.sum())

    def share_of_victories(self, games: int) -> float:
        """Against the uniform bot, on both seats."""
        own, results = np.arange(GAMES) % 2, list[float]()
        self.batch.reset()
        while len(results) < games:
            self.step(np.where(self.batch.seat == own, self.choose(), self.batch.sample()))
            ended = np.flatnonzero(self.batch.terminated)
            results.extend(self.batch.reward[ended, own[ended]].tolist())
        return float(np.mean(results))


def train(iterations: int = 50, seed: int = 1, tell: bool = True) -> tuple[float, float, float]:
    """The share of victories before and after, and the environments' share of the CPU time."""
    learner = Learner(seed)
    first = learner.share_of_victories(1000)
    learner.environment_seconds, before = 0.0, time.process_time()
    for iteration in range(iterations):
        learner.iterate()
        if tell and iteration % 10 == 0:
            print(f"{iteration:4d}  {learner.share_of_victories(500):.1%}  {time.process_time() - before:.0f} s")
    part = learner.environment_seconds / (time.process_time() - before)
    return first, learner.share_of_victories(4000), part


if __name__ == "__main__":
    print("from {:.1%} to {:.1%} of victories; {:.1%} of the CPU time in the environments".format(*train()))
