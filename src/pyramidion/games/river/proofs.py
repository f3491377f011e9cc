"""Proofs in words: what a rival could still play against a claim, and where the pieces are that would have been needed."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec

from pyramidion.engine.record import UNKNOWN
from pyramidion.games.river.bag import within_reach
from pyramidion.games.river.claims import pool, strength
from pyramidion.games.river.palette import Palette
from pyramidion.games.river.rivers import RIVAL, SEGMENTS
from pyramidion.games.river.sets import (
    ALL,
    CLASSES,
    COLOURS,
    KINDS,
    NONE,
    ONE,
    SIZE_NAMES,
    SIZES,
    STRENGTH,
    VALUES,
)

if TYPE_CHECKING:
    from pyramidion.games.river.rules import State


_ONE: list[int] = ONE.tolist()


class Completion(NamedTuple):
    """Pieces that would fill a side, and the strength of the set they would make."""

    kinds: tuple[int, ...]
    strength: int


class Whereabouts(msgspec.Struct, frozen=True):
    """Why a rival can't have a piece: where a copy of it is seen, or that too few of its size are left."""

    kind: Literal["river", "side", "hand", "few"]
    segment: int | None = None  # counted from 1: of the river, or of somebody's side there
    seat: int | None = None  # whose side or hand; of few, the rival
    left: int | None = None  # of few: how many of that size the rival can still get


def describe(level: int, palette: Palette) -> str:
    """A strength in words, with the size and the colour that count: Monochrome pair K3, Monochrome run K, Pair of large."""
    rank, size, colour = VALUES[level]
    if colour:
        return f"{CLASSES[rank]} {palette.letters[COLOURS - colour]}{size or ''}"
    return f"{CLASSES[rank]} of {SIZE_NAMES[SIZES - size]}" if size else CLASSES[rank]


def rival_of(o: "State", seat: int, segment: int) -> int:
    """Who sits on the other side of a seat's segment."""
    return int(RIVAL[int(o.seats), seat, segment])


def side(o: "State", seat: int, segment: int) -> list[int]:
    """The kinds that a seat has played to a segment."""
    return [kind for kind in o.side[seat, segment].tolist() if kind != NONE]


def completions(o: "State", seat: int, segment: int) -> list[Completion]:
    """All that the rival could make of a segment, for all that this seat knows: the strongest first (R-13, R-14)."""
    rival = rival_of(o, seat, segment)
    most = [within_reach(o, rival, size) for size in range(SIZES)]
    return [
        completion
        for completion in _completions(o, rival, segment, pool(o, seat, rival))
        if _are_there([kind // COLOURS for kind in completion.kinds], most)
    ]


def _completions(o: "State", rival: int, segment: int, heap: int) -> list[Completion]:
    """The same from any heap of pieces."""
    there = [int(o.river[segment]), *side(o, rival, segment)]
    copies = [heap >> 2 * kind & 3 for kind in range(KINDS)]
    strengths = STRENGTH[(int(o.loose), *there)]
    found = [
        Completion(kinds, int(strengths[kinds]))
        for kinds in combinations_with_replacement([kind for kind in range(KINDS) if copies[kind]], 3 - len(there))
        if _are_there(kinds, copies)
    ]
    return sorted(found, key=lambda completion: (-completion.strength, completion.kinds))


def _are_there(wanted: Sequence[int], numbers: list[int]) -> bool:
    """Whether there are so many of each."""
    return all(wanted.count(one) <= numbers[one] for one in wanted)


def counter_example(o: "State", seat: int, segment: int) -> Completion | None:
    """The strongest set that the rival could still make, if it beats this seat's: why a claim is refused."""
    best = next(iter(completions(o, seat, segment)), None)
    return best if best and best.strength > strength(o, seat, segment) else None


def missed(o: "State", seat: int, segment: int) -> list[Completion]:
    """What would beat this seat's set if the rival could get it: all of it from the whole game, the strongest first."""
    rival = rival_of(o, seat, segment)
    here = [int(o.river[segment]), *side(o, seat, segment), *side(o, rival, segment)]
    elsewhere = ALL - sum(int(ONE[kind]) for kind in here)
    mine = strength(o, seat, segment)
    return [found for found in _completions(o, rival, segment, elsewhere) if found.strength > mine]


def out_of_reach(o: "State", seat: int, segment: int, kinds: tuple[int, ...]) -> set[int]:
    """Those of these kinds that the rival can't get so often."""
    heap = pool(o, seat, rival_of(o, seat, segment))
    wanting = {kind for kind, number in Counter(kinds).items() if heap >> 2 * kind & 3 < number}
    return wanting or set(kinds)  # each alone could be had, but not two of that size


def whereabouts(o: "State", rival: int, kind: int) -> list[Whereabouts]:
    """Why this rival can't have a kind: where its copies are seen, and how few of its size are left for them."""
    river = [Whereabouts("river", segment=segment + 1) for segment in range(SEGMENTS) if o.river[segment] == kind]
    sides = [
        Whereabouts("side", segment=segment + 1, seat=seat)
        for seat in range(int(o.seats))
        for segment in range(SEGMENTS)
        for _ in range(side(o, seat, segment).count(kind))
    ]
    hands = [Whereabouts("hand", seat=seat) for seat in range(int(o.seats)) if seat != rival and kind in o.hand[seat]]
    return river + sides + hands + _shortage(o, rival, kind // COLOURS)


def _shortage(o: "State", rival: int, size: int) -> list[Whereabouts]:
    """With three hidden hands the pool may hold more of a size than the rival can get (R-14)."""
    left = within_reach(o, rival, size)
    if not o.hidden or o.seats == 2 or left > 1:
        return []
    return [Whereabouts("few", seat=rival, left=left)]


def unseen(o: "State") -> list[int]:
    """How many copies of each kind are neither on the table nor in a hand that these eyes see."""
    heap = int(o.unplayed)
    for hand in o.hand[: int(o.seats)].tolist():
        heap -= 0 if UNKNOWN in hand else sum([_ONE[kind] for kind in hand])
    return [heap >> 2 * kind & 3 for kind in range(KINDS)]
