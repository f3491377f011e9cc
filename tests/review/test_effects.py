"""Luck and mistakes: nothing on average, what a table of solved positions says, and a planted bias is found."""

import os
import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from pyramidion.bots.levels import make
from pyramidion.bots.search import Budget
from pyramidion.engine.dispatch import CHANCE
from pyramidion.engine.record import Record
from pyramidion.games import GAMES, find
from pyramidion.games.senet.endgames.solver import solve
from pyramidion.lab.intervals import mean_of
from pyramidion.play import Play, load, new, seeded
from pyramidion.review.effects import choice, luck
from pyramidion.review.judge import Judge, shares

TURN_BASED = [name for name in GAMES if not find(name).real_time]
GAMES_PLAYED = 10_000 if os.environ.get("PYRAMIDION_SOAK") else 40
EVENTS = 30  # of chance, one of which is looked at in each game
HASTY = Budget(iterations=8, use_policy=True)  # luck is nothing on average, however poor the judge


def uniform_game(name: str, seed: int) -> Play:
    play = new(name, dice=seeded(seed))
    bots = [make("uniform", play.game, play.seats, seat, seed) for seat in range(play.seats)]
    while not play.is_over:
        seat = play.actors()[0]
        play.act(bots[seat].choose(play.observe(1 << seat)), seat)
    return play


def one_event(name: str, seed: int) -> "tuple[Record, int] | None":
    """One event of chance of a game, if it has so many. Which one is decided before: a lucky game may be shorter."""
    play, number = uniform_game(name, seed), random.Random(seed).randrange(EVENTS)
    events = [event for event in play.events if event.seat == CHANCE]
    return (play.state_before(events[number]), events[number].action) if number < len(events) else None


def lucks(name: str, games: int) -> "Iterator[float]":
    judge = Judge(find(name), find(name).choose_seats(None), HASTY)
    for seed in range(games):
        found = one_event(name, seed)
        yield float(luck(judge, *found).changes[0]) if found else 0.0


@pytest.mark.parametrize("name", TURN_BASED)
def test_luck_is_nothing_on_average(name: str) -> None:
    mean = mean_of("luck", np.array(list(lucks(name, GAMES_PLAYED))), "a win")
    assert mean.low <= 0 <= mean.high


def test_a_bias_is_found() -> None:
    judge = Judge(find("senet"), 2, HASTY)
    found = []
    for seed in range(GAMES_PLAYED):
        state, _ = one_event("senet", seed) or pytest.fail("no game of Senet is so short")
        best = max(judge.outcomes(state), key=lambda outcome: judge.wins(outcome[2])[0])
        found.append(float(luck(judge, state, best[0]).changes[0]))  # dice that always fall for the first seat
    mean = mean_of("luck", np.array(found), "a win")
    assert mean.low > 0


def test_whoever_is_not_told_what_came_has_no_luck() -> None:
    play = uniform_game("pyramid_poker", 3)
    event = next(event for event in play.events if event.seat == CHANCE and event.audience == 1 << 1)
    changes = luck(Judge(play.game, 2, HASTY), play.state_before(event), event.action).changes
    assert changes[0] == 0


def test_effects_and_the_judges_error_add_up_to_the_result() -> None:
    play = uniform_game("river", 4)
    judge, changes = Judge(play.game, 2, Budget(iterations=100, use_policy=True)), np.zeros(2)
    for event in play.events:
        state = play.state_before(event)
        seen = play.observe_state(state, 1 << event.seat) if event.seat != CHANCE else state
        found = (
            luck(judge, state, event.action)
            if event.seat == CHANCE
            else choice(judge, state, seen, event.seat, event.action)
        )
        changes += found.changes
        assert found.wins.sum() == pytest.approx(1)
        assert found.changes.sum() == pytest.approx(0)  # nothing is hidden: what one loses the other gains
    error = shares(play.scores()) - Judge(play.game, 2).wins(play.state_before(play.events[0])) - changes
    assert abs(error[0]) < 1


def test_the_best_action_is_no_mistake() -> None:
    play = load("senet", "rcrcrcrcrc/10/10 c 3 - 1", dice=None)
    judge = Judge(play.game, 2)
    best = judge.opinion(play.observe(1), 0).best
    assert not choice(judge, play.state, play.observe(1), 0, best).changes.any()


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with a table of all positions of Senet with three pieces."""
    folder = tmp_path_factory.mktemp("data")
    solve(3, {}, folder / "tables", threads=1)
    return folder


def test_where_every_position_is_solved_mistakes_are_exact(solved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYRAMIDION_DATA", str(solved))
    play = load("senet", "10/9r/2c2c4 c 2 - 9", dice=None)
    judge, observation = Judge(play.game, 2), play.observe(1)
    exact = {one.action: one.win for one in judge.opinion(observation, 0).choices}
    for action, win in exact.items():
        changes = choice(judge, play.state, observation, 0, action).changes
        assert changes[0] == pytest.approx(win - max(exact.values()), abs=1e-4)


def test_where_every_position_is_solved_luck_is_exact(solved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYRAMIDION_DATA", str(solved))
    play = load("senet", "10/9r/2c2c4 c - - 9", dice=None)
    judge = Judge(play.game, 2)
    outcomes = judge.outcomes(play.state)
    wins = [judge.wins(after)[0] for *_, after in outcomes]
    mean = sum(win * weight for win, (_, weight, _) in zip(wins, outcomes, strict=True)) / sum(w for _, w, _ in outcomes)
    for (action, *_), win in zip(outcomes, wins, strict=True):
        assert luck(judge, play.state, action).changes[0] == pytest.approx(win - mean, abs=1e-6)
    assert judge.wins(play.state)[0] == pytest.approx(mean, abs=1e-6)
