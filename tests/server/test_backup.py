"""Backups and going back to them: complete or absent, and never a mixture of two databases."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bench.moments import fill, looked_at
from pyramidion.cli import main
from pyramidion.refusal import Refusal
from pyramidion.server.storage.backup import backup
from pyramidion.server.storage.check import Damaged
from pyramidion.server.storage.database import Database
from pyramidion.server.storage.restore import restore
from tests.server.conftest import Running

OLD = Path(__file__).parent / "old_databases/schema-1.sqlite"


def make(path: Path, tables: int = 3, events: int = 40) -> Path:
    """A database with so many tables, each with so many events."""
    new = Database(f"sqlite:///{path}")
    new.open()
    new.close()
    return fill(path, tables, events)


def contents(path: Path) -> list[str]:
    """All that a database says, read without our code; what lies beside it stays as it is."""
    with looked_at(path) as copy, closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return list(connection.iterdump())


def kill_a_writer(path: Path) -> None:
    """Leave a database as a server leaves it that was killed: what was written last is only in its `-wal`."""
    write = "import sqlite3, sys, os; c = sqlite3.connect(sys.argv[1]); c.execute('PRAGMA journal_mode=WAL')\n"
    write += "rows = [('table 0', n, 0, 0, 'act', 'x', None) for n in range(40, 90)]\n"
    write += "c.executemany('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)', rows)\n"
    write += "c.execute('UPDATE tables SET n = 90 WHERE id = ?', ('table 0',)); c.commit(); os.kill(os.getpid(), 9)"
    killed = subprocess.run([sys.executable, "-c", write, str(path)])
    assert killed.returncode == -signal.SIGKILL
    assert Path(f"{path}-wal").stat().st_size > 0


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return make(tmp_path / "house.sqlite")


@pytest.fixture
def saved(database: Path, tmp_path: Path) -> Path:
    """A backup from before the server was killed."""
    backup(database, tmp_path / "saved.sqlite")
    kill_a_writer(database)
    return tmp_path / "saved.sqlite"


class Killed(BaseException):
    """The process is gone."""


class Reaper:
    """Kills at the so-manieth change of a file's name or of what is on disk; whoever is dead changes nothing any more."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, at: int) -> None:
        self.left = at
        for owner, name in ((Path, "rename"), (Path, "unlink"), (os, "fsync"), (os, "chown")):
            monkeypatch.setattr(owner, name, self.instead_of(getattr(owner, name)))

    def instead_of(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def die_or_do(*arguments: Any, **more: Any) -> Any:
            self.left -= 1
            if self.left < 0:
                raise Killed
            return function(*arguments, **more)

        return die_or_do


def killed_at(monkeypatch: pytest.MonkeyPatch, at: int, work: Callable[[], Any]) -> bool:
    """Do something and kill it at this step; False if it was done before that."""
    with monkeypatch.context() as patch:
        reaper = Reaper(patch, at)
        try:
            work()
        except Killed:
            return True
    assert reaper.left >= 0
    return False


def test_a_backup_is_one_file_that_was_checked(saved: Path, tmp_path: Path) -> None:
    before = {path.name for path in tmp_path.iterdir()}
    assert contents(saved)
    assert saved.read_bytes()[18:20] == b"\x01\x01"  # no WAL: nothing will ever belong to it that lies beside it
    assert {path.name for path in tmp_path.iterdir()} == before


def test_a_backup_that_is_killed_anywhere_is_not_there(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy, at = tmp_path / "copy.sqlite", 0
    while killed_at(monkeypatch, at, lambda: backup(database, copy)):
        if copy.exists():
            assert contents(copy) == contents(database)
            copy.unlink()
        at += 1
    assert at >= 3
    assert contents(copy) == contents(database)


def test_a_damaged_database_gives_no_backup(database: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("DELETE FROM events WHERE table_id = 'table 1' AND n = 7")
        connection.commit()
    with pytest.raises(Damaged, match="events are missing at 1 table"):
        backup(database, tmp_path / "copy.sqlite")
    assert not list(tmp_path.glob("copy*"))


def test_a_restored_database_is_the_backup_although_an_old_wal_lay_there(
    database: Path, saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = contents(database)
    assert main(["restore", str(saved), "--database", str(database)]) == 0
    assert contents(database) == contents(saved) != before
    assert not Path(f"{database}-wal").exists()
    assert not Path(f"{database}-shm").exists()
    kept = next(path for path in tmp_path.iterdir() if "before-restore" in path.name and path.name[-4:] != "-wal")
    assert f"The previous database is saved as {kept}" in capsys.readouterr().out
    assert contents(kept) == before
    assert restore(kept, database)
    assert contents(database) == before


def test_a_restore_that_is_killed_anywhere_leaves_the_one_or_the_other(
    database: Path, saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new, at, seen = contents(saved), 0, []
    while True:
        folder = tmp_path / f"killed at {at}"
        folder.mkdir()
        for name in ("house.sqlite", "house.sqlite-wal"):
            shutil.copy(tmp_path / name, folder)
        file, old = folder / "house.sqlite", contents(folder / "house.sqlite")
        was_killed = killed_at(monkeypatch, at, partial(restore, saved, file))
        server = Database(f"sqlite:///{file}")
        server.open()
        server.close()
        seen.append(contents(file) == new)
        assert seen[-1] or contents(file) == old
        restore(saved, file)
        assert contents(file) == new
        assert not list(folder.glob("*.restor*"))
        if not was_killed:
            break
        at += 1
    assert not seen[0]
    assert seen == sorted(seen)  # from some step on the restore has happened
    assert seen.count(True) >= 4


def test_nothing_is_restored_while_a_server_is_open(
    server: Running, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy, database = tmp_path / "copy.sqlite", server.settings.database
    assert main(["backup", str(copy), "--database", database]) == 0
    assert main(["restore", str(copy), "--database", database]) == 2
    assert (
        f"{database} is in use by another Pyramidion (process {os.getpid()}): stop that one first" in capsys.readouterr().err
    )
    assert server.visitor().http.get("/healthz").status_code == 200


@pytest.mark.skipif(sys.platform == "win32", reason="Windows itself keeps open files from being moved")
def test_nothing_is_restored_while_any_program_has_the_file_open(database: Path, saved: Path) -> None:
    shell = (
        "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('SELECT 1 FROM facts'); print(flush=True); input()"
    )
    command = [sys.executable, "-c", shell, str(database)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        process.stdout.readline()
        with pytest.raises(Refusal, match=r"another program has .* open"):
            restore(saved, database)
        process.communicate("\n")
    assert restore(saved, database)


@pytest.mark.parametrize("share", [0, 0.001, 0.01, 0.5, 0.9, 1])
def test_half_a_backup_is_refused_and_nothing_is_changed(database: Path, saved: Path, share: float, tmp_path: Path) -> None:
    whole, before = saved.read_bytes(), contents(database)
    half = tmp_path / "half.sqlite"
    half.write_bytes(whole[: int(share * (len(whole) - 1))])
    with pytest.raises(Refusal, match=r"incomplete|half a copy"):
        restore(half, database)
    assert contents(database) == before
    assert not list(tmp_path.glob("*restor*"))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("DELETE FROM events WHERE table_id = 'table 1' AND n = 7", "events are missing at 1 table"),
        ("UPDATE tables SET n = 41", "events are missing at 3 tables"),
        ("UPDATE alembic_version SET version_num = '0099'", "made by a newer version of Pyramidion"),
        ("DROP TABLE alembic_version", "isn't a Pyramidion database"),
    ],
)
def test_a_backup_that_is_not_what_it_should_be_is_refused(database: Path, saved: Path, change: str, sentence: str) -> None:
    with closing(sqlite3.connect(saved)) as connection:
        connection.execute(change)
        connection.commit()
    before = contents(database)
    with pytest.raises(Refusal, match=sentence):
        restore(saved, database)
    assert contents(database) == before


def test_what_is_no_backup_is_refused(database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = contents(database)
    (tmp_path / "letter.txt").write_text("Dear Anna,\n" * 1000)
    for wrong, sentence in (("letter.txt", "isn't a database"), ("nothing", "there is no backup")):
        assert main(["restore", str(tmp_path / wrong), "--database", str(database)]) == 2
        assert sentence in capsys.readouterr().err
    assert main(["restore", str(database), "--database", str(database)]) == 2
    assert "is the database itself" in capsys.readouterr().err
    assert contents(database) == before


def test_a_backup_of_an_old_version_can_be_restored_where_there_was_no_database(
    tmp_path: Path, open_server: Callable[..., Running]
) -> None:
    file = tmp_path / "house.sqlite"
    assert restore(OLD, file) is None
    assert open_server().visitor().http.get("/healthz").status_code == 200
    assert "alembic_version" in "".join(contents(file))


def test_a_restored_database_belongs_to_whom_it_belonged(database: Path, saved: Path) -> None:
    if os.name != "posix" or os.getuid() != 0:
        pytest.skip("only root can give files away")
    os.chown(database, 1234, 1234)
    database.chmod(0o640)
    restore(saved, database)
    found = database.stat()
    assert (found.st_uid, found.st_gid, found.st_mode & 0o777) == (1234, 1234, 0o640)


def test_without_a_name_it_is_the_database_that_a_server_would_open(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PYRAMIDION_DATABASE", str(database))
    assert main(["backup", str(tmp_path / "copy.sqlite")]) == 0
    assert contents(tmp_path / "copy.sqlite") == contents(database)
    monkeypatch.setenv("PYRAMIDION_DATABASE", "postgresql://elsewhere/server")
    assert main(["restore", str(tmp_path / "copy.sqlite")]) == 2
    assert "only SQLite files" in capsys.readouterr().err
