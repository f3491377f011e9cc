"""What a server does before it opens: it takes the database for itself alone, and refuses one that is not whole."""

import logging
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bench.harness import Server
from pyramidion.refusal import Refusal
from pyramidion.server.storage import check
from pyramidion.server.storage.backup import backup
from pyramidion.server.storage.check import Damaged
from pyramidion.server.storage.database import Database
from pyramidion.server.storage.file_lock import InUse
from tests.server.conftest import Running
from tests.server.test_backup import contents, kill_a_writer, make


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return make(tmp_path / "house.sqlite")


def start(path: Path) -> None:
    """Open a database as a server does, and close it."""
    storage = Database(f"sqlite:///{path}")
    storage.open()
    storage.close()


def change(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(statement)
        connection.commit()


def serve(path: Path | str) -> subprocess.CompletedProcess[str]:
    """The command itself, for a database that it refuses."""
    command = [sys.executable, "-m", "pyramidion", "serve", "--no-browser", "--port", "0", "--database", str(path)]
    return subprocess.run(command, capture_output=True, text=True, timeout=600)


# One at a time


def test_two_servers_cannot_have_one_database(database: Path) -> None:
    first, second = Database(f"sqlite:///{database}"), Database(f"sqlite:///{database}")
    first.open()
    with pytest.raises(InUse, match=rf"in use by another Pyramidion \(process {os.getpid()}\)"):
        second.open()
    first.close()
    start(database)


def test_a_second_server_says_in_one_sentence_why_it_does_not_start(server: Running) -> None:
    refused = serve(server.settings.database)
    assert refused.returncode == 2
    assert f"{server.settings.database} is in use by another Pyramidion" in refused.stderr
    assert refused.stderr.count("\n") == 1


def test_a_server_that_was_killed_holds_nothing(tmp_path: Path) -> None:
    server = Server(tmp_path / "house.sqlite").start()
    with pytest.raises(InUse):
        start(tmp_path / "house.sqlite")
    server.kill()
    start(tmp_path / "house.sqlite")


def test_a_database_that_was_refused_can_be_opened_when_it_is_whole(database: Path) -> None:
    change(database, "UPDATE tables SET n = 41")
    with pytest.raises(Damaged):
        start(database)
    change(database, "UPDATE tables SET n = 40")
    start(database)


# Whole


@pytest.mark.parametrize("suffix", ["", "-wal"])
def test_a_new_file_is_fine(tmp_path: Path, suffix: str) -> None:
    (tmp_path / f"house.sqlite{suffix}").touch()
    start(tmp_path / "house.sqlite")


@pytest.mark.parametrize("length", [1, 15, 99, 100, 4095, 4096, 20_000, -4096, -1])
def test_a_file_without_its_end_is_refused(database: Path, length: int, tmp_path: Path) -> None:
    half = tmp_path / "half.sqlite"
    half.write_bytes(database.read_bytes()[:length])
    before = half.read_bytes()
    with pytest.raises(Damaged, match=r"incomplete.*pyramidion restore BACKUP --database"):
        start(half)
    assert half.read_bytes() == before


def test_half_a_copy_that_sqlite_would_empty_is_refused(database: Path, tmp_path: Path) -> None:
    """So did a backup leave its copy that was killed, when it still had the copy's own name."""
    half = tmp_path / "half.sqlite"
    with closing(sqlite3.connect(database)) as connection:
        connection.executemany("INSERT INTO facts VALUES (?, ?)", [(f"fact {n}", "x" * 9000) for n in range(100)])
        connection.commit()
    copy = "import os, sqlite3, sys\n"
    copy += "target = sqlite3.connect(sys.argv[2]); target.execute('PRAGMA cache_size=5')\n"
    copy += "sqlite3.connect(sys.argv[1]).backup(target, pages=100, progress=lambda *_: os.kill(os.getpid(), 9))"
    assert subprocess.run([sys.executable, "-c", copy, str(database), str(half)]).returncode == -signal.SIGKILL
    assert half.stat().st_size > check.SMALLEST_WITH_TABLES
    for _ in range(2):
        with pytest.raises(Damaged, match="half a copy"):
            start(half)


@pytest.mark.parametrize("is_new", [True, False])
def test_what_sqlite_has_to_take_back_is_taken_back(database: Path, tmp_path: Path, is_new: bool) -> None:
    """A server was killed when it had just begun to use a file: a new one, or one that came from a backup."""
    file = tmp_path / "new.sqlite" if is_new else database
    before = None if is_new else contents(database)
    write = "import os, sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('PRAGMA journal_mode=DELETE')\n"
    write += "c.execute('PRAGMA cache_size=1'); c.execute('BEGIN'); c.execute('CREATE TABLE more (x)')\n"
    write += "c.executemany('INSERT INTO more VALUES (?)', [('x' * 500,)] * 50); os.kill(os.getpid(), 9)"
    assert subprocess.run([sys.executable, "-c", write, str(file)]).returncode == -signal.SIGKILL
    assert Path(f"{file}-journal").stat().st_size > 0
    start(file)
    assert before is None or contents(file) == before
    assert "CREATE TABLE more" not in "".join(contents(file))


def test_damaged_pages_are_found(database: Path) -> None:
    bytes_of = bytearray(database.read_bytes())
    middle = len(bytes_of) // 4096 // 2 * 4096
    for page in range(middle, len(bytes_of), 4096):
        bytes_of[page : page + 2000] = os.urandom(2000)
    database.write_bytes(bytes_of)
    with pytest.raises(Damaged, match="is damaged"):
        start(database)


@pytest.mark.parametrize(
    ("statement", "holes"),
    [
        ("DELETE FROM events WHERE table_id = 'table 1' AND n = 7", "1 table"),
        ("DELETE FROM events WHERE n = 0", "3 tables"),
        ("DELETE FROM events WHERE n = 39", "3 tables"),
        ("DELETE FROM events WHERE table_id = 'table 2'", "1 table"),
        ("DELETE FROM tables WHERE id = 'table 2'", "1 table"),
        ("UPDATE tables SET n = 39 WHERE id = 'table 0'", "1 table"),
    ],
)
def test_holes_in_logs_are_found(database: Path, statement: str, holes: str) -> None:
    change(database, statement)
    with pytest.raises(Damaged, match=f"events are missing at {holes}\\."):
        start(database)


def test_a_stale_wal_on_a_copy_is_found(database: Path, tmp_path: Path) -> None:
    """What the manual once said: stop the server and put the copy in its place."""
    backup(database, tmp_path / "saved.sqlite")
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("UPDATE events SET action = 'something longer than it was before' WHERE n % 2")
        connection.commit()
    kill_a_writer(database)
    shutil.copy(tmp_path / "saved.sqlite", database)
    with pytest.raises(Damaged):
        start(database)


def test_a_database_that_went_away_without_its_wal_is_not_begun_anew(database: Path) -> None:
    kill_a_writer(database)
    before = contents(database)
    database.rename(f"{database}.away")
    with pytest.raises(Damaged, match="what was last written to it is still in"):
        start(database)
    database.with_name("house.sqlite.away").rename(database)
    start(database)
    assert contents(database) == before


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    change(tmp_path / "bookmarks.sqlite", "CREATE TABLE bookmarks (address)")
    with pytest.raises(Damaged, match="isn't a Pyramidion database"):
        start(tmp_path / "bookmarks.sqlite")


def test_a_large_file_is_opened_before_all_of_it_is_checked(
    database: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    change(database, "DELETE FROM events WHERE n = 39")
    monkeypatch.setattr(check, "SECONDS_AT_START", 0)
    monkeypatch.setattr(check, "STEPS", 1)
    with caplog.at_level(logging.WARNING):
        start(database)
    assert "too large to be checked completely" in caplog.text


def test_a_refused_database_gets_one_sentence(database: Path) -> None:
    change(database, "DELETE FROM events WHERE n = 7")
    refused = serve(database)
    assert refused.returncode == 2
    assert refused.stderr.startswith(
        f"pyramidion: {database} is damaged: events are missing at 3 tables. Go back to a backup: "
    )
    assert refused.stderr.count("\n") == 1


def test_a_file_that_cannot_be_opened_gets_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "house.sqlite").mkdir()
    with pytest.raises(Refusal, match="can't be opened"):
        start(tmp_path / "house.sqlite")
