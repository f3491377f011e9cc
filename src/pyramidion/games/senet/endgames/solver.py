"""Solving Senet for few pieces: the win probability of every position, between bounds that have met.

Two mirrored layers (3 pieces against 2, and 2 against 3) are solved together, after all layers with fewer pieces: bearing
off leads to those, everything else stays. Sweeps tighten the bounds of every position from those of its successors, until
they have met. Most of a layer settles soon; what is slow are walls at the end of the board that one side holds while a last
piece goes round through the water, and these are among the most advanced positions. So a layer is cut into bands, and the
bands at the top, which are small, are swept again before the larger ones below are.

Finished layers are kept on disk until the table is written, and a long one is saved every minute or so: a run that was
killed goes on from there. Bounds are valid at every moment, so it does not matter when they were saved.
"""

import math
import shutil
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor, wait
from itertools import combinations
from os import cpu_count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pyramidion.game import Value
from pyramidion.games.senet import GAME
from pyramidion.games.senet.endgames.leap import LANDINGS, SHARES, guess_values, land, take_back, take_off
from pyramidion.games.senet.endgames.positions import MOST_PIECES, STARTS, WON_GAME, layer_size, mirrored, table_size
from pyramidion.games.senet.endgames.sealed import BadTable, seal, unseal
from pyramidion.games.senet.endgames.sweep import (
    DEEPEST,
    FAILED,
    LOST,
    MOST_LINKS,
    ONE,
    STOP_NOW,
    TALLY,
    WIDEST,
    WON,
    WORDS,
    Armies,
    Band,
    Work,
    sweep_links,
    sweep_rules,
)
from pyramidion.games.senet.endgames.table import UNIT, Table, file_name, options_that_matter, rules_hash
from pyramidion.games.senet.rules import LAST, WATER, State

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyramidion.games.senet.endgames.sweep import Bounds, Links

    Layer = tuple[int, int]

Progress = Callable[[str, float], None]
"""Told what is being done, and the share of the whole that is done."""

GAP = 5e-5  # the bounds of every position meet within this
BANDS = (1 / 64, 1 / 16, 1 / 4, 1)  # a layer's bands end after these shares of its positions
REPEATS = 5  # sweeps of the upper bands, at most, before one of the next
AHEAD = 0.5  # the upper bands are swept until their widest gap is so much of the next band's
SLOW = 0.93  # if a cycle leaves more than this share of what was unknown, a leap is worth its time
LEAP_AFTER = 6  # cycles
MEMORY = 4 << 30  # bytes of links that may be kept
SAVE_SECONDS = 60


def solve(
    pieces: int,
    options: Mapping[str, Value],
    folder: Path,
    progress: Progress = lambda _what, _share: None,
    threads: int | None = None,
    memory: int = MEMORY,
) -> Path:
    """Make the table for at most so many pieces on the board, and say where it is; a good one that is there is left."""
    if not 2 <= pieces <= MOST_PIECES:
        raise ValueError(f"a table of {GAME.title} is for 2 to {MOST_PIECES} pieces on the board in all, not {pieces}")
    path = folder / file_name(pieces, options)
    if _is_good(path):
        return path
    folder.mkdir(parents=True, exist_ok=True)
    solver = _Solver(
        pieces, options_that_matter(options), path.with_suffix(".work"), progress, threads or cpu_count() or 1, memory
    )
    solver.run()
    solver.write(path)
    shutil.rmtree(solver.folder)
    return path


def _is_good(path: Path) -> bool:
    try:
        Table.open(path)
    except BadTable:
        return False
    return True


def armies_of(size: int) -> Armies:
    """All armies of a size, in order of the sum of their squares."""
    squares = [square for square in range(1, LAST + 1) if square != WATER]
    choices = np.array(list(combinations(squares, size)), dtype=np.int64)
    sums = choices.sum(axis=1)
    order = np.argsort(sums, kind="stable")
    return Armies((1 << choices).sum(axis=1)[order], np.searchsorted(sums[order], np.arange(LAST * size + 2)))


