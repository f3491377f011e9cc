"""Training by whole games: what a network is taught in games with secrets, several seats or many actions."""

import numpy as np
import pytest
from numpy.typing import NDArray

from pyramidion.lab.loops.episodes import KEPT, NUMBER, TRACE, learn


def odds_after(strayed: tuple[int, ...], opinions: tuple[float, ...], result: float) -> "NDArray[np.float32]":
    """The odds that a network learns from one game of one seat: each position has one feature, which has one weight."""
    floats = np.zeros((len(strayed) + 3, 1), np.float32)
    floats[-3] = floats[-2] = 1
    kept = np.zeros((len(strayed), 1, KEPT), np.int32)
    kept[:, 0, 0], kept[:, 0, NUMBER] = range(len(strayed)), 1
    shares, thoughts = np.array([result]), np.array(opinions)[:, None]
    learn(len(strayed), 0.001, floats, np.zeros(1, np.float32), shares, kept, thoughts, np.array(strayed))
    return np.asarray(floats[: len(strayed), 0])


def test_a_position_is_taught_what_came_of_it_mixed_with_what_was_thought_on_the_way() -> None:
    learnt = odds_after((0, 0, 0), (0.2, 0.4, 0.6), 1.0)
    said = 1 / (1 + np.exp(-1.0))
    last, second = 1.0, 0.6 + TRACE * (1.0 - 0.6)
    first = 0.4 + TRACE * (second - 0.4)
    for odds, target in zip(learnt, (first, second, last), strict=True):
        assert odds == pytest.approx(0.001 * (target - said), rel=0.02)


def test_what_comes_after_straying_teaches_nothing_about_what_was_before() -> None:
    won, lost = (odds_after((0, 1, 0), (0.9, 0.8, 0.5), result) for result in (1.0, 0.0))
    assert won[0] == pytest.approx(lost[0], rel=0.02)
    assert won[1] == lost[1] == 0
    assert won[2] > 0 > lost[2]
