"""The rules against their slow twin, after every event of random and greedy games."""

import os
import random
from fractions import Fraction

import pytest

import pyramidion
from pyramidion.engine.dispatch import CHANCE
from pyramidion.play import Play

from .twin import Twin

GAMES = int(os.environ.get("PYRAMIDION_SOAK") or 2)  # of each sort


def laid_out(seats: int, dice: random.Random, **options: str) -> Play:
    play = pyramidion.new("iriri", seats=seats, dice=None, **options)
    pieces = [size + colour for size in "SML" for colour in "YBRG"[:seats]] * 4
    dice.shuffle(pieces)
    for piece in pieces:
        play.act(f"deal {piece}", CHANCE)
    return play


def compare(play: Play, twin: Twin) -> None:
    view = play.view()
    assert view.dictionary == twin.dictionary
    assert {(piece.x, piece.y): piece.piece for piece in view.board} == twin.board
    assert [sorted(piece[0] for piece in hand) for hand in view.hands] == [sorted(hand) for hand in twin.hands]
    assert [Fraction(points) for points in view.points] == twin.points
    assert play.is_over == twin.is_over()
    if play.is_over:
        return
    assert view.seat == twin.seat
    assert sorted(play.legal()) == sorted(twin.legal())
    if view.placements:
        compare_placements(view, twin)


def compare_placements(view, twin: Twin) -> None:
    expected = twin.placements()
    for placement in view.placements:
        words, points, board = expected[placement.text]
        assert sorted(word.pieces for word in placement.words) == sorted(words)
        assert Fraction(placement.points) == points
        assert twin.board | {(piece.x, piece.y): piece.piece for piece in placement.pieces} == board
        for word in placement.words:
            way = (0, 1) if word.down else (1, 0)
            line = twin.line_through(board, (word.x, word.y), way)
            assert [board[cell] for cell in line] == word.pieces
            assert line[0] == (word.x, word.y)
            assert {tuple(places) for places in word.matches} == twin.matches(word.pieces)


def choose(play: Play, greedy: bool, dice: random.Random) -> str:
    view = play.view()
    if greedy and view.placements:
        most = max(placement.points for placement in view.placements)
        return dice.choice([placement.text for placement in view.placements if placement.points == most])
    return dice.choice(play.legal())


@pytest.mark.slow
@pytest.mark.parametrize("loop", ["infinite", "once"])
@pytest.mark.parametrize("greedy", [False, True], ids=["random", "greedy"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_slow_second_implementation_agrees_after_every_event(seats: int, greedy: bool, loop: str):
    """I-03, I-06 … I-21: what is legal, which words it makes, where they match, what they score, who acts, when it ends."""
    for number in range(GAMES):
        dice = random.Random(f"{seats} {greedy} {loop} {number}")
        play = laid_out(seats, dice, loop=loop)
        twin = Twin(play.view().dictionary, seats, once=loop == "once")
        compare(play, twin)
        while not play.is_over:
            action = choose(play, greedy, dice)
            play.act(action)
            twin.act(action)
            compare(play, twin)
