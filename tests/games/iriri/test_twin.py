"""The compiled rules and the slow ones play the same games."""

import random
from fractions import Fraction
from typing import Any

import pytest

import pyramidion
from pyramidion import Play
from pyramidion.engine.dispatch import CHANCE
from pyramidion.games.iriri.view import View
from pyramidion.testing import random_options
from tests.games.iriri.positions import random_position, twin_of
from tests.games.iriri.twin import Twin
from tests.soak import more

GAME = pyramidion.new("iriri").game


def compare_position(play: Play, twin: Twin) -> None:
    view = play.view()
    assert view.phase == twin.doing
    assert view.seat == twin.seat
    assert view.starter == twin.starter
    assert view.dictionary == twin.dictionary
    assert {(piece.x, piece.y): piece.piece for piece in view.board} == twin.board
    assert [sorted(piece[0] for piece in hand) for hand in view.hands] == [sorted(hand) for hand in twin.hands]
    assert [Fraction(points) for points in view.points] == twin.points
    compare_placements(view, twin)


def compare_placements(view: View, twin: Twin) -> None:
    """Not only which there are, but what each makes: the words, where they match, the points."""
    for placement in view.placements:
        made = twin.placements[placement.text]
        assert sorted(word.pieces for word in placement.words) == sorted(made.words)
        assert Fraction(placement.points) == made.points
        assert twin.board | {(piece.x, piece.y): piece.piece for piece in placement.pieces} == made.board
        for word in placement.words:
            line = twin.line_through(made.board, (word.x, word.y), (0, 1) if word.down else (1, 0))
            assert line[0] == (word.x, word.y)
            assert [made.board[cell] for cell in line] == word.pieces
            assert sorted(map(tuple, word.matches)) == sorted(twin.matches(word.pieces))


def compare_actions(play: Play, twin: Twin) -> None:
    if outcomes := twin.outcomes():
        assert play.actors() == (CHANCE,)
        assert [(play.encode(action), weight) for action, weight in play.odds()] == list(outcomes.items())
    else:
        assert play.actors() == (twin.seat,)
        assert sorted(play.legal()) == sorted(twin.legal())


def choose(twin: Twin, greedy: bool, dice: random.Random) -> str:
    """Any action, or the placement with most points."""
    if outcomes := twin.outcomes():
        return dice.choices(list(outcomes), weights=list(outcomes.values()))[0]
    if greedy and twin.doing == "place":
        most = max(made.points for made in twin.placements.values())
        return dice.choice([text for text, made in twin.placements.items() if made.points == most])
    return dice.choice(twin.legal())


def compare_one_game(name: str, seats: int, greedy: bool = False, first: tuple[str, ...] = (), **options: Any) -> Play:
    """A game that begins with these actions and goes on by chance."""
    dice = random.Random(name)
    play = pyramidion.new("iriri", seats=seats, dice=None, **options)
    twin = Twin(seats, *(str(play.options[name]) for name in ("loop", "no_opening", "starter")))
    while not play.is_over:
        compare_position(play, twin)
        compare_actions(play, twin)
        action = first[len(play.events)] if len(play.events) < len(first) else choose(twin, greedy, dice)
        play.act(action)
        twin.act(action)
    compare_position(play, twin)
    assert play.scores() == [float(points) for points in twin.points]
    return play


@pytest.mark.slow
@pytest.mark.parametrize("greedy", [False, True], ids=["random", "greedy"])
@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("number", range(more(4)))
def test_random_and_greedy_games_are_the_same_step_by_step(number: int, seats: int, greedy: bool) -> None:
    """I-06 … I-14, I-16 … I-21"""
    options: dict[str, Any] = dict(random_options(GAME, random.Random(number)))
    compare_one_game(f"{number} {seats} {greedy}", seats, greedy, **options)


def test_one_random_game_is_the_same_step_by_step() -> None:
    compare_one_game("one", 2)


@pytest.mark.parametrize("no_opening", ["pass", "reshuffle"])
@pytest.mark.parametrize("starter", ["random", "first_seat"])
def test_games_whose_first_player_cannot_open_are_the_same_step_by_step(no_opening: str, starter: str) -> None:
    """I-04, I-05"""
    no_yellow_pair = "SY SY SY SY SB MB LB SB MY MY MY MY LB MB SB MB LY LY LY LY LB LB MB SB"
    deals = [f"deal {piece}" for piece in no_yellow_pair.split()]
    drawn = ["start Y"] if starter == "random" else []
    play = compare_one_game("no opening", 2, first=(*deals, *drawn), no_opening=no_opening, starter=starter)
    assert play.encode(play.events[24 + len(drawn)].action) == no_opening
    assert max(play.scores()) > 0


@pytest.mark.slow
@pytest.mark.parametrize("shape", ["heap", "line"])
@pytest.mark.parametrize("loop", ["infinite", "once"])
@pytest.mark.parametrize("seats", GAME.seats)
def test_positions_that_games_seldom_reach_have_the_same_placements(seats: int, loop: str, shape: str) -> None:
    """I-06 … I-14, I-24: also far from the first piece, where the numbers of cells have gone round their ring."""
    dice = random.Random(f"{seats} {loop} {shape}")
    for _ in range(more(25)):
        play = random_position(seats, loop, shape, dice)
        twin = twin_of(play)
        compare_actions(play, twin)
        compare_placements(play.view(), twin)
