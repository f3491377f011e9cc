"""The fast playouts of A River in Egypt are the uniform ones."""

from typing import Any

import pytest

import pyramidion
from tests.games.playouts import check_playouts


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("options", [{}, {"hands": "hidden"}, {"claims": "unlimited"}], ids=str)
def test_fast_playouts_are_the_uniform_ones(seats: int, options: dict[str, Any]) -> None:
    play = pyramidion.new("river", seats=seats, dice=None, **options)
    check_playouts(play.game, play.state)
