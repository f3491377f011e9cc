"""The compiled rules and the slow ones play the same games."""

import random
from typing import Any, cast

import pytest

import pyramidion
from pyramidion.engine.dispatch import CHANCE
from pyramidion.games.pyramid_poker.position import parse_block, place_text
from pyramidion.games.pyramid_poker.pyramid import PLACES
from pyramidion.games.pyramid_poker.rules import State
from pyramidion.testing import random_options
from tests.games.pyramid_poker.twin import Twin
from tests.soak import more

GAME = pyramidion.new("pyramid_poker").game


def compare_one_game(seed: int, **options: Any) -> None:
    dice = random.Random(seed)
    options = options or dict(random_options(GAME, dice))
    play = pyramidion.new("pyramid_poker", dice=None, **options)
    twin = Twin(**cast(dict[str, Any], play.options))
    while not play.is_over:
        assert play.game.notation.dump(play.state) == twin.position()
        assert play.actors() == twin.actors()
        seat = dice.choice(twin.actors())
        if seat == CHANCE:
            outcomes = twin.outcomes()
            assert [(play.encode(action), weight) for action, weight in play.odds()] == list(outcomes.items())
            action = dice.choices(list(outcomes), weights=list(outcomes.values()))[0]
        else:
            assert play.legal(seat) == twin.legal()
            action = dice.choice(twin.legal())
        if len(play.events) % 10 == 0:
            compare_what_is_seen(play, twin)
        play.act(action, seat)
        twin.act(action, seat)
    assert twin.doing == "over"
    assert play.game.notation.dump(play.state) == twin.position()
    assert play.scores() == twin.scores()


def compare_what_is_seen(play: pyramidion.Play, twin: Twin) -> None:
    for seat in (0, 1):
        o = State.of(play.observe(1 << seat))
        known = {place_text(place): int(o.face[place]) for place in PLACES if o.face[place] >= 0}
        assert known == {place: parse_block(face) for place, face in twin.known_faces(seat).items()}
        sees_block = twin.doing == "put" or (twin.doing == "place" and twin.seat == seat)
        assert int(o.block) == (parse_block(twin.at_hand[0]) if sees_block else -1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(more(12)))
def test_random_matches_with_random_options_are_the_same_step_by_step(seed: int) -> None:
    compare_one_game(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(more(1)))
@pytest.mark.parametrize("comparison", ["position", "sorted"])
@pytest.mark.parametrize("next_starter", ["alternates", "loser", "tut_tut"])
def test_advanced_matches_to_11_are_the_same_step_by_step(seed: int, comparison: str, next_starter: str) -> None:
    compare_one_game(seed, scoring="advanced", match=11, comparison=comparison, next_starter=next_starter, wheel=False)


def test_a_few_single_rounds_are_the_same_step_by_step() -> None:
    for seed in range(1000, 1003):
        compare_one_game(seed, scoring="advanced", match="round", taking="second")


@pytest.mark.slow
def test_advanced_scoring_alone_is_a_match_to_7_step_by_step() -> None:
    """P-24"""
    compare_one_game(1003, scoring="advanced")
