"""Whole games through real sockets."""

import random

import pytest

from pyramidion.games import GAMES, find
from pyramidion.play import replay
from pyramidion.server.fairness.dice import verify
from tests.server.conftest import Running

IN_TURNS = [name for name in GAMES if not find(name).real_time]


@pytest.mark.parametrize("game", IN_TURNS)
def test_two_people_play_a_whole_game_and_its_record_replays(server: Running, game: str) -> None:
    anna, ben = server.visitor(), server.visitor()
    table = anna.create(game, "me", "anybody")
    ben.sit(table)
    pages = [anna.arrive(table), ben.arrive(table)]
    choose = random.Random(5)
    for page in pages:
        page.wait_for("live")
    while pages[0].sync["status"] == "live":
        mover = next(page for page in pages if page.may_act())
        offered = mover.sync["legal"][0]
        assert mover.act(choose.choice(offered["actions"]), offered["seat"])["type"] == "sync"
        for page in pages:
            while page.sync["n"] < mover.sync["n"]:
                page.read_sync()
    assert pages[0].sync["scores"] == pages[1].sync["scores"]
    record = anna.ask("GET", f"/api/tables/{table}/record")
    play = replay(record)
    assert play.is_over
    assert play.scores() == record["scores"] == pages[0].sync["scores"]
    assert verify(record) > 0


@pytest.mark.parametrize("game", IN_TURNS)
def test_a_person_plays_a_whole_game_against_a_bot(server: Running, game: str) -> None:
    anna = server.visitor()
    table = anna.create(game, "me", "farmer")
    page = anna.arrive(table)
    while page.wait_for_turn():
        assert page.act()["type"] == "sync"
    assert page.sync["status"] == "over"
    assert [event["n"] for event in page.events] == list(range(page.sync["n"]))
