"""Opponents are found by one node for all, whichever node people are at."""

import pytest

from pyramidion.server.tables import matchmaking, pairings
from tests.server.conftest import OpenServer, Running
from tests.server.people.test_opponents import pair_now, seek, table_of
from tests.server.postgresql import PostgreSQL


@pytest.fixture
def nodes(postgresql: PostgreSQL, open_server: OpenServer, monkeypatch: pytest.MonkeyPatch) -> list[Running]:
    """Two nodes that pair when they are told to; the first by name pairs for both."""
    monkeypatch.setattr(matchmaking, "ROUND_SECONDS", 3600.0)
    url = postgresql.new_database()
    return [open_server(database=url, node=name) for name in ("north", "south")]


def test_the_first_node_by_name_pairs_people_of_all_nodes(nodes: list[Running]) -> None:
    north, south = nodes
    anna, ben = north.visitor(), south.visitor()
    seek(anna)
    seek(ben)
    pair_now(south)
    assert table_of(anna) is None
    pair_now(north)
    assert table_of(anna) == table_of(ben) is not None


def test_when_that_node_leaves_the_next_one_pairs(nodes: list[Running]) -> None:
    north, south = nodes
    anna, ben = south.visitor(), south.visitor()
    seek(anna)
    seek(ben)
    north.stop()
    south.wait_until(lambda: south.services.environment.ownership.pairs_for_all)
    pair_now(south)
    assert table_of(anna) == table_of(ben) is not None


def test_whoever_does_not_come_is_replaced_by_the_node_that_has_the_table(
    nodes: list[Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    north, south = nodes
    anna, ben, carl = south.visitor(), south.visitor(), north.visitor()
    seek(anna)
    seek(ben)
    pair_now(north)
    table = table_of(anna)
    assert table
    page = anna.arrive(table)
    assert table in south.services.registry.sessions
    monkeypatch.setattr(pairings, "SHOW_UP", -1)
    pair_now(south)
    monkeypatch.setattr(pairings, "SHOW_UP", 30_000)
    assert ben.ask("GET", "/api/seek") is None
    seek(carl)
    pair_now(north)
    assert table_of(carl) is None
    pair_now(south)
    assert table_of(carl) == table
    carl.arrive(table).wait_for("live")
    page.wait_for("live")
    pair_now(south)
    assert anna.ask("GET", "/api/seek") is carl.ask("GET", "/api/seek") is None
