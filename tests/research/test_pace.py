"""What is measured is what is told: the loops that `pyramidion bench --peers` times."""

import random
from collections import Counter

import pyspiel

from pyramidion.research.pace import play_open_spiel
from pyramidion.research.spiel import PREFIX, register_open_spiel


class Throws:
    """A game of one throw, told as OpenSpiel tells it: a coin that falls on 1 three times of four."""

    def __init__(self, fallen: Counter[int]) -> None:
        self._fallen, self._over = fallen, False

    def new_initial_state(self) -> "Throws":
        return Throws(self._fallen)

    def is_terminal(self) -> bool:
        return self._over

    def is_chance_node(self) -> bool:
        return True

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(0, 0.25), (1, 0.75)]

    def apply_action(self, action: int) -> None:
        self._fallen[action] += 1
        self._over = True


def test_chance_is_drawn_by_its_odds() -> None:
    random.seed(1)
    fallen: Counter[int] = Counter()
    coin = Throws(fallen)
    assert sum(play_open_spiel(coin) for _ in range(4000)) == 4000
    assert 2850 < fallen[1] < 3150  # five deviations either way; it would be 2000 if all were as likely


def test_a_game_of_senet_is_played_to_its_end() -> None:
    register_open_spiel()
    random.seed(1)
    assert play_open_spiel(pyspiel.load_game(PREFIX + "senet")) > 50
