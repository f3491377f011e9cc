"""Nodes are upgraded one after the other while people play: an older and a newer build share a database.

The newer build is a copy of the package with one more migration, whose column it writes and reads. The older one has never
heard of it, and must keep what is in there.
"""

import asyncio
import shutil
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import pyramidion
from bench.cluster_checker import check, watch
from bench.cluster_parts import Node
from bench.cluster_players import Diary, playing
from pyramidion.server.storage.revision import LATEST
from tests.server.postgresql import PostgreSQL
from tests.server.visitors import Visitor

NEWER = f"{int(LATEST) + 1:04}"
PLAYERS, PACE, MOVES = 4, 0.05, 30
SECONDS = 300
MIGRATION = f'''
import sqlalchemy as sql
from alembic import op

revision = "{NEWER}"
down_revision = "{LATEST}"


def upgrade() -> None:
    op.add_column("seats", sql.Column("badge", sql.String))
'''


@pytest.fixture
def newer(tmp_path: Path) -> Path:
    """The folder of a build in which every seat has a badge: gold, if that build opened the table."""
    package = tmp_path / "newer" / "pyramidion"
    shutil.copytree(Path(pyramidion.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__", "page"))
    storage = package / "server/storage"
    (storage / f"migrations/versions/{NEWER}_badges.py").write_text(MIGRATION)
    replace(storage / "revision.py", f'LATEST = "{LATEST}"', f'LATEST = "{NEWER}"')
    column = '    sql.Column("salt_commitment", sql.String),'
    replace(storage / "schema.py", column, f'    sql.Column("badge", sql.String),\n{column}')
    replace(
        storage / "tables.py",
        '    """Who sits on a seat."""\n',
        '    """Who sits on a seat."""\n\n    badge: str | None = "gold"\n',
    )
    return package.parent


def replace(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert text.count(old) == 1, f"{file.name} has changed: {old}"
    file.write_text(text.replace(old, new))


async def until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + SECONDS
    while not is_so():
        assert time.monotonic() < deadline
        await asyncio.sleep(0.02)


async def become(node: Node, build: Path | None) -> None:
    """Drain a node, and start it again from another build."""
    await node.end(signal.SIGTERM)
    node.build = build
    await node.start()


def open_table(node: Node) -> tuple[Visitor, str]:
    """A table where a game has not begun: whoever begins it writes its seats."""
    visitor = Visitor(f"http://{node.address}")
    return visitor, visitor.create("senet", "me", "me")


def begin(visitor: Visitor, table: str, node: Node) -> None:
    """Begin a game at a node; a move is made and acknowledged."""
    visitor.address = f"http://{node.address}"
    page = visitor.arrive(table)
    page.wait_for("live")
    assert page.act()["type"] == "sync"
    visitor.close()


def test_nodes_are_upgraded_in_turns_while_people_play(postgresql: PostgreSQL, newer: Path, tmp_path: Path) -> None:
    url = postgresql.new_database()
    name, dsn = url.split("?")[0].rsplit("/", 1)[1], url.replace("+psycopg", "")
    north, south = nodes = [Node(name, url, tmp_path) for name in ("north", "south")]
    diary = Diary()

    def badges(table: str) -> list[object]:
        query = f"SELECT s.badge, t.node FROM seats s JOIN tables t ON t.id = s.table_id WHERE t.id = '{table}'"
        return list(postgresql.ask(query, name))

    async def go_on() -> None:
        """Until so much has been played as things are now."""
        enough = diary.acknowledged + MOVES
        await until(lambda: diary.acknowledged >= enough)

    async def upgrade() -> None:
        old_visitor, old_table = await asyncio.to_thread(open_table, north)
        await go_on()
        await become(north, newer)  # which migrates the database under the older node
        new_visitor, new_table = await asyncio.to_thread(open_table, north)
        await asyncio.to_thread(begin, old_visitor, old_table, north)
        assert badges(old_table) == [(None, "north")] * 2
        await go_on()
        await north.end(signal.SIGTERM)  # all that the newer build has goes to the older one
        await asyncio.to_thread(begin, new_visitor, new_table, south)
        assert badges(new_table) == [("gold", "south")] * 2
        await go_on()
        await north.start()
        await become(south, newer)
        await go_on()

    async def play() -> None:
        try:
            await asyncio.gather(*(node.start() for node in nodes))
            await asyncio.to_thread(watch, dsn)
            async with playing([node.address for node in nodes], diary, PLAYERS, PACE):
                await upgrade()
        finally:
            for node in nodes:
                await node.end(signal.SIGKILL)

    asyncio.run(play())
    assert postgresql.ask("SELECT version_num FROM alembic_version", name) == [(NEWER,)]
    assert check(dsn, diary.seen).is_clean
    assert not diary.contradictions
