"""`testing.check` passes a right game, and catches every kind of wrong one."""

import itertools
from collections.abc import Callable
from typing import Any

import pytest

from pyramidion import testing
from pyramidion.testing import Broken
from tests.toy import GAME, notation, rules, view

right_observe, right_legal, right_odds = rules.observe, rules.legal, rules.odds
right_apply, right_sample = rules.apply, rules.sample


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    """While all of it is right: the wrong verbs below are plain Python, which nothing can be compiled with."""
    testing.check(GAME, games=1)


def test_a_right_game_passes() -> None:
    testing.check(GAME, games=30)


def leak(s: Any, eyes: int, o: Any) -> None:
    right_observe(s, eyes, o)
    o.cards[1] = s.cards[1]


def leak_when_dealt(s: Any, eyes: int, o: Any) -> None:
    right_observe(s, eyes, o)
    o.low = int(s.cards[1]) == 3


def forget_to_copy(s: Any, eyes: int, o: Any) -> None:
    right_observe(s, eyes, o)
    o.turn = 0


def hide_from_all_together(s: Any, eyes: int, o: Any) -> None:
    right_observe(s, eyes, o)
    if eyes == 0b11:
        o.cards[:] = -1


def descending(s: Any, seat: int, out: Any) -> int:
    count = right_legal(s, seat, out)
    out[:count] = out[:count][::-1]
    return count


def nothing_legal(s: Any, seat: int, out: Any) -> int:
    return 0


def legal_by_secret(s: Any, seat: int, out: Any) -> int:
    count = right_legal(s, seat, out)
    return count - 1 if count and s.cards[1] == 3 else count


def without_weight(s: Any, out: Any, weights: Any) -> int:
    count = right_odds(s, out, weights)
    weights[0] = 0
    return count


def too_few_outcomes(s: Any, out: Any, weights: Any) -> int:
    return min(2, right_odds(s, out, weights))


def out_of_range(s: Any, seat: int, action: int) -> None:
    right_apply(s, seat, action)
    if action < 4:
        s.cards[0] = 9


def endless(s: Any, seat: int, action: int) -> None:
    right_apply(s, seat, action)
    s.turn = min(2, int(s.turn))


def same_card_twice(o: Any, random: Any) -> None:
    right_sample(o, random)
    o.cards[0] = 0


def sum_of_three(s: Any, seat: int) -> int:
    return 3


calls = itertools.count()


def step(s: Any, seat: int, action: int) -> tuple[int, int]:
    """As `engine/step.py` has it, by the verbs as they are now: what is compiled already does not hear of others."""
    audience = rules.audience(s, seat, action)
    rules.apply(s, seat, action)
    return audience, rules.actors(s)


@pytest.mark.parametrize(
    ("module", "name", "wrong", "complaint"),
    [
        (rules, "observe", leak, "see which of the outcomes"),
        (rules, "observe", leak_when_dealt, "see which of the outcomes|looks different"),
        (rules, "observe", forget_to_copy, "sees the actors"),
        (rules, "observe", hide_from_all_together, "do not see the same in what eyes"),
        (rules, "legal", descending, "not ascending"),
        (rules, "legal", nothing_legal, "may act but has no action"),
        (rules, "legal", legal_by_secret, "sees the actions"),
        (rules, "odds", without_weight, "without weight"),
        (rules, "odds", too_few_outcomes, "not among the outcomes"),
        (rules, "apply", out_of_range, "outside"),
        (rules, "apply", endless, "has not ended"),
        (rules, "sample", same_card_twice, "looks different to them"),
        (rules, "score", sum_of_three, "do not add up"),
        (notation, "parse", lambda s, text: 0, "is read as 0"),
        (notation, "dump", lambda s: "0 1 2 0", "loads as another position"),
        (view, "view", lambda o: view.View([next(calls)], False), "not a function of the observation"),
        (view, "tell", lambda o, seat, action: " ", "nothing is told"),
    ],
)
def test_a_wrong_game_is_caught(
    module: Any, name: str, wrong: Callable[..., Any], complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, name, wrong)
    monkeypatch.setattr("pyramidion.play.step", step)
    with pytest.raises(Broken, match=complaint):
        testing.check(GAME, games=30)
