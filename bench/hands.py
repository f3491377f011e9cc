"""How many poker hands a second are ranked on one core, and how that compares with treys, which is asked hand by hand.

python bench/hands.py
"""

import time
from itertools import combinations

import numpy as np
import treys

from pyramidion.games.pyramid_poker.hands import strengths

RUNS = 5
ASKED = 200_000  # of treys


def every_hand() -> np.ndarray:
    """All 2 598 960 hands in random order, so that no cache is flattered by their likeness."""
    hands = np.array(list(combinations(range(52), 5)), dtype=np.int8)
    return np.random.default_rng(0).permutation(hands)


def our_speed(hands: np.ndarray) -> float:
    """Hands a second, the best of some runs."""
    out = np.zeros(len(hands), dtype=np.int16)
    strengths(hands[:1], out, 1)  # compile
    best = float("inf")
    for _ in range(RUNS):
        begin = time.perf_counter()
        strengths(hands, out, 1)
        best = min(best, time.perf_counter() - begin)
    return len(hands) / best


def speed_of_treys(hands: np.ndarray) -> float:
    """Hands a second of its innermost function, with cards in its own form made beforehand."""
    cards = [treys.Card.new(rank + suit) for suit in "cdhs" for rank in "23456789TJQKA"]
    asked = [[cards[card] for card in hand] for hand in hands[:ASKED].tolist()]
    rank = treys.Evaluator()._five
    best = float("inf")
    for _ in range(RUNS):
        begin = time.perf_counter()
        for hand in asked:
            rank(hand)
        best = min(best, time.perf_counter() - begin)
    return ASKED / best


def main() -> None:
    hands = every_hand()
    ours, theirs = our_speed(hands), speed_of_treys(hands)
    print(f"pyramidion  {ours:>13,.0f} hands/s")
    print(f"treys       {theirs:>13,.0f} hands/s")
    print(f"ratio       {ours / theirs:>13,.0f}")


if __name__ == "__main__":
    main()
