"""Several nodes on one database: each table is on one of them, and people are wherever they like."""

import re
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from bench.cluster_checker import check, watch
from pyramidion.server.cluster import membership
from pyramidion.server.cluster.forwarding import Forwarding
from pyramidion.server.cluster.membership import Membership
from pyramidion.server.cluster.passes import HEADER, Pass, PassOffice
from pyramidion.server.sockets.latency import EXTENSION, Latency
from pyramidion.server.storage import fenced
from pyramidion.server.storage.schema import metadata
from tests.server.conftest import OpenServer, Running
from tests.server.people.rows import rows
from tests.server.postgresql import PostgreSQL
from tests.server.visitors import Page, Visitor

DEPLOY = Path(__file__).parents[3] / "deploy"


@pytest.fixture
def nodes(postgresql: PostgreSQL, open_server: OpenServer) -> list[Running]:
    """Two nodes."""
    url = postgresql.new_database()
    return [open_server(database=url, node=name) for name in ("north", "south")]


def dsn(server: Running) -> str:
    """The database's address for those who know nothing of us."""
    return server.settings.database.replace("+psycopg", "")


def elsewhere(visitor: Visitor, server: Running) -> Visitor:
    """The same person at another node."""
    other = server.visitor()
    other.http.cookies.clear()
    other.http.cookies.update(dict(visitor.http.cookies))
    return other


def go_on_alone(anna: Visitor) -> tuple[str, Page]:
    """A table where somebody plays both sides."""
    table = anna.create("senet", "me", "me")
    page = anna.arrive(table)
    page.wait_for("live")
    return table, page


def owner(server: Running, table: str) -> dict[str, Any]:
    return rows(server, "SELECT node, epoch FROM tables WHERE id = ?", table)[0]


def fall_asleep(server: Running) -> None:
    """A node that neither beats nor notices it, but has its tables in memory and its sockets open."""
    server.run(server.services.environment.tasks.close())
    server.services.environment.tasks.is_closing = False


def bury(server: Running) -> None:
    """Let the database believe that a node has been silent for long, and the others that they have not."""
    rows_changed = "UPDATE nodes SET beat = 1 WHERE name = ? RETURNING name"
    node = server.services.environment.ownership.node
    server.run(server.services.database.write_at_once(lambda c: c.exec_driver_sql(rows_changed.replace("?", "%s"), (node,))))


def test_people_at_different_nodes_play_at_one_table(nodes: list[Running]) -> None:
    north, south = nodes
    anna, ben = north.visitor(), south.visitor()
    table = anna.create("senet", "me", "anybody")
    ben.sit(table)
    pages = anna.arrive(table), ben.arrive(table)
    for page in pages:
        page.wait_for("live")
    for _ in range(10):
        for page in pages:
            if page.may_act():
                page.act()
        n = max(page.sync["n"] for page in pages)
        for page in pages:
            while page.sync["n"] < n:
                page.read_sync()
    assert owner(north, table) == {"node": "north", "epoch": 1}
    assert list(south.services.registry.sessions) == []
    assert ben.ask("GET", f"/api/tables/{table}/at/0", status=200)


def test_a_table_goes_to_the_node_where_its_first_page_is(nodes: list[Running], caplog: pytest.LogCaptureFixture) -> None:
    """Which is where a proxy that hashes on the table's id sends everybody."""
    north, south = nodes
    anna, ben = north.visitor(), south.visitor()
    table = anna.create("senet", "me", "anybody")
    ben.sit(table)
    assert owner(north, table) == {"node": "north", "epoch": 1}
    pages = [ben.arrive(table), anna.arrive(table)]
    for page in pages:
        page.wait_for("live")
    assert owner(north, table) == {"node": "south", "epoch": 2}
    assert list(north.services.registry.sessions) == []
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


def test_a_game_that_has_begun_stays_where_it_is(nodes: list[Running]) -> None:
    north, south = nodes
    anna = north.visitor()
    table, page = go_on_alone(anna)
    page.act()
    page.close()
    north.wait_until(lambda: not north.services.registry.sessions[table].presence.connections)
    assert elsewhere(anna, south).open(table).act()["type"] == "sync"
    assert owner(north, table) == {"node": "north", "epoch": 1}


