"""Training by whole games: what a network is taught in games with secrets, several seats or many actions."""

from typing import TYPE_CHECKING

import numpy as np
import pytest
from numpy.typing import NDArray

from pyramidion.engine import dispatch
from pyramidion.engine.network import logit, scratch_for
from pyramidion.engine.record import Record
from pyramidion.games import find
from pyramidion.games.senet.rules import TO_THROW
from pyramidion.lab.loops.episodes import KEPT, NUMBER, TRACE, learn
from pyramidion.lab.teachers import Episodes
from pyramidion.lab.training import begin, rounded

if TYPE_CHECKING:
    from pyramidion.engine.network import Weights

SENET = find("senet")  # its own network learns otherwise, but it can learn so


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


def taught(seed: int) -> "NDArray[np.float32]":
    """What a network has learnt from some games of Senet, of the policy and of players who look for themselves."""
    learnt = begin(SENET, 1, seed)
    teacher = Episodes(SENET, 2, SENET.start(2, SENET.choose({})), stray=20)
    for part in (0.0, 0.9):
        number, squares = teacher.teach(2000, part, 0.1, learnt.random, learnt.floats, rounded(learnt.floats))
        assert number >= 2000
        assert 0 < squares < number
    return learnt.floats


def test_the_same_seed_teaches_the_same_and_another_one_does_not() -> None:
    assert (taught(3) == taught(3)).all()
    assert (taught(3) != taught(4)).any()


def test_who_is_ahead_is_learnt_from_whole_games() -> None:
    ahead, behind = SENET.start(2, SENET.choose({})), SENET.start(2, SENET.choose({}))
    for s, own, foe in ((ahead, 0b11 << 26, 0b11111), (behind, 0b11111, 0b11 << 26)):
        s.phase, s.seat, s.army[0], s.army[1] = TO_THROW, 0, own, foe  # type: ignore[attr-defined]  # Senet's own fields
    weights = rounded(taught(3))
    odds = [logit_of(s, weights) for s in (ahead, behind)]
    assert odds[0] > odds[1] + 200, "a tenth of the odds' logarithm, at least"


def logit_of(s: Record, weights: "Weights") -> int:
    scratch = scratch_for(weights)
    return logit(dispatch.features(s, 0, scratch), weights, scratch)
