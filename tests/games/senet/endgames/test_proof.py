"""Proofs: bounds that say too much are found out, and so is a game that might go on for ever."""

from typing import Any

import numpy as np
import pytest

from pyramidion.games.senet.endgames.guess import LOSS, WIN
from pyramidion.games.senet.endgames.links import LAST_WAY, NUMBER, OTHERS_TURN, THROWS
from pyramidion.games.senet.endgames.pair import DEPTH, PRICES, Pair, _turned
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
    apart = 1 - solved.bounds[ALL].sum(axis=1)
    assert apart.min() > 0
    assert apart.max() < 100 * PRICES[0]  # a game of one against one is over long before that many throws


def test_certainty_is_nearly_proven_where_no_throw_can_fail(solved: Pair) -> None:
    position = position_number(1 << 30, 1 << 1, STARTS)
    assert 1 - 1e-9 < solved.bounds[position, WIN] < 1
    assert solved.bounds[position, LOSS] == 0


@pytest.mark.slow
def test_the_slow_computation_comes_to_values_between_the_bounds(solved: Pair) -> None:
    for armies, (low, high) in slow_values.solve([(1, 1)], within=1e-9).items():
        own, foe = (sum(1 << square for square in army) for army in armies)
        win, loss = solved.bounds[position_number(own, foe, STARTS)]
        assert win <= high + 1e-15
        assert 1 - loss >= low - 1e-15


@pytest.mark.parametrize("column", [WIN, LOSS])
def test_a_single_bound_that_is_too_high_is_found_out(solved: Pair, column: int) -> None:
    for position in range(ALL.start, ALL.stop, 37):
        was = solved.bounds[position, column]
        solved.bounds[position, column] = was + 1e-9
        assert solved.failures() > 0
        solved.bounds[position, column] = was
    assert solved.failures() == 0


@pytest.mark.parametrize("column", [WIN, LOSS])
def test_wrong_bounds_that_hold_each_other_up_are_found_out(solved: Pair, column: int) -> None:
    """All a little too high: every position by itself looks nearly right."""
    solved.bounds[ALL, column] += 1e-9
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


def test_bounds_that_nearly_meet_are_left_as_they_are(solved: Pair) -> None:
    solved.top = solved.all
    assert not solved._bring_together(change=0)
    assert not solved._choose_heights()


def open_up(solved: Pair, side: int) -> Any:
    """Let a side be sure of nothing where the other is not almost sure to lose; which positions, and the bounds by sides."""
    (number,) = solved.all
    sides = solved._sides(number)
    is_open = sides[:, 1 - side] > 0.1
    sides[is_open, side] = 0
    solved.bounds[solved.choices[number][:, 0]] = _turned(sides)
    return is_open, sides


def test_bounds_that_are_far_apart_get_a_lower_price_and_then_a_floor(solved: Pair) -> None:
    solved.top = solved.all
    open_up(solved, side=0)
    assert not solved._bring_together(change=0.01)  # it is too early to say
    assert solved._bring_together(change=0)
    assert solved.terms == {"price": PRICES[-1], "heights": [0, 0]}
    assert solved._bring_together(change=0)
    assert solved.heights[0] > 0
    another = Pair(1, 1, solved.crew, 0, lambda _what, _share: None)
    another.top = another.all
    another.resume(solved.terms)
    assert another.terms == solved.terms
    assert np.array_equal(another.floors[0], solved.floors[0])


@pytest.mark.parametrize("side", [0, 1])
def test_a_side_that_is_sure_of_nothing_gets_a_floor_and_what_the_other_leaves_to_it(solved: Pair, side: int) -> None:
    solved.top = solved.all
    positions, before = solved.choices[0][:, 0], solved.bounds.copy()
    is_open, sides = open_up(solved, side)
    assert solved._choose_heights()
    assert solved.heights[side] == pytest.approx(1 - sides[is_open, 1 - side].min() - DEPTH)
    assert solved.heights[1 - side] == 0
    assert solved.floors[0].any()
    assert np.allclose(solved.bounds[positions].sum(axis=1), 1)
    solved.guess(lambda: None)
    solved.prove()  # a floor says no more of any position than is true
    assert np.allclose(solved.bounds[positions], before[positions], atol=1e-9)
