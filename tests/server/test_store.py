"""Truth on disk: trouble, backups, old files."""

import asyncio
import contextlib
import re
import sqlite3
import subprocess
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

from pyramidion.cli import main
from pyramidion.refusal import Refusal
from pyramidion.server.storage import database, schema
from pyramidion.server.storage.database import Conflict, Database, StorageUnavailable
from pyramidion.server.storage.events import Entry, EventExtra, entry_of, insert_events
from pyramidion.server.storage.facts import fact, write_ballast
from pyramidion.server.storage.tables import Progress
from tests.server.conftest import Running


def rows(path: Path) -> list[tuple[Any, ...]]:
    with sqlite3.connect(path) as connection:
        return connection.execute("SELECT * FROM events").fetchall()


def open_new(tmp_path: Path) -> Database:
    own = Database(f"sqlite:///{tmp_path}/house.sqlite")
    own.open()
    return own


def test_an_entry_survives_the_database() -> None:
    entry = Entry(3, 1_700_000_000_000, 1, "undo", "", EventExtra(back_to=1, clock=(5, 6)))
    names = [column.name for column in schema.events.c]
    row: Any = type("Row", (), dict(zip(names, entry.row("table"), strict=True)))
    assert entry_of(row) == entry


def test_two_writers_cannot_both_be_right(tmp_path: Path) -> None:
    own = open_new(tmp_path)

    async def write_twice() -> None:
        entry = Entry(0, 1, 0, "act", "1-2").row("table")
        await own.append("table", [entry], Progress(1, 1))
        with pytest.raises(Conflict):
            await own.append("table", [entry], Progress(1, 1))

    asyncio.run(write_twice())
    own.close()
    assert len(rows(tmp_path / "house.sqlite")) == 1


def test_one_bad_job_does_not_take_the_others_of_its_group_with_it(tmp_path: Path) -> None:
    own = open_new(tmp_path)

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
    with pytest.raises(ValueError, match="newer version of Pyramidion"):
        Database(f"sqlite:///{tmp_path}/house.sqlite").open()


def test_on_a_full_disk_nothing_is_acknowledged_and_everything_goes_on_later(server: Running) -> None:
    anna = server.visitor()
    table = anna.create("senet", "me", "me")
    page = anna.arrive(table)
    page.wait_for("live")
    n, view = page.sync["n"], page.sync["view"]

    def fill(connection: sql.Connection) -> None:
        connection.exec_driver_sql("PRAGMA max_page_count = 1")

    def free(connection: sql.Connection) -> None:
        connection.exec_driver_sql("PRAGMA max_page_count = 1073741823")

    server.run(server.services.database.write(fill))
    for _ in range(200):  # until the pages that are there already are full
        legal = page.sync["legal"][0]
        page.say("act", n=page.sync["n"], seat=legal["seat"], action=legal["actions"][0])
        message = page.read()
        if message["type"] == "trouble":
            break
        n, view = page.sync["n"], page.sync["view"]
    assert message["type"] == "trouble"
    assert message["why"] == "The server can't save right now (the disk is full) and will try again."
    page.read_sync()
    assert (page.sync["n"], page.sync["view"]) == (n, view)
    assert anna.http.get("/healthz").status_code == 503
    with sqlite3.connect(server.settings.database) as connection:
        written = connection.execute("SELECT count(*) FROM events WHERE table_id = ?", (table,)).fetchone()[0]
    assert written == n
    server.run(server.services.database.write(free))
    assert page.act()["type"] == "sync"
    assert anna.http.get("/healthz").status_code == 200


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system with room for three megabytes."""
    place = tmp_path / "small"
    place.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(place)], capture_output=True, text=True)
    if mounted.returncode:
        pytest.skip(f"no small disk can be mounted here: {mounted.stderr.strip()}")
    yield place
    subprocess.run(["umount", "--lazy", str(place)], check=True)


def fill_up(place: Path) -> Path:
    """Leave no room on a disk."""
    filler = place / "filler"
    with contextlib.suppress(OSError), filler.open("wb", buffering=0) as file:
        while True:
            file.write(b"x" * 512)
    return filler


def test_a_server_is_well_again_soon_after_a_full_disk_has_room(
    small_disk: Path, open_server: Callable[..., Running]
) -> None:
    server = open_server(database=str(small_disk / "house.sqlite"))
    anna = server.visitor()
    page = anna.arrive(anna.create("senet", "me", "me"))
    page.wait_for("live")
    n, filler = page.sync["n"], fill_up(small_disk)
    legal = page.sync["legal"][0]
    page.say("act", n=n, seat=legal["seat"], action=legal["actions"][0])
    assert "(the disk is full)" in page.read_until("trouble")["why"]
    assert page.read_sync()["n"] == n
    assert anna.http.get("/healthz").status_code == 503
    filler.unlink()
    server.wait_until(lambda: not server.services.database.problem)  # and nobody does anything
    assert anna.http.get("/healthz").status_code == 200
    assert page.act()["type"] == "sync"
    with closing(sqlite3.connect(server.settings.database)) as connection:
        assert connection.execute("SELECT count(*) FROM events").fetchone()[0] == page.sync["n"]
        assert connection.execute("SELECT count(*) FROM facts WHERE name = 'ballast'").fetchone()[0] == 0


def test_trouble_lasts_until_something_can_be_added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a full disk there may still be room for what is no longer than before; that does not end the trouble."""
    monkeypatch.setattr(database, "PROBE_SECONDS", 0.001)
    own, problems = open_new(tmp_path), list[str]()

    def probe(connection: sql.Connection) -> None:
        problems.append(own.problem)
        if len(problems) == 4:
            connection.exec_driver_sql("PRAGMA max_page_count = 1073741823")
        write_ballast(connection)

    monkeypatch.setattr(database, "write_ballast", probe)

    async def fill_and_wait() -> None:
        await own.write(lambda connection: connection.exec_driver_sql("PRAGMA max_page_count = 1"))
        with pytest.raises(StorageUnavailable):
            await own.write(lambda connection: fact(connection, "large", lambda: "x" * 100_000))
        while own.problem:
            await asyncio.sleep(0)

    asyncio.run(fill_and_wait())
    own.close()
    assert problems == ["the server can't save right now (the disk is full) and will try again"] * 4


