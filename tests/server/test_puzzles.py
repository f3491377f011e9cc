"""Puzzles and second attempts over REST, on puzzles that lie beside the games."""

import pytest

from pyramidion.games import GAMES, find
from pyramidion.play import load
from pyramidion.review.puzzles import LEAST_CHOICES, MARGIN, puzzles_of
from tests.server.conftest import Running

HAVE_PUZZLES = [name for name in GAMES if puzzles_of(find(name))]


def test_there_are_puzzles_of_games_with_and_without_secrets() -> None:
    assert {"river", "pyramid_poker"} <= set(HAVE_PUZZLES)


@pytest.mark.parametrize("name", HAVE_PUZZLES)
def test_every_puzzle_can_be_loaded_and_its_best_action_is_legal(name: str) -> None:
    puzzles = puzzles_of(find(name))
    assert len(puzzles) == len({puzzle.position for puzzle in puzzles}) == 50
    assert [puzzle.rating for puzzle in puzzles] == sorted(puzzle.rating for puzzle in puzzles)
    for puzzle in puzzles:
        legal = load(name, puzzle.position, dice=None).legal(puzzle.seat)
        assert puzzle.best in legal
        assert len(legal) >= LEAST_CHOICES
        assert puzzle.win - puzzle.second >= MARGIN - 0.001  # as it is written, with three places


def test_a_game_of_real_time_has_no_puzzles(server: Running) -> None:
    assert puzzles_of(find("egyptian_war")) == []
    assert "no puzzles" in server.visitor().ask("GET", "/api/puzzles/egyptian_war/1", status=404)["why"]


@pytest.mark.parametrize("name", HAVE_PUZZLES)
def test_a_puzzle_is_solved_by_its_best_action_alone(server: Running, name: str) -> None:
    anna, puzzle = server.visitor(), puzzles_of(find(name))[0]
    shown = anna.ask("GET", f"/api/puzzles/{name}/1")
    assert shown["info"] == {"game": name, "number": 1, "of": 50, "rating": puzzle.rating}
    right = anna.ask("POST", f"/api/puzzles/{name}/1", {"action": puzzle.best})
    assert right["is_right"]
    assert right["best"] == puzzle.best
    play = load(name, puzzle.position, dice=None)
    number = play.parse(puzzle.best, puzzle.seat)
    assert right["reason"] == play.display.reason(play.observe(1 << puzzle.seat), puzzle.seat, number)
    other = next(action for action in shown["task"]["legal"][0]["actions"] if action != puzzle.best)
    wrong = anna.ask("POST", f"/api/puzzles/{name}/1", {"action": other})
    assert not wrong["is_right"]
    assert wrong["best"] is None  # one can go on trying
    assert anna.ask("POST", f"/api/puzzles/{name}/1", {})["best"] == puzzle.best
    assert anna.ask("POST", f"/api/puzzles/{name}/1", {"action": "nonsense"}, status=409)["why"]


def test_a_puzzle_shows_only_what_the_seat_sees(server: Running) -> None:
    puzzle = puzzles_of(find("pyramid_poker"))[0]
    play = load("pyramid_poker", puzzle.position, dice=None)
    shown = server.visitor().ask("GET", "/api/puzzles/pyramid_poker/1")
    assert shown["task"]["text"] == play.text(puzzle.seat)
    assert puzzle.position not in str(shown)


def test_the_puzzle_of_the_day_is_one_of_the_listed(server: Running) -> None:
    anna = server.visitor()
    listed = anna.ask("GET", "/api/puzzles")
    assert len(listed) == 50 * len(HAVE_PUZZLES)
    assert anna.ask("GET", "/api/puzzles/today") in listed
