"""Expectimax with a network where it ends."""

import time

import numpy as np
import pytest

import pyramidion
from pyramidion.bots.endgames import NO_TABLE
from pyramidion.bots.expectimax import FUEL, LISTS, NOWHERE, OPEN, PLACE, expect
from pyramidion.bots.judges import shipped
from pyramidion.bots.lookahead import DEEPEST, look_ahead
from pyramidion.bots.search import Budget, Stop
from pyramidion.engine import dispatch
from pyramidion.engine.dispatch import CHANCE, CHANCE_BIT
from pyramidion.engine.memory import copy
from pyramidion.engine.network import scratch_for
from pyramidion.engine.record import Record
from pyramidion.games import find
from tests.bots.judged import positions

SENET = find("senet")


def expected(s: Record, plies: int, fuel: int = 1 << 40) -> float:
    """What `expect` says, with so much fuel each time."""
    weights = shipped(SENET)
    stack, nodes = SENET.rules.State.batch(DEEPEST), np.zeros((DEEPEST, LISTS + 2 * SENET.widest), np.int64)
    pace = np.array([fuel, NOWHERE])
    copy(stack[0], s)
    rest = (nodes, np.zeros(DEEPEST), weights, scratch_for(weights), NO_TABLE, np.zeros(2), pace)
    while (value := expect(stack, 0, plies, *rest)) == OPEN:
        assert pace[PLACE] != NOWHERE
        pace[FUEL] = fuel
    return float(value)


def slowly(s: Record, plies: int) -> float:
    """The same by the plain rules, one throw ahead at most: no action is left out there."""
    actors = dispatch.actors(s)
    shares = np.zeros(2)
    if actors == 0:
        return 1.0 if dispatch.score(s, 0) == 2 else 0.0 if dispatch.score(s, 0) == 0 else 0.5
    if plies == 0 and dispatch.judge(s, shipped(SENET), scratch_for(shipped(SENET)), shares):
        return float(shares[0])
    out, weights = np.zeros(SENET.widest, np.int64), np.zeros(SENET.widest, np.int64)
    if actors == CHANCE_BIT:
        number = dispatch.odds(s, out, weights)
        values = [slowly(after(s, CHANCE, int(out[i])), 0) for i in range(number)]
        return float(np.dot(values, weights[:number]) / weights[:number].sum())
    seat = int(actors).bit_length() - 1
    values = [slowly(after(s, seat, int(action)), plies) for action in out[: dispatch.legal(s, seat, out)]]
    return max(values) if seat == 0 else min(values)


def after(s: Record, seat: int, action: int) -> Record:
    child = SENET.rules.State.new()
    copy(child, s)
    dispatch.apply(child, seat, action)
    return child


@pytest.mark.parametrize("plies", [0, 1])
def test_a_position_is_worth_the_mean_of_the_best_answers_to_all_throws(plies: int) -> None:
    for s in positions(SENET, 20):
        assert expected(s, plies) == pytest.approx(slowly(s, plies), abs=1e-12)


def test_a_search_that_is_interrupted_goes_on_where_it_was() -> None:
    for s in positions(SENET, 5):
        assert expected(s, 2, fuel=7) == expected(s, 2)


def asked(position: str, budget: Budget, stop: Stop | None = None) -> tuple[pyramidion.Play, str, int]:
    play = pyramidion.load("senet", position, dice=None)
    (seat,) = play.actors()
    opinion = look_ahead(SENET, play.observe(1 << seat), seat, budget, shipped(SENET), stop=stop)
    return play, play.encode(opinion.best), opinion.iterations


def test_it_wins_at_once_where_it_can() -> None:
    assert asked("r9/10/9c c 1 - 9", Budget(iterations=1))[1] == "30-off"


def test_more_iterations_look_further() -> None:
    few, many = (asked("r1r1r5/1c1c6/1c8 c 2 - 9", Budget(iterations=n))[2] for n in (1, 30_000))
    assert few < many


def test_a_stopped_search_answers_at_once() -> None:
    stop = Stop()
    stop.set()
    before = time.process_time()
    asked("r1r1r5/1c1c6/1c8 c 2 - 9", Budget(seconds=30.0), stop)
    assert time.process_time() - before < 5
