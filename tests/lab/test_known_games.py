"""The lab on games whose figures are known: intervals hold the truth as often as they say."""

import math
from functools import cache

import pytest

from pyramidion.game import Game
from pyramidion.lab import chances
from pyramidion.lab.comparison import compare
from pyramidion.lab.depth import skill_depth
from pyramidion.lab.intervals import Figure
from pyramidion.lab.runners import Threads
from pyramidion.lab.setups import set_up
from pyramidion.lab.surveys import run
from pyramidion.lab.worth import worth
from tests.lab.games import COIN, DOMINANT, FIRST, RACE
from tests.lab.games.race.rules import GOAL

REPETITIONS = 400
HELD = 0.91  # of them, at least: nominally 95 %
ENTROPY_OF_FIRST = 3 * math.log(6) / 6 + 2 * math.log(4) / 4


@cache
def race_won(own: int, foe: int) -> float:
    """The chance of who is to toss, with so many steps to go each."""
    if own == 0 or foe == 0:
        return float(own == 0)
    return _solve(1 - race_won(foe, own - 1), 1 - race_won(own, foe - 1))


def _solve(stepped: float, foe_stepped: float) -> float:
    """p = (stepped + 1 − q) / 2 and q = (foe_stepped + 1 − p) / 2."""
    return (2 * stepped + 1 - foe_stepped) / 3


TRUTHS: list[tuple[Game, dict[str, float]]] = [
    (
        COIN,
        {
            "first-seat advantage": 0,
            "drawishness": 0,
            "length, median": 2,
            "completion": 1,
            "branching": 1,
            "forced decisions": 1,
        },
    ),
    (FIRST, {"first-seat advantage": 0.5, "branching": 2.5, "forced decisions": 0, "longest run of forced decisions": 0}),
    (FIRST, {"diversity of actions": math.exp(ENTROPY_OF_FIRST), "actions never used": 0, "passes": 0}),
    (RACE, {"first-seat advantage": race_won(GOAL, GOAL) - 0.5, "forced decisions": 1, "branching": 1, "completion": 1}),
    (DOMINANT, {"first-seat advantage": 0, "branching": 2, "diversity of actions": 2, "length, 95%": 2}),
]


@pytest.mark.parametrize(("game", "truths"), TRUTHS)
def test_intervals_hold_the_truth(game: Game, truths: dict[str, float]) -> None:
    held = dict.fromkeys(truths, 0)
    for seed in range(REPETITIONS):
        for figure in run(set_up(game, seed=seed), 480, Threads(1)).figures:
            if figure.name in truths:
                held[figure.name] += holds(figure, truths[figure.name])
    assert all(number >= HELD * REPETITIONS for number in held.values()), held


def holds(figure: Figure, truth: float) -> bool:
    return figure.low - 1e-9 <= truth <= figure.high + 1e-9


def traced(game: Game, seed: int, games: int = 40, iterations: int = 60) -> dict[str, Figure]:
    found = chances.trace_games(set_up(game, seed=seed), games, Threads(1), iterations=iterations)
    return {figure.name: figure for figure in chances.figures(found)}


def test_intervals_of_luck_hold_the_truth() -> None:
    """Strong or weak by a coin, then won or lost: chance moves 3/16, the choice 1/8."""
    held = sum(holds(traced(DOMINANT, seed)["luck share"], 0.6) for seed in range(REPETITIONS))
    assert held >= HELD * REPETITIONS


def test_a_coin_flip_is_all_luck_and_nobody_leads_before_it_falls() -> None:
    figures = traced(COIN, seed=1, games=200)
    assert holds(figures["luck share"], 1)
    assert holds(figures["snowball"], 0.5)
    assert "calibration error" in figures["luck share"].note


def test_a_win_of_the_first_is_no_luck_and_never_in_doubt() -> None:
    figures = traced(FIRST, seed=1)
    assert figures["decisiveness"].value == figures["lead changes"].value == figures["catch-up"].value == 0
    assert figures["snowball"].value == 1


def test_a_race_is_all_luck_and_can_be_caught_up() -> None:
    figures = traced(RACE, seed=1, games=150, iterations=200)
    assert holds(figures["luck share"], 1)
    assert 0.05 < figures["catch-up"].value < 0.4
    assert figures["snowball"].value > 0.5
    assert 0.2 < figures["decisiveness"].value < 0.8
    assert 0.3 < figures["lead changes"].value < 4


def test_chances_are_those_of_the_race() -> None:
    found = chances.trace_games(set_up(RACE), 60, iterations=400)
    assert sum(trace.chances[0, 0] for trace in found) / 60 == pytest.approx(race_won(GOAL, GOAL), abs=0.01)
    assert chances.calibration_error(found) < 0.15


def test_intervals_of_worth_hold_the_truth() -> None:
    """Who may not choose strongly wins one time in four instead of two."""
    setups = (set_up(DOMINANT, seed=seed) for seed in range(REPETITIONS))
    held = sum(holds(worth(setup, (0,), 300, Threads(1))[1], 0.25) for setup in setups)
    assert held >= HELD * REPETITIONS


def test_search_does_not_help_in_a_coin_flip() -> None:
    depth, *rungs = skill_depth(set_up(COIN), deals=40)
    assert holds(depth, 0)
    assert len(rungs) == 4


def test_a_variant_is_not_different_from_itself_and_a_dominant_action_is_seen() -> None:
    plain = set_up(DOMINANT, seed=3)
    itself = compare(plain, plain)
    assert itself.verdict == "no game differs"
    assert -0.001 < itself.difference.low < 0 < itself.difference.high < 0.001
    assert compare(plain, plain, margin=0.01).verdict == "the same within the margin"
    other = compare(plain, set_up(FIRST, seed=3))
    assert (other.verdict, other.looks) == ("different", 1)
    assert holds(other.difference, 0.5)


def test_a_comparison_is_seldom_wrong_though_it_looks_often() -> None:
    wrong = 0
    for seed in range(100):
        one, other = set_up(COIN, seed=2 * seed), set_up(COIN, seed=2 * seed + 1)
        wrong += compare(one, other, games=8192, runner=Threads(1)).verdict == "different"
    assert wrong <= 11
