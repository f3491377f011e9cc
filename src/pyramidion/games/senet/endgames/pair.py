"""Two mirrored layers, 2 pieces against 3 and 3 against 2, say: solved together, when all with fewer pieces are."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from pyramidion.games.senet.endgames.guess import WIDTH, follow, improve
from pyramidion.games.senet.endgames.leaps import NONE, Leaps
from pyramidion.games.senet.endgames.order import chunks_of, fill_in
from pyramidion.games.senet.endgames.positions import MOST_PIECES
from pyramidion.games.senet.endgames.proof import check, strike

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Numbers
    from pyramidion.games.senet.endgames.guess import Bounds, Choices
    from pyramidion.games.senet.endgames.links import Links
    from pyramidion.games.senet.endgames.work import Crew

PRICES = (1e-10, 1e-12)  # of a throw: what makes bounds provable, and the second where the first drives them far apart
PRICES_OF_MOST = (1e-9, 1e-11)  # with the most pieces: there is most to do, and no other bounds depend on these
GOOD = 1 / 2  # of the price: bounds that the best ways of playing change by no more are good enough
ENOUGH = 10  # chosen ways are followed until the bounds change by so many times less than when they were chosen,
ENOUGH_AT_TOP = 300  # and at the top by so many times less
SWEEPS, SWEEPS_AT_TOP = 40, 1000  # but in no more sweeps than these
LEAP = 8  # sweeps from one leap to the next
CALM = 0.03  # leaps begin when better choices change the bounds by less
TOP = 2  # chunks that are solved first, if there are more
GUESSED = 0.9  # the share of the time that guessing takes, about
WIDE = 5e-5  # bounds that are further apart get a lower price, and then a floor,
ROUGH = 1e-4  # when they change by no more than this,
FIRM = 1 / 100  # and by no more than this share of how far they are apart
DEPTH = 1e-5  # of a floor below the highest of the positions that it is for: their values differ by far less
NEAR = DEPTH / 100  # it is for positions that differ from the highest by no more
NO_CHOICES, NO_FLOORS = np.zeros((0, WIDTH), np.int32), np.zeros((0, 2))

# Leaps of the top know what was long ago, and very exactly: its sweeps are done in order.
OF_TOP: dict[str, Any] = {"remembered": 20, "telling": 1e-9}
# Those of all have little room, and what is different because one thread was faster than another tells them nothing.
OF_ALL: dict[str, Any] = {"remembered": 2, "telling": 0.03, "kind": np.float32}


class Pair:
    """Two mirrored layers being solved."""

    def __init__(self, small: int, large: int, crew: "Crew", memory: int, report: Callable[[str, float], None]) -> None:
        self.crew = crew
        self.bounds = crew.tables.bounds
        self.own = crew.tables.of(small, large).reshape(-1)  # the bounds of these layers, one after the other,
        self.first = int(crew.tables.starts[small, large])  # from this position on
        self.report = report
        self.chunks = chunks_of(small, large)
        self.all = range(len(self.chunks))
        self.top = self.all[: TOP if len(self.all) > TOP else 0]
        for_leaps = Leaps.memory(len(self.own), OF_ALL["remembered"], OF_ALL["kind"])
        self.may_leap = for_leaps <= memory
        self.memory = memory - self.may_leap * for_leaps  # bytes that may still be used for links
        self.leaps: Leaps | None = None
        self.links: list[Links | None] = [None] * len(self.chunks)
        self.choices: list[Choices] = [NO_CHOICES] * len(self.chunks)
        self.prices = PRICES_OF_MOST if small + large == MOST_PIECES else PRICES
        self.price = self.prices[0]
        self.heights = np.zeros(2)  # of the floors of the larger army's bounds, and of the other's
        self.floors: list[Bounds] = [NO_FLOORS] * len(self.chunks)
        self.change = 1.0  # of a bound, when all were last improved

    @property
    def terms(self) -> dict[str, Any]:
        """On what terms bounds are guessed: to be kept with a guess."""
        return {"price": self.price, "heights": self.heights.tolist()}

    def resume(self, terms: Mapping[str, Any]) -> None:
        """Go on by the terms of a guess."""
        self.price = terms.get("price", self.price)
        self.heights[:] = terms.get("heights", 0)
        if self.heights.any():
            self._improve(self.top)
            self._lay_floors()

    @property
    def is_cheap(self) -> bool:
        """Whether the price was lowered, as somebody waits so long that the bounds were driven apart."""
        return self.price < self.prices[0]

    # Guessing

    def guess(self, after_each: Callable[[], None]) -> None:
        """Bounds that should pass the check.

        The most advanced positions come first. Among them are walls on 28, 29 and 30 that one side can hold for very many
        throws while its other pieces go round through the water. They depend on little else, all else depends on them.
        """
        self._guess_top()
        while True:
            change = self._improve(self.all)
            if not self._bring_together(change):
                if change <= self._good:
                    return
                self._follow_all(self._goal(change, ENOUGH))
            self._guess_top()
            after_each()

    def _guess_top(self) -> None:
        while (change := self._improve(self.top)) > self._good:
            self._follow_top(self._goal(change, ENOUGH_AT_TOP))

    @property
    def _good(self) -> float:
        return GOOD * self.price

    def _goal(self, change: float, enough: float) -> float:
        """Choices that changed the bounds by so much are followed until these change by no more than this."""
        return max(change / enough, self._good / 10)

    def _improve(self, numbers: range) -> float:
        """Choose the best ways of playing; the largest change of a bound that this makes."""
        change = 0.0
        for number, changed in zip(numbers, self.crew.each(self._improve_chunk, numbers), strict=True):
            change = max(change, changed)
            self._report_guess(self.change, number / len(self.chunks))
        if numbers == self.all:
            self.change = max(change, self._good)
        return change

    def _report_guess(self, change: float, part: float) -> None:
        """The last improvement of all tells how much is done; the next is worth about a tenth of the rest."""
        done = math.log(self.change) / math.log(self._good)
        self.report(f"bounds change by {change:.0e}", GUESSED * (done + (1 - done) * part / 10))

    def _improve_chunk(self, number: int) -> float:
        links = self._links(number)
        return improve(self.bounds, links, self.choices[number], self.floors[number], self.price)

    def _links(self, number: int) -> "Links":
        """The links of a chunk, by the rules only if there was no memory to keep them."""
        links = self.links[number]
        if links is None:
            armies = self._armies(number)
            links = self.crew.links_of(armies)
            if links.nbytes <= self.memory:
                self.memory -= links.nbytes
                self.links[number] = links
            if len(self.choices[number]) == 0:
                self.choices[number] = np.zeros((len(armies), WIDTH), np.int32)
        return links

    def _armies(self, number: int) -> "Numbers":
        """The positions of a chunk."""
        chunk = self.chunks[number]
        armies = np.zeros((chunk.room, 2), np.int64)
        return armies[: fill_in(chunk.uppers, chunk.others, chunk.symmetric, armies)]

    def _follow(self, number: int) -> float:
        return follow(self.bounds, self.choices[number], self.floors[number], self.price)

    # Following, with leaps: things change so slowly that where they end must be foretold

    def _follow_all(self, goal: float) -> None:
        """Follow the choices until no bound changes by more."""
        for _ in range(SWEEPS // LEAP):
            done = self._sweep_all(goal)
            self._leap()
            if done:
                return

    def _leap(self) -> None:
        """Foretell where all ends, unless the choices are still so poor that it would not be true for long."""
        if not self.may_leap or self.change > CALM:
            return
        if self.leaps:
            self.leaps.leap(self.own)
        else:
            self.leaps = Leaps(self.own, **OF_ALL, held=self._held())

    def _held(self) -> "Numbers":
        """Where bounds are, among those of all, that leaps leave alone: at the top, if walls are held there for very long.

        Sweeps that change nothing can't put right what a leap got wrong. But elsewhere the top had better leap with the rest.
        """
        if not (self.is_cheap and self.top):
            return NONE
        positions = np.concatenate([self.choices[number][:, 0] for number in self.top]).astype(np.int64)
        return np.add.outer(2 * (positions - self.first), np.arange(2)).reshape(-1)

    def _sweep_all(self, goal: float) -> bool:
        """Some sweeps; chunks that change by no more are left out until none changes by more. Whether it came to that."""
        numbers: Sequence[int] = self.all
        for _ in range(LEAP):
            changes = list(self.crew.each(self._follow, numbers))
            if max(changes) <= goal and numbers is self.all:
                return True
            numbers = [number for number, change in zip(numbers, changes, strict=True) if change > goal] or self.all
        self._report_guess(max(changes), 1)
        return False

    def _follow_top(self, goal: float) -> None:
        """The same at the top, in order and by sides: what the one is sure of has nothing to do with what the other is."""
        positions = np.concatenate([self.choices[number][:, 0] for number in self.top])
        leaps = [Leaps(side, **OF_TOP) for side in _turned(self.bounds[positions]).T.copy()]
        for _ in range(SWEEPS_AT_TOP // LEAP):
            if any(max(map(self._follow, self.top)) <= goal for _ in range(LEAP)):
                return
            sides = _turned(self.bounds[positions]).T.copy()
            for side, known in zip(sides, leaps, strict=True):
                known.leap(side)
            self.bounds[positions] = _turned(sides.T)

    # Bounds that are far apart

    def _bring_together(self, change: float) -> bool:
        """If bounds are far apart, lower the price, and if it was lowered before, build floors; whether that was done."""
        if change > (NEAR if self.is_cheap else ROUGH) or self._apart() < max(WIDE, change / FIRM):
            return False
        if self.is_cheap and not self._choose_heights():
            return False
        self.price = self.prices[1]
        self.leaps = None  # they know how it was before
        return True

    def _apart(self) -> float:
        """How far bounds are apart, at most."""
        return float(max(self.crew.each(lambda number: 1 - self._sides(number).sum(axis=1).min(), self.all)))

    def _choose_heights(self) -> bool:
        """Have floors where the bounds are furthest apart, if there are none yet; whether that was done.

        There one side can put the end off for ever so long: six pieces hold a wall for 10¹⁵ throws if they want to. It does
        best to wait, at next to no risk, for what it likes best, so all these positions are worth nearly the same. But by
        waiting on it would make the other side pay for ever, and so that one is sure of nothing, by the price alone. The
        floor gives it back what the waiting side's own bound leaves to it.
        """
        tops = [self._sides(number) for number in self.top]
        widest = max((1 - sides.sum(axis=1).min() for sides in tops), default=0.0)
        if widest < WIDE or self.heights.any():
            return False
        for side in (0, 1):
            if any(((1 - sides.sum(axis=1) == widest) & (sides[:, side] == 0)).any() for sides in tops):
                self.heights[side] = widest - DEPTH
                self._give_back(side)
        self._lay_floors()
        return bool(self.heights.any())

    def _lay_floors(self) -> None:
        """Lay floors at their heights wherever at the top the other side's bound leaves nearly as much as it does at most."""
        for number in self.top:
            left = 1 - self._sides(number)[:, ::-1]  # to either side by the other's bound
            self.floors[number] = _turned(np.where(left > self.heights + DEPTH - NEAR, self.heights, 0))

    def _give_back(self, side: int) -> None:
        """Let one side be sure of all that the other is not: a good start for finding its bounds again."""
        for number in self.all:
            sides = self._sides(number)
            sides[:, side] = 1 - sides[:, 1 - side]
            self.bounds[self.choices[number][:, 0]] = _turned(sides)

    def _sides(self, number: int) -> "Bounds":
        """The bounds in a chunk by sides: how surely the larger army wins, and how surely the other."""
        return _turned(self.bounds[self.choices[number][:, 0]])

    # Proving

    def prove(self) -> None:
        """Check the bounds, and that the play comes to an end; an ArithmeticError if that fails."""
        if self._endless():
            raise ArithmeticError("a game might go on for ever")
        if failed := self.failures():
            raise ArithmeticError(f"the bounds of {failed} positions are not proven")

    def _endless(self) -> bool:
        """Whether the play might stay in these layers for ever."""
        staying = np.zeros(len(self.bounds), np.bool_)
        for number in self.all:
            staying[self.choices[number][:, 0]] = True
        before, left = 0, [1 + len(choices) for choices in self.choices]
        while sum(left) != before:
            before = sum(left)
            some = [number for number in self.all if left[number]]
            for number, stay in zip(some, self.crew.each(lambda n: strike(staying, self._links(n)), some), strict=True):
                left[number] = stay
        return before > 0

    def failures(self) -> int:
        """How many positions don't pass the check."""
        failed = 0
        for number, failures in zip(self.all, self.crew.each(self._check, self.all), strict=True):
            failed += failures
            self.report("proving", GUESSED + (1 - GUESSED) * (number + 1) / len(self.chunks))
        return failed

    def _check(self, number: int) -> int:
        return check(self.bounds, self._links(number))


def _turned(bounds: "Bounds") -> "Bounds":
    """Bounds of a chunk by sides, if they were by whose throw it is, and the other way round: the sides throw by turns."""
    sides = bounds.reshape(-1, 2, 2).copy()
    sides[:, 1] = sides[:, 1, ::-1]
    return sides.reshape(-1, 2)
