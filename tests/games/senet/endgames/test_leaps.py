"""Leaps: where a slow change ends is foretold."""

import tracemalloc
from typing import Any

import numpy as np
import pytest

from pyramidion.games.senet.endgames.leaps import Leaps

ENDS = np.array([0.3, 0.5, 0.9, 0.1])
MIXED = np.array([[1, 1, 1, 1], [1, -1, 1, -1], [1, 1, -1, -1], [1, -1, -1, 1]]) / 2  # so that all is seen everywhere
SHORT: dict[str, Any] = {"remembered": 2, "telling": 0.03, "kind": np.float32}
LONG: dict[str, Any] = {"remembered": 20, "telling": 1e-9}


def error_after(leaps: int, slowest: float, known: dict[str, Any]) -> float:
    """How far from their ends chances are after some leaps, with a sweep before each."""
    left = np.array([slowest, 0.99, 0.9, 0.5])  # of an error, by a sweep
    chances = np.full(4, 0.5)
    memory = Leaps(chances, **known)
    for _ in range(leaps):
        chances[:] = ENDS + MIXED @ (left * (MIXED @ (chances - ENDS)))
        memory.leap(chances)
    return float(np.abs(chances - ENDS).max())


def test_what_would_take_millions_of_sweeps_is_foretold_from_a_few() -> None:
    assert error_after(7, 1 - 1e-6, LONG) < 1e-6


def test_with_little_memory_it_takes_a_few_more() -> None:
    assert error_after(20, 0.999, SHORT) < 1e-6  # 0.39 without a leap


def test_what_hardly_differs_from_what_is_known_would_lead_astray() -> None:
    assert error_after(20, 0.999, SHORT | {"telling": 1e-9}) > 1e-4


def test_a_leap_never_leaves_what_is_possible() -> None:
    chances = np.array([0.5, 0.5])
    leaps = Leaps(chances, **LONG)
    for win in (0.4, 0.31):
        chances[:] = win, 1 - win
        leaps.leap(chances)
    assert ((chances >= 0) & (chances <= 1)).all()


def test_what_is_held_stays_as_it_is_and_the_rest_is_foretold_all_the_same() -> None:
    chances = np.array([0.5, 0.5, 0.5])
    leaps = Leaps(chances, **LONG, held=np.array([0]))
    for held in (0.4, 0.9, 0.2):
        chances[0], chances[1:] = held, 0.7 + 0.99 * (chances[1:] - 0.7)
        leaps.leap(chances)
        assert chances[0] == held
    assert chances[1:] == pytest.approx(0.7)


@pytest.mark.slow
@pytest.mark.parametrize("known", [SHORT, LONG])
def test_the_memory_that_is_asked_for_is_what_is_used(known: dict[str, Any]) -> None:
    leap_at_random(100, known)  # so that everything is compiled
    tracemalloc.start()
    leap_at_random(100_000, known)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    asked = Leaps.memory(100_000, known["remembered"], known.get("kind", np.float64))
    own = 2 * 8 * 100_000
    assert 0.9 * asked < most - own < 1.1 * asked


def leap_at_random(size: int, known: dict[str, Any]) -> None:
    dice = np.random.default_rng(2)
    chances, change = np.full(size, 0.5), np.empty(size)
    leaps = Leaps(chances, **known)
    for _ in range(known["remembered"] + 5):
        dice.random(out=change)
        change *= 0.001
        chances *= 0.9
        chances += change
        leaps.leap(chances)
