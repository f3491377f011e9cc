"""The network that judges positions: in integers, so that every CPU has the same opinion."""

import math

import numpy as np
import pytest

from pyramidion.engine import network
from pyramidion.engine.network import FINE, LOGIT_FINE, MORE_ROWS, OUTPUT_FINE, UNIT, logit, scratch_for, share


@pytest.mark.parametrize("odds", [0.0, 0.3, 1.0, 2.5, 6.0])
def test_a_share_is_the_logistic_function_of_its_odds(odds: float) -> None:
    true = 1 / (1 + math.exp(-odds))
    assert share(round(odds * 2**LOGIT_FINE)) / UNIT == pytest.approx(true, abs=1e-4)
    assert share(round(-odds * 2**LOGIT_FINE)) / UNIT == pytest.approx(1 - true, abs=1e-4)


def test_no_odds_are_certain() -> None:
    assert 0 < share(-(1 << 40)) < share(1 << 40) < UNIT


def test_a_network_adds_up_its_features_and_drops_what_is_negative() -> None:
    weights = np.zeros((3 + MORE_ROWS, 2), dtype=np.int16)
    weights[:3] = np.array([[1, 2], [2, -4], [100, 100]]) * 2**FINE / 8  # the third feature is not true here
    weights[network.BIAS] = np.array([1, 1]) * 2**FINE / 8
    weights[network.OUTPUT] = np.array([3, 50]) * 2**OUTPUT_FINE / 8
    weights[network.REST, 0] = -(2**OUTPUT_FINE)
    weights.flags.writeable = False
    scratch = scratch_for(weights)
    scratch[:2] = 0, 1
    assert logit(2, weights, scratch) / 2**LOGIT_FINE == (1 + 1 + 2) / 8 * 3 / 8 + 0.0 - 1.0


def test_the_curve_of_odds_is_the_same_everywhere() -> None:
    assert network.SIGMOID[:4].tolist() == [524288, 540667, 557013, 573297]
