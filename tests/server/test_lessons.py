"""Lessons over REST."""

from pyramidion.games import find
from pyramidion.server.thinking.lessons import lesson_of
from tests.server.conftest import Running


def test_a_lesson_is_served_as_it_is_written(server: Running) -> None:
    lesson = server.visitor().ask("GET", "/api/games/senet/lesson")
    written = lesson_of(find("senet"))
    assert written is not None
    assert [step["title"] for step in lesson["steps"]] == [step.title for step in written.steps]
    assert lesson["steps"][0]["before"] == [["chance", "throw 4"]]


def test_the_list_of_games_tells_what_a_lesson_teaches(server: Running) -> None:
    for game in server.visitor().ask("GET", "/api/games"):
        lesson = lesson_of(find(game["name"]))
        assert game["lesson"] == (lesson.sentence if lesson else "")


def test_a_game_that_is_not_there_has_no_lesson(server: Running) -> None:
    assert server.visitor().ask("GET", "/api/games/chess/lesson", status=404)["why"]
