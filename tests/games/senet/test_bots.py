"""Bots where a piece may bounce back to its own square (S-24)."""

from typing import Any

import numpy as np
import pytest

import pyramidion
from pyramidion.bots.search import Budget, think
from pyramidion.engine.random import generator
from pyramidion.games.senet import GAME, rules
from pyramidion.games.senet.policy import gain, policy_step

OUT = np.zeros(GAME.widest, np.int64)


def state(text: str) -> Any:
    return pyramidion.load("senet", f"{text} null_bounce=yes", dice=None).state


def test_a_bounce_back_to_the_start_gains_no_squares() -> None:
    s = state("10/2c7/7cr1 c 1 - 9")
    gains = [gain(s, int(s.army[0]), int(s.army[1]), square, 1, False) for square in (28, 13)]
    assert gains == [0, 1]


@pytest.mark.parametrize("seed", range(5))
def test_sensible_games_with_null_bounces_come_to_an_end(seed: int) -> None:
    s, random, actions = state("10/10/rcrccr1cr1 c - - 99"), generator(seed), 0
    while policy_step(s, random, OUT):
        actions += 1
        assert actions < GAME.longest
    assert not rules.actors(s)
    assert rules.score(s, 0) + rules.score(s, 1) == GAME.total


@pytest.mark.parametrize("use_policy", [False, True])
def test_a_search_bounces_back_and_stops_rather_than_drown(use_policy: bool) -> None:
    """The other piece would drown with the 1."""
    budget = Budget(iterations=1000, use_policy=use_policy)
    first, then = state("r9/10/5c1cr1 c 1 - 9"), state("r9/10/5c1cr1 c 1+1 28 9")
    assert think(GAME, first, 2, 0, budget, seed=1).best == 28
    assert think(GAME, then, 2, 0, budget, seed=1).best == rules.STOP
