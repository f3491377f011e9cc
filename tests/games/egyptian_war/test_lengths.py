"""How long games are, if every slap is taken by any seat: the figures that the rulings were made with."""

import numpy as np
import pytest

from pyramidion.engine.playout import playouts
from pyramidion.engine.random import generator
from pyramidion.games import find
from pyramidion.games.egyptian_war.flow import OVER
from pyramidion.games.egyptian_war.rules import ACTIONS, State


@pytest.mark.slow
@pytest.mark.statistics
@pytest.mark.parametrize(("seats", "cards"), [(2, 380), (3, 850), (4, 1400), (6, 3000)])
def test_games_are_about_as_long_as_they_should_be(seats: int, cards: int) -> None:
    """E-26"""
    game = find("egyptian_war")
    start, s = game.start(seats, game.choose({})), State.new()
    random, out = generator(seats), np.zeros(game.widest, dtype=np.int64)
    played = []
    for _ in range(3000):
        playouts(start, s, 1, random, out)
        played.append(s.played)
    assert np.mean(played) == pytest.approx(cards, rel=0.08)


def test_a_playout_goes_to_the_end_with_all_cards() -> None:
    game = find("egyptian_war")
    start, s = game.start(3, game.choose({"card_limit": 250})), State.new()
    assert playouts(start, s, 1, generator(1), np.zeros(game.widest, dtype=np.int64)) > 250
    assert s.phase == OVER
    assert s.held.sum() == 52
    assert game.actions == ACTIONS
