"""Looking at a game that nobody plays."""

from collections.abc import Callable
from typing import Any, cast

import pytest

from pyramidion.games import GAMES, find
from pyramidion.play import new
from tests.server.conftest import Running

Ask = Callable[..., Any]


@pytest.fixture
def look(server: Running) -> Ask:
    anna = server.visitor()

    def ask(game: str, status: int | None = None, **asked: Any) -> Any:
        return anna.ask("POST", f"/api/games/{game}/look", asked, status)

    return ask


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_looked_at_from_its_start(look: Ask, game: str) -> None:
    seen = look(game)
    assert seen["position"] == new(game, dice=None, **cast(dict[str, Any], find(game).recall({}))).dump()
    assert seen["text"]
    assert seen["events"] == []
    assert seen["scores"] is None


def test_scripted_throws_and_moves_are_done_and_told(look: Ask) -> None:
    seen = look("senet", actions=[["chance", "throw 4"], [0, "10-14"], ["chance", "throw 2"]])
    assert seen["position"] == "rcrcrcrcr1/3c6/10 c 2 - 2"
    assert [event["action"] for event in seen["events"]] == ["throw 4", "10-14", "throw 2"]
    assert [event["seat"] for event in seen["events"]] == [None, 0, None]
    assert all(event["told"] for event in seen["events"])
    assert seen["actors"] == [0]
    assert "14-16" in seen["legal"][0]["actions"]


def test_a_game_goes_on_from_a_position(look: Ask) -> None:
    seen = look("senet", position="10/10/8cr c 2 - 30", actions=[[0, "29-off"]])
    assert seen["scores"] == [1.0, 0.0]
    assert seen["actors"] == []


def test_options_are_those_of_the_position(look: Ask) -> None:
    position = new("senet", pieces=7, dice=None).dump()
    assert look("senet", position=position, options={"pieces": 7})["position"] == position
    assert "options given don't match" in look("senet", 409, position=position, options={"pieces": 5})["why"]


def test_what_can_not_be_done_is_refused_with_the_rules_own_sentence(look: Ask) -> None:
    why = look("senet", 409, actions=[["chance", "throw 2"], [0, "8-10"]])["why"]
    assert "own" in why
    assert look("senet", 409, position="nonsense")["why"]
    assert look("senet", 409, actions=[[1, "9-11"]])["why"] == "It's not your turn."
    assert look("chess", 404)["why"]


def test_only_the_seats_that_look_see_their_secrets_and_their_actions(look: Ask) -> None:
    game = {"options": {"hands": "hidden"}, "actions": new("river", seed=3, hands="hidden").record()["events"]}
    mine, theirs, all_seats = (look("river", **game, eyes=eyes) for eyes in ([0], [1], None))
    assert mine["view"] != theirs["view"] != all_seats["view"]
    assert [legal["seat"] for legal in mine["legal"]] == [seat for seat in mine["actors"] if seat == 0]
    assert [legal["seat"] for legal in all_seats["legal"]] == all_seats["actors"]
    assert any(event["action"] is None for event in mine["events"])
    assert look("river", 409, eyes=[7])["why"] == "There is no seat 7: seats are 0 to 1."
    assert look("river", 409, actions=[[-1, "K3-1"]])["why"] == "There is no seat -1: seats are 0 to 1."


def test_options_are_the_games_and_nothing_else(look: Ask) -> None:
    assert look("senet", options={"pieces": 7})["options"]["pieces"] == 7
    assert "no option" in look("senet", 409, options={"dice": "mine"})["why"]
    assert look("egyptian_war", seats=3)["seats"] == 3


def test_nothing_is_written(server: Running, look: Ask) -> None:
    look("senet", actions=[["chance", "throw 4"], [0, "10-14"]])
    assert server.services.registry.sessions == {}


@pytest.mark.parametrize("asked", [{"actions": [["x", "throw 4"]]}, {"actions": "no"}, {"what": 1}, {"actions": [[0]]}])
def test_nonsense_gets_a_sentence(look: Ask, asked: dict[str, Any]) -> None:
    assert look("senet", 400, **asked)["why"]
