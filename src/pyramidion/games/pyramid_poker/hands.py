"""Poker hands: the strength of five cards, found in tables that are made here.

There are 7464 kinds of hands that compare differently. `KINDS` lists them from the weakest to the strongest; the number of a
kind in this list is its strength, and its category, its name and its score are read from the list as well. That is two kinds
more than usual, because A-5-4-3-2 is in it both as a straight and as the lowest ace high, suited and unsuited: where it is
no straight (P-16) the same list serves.

How five cards find their kind: every rank has a weight such that no two hands of different ranks have the same sum. The 6175
sums lie between 0 and 360 918; cut into rows of 256, the rows are pushed into each other like the teeth of combs, until they
fill one short table. In the same sum the suits are counted, in four bits each that begin at 3: a fifth card of the suit sets
the highest.
"""

from collections import Counter
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pyramidion.engine.bits import lowest
from pyramidion.engine.compiled import compiled
from pyramidion.games.pyramid_poker.cards import CARDS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Strengths = NDArray[np.int16]

HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH, ROYAL_FLUSH = range(10)
SCORES = (-1, 0, 0, 0, 1, 1, 2, 3, 4, 5)  # of a hand in each category, in advanced scoring (P-20, P-22)

_SHAPES = {  # how often the ranks of a hand occur, most often first
    (2, 1, 1, 1): PAIR,
    (2, 2, 1): TWO_PAIR,
    (3, 1, 1): TRIPS,
    (3, 2): FULL_HOUSE,
    (4, 1): QUADS,
}
_ACE = 12
_WHEEL = (_ACE, 3, 2, 1, 0)

# Each the smallest number that keeps the sums of up to five, no rank more than four times, apart.
WEIGHTS = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
_ROW = 256
_SUM_BITS = 19
_SUM = (1 << _SUM_BITS) - 1
_NO_SUITS = 0x3333 << _SUM_BITS
_ONE_SUIT = 0x8888 << _SUM_BITS


class Kind(NamedTuple):
    """Hands that compare alike, whatever their suits."""

    category: int
    ranks: tuple[int, ...]  # all five, in the order in which they are compared; 0 is a two, 12 an ace


def _kinds_of(ranks: tuple[int, ...]) -> list[Kind]:
    """What cards of these five ranks, given highest first, can be."""
    times = Counter(ranks)
    ordered = tuple(sorted(ranks, key=lambda rank: (times[rank], rank), reverse=True))
    shape = tuple(sorted(times.values(), reverse=True))
    if shape in _SHAPES:
        return [Kind(_SHAPES[shape], ordered)]
    if ranks == _WHEEL:
        low = (*_WHEEL[1:], _ACE)
        return [Kind(HIGH_CARD, ranks), Kind(FLUSH, ranks), Kind(STRAIGHT, low), Kind(STRAIGHT_FLUSH, low)]
    if ranks[0] - ranks[4] == 4:
        return [Kind(STRAIGHT, ranks), Kind(ROYAL_FLUSH if ranks[0] == _ACE else STRAIGHT_FLUSH, ranks)]
    return [Kind(HIGH_CARD, ranks), Kind(FLUSH, ranks)]


def _all_kinds() -> list[Kind]:
    by_ranks = combinations_with_replacement(range(_ACE, -1, -1), 5)
    return sorted(kind for ranks in by_ranks if ranks[0] != ranks[4] for kind in _kinds_of(ranks))


KINDS = _all_kinds()
NUMBERS = {kind: strength for strength, kind in enumerate(KINDS)}
STRONGEST = len(KINDS) - 1
WHEEL = NUMBERS[Kind(STRAIGHT, (3, 2, 1, 0, _ACE))]
STEEL_WHEEL = NUMBERS[Kind(STRAIGHT_FLUSH, (3, 2, 1, 0, _ACE))]
ACE_FIVE_HIGH = NUMBERS[Kind(HIGH_CARD, _WHEEL)]
ACE_FIVE_FLUSH = NUMBERS[Kind(FLUSH, _WHEEL)]


def _suited(kind: Kind) -> int:
    """The strength of the same ranks in one suit; of ranks that can't be in one suit, their own."""
    royal = kind.ranks[0] == _ACE
    flush = {HIGH_CARD: FLUSH, STRAIGHT: ROYAL_FLUSH if royal else STRAIGHT_FLUSH}.get(kind.category, kind.category)
    return NUMBERS[Kind(flush, kind.ranks)]


def _sums() -> dict[int, int]:
    """The sum of the weights of every hand that is not in one suit, with its strength."""
    suited = (FLUSH, STRAIGHT_FLUSH, ROYAL_FLUSH)
    sums = {sum(WEIGHTS[r] for r in k.ranks): n for k, n in NUMBERS.items() if k.category not in suited}
    sums[sum(WEIGHTS[rank] for rank in _WHEEL)] = WHEEL
    return sums


def _comb(sums: dict[int, int]) -> "tuple[Strengths, Strengths]":
    """Rows pushed into one table, the fullest first, each to the first place where it fits; and where each row begins."""
    rows: dict[int, list[int]] = {}
    for key in sums:
        rows.setdefault(key // _ROW, []).append(key % _ROW)
    begins = np.zeros(max(rows) + 1, dtype=np.int16)
    table = np.zeros(2 * len(sums), dtype=np.int16)
    taken = 0
    for row in sorted(rows, key=lambda row: -len(rows[row])):
        clashes = 0
        for column in rows[row]:
            clashes |= taken >> column
        begin = (~clashes & (clashes + 1)).bit_length() - 1
        begins[row] = begin
        for column in rows[row]:
            taken |= 1 << (begin + column)
            table[begin + column] = sums[row * _ROW + column]
    return begins, table[: taken.bit_length()]


_BEGINS, _TABLE = _comb(_sums())
_FLUSHES = np.array([_suited(kind) for kind in KINDS], dtype=np.int16)
_CODES = np.array([WEIGHTS[card % 13] + (1 << (_SUM_BITS + 4 * (card // 13))) for card in range(CARDS)], dtype=np.int64)
POINTS = np.array([SCORES[kind.category] for kind in KINDS], dtype=np.int8)


@compiled
def strength_of_codes(codes: int, wheel: int) -> int:
    """The strength of a hand from the sum of its cards' codes."""
    key = codes & _SUM
    strength = int(_TABLE[int(_BEGINS[key // _ROW]) + key % _ROW])
    if (codes + _NO_SUITS) & _ONE_SUIT:
        strength = int(_FLUSHES[strength])
    if not wheel:
        if strength == WHEEL:
            return ACE_FIVE_HIGH
        if strength == STEEL_WHEEL:
            return ACE_FIVE_FLUSH
    return strength


@compiled
def strength(hand: int, wheel: int) -> int:
    """The strength of a set of five cards; the wheel is 1 if A-5-4-3-2 is a straight."""
    codes = 0
    while hand:
        codes += int(_CODES[lowest(hand)])
        hand &= hand - 1
    return strength_of_codes(codes, wheel)


@compiled
def strengths(hands: "NDArray[np.int8]", out: "Strengths", wheel: int) -> None:
    """The strength of every row of `hands`, which are five different cards each."""
    for i in range(hands.shape[0]):
        codes = int(_CODES[hands[i, 0]]) + int(_CODES[hands[i, 1]]) + int(_CODES[hands[i, 2]])
        codes += int(_CODES[hands[i, 3]]) + int(_CODES[hands[i, 4]])
        out[i] = strength_of_codes(codes, wheel)