def bands_of(one: Armies, other: Armies) -> list[tuple[int, int]]:
    """The highest and the lowest sum of squares of each band, from the top."""
    numbers = np.convolve(np.diff(one.first), np.diff(other.first))
    top = len(numbers) - 1
    shares = np.cumsum(numbers[::-1]) / numbers.sum()
    bottoms = [top - int(np.searchsorted(shares, share)) for share in BANDS[:-1]] + [0]
    tops = [top, *(bottom - 1 for bottom in bottoms)]
    return [(high, low) for high, low in zip(tops, bottoms, strict=False) if high >= low]


class _Solver:
    """One run: the bounds of the smaller layers, room for the pair that is being solved, and a pool of threads."""

    def __init__(
        self, pieces: int, options: dict[str, bool], folder: Path, progress: Progress, threads: int, memory: int
    ) -> None:
        self.pieces = pieces
        self.options = options
        self.folder = folder
        self.progress = progress
        self.memory = memory
        self.done = 0  # positions of finished layers
        smaller = table_size(pieces - 1)
        largest = max(_size(pair) for pair in mirrored(pieces) if sum(pair[0]) == pieces)
        self.bounds: Bounds = np.zeros((smaller + largest, 2), dtype=np.int32)
        self.bounds[WON_GAME, WON] = ONE
        self.proven = np.zeros_like(self.bounds)
        self.starts = STARTS.copy()
        self.works = [self._work() for _ in range(threads)]
        folder.mkdir(exist_ok=True)

    def _work(self) -> Work:
        stack: Any = State.batch(DEEPEST)
        stack["same_row"] = self.options["same_row"]
        stack["skip_water"] = self.options["bounce_skips_water"]
        stack["exact"] = self.options["exact_bear_off"]
        return Work(self.bounds, self.proven, self.starts, stack, np.zeros(MOST_LINKS, np.int32), np.zeros(TALLY, np.int64))

    def run(self) -> None:
        """Solve all layers that are not on disk yet."""
        with ThreadPoolExecutor(len(self.works)) as self.pool:
            for pair in mirrored(self.pieces):
                self._make_room(pair)
                if not self._load(pair):
                    _Pair(self, pair).solve()
                self.done += _size(pair)

    def _make_room(self, pair: list["Layer"]) -> None:
        """The layers with the most pieces are needed by no other: they take turns in the room behind the smaller ones."""
        if sum(pair[0]) == self.pieces:
            start = table_size(self.pieces - 1)
            for layer in pair:
                self.starts[layer] = start
                start += layer_size(*layer)
            self.bounds[table_size(self.pieces - 1) :] = 0

    def region(self, pair: list["Layer"]) -> slice:
        """Where the bounds of a pair are."""
        start = int(self.starts[pair[0]])
        return slice(start, start + _size(pair))

    def widest(self, pair: list["Layer"]) -> float:
        """How far the bounds of a pair must meet: the more so the smaller the layer, for errors are handed on."""
        return GAP * 2.0 ** (sum(pair[0]) - self.pieces)

    def everywhere(self, task: Callable[..., Any], arguments: list[tuple[Any, ...]]) -> list[Any]:
        """Do a task in all threads, each with its own arguments; on an interruption, stop them."""
        for work in self.works:
            work.tally[:] = 0
        futures = [self.pool.submit(task, work, *own) for work, own in zip(self.works, arguments, strict=True)]
        try:
            wait(futures)
        except BaseException:
            for work in self.works:
                work.tally[STOP_NOW] = 1
            raise
        return [future.result() for future in futures]

    # On disk

    def _file(self, pair: list["Layer"]) -> Path:
        own, foe = pair[0]
        return self.folder / f"{own}-{foe}.bounds"

    def save(self, pair: list["Layer"], finished: bool) -> None:
        """Keep the bounds of a pair."""
        facts = self._facts("bounds") | {"finished": finished}
        seal(self._file(pair), facts, self.bounds[self.region(pair)])

    def _load(self, pair: list["Layer"]) -> bool:
        """Fetch the bounds of a pair as far as an earlier run has come; whether it was finished."""
        try:
            facts, kept = unseal(self._file(pair), check=True)
        except BadTable:
            return False
        if facts | self._facts("bounds") != facts:
            return False  # of other rules
        self.bounds[self.region(pair)] = kept
        return bool(facts["finished"])

    def _facts(self, kind: str) -> dict[str, Any]:
        return {
            "game": GAME.name,
            "kind": kind,
            "rules": rules_hash(),
            "options": self.options,
            "pieces": self.pieces,
        }

    def write(self, path: Path) -> None:
        """The table from the bounds of all layers."""
        values = np.zeros(table_size(self.pieces), dtype="<u2")
        values[WON_GAME] = UNIT
        gap = error = 0
        for pair in mirrored(self.pieces):
            _, kept = unseal(self._file(pair), check=False)
            part = kept.astype(np.int64)
            low, high = part[:, WON], ONE - part[:, LOST]
            stored = ((low + high) * UNIT + ONE) // (2 * ONE)
            values[STARTS[pair[0]] :][: len(part)] = stored
            gap = max(gap, int((high - low).max()))
            error = max(error, int(np.maximum(high * UNIT - stored * ONE, stored * ONE - low * UNIT).max()))
        seal(path, self._facts("values") | {"unit": UNIT, "gap": gap / ONE, "error": error / ONE / UNIT}, values)


