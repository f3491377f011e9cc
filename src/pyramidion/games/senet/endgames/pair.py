"""Two mirrored layers, 2 pieces against 3 and 3 against 2, say: solved together, when all with fewer pieces are."""

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from pyramidion.engine.sealed import Facts
from pyramidion.games.senet.endgames.guess import LOSS, WIDTH, WIN, follow, improve
from pyramidion.games.senet.endgames.leaps import NONE, Leaps, Manner
from pyramidion.games.senet.endgames.order import chunks_of, fill_in
from pyramidion.games.senet.endgames.positions import MOST_PIECES, layer_size
from pyramidion.games.senet.endgames.proof import check, strike

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Numbers
    from pyramidion.games.senet.endgames.guess import Chances, Choices, Floors
    from pyramidion.games.senet.endgames.links import Links
    from pyramidion.games.senet.endgames.work import Crew

PRICES = (1e-10, 1e-12)  # of a throw: what makes bounds provable, and the second where the first drives them far apart
PRICES_OF_MOST = (1e-9, 1e-12)  # with the most pieces: there is most to do, and no other bounds depend on these
GOOD = 1 / 2  # of the price: bounds that the best ways of playing change by no more are good enough
ENOUGH = 30  # chosen ways are followed until the bounds change by so many times less than when they were chosen,
ENOUGH_AT_TOP = 300  # and at the top by so many times less
SWEEPS, SWEEPS_AT_TOP = 80, 1000  # but in no more sweeps than these
LEAP = 8  # sweeps from one leap to the next
CALM = 0.03  # leaps begin when better choices change the bounds by less: before, what is foretold is not true for long
TOP = 2  # chunks that are solved first, if there are more
GUESSED = 0.9  # the share of the time that guessing takes, about
WIDE = 5e-5  # bounds that are further apart get a lower price, and then a floor
DEPTH = 1e-5  # of a floor below the highest of the positions that it is for: their values differ by far less
NEAR = DEPTH / 100  # it is for positions that differ from the highest by no more

# Leaps of the top know what was long ago, and very exactly: its sweeps are done in order.
OF_TOP: Manner = {"remembered": 20, "telling": 1e-9}
# Those of all have little room, and what is different because one thread was faster than another tells them nothing.
OF_ALL: Manner = {"remembered": 2, "telling": 0.03, "kind": np.float32}

# The sides, and the columns of their bounds in positions in which the larger army throws and in the others
LARGER, SMALLER, EITHER = 0, 1, 2
COLUMNS = [np.array(columns) for columns in ([[WIN], [LOSS]], [[LOSS], [WIN]], [[WIN, LOSS], [WIN, LOSS]])]

NO_CHOICES, NO_FLOORS = np.zeros((0, WIDTH), np.int32), np.zeros(0)


