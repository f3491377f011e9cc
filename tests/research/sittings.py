"""Games with numbers of seats to test: the smallest and the largest, or all of them in a longer campaign."""

import pytest

from pyramidion.games import GAMES, find
from tests.soak import SOAKING


def _numbers(name: str) -> list[int]:
    seats = sorted(find(name).seats)
    return seats if SOAKING else sorted({seats[0], seats[-1]})


SITTINGS = [(name, seats) for name in GAMES for seats in _numbers(name)]
IN_TURN = [(name, seats) for name, seats in SITTINGS if not find(name).real_time]
REAL_TIME = [(name, seats) for name, seats in SITTINGS if find(name).real_time]

every_sitting = pytest.mark.parametrize(("name", "seats"), SITTINGS)
every_sitting_in_turn = pytest.mark.parametrize(("name", "seats"), IN_TURN)
every_sitting_in_real_time = pytest.mark.parametrize(("name", "seats"), REAL_TIME)
every_game = pytest.mark.parametrize("name", GAMES)
