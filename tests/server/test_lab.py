"""Surveys over the REST interface: told while they grow, bounded, and over when nobody listens."""

import asyncio
import json
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from pyramidion.lab import survey
from pyramidion.lab.live import Slice
from pyramidion.server.http.lab import _lines
from pyramidion.server.protocol.lab import SurveyNews
from pyramidion.server.thinking import surveys
from pyramidion.server.thinking.lab_process import LabProcess, ProcessEnded
from tests.server.conftest import OpenServer, Running
from tests.server.visitors import Visitor

ROUTE = "/api/lab/survey"
LONG = {"game": "senet", "bots": ["farmer"], "games": 100_000}


@contextmanager
def watched(visitor: Visitor, **wish: Any) -> Iterator[Iterator[dict[str, Any]]]:
    """The news of a survey, one after the other."""
    with visitor.http.stream("POST", ROUTE, json=wish, timeout=600) as answer:
        assert answer.status_code == 200
        yield (json.loads(line) for line in answer.iter_lines() if line)


def test_a_survey_that_has_no_news_keeps_its_way_open_by_empty_lines() -> None:
    async def news() -> AsyncIterator[SurveyNews]:
        yield SurveyNews(0, [], [], 0.0)
        while len(told) < 3:  # until two empty lines were sent
            await asyncio.sleep(0)
        yield SurveyNews(1, [], [], 0.0, ended="all")

    async def listen() -> None:
        async for line in _lines(news(), patience=0):
            told.append(line)

    told: list[bytes] = []
    asyncio.run(listen())
    games = [json.loads(line)["games"] for line in told if line.strip()]
    assert games == [0, 1]
    assert b"\n" in told[1:-1]


def news(visitor: Visitor, **wish: Any) -> list[dict[str, Any]]:
    with watched(visitor, **wish) as lines:
        return list(lines)


def nobody_watches(server: Running) -> None:
    server.wait_until(lambda: not server.services.surveys._watched)


def test_a_survey_is_told_until_all_games_are_played_and_says_what_the_lab_says(server: Running) -> None:
    told = news(server.visitor(), game="senet", games=2000, seed=5)
    assert [one["games"] for one in told] == sorted(one["games"] for one in told)
    assert [one["ended"] for one in told] == [""] * (len(told) - 1) + ["all"]
    plain = survey("senet", 2000, seed=5).figures[0]
    assert told[-1]["figures"][0][0] == {
        "name": "first-seat advantage",
        "value": plain.value,
        "low": plain.low,
        "high": plain.high,
        "n": 2000,
        "unit": "points",
        "note": "50.0% would be even",
    }


def test_two_variants_are_compared(server: Running) -> None:
    last = news(server.visitor(), game="senet", variants=[{}, {"pieces": 7}], games=1024)[-1]
    verdicts = {one["metric"]: one["verdict"] for one in last["comparisons"]}
    assert len(last["figures"]) == 2
    assert (verdicts["length"], verdicts["draws"]) == ("different", "no game differs")


def test_a_survey_ends_when_nobody_listens_any_more(open_server: OpenServer) -> None:
    server = open_server(lab_seconds=600)
    with watched(server.visitor(), **LONG) as lines:
        next(lines)
        assert server.services.surveys._watched
    nobody_watches(server)


def test_a_new_survey_ends_the_one_before(open_server: OpenServer) -> None:
    anna = open_server(lab_seconds=600).visitor()
    with watched(anna, **LONG) as lines:
        next(lines)
        assert news(anna, game="river", games=100)[-1]["ended"] == "all"
        assert list(lines)[-1]["ended"] == "another"


def test_a_survey_takes_no_more_time_than_the_settings_say(open_server: OpenServer) -> None:
    last = news(open_server(lab_seconds=0.2).visitor(), **LONG)[-1]
    assert last["ended"] == "time"
    assert 0 < last["games"] < LONG["games"]


def test_one_address_has_so_many_surveys_and_no_more(open_server: OpenServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(surveys, "MOST_AT_ONE_ADDRESS", 1)
    server = open_server(lab_seconds=600)
    with watched(server.visitor(), **LONG) as lines:
        next(lines)
        answer = server.visitor().http.post(ROUTE, json=LONG)
        assert (answer.status_code, answer.json()["code"]) == (429, "too_many")
    nobody_watches(server)
    assert news(server.visitor(), game="senet", games=10)[-1]["ended"] == "all"


def test_who_shares_an_address_takes_turns(open_server: OpenServer) -> None:
    server = open_server(lab_seconds=600)
    with watched(server.visitor(), **LONG) as lines:
        next(lines)
        assert news(server.visitor(), game="senet", games=300)[-1]["ended"] == "all"
        assert next(lines)["ended"] == ""


def test_it_goes_on_after_its_process_has_died(open_server: OpenServer) -> None:
    server = open_server(lab_seconds=600)
    with watched(server.visitor(), **LONG) as lines:
        next(lines)
        process = server.services.surveys._process._process
        assert process is not None
        process.kill()
        assert list(lines)[-1]["ended"] == "trouble"
    assert news(server.visitor(), game="senet", games=10)[-1]["ended"] == "all"


def test_the_process_ends_when_nobody_measures_anything(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(surveys, "IDLE", 0.0)
    news(server.visitor(), game="senet", games=10)
    server.wait_until(lambda: server.services.surveys._process._process is None)


def test_a_server_that_stops_does_not_wait_for_a_survey(open_server: OpenServer) -> None:
    server = open_server(lab_seconds=600)
    with watched(server.visitor(), **LONG) as lines:
        next(lines)
        process = server.services.surveys._process._process
        assert process is not None
        server.server.should_exit = True
        assert list(lines)[-1]["ended"] == "closed"
    server.stop()
    assert process.poll() is not None


def test_a_process_that_is_stopped_while_it_is_asked_has_ended() -> None:
    lab = LabProcess()
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout
        lab._process = process
        process.stdout.close()  # as stopping does before the process is gone
        with pytest.raises(ProcessEnded):
            lab.ask(Slice("1", "senet"))
        lab.stop()


WRONG = [
    ({"game": "chess"}, 404, "no game 'chess'"),
    ({"game": "senet", "variants": [{"pieces": 6}]}, 409, "Pieces can't be 6"),
    ({"game": "senet", "bots": ["pharaoh"]}, 409, "not pharaoh"),
    ({"game": "senet", "bots": ["uniform", "uniform", "uniform"]}, 409, "2 seats need one kind of bot"),
    ({"game": "egyptian_war", "bots": ["policy"]}, 409, "has no policy"),
    ({"game": "senet", "games": 0}, 400, "games"),
    ({"game": "senet", "variants": [{}, {}, {}]}, 400, "variants"),
]


@pytest.mark.parametrize(("wish", "status", "why"), WRONG)
def test_nonsense_is_refused_with_a_sentence(server: Running, wish: dict[str, Any], status: int, why: str) -> None:
    answer = server.visitor().http.post(ROUTE, json=wish)
    assert answer.status_code == status
    assert why in answer.text
    assert not server.services.surveys._watched


def test_a_server_may_measure_nothing(open_server: OpenServer) -> None:
    answer = open_server(lab_seconds=0).visitor().http.post(ROUTE, json={"game": "senet"})
    assert (answer.status_code, "measures no games" in answer.text) == (409, True)
