"""Solving Senet for few pieces: the win probability of every position, between proven bounds.

Two mirrored layers are solved together, after all with fewer pieces: bearing off leads to those, everything else stays. The
bounds are guessed first (`guess`), then they are proven (`proof`).

Finished layers are kept on disk until the table is written, and of a long one the guess is saved every two minutes or so:
a run that was killed goes on from there.
"""

import os
import shutil
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from pyramidion.engine.sealed import BadTable, Facts, seal, unseal
from pyramidion.game import Value
from pyramidion.games.senet import GAME
from pyramidion.games.senet.endgames.pair import Pair
from pyramidion.games.senet.endgames.positions import MOST_PIECES, STARTS, WON_GAME, layer_size, mirrored, table_size
from pyramidion.games.senet.endgames.table import UNIT, Table, file_name, options_that_matter, rules_hash
from pyramidion.games.senet.endgames.work import Crew
from pyramidion.refusal import Refusal

if TYPE_CHECKING:
    Layers = list[tuple[int, int]]

Progress = Callable[[str, float], None]
"""Told what is being done, and the share of the whole that is done."""

GAP = 1e-4  # the lower and the upper bound of every position meet within this
SHARE_OF_MEMORY = 0.85  # of the machine's: what is taken
SAVE_SECONDS = 120
SLICE = 1 << 20  # positions that are written at a time


def solve(
    pieces: int,
    options: Mapping[str, Value],
    folder: Path,
    progress: Progress = lambda _what, _share: None,
    threads: int | None = None,
    memory: int | None = None,
) -> Path:
    """Make the table for at most so many pieces on the board, and say where it is; a good one that is there is left.

    It takes most of the machine's memory if it needs as much, or `memory` bytes. With less it takes longer.
    """
    if not 2 <= pieces <= MOST_PIECES:
        raise Refusal(f"a table of {GAME.title} is for 2 to {MOST_PIECES} pieces on the board in all, not {pieces}")
    path = folder / file_name(pieces, options)
    if _is_good(path):
        return path
    work = path.with_suffix(".work")
    work.mkdir(parents=True, exist_ok=True)
    solver = _Solver(pieces, options_that_matter(options), work, progress, memory or _memory_of_machine())
    solver.run(threads or os.cpu_count() or 1)
    solver.write(path)
    shutil.rmtree(work)
    return path


def _is_good(path: Path) -> bool:
    try:
        Table.open(path)
    except BadTable:
        return False
    return True


def _memory_of_machine() -> int:
    return int(SHARE_OF_MEMORY * os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))


def _size(pair: "Layers") -> int:
    return sum(layer_size(own, foe) for own, foe in pair)


class _Solver:
    """One run: pair after pair, and what is on disk of them."""

    def __init__(self, pieces: int, options: dict[str, bool], folder: Path, progress: Progress, memory: int) -> None:
        self.pieces = pieces
        self.options = options
        self.folder = folder
        self.progress = progress
        self.memory = memory
        self.done = 0  # positions of finished layers
        self.shown = 0.0  # the progress that was last told: it never goes back
        self.saved = time.monotonic()

    def run(self, threads: int) -> None:
        """Solve all layers that are not on disk yet."""
        smaller = table_size(self.pieces - 1)
        largest = max(_size(pair) for pair in mirrored(self.pieces) if sum(pair[0]) == self.pieces)
        with Crew(smaller + largest, self.options, threads) as self.crew:
            self.tables = self.crew.tables
            for pair in mirrored(self.pieces):
                self._make_room(pair)
                if not self._load("bounds", pair):
                    self._solve(pair)
                self.done += _size(pair)

    def _make_room(self, pair: "Layers") -> None:
        """The layers with the most pieces are needed by no other: they take turns in the room behind the smaller ones."""
        if sum(pair[0]) < self.pieces:
            return
        start = table_size(self.pieces - 1)
        self.tables.bounds[:, start:] = 0.5
        for layer in pair:
            self.tables.starts[layer] = start
            start += layer_size(*layer)

    def _solve(self, layers: "Layers") -> None:
        small, large = layers[0]

        def report(what: str, share: float) -> None:
            done = (self.done + share * _size(layers)) / table_size(self.pieces)
            self.shown = max(self.shown, done)
            self.progress(f"{small} against {large}: {what}", self.shown)

        pair = Pair(small, large, self.crew, self.memory - self.tables.bounds.nbytes, report)
        pair.resume(self._load("guess", layers))
        pair.guess(lambda: self._save_now_and_then(layers, pair.terms))
        pair.prove()
        self._save("bounds", layers, {})
        self._file("guess", layers).unlink(missing_ok=True)

    # On disk

    def _file(self, kind: str, pair: "Layers") -> Path:
        own, foe = pair[0]
        return self.folder / f"{own}-{foe}.{kind}"

    def _save(self, kind: str, pair: "Layers", more: Facts) -> None:
        seal(self._file(kind, pair), self._facts(kind) | more, self.tables.of(*pair[0]))

    def _save_now_and_then(self, pair: "Layers", terms: Facts) -> None:
        """Save the guess of a pair, unless that was done a moment ago."""
        if time.monotonic() - self.saved > SAVE_SECONDS:
            self._save("guess", pair, terms)
            self.saved = time.monotonic()

    def _load(self, kind: str, pair: "Layers") -> Facts:
        """Fetch what an earlier run has saved of a pair; the facts about it, none if there was nothing."""
        with suppress(BadTable):
            facts, kept = unseal(self._file(kind, pair), check=True)
            own = self.tables.of(*pair[0])
            if facts | self._facts(kind) == facts and kept.shape == own.shape:  # by the same rules, and this version
                own[:] = kept
                return facts
        return {}

    def _facts(self, kind: str) -> Facts:
        return {
            "game": GAME.name,
            "kind": kind,
            "rules": rules_hash(),
            "options": self.options,
            "pieces": self.pieces,
        }

    def write(self, path: Path) -> None:
        """The table from the bounds of all layers: of each position the middle between the two."""
        numbers = np.zeros(table_size(self.pieces), dtype="<u2")
        numbers[WON_GAME] = UNIT
        gap = error = 0.0
        for pair in mirrored(self.pieces):
            _, bounds = unseal(self._file("bounds", pair), check=False)
            for first in range(0, bounds.shape[1], SLICE):
                win, loss = bounds[:, first : first + SLICE]
                value, apart = (win + 1 - loss) / 2, 1 - win - loss
                stored = np.rint(value * UNIT)
                numbers[STARTS[pair[0]] + first :][: len(stored)] = stored
                gap = max(gap, float(apart.max()))
                error = max(error, float((np.abs(value - stored / UNIT) + apart / 2).max()))
        if gap > GAP:
            raise ArithmeticError(f"the lower and the upper bounds don't meet: they are up to {gap:.1g} apart")
        seal(path, self._facts("values") | {"unit": UNIT, "gap": gap, "error": error}, numbers)
