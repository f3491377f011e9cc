"""The compiled rules and the slow ones play the same games."""

import random
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

import pyramidion
from pyramidion.engine.dispatch import CHANCE
from tests.games.river.twin import SEATS, Twin
from tests.soak import more

COMBINATIONS = [
    {"seats": seats, "hands": hands, "run": run, "claims": claims, "starter": starter}
    | ({"river": order} if seats == 2 else {"confluence": order})
    for seats in (2, 3)
    for hands, run, claims, starter, order in product(
        ("open", "hidden"),
        ("strict", "loose"),
        ("one", "unlimited"),
        ("random", "weaker_hand", "first_seat"),
        ("random", "by_size", "in_turn") if seats == 2 else ("random", "balanced"),
    )
]


def compare_one_game(seed: int, chosen: dict[str, Any], eagerness: float) -> Twin:
    """`eagerness`: how often a claim that can be made is made at once."""
    dice = random.Random(seed)
    play = pyramidion.new("river", dice=None, **chosen)
    twin = Twin(**chosen)
    while not play.is_over:
        assert play.game.notation.dump(play.state) == twin.position()
        if play.actors() == (CHANCE,):
            outcomes = twin.outcomes()
            total = sum(weight for _, weight in play.odds())
            assert {play.encode(action): Fraction(weight, total) for action, weight in play.odds()} == outcomes
            action = dice.choices(list(outcomes), weights=[float(chance) for chance in outcomes.values()])[0]
        else:
            assert play.actors() == (SEATS.index(twin.turn),)
            assert play.legal() == twin.legal()
            action = dice.choice(twin.legal())
            if twin.doing == "claim":
                action = twin.legal()[0] if dice.random() < eagerness else twin.legal()[-1]
        play.act(action)
        twin.act(action)
    assert play.game.notation.dump(play.state) == twin.position()
    assert twin.doing == "over"
    assert play.scores() == pytest.approx(twin.scores())
    return twin


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(COMBINATIONS)))
def test_random_games_in_every_combination_of_options_are_the_same_step_by_step(number: int) -> None:
    for i in range(more(1)):
        compare_one_game(1000 * i + number, COMBINATIONS[number], eagerness=(0.9, 0.5, 0.1)[(number + i) % 3])


def test_a_few_random_games_are_the_same_step_by_step() -> None:
    for seed, number in enumerate((0, 50, 100)):
        compare_one_game(seed, COMBINATIONS[number], eagerness=0.5)


@pytest.mark.slow
def test_games_of_hoarders_reach_idle_turns_and_are_the_same() -> None:
    """R-20, R-22: who never claims until he must."""
    seen = set()
    for seed in range(more(6)):
        chosen = {"seats": 2 + seed % 2, "hands": ("open", "hidden")[seed // 2 % 2]}
        twin = compare_one_game(seed, chosen, eagerness=0.0)
        seen.add(twin.seats)
    assert seen == {2, 3}
