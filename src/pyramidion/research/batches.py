"""`batch`: many games at once, as arrays. The fastest door; what learners step when nothing else may be in the way."""

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from pyramidion.engine import batch as engine
from pyramidion.engine.memory import copy
from pyramidion.engine.record import Record
from pyramidion.game import Game, Value
from pyramidion.research.seeds import generators
from pyramidion.research.setting import Autoreset, Reward, Setting, setting
from pyramidion.research.worker import Worker

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyramidion.research.moments import MomentBatch

DENSE = 4096  # masks up to so many actions; packed lists beyond


class Batch:
    """N games of turns. After `reset` and every `step`, the arrays tell what there is to know, a row for each environment.

    They are the same arrays every time, written anew: copy what you keep.
    """

    def __init__(self, chosen: Setting, number: int, seed: int = 0, *, packed: bool | None = None, first: int = 0) -> None:
        self.setting = chosen
        self.packed = chosen.actions > DENSE if packed is None else packed
        self._first = first  # the number of the first environment: halves of a batch count on
        state, size = chosen.game.rules.State, chosen.tensor.SIZE
        width = 0 if self.packed else -(-chosen.actions // 8)
        self.states = state.batch(number)  # the positions themselves, with all that is hidden in them
        self.seat = np.full(number, engine.NOBODY, dtype=np.int8)  # who is to act, or −1
        self.tensor = np.zeros((number, size), dtype=np.uint8)  # what that seat sees
        self.final = np.zeros((number, size), dtype=np.uint8)  # what was seen at the end, where a game was reset at once
        self._words = np.zeros((number, width), dtype=np.int64)
        self._bytes = self._words.view(np.uint8)
        self.offsets = np.zeros(number + 1, dtype=np.int64)  # packed: those of i are actions[offsets[i]:offsets[i + 1]]
        self.actions = np.empty(number * chosen.game.widest if self.packed else 0, dtype=np.int32)
        self.count = np.zeros(number, dtype=np.int32)  # how many legal actions there are
        self.reward = np.zeros((number, chosen.seats), dtype=np.float32)  # of every seat, for the last step
        self._flags = np.zeros((number, 3), dtype=np.bool_)
        self.length = np.zeros(number, dtype=np.int32)  # decisions of this game so far
        self._plan, self._start, self._work = chosen.plan(), state.batch(1), state.batch(1)
        copy(self._start[0], chosen.start())
        self._out = np.zeros(chosen.game.widest, dtype=np.int64)
        self._sampled = np.zeros(number, dtype=np.int64)
        self._worker = Worker()
        self._random, self._sampler = generators(seed, range(first, first + number))

    def __len__(self) -> int:
        return len(self.seat)

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__dict__.update(state)
        self._bytes = self._words.view(np.uint8)  # which share their memory

    @property
    def mask(self) -> "NDArray[np.uint8]":
        """1 for every legal action."""
        if self.packed:
            raise ValueError("legal actions are packed here: see offsets and actions, or ask for packed=False")
        return self._bytes[:, : self.setting.actions]

    @property
    def terminated(self) -> "NDArray[np.bool_]":
        """Where the last step ended a game."""
        return self._flags[:, engine.TERMINATED]

    @property
    def truncated(self) -> "NDArray[np.bool_]":
        """Where the last step reached the limit of decisions."""
        return self._flags[:, engine.TRUNCATED]

    @property
    def illegal(self) -> "NDArray[np.bool_]":
        """Where the last action was not legal, so that nothing has happened."""
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
        self.seat[chosen] = engine.NOBODY
        self._plan[engine.AUTORESET] = engine.NEXT_STEP
        self.step(np.where(chosen, 0, engine.WAIT))
        self._plan[:] = self.setting.plan()
        self.reward[others], self._flags[others] = kept[others], flags[others]
        return self

    def step(self, actions: "NDArray[np.int64]") -> Self:
        """Let the seat to act do this action in each environment, and chance what follows. −1 leaves one alone."""
        # Written out: building a tuple first would cost a microsecond, which is much for one environment.
        engine.step_turns(
            self._plan,
            self.states,
            self._random,
            self.seat,
            self.tensor,
            self.final,
            self._words,
            self._bytes,
            self.offsets,
            self.actions,
            self.count,
            self.reward,
            self._flags,
            self.length,
            actions,
            self._start,
            self._work,
            self._out,
        )
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
        """A random legal action for each environment, −1 where there is none; the same array every time."""
        if self.packed:
            engine.choose_from_lists(self.offsets, self.actions, self.count, self._sampler, self._sampled)
        else:
            engine.choose_from_masks(self._words, self.count, self._sampler, self._sampled)
        return self._sampled

    def legal_actions(self, i: int) -> "NDArray[np.int64]":
        """The legal actions of one environment, ascending."""
        if self.packed:
            return self.actions[self.offsets[i] : self.offsets[i + 1]].astype(np.int64)
        return np.flatnonzero(self.mask[i])

    def observation(self, i: int, seat: int) -> Record:
        """What a seat of one environment may know, as a record: what bots are asked with."""
        seen = self.setting.game.rules.State.new()
        self.setting.game.rules.observe(self.states[i], 1 << seat, seen)
        return seen

    def seen_by(self, i: int, seat: int) -> "NDArray[np.uint8]":
        """What any seat of one environment sees, as a tensor."""
        tensor = np.zeros(self.tensor.shape[1], dtype=np.uint8)
        engine.see(self.states[i], seat, self._work[0], tensor)
        return tensor


def batch(
    game: str | Game,
    number: int,
    *,
    seats: int | None = None,
    seed: int = 0,
    autoreset: Autoreset = "same_step",
    reward: Reward = "share",
    limit: int | None = None,
    packed: bool | None = None,
    first: int = 0,
    **options: Value,
) -> "Batch | MomentBatch":
    """So many games at once. What is left out is as usual: seats, options, ten usual lengths until a game is truncated."""
    chosen = setting(game, seats, options, limit=limit, reward=reward, autoreset=autoreset)
    if chosen.game.real_time:
        from pyramidion.research.moments import MomentBatch

        return MomentBatch(chosen, number, seed, first=first)
    return Batch(chosen, number, seed, packed=packed, first=first)


def halves(game: str | Game, number: int, **asked: Any) -> "tuple[Batch | MomentBatch, Batch | MomentBatch]":
    """The same games as one batch of this number, as two: step one with send and recv while you decide about the other."""
    half = number // 2
    return batch(game, half, **asked), batch(game, number - half, first=half, **asked)
