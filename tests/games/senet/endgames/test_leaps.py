"""Leaps: where a slow change ends is foretold."""

from typing import Any

import numpy as np

from pyramidion.games.senet.endgames.leaps import Leaps

SHARES = np.array([[1 - 1e-6, 1 - 3e-7], [0.99, 0.98], [0.9, 0.9], [0.5, 0.4]])  # of an error, left by a sweep
ENDS = np.array([[0.3, 0.4], [0.5, 0.1], [0.9, 0.2], [0.1, 0.8]])


def sweep(table: Any) -> Any:
    mixed = np.array([[1, 1, 1, 1], [1, -1, 1, -1], [1, 1, -1, -1], [1, -1, -1, 1]]) / 2  # so that all is seen everywhere
    return ENDS + mixed @ (SHARES * (mixed @ (table - ENDS)))


def test_what_would_take_millions_of_sweeps_is_foretold_from_a_few() -> None:
    table = np.full((4, 2), 0.5)
    leaps = Leaps(table)
    for _ in range(7):
        table = leaps.leap(sweep(table))
    assert np.abs(table - ENDS).max() < 1e-6


def test_a_leap_never_leaves_what_is_possible() -> None:
    leaps = Leaps(np.array([[0.5, 0.5]]))
    leaps.leap(np.array([[0.4, 0.6]]))
    after = leaps.leap(np.array([[0.31, 0.69]]))
    assert ((after >= 0) & (after <= 1)).all()
