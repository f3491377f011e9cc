"""Positions as numbers, both ways."""

import random
from math import comb

import pytest

from pyramidion.games.senet.endgames import positions
from pyramidion.games.senet.endgames.positions import (
    MOST_PIECES,
    STARTS,
    layer_size,
    position_number,
    position_of,
    table_size,
)
from pyramidion.games.senet.rules import BOARD, WATER_BIT


def there_and_back(number: int) -> int:
    own, foe = position_of(number)
    assert own & foe == 0
    assert (own | foe) & ~BOARD == 0
    assert (own | foe) & WATER_BIT == 0
    return position_number(own, foe, STARTS)


def test_every_number_of_a_table_for_three_pieces_is_a_position_of_its_own() -> None:
    assert table_size(3) == 1 + 29 * 28 + 2 * 29 * comb(28, 2)
    for number in range(1, table_size(3)):
        assert there_and_back(number) == number


def test_random_numbers_of_the_largest_table_are_positions_and_back() -> None:
    dice = random.Random(1)
    for _ in range(500):
        number = dice.randrange(1, table_size(MOST_PIECES))
        assert there_and_back(number) == number


def test_the_first_and_the_last_position_of_every_layer_are_where_it_begins_and_ends() -> None:
    for own, foe in positions.layers(MOST_PIECES):
        start = int(STARTS[own, foe])
        for number in (start, start + layer_size(own, foe) - 1):
            assert [army.bit_count() for army in position_of(number)] == [own, foe]
            assert there_and_back(number) == number


def test_tables_are_as_large_as_they_should_be() -> None:
    assert [table_size(pieces) for pieces in (2, 3, 6, 7)] == [813, 22_737, 33_369_141, 230_027_421]


def test_a_small_table_is_the_beginning_of_a_larger_one() -> None:
    assert STARTS[1, 3] == table_size(3)


@pytest.mark.parametrize("number", [0, table_size(MOST_PIECES)])
def test_numbers_outside_are_no_positions(number: int) -> None:
    with pytest.raises(ValueError, match="have the numbers 1 to"):
        position_of(number)
