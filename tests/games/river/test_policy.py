"""The policy of A River in Egypt plays by the rules."""

from collections.abc import Iterator

import numpy as np
import pytest

from pyramidion.engine.dispatch import CHANCE, CHANCE_BIT
from pyramidion.engine.memory import copy, equal
from pyramidion.engine.random import generator
from pyramidion.games.river import GAME
from pyramidion.games.river.policy import policy_step
from pyramidion.games.river.rules import TO_PLAY, State, actors, apply, legal, odds

KINDS = [(2, {}), (2, {"claims": "unlimited"}), (3, {}), (3, {"hands": "hidden", "run": "loose"})]


@pytest.mark.parametrize(("seats", "options"), KINDS)
def test_a_turn_of_the_policy_is_one_that_the_rules_allow(seats: int, options: dict[str, str]) -> None:
    s, random, out = State.of(GAME.start(seats, GAME.choose(options))), generator(3), np.zeros(GAME.widest, np.int64)
    before, turns = State.new(), 0
    copy(before, s)
    while number := policy_step(s, random, out):
        if before.phase == TO_PLAY:
            turns += 1
            assert any(equal(s, after) for after in lines(before, number)), "nobody can come here so"
        copy(before, s)
    assert turns > 10


def lines(s: State, number: int) -> Iterator[State]:
    """All that so many actions can lead to."""
    if number == 0:
        yield s
        return
    out, weights = np.zeros(GAME.widest, np.int64), np.zeros(GAME.widest, np.int64)
    actor = actors(s).bit_length() - 1
    count = odds(s, out, weights) if actors(s) == CHANCE_BIT else legal(s, actor, out)
    for action in out[:count]:
        after = State.new()
        copy(after, s)
        apply(after, CHANCE if actors(s) == CHANCE_BIT else actor, int(action))
        yield from lines(after, number - 1)
