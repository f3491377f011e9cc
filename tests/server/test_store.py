"""Truth on disk: trouble, backups, old files."""

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

from pyramidion.cli import main
from pyramidion.refusal import Refusal
from pyramidion.server.storage import schema
from pyramidion.server.storage.database import Conflict, Database, StorageUnavailable
from pyramidion.server.storage.events import Entry, EventExtra, entry_of
from pyramidion.server.storage.tables import Progress
from tests.server.conftest import Running


def rows(path: Path) -> list[tuple[Any, ...]]:
    with sqlite3.connect(path) as connection:
        return connection.execute("SELECT * FROM events").fetchall()


def test_an_entry_survives_the_database() -> None:
    entry = Entry(3, 1_700_000_000_000, 1, "undo", "", EventExtra(back_to=1, clock=(5, 6)))
    names = [column.name for column in schema.events.c]
    row: Any = type("Row", (), dict(zip(names, entry.row("table"), strict=True)))
    assert entry_of(row) == entry


def test_two_writers_cannot_both_be_right(tmp_path: Path) -> None:
    own = Database(f"sqlite:///{tmp_path}/house.sqlite")
    own.open()

    async def write_twice() -> None:
        entry = Entry(0, 1, 0, "act", "1-2").row("table")
        await own.append("table", [entry], Progress(1, 1))
        with pytest.raises(Conflict):
            await own.append("table", [entry], Progress(1, 1))

    asyncio.run(write_twice())
    own.close()
    assert len(rows(tmp_path / "house.sqlite")) == 1


def test_one_bad_job_does_not_take_the_others_of_its_group_with_it(tmp_path: Path) -> None:
    own = Database(f"sqlite:///{tmp_path}/house.sqlite")
    own.open()

    async def write_many() -> list[BaseException | None]:
        jobs = []
        for n in (0, 1, 1, 2):
            entry = Entry(n, 1, 0, "act", "1-2").row("table")
            jobs.append(own.append("table", [entry], Progress(1, 1)))
        return await asyncio.gather(*jobs, return_exceptions=True)

    results = asyncio.run(write_many())
    own.close()
    assert [isinstance(result, Exception) for result in results].count(True) == 1
    assert len(rows(tmp_path / "house.sqlite")) == 3


def test_a_database_of_the_future_is_refused(tmp_path: Path) -> None:
    own = Database(f"sqlite:///{tmp_path}/house.sqlite")
    own.open()
    own.close()
    with sqlite3.connect(tmp_path / "house.sqlite") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0099'")
    with pytest.raises(ValueError, match="newer Pyramidion"):
        Database(f"sqlite:///{tmp_path}/house.sqlite").open()


def test_on_a_full_disk_nothing_is_acknowledged_and_everything_goes_on_later(house: Running) -> None:
    anna = house.visitor()
    table = anna.create("senet", "me", "me")
    page = anna.arrive(table)
    page.wait_for("live")
    n, view = page.sync["n"], page.sync["view"]

    def fill(connection: sql.Connection) -> None:
        connection.exec_driver_sql("PRAGMA max_page_count = 1")

    def free(connection: sql.Connection) -> None:
        connection.exec_driver_sql("PRAGMA max_page_count = 1073741823")

    house.run(house.services.database.write(fill))
    for _ in range(200):  # until the pages that are there already are full
        legal = page.sync["legal"][0]
        page.say("act", n=page.sync["n"], seat=legal["seat"], action=legal["actions"][0])
        message = page.read()
        if message["type"] == "trouble":
            break
        n, view = page.sync["n"], page.sync["view"]
    assert message["type"] == "trouble"
    assert "can't write" in message["why"]
    page.read_sync()
    assert (page.sync["n"], page.sync["view"]) == (n, view)
    assert anna.http.get("/healthz").status_code == 503
    with sqlite3.connect(house.settings.database) as connection:
        written = connection.execute("SELECT count(*) FROM events WHERE table_id = ?", (table,)).fetchone()[0]
    assert written == n
    house.run(house.services.database.write(free))
    assert page.act()["type"] == "sync"
    assert anna.http.get("/healthz").status_code == 200


def test_a_backup_of_a_running_house_is_whole(house: Running, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    anna = house.visitor()
    page = anna.arrive(anna.create("senet", "me", "me"))
    page.wait_for("live")
    page.act()
    copy = tmp_path / "copy.sqlite"
    assert main(["backup", str(copy), "--database", house.settings.database]) == 0
    assert len(rows(copy)) == page.sync["n"]
    assert main(["backup", str(copy), "--database", house.settings.database]) == 2
    assert "overwrites nothing" in capsys.readouterr().err


def test_storage_that_is_unavailable_is_nobodys_fault() -> None:
    assert not issubclass(StorageUnavailable, Refusal)
