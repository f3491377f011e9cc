"""Proofs: bounds that say too much are found out, and so is a game that might go on for ever."""

from typing import Any

import numpy as np
import pytest

from pyramidion.games.senet.endgames.guess import LOSS, WIN
from pyramidion.games.senet.endgames.links import LAST_WAY, NUMBER, OTHERS_TURN, THROWS
from pyramidion.games.senet.endgames.pair import DEPTH, LARGER, PRICES, SMALLER, WIDE, Pair
from pyramidion.games.senet.endgames.positions import STARTS, WON_GAME, position_number, table_size
from pyramidion.games.senet.endgames.proof import strike
from pyramidion.games.senet.endgames.table import OPTIONS
from pyramidion.games.senet.endgames.work import Crew
from tests.games.senet.endgames import slow_values

ALL = slice(1, table_size(2))


@pytest.fixture
def solved() -> Any:
    """A pair of layers with proven bounds."""
    with Crew(table_size(2), dict.fromkeys(OPTIONS, False), threads=1) as crew:
        pair = Pair(1, 1, crew, 1 << 20, lambda _what, _share: None)
        pair.guess(lambda: None)
        pair.prove()
        yield pair


def test_the_two_bounds_leave_a_little_room(solved: Pair) -> None:
    apart = 1 - solved.bounds[:, ALL].sum(axis=0)
    assert apart.min() > 0
    assert apart.max() < 100 * PRICES[0]  # a game of one against one is over long before that many throws


def test_certainty_is_nearly_proven_where_no_throw_can_fail(solved: Pair) -> None:
    position = position_number(1 << 30, 1 << 1, STARTS)
    assert 1 - 1e-9 < solved.bounds[WIN, position] < 1
    assert solved.bounds[LOSS, position] == 0


@pytest.mark.slow
def test_the_slow_computation_comes_to_values_between_the_bounds(solved: Pair) -> None:
    for armies, (low, high) in slow_values.solve([(1, 1)], within=1e-9).items():
        own, foe = (sum(1 << square for square in army) for army in armies)
        win, loss = solved.bounds[:, position_number(own, foe, STARTS)]
        assert win <= high + 1e-15
        assert 1 - loss >= low - 1e-15


@pytest.mark.parametrize("column", [WIN, LOSS])
def test_a_single_bound_that_is_too_high_is_found_out(solved: Pair, column: int) -> None:
    for position in range(ALL.start, ALL.stop, 37):
        was = solved.bounds[column, position]
        solved.bounds[column, position] = was + 1e-9
        assert solved.failures() > 0
        solved.bounds[column, position] = was
    assert solved.failures() == 0


@pytest.mark.parametrize("column", [WIN, LOSS])
def test_wrong_bounds_that_hold_each_other_up_are_found_out(solved: Pair, column: int) -> None:
    """All a little too high: every position by itself looks nearly right."""
    solved.bounds[column, ALL] += 1e-9
    assert solved.failures() > 0
    with pytest.raises(ArithmeticError, match="not proven"):
        solved.prove()


def links_to(*positions: int) -> list[int]:
    """One way of playing each throw."""
    return [position << NUMBER | OTHERS_TURN | LAST_WAY for position in positions]


def test_a_play_that_can_stay_for_ever_is_found_out() -> None:
    one, two, three = (links_to(*[other] * len(THROWS)) for other in (2, 1, 1))
    three[-1:] = links_to(WON_GAME)
    links, staying = np.array([1, *one, 2, *two, 3, *three], np.int32), np.array([False, True, True, True])
    assert strike(staying, links) == 2
    assert staying.tolist() == [False, True, True, False]


def test_a_play_that_a_run_of_throws_must_end_is_struck_out_step_by_step() -> None:
    one, two = links_to(*[2] * len(THROWS)), links_to(*[1] * len(THROWS))
    two[0:1] = links_to(WON_GAME)
    links, staying = np.array([1, *one, 2, *two], np.int32), np.array([False, True, True])
    assert strike(staying, links) == 1
    assert strike(staying, links) == 0


# Two against one, as if the two could put the end off for ever


@pytest.fixture
def uneven() -> Any:
    """A pair of layers with proven bounds that differ in size."""
    with Crew(table_size(3), dict.fromkeys(OPTIONS, False), threads=1) as crew:
        for small, large in ((1, 1), (1, 2)):
            pair = Pair(small, large, crew, 1 << 24, lambda _what, _share: None)
            pair.guess(lambda: None)
            pair.prove()
        pair.top = pair.all
        yield pair


def open_up(uneven: Pair) -> Any:
    """Let the one be sure of nothing where it is not almost sure to lose; what the bounds of the two leave to it there."""
    (number,) = uneven.all
    left = uneven._left(number)
    is_open = left > 0.1
    uneven.chances[uneven.choices[number][is_open, 0]] = 0
    return left[is_open]


@pytest.mark.slow
def test_bounds_that_nearly_meet_are_left_as_they_are(uneven: Pair) -> None:
    assert uneven._apart(uneven.all) < WIDE
    assert uneven.terms == {"side": SMALLER, "price": PRICES[0], "height": 0}


@pytest.mark.slow
def test_bounds_that_are_far_apart_get_a_lower_price_and_then_a_floor(uneven: Pair) -> None:
    left = open_up(uneven)
    uneven._bring_together()
    assert uneven.terms == {"side": LARGER, "price": PRICES[1], "height": 0}
    uneven.side = SMALLER
    uneven._bring_together()
    assert uneven.terms == {"side": SMALLER, "price": PRICES[1], "height": pytest.approx(left.max() - DEPTH)}
    assert uneven.floors[0].any()
    assert uneven._apart(uneven.all) == 0  # a good start


@pytest.mark.slow
def test_floors_are_laid_again_when_a_run_goes_on(uneven: Pair) -> None:
    uneven.price = PRICES[1]
    open_up(uneven)
    uneven._bring_together()
    another = Pair(1, 2, uneven.crew, 0, lambda _what, _share: None)
    another.top = another.all
    another.resume(uneven.terms)
    assert another.terms == uneven.terms
    assert np.array_equal(another.floors[0], uneven.floors[0])


@pytest.mark.slow
def test_a_floor_says_no_more_of_any_position_than_is_true(uneven: Pair) -> None:
    before = uneven.bounds.copy()
    uneven.price = PRICES[1]
    open_up(uneven)
    uneven._bring_together()
    uneven.guess(lambda: None)
    uneven.prove()
    assert np.allclose(uneven.bounds, before, atol=1e-7)


@pytest.mark.slow
def test_bounds_are_found_again_if_they_are_far_apart_at_the_top(uneven: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pyramidion.games.senet.endgames.pair.WIDE", 0)
    uneven.guess(lambda: None)
    uneven.prove()
    assert uneven.is_cheap
    assert uneven.height  # so low that it does not matter here
