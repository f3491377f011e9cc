"""Finding opponents through a real server: seeks, challenges, friends."""

from typing import Any

import pytest

from pyramidion.bots.levels import LEVELS, measured_ratings
from pyramidion.server.storage.seeks import Gone, all_seeks
from pyramidion.server.tables import matchmaking, pairings
from tests.server.conftest import OpenServer, Running
from tests.server.people.people import with_account
from tests.server.people.rows import rows
from tests.server.people.test_profiles import put_rating
from tests.server.visitors import Visitor

pytestmark = pytest.mark.both_databases


@pytest.fixture
def quiet(open_server: OpenServer, monkeypatch: pytest.MonkeyPatch) -> Running:
    """A server that pairs when it is told to."""
    monkeypatch.setattr(matchmaking, "ROUND_SECONDS", 3600.0)
    return open_server()


def seek(visitor: Visitor, game: str = "senet", seats: int = 2, **more: Any) -> Any:
    return visitor.ask("POST", "/api/seek", {"game": game, "seats": seats, **more})


def table_of(visitor: Visitor) -> str | None:
    table: str | None = visitor.ask("GET", "/api/seek")["table"]
    return table


def pair_now(server: Running) -> None:
    server.run(server.services.matchmaker.pair_all())


def test_two_who_seek_are_paired_within_moments_and_play_a_rated_game(server: Running) -> None:
    anna, ben = server.visitor(), server.visitor()
    seek(anna)
    seek(ben)
    table = anna.ask("GET", "/api/seek?wait=30")["table"] or anna.ask("GET", "/api/seek?wait=30")["table"]
    assert table_of(ben) == table
    pages = [anna.arrive(table), ben.arrive(table)]
    for page in pages:
        page.wait_for("live")
    assert pages[0].sync["rated"]
    assert {chair["user"] for chair in pages[0].sync["chairs"]} == {anna.user, ben.user}


def test_seeks_are_listed_with_ratings_and_can_be_taken_once(quiet: Running) -> None:
    anna, ben, carl = quiet.visitor(), quiet.visitor(), quiet.visitor()
    put_rating(quiet, anna.user, 30.0, 4.0)
    seek(anna)
    (listed,) = ben.ask("GET", "/api/seeks")
    assert (listed["user"], listed["game"], listed["points"], listed["rated"]) == (anna.user, "senet", 1200, True)
    table = ben.ask("POST", f"/api/seeks/{anna.user}/take")["table"]
    assert table_of(anna) == table == table_of(ben)
    assert carl.ask("POST", f"/api/seeks/{anna.user}/take", status=409)["code"] == "gone"
    assert ben.ask("GET", "/api/seeks") == []
    assert carl.ask("GET", "/api/seek") is None


