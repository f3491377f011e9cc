"""Rated games: what may be rated, that each changes every rating once, and that a rebuild gives the same figures."""

import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from pyramidion import cli
from pyramidion.bots.levels import deviations, measured_ratings
from pyramidion.server.people.ratings import BOTS_SIGMA, is_provisional, points, rate
from pyramidion.server.storage.ratings import UNKNOWN, Rating
from tests.server.conftest import OpenServer, Running
from tests.server.people.people import make_a_choice
from tests.server.people.rows import result_of, rows
from tests.server.people.test_results import resign, seat_two
from tests.server.visitors import Visitor


def test_the_winner_gains_what_is_noted_with_the_result(server: Running) -> None:
    anna, ben, table, page, _ = seat_two(server, rated=True)
    seat = page.sync["yours"][0]
    resign(page, seat)
    result = {row["user"]: row for row in result_of(server, table)}
    lost, won = result[anna.user], result[ben.user]
    assert lost["mu_after"] < lost["mu_before"] == UNKNOWN.mu == won["mu_before"] < won["mu_after"]
    assert [lost["number"], won["number"]] == [1, 1]
    now = {row["user"]: row for row in rows(server, "SELECT * FROM ratings")}
    assert {user: (row["mu"], row["sigma"], row["games"]) for user, row in now.items()} == {
        user: (row["mu_after"], row["sigma_after"], 1) for user, row in result.items()
    }


def test_results_of_a_pool_are_numbered_without_a_gap(server: Running) -> None:
    for _ in range(3):
        _, _, _, page, _ = seat_two(server, rated=True)
        resign(page, page.sync["yours"][0])
    numbers = rows(server, "SELECT DISTINCT number FROM results ORDER BY number")
    assert [row["number"] for row in numbers] == [1, 2, 3]
    assert rows(server, "SELECT game, seats, number FROM pools") == [{"game": "senet", "seats": 2, "number": 3}]


def test_a_game_that_is_not_rated_changes_no_rating(server: Running) -> None:
    _, _, table, page, _ = seat_two(server)
    resign(page, 0)
    assert [row["number"] for row in result_of(server, table)] == [None, None]
    assert rows(server, "SELECT * FROM ratings") == []


def test_a_bot_keeps_its_rating_from_the_arena(server: Running) -> None:
    anna = server.visitor()
    table = anna.create("senet", "me", "vizier", rated=True)
    page = anna.arrive(table)
    assert page.wait_for_turn()
    resign(page, page.sync["yours"][0])
    person, bot = sorted(result_of(server, table), key=lambda row: row["bot"] or "")
    assert bot["mu_before"] == bot["mu_after"] == measured_ratings()["senet"]["vizier"]
    assert bot["sigma_before"] == max(BOTS_SIGMA, deviations()["senet"]["vizier"])
    assert person["mu_after"] < UNKNOWN.mu
    assert [row["user"] for row in rows(server, "SELECT user FROM ratings")] == [anna.user]


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"hints": True}, "without hints"),
        ({"options": {"pieces": 7}}, "default options"),
        ({"clock": {"kind": "move", "seconds": 5}}, "fixed clock"),
        ({"position": "somewhere"}, "from the beginning"),
    ],
)
def test_a_rated_table_has_fixed_options_and_clock(server: Running, more: dict[str, Any], why: str) -> None:
    seats = [{"who": "me"}, {"who": "anybody"}]
    refused = server.visitor().ask(
        "POST", "/api/tables", {"game": "senet", "seats": seats, "rated": True, **more}, status=409
    )
    assert why in refused["why"]


def test_a_bot_that_was_never_measured_in_a_pool_is_not_rated_there(server: Running) -> None:
    seats = [{"who": "me"}, {"who": "bot", "level": "farmer"}, {"who": "bot", "level": "farmer"}]
    refused = server.visitor().ask("POST", "/api/tables", {"game": "river", "seats": seats, "rated": True}, status=409)
    assert "No bot" in refused["why"]


def test_nobody_plays_a_rated_game_against_themselves(server: Running) -> None:
    anna = server.visitor()
    table = anna.create("senet", "me", "anybody", rated=True)
    assert "already" in anna.ask("POST", f"/api/tables/{table}/sit", {"seat": None}, status=409)["why"]


def test_there_are_no_hints_in_a_rated_game_against_a_bot(server: Running) -> None:
    anna = server.visitor()
    page = anna.arrive(anna.create("senet", "me", "farmer", rated=True))
    assert page.wait_for_turn()
    assert page.sync["rated"]
    assert not page.sync["hints"]
    page.say("ask", n=page.sync["n"], seat=page.sync["yours"][0])
    assert "without hints" in page.read_until("refused")["why"]


