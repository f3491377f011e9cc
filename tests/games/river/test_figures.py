"""The figures of the rulings come out again, roughly."""

import pytest

from tests.games.river.figures import EAGER, GREEDY, HOARDING, UNIFORM, count, ties
from tests.soak import more

GAMES = more(3000)


@pytest.mark.slow
@pytest.mark.statistics
def test_start_hands_tie_in_46_percent_of_deals() -> None:
    """R-10."""
    assert ties(more(2000)) == pytest.approx(0.46, abs=0.03)


@pytest.mark.slow
@pytest.mark.statistics
@pytest.mark.parametrize("habit", [UNIFORM, EAGER, HOARDING, GREEDY])
def test_two_seats_never_deadlock(habit: int) -> None:
    """R-23."""
    assert count(2, GAMES, habit)["dead ends"] == 0


@pytest.mark.slow
@pytest.mark.statistics
def test_turns_that_offer_two_claims_are_about_one_a_game() -> None:
    """R-17."""
    assert 0.5 < count(2, GAMES, GREEDY)["two claims"] < count(2, GAMES, EAGER)["two claims"] < 1.4


@pytest.mark.slow
@pytest.mark.statistics
def test_hands_run_empty_when_claims_are_hoarded() -> None:
    """R-20."""
    assert count(2, GAMES, EAGER)["empty hands"] < 0.01
    assert count(2, GAMES, HOARDING)["empty hands"] == pytest.approx(0.22, abs=0.03)


@pytest.mark.slow
@pytest.mark.statistics
@pytest.mark.parametrize("habit", [UNIFORM, EAGER, GREEDY])
def test_ties_in_confluence_are_not_rare(habit: int) -> None:
    """R-33."""
    figures = count(3, GAMES, habit)
    assert 0.06 < figures["4-4-1"] < 0.13
    assert 0.11 < figures["cycles"] < 0.18
    assert 0.10 < figures["3-3-3"] < 0.19


@pytest.mark.slow
@pytest.mark.statistics
def test_dead_segments_happen_in_confluence_but_hardly_ever() -> None:
    """R-35."""
    assert 0 < count(3, 10 * GAMES, UNIFORM)["dead ends"] < 0.002
