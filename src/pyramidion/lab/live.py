"""Surveys that are watched while they grow, of one variant or of two: a slice of time after the other.

python -m pyramidion.lab.live    # for a server: answers each line of JSON, a `Slice`, with another, a `News`
"""

import sys
import time
from collections import deque
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, get_args

import msgspec
import numpy as np

from pyramidion.game import Value
from pyramidion.lab.chunks import Chunk, play_chunk
from pyramidion.lab.comparison import ERROR, FIRST_LOOK, Comparison, look, looks_at
from pyramidion.lab.intervals import Figure
from pyramidion.lab.loops.games import COLUMNS
from pyramidion.lab.metrics import BLOCKS
from pyramidion.lab.per_game import TRACED, Metric, of_rows
from pyramidion.lab.setups import Setup, set_up
from pyramidion.lab.surveys import Survey, spans

if TYPE_CHECKING:
    from numpy.typing import NDArray

COMPARED = [metric for metric in get_args(Metric) if metric not in TRACED]
STEPS = {True: 256, False: 1}  # games that are played at once where games are compiled whole, and where they are not
FIRST_LOOK_SLOW = 64  # at a comparison of games that are not


class Slice(msgspec.Struct, frozen=True):
    """What is asked for: to go on with a survey for so long, or to begin it; or to forget it."""

    survey: str
    game: str = ""
    seats: int | None = None
    bots: list[str] = []
    seed: int = 0
    variants: list[dict[str, Value]] = []  # options; all variants play the same games of the same seed
    games: int = 0
    seconds: float = 0.0
    is_over: bool = False  # nobody watches it any more

    def setups(self) -> list[Setup]:
        """What is played; refused if it can't be."""
        return [
            set_up(self.game, seats=self.seats, bots=self.bots, seed=self.seed, options=options) for options in self.variants
        ]


class News(msgspec.Struct, frozen=True):
    """How far a survey is, and what it says by now."""

    games: int  # of each variant
    figures: list[list[Figure]]  # of each variant
    comparisons: list[Comparison]  # of two variants, metric by metric, as they were at the last look
    cpu_seconds: float  # that this slice took


class Variant:
    """The games of one variant so far. Counts of actions are kept added up in blocks: they tell how sure a figure is."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self._rows: list[NDArray[np.int32]] = [np.zeros((0, COLUMNS + setup.seats), np.int32)]
        self._actions = [np.zeros((0, 3), np.int64)] * BLOCKS
        self._next = 0

    def play(self, span: tuple[int, int]) -> None:
        chunk = play_chunk(self.setup, span)
        self._rows.append(chunk.rows)
        self._actions[self._next] = add_up(self._actions[self._next], chunk.actions)
        self._next = (self._next + 1) % BLOCKS

    @property
    def rows(self) -> "NDArray[np.int32]":
        if len(self._rows) > 1:
            self._rows = [np.concatenate(self._rows)]
        return self._rows[0]

    @property
    def figures(self) -> list[Figure]:
        nothing = self.rows[:0]
        blocks = [Chunk(0, nothing, actions) for actions in self._actions if len(actions)]
        return Survey(self.setup, [Chunk(0, self.rows, np.zeros((0, 3), np.int64)), *blocks]).figures


def add_up(one: "NDArray[np.int64]", other: "NDArray[np.int64]") -> "NDArray[np.int64]":
    """How often each action was offered and chosen, in both together."""
    both = np.concatenate([one, other])
    numbers, places = np.unique(both[:, 0], return_inverse=True)
    total = np.zeros((len(numbers), 3), np.int64)
    total[:, 0] = numbers
    np.add.at(total[:, 1:], places, both[:, 1:])
    return total


class LiveSurvey:
    """A survey that somebody watches. Its games do not depend on how long its slices are."""

    def __init__(self, setups: Sequence[Setup], games: int) -> None:
        is_fast = all(setup.mode is not None for setup in setups)
        self.games = 0
        self._variants = [Variant(setup) for setup in setups]
        self._spans = spans(games, STEPS[is_fast])
        self._looks = list(looks_at(games, FIRST_LOOK if is_fast else FIRST_LOOK_SLOW))
        self._ahead = deque(enumerate(self._looks, start=1))
        self._comparisons: list[Comparison] = []

    def go_on(self, seconds: float) -> News:
        """Play for about so long, some games at least."""
        before, until = time.process_time(), time.perf_counter() + seconds
        for first, count in self._spans:
            for variant in self._variants:
                variant.play((first, count))
            self.games += count
            if time.perf_counter() >= until:
                break
        self._look()
        figures = [variant.figures for variant in self._variants]
        return News(self.games, figures, self._comparisons, time.process_time() - before)

    def _look(self) -> None:
        """Compare after numbers of games that were fixed beforehand: who looks all the time sees what is not there."""
        while self._ahead and self._ahead[0][1] <= self.games:
            number, games = self._ahead.popleft()
            if len(self._variants) == 2:
                self._comparisons = list(self._compare(number, games))

    def _compare(self, number: int, games: int) -> Iterator[Comparison]:
        ones, others = (variant.rows[:games] for variant in self._variants)
        error = ERROR / len(COMPARED)
        for metric in COMPARED:
            yield look(metric, of_rows(ones, metric), of_rows(others, metric), 0.0, error, len(self._looks), number)


class Surveys:
    """All that are going on in this process."""

    def __init__(self) -> None:
        self._surveys: dict[str, LiveSurvey] = {}

    def answer(self, asked: Slice) -> News | None:
        """Go on with the survey that is asked for."""
        if asked.is_over:
            self._surveys.pop(asked.survey, None)
            return None
        if asked.survey not in self._surveys:
            self._surveys[asked.survey] = LiveSurvey(asked.setups(), asked.games)
        return self._surveys[asked.survey].go_on(asked.seconds)


def main() -> None:
    surveys, decoder = Surveys(), msgspec.json.Decoder(Slice)
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(msgspec.json.encode(surveys.answer(decoder.decode(line))) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
