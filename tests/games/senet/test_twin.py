"""The compiled rules and the slow ones play the same games."""

import random

import pytest

import pyramidion
from pyramidion.engine.dispatch import CHANCE
from pyramidion.testing import random_options
from tests.games.senet.twin import Twin
from tests.soak import more

GAME = pyramidion.new("senet").game


def compare_one_game(seed: int) -> None:
    dice = random.Random(seed)
    options = random_options(GAME, dice)
    play = pyramidion.new("senet", dice=None, **options)
    twin = Twin(**options)
    while not play.is_over:
        assert play.game.notation.dump(play.state) == twin.position()
        if play.actors() == (CHANCE,):
            outcomes = twin.outcomes()
            assert [(play.encode(action), weight) for action, weight in play.odds()] == list(outcomes.items())
            action = dice.choices(list(outcomes), weights=list(outcomes.values()))[0]
        else:
            assert play.actors() == ("cr".index(twin.side),)
            assert play.legal() == twin.legal()
            action = dice.choice(twin.legal())
        play.act(action)
        twin.act(action)
    assert twin.doing == "over"
    assert play.scores() == twin.scores()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(more(60)))
def test_random_games_with_random_options_are_the_same_step_by_step(seed: int) -> None:
    compare_one_game(seed)


def test_a_few_random_games_are_the_same_step_by_step() -> None:
    for seed in range(1000, 1003):
        compare_one_game(seed)
