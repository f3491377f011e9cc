"""Surveys that grow while somebody watches."""

import json
import subprocess
import sys

import msgspec
import numpy as np
import pytest

from pyramidion.lab.live import COMPARED, LiveSurvey, Slice, Surveys, add_up
from pyramidion.lab.setups import Setup, set_up
from pyramidion.lab.surveys import run
from pyramidion.refusal import Refusal

NO_TIME = 0.0  # a slice then has one step


def variants(**options: int) -> list[Setup]:
    return [set_up("senet", seed=3), set_up("senet", seed=3, options=options)]


def test_what_is_found_does_not_depend_on_how_long_slices_are() -> None:
    in_one, in_many = (LiveSurvey(variants(pieces=7), 1500) for _ in range(2))
    whole = in_one.go_on(600)
    while in_many.games < 1500:
        part = in_many.go_on(NO_TIME)
    assert msgspec.structs.replace(part, cpu_seconds=0) == msgspec.structs.replace(whole, cpu_seconds=0)


def test_figures_are_those_of_a_survey() -> None:
    found = LiveSurvey([set_up("river", seed=2)], 600).go_on(600).figures[0]
    plain = run(set_up("river", seed=2), 600).figures
    assert [figure.name for figure in found] == [figure.name for figure in plain]
    for one, other in zip(found, plain, strict=True):
        assert one.value == pytest.approx(other.value), one.name
        if one.name != "diversity of actions":  # whose interval comes from blocks of games
            assert (one.low, one.high, one.n) == (other.low, other.high, other.n)


def test_variants_are_compared_only_after_numbers_of_games_that_are_fixed_beforehand() -> None:
    survey = LiveSurvey(variants(pieces=7), 1500)
    looks = {}
    while survey.games < 1500:
        news = survey.go_on(NO_TIME)
        looks[news.games] = [(one.metric, one.looks, one.difference.n) for one in news.comparisons]
    assert looks[768] == []
    assert [metric for metric, _, _ in looks[1024]] == COMPARED
    assert looks[1024] == looks[1280]
    assert {number for _, number, _ in looks[1500]} == {2}
    assert {one.metric for one in news.comparisons if one.verdict == "different"} >= {"length", "branching"}
    assert sum(one.error for one in news.comparisons) == pytest.approx(0.05)


def test_games_of_slow_bots_are_told_one_by_one() -> None:
    survey = LiveSurvey([set_up("iriri", bots="farmer")], 3)
    assert [survey.go_on(NO_TIME).games for _ in range(3)] == [1, 2, 3]


def test_counts_of_actions_are_added_up() -> None:
    one, other = np.array([[1, 5, 2], [4, 1, 1]]), np.array([[0, 1, 0], [4, 2, 1]])
    assert add_up(one, other).tolist() == [[0, 1, 0], [1, 5, 2], [4, 3, 2]]


def test_a_survey_that_nobody_watches_any_more_is_forgotten() -> None:
    surveys = Surveys()
    asked = Slice("1", "senet", bots=["uniform"], variants=[{}], games=1000)
    assert [surveys.answer(asked).games for _ in range(2)] == [256, 512]  # type: ignore[union-attr]
    assert surveys.answer(Slice("1", is_over=True)) is None
    assert surveys.answer(asked).games == 256  # type: ignore[union-attr]


def test_nonsense_is_refused() -> None:
    with pytest.raises(Refusal, match="pieces can't be 6"):
        Slice("1", "senet", bots=["uniform"], variants=[{"pieces": 6}], games=10).setups()


def test_the_process_answers_each_line_with_another() -> None:
    lines = [msgspec.json.encode(Slice("1", "senet", bots=["uniform"], variants=[{}], games=300))] * 2
    done = subprocess.run(
        [sys.executable, "-m", "pyramidion.lab.live"], input=b"\n".join(lines) + b"\n", capture_output=True, check=True
    )
    assert [json.loads(line)["games"] for line in done.stdout.splitlines()] == [256, 300]
