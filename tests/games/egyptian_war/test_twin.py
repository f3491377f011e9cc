"""The compiled rules and the slow ones play the same games."""

import random
from typing import Any

import pytest

import pyramidion
from pyramidion import Play
from pyramidion.engine.dispatch import CHANCE
from pyramidion.testing import random_options
from tests.games.egyptian_war.twin import Twin
from tests.soak import more

GAME = pyramidion.new("egyptian_war").game


def fields(play: Play) -> list[str]:
    """The position, with the count but not the state of its memory."""
    words = GAME.notation.dump(play.state).split()
    return [*words[:8], words[8].partition(":")[0], *words[9:]]


def moves(play: Play, twin: Twin) -> list[tuple[int, str]]:
    """All that can happen, by whom; both must agree on it."""
    found: list[tuple[int, str]] = []
    for seat in range(play.seats):
        assert play.legal(seat) == twin.legal(seat)
        found += [(seat, text) for text in twin.legal(seat)]
    outcomes = twin.outcomes()
    assert (CHANCE in play.actors()) == bool(outcomes)
    if outcomes:
        assert [(play.encode(action), weight) for action, weight in play.odds()] == list(outcomes.items())
    return found + [(CHANCE, text) for text in outcomes]


def weigh(move: tuple[int, str], nervous: float, right: bool) -> float:
    """How likely a move is: mostly people turn cards, slap what is to be slapped, and some slap in vain."""
    _, text = move
    if text == "slap":
        return 0.5 if right else nervous
    return {"tie": 0.1, "time": 0.002}.get(text, 0.03 if text.startswith("guess") else 1)


def compare_one_game(seed: int, events: int) -> bool:
    """Whether the game was over within so many events."""
    dice = random.Random(seed)
    seats = GAME.seats[seed % len(GAME.seats)]
    options: dict[str, Any] = dict(random_options(GAME, dice))
    nervous = dice.choice([0, 0.001, 0.01, 0.1, 1])
    play = pyramidion.new("egyptian_war", seats=seats, dice=None, **options)
    twin = Twin(seats, **options)
    for _ in range(events):
        assert fields(play) == twin.position()
        assert twin.cards() == twin.size
        if play.is_over:
            break
        possible = moves(play, twin)
        weights = [weigh(move, nervous, twin.slappable()) for move in possible]
        seat, text = dice.choices(possible, weights=weights if any(weights) else None)[0]
        play.act(text, seat)
        twin.act(seat, text)
    assert play.is_over == twin.over
    if twin.over:
        assert play.scores() == twin.scores()
    return twin.over


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(more(70)))
def test_random_games_with_random_options_are_the_same_step_by_step(seed: int) -> None:
    """E-01 … E-28, as far as order goes"""
    compare_one_game(seed, events=4000)


def test_the_beginnings_of_a_few_games_are_the_same_step_by_step() -> None:
    for seed in range(1000, 1007):
        compare_one_game(seed, events=150)
