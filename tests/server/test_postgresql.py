"""PostgreSQL as the database: it does what SQLite does, and what goes wrong is said in one sentence."""

import asyncio
import builtins
import shutil
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

from pyramidion.cli import main
from pyramidion.server.storage.database import Conflict, Database, StorageUnavailable
from pyramidion.server.storage.events import Entry
from pyramidion.server.storage.schema import metadata
from pyramidion.server.storage.tables import Progress
from tests.server.conftest import OpenServer
from tests.server.postgresql import PostgreSQL

OLD = Path(__file__).parent / "old_databases/schema-1.sqlite"


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("postgresql+psycopg://anna@127.0.0.1:1/house", "(no server answers there)"),
        ("postgresql://anna@nowhere.invalid/house", "(there is no such host)"),
        ("postgresql+psycopg://anna@127.0.0.1:port/house", "the database's URL is wrong"),
        ("postgresql+asyncpg://anna@127.0.0.1/house", "postgresql+asyncpg is not a database"),
        ("oracle://anna@127.0.0.1/house", "oracle is not a database"),
    ],
)
def test_a_database_that_cannot_be_reached_is_refused_in_one_sentence(
    url: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--no-browser", "--port", "0", "--database", url]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


def test_a_password_is_never_shown(capsys: pytest.CaptureFixture[str]) -> None:
    url = "postgresql+psycopg://anna:swordfish@127.0.0.1:1/house"
    assert main(["serve", "--no-browser", "--port", "0", "--database", url]) == 2
    assert "swordfish" not in capsys.readouterr().err


def test_without_a_driver_it_is_said_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = builtins.__import__

    def without_driver(name: str, *rest: Any, **more: Any) -> Any:
        if name.split(".")[0] == "psycopg":
            raise ModuleNotFoundError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without_driver)
    for name in [name for name in sys.modules if name.split(".")[0] == "psycopg"]:
        monkeypatch.delitem(sys.modules, name)
    assert main(["serve", "--no-browser", "--port", "0", "--database", "postgresql://127.0.0.1/house"]) == 2
    assert "pip install 'pyramidion[cluster]'" in capsys.readouterr().err


def test_nodes_that_start_together_migrate_once(postgresql: PostgreSQL) -> None:
    databases = [Database(postgresql.empty_database()) for _ in range(1)]
    databases += [Database(databases[0].engine.url.render_as_string(hide_password=False)) for _ in range(3)]
    threads = [threading.Thread(target=database.open) for database in databases]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with databases[0].engine.connect() as connection:
        assert connection.scalar(sql.text("SELECT count(*) FROM alembic_version")) == 1
        assert set(metadata.tables) < set(sql.inspect(connection).get_table_names())
    for database in databases:
        database.close()


def test_one_bad_job_does_not_take_the_others_of_its_group_with_it(postgresql: PostgreSQL) -> None:
    own = Database(postgresql.new_database())
    own.open()

    async def write_many() -> list[Any]:
        rows = [Entry(n, 1, 0, "act", "1-2").row("table") for n in (0, 1, 1, 2)]
        jobs: list[Any] = [own.append("table", [row], Progress(1, 1)) for row in rows]
        jobs.append(own.write(lambda connection: connection.exec_driver_sql("SELECT 'seven'::int")))
        return await asyncio.gather(*jobs, return_exceptions=True)

    results = asyncio.run(write_many())
    with own.engine.connect() as connection:
        assert connection.scalar(sql.text("SELECT count(*) FROM events")) == 3
    own.close()
    assert [type(result) for result in results if result is not None and not isinstance(result, sql.CursorResult)] == [
        Conflict,
        sql.exc.DataError,
    ]


def test_a_server_is_well_again_after_the_database_was_restarted(open_server: OpenServer) -> None:
    with PostgreSQL() as own:
        server = open_server(database=own.new_database())
        anna = server.visitor()
        page = anna.arrive(anna.create("senet", "me", "me"))
        page.wait_for("live")
        page.act()
        n = page.sync["n"]
        own.stop()

        async def write() -> None:
            await server.services.database.write(lambda connection: connection.exec_driver_sql("SELECT 1"))

        with pytest.raises(StorageUnavailable):
            server.run(write())
        assert anna.http.get("/healthz").status_code == 503
        own.start()
        server.wait_until(lambda: not server.services.database.problem)
        again = anna.open(page_table(page))
        assert again.sync["n"] == n
        assert again.act()["type"] == "sync"
        server.stop()


def page_table(page: Any) -> str:
    """The table that a page is at."""
    return str(page.socket.request.path.split("/")[3])


def test_a_sqlite_file_moves_to_postgresql_whole(
    postgresql: PostgreSQL, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, url = tmp_path / "house.sqlite", postgresql.empty_database()
    shutil.copy(OLD, file)
    assert main(["migrate", "--to", url, "--database", str(file)]) == 0
    assert capsys.readouterr().out.startswith("Moved 16 games")
    source, target = sql.create_engine(f"sqlite:///{file}"), sql.create_engine(url)
    for table in metadata.sorted_tables:
        query = sql.select(table).order_by(*table.primary_key.columns)
        with source.connect() as before, target.connect() as after:
            assert before.execute(query).all() == after.execute(query).all(), table.name
    source.dispose()
    target.dispose()
    assert main(["migrate", "--to", url, "--database", str(file)]) == 2
    assert "is not empty" in capsys.readouterr().err


def test_what_was_moved_can_be_played_on(postgresql: PostgreSQL, tmp_path: Path, open_server: OpenServer) -> None:
    server = open_server(database=str(tmp_path / "first.sqlite"))
    anna = server.visitor()
    table = anna.create("senet", "me", "me")
    page = anna.arrive(table)
    page.wait_for("live")
    page.act()
    page.say("say", text="Off we go")
    page.read_until("said")
    n, view, url = page.sync["n"], page.sync["view"], postgresql.empty_database()
    cookies = dict(anna.http.cookies)
    server.stop()
    assert main(["migrate", "--to", url, "--database", str(tmp_path / "first.sqlite")]) == 0
    again = open_server(database=url).visitor()
    again.http.cookies.clear()
    again.http.cookies.update(cookies)
    moved = again.open(table)
    assert (moved.sync["n"], moved.sync["view"]) == (n, view)
    assert moved.act()["type"] == "sync"
    moved.say("say", text="Still here")  # its number comes after those that were moved
    moved.read_until("said")
