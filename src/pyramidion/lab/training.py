"""`pyramidion train`: finding the weights of a game's network, by games that it plays against itself.

The same seed and number of positions give the same weights. What is half done lies beside the file that is being made, and
the next run goes on from there.
"""

import pickle
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from pyramidion.bots.judges import judged_code
from pyramidion.engine.network import BIAS, FINE, MORE_ROWS, OUTPUT, OUTPUT_FINE
from pyramidion.engine.random import bits as random_bits
from pyramidion.engine.random import generator
from pyramidion.engine.sealed import Facts, seal
from pyramidion.game import Game
from pyramidion.lab.teachers import Teacher, teachers
from pyramidion.refusal import Refusal

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyramidion.engine.network import Weights
    from pyramidion.engine.random import Random
    from pyramidion.lab.loops.learning import Floats

CHUNK = 5000  # positions between two roundings of the weights
POINTS = 100  # of the learning curve
RATE = 0.25  # of learning at first; it falls evenly, to a fiftieth
SPREAD = 0.1, 0.3  # within which the weights of features and of the output begin


@dataclass
class Progress:
    """What has been learnt so far: all that a run needs to go on."""

    positions: int  # that it will have been
    seed: int
    rules: str
    floats: "Floats"
    random: "Random"
    teachers: list[Teacher]
    done: int = 0
    lessons: int = 0
    errors: list[float] = field(
        default_factory=list
    )  # the learning curve: the root of the mean squared error, point by point
    _squares: float = 0.0

    def learn(self, chunk: int) -> None:
        """From some positions more, or a few more than that, of each kind of game in turn."""
        teacher = self.teachers[self.lessons % len(self.teachers)]
        part = self.done / self.positions
        rate = RATE * max(0.02, 1 - part)
        number, squares = teacher.teach(chunk, part, rate, self.random, self.floats, rounded(self.floats))
        self.done += number
        self.lessons += 1
        self._squares += squares

    def note_error(self, positions: int) -> None:
        self.errors.append(float(np.sqrt(self._squares / positions)))
        self._squares = 0.0


def begin(game: Game, positions: int, seed: int) -> Progress:
    """Nothing learnt yet."""
    judge = game.judge
    if not judge:
        raise Refusal(f"{game.title} has no network to train")
    random = generator(seed)
    floats = np.zeros((judge.FEATURES + MORE_ROWS, judge.WIDTH), dtype=np.float32)
    floats[:BIAS] = _uniform(random, (judge.FEATURES, judge.WIDTH), SPREAD[0])
    floats[OUTPUT] = _uniform(random, (judge.WIDTH,), SPREAD[1])
    return Progress(positions, seed, judged_code(game), floats, random, teachers(game, judge))


def _uniform(random: "Random", shape: tuple[int, ...], spread: float) -> "NDArray[np.float32]":
    words = [random_bits(random) for _ in range(int(np.prod(shape)))]
    return (spread * (np.array(words) / 2**31 - 1)).astype(np.float32).reshape(shape)


def rounded(floats: "Floats") -> "Weights":
    """Weights as they are played with."""
    scale = np.full((len(floats), 1), 2.0**FINE)
    scale[OUTPUT:] = 2.0**OUTPUT_FINE
    weights: Weights = np.clip(np.rint(floats * scale), -32767, 32767).astype(np.int16)
    weights.flags.writeable = False
    return weights


def train(
    game: Game, positions: int, seed: int, path: Path, progress: Callable[[int], object] = lambda done: None
) -> Progress:
    """Train a game's network, or go on with it, and write its weights."""
    learnt = None
    for learnt in _steps(resume(game, positions, seed, path), path):
        progress(learnt.done)
    assert learnt is not None
    facts: Facts = {"game": game.name, "kind": "weights", "rules": learnt.rules, "seed": seed, "positions": positions}
    seal(path, facts, rounded(learnt.floats))
    _unfinished(path).unlink(missing_ok=True)
    return learnt


def _steps(learnt: Progress, path: Path) -> Iterator[Progress]:
    """Learn, point by point of the curve, and keep what has been learnt after each of them."""
    while learnt.done < learnt.positions:
        before = learnt.done
        end = _next_point(learnt)
        while learnt.done < end:
            learnt.learn(min(CHUNK, end - learnt.done))
        learnt.note_error(learnt.done - before)
        keep(learnt, path)
        yield learnt


def _next_point(learnt: Progress) -> int:
    """How many positions there will have been at the next point of the curve."""
    point = POINTS * learnt.done // learnt.positions + 1
    return -(-learnt.positions * point // POINTS)  # rounded up


def _unfinished(path: Path) -> Path:
    return path.with_name(path.name + ".unfinished")


def keep(learnt: Progress, path: Path) -> None:
    """A crash leaves what was kept before."""
    path.parent.mkdir(parents=True, exist_ok=True)
    half = _unfinished(path).with_suffix(".half")
    half.write_bytes(pickle.dumps(learnt))
    half.replace(_unfinished(path))


def resume(game: Game, positions: int, seed: int, path: Path) -> Progress:
    """What an interrupted run of the same kind has left, or a beginning."""
    with suppress(OSError, EOFError, pickle.UnpicklingError, AttributeError):
        learnt = pickle.loads(_unfinished(path).read_bytes())
        if (learnt.positions, learnt.seed, learnt.rules) == (positions, seed, judged_code(game)):
            return learnt  # type: ignore[no-any-return]
    return begin(game, positions, seed)
