"""Iriri's own fast playouts: whole turns at once, uniform or greedy, are the same as action by action."""

from collections.abc import Iterator

import numpy as np
import pytest

import pyramidion
from pyramidion.engine.memory import copy, equal
from pyramidion.engine.playout import uniform_step
from pyramidion.engine.random import below, generator
from pyramidion.games.iriri import GAME
from pyramidion.games.iriri.placements import list_placements, placements, worth
from pyramidion.games.iriri.policy import greedy_placement, policy_step
from pyramidion.games.iriri.rules import OVER, TO_PLACE, TO_TAKE, State, apply, play_turn, playout_step, takes
from tests.soak import more

OUT = np.zeros(GAME.widest, np.int64)
WAYS = [(2, {}), (2, {"loop": "once"}), (3, {}), (4, {"no_opening": "reshuffle"})]


def positions(seats: int, options: dict[str, str], games: int) -> Iterator[State]:
    """Positions of random games in which somebody is to place."""
    start, s, random = (
        pyramidion.new("iriri", seats=seats, dice=None, seed=None, **options).state,
        State.new(),
        generator(seats),
    )
    for _ in range(games):
        copy(s, start)
        while uniform_step(s, random, OUT):
            if s.phase == TO_PLACE:
                yield s


def legal(s: State) -> list[int]:
    return [int(placement) for placement in OUT[: placements(s, OUT)]]


@pytest.mark.parametrize(("seats", "options"), WAYS, ids=str)
def test_placements_are_found_in_any_order_and_then_sorted(seats: int, options: dict[str, str]) -> None:
    for s in positions(seats, options, games=more(3)):
        in_order = legal(s)
        assert in_order == sorted(OUT[: list_placements(s, OUT)].tolist())
        assert len(in_order) == len(set(in_order))


@pytest.mark.parametrize(("seats", "options"), WAYS, ids=str)
def test_greedy_play_knows_every_best_placement(seats: int, options: dict[str, str]) -> None:
    random, most = generator(1), 0
    for s in positions(seats, options, games=more(2)):
        points = {placement: worth(s, placement) for placement in legal(s)}
        best = {placement for placement, worth_it in points.items() if worth_it == max(points.values())}
        found = {greedy_placement(s, random, OUT) for _ in range(20 * len(best))}
        assert found <= best
        assert len(best) > 3 or found == best
        most = max(most, len(best))
    assert most > 1, "no position had two best placements"


@pytest.mark.parametrize(("seats", "options"), WAYS, ids=str)
def test_a_turn_at_once_is_the_same_as_action_by_action(seats: int, options: dict[str, str]) -> None:
    quick, slow = State.new(), State.new()
    for seed, s in enumerate(positions(seats, options, games=more(3))):
        one, other, placement = generator(seed), generator(seed), legal(s)[0]
        copy(quick, s)
        copy(slow, s)
        actions = play_turn(quick, placement, one)
        seat = int(s.seat)
        apply(slow, seat, placement)
        done = 1
        while slow.phase == TO_TAKE and slow.seat == seat:
            apply(slow, seat, int(OUT[below(other, takes(slow, OUT))]))
            done += 1
        assert done == actions
        assert equal(quick, slow)
        assert list(one) == list(other)


@pytest.mark.parametrize("step", [playout_step, policy_step], ids=["uniform", "greedy"])
def test_a_playout_ends_with_the_game(step: object) -> None:
    assert callable(step)
    s, random = State.new(), generator(3)
    for seed in range(more(5)):
        copy(s, pyramidion.new("iriri", seed=seed).state)
        actions = 0
        while done := step(s, random, OUT):
            actions += done
        assert s.phase == OVER
        assert 10 < actions < GAME.longest
