"""Senet's own fast playouts are the uniform ones, throw by throw."""

from itertools import pairwise

import numpy as np
import pytest

import pyramidion
from pyramidion.engine.memory import copy, equal
from pyramidion.engine.playout import playouts, uniform_step
from pyramidion.engine.random import generator
from pyramidion.games.senet.rules import State
from tests.soak import more

OUT = np.zeros(64, np.int64)


@pytest.mark.parametrize(
    "options",
    [{}, {"pieces": 7}, {"same_row": True}, {"bounce_skips_water": True}, {"exact_bear_off": True}, {"throw_off": True}],
    ids=str,
)
def test_fast_playouts_are_the_uniform_ones(options: dict[str, int]) -> None:
    start = pyramidion.new("senet", dice=None, **options).state
    slow, fast = State.new(), State.new()
    for seed in range(more(10)):
        copy(slow, start)
        one, other, plies = generator(seed), generator(seed), 0
        while step := uniform_step(slow, one, OUT):
            plies += step
        assert playouts(start, fast, 1, other, OUT) == plies
        assert equal(slow, fast)
        assert list(one) == list(other)


def test_a_fast_playout_stops_whenever_a_piece_has_left_the_board() -> None:
    play = pyramidion.new("senet", dice=None)
    s, random, counts = play.state, generator(5), []
    while play.game.rules.playout_step(s, random, OUT):
        counts.append(sum(int(army).bit_count() for army in s.army))
    assert len(counts) > 5
    assert all(after < before for before, after in pairwise(counts))


def test_a_fast_playout_ends_in_a_draw_when_nobody_has_won_in_time() -> None:
    s = pyramidion.load("senet", "rcrcrcrcrc/10/10 c - - 1998", dice=None).state
    play = pyramidion.new("senet", dice=None)
    assert playouts(s, play.state, 1, generator(1), OUT) >= 4
    assert play.is_over
    assert play.scores() == [0.5, 0.5]
