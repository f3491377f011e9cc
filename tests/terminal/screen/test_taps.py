"""Tapping one's way to an action."""

import pytest

from pyramidion.terminal.taps import Choice, Taps, beside, choices

MOVES = [Choice(0, "a-b", ("a", "b")), Choice(0, "a-c", ("a", "c")), Choice(0, "stop", ("stop",))]


def test_each_tap_leaves_fewer_moves() -> None:
    taps = Taps(MOVES)
    assert taps.lit == ["a", "stop"]
    assert taps.tap("a") is None
    assert taps.lit == ["b", "c"]
    assert taps.tap("c") == MOVES[1]


def test_a_move_of_one_tap_is_done_at_once() -> None:
    assert Taps(MOVES).tap("stop") == MOVES[2]


def test_the_same_spot_again_takes_the_tap_back_and_another_one_begins_anew() -> None:
    taps = Taps([*MOVES, Choice(0, "d-e", ("d", "e"))])
    taps.tap("a")
    taps.tap("a")
    assert not taps.tapped
    taps.tap("a")
    taps.tap("d")
    assert list(taps.tapped) == ["d"]
    taps.tap("nowhere")
    assert not taps.tapped


def test_where_several_may_act_it_is_said_who() -> None:
    found = choices({0: ["tut tut"], 1: ["tut tut"], 8: [""]}, lambda text: (text,), ["Lotus", "Papyrus"].__getitem__)
    assert [choice.path for choice in found] == [("Lotus: tut tut",), ("Papyrus: tut tut",), ("Nobody",)]


@pytest.mark.parametrize(("key", "there"), [("right", "b"), ("down", "c"), ("left", "a"), ("up", "a")])
def test_arrows_go_to_the_nearest_spot_that_way(key: str, there: str) -> None:
    spots = {"a": (0.0, 0.0), "b": (8.0, 0.0), "c": (1.0, 3.0), "d": (9.0, 9.0)}
    assert beside(spots, "a", key) == there