def test_nobody_is_told_what_the_database_says(tmp_path: Path) -> None:
    own = open_new(tmp_path)
    entry = Entry(0, 1, 0, "act", "a throw").row("table")

    async def go_wrong_in_every_way() -> AsyncIterator[str]:
        for work in (own.write, own.read):
            yield await refused(work(lambda connection: connection.exec_driver_sql("SELECT secret FROM nowhere")))
        await own.append("table", [entry], Progress(1, 1))
        yield await refused(own.append("table", [entry], Progress(1, 1)))
        yield await refused(own.write(lambda connection: insert_events(connection, [entry])))

    async def refused(work: Coroutine[Any, Any, Any]) -> str:
        with pytest.raises((StorageUnavailable, Conflict)) as error:
            await work
        return str(error.value)

    async def all_sentences() -> list[str]:
        return [sentence async for sentence in go_wrong_in_every_way()]

    sentences = asyncio.run(all_sentences())
    own.close()
    assert sentences == [
        "the server can't save right now and will try again",
        "the server can't read right now",
        "another program has written this already",
        "another program has written this already",
    ]


def test_no_page_is_told_what_the_database_says(server: Running) -> None:
    anna = server.visitor()
    table = anna.create("senet", "me", "me")
    page = anna.arrive(table)
    page.wait_for("live")
    server.run(server.services.database.write(lambda connection: connection.exec_driver_sql("DROP TABLE seats")))
    page.say("resign", n=page.sync["n"], seat=0)
    texts = [page.read_until("trouble")["why"], anna.http.get("/healthz").text]
    assert texts[0].rstrip(".").lower() in texts[1].lower()
    wish = {"game": "senet", "seats": [{"who": "me"}, {"who": "anybody"}]}
    answers = [anna.http.get("/api/tables"), anna.http.post("/api/tables", json=wish)]
    assert [answer.status_code for answer in answers] == [503, 503]
    texts += [answer.text for answer in answers]
    assert not [text for text in texts if re.search(r"sql|no such|seats\b|INSERT|SELECT", text, re.IGNORECASE)]


def test_the_writer_outlives_whatever_happens_to_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = open_new(tmp_path)

    async def fail_once() -> None:
        with monkeypatch.context() as patch:
            patch.setattr(database, "_do_all", lambda *_: 1 / 0)
            with pytest.raises(StorageUnavailable):
                await own.write(lambda connection: None)
        assert await own.write(lambda connection: "written") == "written"

    asyncio.run(fail_once())
    own.close()


def test_a_backup_of_a_running_house_is_whole(server: Running, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    anna = server.visitor()
    page = anna.arrive(anna.create("senet", "me", "me"))
    page.wait_for("live")
    page.act()
    copy = tmp_path / "copy.sqlite"
    assert main(["backup", str(copy), "--database", server.settings.database]) == 0
    assert len(rows(copy)) == page.sync["n"]
    assert main(["backup", str(copy), "--database", server.settings.database]) == 2
    assert "never overwrites a file" in capsys.readouterr().err


def test_storage_that_is_unavailable_is_nobodys_fault() -> None:
    assert not issubclass(StorageUnavailable, Refusal)