def test_a_node_that_was_taken_for_dead_cannot_write(nodes: list[Running]) -> None:
    north, south = nodes
    watch(dsn(north))
    anna = north.visitor()
    table, page = go_on_alone(anna)
    page.act()
    n, legal = page.sync["n"], page.sync["legal"][0]
    fall_asleep(north)
    bury(north)
    south.wait_until(lambda: south.services.environment.ownership.may_bury)  # type: ignore[attr-defined]
    there = elsewhere(anna, south).open(table)
    assert there.sync["n"] == n
    assert owner(south, table) == {"node": "south", "epoch": 2}
    page.say("act", n=n, seat=legal["seat"], action=legal["actions"][0])
    with pytest.raises(ConnectionClosed, match="1013"):
        page.read_until("never")
    assert len(rows(south, "SELECT n FROM events WHERE table_id = ?", table)) == n
    there.act()
    assert there.sync["n"] > n
    assert list(north.services.registry.sessions) == []
    assert check(dsn(south), {}).is_clean


def test_without_the_check_of_the_epoch_it_could(nodes: list[Running], monkeypatch: pytest.MonkeyPatch) -> None:
    """So the test before this one can fail."""
    monkeypatch.setattr(fenced, "IS_OURS", "true")
    north, south = nodes
    watch(dsn(north))
    anna = north.visitor()
    table, page = go_on_alone(anna)
    n, legal = page.sync["n"], page.sync["legal"][0]
    fall_asleep(north)
    bury(north)
    south.wait_until(lambda: south.services.environment.ownership.may_bury)  # type: ignore[attr-defined]
    elsewhere(anna, south).open(table)
    page.say("act", n=n, seat=legal["seat"], action=legal["actions"][0])
    page.read_sync()
    assert len(rows(south, "SELECT n FROM events WHERE table_id = ?", table)) > n
    assert check(dsn(south), {}).two_owners > 0
    assert owner(south, table) == {"node": "south", "epoch": 2}


def test_tables_where_a_bot_is_to_move_are_taken_over_without_anybody_asking(nodes: list[Running]) -> None:
    north, south = nodes
    anna = north.visitor()
    table = anna.create("senet", "me", "farmer")
    page = anna.arrive(table)
    page.wait_for("live")
    fall_asleep(north)
    bury(north)
    south.wait_until(lambda: table in south.services.registry.sessions)
    assert owner(south, table) == {"node": "south", "epoch": 2}


def test_a_node_that_leaves_hands_its_tables_over_at_once(nodes: list[Running]) -> None:
    north, south = nodes
    anna = north.visitor()
    table, page = go_on_alone(anna)
    page.act()
    n = page.sync["n"]
    north.stop()
    there = elsewhere(anna, south).open(table)
    assert there.sync["n"] == n
    assert there.act()["type"] == "sync"
    assert owner(south, table) == {"node": "south", "epoch": 2}


def test_each_node_tells_its_name_and_its_figures(nodes: list[Running]) -> None:
    north, south = nodes
    anna = north.visitor()
    table, _ = go_on_alone(anna)
    there = elsewhere(anna, south)
    there.ask("GET", f"/api/tables/{table}/at/0")
    assert there.http.get("/healthz").json()["node"] == "south"
    figures = there.http.get("/metrics").text
    assert "pyramidion_forwarded 1.0" in figures
    drawn = set(re.findall(r"pyramidion_\w+", (DEPLOY / "grafana/pyramidion.json").read_text()))
    assert drawn
    assert all(f"\n{name} " in figures for name in drawn)


def test_what_was_passed_on_is_never_passed_on_again(nodes: list[Running]) -> None:
    north, south = nodes
    anna = north.visitor()
    table, _ = go_on_alone(anna)
    path = f"/api/tables/{table}/leave"
    office: PassOffice = south.services.cluster.forwarding._office  # type: ignore[union-attr]
    header = office.write(Pass(anna.user, "192.0.2.7", None, path, "south"))
    there = elsewhere(anna, south)
    answer = there.http.post(path, headers={HEADER.decode(): header})
    assert (answer.status_code, answer.json()["code"]) == (421, "not_mine")


def test_a_pass_is_good_for_one_person_one_path_and_one_node(nodes: list[Running]) -> None:
    office = PassOffice(b"key")
    value = office.write(Pass("anna", "192.0.2.7", 12.5, "/api/tables/a/leave", "south"))
    read = office.read(value, "/api/tables/a/leave", "south")
    assert read
    assert (read.user, read.address, read.trip) == ("anna", "192.0.2.7", 12.5)
    assert office.read(value, "/api/tables/b/leave", "south") is None
    assert office.read(value, "/api/tables/a/leave", "north") is None
    assert office.read(value[:-1] + ("0" if value[-1] != "0" else "1"), "/api/tables/a/leave", "south") is None
    assert PassOffice(b"other").read(value, "/api/tables/a/leave", "south") is None


