"""What a round is worth: three hands against three, compared and scored as the options say."""

from typing import TYPE_CHECKING

from pyramidion.engine.compiled import compiled
from pyramidion.games.pyramid_poker.hands import POINTS, strength

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pyramidion.games.pyramid_poker.rules import State

    Hands = NDArray[np.int64]
    Three = tuple[int, int, int]


@compiled
def ranked(s: "State", hands: "Hands", seat: int) -> "Three":
    """The strengths of a seat's hands in the order in which they meet the other's: by position, or the best first (P-11)."""
    first = strength(int(hands[seat, 0]), int(s.wheel))
    second = strength(int(hands[seat, 1]), int(s.wheel))
    third = strength(int(hands[seat, 2]), int(s.wheel))
    if s.best_first:
        first, second = max(first, second), min(first, second)
        second, third = max(second, third), min(second, third)
        first, second = max(first, second), min(first, second)
    return first, second, third


@compiled
def won(own: "Three", other: "Three") -> int:
    """How many of three hands are stronger than what they meet; of equal ones nobody wins (P-17)."""
    return int(own[0] > other[0]) + int(own[1] > other[1]) + int(own[2] > other[2])


@compiled
def bonus(hands_won: int) -> int:
    """Advanced: 3 for two hands, 4 for all three (P-21)."""
    return 1 + hands_won if hands_won >= 2 else 0


@compiled
def total(own: "Three", other: "Three") -> int:
    """Advanced: what three hands score by what they are, and by what they win."""
    return int(POINTS[own[0]]) + int(POINTS[own[1]]) + int(POINTS[own[2]]) + bonus(won(own, other))


@compiled
def lead(s: "State", hands: "Hands") -> int:
    """The points of a round: over 0 those of the first seat, under 0 those of the second, 0 if the round is drawn."""
    first, second = ranked(s, hands, 0), ranked(s, hands, 1)
    if s.advanced:
        return total(first, second) - total(second, first)
    return int(won(first, second) >= 2) - int(won(second, first) >= 2)  # basic: one point for two hands (P-18)
