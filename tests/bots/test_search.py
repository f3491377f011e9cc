"""The search finds what can be computed exactly, on positions that are small enough."""

import time
from typing import Any

import numpy as np
import pytest

import pyramidion
from pyramidion.bots import search
from pyramidion.bots.search import Budget, Opinion, Stop
from pyramidion.engine.dispatch import CHANCE
from pyramidion.engine.memory import copy
from pyramidion.engine.record import Record
from pyramidion.game import Game
from pyramidion.games.senet.rules import State
from tests.toy import GAME as TOY


def think(play: pyramidion.Play, iterations: int, seed: int = 1) -> Opinion:
    return think_with(play, Budget(iterations=iterations), seed=seed)


def think_with(play: pyramidion.Play, budget: Budget, **more: Any) -> Opinion:
    (seat,) = play.actors()
    return search.think(play.game, play.observe(1 << seat), play.seats, seat, budget, **more)


class Exact:
    """The first seat's value of every position that can follow, when both play best: by iteration to a fixed point."""

    def __init__(self, game: Game, start: Any) -> None:
        self.rules = game.rules
        self.out, self.weights = np.zeros(game.widest, np.int64), np.zeros(game.widest, np.int64)
        self.followers: dict[bytes, tuple[int, list[tuple[bytes, int]]]] = {}
        self.values: dict[bytes, float] = {}
        self.explore(start)
        change = 1.0
        while change > 1e-9:
            change = max(self.improve(key) for key in self.followers)

    def explore(self, start: Any) -> None:
        waiting = [start]
        while waiting:
            s = waiting.pop()
            key = self.key(s)
            if key in self.values:
                continue
            actors = self.rules.actors(s)
            self.values[key] = self.rules.score(s, 0) / 2 if not actors else 0.5
            if actors:
                seat = actors.bit_length() - 1
                count = self.rules.odds(s, self.out, self.weights) if seat == CHANCE else self.rules.legal(s, seat, self.out)
                moves = [(int(self.out[i]), int(self.weights[i])) for i in range(count)]
                children = [(self.after(s, seat, action), weight) for action, weight in moves]
                self.followers[key] = (seat, [(self.key(child), weight) for child, weight in children])
                waiting.extend(child for child, _ in children)

    def after(self, s: Record, seat: int, action: int) -> State:
        child = State.new()
        copy(child, s)
        self.rules.apply(child, seat, action)
        child.throws = min(child.throws, 100)  # so that the same position counts once, however late it comes
        return child

    def key(self, s: Record) -> bytes:
        return bytes(s.tobytes())

    def improve(self, key: bytes) -> float:
        seat, children = self.followers[key]
        values = [self.values[child] for child, _ in children]
        if seat == CHANCE:
            total = sum(weight for _, weight in children)
            new = sum(value * weight for value, (_, weight) in zip(values, children, strict=True)) / total
        else:
            new = max(values) if seat == 0 else min(values)
        change = abs(new - self.values[key])
        self.values[key] = new
        return change


@pytest.mark.slow
@pytest.mark.parametrize("position", ["10/10/8cr c 1 - 100", "10/10/5r1cc1 c 2 - 100", "10/10/3c1r3r c 4 - 100"])
def test_it_converges_to_the_exact_value(position: str) -> None:
    play = pyramidion.load("senet", position, dice=None)
    State.of(play.state).throws = 100
    exact = Exact(play.game, play.state)
    values = {action: exact.values[exact.key(exact.after(play.state, 0, action))] for action in play.legal_actions()}
    opinion = think(play, 60_000)
    best = opinion.choices[0]
    assert values[best.action] == pytest.approx(max(values.values()), abs=0.01)
    assert best.win == pytest.approx(max(values.values()), abs=0.02)


def toy_with_card(card: int) -> pyramidion.Play:
    return pyramidion.load(TOY, f"{card} {(card + 1) % 4} 2 0", dice=None)


@pytest.mark.parametrize(("card", "wins_by_high"), [(0, 0), (1, 1 / 3), (2, 2 / 3), (3, 1)])
def test_it_weighs_what_it_cannot_see(card: int, wins_by_high: float) -> None:
    """The other card is in the true state; the search sees only its own and finds the odds over all three others."""
    opinion = think(toy_with_card(card), 4000)
    wins = {choice.action: choice.win for choice in opinion.choices}
    assert opinion.choices[0].action == (4 if wins_by_high > 0.5 else 5)
    assert wins[opinion.choices[0].action] == pytest.approx(max(wins_by_high, 1 - wins_by_high), abs=0.03)


def test_the_same_seed_and_iterations_give_the_same_opinion() -> None:
    play = pyramidion.new("senet", seed=5)
    one, other, third = think(play, 300), think(play, 300), think(play, 300, seed=2)
    assert (one.choices, one.line) == (other.choices, other.line)
    assert one.choices != third.choices


def test_an_opinion_has_every_legal_action_and_a_line_that_begins_with_the_best() -> None:
    play = pyramidion.new("senet", seed=5)
    opinion = think(play, 300)
    assert sorted(choice.action for choice in opinion.choices) == play.legal_actions()
    assert sum(choice.visits for choice in opinion.choices) == opinion.iterations == 300
    assert opinion.line[0] == opinion.best


def test_a_search_that_is_stopped_answers_with_what_it_has() -> None:
    stop = Stop()
    stop.set()
    opinion = think_with(pyramidion.new("senet", seed=5), Budget(iterations=10_000), stop=stop)
    assert opinion.iterations == 0
    assert opinion.choices == []


def test_a_search_of_seconds_does_something_and_ends() -> None:
    assert think_with(pyramidion.new("senet", seed=5), Budget(seconds=0.05)).iterations > 0


def test_a_search_of_cpu_seconds_uses_up_those_of_its_thread() -> None:
    play = pyramidion.new("senet", seed=5)
    think(play, 10)  # compiles
    before = time.thread_time()
    assert think_with(play, Budget(seconds=0.02, cpu=True)).iterations > 10
    assert time.thread_time() - before < 0.1


def test_several_threads_add_up_and_can_be_had_again() -> None:
    play = pyramidion.new("senet", seed=5)
    one, other = (think_with(play, Budget(iterations=200), threads=2) for _ in range(2))
    assert one.iterations == 400
    assert one.choices == other.choices
    assert sum(choice.visits for choice in one.choices) == 400


def test_a_full_tree_goes_on_counting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "MOST_NODES", 64)
    opinion = think(pyramidion.new("senet", seed=5), 500)
    assert sum(choice.visits for choice in opinion.choices) == 500


def test_a_search_without_a_budget_is_refused() -> None:
    with pytest.raises(ValueError, match="needs a budget"):
        Budget()