def test_a_move_that_was_answered_by_dice_is_not_undone_in_a_rated_game_even_against_a_bot(server: Running) -> None:
    anna = server.visitor()
    page = anna.arrive(anna.create("senet", "me", "farmer", rated=True))
    make_a_choice(page)
    page.say("offer", wish="undo", n=page.sync["n"])
    assert "rated" in page.read_until("refused")["why"]


def test_whoever_stays_away_from_a_rated_game_of_reflexes_loses_it(open_server: OpenServer) -> None:
    server = open_server(grace=0.05)
    anna, ben = server.visitor(), server.visitor()
    table = anna.create("egyptian_war", "me", "anybody", rated=True)
    ben.sit(table)
    page, other = anna.arrive(table), ben.arrive(table)
    for one in (page, other):
        one.wait_for("live")
    other.close()
    page.wait_for("over")
    result = {row["user"]: row for row in result_of(server, table)}
    assert (result[ben.user]["outcome"], result[ben.user]["ending"]) == ("lost", "abandon")
    assert result[ben.user]["mu_after"] < UNKNOWN.mu


def test_a_rated_game_ends_when_the_last_person_leaves_it(server: Running) -> None:
    people = [server.visitor() for _ in range(3)]
    table = people[0].create("iriri", "me", "anybody", "anybody", rated=True)
    for one in people[1:]:
        one.sit(table)
    pages = [one.arrive(table) for one in people]
    for page in pages:
        page.wait_for("live")
    for one in people:
        one.ask("POST", f"/api/tables/{table}/leave")
    result = {row["user"]: row for row in result_of(server, table)}
    assert [result[one.user]["place"] for one in people] == [2, 2, 1]
    assert result[people[2].user]["mu_after"] > result[people[0].user]["mu_after"]


def test_a_rebuild_gives_the_same_ratings_and_mends_wrong_ones(
    open_server: OpenServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server = open_server()
    _play_rated(server, [server.visitor() for _ in range(3)])
    kept = _figures(server)
    server.stop()
    file = str(tmp_path / "house.sqlite")
    assert cli.main(["ratings", "rebuild", "--database", file]) == 0
    assert "4 rated games: no figures changed" in capsys.readouterr().out
    assert _figures(server) == kept
    _spoil(tmp_path / "house.sqlite")
    assert cli.main(["ratings", "rebuild", "--database", file]) == 0
    assert "no figures" not in capsys.readouterr().out
    assert _figures(server) == kept


def _play_rated(server: Running, people: list[Visitor]) -> None:
    for host, guest in ((0, 1), (1, 2), (2, 0), (0, 1)):
        table = people[host].create("senet", "me", "anybody", rated=True)
        people[guest].sit(table)
        page, other = people[host].arrive(table), people[guest].arrive(table)
        for one in (page, other):
            one.wait_for("live")
        resign(page, page.sync["yours"][0])


def _figures(server: Running) -> list[list[dict[str, Any]]]:
    return [rows(server, f"SELECT * FROM {name} ORDER BY 1, 2, 3") for name in ("ratings", "results", "pools")]


def _spoil(file: Path) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE ratings SET mu = mu + 1")
        connection.execute("UPDATE results SET mu_after = 7 WHERE number = 2")
    connection.close()


# Strength


def spearman(first: list[float], second: list[float]) -> float:
    """Rank correlation, where nobody is even."""
    ranks = [{value: rank for rank, value in enumerate(sorted(values))} for values in (first, second)]
    squares = sum((ranks[0][a] - ranks[1][b]) ** 2 for a, b in zip(first, second, strict=True))
    return 1 - 6 * squares / (len(first) * (len(first) ** 2 - 1))


@pytest.mark.parametrize("seats", [2, 4])
def test_players_of_known_strength_are_ranked_after_30_games_each(seats: int) -> None:
    """Strengths as openskill takes strangers' to be spread; opponents are near in rating, as pairing gives them."""
    lots, people = random.Random(seats), range(100)
    strength = [lots.gauss(UNKNOWN.mu, UNKNOWN.sigma) for _ in people]
    now = [UNKNOWN] * len(people)
    for _ in range(30):
        order = sorted(people, key=lambda one: now[one].mu + lots.gauss(0, 3))
        for first in range(0, len(people), seats):
            table = order[first : first + seats]
            shown = [lots.gauss(strength[one], UNKNOWN.sigma / 2) for one in table]
            places = [1 + sum(other > own for other in shown) for own in shown]
            for one, rating in zip(table, rate([now[one] for one in table], places), strict=True):
                now[one] = rating
    assert spearman(strength, [rating.mu for rating in now]) >= 0.95
    assert not any(map(is_provisional, now))


def test_somebody_new_has_1000_points_and_is_provisional() -> None:
    assert points(UNKNOWN) == 1000
    assert is_provisional(UNKNOWN)
    assert not is_provisional(Rating(25.0, 4.0))