def test_whoever_comes_too_late_to_take_a_seek_goes_on_looking(quiet: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, ben = quiet.visitor(), quiet.visitor()
    seek(anna)
    before = seek(ben, "river")
    maker = quiet.services.matchmaker

    async def too_late(_seeks: object) -> str:
        raise Gone("they have found another opponent")

    monkeypatch.setattr(maker, "_open", too_late)
    ben.ask("POST", f"/api/seeks/{anna.user}/take", status=409)
    assert ben.ask("GET", "/api/seek") == before


def test_nobody_takes_their_own_seek(quiet: Running) -> None:
    anna = quiet.visitor()
    seek(anna)
    anna.ask("POST", f"/api/seeks/{anna.user}/take", status=409)
    assert table_of(anna) is None


def test_whoever_stops_seeking_is_not_paired(quiet: Running) -> None:
    anna, ben = quiet.visitor(), quiet.visitor()
    seek(anna)
    seek(ben)
    anna.ask("DELETE", "/api/seek")
    pair_now(quiet)
    assert table_of(ben) is None
    assert anna.ask("GET", "/api/seek") is None


def test_whoever_does_not_come_is_replaced_and_who_waited_keeps_their_place(
    quiet: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, ben, carl = quiet.visitor(), quiet.visitor(), quiet.visitor()
    seek(anna)
    seek(ben)
    pair_now(quiet)
    table = table_of(anna)
    assert table is not None
    page = anna.arrive(table)
    monkeypatch.setattr(pairings, "SHOW_UP", -1)
    pair_now(quiet)
    monkeypatch.undo()
    assert ben.ask("GET", "/api/seek") is None
    assert rows(quiet, 'SELECT "user" FROM seats WHERE table_id = ? AND "user" IS NOT NULL', table) == [{"user": anna.user}]
    seek(carl)
    pair_now(quiet)
    assert table_of(carl) == table
    carl.arrive(table).wait_for("live")
    page.wait_for("live")
    pair_now(quiet)
    assert rows(quiet, "SELECT * FROM seeks") == []
    assert rows(quiet, "SELECT * FROM results") == []


def test_who_leaves_the_table_of_a_pairing_keeps_nobody_from_being_paired(
    quiet: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, ben, carl = (quiet.visitor() for _ in range(3))
    seek(anna)
    seek(ben)
    pair_now(quiet)
    table = table_of(anna)
    assert table is not None
    anna.arrive(table)
    ben.ask("POST", f"/api/tables/{table}/leave")
    assert ben.ask("GET", "/api/seek") is None
    monkeypatch.setattr(pairings, "SHOW_UP", -1)
    seek(carl)
    pair_now(quiet)
    assert table_of(carl) == table


@pytest.mark.parametrize("again", ["seek", "stop", "take"])
def test_who_was_paired_and_looks_elsewhere_gives_the_seat_back(quiet: Running, again: str) -> None:
    anna, ben, carl = (quiet.visitor() for _ in range(3))
    seek(anna)
    seek(ben)
    pair_now(quiet)
    table = table_of(anna)
    assert table is not None
    if again == "take":
        seek(carl, "river")
        ben.ask("POST", f"/api/seeks/{carl.user}/take")
    elif again == "seek":
        seek(ben, "river")
    else:
        ben.ask("DELETE", "/api/seek")
    assert rows(quiet, 'SELECT "user" FROM seats WHERE table_id = ? AND "user" IS NOT NULL', table) == [{"user": anna.user}]


def test_whoever_comes_but_never_gets_ready_is_replaced_too(quiet: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, ben = quiet.visitor(), quiet.visitor()
    seek(anna)
    seek(ben)
    pair_now(quiet)
    table = table_of(anna)
    assert table is not None
    anna.arrive(table)
    ben.open(table)
    monkeypatch.setattr(pairings, "SHOW_UP", -1)
    pair_now(quiet)
    assert rows(quiet, 'SELECT "user" FROM seats WHERE table_id = ? AND "user" IS NOT NULL', table) == [{"user": anna.user}]


def test_who_was_paired_and_found_the_seat_taken_looks_on(quiet: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, ben, carl = (quiet.visitor() for _ in range(3))
    seek(anna)
    seek(ben)
    pair_now(quiet)
    table = table_of(anna)
    assert table is not None
    session = quiet.session(table)
    quiet.run(session.depart(ben.user))
    carl.sit(table)
    monkeypatch.setattr(pairings, "SIT_DOWN", -1)
    pair_now(quiet)
    assert table_of(ben) is None
    assert ben.user in {one["user"] for one in carl.ask("GET", "/api/seeks")}


def test_a_seat_that_somebody_took_otherwise_counts_when_a_larger_table_fills_up(quiet: Running) -> None:
    people = [quiet.visitor() for _ in range(4)]
    seek(people[0], "iriri", 3)
    table = people[1].ask("POST", f"/api/seeks/{people[0].user}/take")["table"]
    people[2].sit(table)
    seek(people[3], "iriri", 3)
    pair_now(quiet)
    assert table_of(people[3]) is None


def test_a_larger_table_fills_up_the_same_way(quiet: Running) -> None:
    people = [quiet.visitor() for _ in range(3)]
    for one in people[:2]:
        seek(one, "iriri", 3, rated=False)
    pair_now(quiet)
    assert table_of(people[0]) is None
    seek(people[2], "iriri", 3, rated=False)
    pair_now(quiet)
    assert len({table_of(one) for one in people}) == 1
    assert table_of(people[0])


def test_nobody_is_paired_twice_and_what_fails_leaves_no_table_behind(quiet: Running) -> None:
    anna, ben, carl = quiet.visitor(), quiet.visitor(), quiet.visitor()
    for one in (anna, ben, carl):
        seek(one)
    maker = quiet.services.matchmaker
    (first, second, third) = quiet.run(quiet.services.database.read(all_seeks))
    quiet.run(maker._open([first, second]))
    with pytest.raises(Gone):
        quiet.run(maker._open([second, third]))
    assert len(rows(quiet, "SELECT * FROM tables")) == 1
    assert table_of(carl) is None


def test_a_bot_of_similar_strength_is_offered_meanwhile(quiet: Running) -> None:
    ratings = {level: measured_ratings()["senet"][level] for level in LEVELS}
    anna, ben = quiet.visitor(), quiet.visitor()
    put_rating(quiet, anna.user, 40.0, 4.0)
    put_rating(quiet, ben.user, 18.0, 4.0)
    nearest = [min(ratings, key=lambda level: abs(ratings[level] - mu)) for mu in (40.0, 18.0)]
    assert [seek(anna)["bot"], seek(ben)["bot"]] == nearest


def test_a_seek_for_a_table_that_can_not_be_is_refused(quiet: Running) -> None:
    quiet.visitor().ask("POST", "/api/seek", {"game": "senet", "seats": 3}, status=409)
    quiet.visitor().ask("POST", "/api/seek", {"game": "chess", "seats": 2}, status=404)


def test_somebody_is_challenged_by_name_and_joins(quiet: Running) -> None:
    anna, ben = with_account(quiet, "Anna"), with_account(quiet, "Ben")
    table = anna.ask("POST", "/api/people/ben/challenge", {"game": "senet", "seats": 2})["table"]
    (got,) = ben.ask("GET", "/api/challenges")
    assert (got["table"], got["name"], got["is_yours"], got["rated"]) == (table, "Anna", False, True)
    (made,) = anna.ask("GET", "/api/challenges")
    assert (made["name"], made["is_yours"]) == ("Ben", True)
    assert quiet.visitor().ask("GET", "/api/challenges") == []
    ben.sit(table)
    ben.arrive(table)
    anna.arrive(table).wait_for("live")
    assert ben.ask("GET", "/api/challenges") == []


def test_a_challenge_is_declined_by_those_whom_it_concerns_alone(quiet: Running) -> None:
    anna, ben = with_account(quiet, "Anna"), with_account(quiet, "Ben")
    table = anna.ask("POST", "/api/people/Ben/challenge", {"game": "senet", "seats": 2})["table"]
    quiet.visitor().ask("DELETE", f"/api/challenges/{table}", status=404)
    ben.ask("DELETE", f"/api/challenges/{table}")
    assert anna.ask("GET", "/api/challenges") == []
    anna.ask("POST", "/api/people/Anna/challenge", {"game": "senet", "seats": 2}, status=409)


def test_friends_are_listed_with_whether_they_are_here_and_where_to_watch_them(quiet: Running) -> None:
    anna, ben = with_account(quiet, "Anna"), with_account(quiet, "Ben")
    anna.ask("PUT", "/api/friends/ben")
    assert anna.ask("GET", "/api/friends") == [{"name": "Ben", "is_online": True, "watch": None}]
    private = ben.create("senet", "me", "farmer")
    public = ben.create("senet", "me", "farmer", listed=True)
    for table in (private, public):
        ben.arrive(table).wait_for("live")
    quiet.services.users._seen.clear()
    assert anna.ask("GET", "/api/friends") == [{"name": "Ben", "is_online": True, "watch": public}]
    assert ben.ask("GET", "/api/friends") == []
    ben.ask("PUT", f"/api/blocks/{anna.user}")
    assert anna.ask("GET", "/api/friends") == [{"name": "Ben", "is_online": False, "watch": None}]
    anna.ask("DELETE", "/api/friends/Ben")
    assert anna.ask("GET", "/api/friends") == []
