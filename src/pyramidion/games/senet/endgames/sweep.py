"""The compiled half of the solver: from the rules to links, and from links to tighter bounds.

A *link* says where one way of playing a throw leads: the number of a position and whose turn it is there. A *bound* is a
pair of numbers of a position, how surely its mover wins and how surely he loses; what is missing from their sum to `ONE` is
still unknown. Both begin at 0 and only grow, so the lower and the upper end of the win probability close in from 0 and 1.

Whole numbers make that exact: a position's bound is a sum of sixteenths of others, rounded down. And they make it safe for
threads: a bound is written by one thread only, its two halves are machine words that are never seen half-written, and
whatever mix of old and new bounds a thread reads, each of them is valid, so what it computes from them is valid as well.
"""

from typing import TYPE_CHECKING, Any, NamedTuple

from pyramidion.engine import bits
from pyramidion.engine.compiled import compiled
from pyramidion.engine.memory import copy
from pyramidion.games.senet.endgames.positions import WON_GAME, position_number
from pyramidion.games.senet.rules import OVER, STUCK, TO_MOVE, TO_THROW, end_throw, move, next_throw, throw

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pyramidion.engine.dispatch import Numbers

    Links = NDArray[np.int32]
    Bounds = NDArray[np.int32]

ONE = 1 << 30  # certainty
WON, LOST = 0, 1  # the columns of bounds

# A link is a position's number, and below it two bits:
OTHERS_TURN = 2
LAST_WAY = 1  # no more ways of playing this throw follow
NUMBER = 2  # how far the number is shifted

DEEPEST = 9  # records that a throw can take: one for each piece that moves, and those before and after
MOST_LINKS = 1024  # ways of playing all throws of one position: far more than there are


class Armies(NamedTuple):
    """All armies of one size, the rearmost first; those whose squares add up to p are first[p] … first[p + 1] − 1."""

    armies: "Numbers"
    first: "Numbers"


class Band(NamedTuple):
    """Some of the positions of a layer: those whose squares add up to `bottom` … `top`, and of these one part of several."""

    top: int
    bottom: int
    part: int
    parts: int


class Work(NamedTuple):
    """What one thread works with."""

    bounds: "Bounds"  # of all positions, shared by the threads
    proven: "Bounds"  # what they were before the last leap
    starts: "Numbers"  # where the layers are in `bounds`
    stack: Any  # scratch records
    links: "Links"  # scratch: the links of one position
    tally: "Numbers"  # what this sweep has found, by the columns below


# The columns of a tally
TIGHTENED = 0  # positions
WIDEST = 1  # the widest gap among them, afterwards
WORDS = 2  # of links that would have to be kept
FAILED = 3  # bounds that a leap has raised too far
STOP_NOW = 4  # set by somebody else: leave off
TALLY = 5


# From the rules to links


@compiled
def expand(stack: Any, starts: "Numbers", links: "Links") -> int:
    """Fill in the links of all throws in the position stack[0], throw by throw; their number."""
    number = 0
    for value in (1, 2, 3, 4, 6):
        copy(stack[1], stack[0])
        throw(stack[1], value)
        number = expand_throw(stack, starts, links, number)
        links[number - 1] |= LAST_WAY
    return number


@compiled
def expand_throw(stack: Any, starts: "Numbers", links: "Links", first: int) -> int:
    """Add a link for every way of playing the throw, or the rest of one, in stack[1]; where they end."""
    seat = int(stack[1].seat)
    if stack[1].phase == STUCK:
        next_throw(stack[1], 1 - seat)
        links[first] = link_to(stack[1], seat, starts)
        return first + 1
    depth, number = 1, stop_here(stack, 1, starts, links, first, first)
    while depth:
        s, after = stack[depth], stack[depth + 1]
        movers = int(s.movers)
        if movers == 0:
            depth -= 1
            continue
        s.movers = movers & (movers - 1)
        copy(after, s)
        move(after, bits.lowest(movers))
        if after.phase == TO_MOVE:
            depth += 1
            number = stop_here(stack, depth, starts, links, first, number)
        else:
            number = add(link_to(after, seat, starts), links, first, number)
    return number


@compiled
def stop_here(stack: Any, depth: int, starts: "Numbers", links: "Links", first: int, number: int) -> int:
    """Add the link for leaving a remainder unused, if there is one."""
    s, after = stack[depth], stack[depth + 1]
    if s.left == s.throw:
        return number
    copy(after, s)
    end_throw(after)
    return add(link_to(after, int(s.seat), starts), links, first, number)


@compiled
def link_to(s: Any, seat: int, starts: "Numbers") -> int:
    """The link to a position between throws, for a seat that came to it."""
    if s.phase == OVER:
        return WON_GAME
    mover = int(s.seat)
    number = position_number(int(s.army[mover]), int(s.army[1 - mover]), starts)
    return number << NUMBER | (0 if mover == seat else OTHERS_TURN)


@compiled
def add(link: int, links: "Links", first: int, number: int) -> int:
    """Add a link of a throw whose links begin at `first`, unless it is there already."""
    for i in range(first, number):
        if links[i] == link:
            return number
    links[number] = link
    return number + 1


# From links to bounds


