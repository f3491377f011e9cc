"""The order of positions: each once, and what a move forward leads to first."""

from itertools import pairwise

import numpy as np
import pytest

from pyramidion.games.senet.endgames import order
from pyramidion.games.senet.endgames.order import armies_of, chunks_of, fill_in
from pyramidion.games.senet.endgames.positions import layer_size


def positions(small: int, large: int) -> list[tuple[int, int]]:
    """All positions of a pair of layers: the mover's army and the other's."""
    found = []
    for uppers, others, symmetric, room in chunks_of(small, large):
        armies = np.zeros((room, 2), np.int64)
        number = fill_in(uppers, others, symmetric, armies)
        found += [(int(own), int(foe)) for own, foe in armies[:number]]
    return found


def number_of_positions(small: int, large: int) -> int:
    return layer_size(small, large) + (layer_size(large, small) if small != large else 0)


@pytest.mark.parametrize(("small", "large"), [(1, 1), (1, 2), pytest.param(2, 2, marks=pytest.mark.slow)])
def test_every_position_comes_once(small: int, large: int) -> None:
    found = positions(small, large)
    assert len(found) == len(set(found)) == number_of_positions(small, large)
    assert all(own & foe == 0 for own, foe in found)
    assert {(own.bit_count(), foe.bit_count()) for own, foe in found} == {(small, large), (large, small)}


@pytest.mark.parametrize(("small", "large"), [(1, 1), (1, 2), pytest.param(2, 2, marks=pytest.mark.slow)])
def test_a_move_forward_leads_to_a_position_that_came_before(small: int, large: int) -> None:
    place = {position: number for number, position in enumerate(positions(small, large))}
    for own, foe in place:
        for square in range(1, 30):
            moved = own ^ (0b11 << square)
            if own >> square & 0b11 == 0b01 and (moved, foe) in place:
                assert place[moved, foe] < place[own, foe] > place[foe, moved]


def test_armies_are_ordered_by_their_numbers() -> None:
    armies = armies_of(3).tolist()
    assert len(armies) == 3654
    assert all(army > after for army, after in pairwise(armies))


@pytest.mark.parametrize(("small", "large"), [(3, 3), (2, 4), (1, 5), (3, 4)])
def test_chunks_are_neither_large_nor_empty(small: int, large: int) -> None:
    chunks = chunks_of(small, large)
    assert all(0 < chunk.room < 3 * order.CHUNK for chunk in chunks)
    assert sum(chunk.room for chunk in chunks) >= number_of_positions(small, large)
    assert sum(len(chunk.uppers) for chunk in chunks) == len(armies_of(large - 1))
