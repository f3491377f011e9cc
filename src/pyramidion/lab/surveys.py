"""`survey`: so many games of one kind, one row for each.

>>> from pyramidion import lab
>>> survey = lab.survey("senet", games=1000, pieces=7)
>>> len(survey.rows)
1000
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np

from pyramidion.bots.levels import UNIFORM
from pyramidion.game import Game, Value
from pyramidion.lab.chunks import Chunk, play_chunk
from pyramidion.lab.intervals import Figure
from pyramidion.lab.loops import games as loop
from pyramidion.lab.runners import Runner, Threads
from pyramidion.lab.setups import Setup, set_up
from pyramidion.refusal import Refusal

if TYPE_CHECKING:
    import polars
    from numpy.typing import NDArray

BLOCKS = 16  # a survey has at least so many chunks, if it has so many games: their differences tell how sure a figure is
NAMES = (
    "winners",
    "events",
    "finished",
    "close",
    "decisions",
    "options",
    "most_options",
    "forced",
    "longest_forced",
    "passes",
)


class Survey:
    """What was played. The rows are numbers as `loops.games` has them; `table` is the same for polars."""

    def __init__(self, setup: Setup, chunks: Sequence[Chunk]) -> None:
        self.setup = setup
        self.chunks = chunks

    @cached_property
    def rows(self) -> "NDArray[np.int32]":
        return np.concatenate([chunk.rows for chunk in self.chunks])

    @cached_property
    def close(self) -> "NDArray[np.int32]":
        """The rows of the games that were looked at closely."""
        return np.asarray(self.rows[self.rows[:, loop.CLOSE] == 1])

    def column(self, column: int) -> "NDArray[np.float64]":
        return self.rows[:, column].astype(np.float64)

    @property
    def figures(self) -> list[Figure]:
        """All metrics that rows alone tell."""
        from pyramidion.lab.metrics import figures

        return figures(self)

    def table(self) -> "polars.DataFrame":
        """One row for each game."""
        names = (*NAMES, *(f"score_{seat}" for seat in range(self.setup.seats)))
        table: polars.DataFrame = _polars().DataFrame(self.rows, schema=list(names), orient="row").with_row_index("game")
        return table

    def report(self, path: str | Path) -> None:
        """Write a report of the figures, as one HTML file."""
        from pyramidion.lab.report import as_html

        asked = ", ".join(f"{name}={value!r}" for name, value in self.setup.options.items())
        command = f"lab.survey({self.setup.game.name!r}, games={len(self.rows)}, seed={self.setup.seed}, {asked})"
        Path(path).write_text(as_html(self, self.figures, command), encoding="utf-8")

    def save(self, path: Path) -> None:
        """One row for each game as Parquet, and how often each action was offered and chosen beside it."""
        self.table().write_parquet(path)
        actions = np.concatenate([chunk.actions for chunk in self.chunks])
        polars = _polars()
        counted = polars.DataFrame(actions, schema=["action", "offered", "chosen"], orient="row")
        counted.group_by("action").sum().sort("action").write_parquet(path.with_suffix(".actions.parquet"))


def survey(
    game: str | Game,
    games: int = 100_000,
    *,
    seats: int | None = None,
    bots: str | Sequence[str] = UNIFORM,
    seed: int = 0,
    runner: Runner | None = None,
    progress: Callable[[int], object] = lambda games: None,
    **options: Value,
) -> Survey:
    """Play so many games. What is left out is as usual: seats, options, uniform bots, threads."""
    return run(set_up(game, seats=seats, options=options, bots=bots, seed=seed), games, runner, progress)


def run(
    setup: Setup,
    games: int,
    runner: Runner | None = None,
    progress: Callable[[int], object] = lambda games: None,
    kept: Path | None = None,
) -> Survey:
    """The same for a setup. In the folder `kept`, chunks are kept as they are played, and not played again."""
    chunks = []
    for chunk in play(setup, games, runner or Threads(), kept):
        chunks.append(chunk)
        progress(len(chunk.rows))
    return Survey(setup, chunks)


def play(setup: Setup, games: int, runner: Runner, kept: Path | None = None) -> Iterator[Chunk]:
    """The chunks of a survey, in order, each as soon as it is there."""
    if games < 1:
        raise Refusal("a survey needs at least one game")
    if kept:
        _open_folder(kept, setup.described())
    work = partial(keep_chunk, setup, kept) if kept else partial(play_chunk, setup)
    yield from runner.map(work, spans(games, min(setup.chunk, -(-games // BLOCKS))))


def spans(games: int, chunk: int) -> Iterator[tuple[int, int]]:
    """The first game of each chunk, and how many it has."""
    return ((first, min(chunk, games - first)) for first in range(0, games, chunk))


def keep_chunk(setup: Setup, folder: Path, span: tuple[int, int]) -> Chunk:
    """A chunk from the folder, or else played and put there; a file is whole or not there at all."""
    path = folder / f"{span[0]:012}-{span[1]}.npz"
    if path.exists():
        with np.load(path) as file:
            return Chunk(span[0], file["rows"], file["actions"])
    chunk = play_chunk(setup, span)
    half = path.with_suffix(".half")
    with half.open("wb") as file:
        np.savez_compressed(file, rows=chunk.rows, actions=chunk.actions)
    half.replace(path)
    return chunk


def _open_folder(folder: Path, described: Mapping[str, object]) -> None:
    """Make sure that what is kept there are games of this very kind."""
    folder.mkdir(parents=True, exist_ok=True)
    facts, wanted = folder / "setup.json", json.dumps(described, sort_keys=True)
    if facts.exists() and facts.read_text() != wanted:
        raise Refusal(f"{folder} has games of another setup or version: choose another file, or remove that folder")
    facts.write_text(wanted)


def _polars() -> ModuleType:
    try:
        import polars
    except ImportError as error:
        raise Refusal("tables of games need polars: pip install 'pyramidion[lab]'") from error
    return polars
