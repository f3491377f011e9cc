"""Databases of earlier versions open with everything that was in them; their links, records and cookies go on working.

`old_databases/schema-1.sqlite` was written by version 1 and is never changed; beside it stands what that version answered.
"""

import json
import shutil
from pathlib import Path

import pytest

from pyramidion.server.fairness.dice import verify
from tests.server.conftest import OpenServer, Running
from tests.server.visitors import Visitor

FOLDER = Path(__file__).parent / "old_databases"
OLD = json.loads((FOLDER / "schema-1.json").read_text())
TABLES = OLD["tables"]


@pytest.fixture
def old_house(open_server: OpenServer, tmp_path: Path) -> Running:
    shutil.copy(FOLDER / "schema-1.sqlite", tmp_path / "house.sqlite")
    return open_server()


def test_every_table_is_as_it_was(old_house: Running) -> None:
    visitor = old_house.visitor()
    for what, old in TABLES.items():
        page = visitor.open(old["id"])
        assert page.sync["status"] == old["status"], what
        assert page.sync["options"].items() >= old["options"].items(), what
        assert [[e["n"], e["seat"], e["kind"], e["action"]] for e in page.events] == old["events"], what
        assert page.sync["scores"] == old["scores"], what
        assert [chair["title"] for chair in page.sync["chairs"]] == old["titles"], what


def test_every_record_has_the_same_game_and_its_dice_can_be_verified(old_house: Running) -> None:
    visitor = old_house.visitor()
    for what, old in TABLES.items():
        if "record" in old:
            record = visitor.ask("GET", f"/api/tables/{old['id']}/record")
            assert record["events"] == old["record"]["events"], what
            assert record["fairness"].items() >= old["record"]["fairness"].items(), what
            assert record["options"].items() >= old["record"]["options"].items(), what
            taken_back = [who for _, kind, who, _ in record["fairness"]["aside"] if kind == "act"]
            assert verify(record) == verify(old["record"]) + taken_back.count("chance"), what


def returning(old_house: Running) -> Visitor:
    """Ann, with the cookie that she had then."""
    ann = old_house.visitor()
    ann.http.cookies.clear()
    for name, value in OLD["ann"]["cookie"].items():
        ann.http.cookies.set(name, value, domain="127.0.0.1")
    return ann


def test_a_table_that_waited_then_begins_when_everybody_has_come(old_house: Running) -> None:
    ann, ben = returning(old_house), old_house.visitor()
    waiting = [old["id"] for old in TABLES.values() if old["status"] == "waiting"]
    assert waiting
    for table in waiting:
        while None in [chair["user"] or chair["bot"] for chair in ann.open(table).sync["chairs"]]:
            ben.sit(table)
        ben.arrive(table)
        ann.arrive(table).wait_for("live")


def test_somebody_with_an_old_cookie_finds_their_tables_and_plays_on(old_house: Running) -> None:
    ann = returning(old_house)
    assert ann.ask("GET", "/api/me")["user"] == OLD["ann"]["user"]
    own = {table["id"] for table in ann.ask("GET", "/api/tables")["yours"]}
    assert own >= {old["id"] for old in TABLES.values() if old["status"] == "waiting"}
    pages = [ann.open(old["id"]) for old in TABLES.values() if old["status"] == "live"]
    to_act = [page for page in pages if page.may_act()]
    assert to_act
    for page in to_act:
        assert page.act()["type"] == "sync"