@compiled
def won_by(link: int, bounds: "Bounds") -> int:
    """How surely who follows this link wins."""
    return int(bounds[link >> NUMBER, LOST if link & OTHERS_TURN else WON])


@compiled
def lost_by(link: int, bounds: "Bounds") -> int:
    """How surely who follows this link loses."""
    return int(bounds[link >> NUMBER, WON if link & OTHERS_TURN else LOST])


@compiled
def weigh(links: "Links", read: int, bounds: "Bounds") -> tuple[int, int, int]:
    """The best of the ways of playing one throw: how surely it wins and loses, and where the throw's links end."""
    won, lost = 0, ONE
    while True:
        link = int(links[read])
        read += 1
        won = max(won, won_by(link, bounds))
        lost = min(lost, lost_by(link, bounds))
        if link & LAST_WAY:
            return won, lost, read


@compiled
def tighten(position: int, links: "Links", read: int, bounds: "Bounds", kept: "Links", write: int) -> tuple[int, int]:
    """A position's bound anew from its links; those that may still be the best are kept. Where both lists end.

    The new bound is never worse than the old one: it comes from bounds that have only grown since.
    """
    won, lost = 0, 0
    for weight in (4, 6, 4, 1, 1):
        best, least, end = weigh(links, read, bounds)
        won += weight * best
        lost += weight * least
        write = keep_the_best(best, links, read, end, bounds, kept, write)
        read = end
    bounds[position, WON] = won >> 4
    bounds[position, LOST] = lost >> 4
    return read, write


@compiled
def keep_the_best(best: int, links: "Links", read: int, end: int, bounds: "Bounds", kept: "Links", write: int) -> int:
    """Keep the links of a throw but those that surely lose more than the best one leaves open: they never matter again."""
    for i in range(read, end):
        link = int(links[i])
        if end - read == 1 or lost_by(link, bounds) + best <= ONE:
            kept[write] = link & ~LAST_WAY
            write += 1
    kept[write - 1] |= LAST_WAY
    return write


@compiled
def unknown(position: int, bounds: "Bounds") -> int:
    """The gap between a position's bounds."""
    return ONE - int(bounds[position, WON]) - int(bounds[position, LOST])


@compiled
def note(position: int, work: Work, settled: int) -> bool:
    """Count a position that was tightened; whether it is still unsettled."""
    gap = unknown(position, work.bounds)
    work.tally[TIGHTENED] += 1
    work.tally[WIDEST] = max(int(work.tally[WIDEST]), gap)
    return gap > settled


# Sweeps


@compiled
def sweep_rules(work: Work, one: Armies, other: Armies, band: Band, settled: int, kept: "Links", keep: bool) -> int:
    """Tighten the unsettled positions of a band of two mirrored layers by the rules, the most advanced first.

    A move forward leads to a position that is more advanced, and so has been tightened before; only swaps, moves back and
    the water need another sweep. The links are kept one after the other, or only counted. Where they end.
    """
    work.stack[0].phase = TO_THROW
    work.stack[0].seat = 0
    write = 0
    for level in range(band.top, band.bottom - 1, -1):
        write = sweep_level(work, one, other, level, band, settled, kept, write, keep)
        if one.first.shape[0] != other.first.shape[0]:
            write = sweep_level(work, other, one, level, band, settled, kept, write, keep)
    return write


@compiled
def sweep_level(
    work: Work, own: Armies, foes: Armies, level: int, band: Band, settled: int, kept: "Links", write: int, keep: bool
) -> int:
    """Tighten a part of the positions of a layer in which all squares add up to `level`; where the kept links end."""
    for pips in range(max(0, level - foes.first.shape[0] + 2), min(level, own.first.shape[0] - 2) + 1):
        begin, end = foes.first[level - pips], foes.first[level - pips + 1]
        if begin == end:
            continue
        for i in range(own.first[pips], own.first[pips + 1]):
            if work.tally[STOP_NOW]:
                return write
            if i % band.parts == band.part:
                write = sweep_row(work, int(own.armies[i]), foes.armies[begin:end], settled, kept, write, keep)
    return write


@compiled
def sweep_row(work: Work, army: int, foes: "Numbers", settled: int, kept: "Links", write: int, keep: bool) -> int:
    """Tighten the positions of one army against some others; where the kept links end."""
    s = work.stack[0]
    s.army[0] = army
    for i in range(foes.shape[0]):
        if army & foes[i]:
            continue
        position = position_number(army, int(foes[i]), work.starts)
        if unknown(position, work.bounds) <= settled:
            continue
        s.army[1] = foes[i]
        expand(work.stack, work.starts, work.links)
        kept[write] = position
        _, end = tighten(position, work.links, 0, work.bounds, kept, write + 1)
        if note(position, work, settled):
            work.tally[WORDS] += end - write
            if keep:
                write = end
    return write


@compiled
def sweep_links(work: Work, kept: "Links", size: int, settled: int) -> int:
    """Tighten the positions whose links were kept, in the same order; drop what is settled or never matters again.

    The list is rewritten in place: what is kept of a position is never longer than what was read. Its new size.
    """
    read, write = 0, 0
    while read < size and not work.tally[STOP_NOW]:
        position = int(kept[read])
        kept[write] = position
        read, end = tighten(position, kept, read + 1, work.bounds, kept, write + 1)
        if note(position, work, settled):
            write = end
    return write
