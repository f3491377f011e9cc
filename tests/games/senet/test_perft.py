"""Leaf counts over all throws and moves, depth by depth, against those that the slow rules made."""

from typing import Any

import numpy as np
import pytest

import pyramidion
from pyramidion.engine.dispatch import CHANCE
from pyramidion.engine.memory import copy
from pyramidion.games.senet import rules
from tests.games.senet.perft import FILE, POSITIONS, twin_of

LINES = [line.split(" ; ") for line in FILE.read_text().splitlines()]


def perft(s: Any, depth: int) -> int:
    actors = rules.actors(s)
    if depth == 0 or not actors:
        return 1
    out, weights = np.zeros(8, np.int64), np.zeros(8, np.int64)
    seat = CHANCE if actors >> CHANCE else actors.bit_length() - 1
    count = rules.odds(s, out, weights) if seat == CHANCE else rules.legal(s, seat, out)
    leaves = 0
    for action in out[:count]:
        child = rules.State.new()
        copy(child, s)
        rules.apply(child, seat, int(action))
        leaves += perft(child, depth - 1)
    return leaves


@pytest.mark.slow
@pytest.mark.parametrize(("position", "counts"), LINES)
def test_the_number_of_leaves_is_right_at_every_depth(position: str, counts: str) -> None:
    state = pyramidion.load("senet", position, dice=None).state
    numbers = [int(number) for number in counts.split()]
    assert [perft(state, depth) for depth in range(1, len(numbers) + 1)] == numbers


@pytest.mark.parametrize(("position", "counts"), LINES)
def test_the_slow_rules_still_make_the_file(position: str, counts: str) -> None:
    assert [twin_of(position).perft(depth) for depth in (1, 2, 3)] == [int(n) for n in counts.split()[:3]]


def test_the_file_has_all_positions() -> None:
    assert [position for position, _ in LINES] == [position for position, _ in POSITIONS]
