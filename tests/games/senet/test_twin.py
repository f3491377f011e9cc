"""The compiled rules and the slow ones play the same games."""

import random
from typing import Any

import pytest

import pyramidion
from pyramidion import Play
from pyramidion.engine.dispatch import CHANCE
from pyramidion.testing import random_options
from tests.games.senet.perft import twin_of
from tests.games.senet.twin import Twin
from tests.soak import more

GAME = pyramidion.new("senet").game


def compare_one_game(seed: int) -> None:
    dice = random.Random(seed)
    options: dict[str, Any] = dict(random_options(GAME, dice))
    compare(pyramidion.new("senet", dice=None, **options), Twin(**options), dice)


def compare(play: Play, twin: Twin, dice: random.Random) -> int:
    """Play both to the end, side by side; how many pieces bounced back to where they started."""
    stayed = 0
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
        stayed += twin.doing == "move" and twin.is_rest() and twin.left == twin.thrown
    assert twin.doing == "over"
    assert play.scores() == twin.scores()
    return stayed


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(more(60)))
def test_random_games_with_random_options_are_the_same_step_by_step(seed: int) -> None:
    compare_one_game(seed)


@pytest.mark.slow
@pytest.mark.parametrize("options", ["", " bounce_skips_water=yes", " same_row=yes", " exact_bear_off=yes"])
def test_games_that_begin_among_full_safe_squares_are_the_same_with_null_bounces(options: str) -> None:
    position, stayed = f"10/10/rcrccr1cr1 c - - 99 null_bounce=yes{options}", 0
    for seed in range(more(25)):
        stayed += compare(pyramidion.load("senet", position, dice=None), twin_of(position), random.Random(seed))
    assert stayed > 25


def test_a_few_random_games_are_the_same_step_by_step() -> None:
    for seed in range(1000, 1003):
        compare_one_game(seed)
