"""Cards, and what may be slapped. A card is a kind, 0 … 51: four suits of each rank, ace, 2, … king."""

from typing import TYPE_CHECKING

import numpy as np

from pyramidion.engine.compiled import compiled

if TYPE_CHECKING:
    from pyramidion.games.egyptian_war.rules import State

KINDS = 52
ACE, TEN, JACK, QUEEN, KING = 0, 9, 10, 11, 12  # ranks; a rank counts one more than its number, the ace 1 (E-28)

# By rank: how many chances the next player has to answer it; 0 for a number card (E-27).
CHANCES = np.array([4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3], dtype=np.int64)

# Patterns, as bits: what makes the top card one to slap.
DOUBLE = 1
SANDWICH = 2
MARRIAGE = 4
TOP_BOTTOM = 8
TENS = 16
RUN = 32
ALWAYS = DOUBLE | SANDWICH
PATTERNS = 63


@compiled
def patterns(s: "State") -> int:
    """The patterns that the top card of the pile completes. Burned cards lie beneath it and are never part of one (E-16)."""
    top = int(s.height) - 1
    open_cards = int(s.height) - int(s.burned)
    if open_cards < 2:
        return 0
    rank = s.pile[top] >> 2
    found = DOUBLE if s.pile[top - 1] >> 2 == rank else 0
    if open_cards > 2 and s.pile[top - 2] >> 2 == rank:
        found |= SANDWICH
    if s.slappable != ALWAYS:
        found |= extra_patterns(s, open_cards) & int(s.slappable)
    return found


@compiled
def extra_patterns(s: "State", open_cards: int) -> int:
    """The patterns of E-28, whether they are played or not."""
    top = int(s.height) - 1
    rank, second = int(s.pile[top]) >> 2, int(s.pile[top - 1]) >> 2
    found = 0
    if rank + second == KING + QUEEN and rank != second and min(rank, second) == QUEEN:
        found |= MARRIAGE
    if int(s.pile[s.burned]) >> 2 == rank:
        found |= TOP_BOTTOM
    if rank + second + 2 == 10:
        found |= TENS
    if open_cards > 3:
        third, fourth = int(s.pile[top - 2]) >> 2, int(s.pile[top - 3]) >> 2
        if in_sequence(rank, second, third, fourth) or in_sequence(high(rank), high(second), high(third), high(fourth)):
            found |= RUN
    return found


@compiled
def in_sequence(a: int, b: int, c: int, d: int) -> bool:
    """Whether these ranks go up, or down, by one each time."""
    step = b - a
    return (step == 1 or step == -1) and c - b == step and d - c == step


@compiled
def high(rank: int) -> int:
    """A rank with the ace above the king: a run may end in an ace or begin with it, never go on past it."""
    return KING + 1 if rank == ACE else rank
