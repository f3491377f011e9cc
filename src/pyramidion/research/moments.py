"""Batches of games of real time, as sequences of moments: in each, every seat stays calm (0) or acts by reflex (1).

What a moment is, and how it is decided who was first, is told in the game's `moments.py`.
"""

from typing import TYPE_CHECKING, Self

import numpy as np

from pyramidion.engine import batch as engine
from pyramidion.engine.memory import copy
from pyramidion.engine.record import Record
from pyramidion.research.seeds import generators
from pyramidion.research.setting import Setting
from pyramidion.research.worker import Worker

if TYPE_CHECKING:
    from numpy.typing import NDArray


class MomentBatch:
    """N games of real time; arrays as in `Batch`, with a row for each seat of each environment."""

    packed = False

    def __init__(self, chosen: Setting, number: int, seed: int = 0, *, first: int = 0) -> None:
        self.setting = chosen
        self._first = first
        state, size = chosen.game.rules.State, chosen.tensor.SIZE
        self.states = state.batch(number)  # the positions themselves
        self.tensor = np.zeros((number, chosen.seats, size), dtype=np.uint8)  # what each seat sees
        self.final = np.zeros_like(self.tensor)  # what was seen at the end, where a game was reset at once
        self.mask = np.zeros((number, chosen.seats, 2), dtype=np.uint8)  # calm is always legal
        self.reward = np.zeros((number, chosen.seats), dtype=np.float32)
        self._flags = np.zeros((number, 3), dtype=np.bool_)
        self.length = np.zeros(number, dtype=np.int32)  # moments of this game so far
        self._plan, self._start, self._work = chosen.plan(), state.batch(1), state.batch(1)
        copy(self._start[0], chosen.start())
        self._sampled = np.zeros((number, chosen.seats), dtype=np.int64)
        self._worker = Worker()
        self._random, self._sampler = generators(seed, range(first, first + number))

    def __len__(self) -> int:
        return len(self.length)

    @property
    def terminated(self) -> "NDArray[np.bool_]":
        return self._flags[:, engine.TERMINATED]

    @property
    def truncated(self) -> "NDArray[np.bool_]":
        return self._flags[:, engine.TRUNCATED]

    @property
    def illegal(self) -> "NDArray[np.bool_]":
        """Where a seat did what it may not do, so that nothing has happened."""
        return self._flags[:, engine.ILLEGAL]

    def seed(self, seed: int, which: "NDArray[np.bool_] | None" = None) -> None:
        """Give environments, all or these, random numbers of their own, which depend on this and on their number alone."""
        rows = np.arange(len(self)) if which is None else np.flatnonzero(which)
        self._random[rows], self._sampler[rows] = generators(seed, (rows + self._first).tolist())

    def reset(self, which: "NDArray[np.bool_] | None" = None, *, seed: int | None = None) -> Self:
        """Begin new games, everywhere or where `which` says so, with this seed or with the random numbers that come next."""
        if seed is not None:
            self.seed(seed, which)
        chosen = np.ones(len(self), dtype=np.bool_) if which is None else which
        others, kept, flags = ~chosen, self.reward.copy(), self._flags.copy()
        self._flags[chosen, engine.TERMINATED] = True
        self._plan[engine.AUTORESET] = engine.NEXT_STEP
        self.step(np.where(chosen[:, None], engine.CALM, np.full((1, self.setting.seats), engine.WAIT)))
        self._plan[:] = self.setting.plan()
        self.reward[others], self._flags[others] = kept[others], flags[others]
        return self

    def step(self, actions: "NDArray[np.int64]") -> Self:
        """Decide a moment in each environment; `actions` has a column for each seat. −1 in the first leaves one alone."""
        arrays = (self.states, self._random, self.tensor, self.final, self.mask, self.reward, self._flags, self.length)
        engine.step_moments(self._plan, *arrays, actions, self._start, self._work)
        return self

    def send(self, actions: "NDArray[np.int64] | None" = None) -> None:
        """Begin a step in another thread, and come back at once. Without actions, random ones are chosen there."""
        if actions is None:
            self._worker.hand_over(self._step_at_random)
        else:
            self._worker.hand_over(self.step, actions)

    def _step_at_random(self) -> None:
        self.step(self.sample())

    def recv(self) -> Self:
        """Wait until that step is done."""
        self._worker.wait()
        return self

    def sample(self) -> "NDArray[np.int64]":
        """Calm or reflex for every seat, at random; the same array every time."""
        engine.choose_in_moments(self.mask, self._sampler, self._sampled)
        return self._sampled

    def observation(self, i: int, seat: int) -> Record:
        """What a seat of one environment may know, as a record: what bots are asked with."""
        seen = self.setting.game.rules.State.new()
        self.setting.game.rules.observe(self.states[i], 1 << seat, seen)
        return seen

    def seen_by(self, i: int, seat: int) -> "NDArray[np.uint8]":
        """What any seat of one environment sees, as a tensor."""
        seen: NDArray[np.uint8] = self.tensor[i, seat]
        return seen