def test_who_is_passed_on_keeps_their_address_and_their_distance(nodes: list[Running]) -> None:
    _, south = nodes
    forwarding: Forwarding = south.services.cluster.forwarding  # type: ignore[union-attr, assignment]
    path = "/api/tables/a/socket"
    header = (HEADER, forwarding._office.write(Pass("anna", "192.0.2.7", 12.5, path, "south")).encode())
    scope: Any = {"type": "websocket", "path": path, "headers": [header], "client": ("127.0.0.1", 1), "extensions": {}}
    assert forwarding.admit(scope) == "anna"
    assert scope["client"] == ("192.0.2.7", 0)
    assert Latency(scope["extensions"][EXTENSION]).believed == 12.5
    stranger: Any = {**scope, "headers": [], "client": ("127.0.0.1", 1)}
    assert forwarding.admit(stranger) is None
    assert stranger["client"] == ("127.0.0.1", 1)


def way_to(visitor: Visitor, server: Running, table: str) -> float:
    """What the node of a table believes of the way to somebody's page."""
    return server.session(table).presence.latency(visitor.user)


def test_slaps_that_are_passed_on_are_judged_by_what_a_proxy_has_measured(
    postgresql: PostgreSQL, open_server: OpenServer
) -> None:
    url = postgresql.new_database()
    behind_a_proxy = {"database": url, "trusted_proxies": ("127.0.0.1",)}
    north, south = [open_server(node=name, **behind_a_proxy) for name in ("north", "south")]
    anna, ben = north.visitor(), south.visitor()
    table = anna.create("egyptian_war", "me", "anybody")
    ben.sit(table)
    anna.open(table)
    page = ben.open(table, headers={"X-Client-RTT": "123000"})
    assert table not in south.services.registry.sessions
    assert way_to(ben, north, table) == 123.0  # no ping was answered yet
    page.say("resync", n=0)
    page.read_sync()  # and before it pings
    north.wait_until(lambda: north.services.registry.sessions[table].presence.latency(ben.user) < 123.0)


def test_nobody_is_farther_away_than_they_are_because_they_are_passed_on(nodes: list[Running]) -> None:
    north, south = nodes
    anna, ben = north.visitor(), south.visitor()
    table = anna.create("egyptian_war", "me", "anybody")
    ben.sit(table)
    anna.open(table)
    there = ben.open(table, headers={"X-Client-RTT": "123000"})  # which only a proxy is believed; and no ping is answered
    assert 0 < way_to(ben, north, table) < 123.0
    assert there.sync["status"] == "waiting"


def test_nodes_play_on_while_a_newer_version_adds_columns(nodes: list[Running]) -> None:
    north, south = nodes
    anna = north.visitor()
    table, page = go_on_alone(anna)

    async def upgrade() -> None:
        def add(connection: Any) -> None:
            for name in metadata.tables:
                connection.exec_driver_sql(f'ALTER TABLE "{name}" ADD COLUMN added_later text')
            connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")

        await north.services.database.write(add)

    north.run(upgrade())
    page.act()
    n = page.sync["n"]
    there = elsewhere(anna, south)
    _, other = go_on_alone(there)
    other.act()
    north.stop()
    assert there.open(table).sync["n"] == n


def test_a_node_that_hears_nothing_from_the_database_lets_go_until_it_does(
    nodes: list[Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    north, _ = nodes
    anna = north.visitor()
    table, _ = go_on_alone(anna)

    async def beat_in_vain(_membership: Membership) -> None: ...

    with monkeypatch.context() as patch:
        patch.setattr(Membership, "_beat", beat_in_vain)
        patch.setattr(membership, "CUT_OFF_SECONDS", 0.5)
        north.wait_until(lambda: not north.services.registry.sessions)
        assert not north.services.environment.ownership.may_bury  # type: ignore[attr-defined]
        assert anna.http.get("/api/tables").status_code == 503  # at once: a proxy asks another node
        with pytest.raises(InvalidStatus, match="503"):
            anna.open(table)
    assert anna.open(table).act()["type"] == "sync"
    assert owner(north, table) == {"node": "north", "epoch": 2}