class Pair:
    """Two mirrored layers being solved."""

    def __init__(self, small: int, large: int, crew: "Crew", memory: int, report: Callable[[str, float], None]) -> None:
        self.crew = crew
        self.bounds = crew.tables.bounds
        self.chances = self.bounds.reshape(-1)
        self.first = int(crew.tables.starts[small, large])  # the layers' first position
        self.layer = layer_size(small, large)  # positions in each of them
        self.report = report
        self.chunks = chunks_of(small, large)
        self.all = range(len(self.chunks))
        self.top = self.all[: TOP if len(self.all) > TOP else 0]
        size = 2 * self.layer  # bounds of a side
        for_copies, for_choices = 2 * size * self.chances.itemsize, size * WIDTH * NO_CHOICES.itemsize
        for_leaps = Leaps.memory(size, OF_ALL["remembered"], OF_ALL["kind"])
        self.memory = memory - for_copies - for_choices  # bytes that may be used
        self.may_leap = for_leaps <= self.memory
        self.memory -= self.may_leap * for_leaps
        self.links: list[Links | None] = [None] * len(self.chunks)
        self.choices: list[Choices] = [NO_CHOICES] * len(self.chunks)
        self.floors: list[Floors] = [NO_FLOORS] * len(self.chunks)
        self.prices = PRICES_OF_MOST if small + large == MOST_PIECES else PRICES
        self.price = self.prices[0]
        self.height = 0.0  # of the floors
        self.change = 1.0  # of a bound, when all were last improved
        self.side = EITHER if small == large else LARGER

    # Terms: on what bounds are guessed, to be kept with a guess

    @property
    def terms(self) -> Facts:
        return {"side": self.side, "price": self.price, "height": self.height}

    def resume(self, terms: Facts) -> None:
        """Go on by the terms of a guess."""
        self.side = terms.get("side", self.side)
        self.price = terms.get("price", self.price)
        self.height = terms.get("height", self.height)
        if self.height:
            self._improve(self.top)
            self._lay_floors()

    @property
    def is_cheap(self) -> bool:
        """Whether the price was lowered, as somebody waits so long that the bounds were driven apart."""
        return self.price < self.prices[0]

    # Guessing

    def guess(self, after_each: Callable[[], None]) -> None:
        """Bounds that should pass the check: the larger army's, and then the other's, beginning with what is left to it."""
        if self.side != SMALLER:
            self._guess_side(after_each)
        if self.side == EITHER:
            return
        if self.side == LARGER:
            self._turn_to(SMALLER)
            self._give_back()
        self._guess_top()
        if self._apart(self.top) > WIDE and not self.height:
            self._bring_together()
            self.guess(after_each)
        else:
            self._guess_side(after_each)

    def _turn_to(self, side: int) -> None:
        self.side, self.change = side, 1.0

    def _give_back(self) -> None:
        """Let the smaller army be sure of all that the larger is not: a good start for finding its bounds."""
        own = self.bounds[:, self.first :]
        for begin, column in ((0, WIN), (self.layer, LOSS)):  # it throws in the first of the layers
            end = begin + self.layer
            np.subtract(1, own[1 - column, begin:end], out=own[column, begin:end])

    def _guess_side(self, after_each: Callable[[], None]) -> None:
        """One side's bounds.

        The most advanced positions come first. Among them are walls on 28, 29 and 30 that one side can hold for very many
        throws while its other pieces go round through the water. They depend on little else, all else depends on them.

        Leaps might lead round in circles, as sweeps can't. So there are none while better choices change more than before.
        """
        self._guess_top()
        least = CALM
        while (change := self._improve(self.all)) > self._good:
            self._follow_all(self._goal(change, ENOUGH), may_leap=self.may_leap and change < least)
            least = min(least, change)
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
        done += (1 - done) * part / 10
        if self.side != EITHER:
            done = (self.side + done) / 2
        self.report(f"bounds change by {change:.0e}", GUESSED * done)

    def _improve_chunk(self, number: int) -> float:
        links = self._links(number)
        return improve(self.chances, links, COLUMNS[self.side], self.choices[number], self.floors[number], self.price)

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
                self.choices[number] = np.zeros((COLUMNS[self.side].shape[1] * len(armies), WIDTH), np.int32)
        return links

    def _armies(self, number: int) -> "Numbers":
        """The positions of a chunk."""
        chunk = self.chunks[number]
        armies = np.zeros((chunk.room, 2), np.int64)
        return armies[: fill_in(chunk.uppers, chunk.others, chunk.symmetric, armies)]

    def _follow(self, number: int) -> float:
        return follow(self.chances, self.choices[number], self.floors[number], self.price)

    # Following, with leaps: things change so slowly that where they end must be foretold

    def _follow_all(self, goal: float, *, may_leap: bool) -> None:
        """Follow the choices until no bound changes by more. Sweeps come last, to put right what a leap got wrong."""
        parts, leaps = self._parts(), None
        if may_leap:
            leaps = Leaps(np.concatenate(parts), **OF_ALL, held=self._held())
        for _ in range(SWEEPS // LEAP - 1):
            if self._sweep_all(goal):
                return
            if leaps:
                chances = np.concatenate(parts)
                leaps.leap(chances)
                for part, leapt in zip(parts, np.split(chances, 2), strict=True):
                    part[:] = leapt
        self._sweep_all(goal)

    def _parts(self) -> "list[Chances]":
        """The bounds of the side, in two parts: the one column of the one layer, and the other of the other."""
        own = self.bounds[:, self.first :]
        if self.side == EITHER:
            return [own[WIN, : self.layer], own[LOSS, : self.layer]]
        column = WIN if self.side == SMALLER else LOSS
        return [own[column, : self.layer], own[1 - column, self.layer : 2 * self.layer]]

    def _held(self) -> "Numbers":
        """Where bounds are in these parts that leaps leave alone: at the top, if walls are held there for very long.

        Sweeps that change nothing can't put right what a leap got wrong. Elsewhere the top had better leap with the rest.
        """
        if not self.is_cheap:
            return NONE
        places = np.concatenate([self.choices[number][:, 0] for number in self.top])
        positions: Numbers = places.astype(np.int64) % self.bounds.shape[1]
        return positions - self.first

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
        """The same at the top, in order."""
        places = np.concatenate([self.choices[number][:, 0] for number in self.top])
        leaps = Leaps(self.chances[places], **OF_TOP)
        for _ in range(SWEEPS_AT_TOP // LEAP):
            if any(max(map(self._follow, self.top)) <= goal for _ in range(LEAP)):
                return
            chances = self.chances[places]
            leaps.leap(chances)
            self.chances[places] = chances

    # Bounds that are far apart

    def _apart(self, numbers: range) -> float:
        """How far bounds are apart, at most."""
        return max((float((self._left(number) - self._said(number)).max()) for number in numbers), default=0.0)

    def _said(self, number: int) -> "Chances":
        """The bounds of the side in a chunk."""
        return self.chances[self.choices[number][:, 0]]

    def _left(self, number: int) -> "Chances":
        """What the other side's bounds leave to this one there."""
        others = (self.choices[number][:, 0].astype(np.int64) + self.bounds.shape[1]) % len(self.chances)
        left: Chances = 1 - self.chances[others]
        return left

    def _bring_together(self) -> None:
        """Lower the price, and find the larger army's bounds again; if it was lowered before, lay floors.

        The larger army can put the end off for ever so long: six pieces hold a wall for 10¹⁵ throws if they want to. It does
        best to wait, at next to no risk, for what it likes best, so all these positions are worth nearly the same. But by
        waiting on it would make the other side pay for ever, and so that one is sure of nothing, by the price alone. The
        floor gives it back what the waiting side's own bound leaves to it.
        """
        if self.is_cheap:
            self.height = self._apart(self.top) - DEPTH
            self._lay_floors()
            self._give_back()
        else:
            self.price = self.prices[1]
            self._turn_to(LARGER)

    def _lay_floors(self) -> None:
        """Lay floors where at the top the other side's bounds leave nearly as much as they do at most."""
        for number in self.top:
            self.floors[number] = np.where(self._left(number) > self.height + DEPTH - NEAR, self.height, 0)

    # Proving

    def prove(self) -> None:
        """Check the bounds, and that the play comes to an end; an ArithmeticError if that fails."""
        if self._endless():
            raise ArithmeticError("a game might go on for ever")
        if failed := self.failures():
            raise ArithmeticError(f"the bounds of {failed} positions are not proven")

    def _endless(self) -> bool:
        """Whether the play might stay in these layers for ever."""
        staying = np.zeros(self.bounds.shape[1], np.bool_)
        staying[self.first :] = True
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
