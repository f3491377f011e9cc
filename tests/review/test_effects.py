"""Luck and mistakes: nothing on average, what a table of solved positions says, and a planted bias is found."""

import os
from pathlib import Path

import pytest

from bench.review_table import differences, samples
from bench.reviews import HASTY, TURN_BASED, game_between, mean_luck
from pyramidion.bots.endgames import table_for
from pyramidion.bots.search import Budget
from pyramidion.engine.dispatch import CHANCE
from pyramidion.games.senet import GAME as SENET
from pyramidion.games.senet.endgames.solver import solve
from pyramidion.play import load
from pyramidion.review.account import accounts, effect
from pyramidion.review.effects import choice, luck
from pyramidion.review.judge import Judge, shares

GAMES_PLAYED = 10_000 if os.environ.get("PYRAMIDION_SOAK") else 40


@pytest.mark.parametrize("name", TURN_BASED)
def test_luck_is_nothing_on_average(name: str) -> None:
    mean = mean_luck(name, GAMES_PLAYED)
    assert mean.low <= 0 <= mean.high


def test_a_bias_is_found() -> None:
    assert mean_luck("senet", GAMES_PLAYED, is_biased=True).low > 0


def test_whoever_is_not_told_what_came_has_no_luck() -> None:
    play = game_between("pyramid_poker", "uniform", 3)
    event = next(event for event in play.events if event.seat == CHANCE and event.audience == 1 << 1)
    changes = luck(Judge(play.game, 2, HASTY), play.state_before(event), event.action).changes
    assert changes[0] == 0


def test_effects_and_the_judges_error_add_up_to_the_result() -> None:
    play = game_between("river", "uniform", 4)
    judge = Judge(play.game, 2, Budget(iterations=100, use_policy=True))
    for event in play.events:
        found = effect(play, judge, event)
        assert found.wins.sum() == pytest.approx(1)
        assert found.changes.sum() == pytest.approx(0)  # nothing is hidden: what one loses the other gains
    one, other = accounts(play, judge)
    assert one.mistakes == pytest.approx(-other.others)
    start = judge.wins(play.state_before(play.events[0]))
    for seat, account in enumerate((one, other)):
        gained = account.luck + account.mistakes + account.others + account.error
        assert start[seat] + gained == pytest.approx(shares(play.scores())[seat])


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


def test_luck_and_mistakes_agree_with_what_a_table_says(solved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same is printed for more pieces by bench.review_table."""
    monkeypatch.setenv("PYRAMIDION_DATA", str(solved))
    table = table_for(SENET, SENET.start(2, SENET.choose({}))) or pytest.fail("there is a table")
    some = list(samples(table.numbers, 200, seed=1))
    for exact in differences(Judge(SENET, 2), some):
        assert exact.value < 1e-4  # the table's numbers have 16 bits
    for estimated in differences(Judge(SENET, 2, use_tables=False), some[:50]):
        assert 1e-5 < estimated.value < 0.05
