"""Every finished game has exactly one result, written in the same commit as its last event."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from pyramidion.server.storage import tables as stored_tables
from tests.server.conftest import OpenServer, Running
from tests.server.people.rows import result_of, rows
from tests.server.visitors import Page, Visitor

pytestmark = pytest.mark.both_databases

OLD_DATABASES = Path(__file__).parent.parent / "old_databases"


def seat_two(server: Running, **more: Any) -> tuple[Visitor, Visitor, str, Page, Page]:
    """Two people in a game of Senet that has begun."""
    anna, ben = server.visitor(), server.visitor()
    table = anna.create("senet", "me", "anybody", **more)
    ben.sit(table)
    pages = anna.arrive(table), ben.arrive(table)
    for page in pages:
        page.wait_for("live")
    return anna, ben, table, *pages


def resign(page: Page, seat: int) -> None:
    page.say("resign", n=page.sync["n"], seat=seat)
    page.wait_for("over")


def test_who_resigns_has_lost(server: Running) -> None:
    anna, ben, table, page, _ = seat_two(server)
    assert result_of(server, table) == []
    resign(page, 0)
    lost, won = result_of(server, table)
    assert (lost["user"], lost["outcome"], lost["place"], lost["score"]) == (anna.user, "lost", 2, 0.0)
    assert (won["user"], won["outcome"], won["place"], won["score"]) == (ben.user, "won", 1, 1.0)
    assert {(row["ending"], row["ending_seat"], row["seats"], row["game"]) for row in (lost, won)} == {
        ("resign", 0, 2, "senet")
    }


def test_a_game_that_ends_by_its_rules_has_the_scores_of_its_table(server: Running) -> None:
    anna = server.visitor()
    table = anna.create("senet", "me", "farmer", options={"pieces": 5})
    page = anna.arrive(table)
    while page.sync["status"] != "over":
        if page.wait_for_turn():
            page.act()
    person, bot = result_of(server, table)
    assert [person["score"], bot["score"]] == page.sync["scores"]
    assert (person["user"], person["bot"], bot["user"], bot["bot"]) == (anna.user, None, None, "farmer")
    assert {person["outcome"], bot["outcome"]} == {"won", "lost"}
    assert (person["ending"], person["number"], person["mu_after"]) == (None, None, None)


def test_whoever_leaves_a_larger_table_comes_last_whatever_the_bot_does_there(server: Running) -> None:
    anna, ben = server.visitor(), server.visitor()
    table = anna.create("egyptian_war", "me", "anybody", "farmer")
    ben.sit(table)
    page, other = anna.arrive(table), ben.arrive(table)
    for one in (page, other):
        one.wait_for("live")
    ben.ask("POST", f"/api/tables/{table}/leave")
    server.wait_until(lambda: server.services.registry.sessions[table].table.meta.seats[1].departed == ben.user)
    session = server.session(table)

    def end() -> list[Any]:
        session.table._end(None, [0.0, 1.0, 0.0])
        return []

    server.run(session.change(end))
    stayed, left, bot = result_of(server, table)
    assert (left["user"], left["bot"], left["place"], left["outcome"], left["departed"]) == (ben.user, None, 3, "lost", 1)
    assert [stayed["place"], bot["place"]] == [1, 1]


def test_without_its_result_a_game_does_not_end(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    _, _, table, page, _ = seat_two(server)

    def fail(*_: object) -> None:
        raise RuntimeError("no result today")

    monkeypatch.setattr(stored_tables, "insert_result", fail)
    page.say("resign", n=page.sync["n"], seat=0)
    assert page.read_until("refused")["code"] == "internal"
    assert rows(server, "SELECT status FROM tables WHERE id = ?", table) == [{"status": "live"}]
    assert rows(server, "SELECT * FROM events WHERE table_id = ? AND kind = 'resign'", table) == []
    monkeypatch.undo()
    resign(page, 0)
    assert len(result_of(server, table)) == 2


def test_a_rematch_does_not_write_the_result_again(server: Running) -> None:
    _, _, table, page, other = seat_two(server)
    resign(page, 0)
    first = result_of(server, table)
    for one in (page, other):
        one.say("offer", wish="rematch", n=one.sync["n"])
    while not page.sync["again"]:
        page.read_sync()
    assert result_of(server, table) == first


def test_games_of_older_databases_get_their_results_when_the_file_is_upgraded(
    open_server: OpenServer, tmp_path: Path
) -> None:
    shutil.copy(OLD_DATABASES / "schema-1.sqlite", tmp_path / "house.sqlite")
    server = open_server(database=str(tmp_path / "house.sqlite"))
    over = rows(server, "SELECT id FROM tables WHERE status = 'over'")
    assert over
    for table in over:
        scores = [
            row["score"] for row in rows(server, "SELECT score FROM seats WHERE table_id = ? ORDER BY seat", table["id"])
        ]
        found = result_of(server, table["id"])
        assert [row["score"] for row in found] == scores
        assert {row["place"] for row in found if row["score"] == max(scores)} == {1}
        assert all(row["number"] is None and row["at"] > 0 for row in found)
