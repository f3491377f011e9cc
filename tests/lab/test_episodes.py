"""Training by whole games: what a network is taught in games with secrets, several seats or many actions."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from pyramidion.games import GAMES, find
from pyramidion.lab.loops.episodes import KEPT, NUMBER, TRACE, learn
from pyramidion.lab.training import begin, rounded, train

FEW = 3000
BY_EPISODES = [name for name in GAMES if (judge := find(name).judge) and not judge.LOOKS_AHEAD]


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


@pytest.mark.parametrize("name", BY_EPISODES)
def test_the_same_seed_gives_the_same_file_and_another_one_does_not(name: str, tmp_path: Path) -> None:
    game = find(name)
    train(game, FEW, 3, tmp_path / "one")
    train(game, FEW, 3, tmp_path / "same")
    train(game, FEW, 4, tmp_path / "other")
    assert (tmp_path / "same").read_bytes() == (tmp_path / "one").read_bytes() != (tmp_path / "other").read_bytes()


@pytest.mark.parametrize("name", BY_EPISODES)
def test_every_kind_of_game_that_is_trained_is_learnt_from(name: str) -> None:
    learnt = begin(find(name), 1000, 1)
    for teacher in learnt.teachers:
        before = learnt.floats.copy()
        for part in (0.0, 0.9):  # by the policy, and by looking
            number, squares = teacher.teach(100, part, 0.1, learnt.random, learnt.floats, rounded(learnt.floats))
            assert number >= 100
            assert squares > 0
        assert (before != learnt.floats).any()
