"""Strengths on one scale, from results of some against some."""

import math

import pytest

from pyramidion.lab.strength import UNIT, Score, strengths


def test_strengths_add_up_along_a_chain() -> None:
    odds = 3.0
    found = strengths([Score("b", "a", 40_000, 0.75), Score("c", "b", 40_000, 0.75)], fixed="a", rating=20.0)
    assert found["a"] == (20.0, 0.0)
    assert found["b"][0] == pytest.approx(20 + UNIT * math.log(odds), abs=0.01)
    assert found["c"][0] == pytest.approx(20 + 2 * UNIT * math.log(odds), abs=0.02)


def test_more_games_say_more() -> None:
    few, many = (strengths([Score("b", "a", games, 0.6)], fixed="a", rating=0.0)["b"] for games in (100, 400))
    assert few[1] == pytest.approx(2 * many[1], rel=0.05)
    assert few[1] == pytest.approx(UNIT / math.sqrt(101 * 0.24), rel=0.02)


def test_a_clean_sweep_is_not_infinitely_better() -> None:
    mean, deviation = strengths([Score("b", "a", 20, 1.0)], fixed="a", rating=25.0)["b"]
    assert 35 < mean < 60
    assert deviation > 5


def test_results_that_contradict_each_other_are_reconciled() -> None:
    around = [Score("a", "b", 100, 0.7), Score("b", "c", 100, 0.7), Score("c", "a", 100, 0.7)]
    found = strengths(around, fixed="b", rating=25.0)
    assert all(mean == pytest.approx(25.0, abs=1e-6) for mean, _ in found.values())


def test_a_long_ladder_of_clear_steps_is_found_from_its_foot() -> None:
    ladder = [Score(str(step + 1), str(step), 40, 0.9) for step in range(20)]
    found = strengths([*ladder, Score("20", "0", 4, 1.0)], fixed="0", rating=0.0)
    means = [found[str(step)][0] for step in range(21)]
    assert means == sorted(means)
    assert means[-1] > 20 * UNIT * 1.9
