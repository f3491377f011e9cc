"""Senet's own fast playouts are the uniform ones, throw by throw."""

from itertools import pairwise

import numpy as np
import pytest

import pyramidion
from pyramidion.engine.dispatch import CHANCE
from pyramidion.engine.playout import playouts
from pyramidion.engine.random import generator
from pyramidion.games.senet.policy import policy_step
from pyramidion.games.senet.rules import OVER, TO_MOVE, State, apply, chance, playout_step, score
from tests.games.playouts import check_playouts

OUT = np.zeros(8, np.int64)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"pieces": 7},
        {"same_row": True},
        {"bounce_skips_water": True},
        {"exact_bear_off": True},
        {"throw_off": True},
        {"null_bounce": True},
        {"null_bounce": True, "bounce_skips_water": True, "pieces": 7},
    ],
    ids=str,
)
def test_fast_playouts_are_the_uniform_ones(options: dict[str, int]) -> None:
    play = pyramidion.new("senet", dice=None, **options)
    check_playouts(play.game, play.state)


@pytest.mark.parametrize("skips_water", ["yes", "no"])
def test_fast_playouts_are_the_uniform_ones_where_many_pieces_bounce_back(skips_water: str) -> None:
    position = f"10/10/rcrccr1cr1 c - - 99 null_bounce=yes bounce_skips_water={skips_water}"
    play = pyramidion.load("senet", position, dice=None)
    check_playouts(play.game, play.state)


def test_a_fast_playout_stops_whenever_a_piece_has_left_the_board() -> None:
    play = pyramidion.new("senet", dice=None)
    s, random, counts = State.of(play.state), generator(5), list[int]()
    while playout_step(s, random, OUT):
        counts.append(sum(int(army).bit_count() for army in s.army))
    assert len(counts) > 5
    assert all(after < before for before, after in pairwise(counts))


def test_a_fast_playout_ends_in_a_draw_when_nobody_has_won_in_time() -> None:
    s = pyramidion.load("senet", "rcrcrcrcrc/10/10 c - - 1998", dice=None).state
    play = pyramidion.new("senet", dice=None)
    assert playouts(s, play.state, 1, generator(1), OUT) >= 4
    assert play.is_over
    assert play.scores() == [0.5, 0.5]


@pytest.mark.parametrize(
    "options", [{}, {"pieces": 7}, {"exact_bear_off": True}, {"null_bounce": True, "throw_off": True}], ids=str
)
def test_a_sensible_playout_is_the_same_throw_by_throw(options: dict[str, int]) -> None:
    for seed in range(20):
        quick, slow = (State.of(pyramidion.new("senet", dice=None, **options).state) for _ in range(2))
        random = generator(seed)
        plies = 0
        while step := policy_step(quick, random, OUT):
            plies += step
        random, count = generator(seed), 0
        while slow.phase != OVER:
            if slow.phase == TO_MOVE:
                policy_step(slow, random, OUT)
            else:
                apply(slow, CHANCE, chance(slow, random))
            count += 1
        assert (plies, quick.throws) == (count, slow.throws)
        assert [score(quick, seat) for seat in range(2)] == [score(slow, seat) for seat in range(2)]
