"""Proofs: margins that are too narrow are found out, those that pass stay as they are."""

from typing import Any

import numpy as np
import pytest

from pyramidion.games.senet.endgames.pair import Pair
from pyramidion.games.senet.endgames.positions import STARTS, position_number, table_size
from pyramidion.games.senet.endgames.proof import ONE, surely_lost, surely_won
from pyramidion.games.senet.endgames.table import OPTIONS
from pyramidion.games.senet.endgames.work import Crew

ALL = slice(1, table_size(2))


@pytest.fixture
def solved() -> Any:
    """A pair of layers with proven margins."""
    with Crew(table_size(2), dict.fromkeys(OPTIONS, False), threads=1) as crew:
        pair = Pair(1, 1, crew, 1 << 20, lambda _what, _share: None)
        pair.guess(lambda: None)
        pair.prove()
        yield pair


def test_margins_that_were_proven_pass_again_and_stay(solved: Pair) -> None:
    margins = solved.tables.margins
    before = margins.copy()
    assert solved.failures() == 0
    assert (margins == before).all()
    assert (margins[ALL] > 0).all()


def test_certainty_is_nearly_proven_where_no_throw_can_fail(solved: Pair) -> None:
    tables, position = solved.tables, position_number(1 << 30, 1 << 1, STARTS)
    assert 1 - 1e-9 < surely_won(position, tables.values, tables.margins) / ONE < 1
    assert surely_lost(position, tables.values, tables.margins) == 0


@pytest.mark.slow
@pytest.mark.parametrize("error", [1e-6, -1e-6])
def test_a_single_wrong_value_is_found_out_and_its_margin_widened_to_the_truth(solved: Pair, error: float) -> None:
    tables = solved.tables
    values, margins = tables.values.copy(), tables.margins.copy()
    for position in range(ALL.start, ALL.stop, 37):
        tables.values[position] += error
        while solved.failures():
            pass
        assert_true(tables, values, margins)
        assert tables.margins[position] > 0.5e-6 or not 0 < values[position] + error < 1
        tables.values[:], tables.margins[:] = values, margins


@pytest.mark.slow
@pytest.mark.parametrize("error", [1e-6, -1e-6])
def test_wrong_values_that_hold_each_other_up_are_found_out(solved: Pair, error: float) -> None:
    """All movers a little too high or too low: every position by itself looks nearly right."""
    tables = solved.tables
    values, margins = tables.values.copy(), tables.margins.copy()
    tables.values[ALL] += error
    assert solved.failures() > 0
    while solved.failures():
        pass
    assert_true(tables, values, margins)


def test_margins_of_nothing_are_not_proven(solved: Pair) -> None:
    """Values that agree with each other to the last digit say nothing: a game might go on for ever."""
    solved.tables.margins[ALL] = 0
    assert solved.failures() > 0


def assert_true(tables: Any, values: Any, margins: Any) -> None:
    """What is said now does not contradict what was proven before."""
    apart = np.abs(tables.values[ALL] - values[ALL])
    in_doubt = (tables.margins[ALL].astype(float) + margins[ALL]) * (1 + 1e-6)
    assert (apart <= in_doubt).all()
