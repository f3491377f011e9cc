"""Proofs: bounds that are not true are found out, those that are and pass stay as they are."""

from typing import Any

import pytest

from pyramidion.games.senet.endgames.pair import Pair
from pyramidion.games.senet.endgames.positions import STARTS, position_number, table_size
from pyramidion.games.senet.endgames.proof import LOST, ONE, WON
from pyramidion.games.senet.endgames.table import OPTIONS
from pyramidion.games.senet.endgames.work import Crew

ALL = slice(1, table_size(2))


@pytest.fixture
def solved() -> Any:
    """A pair of layers with proven bounds."""
    with Crew(table_size(2), dict.fromkeys(OPTIONS, False), threads=1) as crew:
        pair = Pair(1, 1, ALL, crew, 1 << 20, lambda _what, _share: None)
        pair.guess(lambda: None)
        pair.prove()
        yield pair


def failures(pair: Pair) -> int:
    return pair.failures()


def test_bounds_that_were_proven_pass_again_and_stay(solved: Pair) -> None:
    bounds = solved.crew.tables.bounds
    before = bounds.copy()
    assert failures(solved) == 0
    assert (bounds == before).all()
    assert (bounds >= 0).all()
    assert (bounds.sum(axis=1) <= ONE).all()


def test_certainty_is_proven_where_no_throw_can_fail(solved: Pair) -> None:
    won = solved.crew.tables.bounds[position_number(1 << 30, 1 << 1, STARTS)]
    assert ONE - 100 < won[WON] < ONE
    assert won[LOST] == 0


@pytest.mark.parametrize("column", [WON, LOST])
def test_a_single_bound_that_is_too_high_is_lowered_to_what_can_be_true(solved: Pair, column: int) -> None:
    bounds = solved.crew.tables.bounds
    proven = bounds.copy()
    for position in range(ALL.start, ALL.stop, 37):
        bounds[position, column] = ONE - proven[position, 1 - column] + 1000
        assert failures(solved) > 0
        while failures(solved):
            pass
        assert bounds[position].sum() <= ONE
        bounds[:] = proven


def test_bounds_that_hold_each_other_up_are_found_out(solved: Pair) -> None:
    """All a little too high: only the end of the game shows it, and so it takes some checks."""
    bounds = solved.crew.tables.bounds
    proven = bounds.copy()
    bounds[ALL] += 10_000
    while failures(solved):
        pass
    assert (bounds[ALL, WON] <= ONE - proven[ALL, LOST]).all()
    assert (bounds[ALL, LOST] <= ONE - proven[ALL, WON]).all()