def _size(pair: list["Layer"]) -> int:
    return sum(layer_size(own, foe) for own, foe in pair)


class _Links:
    """The links of a band, when there is memory for them: one list a thread."""

    def __init__(self, lists: list["Links"], sizes: list[int]) -> None:
        self.lists = lists
        self.sizes = sizes


class _Pair:
    """Two mirrored layers being solved."""

    def __init__(self, solver: _Solver, pair: list["Layer"]) -> None:
        self.solver = solver
        self.pair = pair
        self.armies = [armies_of(size) for size in pair[0]]
        self.bands = bands_of(*self.armies)
        self.links: list[_Links | None] = [None] * len(self.bands)
        self.gaps = [1.0] * len(self.bands)  # the widest of each band after its last sweep
        self.goal = solver.widest(pair)
        self.settled = int(self.goal * ONE / 2)  # what is not wider is not swept again
        self.memory = solver.memory // 4  # words that links may still take
        self.sweeps = 0
        self.region = solver.region(pair)
        self.values: NDArray[np.float64] | None = None  # a guess
        self.patience = LEAP_AFTER  # cycles before a leap may be tried

    def solve(self) -> None:
        """Sweep until the bounds have met everywhere; keep them on disk."""
        saved, cost = time.monotonic(), 0.0
        while max(self.gaps) > self.goal:
            before = self._unknown()
            self._cycle()
            self.patience -= 1
            if self.patience <= 0 and all(self.links) and SLOW * before < self._unknown():
                self.patience = LEAP_AFTER if self._leap() else 4 * LEAP_AFTER
            now = time.monotonic()
            if now - saved > max(SAVE_SECONDS, 20 * cost) and max(self.gaps) > self.goal:
                self.solver.save(self.pair, finished=False)
                saved = time.monotonic()
                cost = saved - now
        self.solver.save(self.pair, finished=True)

    def _cycle(self) -> None:
        """Sweep all bands once; before each of them those above it, while they are not ahead."""
        before = list(self.gaps)
        for lowest in range(len(self.bands)):
            for _ in range(REPEATS if lowest + 1 < len(self.bands) else 1):
                self._sweep_down_to(lowest)
                if lowest + 1 < len(self.bands) and self._is_ahead(lowest):
                    break
        if self.gaps == before and max(self.gaps) > self.goal:
            raise ArithmeticError(f"the bounds of {self.pair[0]} don't meet: some games never end by best play")

    def _unknown(self) -> float:
        """What is missing to the goal, of all gaps together."""
        known = self.solver.bounds[self.region].sum(axis=1, dtype=np.int64)
        return float(np.maximum(ONE - self.settled - known, 0).sum())

    def _leap(self) -> bool:
        """Guess the values, go near them with all bounds, and prove that these are bounds still; whether that went well."""
        solver = self.solver
        kept = [own for links in self.links if links for own in zip(links.lists, links.sizes, strict=True)]
        if self.values is None:
            self.values = (solver.bounds[:, WON] / ONE + 1 - solver.bounds[:, LOST] / ONE) / 2
        self._report("guessing")
        guess_values(self.values, self.region, solver.bounds, kept)
        self._report("leaping")
        for share in SHARES:
            for links, size in kept:
                take_off(solver.works[0], links, size, self.values, share)
            for _ in range(LANDINGS):
                if self._failures() == 0:
                    return True
            for links, size in kept:
                take_back(solver.works[0], links, size)
        return False

    def _failures(self) -> int:
        """Check a leap; how many bounds had to be lowered."""
        failed = 0
        for links in self.links:
            assert links
            self.solver.everywhere(land, list(zip(links.lists, links.sizes, strict=True)))
            failed += sum(int(work.tally[FAILED]) for work in self.solver.works)
        return failed

    def _is_ahead(self, lowest: int) -> bool:
        return max(self.gaps[: lowest + 1]) <= max(self.goal / 2, AHEAD * self.gaps[lowest + 1])

    def _sweep_down_to(self, lowest: int) -> None:
        for number in range(lowest + 1):
            if self.gaps[number] * ONE > self.settled:
                self._sweep(number)
        self._report(f"sweep {self.sweeps}")

    def _sweep(self, number: int) -> None:
        links = self.links[number]
        if links:
            arguments = [(*own, self.settled) for own in zip(links.lists, links.sizes, strict=True)]
            links.sizes = self.solver.everywhere(sweep_links, arguments)
        else:
            self._sweep_by_rules(number)
        self.gaps[number] = max(int(work.tally[WIDEST]) for work in self.solver.works) / ONE
        self.sweeps += 1

    def _sweep_by_rules(self, number: int) -> None:
        """A sweep that counts the links, and a second that keeps them if there is room."""
        counts = [np.zeros(MOST_LINKS, np.int32) for _ in self.solver.works]
        self.solver.everywhere(sweep_rules, self._arguments(number, counts, keep=False))
        words = [int(work.tally[WORDS]) for work in self.solver.works]
        if sum(words) <= self.memory:
            self.memory -= sum(words)
            lists = [np.zeros(own + MOST_LINKS, np.int32) for own in words]
            self.links[number] = _Links(
                lists, self.solver.everywhere(sweep_rules, self._arguments(number, lists, keep=True))
            )

    def _arguments(self, number: int, kept: list["Links"], keep: bool) -> list[tuple[Any, ...]]:
        parts = len(kept)
        return [
            (*self.armies, Band(*self.bands[number], part, parts), self.settled, links, keep)
            for part, links in enumerate(kept)
        ]

    def _report(self, what: str) -> None:
        """A gap shrinks by about the same factor in every cycle: its logarithm tells how much is done."""
        share = min(1.0, math.log(max(max(self.gaps), self.goal)) / math.log(self.goal))
        whole = table_size(self.solver.pieces)
        own, foe = self.pair[0]
        words = f"{own} against {foe}: {what}, bounds within {max(self.gaps):.1g}"
        self.solver.progress(words, (self.solver.done + share * _size(self.pair)) / whole)
